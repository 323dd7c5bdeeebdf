"""The figures that show heads on a text: the heads are chosen by the scores, and named with them."""

import numpy as np
import pytest

from headscope.figures import draw
from headscope.figures.lettering import width


@pytest.fixture
def scores(run, example):
    """Two layers of three heads: 1-2 is broad, 2-3 looks at the next token, 2-1 at [SEP], 1-3 at punctuation."""

    def planted(layer, head, high, low):
        table = np.full((2, 3), low)
        table[layer, head] = high
        return table

    values = {
        "entropy.all": planted(0, 1, 4.5, 2.0), "offset.-1": planted(0, 0, 0.3, 0.1), "offset.+1": planted(1, 2, 0.9, 0.1),
        "token.sep": planted(1, 0, 0.8, 0.1), "token.punct": planted(0, 2, 0.4, 0.1),
        "pattern.next": planted(1, 2, 0.9, 0.02), "pattern.same": planted(0, 0, 0.1, 0.02), "pattern.pieces": planted(1, 1, 0.5, 0.02),
    }  # fmt: skip
    return run(values, example=example(2, 3))


def test_four_heads_are_the_highest_of_their_scores(scores, read):
    figure = draw(scores, "four-heads")
    assert figure.title == (
        "One text under four heads: 2-3 attends to the next token, 1-2 attends broadly and 2-1 attends to [SEP]; no head attends to "
        "punctuation enough to be called so; 1-3 comes nearest."
    )
    drawn = read(figure.svg)
    assert [one.text for one in drawn.of_class("heading")] == [
        "to the next token",
        "broadly",
        "to [SEP]",
        "nearest: to",
        "punctuation",
    ]
    assert [one.text for one in drawn.of_class("tick")] == [
        "2-3: 90.0%, uniform 1.0%", "1-2: 4.5000 nats, uniform", "4.750 nats", "2-1: 80.0%, uniform 1.0%", "1-3: 40.0%, uniform 1.0%",
    ]  # fmt: skip
    for one in [*drawn.of_class("heading"), *drawn.of_class("tick")]:
        beside = [
            float(other.get("x")) for other in drawn.of_class("heading") if float(other.get("x")) > float(one.get("x")) + 20
        ]
        assert float(one.get("x")) + width(one.text, 12.0) < min(beside, default=1e9), "a panel's words stay in it"
    assert [one.text for one in drawn.of_class("token")].count("##berries") == 8


def test_a_previous_token_head_is_chosen_where_it_is_stronger(run, example):
    values = {
        "entropy.all": [[1.0, 2.0, 1.0]],
        "offset.-1": [[0.6, 0, 0]],
        "offset.+1": [[0, 0, 0.2]],
        "token.punct": [[0, 0, 0.1]],
    }
    title = draw(run(values, example=example(1, 3)), "four-heads").title
    chosen = (
        "three heads: 1-1 attends to the previous token; no head attends broadly or attends to punctuation enough to be called so; 1-2 and "
        "1-3 come nearest."
    )
    assert title.endswith(chosen), "and no [SEP], which this model does not have"


def test_no_head_is_shown_twice(run, example):
    values = {"entropy.all": [[1.0]], "offset.-1": [[0.6]], "offset.+1": [[0.2]], "token.punct": [[0.1]]}
    title = draw(run(values, example=example(1, 1)), "four-heads").title
    assert title == "One text under a typical head: 1-1 attends to the previous token."


def test_the_strokes_are_the_chosen_heads_weights(scores, read):
    drawn = read(draw(scores, "four-heads").svg)
    maps = scores.example.stacks["encoder"].maps
    for colour, head in (("quiet", (0, 1)), ("next", (1, 2)), ("sep", (1, 0)), ("punct", (0, 2))):
        paths = drawn.of_class("edges", f"line-{colour}")
        assert sum(one.get("d").count("L") for one in paths) == int((maps[head] >= 0.01).sum())
        total = sum(float(one.get("stroke-opacity")) * one.get("d").count("L") for one in paths)
        assert total == pytest.approx(float(maps[head][maps[head] >= 0.01].sum()), abs=0.01 * len(paths))


def test_patterns_name_the_head_its_score_and_chance(scores, read):
    figure = draw(scores, "patterns")
    assert figure.title == (
        "2 of the 3 patterns have a head that clearly follows them, most of all the next word (head 2-3, 0.9000); "
        "none clearly follows the same word elsewhere in the text."
    )
    drawn = read(figure.svg)
    assert [one.text for one in drawn.of_class("tick")] == [
        "the next word", "2-3: 0.9000", "chance 0.02", "the same word", "unclear, 1-1: 0.1000", "chance 0.02",
        "the other pieces", "of the word", "2-2: 0.5000", "chance 0.02",
    ]  # fmt: skip
    faded = [one for one in drawn.root.iter() if one.get("opacity") == "0.65"]
    assert len(faded) == 1


def test_each_pattern_is_shown_on_all_tokens_and_on_one(scores, read):
    drawn = read(draw(scores, "patterns").svg)
    maps = scores.example.stacks["encoder"].maps
    behind = next(one for one in drawn.root.iter() if one.get("opacity") == "0.3")
    every = drawn.of_class("edges", "line-next", inside=behind)
    assert sum(one.get("d").count("L") for one in every) == int((maps[1, 2] >= 0.01).sum()), "all tokens, faint"
    strong = [one for one in drawn.of_class("edges", "line-next") if one not in every]
    assert len({one.get("d").split("L")[0] for one in strong}) == 1, "one token, strong"
    boxes = drawn.of_class("box", "line-next")
    assert len(boxes) == 2


def test_patterns_that_nobody_follows(run, example):
    title = draw(run({"pattern.next": [[0.03]], "pattern.predictive": [[0.52]]}, example=example(1, 1)), "patterns").title
    assert (
        title
        == "No head clearly follows any of the 2 patterns; the nearest to it is how much words help to predict (head 1-1, r = 0.0400)."
    )


def test_a_pattern_that_the_text_does_not_have(run, example):
    figure = draw(run({"pattern.pieces": [[0.8]]}, example=example(1, 1, "[CLS] one two [SEP]")), "patterns")
    assert "no such word in this text" in figure.svg
    assert figure.title == (
        "1 of the 1 patterns has a head that clearly follows it, most of all the other pieces of the word (head 1-1, 0.8000)."
    )
