"""Halves and luck, against loops that follow the formulas, and against data of which the truth is known."""

import numpy as np
import pytest

from headscope.statistics.held_out import crossed, evens, luck, spread
from headscope.statistics.intervals import SAMPLES, SEED
from headscope.tallies import GROUPS


def noise(generator, groups=40, candidates=60, cases=10, rate=0.2):
    return generator.binomial(cases, rate, (groups, candidates)).astype(float), np.full(groups, float(cases))


def slow_value(right, cases, groups, candidate):
    return sum(right[g][candidate] for g in groups) / sum(cases[g] for g in groups)


def drawn(groups, seed):
    """The groups of every bootstrap sample, one by one."""
    counts = np.random.default_rng(seed).multinomial(len(groups), [1 / len(groups)] * len(groups), SAMPLES)
    return [[group for group, times in zip(groups, row, strict=True) for _ in range(times)] for row in counts]


def test_the_halves_are_the_even_and_the_odd_groups():
    first = evens(GROUPS)
    assert first.sum() == 100 and first[0] and not first[1] and first[198]


@pytest.mark.parametrize("seed", range(5))
def test_crossed_agrees_with_loops(seed):
    generator = np.random.default_rng(seed)
    right, _ = noise(generator, groups=11, candidates=4, cases=3)
    first = generator.random(11) < 0.5
    first[:2] = True, False
    best = {}
    for half in (True, False):
        sums = [sum(right[g, h] for g in range(11) if first[g] == half) for h in range(4)]
        best[half] = sums.index(max(sums))
    picks, scored = crossed(right, first)
    assert picks == (best[True], best[False])
    assert scored.tolist() == [right[g, best[not first[g]]] for g in range(11)]


def test_of_equal_candidates_the_first_is_picked():
    assert crossed(np.ones((4, 3)), evens(4))[0] == (0, 0)


def test_spread_agrees_with_loops(slow):
    generator = np.random.default_rng(1)
    right, _ = noise(generator, groups=13, candidates=2)
    cases = generator.integers(10, 30, 13).astype(float)
    first = evens(13)
    for figures, share in ((right[:, 0], True), (right[:, 1] - right[:, 0], False)):
        np.testing.assert_allclose(spread(figures, cases, first), slow.slow_spread(figures, cases, first, share), rtol=1e-9)


def test_spread_is_of_groups_within_a_half():
    """Halves that differ from each other, as two picks may, but not in themselves leave no doubt."""
    first = evens(20)
    assert spread(np.where(first, 3.0, 1.0), np.full(20, 4.0), first) == pytest.approx((0.5, 0.5))


def test_spread_needs_five_groups_in_each_half():
    right, cases = np.ones(14), np.full(14, 2.0)
    first = np.arange(14) < 10
    assert spread(right, cases, first) is None and spread(right, cases, ~first) is None
    assert spread(right, cases, np.arange(14) < 9) is not None


@pytest.mark.parametrize("seed", range(3))
def test_luck_agrees_with_loops(seed):
    generator = np.random.default_rng(seed)
    right, _ = noise(generator, groups=12, candidates=5)
    cases = generator.integers(10, 30, 12).astype(float)
    right[:, 2] += seed / 2  # from no lead to a clear one
    leads = right - generator.binomial(10, 0.25, 12)[:, None]
    margins = [slow_value(leads, cases, range(12), h) for h in range(5)]
    reached = 0
    for groups in drawn(list(range(12)), SEED):
        reached += max(slow_value(leads, cases, groups, h) - margins[h] for h in range(5)) >= max(margins) - 1e-12
    assert 0 < reached < SAMPLES or seed == 2, "neither sure nor hopeless"
    assert luck(leads, cases) == pytest.approx((1 + reached) / (1 + SAMPLES), abs=1e-12)


def test_luck_is_spread_evenly_where_there_is_nothing_but_luck():
    """One candidate that is as good as the baseline: p falls below any level about as often as the level says."""
    generator = np.random.default_rng(2)
    found = []
    for _ in range(200):
        leads = noise(generator, candidates=1)[0] - noise(generator, candidates=1)[0]
        found.append(luck(leads, np.full(40, 10.0)))
    assert 0.4 <= np.mean(np.array(found) < 0.5) <= 0.6
    assert np.mean(np.array(found) < 0.05) <= 0.1
    assert min(found) < 0.05 and max(found) > 0.9


def test_many_heads_of_pure_noise_are_rarely_taken_for_good():
    """The best of 288 looks far better than the baseline; uncorrected, every one of these would be a discovery."""
    generator = np.random.default_rng(3)
    corrected, alone = [], []
    for _ in range(100):
        right, cases = noise(generator, candidates=288)
        leads = right - noise(generator, candidates=1)[0]
        corrected.append(luck(leads, cases))
        alone.append(luck(leads[:, [int(leads.sum(0).argmax())]], cases))
    assert np.mean(np.array(corrected) < 0.05) <= 0.1
    assert np.mean(np.array(alone) < 0.05) > 0.6


def test_a_truly_good_head_is_told_from_noise():
    generator = np.random.default_rng(4)
    right, cases = noise(generator, candidates=288)
    right[:, 100] = generator.binomial(10, 0.6, 40)
    leads = right - noise(generator, candidates=1)[0]
    assert luck(leads, cases) == 1 / (1 + SAMPLES)
