"""What can be said of any head, labelled or not: the scores in which it is furthest above the median head."""

from collections.abc import Iterable

import numpy as np
from jaxtyping import Float64

from headscope.findings.labels import told
from headscope.findings.wording import looks
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

MOST = 3  # scores that are named
LEAST = 2  # so many are named even if the head is below the median in all of them
TELLING = 1.5  # standings; a third score is named only from here on
SLIGHT = 0.05  # of a quantity's range: a share of 2% is twice that of 1%, and only slightly more
ALIKE = 0.9  # of two scores that correlate over all heads as closely as this, the first speaks for both


def standing(values: Float64[np.ndarray, "layer head"], least: float = 0.0) -> Float64[np.ndarray, "layer head"]:
    """(v − m) / s: how far each head's score v is above the median m of all heads, in units of the median distance s from it, or of
    `least` where that is more. Where more than half of the heads are the same (s = 0), s is the standard deviation; where all are,
    the standing is 0.

    >>> standing(np.array([[1.0, 2.0, 3.0, 8.0, 2.0]])).tolist()
    [[-1.0, 0.0, 1.0, 6.0, 0.0]]
    """
    away = values - np.nanmedian(values)
    spread = max(float(np.nanmedian(np.abs(away))) or float(np.nanstd(values)), least)
    return np.asarray(away / spread if spread > 0 else np.zeros_like(away))


class Strongest:
    """The scores by which the heads of one stack are told apart, found once for all of them."""

    def __init__(self, scores: Scores, stack: Stack) -> None:
        self._scores = scores
        every = {series: standing(scores.value(series), _slight(scores, series)) for series in _telling(scores, stack)}
        apart: dict[Series, Float64[np.ndarray, "layer head"]] = {}
        for series, table in every.items():
            if not any(_together(table, other) > ALIKE for other in apart.values()):
                apart[series] = table
        self._standings = apart if len(apart) >= LEAST else every  # a few heads may be alike in everything

    def of(self, head: Head) -> list[Series]:
        """The scores in which a head is furthest above the median head, the furthest first; where it is above in fewer than two, those in
        which it is furthest below stand for these."""
        places = {series: float(table[head]) for series, table in self._standings.items() if not np.isnan(table[head])}
        ranked = sorted(places, key=lambda series: -rounded(places[series]))
        above = [one for at, one in enumerate(ranked[:MOST]) if places[one] > (0 if at < LEAST else TELLING)]
        below = [one for one in reversed(ranked) if places[one] < 0]
        return above + below[: max(0, LEAST - len(above))]

    def told(self, head: Head) -> str:
        """The same in words, without a subject; empty where this run has no such scores, or all heads are the same.

        "attends to the next token: 21% (19–23), the median head 6%; attends broadly: 3.7 nats (3.6–3.8), the median head 3.1 nats"
        """
        return "; ".join(self._one(series, head) for series in self.of(head))

    def _one(self, series: Series, head: Head) -> str:
        quantity, values = self._scores.quantity(series), self._scores.value(series)
        low, high = (None if np.isnan(end[head]) else float(end[head]) for end in self._scores.interval(series))
        number, median = quantity.text(float(values[head]), low, high), quantity.number(float(np.nanmedian(values)), low, high)
        return f"{looks(self._scores, series)}: {number}, the median head {median}"


def _telling(scores: Scores, stack: Stack) -> Iterable[Series]:
    """Of what heads attend to, not of what they are right about; none that another speaks for."""
    held = [series for series in scores.series() if series.stack == stack and scores.tally.groups(series)]
    for series in held:
        about = scores.about(series.measure)
        if not about.counts and not about.second and not about.pairs and told(scores.key(series), stack):
            yield series


def _slight(scores: Scores, series: Series) -> float:
    quantity = scores.quantity(series)
    return 0.0 if quantity.low is None or quantity.high is None else SLIGHT * (quantity.high - quantity.low)


def _together(one: Float64[np.ndarray, "layer head"], other: Float64[np.ndarray, "layer head"]) -> float:
    """The correlation of two scores over the heads that have both; 0 where it is not defined."""
    both = ~np.isnan(one) & ~np.isnan(other)
    if one[both].std() == 0 or other[both].std() == 0:
        return 0.0
    return float(np.corrcoef(one[both], other[both])[0, 1])
