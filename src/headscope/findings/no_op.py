"""The no-op question asked of one head: does it rest on [SEP] from the words that its relation says nothing about?"""

from dataclasses import dataclass

import numpy as np

from headscope.names import ALL, OWN
from headscope.results.scores import Scores
from headscope.statistics.intervals import difference
from headscope.types import Head


@dataclass(frozen=True)
class Rest:
    """Mean weight on [SEP] from the words that bear a relation and from all others, and the difference with its 95% interval. A
    difference below 0: the head rests where it has nothing to do. None is a mean over no words, and the interval where fewer than 10
    document groups have such words."""

    bearing: float | None
    others: float | None
    difference: float | None
    low: float | None = None
    high: float | None = None


def rest(
    scores: Scores,
    measure: str,
    head: Head,
    direction: str,
    relation: str,
    *,
    corpus: str | None = None,
    stack: str | None = None,
) -> Rest:
    """bearing = T_r / W_r and others = (T_all − T_r) / (W_all − W_r), with T the head's weight on [SEP] summed over W words, from the
    measure under the keys r and `all`. `dependent-to-head`: the words are dependents in the relation; `head-to-dependent`:
    they govern one.

    The interval is that of a paired difference: both means are of the same documents.
    """
    words = relation.removesuffix(OWN)
    some, every = (scores.find(measure, key, corpus=corpus, stack=stack, direction=direction) for key in (words, ALL))
    held = scores.tally.weights(every) > 0
    totals = [scores.tally.totals(series)[held, head.layer, head.head] for series in (some, every)]
    weights = [scores.tally.weights(series)[held] for series in (some, every)]
    sums = np.stack([totals[0], weights[0], totals[1] - totals[0], weights[1] - weights[0]], 1)  # [group, 4]
    whole = sums.sum(0)
    bearing, others = (float(whole[at] / whole[at + 1]) if whole[at + 1] > 0 else None for at in (0, 2))
    if bearing is None or others is None:
        return Rest(bearing, others, None)
    low, high = (
        None if np.isnan(end) else float(end) for end in difference((sums[:, 2], sums[:, 3]), (sums[:, 0], sums[:, 1]))
    )
    return Rest(bearing, others, bearing - others, low, high)
