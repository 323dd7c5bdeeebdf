"""The same command gives the same bytes but for the fields that say when and how long; other batches and threads, the same words."""

import json
import re

import polars as pl
import pytest
import torch

from headscope.api.report import report
from headscope.names import MANIFEST, PAGE

OPTIONS = {"measures": ["offset", "entropy", "pattern", "dependency"], "limit": 24, "max_length": 48, "progress": False}
WHEN = {"created", "seconds", "files", "digest"}  # the page's own digest is among the files
CLOSE = 1e-6  # what scores may differ by where batches or threads differ


@pytest.fixture(scope="module")
def folders(small, tmp_path_factory):
    """The same run twice, in batches of another size, and on another number of threads."""
    place, threads = tmp_path_factory.mktemp("same"), torch.get_num_threads()
    ways = {"once": 16, "again": 16, "batches": 3, "threads": 16}
    try:
        for name, size in ways.items():
            torch.set_num_threads(2 if name == "threads" else 1)
            report(small, "bundled", folder=place / name, batch_size=size, **OPTIONS)
    finally:
        torch.set_num_threads(threads)
    return place


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def timeless(page: bytes) -> str:
    """The page without when it was made and how long it took."""
    return re.sub(r"in [\d,.]+ s on \w+ in float32, [\dT:+-]+|\d{1,2} [A-Z][a-z]{2} \d{4}", "", page.decode())


def test_the_same_command_gives_the_same_bytes(folders):
    once, again = files(folders / "once"), files(folders / "again")
    assert once.keys() == again.keys() and len(once) > 10
    assert {name for name in once if once[name] != again[name]} <= {MANIFEST, PAGE}
    a, b = (json.loads(one[MANIFEST]) for one in (once, again))
    assert {name for name in a if a[name] != b[name]} <= WHEN
    assert {name for name in a["files"] if a["files"][name] != b["files"][name]} <= {PAGE}
    assert timeless(once[PAGE]) == timeless(again[PAGE])


@pytest.mark.parametrize("other", ["batches", "threads"])
def test_other_batches_and_threads_change_no_word(folders, other):
    once, changed = files(folders / "once"), files(folders / other)
    assert once.keys() == changed.keys()
    for name in (name for name in once if name.endswith(".parquet")):
        a, b = (pl.read_parquet(one[name]) for one in (once, changed))
        assert a.shape == b.shape and a.columns == b.columns
        for column in a.columns:
            if a[column].dtype.is_float() and column != "total":
                apart = (a[column] - b[column]).abs().max()
                assert apart is None or apart <= CLOSE, (name, column)
            elif column not in ("total", "map", "cls", "sep", "predictions"):  # of which the numbers are not words
                assert a[column].equals(b[column], null_equal=True), (name, column)
    words = [re.findall(r"\"(?:text|summary|label|name)\":\s*\"([^\"]*)\"", timeless(one[PAGE])) for one in (once, changed)]
    assert words[0] == words[1] and len(words[0]) > 20
