"""Onsets by hand, and against chance: planted rises are found where they were planted, flat lines have none."""

import numpy as np
import pytest

from headscope.comparison.onsets import FROM_START, NONE, falls, onsets

RUNS = 9


def drawn(means: np.ndarray, spread: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Intervals of 95% around values that stray from their means."""
    value = means + np.random.default_rng(seed).normal(0, spread, means.shape)
    return value - 1.96 * spread, value + 1.96 * spread


def one(low: list[float], high: list[float], bar: float = 0.1) -> int:
    return int(onsets(np.array(low)[:, None], np.array(high)[:, None], np.full((len(low), 1), bar))[0])


@pytest.mark.parametrize("run", range(1, RUNS - 1))
def test_a_planted_rise_is_found_where_it_was_planted(run: int) -> None:
    means = np.where(np.arange(RUNS)[:, None] < run, 0.05, 0.5) * np.ones((1, 20))
    assert (onsets(*drawn(means, 0.01), np.full_like(means, 0.1)) == run).all()


def test_a_slow_rise_begins_where_its_interval_leaves_the_baseline() -> None:
    low = [0.05, 0.06, 0.08, 0.11, 0.2, 0.3]
    assert one(low, [end + 0.04 for end in low]) == 3


@pytest.mark.parametrize(
    ("low", "found"),
    [
        ([0.02] * 6, NONE),
        ([0.2] * 6, FROM_START),
        ([0.02, 0.02, 0.5, 0.02, 0.02, 0.02], NONE),  # it does not stay
        ([0.02, 0.02, 0.5, 0.02, 0.5, 0.5], 4),  # the second time it does
        ([0.02, 0.02, 0.02, 0.02, 0.02, 0.5], NONE),  # of the last run nobody knows
        ([0.5, 0.02, 0.5, 0.5, 0.5, 0.5], 2),
        ([np.nan] * 6, NONE),
    ],
)
def test_what_is_and_is_not_an_onset(low: list[float], found: int) -> None:
    assert one(low, [end + 0.05 for end in low]) == found


def test_a_line_that_hovers_at_its_bar_has_not_risen() -> None:
    low = [0.09, 0.09, 0.09, 0.11, 0.11, 0.11]
    assert one(low, [end + 0.1 for end in low]) == NONE, "the intervals overlap: nothing has changed"
    assert one(low, [end + 0.01 for end in low]) == 3, "they do not: something has"


@pytest.mark.parametrize(("level", "most"), [(-0.02, 1e-4), (0.0, 5e-4), (0.01, 1e-3), (0.03, 3e-3), (0.05, 3e-3)])
def test_flat_lines_have_no_onset(level: float, most: float) -> None:
    """Of 20,000 lines that stay where they are, at, below or above the bar, next to none is said to rise."""
    means = np.full((20, 20_000), 0.1 + level)
    found = onsets(*drawn(means, 0.01, seed=3), np.full_like(means, 0.1))
    assert (found > FROM_START).mean() < most
    assert level != 0.05 or (found == FROM_START).mean() > 0.9


def test_falls_are_of_lines_that_were_above() -> None:
    low = np.array(
        [
            [0.02, 0.5, 0.02, 0.02],
            [0.5, 0.5, 0.5, 0.02],
            [0.6, 0.02, 0.02, 0.02],
            [0.02, 0.02, 0.5, 0.02],
            [0.01, 0.02, 0.5, 0.02],
        ]
    )
    assert falls(low, low + 0.05, np.full_like(low, 0.1)).tolist() == [3, 2, NONE, NONE]
