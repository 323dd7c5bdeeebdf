"""The page of many runs as data: numbers survive the packing, nothing gets out of it, and it is written whole or not at all."""

import base64
import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from headscope.api.track import track
from headscope.errors import HeadscopeError
from headscope.report.track_page import check_output, render, write_output
from headscope.report.track_payload import MISSING, payload

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028"
_SPEC = importlib.util.spec_from_file_location("planted_runs", Path(__file__).parent.parent / "planted_runs.py")
planted = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(planted)


@pytest.fixture(scope="module")
def story():
    runs = planted.planted_history()
    runs[0].manifest.corpora[0].name = "text"
    for run in runs:
        run.manifest.model["architecture"] = HOSTILE
    return track(runs, progress=False)


def unpacked(score: dict, lines: str, runs: int) -> np.ndarray:
    steps = np.frombuffer(base64.b64decode(lines), "<u2").astype(float).reshape(3, runs, 2, 3)
    low, high = score["range"]
    return np.where(steps == MISSING, np.nan, low + steps / (MISSING - 1) * (high - low))


def test_the_data_is_the_story(story) -> None:
    made = payload(story)
    assert made["title"] == "6 heads over 7 training steps" and made["histories"][0]["runs"][-1] == "2,048"
    for at, (score, course) in enumerate(zip(made["scores"], story.histories[0].courses, strict=True)):
        values = unpacked(score, made["histories"][0]["lines"][at], 7)
        step = (score["range"][1] - score["range"][0]) / MISSING
        np.testing.assert_allclose(values, [course.value, course.low, course.high], atol=step)
        assert made["histories"][0]["onsets"][at] == course.onsets.ravel().tolist()
    assert [one["text"] for one in made["findings"]] == story.sentences
    known = {score["id"] for score in made["scores"]}
    assert all(one["score"] in known for one in made["findings"][:-1])
    induction = next(number for number, one in enumerate(made["behaviours"]) if one["name"] == "induction")
    assert [run["decoder"][5] for run in made["histories"][0]["labels"]] == [
        run["decoder"][5] for run in made["histories"][0]["labels"][:4]
    ] + [induction] * 3


def test_a_number_that_is_missing_stays_missing(story) -> None:
    course = story.histories[0].courses[0]
    before = course.value[0, 0, 0]
    course.value[0, 0, 0] = np.nan
    try:
        made = payload(story)
    finally:
        course.value[0, 0, 0] = before
    assert np.isnan(unpacked(made["scores"][0], made["histories"][0]["lines"][0], 7)[0, 0, 0, 0])


def test_data_can_not_leave_its_element(story) -> None:
    made = {**payload(story), "title": HOSTILE}
    page = render(made)
    assert page.count("</script>") == 2 and "<img" not in page
    data = re.search(r'<script type="application/json" id="payload">(.*?)</script>', page, re.DOTALL)[1]
    assert json.loads(data)["title"] == HOSTILE and render(made) == page


def test_a_page_a_table_or_both(story, tmp_path: Path) -> None:
    for name, files in (
        ("a/page.html", ["page.html"]),
        ("b/lines.parquet", ["lines.parquet"]),
        ("c", ["lines.parquet", "onsets.parquet", "track.html"]),
    ):
        places = check_output(tmp_path / name)
        write_output(story, places)
        folder = tmp_path / name if name == "c" else (tmp_path / name).parent
        assert sorted(path.name for path in folder.iterdir()) == files
        with pytest.raises(HeadscopeError, match="is there already"):
            check_output(tmp_path / name)
        assert check_output(tmp_path / name, force=True) == places
    assert pl.read_parquet(tmp_path / "c" / "lines.parquet").equals(story.to_polars())
    assert pl.read_parquet(tmp_path / "c" / "onsets.parquet").equals(story.onsets_to_polars())
    (tmp_path / "file.txt").write_text("mine")
    with pytest.raises(HeadscopeError, match=r"-o takes FILE\.html, FILE\.parquet or a folder"):
        check_output(tmp_path / "file.txt")
