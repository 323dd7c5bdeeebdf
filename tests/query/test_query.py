"""Queries over scores: what they find against filters written in NumPy, what they refuse and where, and hostile ones."""

import json
import re
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.findings.labels import behaviours, label_names, rules
from headscope.query import QueryError, facts_of, parse, search
from headscope.query.language import LANGUAGE, likeness
from headscope.types import Head

CASES = json.loads(Path(__file__).with_name("query_cases.json").read_text("utf-8"))
ERRORS = [{**case, "query": case["query"] * case.get("times", 1)} for case in CASES["errors"]]
SOURCE = Path(__file__).parent.parent.parent / "src" / "headscope" / "query"


@pytest.mark.parametrize("case", CASES["found"], ids=lambda case: f"{case['facts']}: {case['query']}")
def test_what_is_found_is_what_a_filter_finds(case, made_facts, brute_force):
    found = search(made_facts(CASES["facts"][case["facts"]]), case["query"])
    assert [f"{stack}/{head}" for stack, head in found.heads] == case["heads"]
    assert found.read == case.get("read", case["query"])
    assert brute_force.brute_force(case["facts"], case["query"]) == case["heads"]


def test_every_case_has_its_filter(brute_force):
    assert {(name, query) for name, each in brute_force.BRUTE.items() for query in each} == {
        (case["facts"], case["query"]) for case in CASES["found"]
    }
    assert sum(not case["heads"] for case in CASES["found"]) <= 2  # a filter that finds nothing tells little


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: f"{case['facts']}: {case['query'][:40]}")
def test_what_is_wrong_and_where(case, made_facts):
    with pytest.raises(QueryError) as caught:
        search(made_facts(CASES["facts"][case["facts"]]), case["query"])
    error = caught.value
    assert (error.message, error.start, error.end) == (case["message"], case["start"], case["end"])
    assert list(error.suggestions) == case["suggestions"] != []
    line, place, *tries = str(error).splitlines()[1:]
    assert tries == ["Try:", *(f"  {query}" for query in case["suggestions"])]
    assert error.message in str(error) and set(place) <= {" ", "^"}
    shown = line[place.index("^") : place.rindex("^") + 1]
    assert shown == case["query"][error.start : error.end]  # the caret is under the place, also where a long query is cut


def test_every_message_occurs():
    """A sentence that no case leads to would be one that nobody has read."""
    heard = [re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in LANGUAGE["messages"].values()]
    said = [case["message"] for case in CASES["errors"]] + ["Try:", "obj, read as: obj top 5"]
    assert [text for text in heard if not any(re.search(text, message) for message in said)] == []


@pytest.mark.parametrize("one, other, ratio", CASES["likeness"])
def test_likeness_is_the_matcher_s_ratio(one, other, ratio):
    """The page has its own matcher; this is what its numbers are held against."""
    assert SequenceMatcher(None, one, other, autojunk=False).ratio() == ratio == likeness(one.upper(), other)


def test_the_table_of_words_is_whole():
    parts = [part for each in ("terms", "tests") for parts in LANGUAGE[each].values() for part in parts]
    flat = [part for one in parts for part in (one if isinstance(one, list) else [one])]
    literal = {part.strip("'").split("|")[0] for part in flat if part.startswith("'")}
    assert {part for part in flat if not part.startswith("'")} == set(LANGUAGE["slots"])
    words = {*LANGUAGE["joints"], LANGUAGE["prefix"], *literal, *LANGUAGE["terms"], *LANGUAGE["tests"], LANGUAGE["filler"]}
    assert {*LANGUAGE["aliases"].values()} <= words and not {*LANGUAGE["aliases"]} & words
    assert {word for word in words if word.isalpha()} == set(LANGUAGE["reserved"])
    used = "".join(path.read_text() for path in SOURCE.glob("*.py")) + '"read"'  # by the table of what was found
    assert [name for name in LANGUAGE["messages"] if f'"{name}"' not in used] == []


def test_and_binds_tighter_than_or_and_not_tightest():
    tree = parse("layer 1 or layer 2 and not layer 3")
    assert tree.joint == "or" and tree.parts[1].joint == "and"


@pytest.mark.parametrize(
    "deep", ["(" * 50 + "layer 1" + ")" * 50, "not " * 50 + "layer 1", "not (" * 25 + "layer 1" + ")" * 25]
)
def test_as_deep_as_allowed_is_answered(deep, made_facts):
    assert len(search(made_facts(CASES["facts"]["bert"]), deep).places) in (4, 8)


def test_as_long_as_allowed_is_answered(made_facts):
    query = " or ".join(["sep > 0.9"] * 76)
    assert len(query) <= LANGUAGE["limits"]["characters"]
    found = search(made_facts(CASES["facts"]["bert"]), query)
    assert [str(head) for _, head in found.heads] == ["2-1"] and len(found.columns) == 1


@pytest.mark.parametrize("query", ["\x1b[2J > 1", "sep > 1\r\nrm", "sep \x00", "sep > \u202e1", "sepp and \x1b[2J"])
def test_control_characters_do_not_reach_a_terminal(query, made_facts):
    with pytest.raises(QueryError) as caught:
        search(made_facts(CASES["facts"]["bert"]), query)
    assert str(caught.value).count("\n") > 2 and str(caught.value).replace("\n", "").isprintable()


def test_a_run_is_asked_as_it_is(counted):
    """Scores of a tally, with directions: each head counts by its better one."""
    right = np.random.default_rng(3).integers(0, 9, (12, 2, 2, 3)).astype(float)
    scores = counted({"obj": (right, np.full(12, 10.0), {}), "nsubj": (right[:, ::-1, ::-1], np.full(12, 10.0), {})})
    value = right.sum(0) / 120
    expected = [str(Head(*at)) for at in np.argwhere(value.max(0) > 0.4)]
    assert sorted(scores.where("obj > 0.4")) == expected and expected
    best = np.unravel_index(value[0].argmax(), (2, 3))
    assert scores.where("dependency.obj to-head top 1") == [str(Head(*map(int, best)))]
    found = search(facts_of(scores), "obj top 6")
    assert [found.columns[0].value[place] for place in found.places] == sorted(value.max(0).ravel(), reverse=True)
    for place, (_, head) in zip(found.places, found.heads, strict=True):
        whose = found.columns[0].series[place]
        assert (
            whose is not None and whose.direction == ("dependent-to-head", "head-to-dependent")[int(value[:, *head].argmax())]
        )


def test_labels_are_those_of_the_labels_table(bundled):
    from headscope.api.measure import measure

    scores = measure(bundled, "bundled", ["offset", "token", "entropy"], limit=16, max_length=64, progress=False)
    for label in {one.label for one in behaviours(scores)}:
        assert scores.where(f"label {label}") == [str(one.head) for one in behaviours(scores) if one.label == label]
    assert label_names(scores)[0] == ["next", "previous", "broad", "cls", "sep", "punct", "mixed"]
    assert [rule.label for rule in rules(scores)] == label_names(scores)[0][:-1]
    with pytest.raises(HeadscopeError, match="no label 'same-other'"):
        scores.where("label same-other")  # patterns were not measured
