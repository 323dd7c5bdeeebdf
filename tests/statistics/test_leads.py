"""Leads over the other heads of a layer, against loops that follow the formulas, and where there is little to go by."""

import statistics

import numpy as np
import pytest
from scipy import stats

from headscope.statistics.intervals import FEWEST_GROUPS, SAMPLES, SEED
from headscope.statistics.leads import leads


def slow_lead(totals, weights, layer, head):
    """A head's value less the median of the others of its layer."""
    values = [totals[:, layer, h].sum() / weights.sum() for h in range(totals.shape[2])]
    return values[head] - statistics.median(values[:head] + values[head + 1 :])


def slow_leads(slow, totals, weights, among):
    """(lead, low, high, p) of every head, one group and one sample after the other."""
    held = [g for g in range(len(weights)) if weights[g] > 0]
    totals, weights, number = totals[held], weights[held], len(held)
    places = list(np.ndindex(*totals.shape[1:]))
    lead = {place: slow_lead(totals, weights, *place) for place in places}
    half = {}
    for place in places:
        without = [slow_lead(np.delete(totals, g, 0), np.delete(weights, g), *place) for g in range(number)]
        away = sum((one - sum(without) / number) ** 2 for one in without)
        t = stats.t.ppf(0.975, slow.slow_degrees(without, list(weights)))
        half[place] = t * ((1 + 1 / number) * (number - 1) / number * away) ** 0.5
    drawn = np.random.default_rng(SEED).multinomial(number, [1 / number] * number, SAMPLES)
    strayed = {place: [] for place in places}
    for times in drawn:
        for place in places:
            again = slow_lead(totals * times[:, None, None], weights * times, *place)
            strayed[place].append(again - lead[place])
    spread = {place: statistics.pstdev(strayed[place]) for place in places}
    looked = [place for place in places if among[place]]
    largest = [max(strayed[place][at] / spread[place] for place in looked) for at in range(SAMPLES)]

    def p(place):
        far = lead[place] / spread[place] * ((number - 1) / number) ** 0.5
        z = np.sign(far) * stats.norm.isf(stats.t.sf(abs(far), number - 1))
        return (1 + sum(one >= z - 1e-12 for one in largest)) / (1 + SAMPLES)

    return {place: (lead[place], lead[place] - half[place], lead[place] + half[place], p(place)) for place in places}


@pytest.mark.parametrize("some", [False, True])
def test_leads_agree_with_loops(slow, some):
    chance = np.random.default_rng(int(some))
    weights = chance.integers(0, 6, 13).astype(float)
    weights[:FEWEST_GROUPS] += 1
    weights[-1] = 0  # a group that holds nothing takes no part
    totals = chance.normal(0.3, 0.5, (13, 2, 4)) * weights[:, None, None]
    totals[:, 1, 2] += 0.4 * weights  # a lead that may be luck
    among = np.arange(8).reshape(2, 4) % 3 != 0 if some else np.ones((2, 4), bool)
    found = leads(totals, weights, among if some else None)
    for place, expected in slow_leads(slow, totals, weights, among).items():
        seen = [float(one[place]) for one in (found.lead, found.low, found.high, found.p)]
        assert seen == pytest.approx(expected, rel=1e-9), place
        assert float(found.median[place] + found.lead[place]) == pytest.approx(float((totals.sum(0) / weights.sum())[place]))
    assert 1 / (1 + SAMPLES) < found.p[1, 2] < 0.5


def test_ten_groups_are_enough_and_nine_are_not():
    for groups in (FEWEST_GROUPS - 1, FEWEST_GROUPS):
        found = leads(np.random.default_rng(0).normal(0, 1, (groups, 2, 3)), np.ones(groups))
        assert np.isfinite(found.lead).all()
        assert np.isfinite([found.low, found.high, found.p]).all() == (groups == FEWEST_GROUPS)


def test_a_layer_of_one_head_has_nothing_to_lead():
    found = leads(np.ones((20, 2, 1)), np.ones(20))
    assert all(np.isnan(one).all() for one in (found.median, found.lead, found.low, found.high, found.p))


def test_where_groups_agree_a_lead_is_sure_and_none_is_none():
    """Even one of a millionth; one that is rounding is none."""
    found = leads(np.tile([0.1, 0.1, 0.100001, 0.1 + 1e-13], (20, 1, 1)), np.ones(20))
    assert found.p.round(3).tolist() == [[1.0, 1.0, 0.001, 1.0]]


def test_of_two_heads_each_is_measured_by_the_other():
    found = leads(np.tile([0.1, 0.4], (20, 1, 1)), np.ones(20))
    assert found.median.round(9).tolist() == [[0.4, 0.1]] and found.lead.round(9).tolist() == [[-0.3, 0.3]]


def test_heads_that_never_stray_do_not_change_what_is_said_of_others():
    totals = np.random.default_rng(3).normal(0.3, 0.5, (20, 2, 3))
    totals[:, 0] = 0.2
    noisy = np.array([[False] * 3, [True] * 3])
    every, some = leads(totals, np.ones(20)), leads(totals, np.ones(20), noisy)
    assert (every.p[1] == some.p[1]).all() and 0.1 < every.p[1].min() < 1
