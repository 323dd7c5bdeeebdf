"""Several treebanks: the head that leads in all of them is found, one that leads in some is not; what is drawn and said is in the tally."""

import json

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.figures import draw, draw_all
from headscope.report.sections.parsers import parsers
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tables import TABLES
from headscope.tables.languages import sentence
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

WAYS = ("dependent-to-head", "head-to-dependent")
CASES = 10.0  # of each relation in each group
SHAPE = (2, 2)


def run(shares, offsets, *, noise=0.0, trees=None) -> Scores:
    """`shares` is by corpus, relation and direction's number: {head: share right}, the others being right in a tenth of the cases;
    `offsets` is by corpus: what the best offset has, another has half of that. All groups of documents alike, but for noise."""
    tally, random = Tally(), np.random.default_rng(3)

    def put(series, table):
        spread = random.normal(0, noise, (GROUPS, *table.shape))
        tally.add(series, np.clip(table + spread, 0, 1) * CASES, np.full(GROUPS, CASES))

    for corpus, relations in shares.items():
        for relation, by_way in relations.items():
            for number, way in enumerate(WAYS):
                table = np.full(SHAPE, 0.1)
                for head, share in by_way.get(number, {}).items():
                    table[head] = share
                put(Series(corpus, "encoder", "dependency", relation, way), table)
            for at, rule in enumerate(("offset -1", "offset +1")):
                put(Series(corpus, "encoder", "dependency", relation, "", rule), np.full((1, 1), offsets[corpus] / (1 + at)))
        if trees:
            put(Series(corpus, "encoder", "tree", "uuas"), np.array(trees))
            put(Series(corpus, "encoder", "tree", "uuas", "", "left- or right-branching"), np.full((1, 1), 0.4))
    records = [CorpusRecord(name, name, "conllu", "0", 3, 9, 90, 0, 0, {}, ["1/1"]) for name in shares]
    measures = {"dependency": [], **({"tree": ["uuas"]} if trees else {})}
    return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": list(SHAPE)}}, records, measures, {}, 1.0))


@pytest.fixture
def planted() -> Scores:
    """Head 2-1 finds objects in both; 1-1 finds them better, in one only. Nobody finds subjects in both."""
    return run(
        {
            "en": {"obj": {0: {(1, 0): 0.8, (0, 0): 0.95}}, "nsubj": {1: {(0, 1): 0.9}}, "obl": {0: {(1, 1): 0.9}}},
            "de": {"obj": {0: {(1, 0): 0.7}}, "nsubj": {0: {(0, 1): 0.9}}},
        },
        {"en": 0.5, "de": 0.6},
        trees=[[0.3, 0.6], [0.2, 0.1]],
    )


def rows(scores) -> dict[str, dict]:
    return {row["relation"]: row for row in json.loads(TABLES["languages"].make(scores).to("json"))}


def test_the_head_that_leads_in_every_treebank_is_found(planted):
    found = rows(planted)
    assert list(found) == ["tree", "obj", "nsubj"], "obl is in one treebank alone"
    obj = found["obj"]
    assert (obj["head"], obj["direction"], obj["everywhere"]) == ("2-1", "dependent-to-head", "yes")
    assert [obj[name] for name in ("en", "en_baseline", "en_margin")] == pytest.approx([0.8, 0.5, 0.3])
    assert [obj[name] for name in ("de", "de_baseline", "de_margin")] == pytest.approx([0.7, 0.6, 0.1])
    assert obj["de_rule"] == "offset -1" and obj["de_cases"] == GROUPS * CASES
    assert obj["de_margin_low"] == pytest.approx(0.1) == obj["de_margin_high"]
    assert found["nsubj"]["everywhere"] == "no" and found["nsubj"]["en_margin"] < 0
    assert (found["tree"]["head"], found["tree"]["direction"], found["tree"]["en_baseline"]) == ("1-2", None, 0.4)


def test_what_is_said_of_them(planted):
    made = TABLES["languages"].make(planted)
    assert made.finding == "1 of 2 relations has one head that beats the best fixed offset in both treebanks: 2-1 (obj)."
    line = next(row for row in made.to("table").splitlines() if row.startswith("obj"))
    assert line.split() == ["obj", "2-1", "to", "head", "yes", "80.0*", "(50.0)", "70.0*", "(60.0)"]
    assert sentence([]).startswith("No relation has cases enough")


def test_heads_that_are_right_by_chance_lead_nowhere():
    """All heads are right as often as the offset, document by document at random: the negative control."""
    even = {way: dict.fromkeys(np.ndindex(SHAPE), 0.5) for way in (0, 1)}
    keys = [f"r{number}" for number in range(12)]
    scores = run({name: dict.fromkeys(keys, even) for name in ("en", "de")}, {"en": 0.5, "de": 0.5}, noise=0.3)
    found = rows(scores)
    assert set(found) == set(keys) and {row["everywhere"] for row in found.values()} == {"no"}
    assert "no head beats" in TABLES["languages"].make(scores).finding


def test_subtypes_are_taken_together():
    by = {0: {(0, 0): 0.9}}
    scores = run({"en": {"nsubj": by, "nsubj:pass": by}, "de": {"nsubj": by}}, {"en": 0.5, "de": 0.5})
    found = rows(scores)
    assert list(found) == ["nsubj"]
    assert found["nsubj"]["en_cases"] == 2 * GROUPS * CASES and found["nsubj"]["de_cases"] == GROUPS * CASES


def test_a_relation_that_a_treebank_lacks_is_compared_in_the_others():
    by = {0: {(0, 0): 0.9}}
    scores = run(
        {"en": {"obj": by, "case": by}, "de": {"obj": by}, "ja": {"obj": by, "case": by}},
        dict.fromkeys(("en", "de", "ja"), 0.5),
    )
    found = rows(scores)
    assert found["case"]["de"] is None and found["case"]["everywhere"] == "yes"
    assert "in every treebank that has it" in TABLES["languages"].make(scores).finding


def test_one_treebank_is_not_compared(planted):
    alone = run({"en": {"obj": {}}}, {"en": 0.5})
    with pytest.raises(HeadscopeError, match=r"compares treebanks.*-c en\.conllu -c de\.conllu"):
        TABLES["languages"].make(alone)
    with pytest.raises(HeadscopeError, match="leave out the corpus 'de'"):
        TABLES["languages"].make(planted, corpus="de")


def test_the_figure_has_the_numbers_of_the_table(planted):
    figure = draw(planted, "languages")
    assert figure.title == TABLES["languages"].make(planted).finding
    assert "obj: head 2-1, to head" in figure.svg and "80" in figure.svg and "tree: head 1-2" in figure.svg
    made = {one.name for one in draw_all(planted) if one.figure is not None}
    assert "languages" in made, "one figure of all treebanks, not one of each"


def test_names_of_treebanks_can_not_break_out_of_the_figure():
    name = "<img src=x onerror=alert(1)>"
    scores = run({key: {"obj": {0: {(0, 0): 0.9}}} for key in (name, "de")}, {name: 0.5, "de": 0.5})
    assert "<img" not in draw(scores, "languages").svg


def test_the_page_has_them_where_heads_are_parsers(planted):
    section = parsers(planted, [planted.about("dependency"), planted.about("tree")])
    assert next(one["id"] for one in section["tables"]) == "languages"
    assert (
        section["charts"][0]["name"] == "languages" and len([c for c in section["charts"] if c.get("name") == "languages"]) == 1
    )
    alone = run({"en": {"obj": {0: {(0, 0): 0.9}}}}, {"en": 0.5})
    assert "languages" not in [one["id"] for one in parsers(alone, [alone.about("dependency")])["tables"]]


def test_a_lead_that_may_be_luck_among_many_relations_is_not_everywhere():
    """One relation in which a head leads a little in one treebank, whose interval lies above 0, among forty of which no head finds any."""
    weak = {"en": {0: {(1, 0): 0.8}}, "de": {0: {(1, 0): 0.58}}}
    nobody = [f"r{number}" for number in range(40)]
    scores = run({name: {"obj": weak[name], **{key: {} for key in nobody}} for name in weak}, {"en": 0.5, "de": 0.5}, noise=0.3)
    found = rows(scores)
    assert found["obj"]["de_margin_low"] > 0 and found["obj"]["head"] == "2-1"
    assert {row["everywhere"] for row in found.values()} == {"no"}
    alone = run({name: {"obj": weak[name]} for name in weak}, {"en": 0.5, "de": 0.5}, noise=0.3)
    assert rows(alone)["obj"]["everywhere"] == "yes", "of one relation that was asked about"
