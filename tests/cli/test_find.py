"""headscope find: its table in every form, its mistakes, and everything that docs/find.md shows, on a real run."""

import csv
import io
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from headscope.findings.labels import MIXED, label_names
from headscope.measures import MEASURES
from headscope.results.open import open_run
from headscope.types import Head

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "find.md").read_text("utf-8")
TABLED = re.findall(r"^\| `(.+?)` \|", DOCUMENT, re.MULTILINE)
SHOWN = [
    part.partition("\n")[::2]
    for block in re.findall(r"^```console\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.fixture(scope="module")
def atlas(report):
    return report.folder


@pytest.mark.parametrize("command, shown", SHOWN, ids=[command for command, _ in SHOWN])
def test_the_document_shows_what_comes_out(main, atlas, monkeypatch, command, shown):
    monkeypatch.chdir(atlas.parent)
    status, output, errors = main(*shlex.split(command)[1:])
    assert status == (2 if shown.startswith("headscope: ") else 0)
    for line in filter(None, map(str.strip, shown.splitlines())):
        assert re.search(re.escape(line).replace("…", ".*"), output + errors), (command, line, output + errors)


@pytest.mark.parametrize("query", TABLED)
def test_every_query_of_the_document_is_answered(main, atlas, query):
    status, output, errors = main("find", atlas, "--", query)
    assert status == 0 and errors == ""
    count = int(re.search(r"^(\d+) of 64 heads: ", output, re.MULTILINE)[1])
    assert 0 < count < 64 or query == "stack encoder", "an example that finds nothing, or everything, shows nothing"


def test_the_document_has_the_whole_grammar():
    from headscope.query.language import LANGUAGE

    grammar = re.search(r"^```ebnf\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)[1]
    words = {*re.findall(r'"([^"…]+)"', grammar)}
    assert words == {*LANGUAGE["reserved"], *LANGUAGE["tests"], *LANGUAGE["directions"], *LANGUAGE["brackets"]}
    limits = LANGUAGE["limits"]
    assert f"{limits['characters']:,} characters" in DOCUMENT and f"at most {limits['depth']} deep" in DOCUMENT
    assert all(f"`{name}`" in DOCUMENT for name, measure in MEASURES.items() if measure.second)


def test_the_document_has_every_label(atlas):
    said = re.search(r"`headscope table DIR labels`: ([\w, ]+) \|", DOCUMENT)[1].split(", ")
    rules = sorted(
        (key.label for one in MEASURES for key in MEASURES[one].known.values() if key.label), key=lambda one: one.order
    )
    assert said == [*(one.label for one in rules), *(m.behaviour for _, m in MEASURES.items() if m.behaviour), MIXED]
    assert {*label_names(open_run(atlas))[0]} <= {*said}


def test_the_table_against_the_arrays(main, atlas):
    scores = open_run(atlas)
    obj = [scores.find("dependency", "obj", direction=way) for way in ("dependent-to-head", "head-to-dependent")]
    sep = scores.find("token", "sep")
    best = np.max([scores.value(way) for way in obj], axis=0)
    places = [Head(*map(int, at)) for at in np.argwhere((best > 0.6) & (scores.value(sep) < 0.3))]
    expected = sorted(places, key=lambda head: -best[head])
    rows = json.loads(main("find", atlas, "obj > 0.6 and sep < 0.3", "--format", "json")[1])
    assert [row["head"] for row in rows] == [str(head) for head in expected] and len(rows) >= 3
    for row, head in zip(rows, expected, strict=True):
        way = obj[int(np.argmax([scores.value(one)[head] for one in obj]))]
        low, high = scores.interval(way)
        assert row == {
            "head": str(head),
            "dependency.obj": best[head], "dependency.obj low": low[head], "dependency.obj high": high[head],
            "dependency.obj direction": way.direction,
            "token.sep": scores.value(sep)[head],
            "token.sep low": scores.interval(sep)[0][head], "token.sep high": scores.interval(sep)[1][head],
        }  # fmt: skip
    again = list(csv.DictReader(io.StringIO(main("find", atlas, "obj > 0.6 and sep < 0.3", "--format", "csv")[1])))
    assert [list(row) for row in again] == [list(row) for row in rows]
    assert scores.where("obj > 0.6 and sep < 0.3") == [row["head"] for row in rows]


def test_nothing_found_is_no_mistake(main, atlas):
    status, output, errors = main("find", atlas, "sep > 1")
    assert status == 0 and errors == "" and "0 of 64 heads: sep > 1" in output
    assert json.loads(main("find", atlas, "sep > 1", "--format", "json")[1]) == []


def test_a_mistake_is_shown_at_its_place(main, atlas):
    status, output, errors = main("find", atlas, "layer 4 and sepp > 0.5")
    assert (status, output) == (2, "")
    assert errors == (
        "headscope: There is no score 'sepp' here.\n  layer 4 and sepp > 0.5\n              ^^^^\nTry:\n  layer 4 and sep > 0.5\n"
    )
    assert "There is no run" in main("find", atlas.parent / "nowhere", "layer 4")[2]
    assert "There is no format named 'xml'" in main("find", atlas, "layer 4", "--format", "xml")[2]


@pytest.mark.parametrize(
    "query, read",
    [
        ("7-7", "7-7"), ("mixed", "label mixed"), ("label syntax", "label syntax"), ("layer >= 6", "layer >= 6"),
        ("layer 2-4", "layer 2-4"), ("OBJ > 0.5", "OBJ > 0.5"), ("top 5 entropy", "top 5 entropy"), ("obj", "obj top 5"),
    ],
)  # fmt: skip
def test_what_people_write_is_understood(main, atlas, query, read):
    status, output, errors = main("find", atlas, query)
    said = query if read == query else f"{query}, read as: {read}"
    assert (status, errors) == (0, "") and re.search(rf"^[1-9]\d* of 64 heads: {re.escape(said)}$", output, re.MULTILINE)


@pytest.mark.parametrize("query, offered", [("subject", "nsubj"), ("7.7", "7-7"), ("h7-7", "7-7"), ("head 7.7", "head 7-7")])
def test_what_is_nearly_right_is_offered_as_it_should_be(main, atlas, query, offered):
    status, output, errors = main("find", atlas, query)
    tries = errors.split("Try:\n")[1].splitlines()
    assert (status, output) == (2, "") and tries[0] == f"  {offered}"
    assert all(main("find", atlas, one.strip())[0] == 0 for one in tries)


@pytest.mark.parametrize("slip", ["7.7", "h7-7", "L7H7"])
def test_show_offers_a_head_that_was_written_in_another_way(main, atlas, slip):
    status, _, errors = main("show", atlas, slip)
    assert status == 2 and "Did you mean head 7-7?" in errors
    assert main("show", atlas, "7-7")[0] == 0
