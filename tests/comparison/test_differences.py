"""Differences, intervals and their correction: against loops that follow the formulas, and against data of which the truth is known."""

import numpy as np
import pytest

from headscope.comparison.differences import Family, Sums, samples
from headscope.statistics.intervals import SAMPLES, SEED


def made(generator, groups=14, heads=3, holes=()):
    weights = generator.integers(1, 5, groups).astype(float)
    weights[list(holes)] = 0
    return generator.random((groups, heads)) * weights[:, None], weights


def drawn(groups, seed):
    """The groups of every bootstrap sample, one by one."""
    counts = np.random.default_rng(seed).multinomial(len(groups), [1 / len(groups)] * len(groups), SAMPLES)
    return [[group for group, times in zip(groups, row, strict=True) for _ in range(times)] for row in counts]


def slow_value(totals, weights, groups, head):
    return sum(totals[g, head] for g in groups) / sum(weights[g] for g in groups)


@pytest.mark.parametrize("paired", [True, False])
def test_samples_agree_with_loops(paired):
    generator = np.random.default_rng(3)
    (totals_a, weights_a), (totals_b, weights_b) = made(generator, holes=[2]), made(generator, holes=[5])
    among_a, among_b = weights_a > 0, weights_b > 0
    found = samples(Sums(totals_a, weights_a, among_a), Sums(totals_b, weights_b, among_b), paired)
    if paired:  # the same groups in both, of all that either has
        both = list(drawn(list(range(14)), SEED))
        draws = [(one, one) for one in both]
    else:
        mine = drawn([g for g in range(14) if g != 2], SEED)
        draws = list(zip(mine, drawn([g for g in range(14) if g != 5], SEED + 1), strict=True))
    expected = [
        [slow_value(totals_b, weights_b, theirs, head) - slow_value(totals_a, weights_a, mine, head) for head in range(3)]
        for mine, theirs in draws
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("paired", [True, False])
def test_the_difference_and_its_interval(slow, paired):
    generator = np.random.default_rng(4)
    (totals_a, weights), (totals_b, _) = made(generator, groups=30), made(generator, groups=30)
    a, b = (Sums(totals, weights, weights > 0) for totals in (totals_a, totals_b))
    spread = Family().add(a, b, paired=paired)
    np.testing.assert_allclose(spread.difference, (totals_b.sum(0) - totals_a.sum(0)) / weights.sum())
    for head in range(3):
        expected = slow.slow_difference(totals_a[:, head], weights, totals_b[:, head], weights, paired)
        np.testing.assert_allclose((spread.low[head], spread.high[head]), expected, rtol=1e-9)


def test_p_agrees_with_its_formula():
    """Over two scores at once, against a loop over samples and a t distribution from its definition."""
    from scipy.stats import norm, t

    generator = np.random.default_rng(5)
    family, kept, spreads = Family(), [], []
    for _ in range(2):
        (totals_a, weights), (totals_b, _) = made(generator, groups=25), made(generator, groups=25)
        a, b = (Sums(totals, weights, weights > 0) for totals in (totals_a, totals_b + 0.02 * weights[:, None]))
        spreads.append(family.add(a, b, paired=True))
        kept.append((samples(a, b, True), spreads[-1].difference))
    sigmas = [one.std(0) for one, _ in kept]
    largest = [
        max(abs(one[n, h] - d[h]) / s[h] for (one, d), s in zip(kept, sigmas, strict=True) for h in range(3))
        for n in range(SAMPLES)
    ]
    for spread, sigma in zip(spreads, sigmas, strict=True):
        tails = t(24).sf(np.abs(spread.difference) / (sigma * np.sqrt(25 / 24)))
        z = norm.isf(tails)
        expected = [(1 + sum(one >= each for one in largest)) / (1 + SAMPLES) for each in z]
        np.testing.assert_allclose(family.p(spread), expected, atol=1e-12)


def test_pairing_cancels_what_texts_do_to_both_runs():
    generator = np.random.default_rng(6)
    weights, among = np.ones(60), np.ones(60, dtype=bool)
    hard = generator.normal(0.5, 0.2, (60, 1))
    a, b = Sums(hard, weights, among), Sums(hard + generator.normal(0.02, 0.01, (60, 1)), weights, among)
    paired, apart = (Family().add(a, b, paired=one) for one in (True, False))
    assert (paired.high - paired.low)[0] < 0.1 * (apart.high - apart.low)[0]
    assert paired.low[0] > 0 > apart.low[0]


def test_fewer_than_ten_groups_have_no_interval():
    weights, among = np.r_[np.ones(9), np.zeros(11)], np.ones(20, dtype=bool)
    few, many = Sums(np.ones((20, 1)) * weights[:, None], weights, among), Sums(np.full((20, 1), 0.5), np.ones(20), among)
    family = Family()
    for a, b in ((few, many), (many, few)):
        spread = family.add(a, b, paired=True)
        assert abs(spread.difference[0]) == 0.5
        assert np.isnan([spread.low[0], spread.high[0], spread.z[0], family.p(spread)[0]]).all()


def test_a_sample_without_the_score_is_left_out(monkeypatch):
    """A score of 10 of 200 groups: about one sample in 20,000 has none of them. Drawn with this seed, one of the 1,000 has none."""
    monkeypatch.setattr("headscope.comparison.differences.SEED", 36)
    generator = np.random.default_rng(7)
    rare, among = np.r_[np.ones(10), np.zeros(190)], np.ones(200, dtype=bool)
    a, b = (Sums(generator.random((200, 2)) * rare[:, None], rare, among) for _ in "ab")
    assert np.isnan(samples(a, b, True)).any(1).sum() == 1
    family = Family()
    spread = family.add(a, b, True)
    assert np.isfinite(spread.low).all() and np.isfinite(family.p(spread)).all()


KINDS = {"even": (12, True), "even, many": (60, True), "apart": (20, False), "counts": (40, True), "rare": (80, False)}


@pytest.mark.parametrize("kind", KINDS)
def test_of_runs_that_differ_by_chance_one_in_twenty_has_a_sure_difference(kind):
    """Family-wise: 60 null comparisons of 4 scores and 24 heads each. More than 8 alarms would happen once in 250 at 5%."""
    groups, paired = KINDS[kind]
    generator = np.random.default_rng(11)
    alarms = 0
    for _ in range(60):
        family, spreads = Family(), []
        for score in range(4):
            spreads.append(family.add(*null(generator, kind, score, groups), paired))
        alarms += min(float(family.p(spread).min()) for spread in spreads) < 0.05
    assert alarms <= 8


def null(generator, kind, score, groups):
    among, rates = np.ones(groups, dtype=bool), generator.beta(0.5, 4, 24)
    weights = generator.integers(1, 6, groups).astype(float)
    if kind == "rare" and score % 2:
        weights[12:] = 0
    if kind == "counts":
        return [Sums(generator.binomial(weights.astype(int)[:, None], rates).astype(float), weights, among) for _ in "ab"]
    common = generator.normal(0, 0.05, (groups, 1))  # what a text does to all heads of both runs
    return [Sums((rates + common + generator.normal(0, 0.03, (groups, 24))) * weights[:, None], weights, among) for _ in "ab"]
