"""The page of two runs as text: what its data says, what cannot get out of it, where it is written."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from headscope.api.compare import compare
from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.report.compare_page import check_page, render, write_page
from headscope.report.compare_payload import payload

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028"


@pytest.fixture(scope="module")
def two(bundled):
    """Two lengths of real text; the second run says that it is of another model, with a hostile name."""
    runs = [measure(bundled, "bundled", ["offset", "entropy"], limit=40, max_length=size, progress=False) for size in (48, 24)]
    runs[1].manifest.model = {**runs[1].manifest.model, "name": HOSTILE}
    return compare(*runs)


def test_the_data_is_the_comparison(two):
    made = payload(two)
    assert made["title"] == f"bert-8x8 → {HOSTILE}"
    assert [score["id"] for score in made["scores"]] == ["offset.-1", "offset.0", "offset.+1", "entropy.all", "entropy.cls"]
    for score, one in zip(made["scores"], two.differences, strict=True):
        np.testing.assert_allclose(score["value"], one.difference, atol=1e-6)
        np.testing.assert_allclose(np.array(score["second"]) - score["first"], one.difference, atol=2e-6)
        assert score["sure"] == one.sure.tolist() and score["drawn"]
    assert made["partners"] is None
    assert [one["quantity"]["unit"] for one in made["measures"]] == ["", "nats"]
    assert made["compared"][0] == f"The runs differ in: model bert-8x8 / {HOSTILE}; max-length 48 / 24."
    linked = [finding for finding in made["findings"] if finding["score"]]
    assert linked and all(finding["score"] in finding["text"] for finding in linked)
    assert "dash" not in json.dumps(made["measures"]) and made["measures"][0]["read"].startswith(
        "What is compared: the share of its"
    )


def test_relations_without_a_change_are_not_drawn(bundled):
    run = measure(bundled, "annotated", ["dependency=obj,nsubj"], limit=40, progress=False)
    made = payload(compare(run, run))
    assert made["scores"] and not any(score["drawn"] for score in made["scores"])
    assert "Both runs read the same documents" in " ".join(made["reading"])


def test_partners_are_named_where_heads_moved(two):
    moved = compare(two.first, two.second, match="scores", within="stack")
    assert moved.matchings["encoder"].moved > 0
    made = payload(moved)
    assert sorted(name for row in made["partners"]["encoder"] for name in row) == sorted(
        f"{layer}-{head}" for layer in range(1, 9) for head in range(1, 9)
    )
    assert "picked to be alike" in made["reading"][-1]


def test_nothing_gets_out_of_the_data(two):
    page = render(payload(two))
    assert HOSTILE not in page and page.count("</script>") == 2
    block = re.search(r'<script type="application/json" id="payload">(.*?)</script>', page, re.DOTALL)
    assert json.loads(block[1]) == payload(two)
    assert "default-src 'none'" in page and "unsafe-inline" not in page
    assert not re.search(r'(?:src|href)="https?:', page)
    assert render(payload(two)) == page


def test_it_is_written_whole_or_not_at_all(two, tmp_path, monkeypatch):
    path = check_page(tmp_path / "new" / "folder")
    assert path == tmp_path / "new" / "folder" / "compare.html"
    write_page(two, path)
    before = path.read_bytes()
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(HeadscopeError, match="The disk is full"):
        write_page(two, path)
    assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]


def test_where_it_must_not_be_written(tmp_path):
    file = tmp_path / "there.html"
    file.write_text("mine")
    with pytest.raises(HeadscopeError, match="is there already"):
        check_page(file)
    assert check_page(file, force=True) == file
    with pytest.raises(HeadscopeError, match="can't be written"):
        check_page(file / "below")
    (tmp_path / "compare.html").mkdir()
    with pytest.raises(HeadscopeError, match="is a folder"):
        check_page(tmp_path)
