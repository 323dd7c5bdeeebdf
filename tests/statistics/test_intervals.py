"""Intervals: against loops, by their properties, and by how often they hold the truth."""

import numpy as np
import pytest

from headscope.statistics.intervals import difference, freedom, interval, leave_one_out, range_of


def weights_of(generator, groups):
    """Documents of very unequal length, some of them without a case."""
    return np.rint(12 * np.exp(0.8 * generator.standard_normal(groups))) * (generator.random(groups) < 0.9)


KINDS = {
    "counts": lambda generator, weights: generator.binomial(weights.astype(int), generator.beta(2, 5, len(weights))).astype(
        float
    ),
    "rare": lambda generator, weights: generator.binomial(weights.astype(int), 0.01).astype(float),
    "never": lambda generator, weights: 0 * weights,
    "always": lambda generator, weights: 1 * weights,
    "nats": lambda generator, weights: weights * generator.gamma(4, 0.7, len(weights)),
    "signed": lambda generator, weights: weights * generator.normal(0.1, 2, len(weights)),
}


@pytest.mark.parametrize("groups", [18, 40])
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_agree_with_loops(slow, kind, groups):
    for seed in range(5):
        generator = np.random.default_rng(seed)
        weights = weights_of(generator, groups)
        totals = KINDS[kind](generator, weights)
        low, high = interval(totals[:, None, None], weights)
        np.testing.assert_allclose((low[0, 0], high[0, 0]), slow.slow_interval(totals, weights), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("paired", [True, False])
def test_differences_agree_with_loops(slow, paired):
    for seed in range(5):
        generator = np.random.default_rng(seed)
        a, b = (
            (KINDS["counts"](generator, weights), weights) for weights in (weights_of(generator, 30), weights_of(generator, 30))
        )
        found = difference(a, b, paired=paired)
        np.testing.assert_allclose([float(end) for end in found], slow.slow_difference(*a, *b, paired), rtol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_what_must_hold_of_any_interval(kind):
    generator = np.random.default_rng(7)
    weights = weights_of(generator, 30)
    totals = np.stack([KINDS[kind](generator, weights) for _ in range(6)], 1).reshape(30, 2, 3)
    value = totals.sum(0) / weights.sum()
    low, high = interval(totals, weights)
    assert (low <= value).all() and (value <= high).all()
    first, last = range_of(totals, weights)
    assert (low >= first).all() and (high <= last).all()
    order = generator.permutation(30)
    np.testing.assert_allclose(interval(totals[order], weights[order]), (low, high), rtol=1e-9, atol=1e-12)
    empty = np.r_[weights, np.zeros(9)]
    np.testing.assert_allclose(interval(np.r_[totals, np.zeros((9, 2, 3))], empty), (low, high), rtol=1e-12)
    alone = [np.stack(interval(totals[:, :1, :1], weights)).ravel(), np.stack((low, high))[:, 0, 0]]
    if range_of(totals[:, :1, :1], weights) == (first, last):
        np.testing.assert_allclose(alone[0], alone[1], rtol=1e-12)


def test_the_unit_does_not_matter():
    generator = np.random.default_rng(8)
    weights = weights_of(generator, 30)
    for kind in ("nats", "signed"):
        totals = 10 * KINDS[kind](generator, weights)
        ends = np.stack(interval(totals, weights))
        np.testing.assert_allclose(np.stack(interval(1000 * totals, weights)), 1000 * ends, rtol=1e-9)
    right = KINDS["counts"](generator, weights)
    low, high = interval(right, weights)
    np.testing.assert_allclose(interval(weights - right, weights), (1 - high, 1 - low), rtol=1e-9)  # wrong instead of right
    signed = KINDS["signed"](generator, weights)
    low, high = interval(signed, weights)
    np.testing.assert_allclose(interval(-signed, weights), (-high, -low), rtol=1e-9)


def test_groups_that_agree_leave_no_doubt():
    weights = weights_of(np.random.default_rng(9), 20)
    for value in (0.3, 0.999, 4.2, -7.0):
        np.testing.assert_allclose(interval(value * weights, weights), (value, value), rtol=1e-7)


def test_at_an_end_of_the_range_cases_count():
    """Nothing seen in 20 groups says more the more cases they have; it never says that there is nothing."""
    tops = [float(interval(np.zeros(20), np.full(20, float(cases)))[1]) for cases in (1, 10, 1000)]
    assert tops == pytest.approx([4.38 / (20 * cases + 4.38) for cases in (1, 10, 1000)], rel=1e-3)  # 4.38 = t² of 19
    assert float(interval(np.full(20, 5.0), np.full(20, 5.0))[0]) == pytest.approx(100 / 104.38, rel=1e-3)


def test_attention_that_adds_up_to_a_little_more_than_one_is_a_share():
    weights = np.full(20, 4.0)
    totals = weights * (1 + 2e-7 * np.random.default_rng(0).random(20))
    low, high = interval(totals, weights)
    assert np.isfinite([low, high]).all() and low < 1 <= high < 1.0000003


def test_a_document_that_outweighs_the_rest_leaves_much_doubt():
    generator = np.random.default_rng(10)
    even, uneven = np.full(20, 10.0), np.r_[np.full(19, 10.0), 1000.0]
    shares = generator.beta(4, 6, 20)
    widths = [float(np.diff(interval(shares * weights, weights), axis=0)[0]) for weights in (even, uneven)]
    assert widths[1] > 3 * widths[0]


def test_ten_groups_are_enough_and_nine_are_not():
    totals = np.random.default_rng(11).random((10, 2, 3))
    assert np.isfinite(interval(totals, np.ones(10))).all() and np.shape(interval(totals, np.ones(10))) == (2, 2, 3)
    few = interval(totals[:9], np.ones(9))
    assert np.shape(few) == (2, 2, 3) and np.isnan(few).all()


@pytest.mark.parametrize("paired", [True, False])
def test_differences_of_many_heads_are_those_of_each(paired):
    generator = np.random.default_rng(12)
    weights = weights_of(generator, 24)
    a, b = (weights[:, None, None] * generator.normal(0.3, 2, (24, 2, 3)) for _ in range(2))
    low, high = difference((a, weights), (b, weights), paired=paired)
    for place in np.ndindex(2, 3):
        one = difference((a[:, *place], weights), (b[:, *place], weights), paired=paired)
        np.testing.assert_allclose(one, (low[place], high[place]), rtol=1e-12)


def test_one_document_that_is_nearly_all_leaves_one_degree_of_freedom():
    assert freedom(np.array([0.2, 0.1, 0.3]), np.array([1e6, 1.0, 1.0])) == 1.0


def test_a_head_that_is_never_used_beside_one_that_is():
    """Its interval is a point at 0, not no number."""
    totals = np.stack([np.zeros(20), np.random.default_rng(13).gamma(4, 2, 20)], 1)
    low, high = interval(totals, np.ones(20))
    assert (low[0], high[0]) == (0, 0) and 0 < low[1] < high[1]


def test_one_group_that_decides_leaves_few_degrees_of_freedom():
    """Each of 40 groups weighs the same; one is ten standard deviations from the others, which therefore show s² badly."""
    values = np.random.default_rng(14).standard_normal(40)
    even, apart = (freedom(np.r_[first, values[1:]], np.ones(40)) for first in (0.0, 10.0))
    assert even > 30 and apart < 6


def test_values_that_go_with_length_leave_fewer_degrees_of_freedom():
    generator = np.random.default_rng(15)
    weights = np.rint(12 * np.exp(0.8 * generator.standard_normal(40))) + 1
    values = 0.2 + 0.1 * np.log(weights)
    shuffled = generator.permutation(values)
    tied, free = (freedom(leave_one_out(weights * mine, weights), weights) for mine in (values, shuffled))
    assert tied < free / 2
    assert freedom(leave_one_out(values, np.ones(40)), np.ones(40)) > 30, "groups of one length have nothing to go with"


def simulated(kind, groups, trials):
    """Groups whose true value is known: [trial, group] totals and weights, and the truth."""
    generator = np.random.default_rng(3)
    shape = (trials, groups)
    long = np.maximum(1, np.rint(12 * np.exp(0.8 * generator.standard_normal(shape) - 0.32)))
    if kind == "mean":
        return 3 + generator.standard_normal(shape), np.ones(shape), 3.0
    if kind == "skewed ratio":
        return long * generator.gamma(2, 0.5, shape), long, 1.0
    if kind == "rare":
        return generator.binomial(long.astype(int), 0.01).astype(float), long, 0.01
    return generator.binomial(long.astype(int), generator.beta(2.7, 6.3, shape)).astype(float), long, 0.3


def coverage(generator, groups, slope, noise, clumps=False, trials=150, heads=4):
    """Of 600 intervals in documents of very unequal length. Values go with the logarithm of the length; or answers of 2%, right in
    clumps."""

    def tied(weights, shape):
        return weights * (0.3 + slope * np.log(weights / 12) + noise * generator.standard_normal(shape))

    endless = np.maximum(1, np.rint(12 * np.exp(0.8 * generator.standard_normal(1_000_000) - 0.32)))
    truth = 0.02 if clumps else tied(endless, 1_000_000).sum() / endless.sum()
    held = 0
    for _ in range(trials):
        weights = np.maximum(1, np.rint(12 * np.exp(0.8 * generator.standard_normal(groups) - 0.32)))
        shape = (groups, heads)
        totals = tied(weights[:, None], shape)
        if clumps:
            totals = generator.binomial(weights[:, None].astype(int), generator.beta(0.18, 8.82, shape)).astype(float)
        low, high = interval(totals, weights)
        held += np.count_nonzero((low <= truth) & (truth <= high))
    return held / (trials * heads)


@pytest.mark.parametrize(
    ("groups", "slope", "least"), [(10, 0.1, 0.905), (25, 0.1, 0.93), (65, 0.1, 0.93), (65, -0.1, 0.93), (200, 0.1, 0.95)]
)
def test_values_that_go_with_length_are_held_nearly_as_often_as_it_says(groups, slope, least):
    """With degrees of freedom by the groups' weights alone, 86 to 92%."""
    assert least <= coverage(np.random.default_rng(16), groups, slope, 0.02) <= 0.985


@pytest.mark.parametrize(("groups", "slope", "noise"), [(10, 0.0, 0.1), (65, 0.0, 0.1), (65, 0.02, 0.05)])
def test_other_values_are_held_as_often_as_before(groups, slope, noise):
    assert 0.93 <= coverage(np.random.default_rng(17), groups, slope, noise) <= 0.98


def test_rare_answers_in_clumps_are_held():
    """With degrees of freedom by the groups' weights alone, 92.5%."""
    assert 0.935 <= coverage(np.random.default_rng(18), 65, 0, 0, clumps=True, heads=20) <= 0.975


@pytest.mark.slow  # thousands of intervals
@pytest.mark.parametrize("groups", [10, 25, 65])
@pytest.mark.parametrize("kind", ["mean", "ratio", "skewed ratio", "rare"])
def test_the_truth_is_held_as_often_as_it_says(kind, groups):
    """2,000 trials: two standard errors are one point. Rare events come in whole numbers, so that their intervals are wider."""
    totals, weights, truth = simulated(kind, groups, 2000)
    held = 0
    for total, weight in zip(totals, weights, strict=True):
        low, high = interval(total, weight)
        held += bool(low <= truth <= high)
    assert 0.93 <= held / 2000 <= (0.99 if kind == "rare" else 0.97)
