"""A run about several kinds of weights → the sums of one kind, each with one weight for all heads.

Under `no-sink` heads count different rows, so that each head has a weight of its own, W_gh in group g. Everything that reads scores
(intervals, means over heads, held-out halves, differences) goes by one weight per group. So the ratio is linearised around its value
v_h = Σ_g T_gh / Σ_g W_gh, as survey statistics does it (Särndal, Swensson and Wretman 1992, section 5.5). With w_g the mean weight over
heads,

    T'_gh = v_h w_g + (T_gh − v_h W_gh) · Σ w / Σ_g W_gh.

Σ_g T'_gh / Σ_g w_g is v_h exactly, and the groups vary as those of the ratio do.
"""

import numpy as np
from jaxtyping import Float64

from headscope.tallies import Tally


def of_kind(tally: Tally, kind: str = "") -> Tally:
    """The series of one kind of weights, no longer marked as such; where there is nothing to change, the tally itself."""
    if not kind and all(not series.weights and tally.weights(series).ndim == 1 for series in tally):
        return tally
    made = Tally()
    for series in tally:
        if series.weights == kind:
            totals, weights = tally.totals(series), tally.weights(series)
            made.add(series._replace(weights=""), *(linear(totals, weights) if weights.ndim == 3 else (totals, weights)))
    return made


def unmarked(tally: Tally, kind: str) -> Tally:
    """The same as they were measured."""
    made = Tally()
    for series in tally:
        if series.weights == kind:
            made.add(series._replace(weights=""), tally.totals(series), tally.weights(series))
    return made


def linear(
    totals: Float64[np.ndarray, "group layer head"], weights: Float64[np.ndarray, "group layer head"]
) -> tuple[Float64[np.ndarray, "group layer head"], Float64[np.ndarray, " group"]]:
    """Sums with one weight per group that have the same values, and vary alike. A head that counts nothing has 0.

    Two heads, the second of which counts half of the second group:

    >>> totals, weights = np.array([[[1.0, 1.0]], [[3.0, 2.0]]]), np.array([[[2.0, 2.0]], [[4.0, 2.0]]])
    >>> sums, common = linear(totals, weights)
    >>> (sums.sum(0) / common.sum()).round(6).tolist(), common.tolist()
    ([[0.666667, 0.75]], [2.0, 3.0])
    """
    whole = weights.sum(0)
    value = np.divide(totals.sum(0), whole, out=np.zeros_like(whole), where=whole > 0)
    common = weights.mean((1, 2))
    scale = np.divide(common.sum(), whole, out=np.zeros_like(whole), where=whole > 0)
    return value * common[:, None, None] + (totals - value * weights) * scale, common
