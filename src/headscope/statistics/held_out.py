"""How much of a best head's lead is luck: picked on one half of the documents and scored on the other, and against a bootstrap.

Here are the sums; `best` asks them about the keys of a run. r_hg is the number of words that candidate h (a head in one direction)
gets right in document group g, c_g the number of cases there; the value of h on the groups G is v_h(G) = Σ_G r_hg / Σ_G c_g. Baselines
(rules such as fixed offsets) have such values, too: v_b(G).

- The halves: groups with an even number, E, and those with an odd number, O, for every key the same. The group of a document is a
  hash of its id, so its half is one bit of that: nobody's choice, and the same on every machine.
- Held out: (Σ_O r_h(E) + Σ_E r_h(O)) / Σ c, where h(E) is the best candidate on E and h(O) the best on O. The jackknife leaves out one
  group at a time and makes up for it by the others of its half: with n groups in the half, their sums count n / (n − 1) times. The
  variances of the two halves add up; so do their effective numbers of groups, by Welch's rule.
- The baseline: the best rule of each half, picked and scored on that half, (max_b Σ_E r_b + max_b Σ_O r_b) / Σ c. It is never less than
  the best rule of all groups has. So luck favours the baseline, never the head.
- The interval of the lead: any rule b may truly be the best that the best of all groups doesn't lead with its whole 95% interval. Of
  the lead over each such rule we take the interval, and report the lowest low end and the highest high end. The low end over the truly
  best rule is too high in 2.5% of samples, and the lowest is never above that one.
- Luck of the picks: a candidate that is lucky on E is picked there, and if it is picked on O as well, its luck on E counts in its favour.
  Hence the errors of the two halves are correlated where candidates are tied. For two candidates j and k with s² = Var(v_j − v_k) and
  d the true difference over s, Stein's lemma gives the share s² w / 2π with w = exp(−d²/2) that this adds to the variance; for n equal
  ones s² m² / 2 (n − 1), where m is the expected largest of n normal numbers (Blom 1958: Φ⁻¹((n − 3/8) / (n + 1/4))). We take
  s² w m² / 2 (n − 1) with n = 1 + Σ w, at least 2, and the largest over all pairs of a pick and another candidate. Of the estimated
  |d| we take off 1, because luck makes leads look larger than they are.
- Luck: with m_h = v_h − v_b the margin over a baseline b on all groups, and m'_h the same in a bootstrap sample of groups,
  p = (1 + #{samples: max_h (m'_h − m_h) ≥ max_h m_h}) / (1 + samples), for the b that gives the largest p. This is White's reality check:
  one-sided, and corrected for all candidates that were looked at. It is cautious where a head leads by little but surely, since a noisy
  head can hide it; dividing each margin by its spread would find more, but called pure noise good in 11% of trials instead of 5%.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64

from headscope.statistics.intervals import (
    FEWEST_GROUPS,
    Array,
    Range,
    effective,
    ends,
    freedom,
    implied_kurtosis,
    range_of,
    resample,
    together,
    variance,
)

_CLOSE = 1e-12  # shares that differ by less differ by rounding alone

Counts = Float64[np.ndarray, "group candidate"]
Rivals = Float64[np.ndarray, "group rival"]
Figures = Float64[np.ndarray, "group *columns"]
Cases = Float64[np.ndarray, " group"]
Half = Bool[np.ndarray, " group"]
Picks = tuple[int, int]
Ends = tuple[float, float]


def evens(groups: int) -> Half:
    """Which groups are of the first half.

    >>> evens(4).tolist()
    [True, False, True, False]
    """
    return np.asarray(np.arange(groups) % 2 == 0)


def best_of_halves(counts: Float64[np.ndarray, "group column"], first: Half) -> Picks:
    """Which column is best on each half.

    >>> best_of_halves(np.array([[3.0, 0.0], [1.0, 2.0], [3.0, 1.0], [0.0, 2.0]]), evens(4))
    (0, 1)
    """
    on_first, on_second = (int(counts[half].sum(0).argmax()) for half in (first, ~first))
    return on_first, on_second


def crossed(right: Counts, first: Half) -> tuple[Picks, Cases]:
    """Which candidate is best on each half, and what each group gets when it is scored by the best of the other half.

    Of two candidates the first is better on the even groups (3 + 3 against 0 + 1), the second on the odd (2 + 2 against 1 + 0):

    >>> right = np.array([[3.0, 0.0], [1.0, 2.0], [3.0, 1.0], [0.0, 2.0]])
    >>> picks, scored = crossed(right, evens(4))
    >>> picks, scored.tolist()
    ((0, 1), [0.0, 1.0, 1.0, 0.0])
    """
    picks = best_of_halves(right, first)
    return picks, np.where(first, right[:, picks[1]], right[:, picks[0]])


def toughest(rivals: Rivals, first: Half) -> tuple[Picks, Cases]:
    """Which rule is best on each half, and what each group gets from the best rule of its own half.

    >>> rivals = np.array([[3.0, 0.0], [1.0, 2.0], [3.0, 1.0], [0.0, 2.0]])
    >>> picks, scored = toughest(rivals, evens(4))
    >>> picks, scored.tolist()
    ((0, 1), [3.0, 2.0, 3.0, 2.0])
    """
    picks = best_of_halves(rivals, first)
    return picks, np.where(first, rivals[:, picks[0]], rivals[:, picks[1]])


@dataclass(frozen=True)
class _Estimate:
    """Σ figure / Σ cases of each column, what it can be, its variance, and the degrees of freedom."""

    value: Array
    within: Range
    square: Array
    degrees: Array


def _estimate(figures: Figures, cases: Cases, first: Half) -> _Estimate:
    """Groups vary within each half."""
    cases_by_column = cases.reshape(-1, *(1,) * (figures.ndim - 1))
    square, apart = np.zeros(figures.shape[1:]), np.zeros(figures.shape)
    for half in (first, ~first):
        more = half.sum() / (half.sum() - 1)
        above, below = (
            (counts[half].sum(0) - counts[half]) * more + counts[~half].sum(0) for counts in (figures, cases_by_column)
        )
        without = np.asarray(above / below)
        square += variance(without)
        apart[half] = without - without.mean(0)
    value, within = np.asarray(figures.sum(0) / cases.sum()), range_of(figures, cases)
    shares = [float(cases[half].sum() / cases.sum()) for half in (first, ~first)]
    # What the groups of both halves show together: half of them show little.
    at_most = float(together([effective(cases[half]) for half in (first, ~first)], shares))
    implied = implied_kurtosis(value, square, len(cases), within)
    return _Estimate(value, within, square, freedom(apart, cases, implied, at_most))


def _known(first: Half) -> bool:
    """Whether each half has 5 groups or more: fewer show less doubt than there is."""
    return bool(min(first.sum(), (~first).sum()) >= FEWEST_GROUPS // 2)


def spread(figures: Cases, cases: Cases, first: Half, luck_of_picks: float = 0.0) -> Ends | None:
    """The 95% interval of Σ figure / Σ cases, groups varying within each half. None where a half has fewer than 5 groups.

    >>> spread(np.full(20, 3.0), np.full(20, 4.0), evens(20))
    (0.75, 0.75)
    """
    if not _known(first):
        return None
    found = _estimate(figures, cases, first)
    square = np.asarray(found.square + luck_of_picks)
    low, high = ends(found.value, square, found.degrees, found.within, float(cases.sum()))
    return float(low), float(high)


def lead(scored: Cases, rivals: Rivals, cases: Cases, first: Half, luck_of_picks: float = 0.0) -> Ends | None:
    """The 95% interval of the lead of what was scored over the truly best of the rivals. None where a half has fewer than 5 groups.

    A head that is right in 3 of 4 cases everywhere leads the better of two rules, which is right in 2, by exactly a quarter:

    >>> lead(np.full(20, 3.0), np.tile([1.0, 2.0], (20, 1)), np.full(20, 4.0), evens(20))
    (0.25, 0.25)

    If the second rule is right in 2 or in no cases by turns, it may be better than the first or worse, and so the lead is in doubt:

    >>> turns = np.stack([np.ones(20), 2.0 * (np.arange(20) // 2 % 2)], 1)
    >>> low, high = lead(np.full(20, 3.0), turns, np.full(20, 4.0), evens(20))
    >>> round(low, 3), round(high, 3)
    (0.374, 0.626)
    """
    if not _known(first):
        return None
    best = rivals[:, rivals.sum(0).argmax()]
    ahead = _estimate(best[:, None] - rivals, cases, first)
    may_be_best = ends(ahead.value, ahead.square, ahead.degrees, ahead.within)[0] <= _CLOSE
    leads = scored[:, None] - np.column_stack([toughest(rivals, first)[1], rivals[:, may_be_best]])
    found = _estimate(leads, cases, first)
    low, high = ends(found.value, np.asarray(found.square + luck_of_picks), found.degrees, found.within)
    return float(low.min()), float(high.max())


def luck_of_picks(right: Counts, picks: Picks, cases: Cases, first: Half) -> float:
    """By how much the picks add to the variance of what they are scored by, because candidates are nearly tied.

    One candidate leaves nothing to pick, and one that leads everywhere by the same is no luck:

    >>> cases, steady = np.full(20, 4.0), np.full((20, 1), 2.0)
    >>> luck_of_picks(steady, (0, 0), cases, evens(20)), luck_of_picks(np.hstack([steady, steady + 1]), (1, 1), cases, evens(20))
    (0.0, 0.0)
    """
    from scipy.special import ndtri

    if not _known(first):
        return 0.0
    shares = [0.0]
    for pick in set(picks):
        apart = _estimate(right[:, [pick]] - right, cases, first)
        differ = apart.square > _CLOSE**2
        distance = np.abs(apart.value[differ]) / np.sqrt(apart.square[differ])
        near = np.exp(-(np.maximum(distance - 1, 0) ** 2) / 2)
        tied = max(2.0, 1 + float(near.sum()))
        largest = float(ndtri((tied - 3 / 8) / (tied + 1 / 4)))
        shares += (apart.square[differ] * near * largest**2 / (2 * (tied - 1))).tolist()
    return max(shares)


def luck(right: Counts, rivals: Rivals, cases: Cases) -> float:
    """p, from how many cases each candidate and each rival gets right in each group.

    Where every group says the same, no sample differs: a lead is then never luck, and no lead always is.

    >>> cases, rivals = np.full(20, 4.0), np.full((20, 2), 1.0)
    >>> round(luck(np.full((20, 2), 2.0), rivals, cases), 4), luck(rivals, rivals, cases)
    (0.001, 1.0)
    """
    values, rules = (counts.sum(0) / cases.sum() for counts in (right, rivals))
    # Resampled together, so that both are of the same documents.
    samples = resample(np.hstack([right, rivals])[:, None], cases)[:, 0]
    furthest = (samples[:, : len(values)] - values).max(
        1
    )  # of a candidate from its own value; a rule is the same for all of them
    strayed = furthest[:, None] - (samples[:, len(values) :] - rules)  # [sample, rival]
    reached = (strayed >= values.max() - rules - _CLOSE).sum(0).max()
    return float((1 + reached) / (1 + len(samples)))
