"""headscope compare: two real runs in every form, the page, and what it refuses."""

import csv
import io
import json
import re

import pytest

from headscope.api.measure import measure


@pytest.fixture(scope="module")
def folders(bundled, tmp_path_factory):
    place = tmp_path_factory.mktemp("runs")
    for name, size in (("long", 64), ("short", 24)):
        measure(bundled, "bundled", ["offset", "token"], limit=60, max_length=size, folder=place / name, progress=False)
    measure(bundled, "bundled", ["peak"], limit=2, max_length=8, folder=place / "other", progress=False)
    return place


def test_the_surest_and_largest_come_first(main, folders):
    status, text, errors = main("compare", folders / "long", folders / "short", "--top", 5)
    assert status == 0 and errors == ""
    lines = text.splitlines()
    assert lines[0].startswith("first   bert-8x8 on bundled · 64 heads · 60 units")
    assert lines[2] == "The runs differ in: max-length 64 / 24."
    assert lines[4].startswith("Both runs are of the same model")
    assert re.fullmatch(
        r"\d+ of 384 differences are significant: p < 0.05, corrected for all 384 heads and scores .*", lines[5]
    )
    said = [
        re.fullmatch(r"\d+ of 64 heads differs? significantly in (\w+)\.\S+; the largest: \d-\d \S+ → \S+ \(.*\)\.", line)
        for line in lines[6:8]
    ]
    assert {one[1] for one in said} == {"offset", "token"}  # one score of each measure
    assert sum(line.endswith("yes") for line in lines) == 5 and "5 of 384 rows are shown" in text


def test_csv_and_json_have_every_row(main, folders):
    rows = json.loads(main("compare", folders / "long", folders / "short", "--format", "json")[1])
    again = list(csv.DictReader(io.StringIO(main("compare", folders / "long", folders / "short", "--format", "csv")[1])))
    assert len(rows) == len(again) == 6 * 64 and [row["head"] for row in rows] == [row["head"] for row in again]
    sure = [row["sure"] for row in rows]
    assert sure == sorted(sure, reverse=True) and 0 < sum(sure) < len(sure)
    effects = [abs(row["effect"]) for row in rows if row["sure"]]
    assert effects == sorted(effects, reverse=True)


def test_fewer_looks_leave_more_sure(main, folders):
    """With one measure only its rows are there; values and intervals stay, p falls or stays."""
    every = json.loads(main("compare", folders / "long", folders / "short", "--format", "json")[1])
    some = json.loads(main("compare", folders / "long", folders / "short", "--measure", "token", "--format", "json")[1])
    before = {(row["key"], row["head"]): row for row in every if row["measure"] == "token"}
    assert len(some) == len(before) == 3 * 64
    for row in some:
        old = before[row["key"], row["head"]]
        assert [row[name] for name in ("value_a", "value_b", "low", "high")] == [
            old[name] for name in ("value_a", "value_b", "low", "high")
        ]
        assert row["p"] <= old["p"]
    assert sum(row["p"] for row in some) < sum(row["p"] for row in before.values())


@pytest.mark.parametrize("match", ["position", "divergence", "scores"])
def test_a_run_with_itself(main, folders, match):
    status, text, _ = main("compare", folders / "long", folders / "long", "--match", match)
    assert status == 0 and "All 384 numbers are the same in both runs." in text
    assert ("0 of 64 are in another place" in text) == (match != "position")


def test_the_page(main, folders, tmp_path):
    file = tmp_path / "deep" / "two.html"
    status, text, errors = main("compare", folders / "long", folders / "short", "-o", file)
    assert status == 0 and errors.endswith(f"{file}\n") and "differences are significant" in text
    page = file.read_text()
    assert page.startswith("<!DOCTYPE html>") and "bert-8x8: max-length 64 / 24" in page
    assert list(file.parent.iterdir()) == [file]
    status, output, errors = main("compare", folders / "long", folders / "short", "-o", file)
    assert status == 2 and output == "" and "is there already" in errors
    assert main("compare", folders / "long", folders / "short", "-o", file, "--force")[0] == 0
    assert main("compare", folders / "long", folders / "short", "-o", tmp_path)[0] == 0
    assert (tmp_path / "compare.html").read_text() == page == file.read_text()


MISTAKES = {
    "no run": (["nowhere", "short"], "There is no run"),
    "no score in common": (["long", "other"], "no score in common: the first has offset, token; the second peak."),
    "unknown match": (["long", "short", "--match", "place"], "There is no way of matching heads named 'place'."),
    "unknown within": (["long", "short", "--within", "model"], "not within 'model'"),
    "unknown measure": (["long", "short", "--measure", "tokens"], "Did you mean 'token'?"),
    "a measure that one run lacks": (["long", "other", "--measure", "peak"], "no score of peak in common"),
    "unknown format": (["long", "short", "--format", "xml"], "There is no format named 'xml'"),
    "a file": (["long", "short", "-o", "long/manifest.json"], "is a file, and no page"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence(main, folders, case, monkeypatch):
    monkeypatch.chdir(folders)
    arguments, words = MISTAKES[case]
    status, output, errors = main("compare", *arguments)
    assert status == 2 and output == ""
    assert words in errors and errors.startswith("headscope: ") and errors.count("\n") == 1


def test_help_says_what_matching_rests_on(headscope):
    text = " ".join(headscope("compare", "--help").stdout.split())
    assert all(option in text for option in ("--match", "--within", "--measure", "--top", "--output", "--force", "--format"))
    assert "the most similar attention on the example text" in text
