"""The golden runs' own tools: that a changed number, row, type or word is noticed, and what changes by itself is not."""

import importlib.util
import json
import sys
from pathlib import Path

import polars as pl
import pytest

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def golden():
    """The modules of tests/golden, by name."""
    sys.path.insert(0, str(GOLDEN))
    modules = {}
    for name in ("digests", "cases", "make"):
        spec = importlib.util.spec_from_file_location(name, GOLDEN / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # dataclasses look their module up
        spec.loader.exec_module(module)
        modules[name] = module
    sys.path.remove(str(GOLDEN))
    yield modules
    for name in modules:
        del sys.modules[name]


MANIFEST = {
    **{"created": "2026-01-01", "seconds": 3.5, "versions": {"torch": "1"}, "digest": "a" * 64},
    **{"model": {"name": "m"}, "units": 7},
}


def write(folder, values, manifest=MANIFEST, column="value", kind=pl.Float64):
    folder.mkdir()
    pl.DataFrame({"name": ["1-1", "1-2"], column: pl.Series(values, dtype=kind)}).write_parquet(folder / "scores.parquet")
    (folder / "manifest.json").write_text(json.dumps(manifest))
    payload = json.dumps({"title": "t", "summary": ["64 heads", "19 Nov 2026"]})
    (folder / "report.html").write_text(f'<p></p><script type="application/json" id="payload">{payload}</script>')
    return folder


def test_what_changes_by_itself_is_left_out(golden, tmp_path):
    first = write(tmp_path / "a", [0.5, None])
    later = write(
        tmp_path / "b",
        [0.5, None],
        {**MANIFEST, "created": "2027-05-05", "seconds": 9.0, "versions": {"torch": "2"}, "digest": "b" * 64},
    )
    page = later / "report.html"
    page.write_text(page.read_text().replace("19 Nov 2026", "2 May 2027"))
    contents = golden["digests"].read_folder(first)
    assert contents == golden["digests"].read_folder(later)
    assert contents["manifest.json units"] == "7" and contents["report.html page title"] == '"t"'


def test_seconds_in_printed_texts_are_left_out_and_nothing_else(golden):
    normalise = golden["digests"].normalise
    assert normalise('{"passes": 3, "seconds": 50.9}') == normalise('{"passes": 3, "seconds": 5.7}')
    assert normalise('{"passes": 3, "seconds": 5.7}') != normalise('{"passes": 4, "seconds": 5.7}')
    assert normalise("probe  UAS  seconds\nwords  44  0.8") == normalise("probe  UAS  seconds\nwords  44  0.2")
    assert normalise("probe  UAS  seconds\nwords  44  0.8") != normalise("probe  UAS  seconds\nwords  45  0.8")
    assert normalise("head  value\n3-5  0.8") != normalise("head  value\n3-5  0.9")


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        ({"values": [0.5, 1.0 + 2**-52]}, {"scores.parquet column value"}),
        ({"values": [0.5, None]}, {"scores.parquet column value"}),
        ({"values": [0.5, 1.0], "kind": pl.Float32}, {"scores.parquet column value"}),
        ({"values": [0.5, 1.0], "column": "worth"}, {"scores.parquet column value", "scores.parquet column worth"}),
        ({"values": [0.5, 1.0], "manifest": {**MANIFEST, "units": 8}}, {"manifest.json units"}),
    ],
)
def test_the_smallest_change_is_noticed_and_named(golden, tmp_path, change, noticed):
    read = golden["digests"].read_folder
    before, after = read(write(tmp_path / "a", [0.5, 1.0])), read(write(tmp_path / "b", **change))
    lines = golden["make"].compare(before, after)
    assert {line.split(":")[0] for line in lines} == noticed


def test_of_a_printed_text_the_lines_that_differ_are_shown(golden):
    before = {"$ headscope show run": "bert\n3-5 0.97\n3-7 0.93"}
    after = {"$ headscope show run": "bert\n3-5 0.98\n3-7 0.93"}
    assert golden["make"].compare(before, after) == ["$ headscope show run", "    -3-5 0.97", "    +3-5 0.98"]


def test_the_base_has_every_case_and_says_where_it_was_made(golden):
    stored = golden["make"].read_record()
    assert {*stored} == {*golden["cases"].CASES} and not any(
        "Traceback" in text for case in stored.values() for text in case.values()
    )
    machine = json.loads(golden["make"].MACHINE.read_text())
    assert {"commit", "processor", "torch", "threads"} <= {*machine}
