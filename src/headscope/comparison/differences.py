"""What two runs say of one score, group by group → every head's difference, its interval, and what is left after many looks.

T_g is a head's total in document group g and W_g the weight there; a head's value is v = Σ T_g / Σ W_g, and d = v_b − v_a the
difference of the two runs. Here are the sums; `api/compare.py` asks them about two runs.

- Interval: 95%, of `statistics.intervals.difference`. Where both runs read one corpus, a group is left out of both (paired): that a text
  is hard for any model then cancels. Where they read two, their variances add up.
- Many looks: 64 heads and 30 scores are 1,920 intervals, and 96 of them would miss 0 by luck alone. So groups are drawn
  with replacement (the same in both runs where they are paired), d' is the difference in such a sample, each difference is divided by
  its spread σ over the samples, and p = (1 + #{samples: max |d' − d| / σ ≥ z}) / (1 + samples), the maximum being over all heads and
  all scores that were compared and z = |d| / σ. This is the single-step correction of Westfall and Young (1993, Resampling-Based
  Multiple Testing): the chance that any unchanged head is called changed is at most 5%. Samples have the same groups for all
  scores, so that scores which say the same thing count once; a correction that takes every look for a new one (Bonferroni), or
  that allows for a share of false finds (Benjamini and Hochberg), would need p far below what 1,000 samples can tell.
- Few groups: σ is itself uncertain, so |d| / (σ √(G / (G − 1))) is taken for Student's t of G − 1 degrees of freedom, G being the
  number of groups that hold the score in the run that has fewer, and z is the normal deviate that is exceeded as rarely. Without
  this, 12 groups call noise a change in half of all comparisons, and 40 groups in one of five, instead of one of twenty.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64

from headscope.statistics.intervals import SAMPLES, SEED, deviate, resample
from headscope.statistics.intervals import difference as interval

_CLOSE = 1e-12  # figures that differ by less differ by rounding alone

Groups = Bool[np.ndarray, " group"]
Heads = Float64[np.ndarray, " head"]
Samples = Float64[np.ndarray, "sample head"]


@dataclass(frozen=True)
class Sums:
    """One score of one run: totals and weights by document group; `among`, the groups that samples are drawn from."""

    totals: Float64[np.ndarray, "group head"]
    weights: Float64[np.ndarray, " group"]
    among: Groups

    @property
    def groups(self) -> int:
        """How many groups hold anything."""
        return int(np.count_nonzero(self.weights))

    @property
    def value(self) -> Heads:
        return np.asarray(self.totals.sum(0) / self.weights.sum())

    @property
    def columns(self) -> Float64[np.ndarray, "group column"]:
        return np.column_stack([self.totals, self.weights])


@dataclass(frozen=True)
class Spread:
    """A score's differences: value, 95% interval, and z; all but the value are NaN where there are too few groups."""

    difference: Heads
    low: Heads
    high: Heads
    z: Heads


def samples(a: Sums, b: Sums, paired: bool) -> Samples:
    """d' of every sample; NaN where a sample has no group that holds the score."""
    if paired:
        among = a.among | b.among
        both = _means(np.column_stack([a.columns, b.columns]), among, SEED)
        one, other = both[:, : both.shape[1] // 2], both[:, both.shape[1] // 2 :]
    else:
        one, other = _means(a.columns, a.among, SEED), _means(b.columns, b.among, SEED + 1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(other[:, :-1] / other[:, -1:] - one[:, :-1] / one[:, -1:])


def _means(columns: Float64[np.ndarray, "group column"], among: Groups, seed: int) -> Float64[np.ndarray, "sample column"]:
    """The mean of each column over the groups drawn. Of two such means the ratio is that of the sums."""
    return resample(columns[among][:, None], np.ones(int(among.sum())), seed=seed)[:, 0]


class Family:
    """Differences that are looked at together. Give it every score, then ask for p.

    Twenty groups, one head of 0.3 in both runs and one that rose from 0.3 to 0.5 in every group:

    >>> among = np.ones(20, dtype=bool)
    >>> a = Sums(np.tile([0.3, 0.3], (20, 1)), np.ones(20), among)
    >>> b = Sums(np.tile([0.3, 0.5], (20, 1)), np.ones(20), among)
    >>> family = Family()
    >>> spread = family.add(a, b, paired=True)
    >>> spread.difference.round(6).tolist(), spread.low.round(6).tolist(), family.p(spread).round(3).tolist()
    ([0.0, 0.2], [0.0, 0.2], [1.0, 0.001])
    """

    def __init__(self) -> None:
        self._largest = np.zeros(SAMPLES)

    def add(self, a: Sums, b: Sums, paired: bool) -> Spread:
        """One score's differences; their samples take part in the correction of all."""
        difference = np.asarray(b.value - a.value)
        groups = min(a.groups, b.groups)
        low, high = interval((a.totals, a.weights), (b.totals, b.weights), paired=paired)
        if np.isnan(low).all():  # too few groups
            return Spread(difference, low, high, low)
        every = samples(a, b, paired)
        held = ~np.isnan(every).all(1)
        drawn = every[held]
        sigma = drawn.std(0)
        steady = sigma <= _CLOSE
        with np.errstate(invalid="ignore", divide="ignore"):
            # A head without a value, in either run, has no part in the correction.
            strayed = np.where(steady | np.isnan(sigma), 0.0, np.abs(drawn - difference) / sigma)
            ratio = np.where(steady, np.where(np.abs(difference) <= _CLOSE, 0.0, np.inf), np.abs(difference) / sigma)
        self._largest[held] = np.maximum(self._largest[held], strayed.max(1))
        return Spread(difference, low, high, deviate(ratio / np.sqrt(groups / (groups - 1)), groups - 1))

    def p(self, spread: Spread) -> Heads:
        """The corrected p of each head; NaN where there are too few groups."""
        reached = np.searchsorted(np.sort(self._largest), spread.z - _CLOSE)
        p = (1 + SAMPLES - reached) / (1 + SAMPLES)
        return np.asarray(np.where(np.isnan(spread.z), np.nan, p))
