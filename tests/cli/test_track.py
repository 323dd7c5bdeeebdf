"""headscope track: runs on disk in every form, the page, and what it refuses."""

import csv
import importlib.util
import io
import json
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("planted_runs", Path(__file__).parent.parent / "planted_runs.py")
planted = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(planted)


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> list[Path]:
    place = tmp_path_factory.mktemp("runs")
    for step, run in zip(planted.STEPS, planted.planted_history(), strict=True):
        run.save(place / f"step-{step}")
    return sorted(place.iterdir())


def test_labels_come_first_and_sentences_before_them(main, folders) -> None:
    status, text, errors = main("track", *folders, "--top", 3)
    assert status == 0 and errors == ""
    assert (
        text.startswith("first  step-0 on text · 6 heads")
        and "7 runs, by training step: 0, 64, 128, 256, 512, 1,024, 2,048" in text
    )
    assert "head 2-3 becomes an induction head" in text
    assert [line.split()[2] for line in text.splitlines() if line.startswith(("offset  ", "induction  ", "sink  "))] == [
        "1-2",
        "2-3",
        "2-3",
    ]
    assert "3 of 7 rows are shown: --top takes more." in text


def test_csv_and_json_have_every_row(main, folders) -> None:
    rows = json.loads(main("track", *folders, "--format", "json")[1])
    again = list(csv.DictReader(io.StringIO(main("track", *folders, "--format", "csv")[1])))
    assert len(rows) == len(again) == 7 and [row["at"] for row in rows] == [row["at"] for row in again]
    assert {row["becomes"] for row in rows} == {"previous", "induction", "first", None}


def test_the_page_and_the_tables(main, folders, tmp_path) -> None:
    status, _, errors = main("track", *folders, "-o", tmp_path / "story")
    assert status == 0 and errors.endswith(f"{tmp_path / 'story' / 'track.html'}\n")
    assert sorted(path.name for path in (tmp_path / "story").iterdir()) == ["lines.parquet", "onsets.parquet", "track.html"]
    status, output, errors = main("track", *folders, "-o", tmp_path / "story")
    assert status == 2 and output == "" and "is there already" in errors


MISTAKES = {
    "one run": (["step-0"], "at least two runs, got 1"),
    "no run": (["step-0", "nowhere"], "There is no run"),
    "unknown order": (["step-0", "step-64", "--by", "stage"], "There is no order of runs named 'stage'."),
    "no seeds": (["step-0", "step-64", "--by", "seed"], "The seed of the run 'step-0' can't be told"),
    "unknown within": (["step-0", "step-64", "--within", "model"], "not within 'model'"),
    "unknown kind": (["step-0", "step-64", "--weights", "norm"], "There is no kind of weights in this run named 'norm'"),
    "unknown format": (["step-0", "step-64", "--format", "xml"], "There is no format named 'xml'"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence(main, folders, case, monkeypatch) -> None:
    monkeypatch.chdir(folders[0].parent)
    arguments, words = MISTAKES[case]
    status, output, errors = main("track", *arguments)
    assert status == 2 and output == "" and words in errors
    assert errors.startswith("headscope: ") and errors.count("\n") == 1
