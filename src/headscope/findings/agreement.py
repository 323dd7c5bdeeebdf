"""Whether two scores put the heads of a model in the same order: Spearman's rank correlation ρ, with an interval over document groups.

A measure says of itself beside which other it is to be read (`beside`). The interval is that of artanh ρ, by the jackknife (`intervals`):
both scores once more without each group. It is about the texts, not about other models: the heads are all that there are.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from headscope.quantities import shown, shown_interval
from headscope.results.scores import Scores
from headscope.statistics.intervals import FEWEST_GROUPS, ends, freedom, leave_one_out, variance
from headscope.types import Series

_MOST = 0.999999  # artanh 1 is infinite


@dataclass(frozen=True)
class Agreement:
    """Two scores of one corpus and stack, and how far their orders of heads agree. Ends are None with fewer than 10 groups."""

    first: Series
    second: Series
    rho: float
    low: float | None
    high: float | None
    heads: int


def agreements(scores: Scores) -> list[Agreement]:
    """Of every score that is to be read beside another, where the run has both of them of one corpus."""
    made = []
    for first in scores.series():
        measure, _, key = scores.about(first.measure).beside.partition(".")
        for second in scores.series() if measure else ():
            if (second.measure, second.key) == (measure, key) and (second.corpus, second.stack) == (first.corpus, first.stack):
                made.append(_agreement(scores, first, second))
    return made


def agreement_text(scores: Scores, one: Agreement) -> str:
    """It in a sentence."""
    interval = f" ({shown_interval(one.low, one.high)})" if one.low is not None else ""
    names = [f"“{scores.key(series).short}” ({series.measure})" for series in (one.first, one.second)]
    said = f"{names[0]} and {names[1]} put the {one.heads} heads in orders that agree to ρ = {shown(one.rho, one.low, one.high)}{interval}"
    where = f" on {one.first.corpus}" if scores.several_corpora else ""
    return f"{said}{where}: Spearman's rank correlation, 1 for the same order and 0 for orders that have nothing in common."


def _agreement(scores: Scores, first: Series, second: Series) -> Agreement:
    values = [scores.value(series).ravel() for series in (first, second)]
    there = np.isfinite(values).all(0)
    rho, low, high = rank_correlation(values[0][there], values[1][there]), None, None
    weights = [scores.tally.weights(series) for series in (first, second)]
    held = (weights[0] > 0) | (weights[1] > 0)
    if all((one > 0).sum() >= FEWEST_GROUPS for one in weights):
        totals = [scores.tally.totals(series).reshape(len(held), -1)[held][:, there] for series in (first, second)]
        without = [leave_one_out(total, weight[held]) for total, weight in zip(totals, weights, strict=True)]
        moved = np.arctanh([min(_MOST, max(-_MOST, rank_correlation(*pair))) for pair in zip(*without, strict=True)])
        degrees = freedom(moved, np.asarray(sum(weight[held] / weight.sum() for weight in weights)))
        middle = np.asarray(np.arctanh(min(_MOST, max(-_MOST, rho))))
        low, high = (float(np.tanh(end)) for end in ends(middle, variance(moved), degrees))
    return Agreement(first, second, rho, low, high, int(there.sum()))


def rank_correlation(first: Float64[np.ndarray, " head"], second: Float64[np.ndarray, " head"]) -> float:
    """Spearman's ρ: the correlation of the ranks, equal values having the mean of theirs; 0 where one of them has no order.

    Ranks 1 2 3 4 and 2 1 3 4: 1 − 6 · (1 + 1) / (4 · 15) = 0.8.

    >>> round(rank_correlation(np.array([0.1, 0.2, 0.3, 0.4]), np.array([5.0, 3.0, 7.0, 9.0])), 6)
    0.8
    """
    from scipy.stats import rankdata

    ranks = np.stack([rankdata(one) for one in (first, second)])
    middle = ranks - ranks.mean(1, keepdims=True)
    size = float(np.sqrt((middle**2).sum(1).prod()))
    return float(middle[0] @ middle[1]) / size if size else 0.0
