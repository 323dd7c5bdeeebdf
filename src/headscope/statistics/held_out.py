"""How much of a best head's lead is luck: picked on one half of the documents and scored on the other, and against a bootstrap.

Here are the sums; `best` asks them about the keys of a run. r_hg is the number of words that candidate h (a head in one direction)
gets right in document group g, c_g the number of cases there; the value of h on the groups G is v_h(G) = Σ_G r_hg / Σ_G c_g.

- The halves: groups with an even number, E, and those with an odd number, O, for every key the same. The group of a document is a
  hash of its id, so its half is one bit of that: nobody's choice, and the same on every machine.
- Held out: (Σ_O r_h(E) + Σ_E r_h(O)) / Σ c, where h(E) is the best on E and h(O) the best on O. Its interval leaves
  the picks as they are. The jackknife leaves out one group at a time and makes up for it by the others of its half: with n groups in
  the half, their sums count n / (n − 1) times. The variances of the two halves add up; so do their degrees of freedom, by Welch's rule.
- Luck: with m_h = v_h − v_b the margin over a baseline b on all groups, and m'_h the same in a bootstrap sample of groups,
  p = (1 + #{samples: max_h (m'_h − m_h) ≥ max_h m_h}) / (1 + samples). This is White's reality check: one-sided, and corrected for all
  candidates that were looked at. It is cautious where a head leads by little but surely, since a noisy head can hide it; dividing
  each margin by its spread would find more, but called pure noise good in 11% of trials instead of 5%.
"""

import numpy as np
from jaxtyping import Bool, Float64

from headscope.statistics.intervals import FEWEST_GROUPS, ends, freedom, range_of, resample, together, variance

_CLOSE = 1e-12  # shares that differ by less differ by rounding alone

Counts = Float64[np.ndarray, "group candidate"]
Cases = Float64[np.ndarray, " group"]
Half = Bool[np.ndarray, " group"]


def evens(groups: int) -> Half:
    """Which groups are of the first half.

    >>> evens(4).tolist()
    [True, False, True, False]
    """
    return np.asarray(np.arange(groups) % 2 == 0)


def crossed(right: Counts, first: Half) -> tuple[tuple[int, int], Cases]:
    """Which candidate is best on each half, and what each group gets when it is scored by the best of the other half.

    Of two candidates the first is better on the even groups (3 + 3 against 0 + 1), the second on the odd (2 + 2 against 1 + 0):

    >>> right = np.array([[3.0, 0.0], [1.0, 2.0], [3.0, 1.0], [0.0, 2.0]])
    >>> picks, scored = crossed(right, evens(4))
    >>> picks, scored.tolist()
    ((0, 1), [0.0, 1.0, 1.0, 0.0])
    """
    mine, other = (int(right[half].sum(0).argmax()) for half in (first, ~first))
    return (mine, other), np.where(first, right[:, other], right[:, mine])


def spread(figures: Cases, cases: Cases, first: Half) -> tuple[float, float] | None:
    """The 95% interval of Σ figure / Σ cases, groups varying within each half. None where a half has fewer than 5 groups: so few show
    less doubt than there is.

    >>> spread(np.full(20, 3.0), np.full(20, 4.0), evens(20))
    (0.75, 0.75)
    """
    if min(first.sum(), (~first).sum()) < FEWEST_GROUPS // 2:
        return None
    squares, degrees = [], []
    for half in (first, ~first):
        mine, weights = figures[half], cases[half]
        more = len(mine) / (len(mine) - 1)
        above, below = (
            (one.sum() - one) * more + rest.sum() for one, rest in ((mine, figures[~half]), (weights, cases[~half]))
        )
        squares.append(variance(above / below))
        degrees.append(freedom(weights))
    shares = [cases[half].sum() / cases.sum() for half in (first, ~first)]
    value = np.asarray(figures.sum() / cases.sum())
    low, high = ends(value, np.asarray(sum(squares)), together(degrees, shares), range_of(figures, cases), float(cases.sum()))
    return float(low), float(high)


def luck(leads: Counts, cases: Cases) -> float:
    """p, from r_hg − r_bg: by how many words each candidate leads the baseline in each group.

    Where every group says the same, no sample differs: a lead is then never luck, and no lead always is.

    >>> round(luck(np.full((20, 2), 1.0), np.full(20, 4.0)), 4), luck(np.zeros((20, 2)), np.full(20, 4.0))
    (0.001, 1.0)
    """
    margins = leads.sum(0) / cases.sum()
    samples = resample(leads[:, None], cases)[:, 0]  # [sample, candidate]
    reached = (samples - margins).max(1) >= margins.max() - _CLOSE
    return float((1 + np.count_nonzero(reached)) / (1 + len(reached)))
