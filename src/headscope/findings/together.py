"""Heads that no key of a measure alone takes most of the attention of, but its keys together: half to [CLS], say, and half to [SEP]."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

from headscope.results.scores import Scores
from headscope.statistics.intervals import interval
from headscope.types import Head, Series, Stack


def summed(
    scores: Scores, parts: Sequence[Series]
) -> tuple[Float64[np.ndarray, "group layer head"], Float64[np.ndarray, " group"]]:
    """Totals and weights of the sum of several scores, as a tally has them; of those that are counted over the same cases as the first."""
    weights = scores.tally.weights(parts[0])
    same = [one for one in parts if np.array_equal(scores.tally.weights(one), weights)]
    return np.sum([scores.tally.totals(one) for one in same], axis=0), weights


def mostly_together(scores: Scores, stack: Stack) -> list[tuple[list[Series], list[Head]]]:
    """By measure whose keys are parts of one attention: its scores, and the heads of which these together are more than the quantity
    calls much, with the whole interval. From the first corpus that has the measure."""
    found = []
    for name in scores.manifest.measures:
        about = scores.about(name)
        much = about.quantity.much
        held = [s for s in scores.series() if (s.measure, s.stack) == (name, stack) and scores.tally.groups(s)]
        parts = [one for one in held if one.corpus == held[0].corpus]
        if not about.parts or about.second or much is None or len(parts) < 2:
            continue
        totals, weights = summed(scores, parts)
        value, (low, _) = totals.sum(0) / weights.sum(), interval(totals, weights)
        least = np.where(np.isnan(low), value, low)
        found.append((parts, [Head(int(layer), int(head)) for layer, head in np.argwhere(least > much)]))
    return found
