"""Heads as parsers and coreference: dots where the numbers are, hollow where nothing is sure, the paper's beside them."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.figures.test_sentences import make_scores

from headscope.errors import HeadscopeError
from headscope.figures import draw
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

SHARES = {"all": (0.5, 0.1), "obj": (0.8, 0.4), "amod": (0.9, 0.85), "nmod:*": (0.9, 0.1), "punct": (0.9, 0.1)}


def dots(svg: str) -> dict[str, float]:
    """By label, where its dot is, as a share by the axis's own numbers."""
    root = ElementTree.fromstring(svg)
    ticks = {one.text: float(one.get("x")) for one in root.iter() if re.fullmatch(r"\d+%", one.text or "")}
    start, end = ticks["0%"], ticks["100%"]
    found = {}
    for circle in (one for one in root.iter() if one.tag.endswith("circle") and len(one)):
        found[circle[0].text.partition(":")[0]] = (float(circle.get("cx")) - start) / (end - start)
    return found


def test_each_relation_is_where_its_held_out_number_is():
    figure = draw(make_scores(SHARES), "parsers")
    assert dots(figure.svg) == pytest.approx({"all": 0.5, "obj": 0.8, "amod": 0.9}, abs=0.002)
    assert figure.title == (
        "2 of 2 relations have a head that beats the best fixed offset by more than luck; furthest ahead is head 1-2 at obj, 80.0% "
        "against 40.0%."
    )
    assert "BERT-base in the paper" in figure.svg and figure.svg.count('class="paper') == 4, "all, obj, amod, and the legend's"
    assert "those that it calls otherwise: obj beside dobj." in figure.caption


def test_too_few_cases_are_said():
    with pytest.raises(HeadscopeError, match="needs a relation with at least 100 cases in 10 groups"):
        draw(make_scores(SHARES, groups=3), "parsers")


def test_hostile_relations_are_only_text():
    figure = draw(make_scores({"</svg><script>\u202e" + "x" * 200: (0.9, 0.1), "obj": (0.8, 0.4)}), "parsers", width=300.0)
    assert "<script" not in figure.svg and "\u202e" not in figure.svg


@pytest.fixture
def mentions() -> Scores:
    tally, weights = Tally(), np.where(np.arange(GROUPS) < 20, 50.0, 0.0)
    for key, (value, rule) in {"all": (0.3, 0.6), "pronoun": (0.4, 0.7)}.items():
        series = Series("c", "encoder", "coreference", key)
        tally.add(series, weights[:, None, None] * np.array([[value, 0.1]]), weights)
        for name in ("nearest", "head match", "sieves"):
            tally.add(series._replace(baseline=name), weights[:, None, None] * np.full((1, 1), rule), weights)
    record = CorpusRecord("c", "c", "conll2012", "0", 3, 9, 90, 0, 0, {}, ["1/1"])
    model = {"name": "my-model", "stacks": {"encoder": [1, 2]}}
    return Scores(tally, Manifest(model, [record], {"coreference": ["all", "pronoun"]}, {}, 1.0))


def test_rules_and_heads_by_kind_of_mention(mentions):
    figure = draw(mentions, "coreference")
    assert figure.title.startswith("Held out, the best head is 30.0 points behind the best rule")
    assert "Mentions: 1,000 all, 1,000 pronoun." in figure.caption and figure.caption.endswith("my-model on c.")
    texts = re.findall(r">([^<>]+)</text>", figure.svg)
    assert texts.count("sieves") == 2 and "head match" in texts, "names keep their spaces"
    assert dots(figure.svg)["head 1-1"] == pytest.approx(0.4, abs=0.002), "the last group is of pronouns"


@pytest.mark.parametrize("name", ["parsers", "coreference"])
def test_a_run_without_the_measure_says_so(run, name):
    with pytest.raises(HeadscopeError, match=f"The figure '{name}' needs the measure"):
        draw(run({"peak.all": [[0.5]]}), name)
