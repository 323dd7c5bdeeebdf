"""Figures of heads by layer: marks lie where their values say, by the axes' own numbers; titles say what is true."""

import numpy as np
import pytest

from headscope.figures import draw

PLANTED = {"-1": [[0.9, 0.1], [0.1, 0.2], [0.3, 0.05]], "+1": [[0.1, 0.1], [0.1, 0.8], [0.7, 0.2]]}


def test_every_head_is_a_mark_at_its_value_in_its_layer(run, read):
    values = {f"offset.{key}": table for key, table in PLANTED.items()}
    drawn = read(draw(run(values), "offsets").svg)
    assert len(drawn.panels) == 2
    for panel, table in zip(drawn.panels, PLANTED.values(), strict=True):
        points = drawn.of_class("point", inside=panel)
        found = [(drawn.layer_of(float(p.get("cx")), panel), drawn.value_of(float(p.get("cy")))) for p in points]
        expected = [(layer + 1, value) for layer, row in enumerate(table) for value in row]
        assert [layer for layer, _ in found] == [layer for layer, _ in expected]
        assert [value for _, value in found] == pytest.approx([value for _, value in expected], abs=1e-3)


def test_the_line_is_the_mean_and_the_dashes_are_even_attention(run, read):
    drawn = read(draw(run({"offset.+1": PLANTED["+1"]}), "offsets").svg)
    (mean,) = drawn.of_class("mean")
    heights = [drawn.value_of(float(point.split(",")[1])) for point in mean.get("points").split()]
    assert heights == pytest.approx([0.1, 0.45, 0.45], abs=1e-3)
    (even,) = drawn.of_class("even")
    assert drawn.value_of(float(even.get("y1"))) == pytest.approx(0.01, abs=1e-3)


def test_panels_share_a_scale(run, read):
    drawn = read(draw(run({"token.cls": [[0.02]], "token.sep": [[0.9]]}), "tokens").svg)
    small, large = (float(drawn.of_class("point", inside=panel)[0].get("cy")) for panel in drawn.panels)
    assert drawn.value_of(small) == pytest.approx(0.02, abs=1e-3) and drawn.value_of(large) == pytest.approx(0.9, abs=1e-3)


def test_intervals_are_drawn_where_they_are_known(run, read):
    def lines(groups):
        return read(draw(run({"offset.+1": [[0.4, 0.6]]}, groups=groups, spread=0.2), "offsets").svg)

    assert lines(9).of_class("interval") == []
    known = lines(200)
    ends = [sorted(known.value_of(float(one.get(y))) for y in ("y1", "y2")) for one in known.of_class("interval")]
    assert len(ends) == 2 and ends[0][0] < 0.4 + 0.02 and ends[0][1] > 0.4 - 0.02
    assert 0.03 < ends[0][1] - ends[0][0] < 0.1, "about four standard errors of 0.2 / √200"


def test_the_highest_head_is_named(run, read):
    drawn = read(draw(run({"offset.-1": PLANTED["-1"]}), "offsets").svg)
    assert [one.text for one in drawn.of_class("halo")] == ["1-1"]
    assert drawn.of_class("point")[0][0].text.startswith("1-1: 0.9")


@pytest.mark.parametrize(
    ("values", "title"),
    [
        ({"-1": [[0.9, 0.1]], "+1": [[0.1, 0.8]]}, "Head 1-1 mostly attends to the previous token and 1-2 to the next."),
        ({"+1": [[0.7, 0.8]]}, "Heads 1-2 and 1-1 mostly attend to the next token."),
        ({"0": [[0.9] * 5 + [0.95]]}, "6 heads (1-6 most) mostly attend to the current token."),
        ({"-1": [[0.2, 0.4]], "+1": [[0.3, 0.1]]},
         "No head gives half of its attention to the previous or next token; the highest is 1-2: 0.4000 to the previous token."),
    ],
)  # fmt: skip
def test_offsets_title(run, values, title):
    assert draw(run({f"offset.{key}": table for key, table in values.items()}), "offsets").title == title


def test_a_head_whose_interval_reaches_below_one_half_is_not_claimed(run):
    assert draw(run({"offset.+1": [[0.52]]}, spread=0.01), "offsets").title.startswith("Head 1-1 mostly")
    assert draw(run({"offset.+1": [[0.52]]}, spread=0.5), "offsets").title.startswith("No head")


def by_layer(*means):
    return [[mean - 0.05, mean + 0.05] for mean in means]


@pytest.mark.parametrize(
    ("values", "title"),
    [
        ({"sep": by_layer(0.1, 0.6, 0.7, 0.8, 0.1, 0.6)}, "Layers 2 to 4 and 6 send most of their attention to [SEP]."),
        ({"sep": by_layer(0.1, 0.6), "punct": by_layer(0.6, 0.1)},
         "Layer 2 sends most of its attention to [SEP] and layer 1 to punctuation."),
        ({"cls": by_layer(0.1, 0.1), "sep": by_layer(0.1, 0.4)},
         "No layer sends half of its attention to [CLS] or [SEP], or to these together; furthest above chance, layer 2 gives [SEP] "
         "0.4, where uniform attention gives 0.01."),
        ({"cls": by_layer(0.1, 0.33), "sep": by_layer(0.1, 0.33)},
         "Layer 2 sends most of its attention to [CLS] and [SEP] together, and no layer most of it to one of these."),
    ],
)  # fmt: skip
def test_tokens_title_names_the_planted_layers(run, values, title):
    assert draw(run({f"token.{key}": table for key, table in values.items()}), "tokens").title == title


def by_source(run, from_sep, from_rest, **options):
    return draw(run({"token-from-sep.sep": from_sep, "token-from-rest.sep": from_rest}, **options), "tokens-by-source")


def test_tokens_by_source_titles(run):
    title = by_source(run, by_layer(0.1, 0.9), by_layer(0.3, 0.2)).title
    assert title == "In layer 2, [SEP] sends most of its attention to [SEP]; the other tokens give it at most 0.30, in layer 1."
    title = by_source(run, by_layer(0.3, 0.4), by_layer(0.1, 0.2)).title
    assert title == "In every layer [SEP] attends to [SEP] more than the other tokens do, most in layer 2 (0.40 against 0.20)."
    title = by_source(run, by_layer(0.05, 0.4), by_layer(0.1, 0.2)).title
    assert (
        title == "[SEP] attends to [SEP] more than the other tokens do in 1 of 2 layers, most in layer 2 (0.40 against 0.20)."
    )
    title = by_source(run, by_layer(0.05, 0.1), by_layer(0.1, 0.2)).title
    assert (
        title
        == "From [SEP], attention to [SEP] is highest in layer 2, 0.10 on average; the other tokens give it at most 0.20, in layer 2."
    )


def test_tokens_by_source_has_a_row_for_each(run, read):
    drawn = read(by_source(run, [[0.9]], [[0.2]]).svg)
    headings = ["".join(one.text for one in drawn.of_class("heading", inside=panel)) for panel in drawn.panels]
    assert headings == ["[SEP] to [SEP]", "others to [SEP]"]


def test_entropy_titles(run):
    def title(table, key="all"):
        return draw(run({f"entropy.{key}": table}), "entropy").title

    assert title([[2.0, 2.0], [4.0, 4.0]]) == (
        "Layer 2 attends most broadly (4.00 nats on average), layer 1 most narrowly (2.00); uniform attention would have 4.75."
    )
    assert title([[3.95], [4.0]]).startswith("All layers attend about equally broadly, with 3.95 to 4.00 nats")
    assert title([[3.0]]) == "The one layer attends with 3.00 nats on average; uniform attention would have 4.75."
    assert ", from [CLS]" in title([[2.0], [4.0]], "cls")


def test_entropy_has_two_panels_with_the_value_in_nats(run, read):
    drawn = read(draw(run({"entropy.all": [[1.0, 4.0]], "entropy.cls": [[2.0, 3.0]]}), "entropy").svg)
    values = [[drawn.value_of(float(p.get("cy"))) for p in drawn.of_class("point", inside=panel)] for panel in drawn.panels]
    assert np.allclose(values, [[1, 4], [2, 3]], atol=0.01)
