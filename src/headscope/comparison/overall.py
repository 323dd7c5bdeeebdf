"""The mean over all heads of a score, in both runs: whether heads taken together do more or less of it.

m = mean over heads of v_h, and d = m_b − m_a, with an interval over document groups as for single heads; p is corrected in the same way,
for all scores that are looked at here (`differences`).
"""

from dataclasses import dataclass

import numpy as np

from headscope.comparison.comparison import LEAST, SURE, Comparison, Difference
from headscope.comparison.differences import Family, Sums
from headscope.results.scores import Scores
from headscope.statistics.means import over_heads
from headscope.ties import rounded
from headscope.types import Series


@dataclass(frozen=True)
class Overall:
    """One score's means over heads, the 95% interval of their difference (NaN where there are too few groups), p, and the difference in
    standard deviations of the score over the heads of both runs."""

    one: Difference
    value_a: float
    value_b: float
    low: float
    high: float
    p: float
    effect: float

    @property
    def difference(self) -> float:
        return self.value_b - self.value_a


def overall(comparison: Comparison) -> list[Overall]:
    """The scores whose mean over heads differs significantly, the largest effects first. Of those alone of which a mean over heads says
    something, and that no other speaks for."""
    family, added = Family(), []
    for one in comparison.differences:
        about, key = comparison.first.about(one.pair.first.measure), comparison.first.key(one.pair.first)
        if key.by_layer and not about.second and not about.open_keys:
            a, b = _sums(comparison.first, one.pair.first), _sums(comparison.second, one.pair.second)
            added.append((one, a, b, family.add(a, b, one.pair.paired)))
    found = []
    for one, a, b, spread in added:
        all_values = np.concatenate([one.value_a, one.value_b])
        scale = float(np.nanstd(all_values))
        before, after, low, high, p = (float(part[0]) for part in (a.value, b.value, spread.low, spread.high, family.p(spread)))
        found.append(Overall(one, before, after, low, high, p, (after - before) / scale if scale > 0 else 0.0))
    sure = [one for one in found if one.p < SURE and abs(one.difference) >= LEAST]
    return sorted(sure, key=lambda one: -rounded(abs(one.effect)))


def _sums(scores: Scores, series: Series) -> Sums:
    totals, weights = over_heads(scores.tally.totals(series), (1, 2)), scores.tally.weights(series)
    return Sums(totals[:, None], weights, weights > 0)
