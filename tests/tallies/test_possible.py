"""Sums that can't be: both ends of a range, by the weight of what was counted, head by head; and what there is no end to."""

import numpy as np
import pytest

from headscope.tallies import impossible
from headscope.tallies.possible import SLACK


def sums(*figures: float, weight: float = 4.0) -> tuple[np.ndarray, np.ndarray]:
    """One group, one layer, the heads' figures times the weight."""
    return np.array([[figures]]) * weight, np.full(1, weight)


@pytest.mark.parametrize("weight", [0.25, 1.0, 4.0])
def test_both_ends_with_some_slack(weight):
    near = SLACK * 0.9
    assert impossible(*sums(0.0, 1.0, -near, 1 + near, weight=weight), 0.0, 1.0) is None
    for figure in (-1.2 * SLACK, 1 + 1.2 * SLACK):
        found = impossible(*sums(0.5, 0.5, figure, weight=weight), 0.0, 1.0)
        assert found is not None and found[0] == (0, 2) and found[1] == pytest.approx(figure)


def test_the_slack_is_its_end_and_the_first_beyond_it_is_named():
    weights = np.full(2, 4.0)
    at_the_end = np.array([[[(0.0 - SLACK) * 4.0, (1.0 + SLACK) * 4.0]]] * 2)
    assert impossible(at_the_end, weights, 0.0, 1.0) is None
    beyond = at_the_end + np.array([[[0.0, 1.0]], [[-1.0, 0.0]]])
    found = impossible(beyond, weights, 0.0, 1.0)
    assert found is not None and found[0] == (0, 1) and found[1] == pytest.approx(1.26)


def test_what_has_no_end_has_none():
    assert impossible(*sums(1e6), 0.0, None) is None and impossible(*sums(-1e6), None, 1.0) is None
    assert impossible(*sums(-1.0), 0.0, None) is not None and impossible(*sums(2.0), None, 1.0) is not None
    assert impossible(*sums(1e6, -1e6), None, None) is None


def test_a_figure_of_nothing():
    """Where nothing was counted there is no sum either; weights may be head by head."""
    totals, weights = np.zeros((2, 2, 2)), np.ones((2, 2, 2))
    weights[1, 0, 1] = 0
    assert impossible(totals, weights, None, None) is None
    totals[1, 0, 1] = 0.5
    found = impossible(totals, weights, None, None)
    assert found == ((0, 1), np.inf)
    totals[0, 1, 0] = 0.5  # which can be: it was counted
    assert impossible(totals, weights, None, None) == ((0, 1), np.inf)
