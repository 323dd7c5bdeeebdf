"""Sums that no attention can give: a share above 1, entropy below 0, a figure of no unit."""

import numpy as np

from headscope.tallies.tally import Totals, Weights

SLACK = 0.01  # per unit of weight: rows of half precision sum to 1 ± 0.004


def impossible(totals: Totals, weights: Weights, low: float | None, high: float | None) -> tuple[tuple[int, int], float] | None:
    """The first head whose sum is not one of figures from `low` to `high` (None: no end), and what its figure would be; None where all
    are.

    >>> impossible(np.array([[[0.5, 1.2]]]), np.ones(1), 0.0, 1.0), impossible(np.ones((1, 1, 2)), np.ones(1), 0.0, 1.0)
    (((0, 1), 1.2), None)
    """
    counted = weights if weights.ndim == 3 else weights[:, None, None]
    wrong = (counted == 0) & (totals != 0)
    if low is not None:
        wrong = wrong | (totals < (low - SLACK) * counted)
    if high is not None:
        wrong = wrong | (totals > (high + SLACK) * counted)
    if not wrong.any():
        return None
    group, layer, head = (int(at) for at in np.argwhere(wrong)[0])
    counted = np.broadcast_to(counted, totals.shape)
    with np.errstate(divide="ignore"):
        return (layer, head), float(np.divide(totals[group, layer, head], counted[group, layer, head]))
