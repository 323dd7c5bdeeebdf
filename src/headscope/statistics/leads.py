"""How far a head is ahead of the other heads of its layer, and whether that is luck.

v_h is a head's value, and its lead l_h = v_h − the median of v over the other heads of its layer: what taking away just any head of the
layer would do, without which a large number says little (Budhraja et al. 2020).

- Interval: 95%, by the jackknife over document groups, all heads without the same group (`intervals`).
- Luck: groups are drawn with replacement, l' is the lead in such a sample and σ its spread; p = (1 + #{samples: max (l' − l) / σ ≥ z}) /
  (1 + samples), the maximum over all heads that are looked at and z = l / σ, lessened where groups are few (`intervals.deviate`). This is
  Westfall and Young's single step (1993), one-sided: the chance that any head without a lead is said to have one is at most 5%.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64

from headscope.statistics.intervals import (
    ANY,
    FEWEST_GROUPS,
    SAMPLES,
    deviate,
    ends,
    freedom,
    leave_one_out,
    resample,
    variance,
)

Heads = Float64[np.ndarray, "layer head"]
Totals = Float64[np.ndarray, "group layer head"]
_CLOSE = 1e-12  # leads that differ by less differ by rounding alone


@dataclass(frozen=True)
class Leads:
    """Of every head: the median of the others of its layer, the lead over it with its 95% interval, and p. NaN where a layer has one head,
    interval and p also where there are fewer than 10 groups."""

    median: Heads
    lead: Heads
    low: Heads
    high: Heads
    p: Heads


def of_others(values: Float64[np.ndarray, "*some head"]) -> Float64[np.ndarray, "*some head"]:
    """For each head the median of the others.

    >>> of_others(np.array([[1.0, 2.0, 9.0, 4.0]])).tolist()
    [[4.0, 4.0, 2.0, 2.0]]
    """
    heads = values.shape[-1]
    if heads < 2:
        return np.full_like(values, np.nan)
    return np.stack([np.median(np.delete(values, head, -1), axis=-1) for head in range(heads)], -1)


def leads(totals: Totals, weights: Float64[np.ndarray, " group"], among: Bool[np.ndarray, "layer head"] | None = None) -> Leads:
    """All heads' leads. p is corrected for the heads `among` which one looks for a lead, by default all.

    Twenty groups, in each of which the third head has 0.5 and the others 0.1:

    >>> found = leads(np.tile([0.1, 0.1, 0.5, 0.1], (20, 1, 1)), np.ones(20))
    >>> found.lead.round(6).tolist(), found.low.round(6).tolist(), found.p.round(3).tolist()
    ([[0.0, 0.0, 0.4, 0.0]], [[0.0, 0.0, 0.4, 0.0]], [[1.0, 1.0, 0.001, 1.0]])
    """
    value = np.asarray(totals.sum(0) / weights.sum())
    median = of_others(value)
    lead = value - median
    nothing = np.full_like(lead, np.nan)
    held = weights > 0
    groups = int(held.sum())
    if groups < FEWEST_GROUPS or np.isnan(lead).all():
        return Leads(median, lead, nothing, nothing, nothing)
    without = leave_one_out(totals[held], weights[held])
    leads_without = without - of_others(without)
    low, high = ends(lead, variance(leads_without), freedom(leads_without, weights[held]), ANY)
    drawn = resample(totals, weights)
    strayed = drawn - of_others(drawn) - lead
    sigma = strayed.std(0)
    steady = sigma <= _CLOSE
    with np.errstate(invalid="ignore", divide="ignore"):
        far = np.where(steady, 0.0, strayed / sigma)
        ratio = np.where(steady, np.where(lead <= _CLOSE, -np.inf, np.inf), lead / sigma)
    z = np.sign(ratio) * deviate(np.abs(ratio) / np.sqrt(groups / (groups - 1)), groups - 1)
    largest = (far if among is None else np.where(among, far, -np.inf)).max((1, 2))
    reached = np.searchsorted(np.sort(largest), z - _CLOSE)
    return Leads(median, lead, low, high, np.asarray((1 + SAMPLES - reached) / (1 + SAMPLES)))
