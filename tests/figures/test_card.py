"""The card of a head: 1200 × 675 pixels, its sentence, its numbers with intervals, its picture."""

import io
import re

import numpy as np
import pytest
from PIL import Image

from headscope.api.figure import figure
from headscope.api.table import sentence_about
from headscope.errors import HeadscopeError
from headscope.figures.card import card
from headscope.types import Head


@pytest.fixture
def scores(run, example):
    """Head 1-2 of two attends to the next token; 1-1 to nothing much."""
    values = {"offset.+1": [[0.1, 0.9]], "offset.-1": [[0.3, 0.0]], "token.sep": [[0.2, 0.01]], "entropy.all": [[2.0, 1.0]]}
    return run(values, example=example(1, 2), spread=0.01)


def words(made):
    return " ".join(re.findall(r">([^<>]+)</text>", made.svg))


def test_it_says_what_the_page_says_with_the_number_behind_it(scores):
    made = figure(scores, "card", head="1-2")
    sentence = sentence_about(scores, Head(0, 1))
    assert made.title == sentence and sentence.startswith("Head 1-2 attends to the next token")
    said = words(made)
    assert " ".join(said.split()).find(sentence[:30]) >= 0
    assert re.search(r"Attends to the next token 9\d(\.\d)?% \(", said) and "uniform attention 1.0%" in said
    assert "line-next" in made.svg and "m · layer 1, head 2" in said


def test_a_head_without_a_label_has_its_unusual_scores(scores):
    said = words(figure(scores, "card", head="1-1"))
    assert "the median head" in said


def test_it_is_as_large_as_pages_that_show_links_want_it(scores):
    pytest.importorskip("vl_convert")
    picture = Image.open(io.BytesIO(figure(scores, "card", head="1-2").to_png()))
    assert picture.size == (1200, 675)


def test_a_long_text_is_shown_as_a_map(run, example):
    text = ["[CLS]", *["word"] * 120, "[SEP]"]
    made = card(run({"offset.+1": [[0.9]]}, example=example(1, 1, text)), Head(0, 0), "Head 1-1 does something.")
    assert "across: tokens attended to" in made.svg and "word" not in words(made)


def test_hostile_names_and_sentences_are_only_text(run, example):
    scores = run({"offset.+1": [[0.9]]}, example=example(1, 1, ["</svg><script>", "[SEP]"]), name="<b>\u202e" + "x" * 200)
    made = card(scores, Head(0, 0), "A <script> & a sentence " + "that goes on " * 60)
    assert "<script" not in made.svg and "\u202e" not in made.svg
    assert max(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', made.svg)) < 450


def test_a_head_that_is_not_there(scores):
    with pytest.raises(HeadscopeError, match="There is no head 2-1: this model has 1 layers of 2 heads"):
        figure(scores, "card", head="2-1")


def test_maps_are_drawn_as_they_are(run, example, read):
    """Every drawn run of a row is where the weights are, and as strong."""
    from headscope.figures.grid import LEVELS, draw_map

    weights = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.04, 0.0, 0.96]])
    paths = {float(one.attributes["stroke-opacity"]): one.attributes["d"] for one in draw_map(weights, 0.0, 0.0, 30.0, "next")}
    assert paths == {1.0: "M0 0.5h1", 0.6: "M1 1.5h2", 0.15: "M0 2.5h1", 0.8: "M2 2.5h1"}
    assert set(paths) <= set(LEVELS)


def test_what_is_too_long_loses_whole_sentences(scores):
    """Half of a sentence could say the opposite: "not significantly more" is not "not significantly more than other heads"."""
    sentences = [f"Sentence {number} says a good deal about what the head is looking at in the text." for number in range(1, 9)]
    said = " ".join(words(card(scores, Head(0, 0), " ".join(sentences))).split())
    number = max(at for at in range(1, 9) if f"Sentence {at}" in said)
    assert number < 8 and all(one in said for one in sentences[:number])
    assert "Thin lines: 95% intervals over documents." in said and "tokens of" in said
