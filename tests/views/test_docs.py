"""docs/views.md: its pictures are there and small, and what it says of weights and heads is so."""

import re
from pathlib import Path

import numpy as np
import pytest

from headscope.types import Head
from headscope.views.attend import attend
from headscope.views.payload import ERROR

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "views.md").read_text()
PAIR = ("The cat sat on the mat", "The cat lay on the rug")


def test_pictures_are_there_and_small():
    pictures = [DOCS / name for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)]
    assert pictures and all(path.exists() for path in pictures)
    pictures = list((DOCS / "images").glob("*.png"))
    sizes = [path.stat().st_size for path in pictures]
    assert max(sizes) < 150_000 and sum(sizes) < 1_000_000
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in pictures)


def test_the_error_is_the_one_that_is_stated():
    assert f"**{ERROR:.4f}**" in TEXT


# For each row of the table: from a token to those that its head is said to look at there, more than at any other.
SAID = {
    "next word": [(2, {3}), (6, {7}), (9, {10})],
    "previous word": [(1, {13}), (3, {2}), (10, {9})],
    "same sentence": [(3, {3}), (6, {6}), (10, {10}), (1, {0, 12})],
    "other sentence": [(2, {9}), (4, {11}), (9, {2}), (11, {4})],
    "predict": [(4, {5}), (11, {12}), (13, {11, 12})],
    "delimiters": [(4, {7}), (6, {7, 14}), (2, {2}), (9, {2})],
}


@pytest.mark.parametrize("pattern", SAID)
def test_the_heads_of_the_table_do_on_the_pair_what_is_said_of_them(bundled, pattern):
    [row] = [line for line in TEXT.splitlines() if line.startswith("|") and pattern in line]
    head = Head.parse(row.split("|")[2].strip())
    maps = attend(bundled, *PAIR).stack().maps[head.layer, head.head]
    for query, keys in SAID[pattern]:
        assert set(np.argsort(-maps[query])[: len(keys)].tolist()) == keys
