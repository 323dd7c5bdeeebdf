"""--as-published on the command line: what it says, what it writes."""

import json

import pytest


@pytest.fixture
def here(tmp_path, monkeypatch, text_file):
    monkeypatch.chdir(tmp_path)
    text_file(documents=3)
    return tmp_path


def options(folder) -> dict:
    return json.loads((folder / "manifest.json").read_text())["options"]


def test_it_says_what_it_turned_on_and_writes_it_down(here, main):
    arguments = ["measure", "-c", "text.txt", "--measure", "entropy", "--as-published"]
    status, output, errors = main(*arguments, "-o", "run")
    assert (status, output) == (0, "")
    assert errors.splitlines()[0] == (
        "As published: --segments filled, --segment-ids zero, --map-precision float16, --smoothing published, --words-from first, "
        "--offsets published, --windows first."
    )
    written = options(here / "run")
    assert (written["segments"], written["segment_ids"], written["as_published"]) == ("filled", "zero", True)
    assert main(*arguments, "-q", "-o", "quiet") == (0, "", "")
    assert (here / "quiet" / "tally.safetensors").read_bytes() == (here / "run" / "tally.safetensors").read_bytes()


def test_one_of_them_can_stay_as_it_is(here, main):
    arguments = [
        "measure",
        "-c",
        "text.txt",
        "--measure",
        "entropy",
        "--as-published",
        "--segments",
        "paragraphs",
        "--loss",
        "sum",
    ]
    errors = main(*arguments, "-o", "run")[2]
    assert errors.startswith(
        "As published: --segment-ids zero, --map-precision float16, --smoothing published, --words-from first"
    )
    written = options(here / "run")
    assert "segments" not in written and written["loss"] == "sum"
    given = ["--segment-ids", "pair", "--map-precision", "full", "--smoothing", "none", "--words-from", "mean"]
    given += ["--offsets", "five", "--windows", "sentences", "--dry-run"]
    assert "As published: nothing, each variant was given.\n" in main(*arguments, *given, "-o", "other")[2]


def test_of_maps_only_what_is_about_maps(here, main):
    assert main("maps", "-c", "text.txt", "--limit", 3, "-q", "-o", "maps.npz")[0] == 0
    status, _, errors = main("measure", "--maps", "maps.npz", "--measure", "entropy", "--as-published", "-o", "run")
    assert status == 0
    assert errors.startswith("As published: --map-precision float16, --smoothing published, --words-from first")
    assert "segments" not in options(here / "run") and options(here / "run")["smoothing"] == "published"


def test_runs_of_different_variants_are_not_merged(here, main):
    for number, extra in ((1, []), (2, ["--segment-ids", "zero"])):
        assert main("measure", "-c", "text.txt", "--measure", "peak", "-q", *extra, "-o", f"run-{number}")[0] == 0
    status, _, errors = main("merge", "run-1", "run-2", "-o", "merged")
    assert status == 2 and "different options: --segment-ids pair and zero." in errors
