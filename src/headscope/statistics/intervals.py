"""95% intervals over document groups: the jackknife, Student's t and Wilson's score interval. Closed form, nothing is drawn.

Texts of one document are alike, so segments are not independent; documents are, and groups are made of whole documents.

T_g is the total of group g and W_g its weight, the number of units that it holds; the value is v = Σ T_g / Σ W_g over G groups.

1. Variance, by the jackknife (Tukey 1958; Efron and Stein 1981, The Annals of Statistics 9): with v_g the value without group g,
   s² = (1 + 1/G) · (G − 1) / G · Σ (v_g − mean of all v_g)². The factor 1 + 1/G is ours, chosen by simulation: t is exact where
   groups vary normally, and documents vary less evenly. It adds 5% to the width at 10 groups and 1% at 50.
2. Degrees of freedom: how well do G groups show s²? The smallest of three answers, and at least 1; t is the 0.975 quantile of
   Student's distribution with so many.
   Kish's effective number of groups (1965, Survey Sampling), less one: (Σ W_g)² / Σ W_g² − 1. Equal groups have G − 1; a few long
   documents that outweigh the rest leave fewer.
   Satterthwaite's (1946, Biometrics Bulletin 2): k = 2 G / max(κ − e − 1, 2), with κ the kurtosis of the v_g, which is how uneven the
   groups' influence is. A few groups that decide make it large. e is what V below makes up for: half the excess kurtosis that V implies.
   Where values go with length, ρ² of their variation between groups: 1 / (1 / min(both) + 2 ρ² / k). ρ is the correlation of T_g / W_g
   with log W_g, and ρ² is adjusted for G. A longer document than any that is seen would then move v further than any has, and G groups
   show neither that nor their own kurtosis. The factors ½ and 2 are ours, chosen by simulation.
3. Ends, by Wilson (1927, Journal of the American Statistical Association 22): all μ with (v − μ)² ≤ t² s² · V(μ) / V(v). V says how the
   variance follows the mean: μ (1 − μ) for shares, μ for other figures that are never negative, and 1 for the rest, which leaves v ± t·s.
   For a share this is the binomial interval of n = v (1 − v) / s² independent cases, the effective sample size, as Franco, Little, Louis
   and Slud (2019, Journal of Survey Statistics and Methodology 7) recommend it for clustered samples. So ends stay in the range, the
   interval always holds v, and near 0 it reaches further up than down.
4. Where all units of a share say 0, or all say 1, the groups can't show how much they vary. Then each unit counts as one case: n = Σ W_g.

Shares are known by their sums: 0 ≤ T_g ≤ W_g in every group for every head. docs/intervals.md has how often such intervals hold the
truth, and benchmarks/coverage.py measures it.

`resample` draws groups with replacement. It serves what must be asked of many heads at once: luck, and the correction for many looks.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from jaxtyping import Float64

SAMPLES = 1000
FEWEST_GROUPS = 10
SEED = 0
_CLOSE = 1e-6  # attention of single precision may add up to a little more than 1

Range = tuple[float, float]
Array = Float64[np.ndarray, "..."]
Totals = Float64[np.ndarray, "group *rest"]
Weights = Float64[np.ndarray, " group"]
SHARE: Range = (0.0, 1.0)
POSITIVE: Range = (0.0, np.inf)
ANY: Range = (-np.inf, np.inf)


def interval(totals: Totals, weights: Weights) -> tuple[Array, Array]:
    """Low and high ends of each column of totals; NaN where fewer than 10 groups hold anything.

    Ten groups of one unit each, nine that say 0 and one that says 1: v = 0.1. Without a group that says 0 it is 1/9, without the other
    it is 0, so s² = 11/10 · 9/10 · (9 · 0.0111² + 0.1²) = 0.011, and κ = 8.11. Of this e = 3.12 is half of what a binomial number has, so
    that k = 20 / 3.99 = 5.01 degrees of freedom, of which t is 2.569. The effective sample size is 0.09 / 0.011 = 8.18 cases. The interval
    ends where (0.1 − μ)² = 2.569² μ (1 − μ) / 8.18.

    >>> totals = np.zeros(10)
    >>> totals[3] = 1.0
    >>> [end.round(3).item() for end in interval(totals, np.ones(10))]
    [0.01, 0.547]

    The same less 0.5 is no share, so that V implies no kurtosis: k = 2.81, and the interval is −0.4 ± 3.306 · √0.011:

    >>> [end.round(3).item() for end in interval(totals - 0.5, np.ones(10))]
    [-0.747, -0.053]

    Twenty groups that all say 0.3 leave no doubt:

    >>> [end.round(6).item() for end in interval(np.full(20, 0.3), np.ones(20))]
    [0.3, 0.3]
    """
    held = weights > 0
    if held.sum() < FEWEST_GROUPS:
        nothing = np.full(totals.shape[1:], np.nan)
        return nothing, nothing
    totals, weights = totals[held], weights[held]
    without = leave_one_out(totals, weights)
    square = variance(without)
    value = np.asarray(totals.sum(0) / weights.sum())
    within = range_of(totals, weights)
    degrees = freedom(without, weights, implied_kurtosis(value, square, len(weights), within))
    return ends(value, square, degrees, within, float(weights.sum()))


def difference(a: tuple[Totals, Weights], b: tuple[Totals, Weights], *, paired: bool = True) -> tuple[Array, Array]:
    """The interval of v_b − v_a; NaN where fewer than 10 groups hold one of them. Paired: both from the same documents, so that leaving
    out a group leaves it out of both, and what a text does to both cancels. Otherwise their variances add up.

    Each of the 20 groups has b ahead by 0.2, whatever a is there:

    >>> weights, texts = np.ones(20), np.linspace(0.1, 0.5, 20)
    >>> [end.round(6).item() for end in difference((texts, weights), (texts + 0.2, weights))]
    [0.2, 0.2]
    >>> [end.round(3).item() for end in difference((texts, weights), (texts + 0.2, weights), paired=False)]
    [0.118, 0.282]
    """
    value = np.asarray(b[0].sum(0) / b[1].sum() - a[0].sum(0) / a[1].sum())
    held = [weights > 0 for _, weights in (a, b)]
    if min(one.sum() for one in held) < FEWEST_GROUPS:
        return np.full(value.shape, np.nan), np.full(value.shape, np.nan)
    within = between(range_of(*a), range_of(*b))
    if paired:
        held = [held[0] | held[1]] * 2
    (totals_a, weights_a), (totals_b, weights_b) = (
        (one[0][mine], one[1][mine]) for one, mine in zip((a, b), held, strict=True)
    )
    without_a, without_b = leave_one_out(totals_a, weights_a), leave_one_out(totals_b, weights_b)
    adds_a, adds_b = (
        weights / weights.sum() ** 2 for weights in (weights_a, weights_b)
    )  # to the variance, if all units vary alike
    if paired:
        without = without_b - without_a
        return ends(value, variance(without), freedom(without, adds_a + adds_b), within)
    degrees = together([freedom(without_a, adds_a), freedom(without_b, adds_b)], [adds_a.sum(), adds_b.sum()])
    return ends(value, np.asarray(variance(without_a) + variance(without_b)), degrees, within)


def range_of(totals: Totals, weights: Weights) -> Range:
    """What such values can be, as far as every group agrees.

    >>> weights = np.array([2.0, 4.0])
    >>> [range_of(np.array(totals), weights) for totals in ([0.0, 4.0], [0.0, 4.1], [-1.0, 4.0], [-3.0, 4.0])]
    [(0.0, 1.0), (0.0, inf), (-1.0, 1.0), (-inf, inf)]
    """
    most = (weights * (1 + _CLOSE)).reshape(-1, *(1,) * (totals.ndim - 1))
    negative, large = bool((totals < 0).any()), bool((np.abs(totals) > most).any())
    if negative:
        return ANY if large else between(SHARE, SHARE)
    return POSITIVE if large else SHARE


def between(a: Range, b: Range) -> Range:
    """What a difference b − a can be."""
    return b[0] - a[1], b[1] - a[0]


def leave_one_out(totals: Totals, weights: Weights) -> Totals:
    """The value without each group.

    >>> leave_one_out(np.array([1.0, 2.0, 6.0]), np.array([1.0, 2.0, 3.0])).tolist()
    [1.6, 1.75, 1.0]
    """
    rest = weights.sum() - weights
    return np.asarray((totals.sum(0) - totals) / rest.reshape(-1, *(1,) * (totals.ndim - 1)))


def variance(without: Totals) -> Array:
    """s², from the values without each group."""
    return np.asarray(without.var(0) * (len(without) - 1 / len(without)))


def effective(weights: Weights) -> float:
    """Kish's effective number of groups, less one, and at least 1.

    >>> effective(np.ones(25)), round(effective(np.array([3.0, 1.0, 1.0, 1.0, 1.0, 1.0])), 2)
    (24.0, 3.57)
    """
    return float(max(1.0, weights.sum() ** 2 / (weights**2).sum() - 1))


def freedom(without: Totals, weights: Weights, implied: Array | float = 0.0, at_most: float = np.inf) -> Array:
    """Degrees of freedom of each column, from the values without each group; `implied` is e.

    Equal groups of which half say 1 and half 0, and groups of which the first outweighs the others:

    >>> print(freedom(np.array([0.0, 1.0] * 13), np.ones(26)))
    25.0
    >>> long = np.array([3.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    >>> print(freedom(np.array([0.5, 0.4, 0.6, 0.4, 0.6, 0.5]), long).round(2))
    3.57

    One of 20 groups is apart from all others, so that κ = 18.05 and k = 40 / 17.05:

    >>> print(freedom(np.r_[1.0, np.zeros(19)], np.ones(20)).round(2))
    2.35
    """
    groups = len(without)
    columns = (-1, *(1,) * (without.ndim - 1))
    kish = min(effective(weights), at_most)
    apart = without.mean(0) - without
    squares = apart**2
    spread = squares.mean(0)
    varies = spread > 0
    kurtosis = np.divide((squares**2).mean(0), spread**2, out=np.zeros_like(spread), where=spread**2 > 0)
    by_influence = 2 * groups / np.maximum(kurtosis - implied - 1, 2)
    lengths = np.log(weights) - np.log(weights).mean()
    if not varies.any() or np.ptp(weights) <= _CLOSE * weights.max():
        return np.asarray(np.where(varies, np.maximum(1.0, np.minimum(kish, by_influence)), kish))
    # v_g differs from v by W_g (T_g / W_g − v) over the weight that is left.
    values = apart * ((weights.sum() - weights) / weights).reshape(columns)
    values -= values.mean(0)
    products = (values * lengths.reshape(columns)).sum(0) ** 2
    scale = (values**2).sum(0) * (lengths**2).sum()
    share = np.divide(products, scale, out=np.zeros_like(products), where=scale > 0)
    tied = np.maximum(0.0, (share * (groups - 1) - 1) / (groups - 2))
    degrees = 1 / (1 / np.minimum(kish, by_influence) + 2 * tied / by_influence)
    return np.asarray(np.where(varies, np.maximum(1.0, degrees), kish))


def implied_kurtosis(value: Array, square: Array, groups: int, within: Range) -> Array:
    """Half the excess kurtosis of groups of which the variance follows the mean as V says: for a share that of a binomial number,
    for other figures that are never negative that of a Poisson number.

    With v = 0.5 and s² = 0.01 from 10 groups a group counts as 2.5 cases, and a binomial number of so many has −0.8: no excess.
    With v = 0.1 and s² = 0.009 it counts as one, and that has 5.11.

    >>> implied_kurtosis(np.array([0.5, 0.1]), np.array([0.01, 0.009]), 10, SHARE).round(3).tolist()
    [0.0, 2.556]
    """
    if within == SHARE:
        product = np.maximum(value * (1 - value), 0)
        numerator, denominator = np.maximum(1 - 6 * product, 0) * groups * square, product**2
    elif within == POSITIVE:
        numerator, denominator = groups * square, value**2
    else:
        return np.zeros_like(square)
    return np.asarray(np.divide(numerator, denominator, out=np.zeros_like(square), where=denominator > 0) / 2)


def together(degrees: Sequence[Array | float], variances: Sequence[float]) -> Array:
    """The degrees of freedom of a sum of variances (Welch 1947, Biometrika 34).

    >>> together([9.0, 9.0], [0.5, 0.5]).item(), together([9.0, 199.0], [0.9, 0.1]).round(1).item()
    (18.0, 11.1)
    """
    whole = sum(variances)
    return np.asarray(1 / sum((one / whole) ** 2 / degree for degree, one in zip(degrees, variances, strict=True)))


def ends(
    value: Array, square: Array, degrees: Array | float, within: Range = ANY, units: float = np.inf
) -> tuple[Array, Array]:
    """The interval around values of this variance; `units` is how many cases a share has.

    None of 96 cases, t = 2: 0 to 2² / (96 + 2²).

    >>> [round(float(end), 3) for end in ends(np.array(0.0), np.array(0.0), 60.437, SHARE, 96.0)]
    [0.0, 0.04]
    """
    from scipy.special import stdtrit

    t = np.asarray(stdtrit(degrees, 0.975))
    reach = t**2 * square
    if within == SHARE:
        product = np.maximum(value * (1 - value), 0)
        share = np.divide(reach, product, out=np.full_like(reach, t**2 / units), where=product > 0)  # t² / n
        middle, width, scale = value + share / 2, np.sqrt(share * product + share**2 / 4), 1 + share
    elif within == POSITIVE:
        half = np.divide(reach, 2 * value, out=np.zeros_like(reach), where=value > 0)
        middle, width, scale = value + half, np.sqrt(reach + half**2), np.ones_like(reach)
    else:
        middle, width, scale = value, np.sqrt(reach), np.ones_like(reach)
    low, high = np.maximum((middle - width) / scale, within[0]), np.minimum((middle + width) / scale, within[1])
    # Rounding must not leave a value outside its own interval.
    return np.asarray(np.minimum(low, value)), np.asarray(np.maximum(high, value))


def deviate(t: Array, freedom: int) -> Array:
    """The normal deviate that is exceeded as rarely as this t.

    >>> deviate(np.array([2.2622, np.inf]), 9).round(3).tolist()
    [1.96, inf]
    """
    from scipy.special import ndtri, stdtr

    return np.asarray(-ndtri(stdtr(freedom, -t)))


@lru_cache(maxsize=16)
def _draws(groups: int, samples: int, seed: int) -> Float64[np.ndarray, "sample group"]:
    """How often each group is drawn in each sample; the same for every series, so that series can be compared."""
    drawn = np.random.default_rng(seed).multinomial(groups, np.full(groups, 1 / groups), samples)
    return drawn.astype(np.float64)


def resample(
    totals: Float64[np.ndarray, "group layer head"],
    weights: Weights,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Float64[np.ndarray, "sample layer head"]:
    """The value, total / weight, in each bootstrap sample. Groups that hold nothing take no part."""
    held = weights > 0
    draws = _draws(int(held.sum()), samples, seed)
    columns = np.column_stack([totals[held].reshape(len(draws[0]), -1), weights[held]])
    sums = draws @ columns
    return np.asarray(sums[:, :-1] / sums[:, -1:]).reshape(samples, *totals.shape[1:])
