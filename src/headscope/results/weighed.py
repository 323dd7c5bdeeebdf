"""A run about several kinds of weights → the sums of one kind, each with one weight for all heads.

Under `no-sink` heads count different rows, so that each head has a weight of its own, W_gh in group g. Everything that reads scores
(intervals, means over heads, held-out halves, differences) goes by one weight per group, w_g: that of the baselines, which count all
cases, or where there are none the mean over heads. So the ratio is linearised around its value v_h = Σ_g T_gh / Σ_g W_gh, as survey
statistics does it (Särndal, Swensson and Wretman 1992, section 5.5):

    T'_gh = v_h w_g + (T_gh − v_h W_gh) · Σ w / Σ_g W_gh.

Σ_g T'_gh / Σ_g w_g is v_h exactly, and the groups vary as those of the ratio do. A head that counts nothing has no value; nor has one that
counts cases in fewer than 10 groups where others count more, since so few would pass for sure.

Layers that see differently (windows beside full attention) may count different cases too; all heads of a layer then count the same. There
a few groups are what the layer has to see, and not what a head chose to rest in: such a layer keeps its values, and has no interval.
"""

import numpy as np
from jaxtyping import Float64

from headscope.statistics.intervals import FEWEST_GROUPS, interval
from headscope.tallies import Tally
from headscope.types import Series

Groups = Float64[np.ndarray, " group"]


def of_kind(tally: Tally, kind: str = "") -> Tally:
    """The series of one kind of weights, no longer marked as such; where there is nothing to change, the tally itself."""
    if not kind and all(not series.weights and tally.rows(series).weights.ndim == 1 for series in tally):
        return tally
    made = Tally()
    every = _every_case(tally, kind)
    for series in tally:
        if series.weights == kind:
            rows, plain = tally.rows(series), series._replace(weights="")
            if rows.weights.ndim == 3:
                totals, weights = linear(tally.totals(series), tally.weights(series), every.get(series[:4]))
                made.derive(plain, totals, weights, rows.weights.sum(0))
            else:
                made.add(plain, *rows)
    return made


def _every_case(tally: Tally, kind: str) -> dict[tuple[str, ...], Groups]:
    """How many cases there are in each group, by corpus, stack, measure and key: those of the baselines."""
    found: dict[tuple[str, ...], Groups] = {}
    for series in tally:
        if series.weights == kind and series.baseline and tally.weights(series).ndim == 1:
            found.setdefault(series[:4], tally.weights(series))
    return found


def unmarked(tally: Tally, kind: str) -> Tally:
    """The same as they were measured."""
    made = Tally()
    for series in tally:
        if series.weights == kind:
            made.add(series._replace(weights=""), *tally.rows(series))
    return made


def linear(
    totals: Float64[np.ndarray, "group layer head"],
    weights: Float64[np.ndarray, "group layer head"],
    common: Groups | None = None,
) -> tuple[Float64[np.ndarray, "group layer head"], Groups]:
    """Sums with one weight per group, `common` or the mean over heads, that have the same values, and vary alike; NaN for a head that
    counts nothing, or too little.

    Three heads, the second of which counts half of the second group, the third nothing at all:

    >>> totals = np.array([[[1.0, 1.0, 0.0]], [[3.0, 2.0, 0.0]]])
    >>> weights = np.array([[[2.0, 2.0, 0.0]], [[4.0, 2.0, 0.0]]])
    >>> sums, common = linear(totals, weights, np.array([2.0, 4.0]))
    >>> (sums.sum(0) / common.sum()).round(6).tolist(), common.tolist()
    ([[0.666667, 0.75, nan]], [2.0, 4.0])
    """
    common = weights.mean((1, 2)) if common is None else common
    groups = np.count_nonzero(weights, 0)
    whole = weights.sum(0)
    fewest = 1 if by_layer(weights) is not None else min(FEWEST_GROUPS, groups.max(initial=0))
    known = (whole > 0) & (groups >= fewest)
    value, scale = (
        np.divide(above, whole, out=np.full_like(whole, np.nan), where=known) for above in (totals.sum(0), common.sum())
    )
    return value * common[:, None, None] + (totals - value * weights) * scale, common


def by_layer(weights: Float64[np.ndarray, "..."]) -> Float64[np.ndarray, "group layer"] | None:
    """The weights of each layer, where all heads of a layer count the same cases and layers do not; None otherwise.

    >>> one = np.array([[[2.0, 2.0], [1.0, 1.0]]])
    >>> by_layer(one).tolist(), by_layer(np.ones(1)), by_layer(np.ones((1, 2, 2))), by_layer(one.swapaxes(1, 2))
    ([[2.0, 1.0]], None, None, None)
    """
    if weights.ndim != 3 or not (weights == weights[..., :1]).all() or (weights == weights[:, :1]).all():
        return None
    return np.asarray(weights[..., 0])


def intervals_by_layer(
    tally: Tally, series: Series
) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]] | None:
    """Where layers count different cases, the intervals of each layer's own sums; None elsewhere."""
    weights = by_layer(tally.weights(series)) if series in tally else None
    if weights is None:
        return None
    totals = tally.totals(series)
    low, high = zip(*(interval(totals[:, layer], weights[:, layer]) for layer in range(totals.shape[1])), strict=True)
    return np.stack(low), np.stack(high)


def sums_by_layer(
    tally: Tally, series: Series
) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]] | None:
    """Where layers count different cases, each head's total and weight as they were measured; None elsewhere."""
    if series not in tally or by_layer(tally.weights(series)) is None:
        return None
    return tally.totals(series).sum(0), tally.weights(series).sum(0)


def mean_of_known(values: Float64[np.ndarray, "layer head"]) -> float:
    """The mean of the numbers among them; NaN where there is none.

    >>> mean_of_known(np.array([[0.2], [np.nan], [0.4]])), mean_of_known(np.array([[np.nan]]))
    (0.30000000000000004, nan)
    """
    known = values[~np.isnan(values)]
    return float(known.mean() if len(known) else np.nan)
