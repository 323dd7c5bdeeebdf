"""Documents fall into groups: everywhere the same, and evenly."""

import subprocess
import sys
from collections import Counter

import pytest

from headscope.tallies import GROUPS, group_of

# Each by another tool: printf ID | b2sum -l 64, as a number, modulo 200.
PINNED = {"": 76, "1": 110, "2": 100, "news.txt:7": 97, "Ünïcödé": 61}


@pytest.mark.parametrize(("document", "group"), PINNED.items())
def test_groups_never_change(document, group):
    """Pinned: runs of different versions could not be merged if these moved."""
    assert group_of(document) == group


@pytest.mark.slow
def test_groups_do_not_depend_on_the_session():
    """Python's own hash of a string would."""
    code = "from headscope.tallies.groups import group_of; print([group_of(str(i)) for i in range(50)])"
    for seed in ("1", "2"):
        answer = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert answer.stdout.strip() == str([group_of(str(i)) for i in range(50)])


@pytest.mark.parametrize("pattern", ["{}", "news.txt:{}", "https://example.org/{}?page=1"])
def test_groups_are_filled_evenly(pattern):
    """20,000 documents, 100 expected a group: χ² with 199 degrees of freedom passes 290 once in 100,000 times."""
    filled = Counter(group_of(pattern.format(number)) for number in range(20_000))
    assert set(filled) == set(range(GROUPS))
    assert sum((number - 100) ** 2 / 100 for number in filled.values()) < 290


def test_any_text_has_a_group():
    assert all(0 <= group_of(document) < GROUPS for document in ("", "\ud800", "Ünïcödé", "a" * 10_000, "\0"))
    assert group_of("ü") != group_of("u")
