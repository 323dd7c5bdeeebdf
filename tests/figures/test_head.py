"""One head on one text: where tokens and strokes lie, how strong they are, and which token a pattern is shown on."""

import numpy as np
import pytest

from headscope.figures.head import FEWEST, columns, draw_head
from headscope.figures.svg import Element, group
from headscope.figures.targets import choose, targets
from headscope.results.sample_text import StackExample

WIDTH = 300.0


@pytest.fixture
def side(tokens):
    return tokens("[CLS] a b [SEP] c [SEP]")


def strokes(elements: list[Element]) -> list[tuple[float, float, float, float]]:
    """(start, end, opacity, width) of every stroke."""
    found = []
    for one in elements:
        if one.tag == "path":
            for piece in str(one.attributes["d"]).split("M")[1:]:
                start, end = piece.split("L")
                found.append(
                    (
                        float(start.split()[1]),
                        float(end.split()[1]),
                        float(one.attributes["stroke-opacity"]),
                        float(one.attributes["stroke-width"]),
                    )
                )
    return found


def test_places(side):
    place = columns(side, side, 10.0, 20.0, WIDTH)
    assert place.line == 18 and place.queries[0] == 29 and place.queries[1] - place.queries[0] == 18
    assert place.queries[4] - place.queries[3] > 18, "the second text is set off"
    assert place.queries == place.keys and 10 < place.left < place.right < 10 + WIDTH
    assert place.bottom == place.queries[-1] + 9
    assert place.characters == 5, "the longest token here"


def test_long_tokens_leave_room_for_the_strokes(tokens):
    long = tokens(["[CLS]", "w" * 300, "[SEP]"])
    place = columns(long, long, 0.0, 0.0, WIDTH)
    assert place.right - place.left >= 30 and place.characters < 25
    numbered = columns(long, long, 0.0, 0.0, WIDTH, numbered=True)
    assert numbered.right + numbered.characters * numbered.size * 0.61 < WIDTH - 4 * numbered.size * 0.61


def test_a_stroke_for_every_weight_that_counts(side):
    weights = np.zeros((6, 6), np.float32)
    weights[1, 2], weights[4, 0], weights[0, 5] = 0.75, 0.25, FEWEST / 2
    place = columns(side, side, 0.0, 0.0, WIDTH)
    drawn = strokes(draw_head(place, side, side, weights, "next"))
    y = place.queries
    assert drawn == [(y[1], y[2], 0.75, 0.5 + 2.5 * 0.75), (y[4], y[0], 0.25, 0.5 + 2.5 * 0.25)]


def test_strokes_of_one_token_and_one_strength_are_one_element(side):
    even = np.full((6, 6), 1 / 6, np.float32)
    made = draw_head(columns(side, side, 0.0, 0.0, WIDTH), side, side, even, "next")
    assert sum(one.tag == "path" for one in made) == 6 and len(strokes(made)) == 36


def test_one_selected_token(side):
    weights = np.full((6, 6), 0.1, np.float32)
    weights[1] = [0, 0, 0.8, 0.19, 0.005, 0]
    place = columns(side, side, 0.0, 0.0, WIDTH, numbered=True)
    made = draw_head(
        place, side, side, weights, "next", selected=1, targets=np.array([False, False, True, False, False, False])
    )
    assert {start for start, *_ in strokes(made)} == {place.queries[1]}
    boxes = [one for one in made if one.tag == "rect"]
    assert len(boxes) == 2, "the token and its one target"
    numbers = [one.children[0] for one in made if one.tag == "text" and one.children[0] in ("0.80", "0.19", "0.01", "0.00")]
    assert numbers == ["0.80", "0.19"], "weights from 1% on"
    assert "strong" in str(next(one for one in made if one.children and one.children[0] == "0.80").attributes["class"])


def test_special_tokens_are_grey_and_long_ones_tell_their_name(tokens):
    side = tokens(["[CLS]", "strawberries" * 4, "[SEP]"])
    made = draw_head(columns(side, side, 0.0, 0.0, 200.0), side, side, np.eye(3, dtype=np.float32), "next")
    cls, long, *_ = [one for one in made if one.tag == "text"]
    assert cls.attributes["class"] == "token special" and long.attributes["class"] == "token"
    assert str(long.children[0]).endswith("…") and str(long.children[1]) == f"<title>{'strawberries' * 4}</title>"


def test_text_from_right_to_left_stays_in_its_place(tokens):
    side = tokens(["[CLS]", "שלום", "\u202emoc", "[SEP]"])
    made = str(group(*draw_head(columns(side, side, 0.0, 0.0, WIDTH), side, side, np.eye(4, dtype=np.float32), "next")))
    assert "שלום" in made and "\u202e" not in made and "‹202E›moc" in made


@pytest.fixture
def text(tokens) -> StackExample:
    side = tokens()  # [CLS] the king saw the straw ##berries . [SEP] the queen saw the king . [SEP]
    return StackExample(side, side, np.zeros((1, 1, len(side.texts), len(side.texts)), np.float32))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("next", {1: [2], 7: [], 9: [10]}),
        ("previous", {1: [], 2: [1], 9: [], 10: [9]}),
        ("same", {1: [4], 2: [], 5: [], 7: [], 9: [12]}),
        ("same-other", {1: [9, 12], 2: [13], 3: [11], 6: [], 7: []}),
        ("pieces", {5: [6], 6: [5], 2: []}),
        ("delimiter", {1: [0, 8, 15], 0: [], 8: []}),
        ("related", {2: [1, 3, 4, 5, 6], 5: [1, 2, 3, 4], 7: []}),
        ("related-other", {5: [9, 10, 11, 12, 13], 2: [9, 10, 11, 12]}),
        ("predictive", {13: [1, 3, 4, 5, 6, 9, 10, 11, 12]}),
    ],
)
def test_where_each_pattern_leads(text, key, expected):
    found = targets(key, text)
    assert {query: np.flatnonzero(found[query]).tolist() for query in expected} == expected


def test_the_token_with_most_on_its_targets_is_chosen(text):
    weights = np.zeros_like(text.maps[0, 0])
    weights[1, [9, 12]], weights[2, 13], weights[2, 0] = 0.4, 0.7, 0.9
    query, boxed = choose("same-other", text, weights)
    assert query == 1 and np.flatnonzero(boxed).tolist() == [9, 12]
    query, boxed = choose("related", text, weights + np.eye(16, k=2, dtype=np.float32)[: len(weights)] * 0.05)
    assert boxed.sum() >= 1 and not boxed[query]


def test_a_text_without_such_words_has_no_choice(tokens):
    side = tokens("[CLS] one two [SEP]")
    one = StackExample(side, side, np.zeros((1, 1, 4, 4), np.float32))
    assert choose("pieces", one, one.maps[0, 0]) is None and choose("same-other", one, one.maps[0, 0]) is None
