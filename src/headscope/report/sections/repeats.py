"""Which measures say what another has said already, so that the page need not draw them twice."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from headscope.quantities import shown
from headscope.results.scores import Scores
from headscope.types import Series

ALIKE = 0.005  # of the quantity's range: numbers with two decimals are then mostly the same


class Repeat(NamedTuple):
    """A measure, the earlier one that it repeats, and how far the two are apart, on average and at most."""

    measure: str
    of: str
    mean: float
    most: float


def repeats(scores: Scores, measures: Sequence[str]) -> list[Repeat]:
    """Of measures in the order of the page, those that differ from an earlier one by less than ALIKE of the range, on average over
    heads and keys. Only measures of the same quantity and the same keys are compared."""
    found: list[Repeat] = []
    kept: list[str] = []
    for measure in measures:
        near = next((one for other in kept if (one := _compared(scores, measure, other))), None)
        if near is None:
            kept.append(measure)
        else:
            found.append(near)
    return found


def sentences(scores: Scores, found: Sequence[Repeat]) -> list[str]:
    """One for each: what is not drawn, and why."""
    return [
        f"{scores.about(one.measure).title} is not drawn again: it differs from “{scores.about(one.of).title}” by "
        f"{shown(one.mean, 0.0, ALIKE)} on average and {shown(one.most, 0.0, ALIKE)} at most."
        for one in found
    ]


def _compared(scores: Scores, measure: str, other: str) -> Repeat | None:
    quantity = scores.about(measure).quantity
    mine, theirs = _values(scores, measure), _values(scores, other)
    if quantity != scores.about(other).quantity or not mine or mine.keys() != theirs.keys():
        return None
    both = np.concatenate([np.stack([mine[place], theirs[place]]) for place in mine], axis=1)  # [2, heads of all series]
    apart = np.abs(both[0] - both[1])
    apart = apart[~np.isnan(apart)]
    if apart.size == 0:
        return None
    low, high = quantity.low, quantity.high
    extent = float(np.nanmax(both) - np.nanmin(both)) if low is None or high is None else high - low
    return Repeat(measure, other, float(apart.mean()), float(apart.max())) if apart.mean() < ALIKE * extent else None


def _values(scores: Scores, measure: str) -> dict[Series, np.ndarray]:
    """All heads' numbers, by the series without its measure."""
    return {one._replace(measure=""): scores.value(one).ravel() for one in scores.series() if one.measure == measure}
