"""The writer: whatever text goes in, the same text comes out of a parser, as text."""

import unicodedata
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from headscope.behaviours import BEHAVIOURS
from headscope.figures.axes import covering, spread
from headscope.figures.lettering import shortened, visible, width, wrapped
from headscope.figures.ramp import ramp, to_lab
from headscope.figures.style import COLOURS, mark
from headscope.figures.svg import Element, escape, number

ANY = some.text(some.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=40)


@given(ANY)
def test_text_comes_back_as_text(content):
    element = ElementTree.fromstring(str(Element("text", content, aria_label=content)))
    allowed = "".join(
        c if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000" else "\ufffd"
        for c in content
    )
    assert (element.text or "") == allowed and element.get("aria-label") == allowed
    assert not list(element)


def can_be_seen(character):
    """Pictures that are younger than this Python are unassigned to it; what joins two pictures has no width."""
    young = 0x1F000 <= ord(character) <= 0x1FAFF and unicodedata.category(character) == "Cn"
    return (character.isprintable() or young or character == "\u200d") and not character.isspace()


@given(ANY)
@example("\U0001f888")  # nobody's yet, in the block of pictures
@example("\U0001f469\u200d\U0001f52c")
def test_visible_tokens_can_be_seen(token):
    seen = visible(token)
    assert seen and all(map(can_be_seen, seen))
    assert "\u200d" not in seen or len(seen) > 2, "a joiner that joins nothing"
    assert "\ufffd" not in escape(seen) or "\ufffd" in token
    assert len(shortened(token, 8)) <= 17


@given(ANY, some.floats(20, 700))
def test_lines_are_no_wider_than_asked_and_nothing_is_lost(content, most):
    lines = wrapped(content, 13.0, most)
    assert "".join(lines).replace(" ", "") == "".join(content.split())
    assert all(width(line, 13.0) <= most for line in lines)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e9])
def test_no_coordinate_that_is_no_number(bad):
    with pytest.raises(ValueError, match="no coordinate"):
        number(bad)


@pytest.mark.parametrize("name", ["a b", "on click", "<g", ""])
def test_names_are_ours(name):
    with pytest.raises(ValueError, match="no name"):
        str(Element(name))
    with pytest.raises(ValueError, match="no name"):
        str(Element("g", **{name: 1}))


@given(some.lists(some.floats(0, 1000), min_size=1, max_size=12))
def test_labels_keep_apart_and_in_order(places):
    moved = spread(places, 20.0, 0.0, 1000.0)
    order = np.argsort(places, kind="stable")
    assert (np.diff(np.array(moved)[order]) >= 20 - 1e-6).all()
    assert min(moved) >= -1e-6 and max(moved) <= 1000 + 1e-6
    assert len(places) > 1 or moved == places


@given(some.lists(some.floats(1e-6, 1e3), min_size=1, max_size=20), some.booleans())
def test_a_scale_holds_its_values_and_some_ticks(values, logarithmic):
    scale = covering(values, 300.0, 0.0, may_be_logarithmic=logarithmic)
    assert all(-1e-6 <= scale(value) <= 300 + 1e-6 for value in values)
    ticks = scale.ticks(4)
    assert 2 <= len(ticks) <= 12 and all(-1e-6 <= scale(tick) <= 300 + 1e-6 for tick in ticks)


def test_the_ramp_is_the_pages():
    """As web/src/colour.ts has it: even steps in OKLab, from the page's colour to the far end."""
    for theme, ends in (("light", ("#ffffff", "#08285c")), ("dark", ("#191b1f", "#fff3a6"))):
        colours = ramp(theme)
        assert (colours[0], colours[-1]) == ends
        steps = np.linalg.norm(np.diff(to_lab(list(colours)), axis=0), axis=1)
        assert steps.max() < 1.35 * steps.min(), "but for the rounding to whole bytes"


def test_signs_differ_in_shape_not_only_in_colour():
    def shape(one):
        made = mark(one, 0.0, 0.0)
        return made.tag, made.attributes.get("points"), tuple(map(str, made.children)), made.attributes.get("r")

    assert len({shape(one) for one in BEHAVIOURS}) == len(BEHAVIOURS)


def test_strokes_and_letters_stand_out_from_the_page():
    for theme in (0, 1):
        page, *rest = to_lab([pair[theme] for pair in COLOURS.values()])
        for (name, _), colour in zip(list(COLOURS.items())[1:], rest, strict=True):
            if name not in ("rule", "faint"):
                assert abs(colour[0] - page[0]) > 0.2, (name, theme)
