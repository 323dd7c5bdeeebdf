"""Halves and luck, against loops that follow the formulas, and against data of which the truth is known."""

import numpy as np
import pytest

from headscope.statistics.held_out import crossed, evens, lead, luck, luck_of_picks, spread, toughest
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
    rivals = generator.binomial(10, (0.25, 0.22), (12, 2)).astype(float)
    reached = [0, 0]
    for rival in range(2):
        leads = right - rivals[:, [rival]]
        margins = [slow_value(leads, cases, range(12), h) for h in range(5)]
        for groups in drawn(list(range(12)), SEED):
            reached[rival] += max(slow_value(leads, cases, groups, h) - margins[h] for h in range(5)) >= max(margins) - 1e-12
    assert 0 < max(reached) < SAMPLES or seed == 2, "neither sure nor hopeless"
    assert luck(right, rivals, cases) == pytest.approx((1 + max(reached)) / (1 + SAMPLES), abs=1e-12)


def test_luck_is_spread_evenly_where_there_is_nothing_but_luck():
    """One candidate that is as good as the baseline: p falls below any level about as often as the level says."""
    generator = np.random.default_rng(2)
    found = []
    for _ in range(200):
        found.append(luck(noise(generator, candidates=1)[0], noise(generator, candidates=1)[0], np.full(40, 10.0)))
    assert 0.4 <= np.mean(np.array(found) < 0.5) <= 0.6
    assert np.mean(np.array(found) < 0.05) <= 0.1
    assert min(found) < 0.05 and max(found) > 0.9


def test_many_heads_of_pure_noise_are_rarely_taken_for_good():
    """The best of 288 looks far better than the baseline; uncorrected, every one of these would be a discovery."""
    generator = np.random.default_rng(3)
    corrected, alone = [], []
    for _ in range(100):
        right, cases = noise(generator, candidates=288)
        rival = noise(generator, candidates=1)[0]
        corrected.append(luck(right, rival, cases))
        alone.append(luck(right[:, [int(right.sum(0).argmax())]], rival, cases))
    assert np.mean(np.array(corrected) < 0.05) <= 0.1
    assert np.mean(np.array(alone) < 0.05) > 0.6


def test_a_truly_good_head_is_told_from_noise():
    generator = np.random.default_rng(4)
    right, cases = noise(generator, candidates=288)
    right[:, 100] = generator.binomial(10, 0.6, 40)
    assert luck(right, noise(generator, candidates=1)[0], cases) == 1 / (1 + SAMPLES)


def test_the_baseline_is_the_best_rule_of_each_half():
    """+3 is ahead on one half and +1 on the other. Picked across the halves, as heads are, their rivals would get 2 + 1 of 10 cases
    though +3 alone has 5 of them."""
    first = evens(4)
    rivals = np.array([[3.0, 1.0], [1.0, 2.0], [1.0, 1.0], [0.0, 1.0]])
    picks, scored = toughest(rivals, first)
    assert picks == (0, 1) and scored.tolist() == [3, 2, 1, 1]
    assert scored.sum() >= rivals.sum(0).max()


def test_leads_agree_with_loops(slow):
    """The hull of the intervals over each rule that the best of all groups doesn't lead for sure, and over the halves' best."""
    generator = np.random.default_rng(5)
    left_out = 0
    for _ in range(8):
        cases = generator.integers(10, 30, 16).astype(float)
        first = evens(16)
        scored = generator.binomial(cases.astype(int), 0.4).astype(float)
        rivals = np.stack([generator.binomial(cases.astype(int), rate) for rate in (0.3, 0.28, 0.05)], 1).astype(float)
        best = rivals[:, rivals.sum(0).argmax()]
        columns = [toughest(rivals, first)[1]]
        for rule in rivals.T:
            if rule is best or slow.slow_spread(best - rule, cases, first, False)[0] <= 0:
                columns.append(rule)
        left_out += 4 - len(columns)
        for more in (0.0, 1e-4):
            ends = [slow.slow_spread(scored - rule, cases, first, False, more) for rule in columns]
            hull = (min(low for low, _ in ends), max(high for _, high in ends))
            np.testing.assert_allclose(lead(scored, rivals, cases, first, more), hull, rtol=1e-9)
    assert left_out >= 4, "a rule far behind takes no part"


def test_tied_candidates_add_their_luck_and_clear_winners_none():
    """Two alike and independent: their difference varies twice as much as each, and 2 · 0.17 s² = 0.35 s² is added. The more are tied,
    the less often both halves pick the same."""
    generator = np.random.default_rng(6)
    shares, clear = [], []
    first, cases = evens(100), np.full(100, 10.0)
    for _ in range(200):
        right = generator.binomial(10, 0.3, (100, 2)).astype(float)
        picks, scored = crossed(right, first)
        low, high = spread(scored, cases, first)
        shares.append(luck_of_picks(right, picks, cases, first) / ((high - low) / 4) ** 2)
        clear.append(luck_of_picks(right + np.array([3.0, 0.0]), (0, 0), cases, first))
    assert 0.27 <= np.mean(shares) <= 0.38 and max(clear) < 1e-12
    many = generator.binomial(10, 0.3, (100, 64)).astype(float)
    assert luck_of_picks(many, crossed(many, first)[0], cases, first) < luck_of_picks(many[:, :2], (0, 1), cases, first)
    assert luck_of_picks(right[:6], (0, 1), cases[:6], first[:6]) == 0, "too few groups for any interval"


def low_ends(design, groups=50, trials=300, base=0.3):
    """Of how many trials the low end of the lead is not above the true lead, and the whole interval holds it."""
    generator = np.random.default_rng(7)
    first, below, held = evens(groups), 0, 0
    for _ in range(trials):
        cases = np.maximum(1, np.rint(12 * np.exp(0.8 * generator.standard_normal(groups) - 0.32)))
        hard = generator.gamma(8, 1 / 8, (groups, 1))

        def drawn(rates, cases=cases, hard=hard):
            return generator.binomial(cases[:, None].astype(int), np.clip(np.array(rates) * hard, 0, 1)).astype(float)

        rivals = drawn([base, *(base - behind for behind in design["behind"])])
        heads = drawn([base] * design["heads"])
        if design.get("follows"):  # the head does what the last rule does and, in a few more cases, better
            gained = design["behind"][-1] / (1 - base)
            heads = rivals[:, -1:] + generator.binomial((cases - rivals[:, -1])[:, None].astype(int), gained)
        picks, scored = crossed(heads, first)
        low, high = lead(scored, rivals, cases, first, luck_of_picks(heads, picks, cases, first))
        below += low <= 0
        held += low <= 0 <= high
    return below / trials, held / trials


DESIGNS = {
    "rivals 2 points behind": {"behind": [0.02] * 5, "heads": 1},
    "rivals 5 points behind": {"behind": [0.05] * 5, "heads": 1},
    "two heads as good, rivals far behind": {"behind": [0.2] * 5, "heads": 2},
    "a head that follows the second best rule": {"behind": [0.02], "heads": 1, "follows": True},
}


@pytest.mark.parametrize("design", DESIGNS)
def test_the_low_end_of_a_lead_of_nothing_is_above_nothing_in_at_most_three_of_a_hundred(design):
    """Of 300 trials, one standard error is 1 point. The interval must not lose the truth at its high end either."""
    below, held = low_ends(DESIGNS[design])
    assert below >= 0.965 and held >= 0.94


def test_p_holds_against_every_rule():
    """A head that does what the second best rule does, and as well as the best one: compared with the rule that happens to be best in
    the sample, p was below 5% in a third of the trials."""
    generator = np.random.default_rng(8)
    below = 0
    for _ in range(100):
        cases = np.full(100, 20.0)
        rivals = generator.binomial(20, (0.3, 0.29), (100, 2)).astype(float)
        heads = rivals[:, 1:] + generator.binomial((20 - rivals[:, 1:]).astype(int), 0.01 / 0.71)
        below += luck(heads, rivals, cases) < 0.05
    assert below <= 12
