"""headscope table: every named table of a real run in every form, and what it refuses."""

import csv
import io
import json

import pytest

from headscope.api.measure import measure
from headscope.tables import TABLES


@pytest.fixture(scope="module")
def folder(bundled, tmp_path_factory):
    place = tmp_path_factory.mktemp("runs") / "run"
    wanted = ["offset", "token", "token-from-sep", "entropy", "pattern=next,previous,delimiter", "divergence"]
    measure(bundled, "bundled", wanted, limit=24, max_length=64, folder=place, progress=False)
    return place


OF_ANNOTATED_TEXT = {"dependency", "coreference", "languages"}  # tested with runs of their own, beside what makes them


@pytest.mark.parametrize("name", [name for name in TABLES if name not in OF_ANNOTATED_TEXT])
def test_every_table_in_every_form(main, folder, name):
    status, text, errors = main("table", folder, name)
    assert status == 0 and errors == ""
    assert text.startswith("bert-8x8 on bundled · 64 heads · 24 units")
    rows = json.loads(main("table", folder, name, "--format", "json")[1])
    again = list(csv.DictReader(io.StringIO(main("table", folder, name, "--format", "csv")[1])))
    assert [list(row) for row in again] == [list(row) for row in rows]
    assert len(rows) == {"labels": 64, "neighbours": 64, "layers": 8, "by-layer": 9}[name]
    assert main("table", folder, name, "-c", "bundled", "--stack", "encoder")[1] == text


def test_the_known_heads_are_labelled(main, folder):
    rows = {row["head"]: row for row in json.loads(main("table", folder, "labels", "--format", "json")[1])}
    assert {head: (rows[head]["label"], rows[head]["pattern"]) for head in ("3-5", "3-4", "3-7")} == {
        "3-5": ("next", "next"), "3-4": ("previous", "previous"), "3-7": ("next", "next"),
    }  # fmt: skip


MISTAKES = {
    "unknown table": (
        ["neighbors"],
        "There is no table named 'neighbors'. Did you mean 'neighbours'? Known: by-layer, coreference,",
    ),
    "unknown corpus": (["layers", "-c", "wiki"], "There is no corpus in this run named 'wiki'. Known: bundled."),
    "unknown stack": (["layers", "--stack", "encodr"], "Did you mean 'encoder'?"),
    "unknown format": (["layers", "--format", "xml"], "There is no format named 'xml'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence(main, folder, case):
    arguments, words = MISTAKES[case]
    status, output, errors = main("table", folder, *arguments)
    assert status == 2 and output == ""
    assert words in errors and errors.startswith("headscope: ") and errors.count("\n") == 1


def test_a_run_that_lacks_what_the_table_needs(main, bundled, tmp_path):
    measure(bundled, "bundled", ["peak"], limit=2, max_length=8, folder=tmp_path / "run", progress=False)
    for name in TABLES:
        status, output, errors = main("table", tmp_path / "run", name)
        assert status == 2 and output == "" and errors.count("\n") == 1
        assert f"The table '{name}' needs" in errors and "measure again with --measure" in errors
    status, _, errors = main("table", tmp_path / "nowhere", "layers")
    assert status == 2 and "There is no run" in errors


def test_help_names_every_table(headscope):
    text = " ".join(headscope("table", "--help").stdout.split())
    assert all(name in text for name in TABLES)
    assert all(option in text for option in ("--corpus", "--stack", "--format"))
