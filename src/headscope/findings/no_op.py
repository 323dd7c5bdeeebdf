"""The no-op question asked of one head: does it rest on [SEP] from the words that its relation says nothing about?"""

from dataclasses import dataclass

import numpy as np

from headscope.names import ALL, OWN
from headscope.results.scores import Scores
from headscope.statistics.intervals import FEWEST_GROUPS, resample
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

    The interval draws document groups with replacement, the same for both means.
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
    if min(np.count_nonzero(sums[:, 1]), np.count_nonzero(sums[:, 3])) < FEWEST_GROUPS:
        return Rest(bearing, others, bearing - others)
    drawn = resample(sums[:, None], np.ones(len(sums)))[:, 0]
    drawn = drawn[(drawn[:, [1, 3]] > 0).all(1)]  # a sample may miss the few groups that have the relation
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1] - drawn[:, 2] / drawn[:, 3], (0.025, 0.975))
    return Rest(bearing, others, bearing - others, float(low), float(high))
