"""Tallies add: exactly, in any order, and not beyond what float64 can hold exactly."""

from functools import reduce
from itertools import permutations
from operator import add

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.tallies import GROUPS, Tally, to_bytes
from headscope.types import Series

SERIES = Series("corpus", "encoder", "peak", "all")


def small(total, weight=1.0, group=0):
    tally = Tally()
    totals, weights = np.zeros((GROUPS, 1, 1)), np.zeros(GROUPS)
    totals[group], weights[group] = total, weight
    tally.add(SERIES, totals, weights)
    return tally


def test_the_value_is_the_total_over_the_weight_of_all_groups():
    tally = small(0.5, 1, group=3) + small(2.0, 4, group=3) + small(0.5, 1, group=150)
    assert tally.value(SERIES).tolist() == [[0.5]]
    assert tally.groups(SERIES) == 2
    assert tally.totals(SERIES)[3].tolist() == [[2.5]] and tally.weights(SERIES)[150] == 1


def test_nothing_weighed_has_no_value():
    assert np.isnan(small(0.0, 0.0).value(SERIES)).all()


def test_addition_is_exact_and_associative(make_tally):
    tallies = [make_tally(seed) for seed in range(12)]
    expected = to_bytes(reduce(add, tallies))
    random = np.random.default_rng(0)
    for _ in range(8):
        shuffled = [tallies[i] for i in random.permutation(len(tallies))]
        cut = int(random.integers(1, len(tallies)))
        grouped = reduce(add, shuffled[:cut]) + reduce(add, shuffled[cut:])
        assert grouped == reduce(add, tallies)
        assert to_bytes(grouped) == expected


def test_addition_leaves_its_operands_alone(make_tally):
    first, second = make_tally(1), make_tally(2)
    before = to_bytes(first), to_bytes(second)
    added = first + second
    added.rows(next(iter(added))).totals[:] = 7
    assert (to_bytes(first), to_bytes(second)) == before


def test_a_tally_keeps_its_own_copy_of_what_was_added():
    totals, weights = np.ones((GROUPS, 1, 1)), np.ones(GROUPS)
    tally = Tally()
    tally.add(SERIES, totals, weights)
    totals[:], weights[:] = 5, 5
    assert tally.value(SERIES).item() == 1 and tally.weights(SERIES).sum() == GROUPS


def test_series_that_only_one_has_are_kept(make_tally):
    other = SERIES._replace(measure="entropy")
    added = make_tally(1, (SERIES,)) + make_tally(2, (other,))
    assert list(added) == sorted([SERIES, other]) and len(added) == 2
    assert np.array_equal(added.totals(other), make_tally(2, (other,)).totals(other))


def test_equality_sees_totals_weights_and_names(make_tally):
    tally = small(0.5)
    assert tally == small(0.5)
    assert tally != small(0.25) and tally != small(0.5, 2) and tally != small(0.5, group=1) and tally != Tally()
    assert tally != "tally"
    with pytest.raises(TypeError):
        hash(tally)


def test_other_shapes_are_refused(make_tally):
    with pytest.raises(HeadscopeError, match=r"different shapes can't be added: \(2, 3\) and \(2, 4\)"):
        make_tally(1) + make_tally(1, heads=4)


def test_sums_up_to_the_limit_stay_exact_and_beyond_it_are_refused():
    """2²¹ of the grid's 2⁻³² steps fill float64's 53 bits."""
    step = 2.0**-32
    largest = small(2.0**21 - 1) + small(1 - step)
    assert largest.totals(SERIES)[0, 0, 0] == 2.0**21 - step
    for total in (step, 1.0):
        with pytest.raises(HeadscopeError, match="'peak' are too large to stay exact"):
            largest + small(total)
    with pytest.raises(HeadscopeError, match="too large"):
        small(-(2.0**21))
    with pytest.raises(HeadscopeError, match="too large"):
        small(0.0, 2.0**21)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_is_refused_with_the_layer(bad):
    totals = np.zeros((GROUPS, 4, 2))
    totals[17, 2, 1] = bad
    with pytest.raises(HeadscopeError, match=r"encoder layer 3 is not a number \(measure 'peak'\)"):
        Tally().add(SERIES, totals, np.ones(GROUPS))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -1.0])
def test_weights_that_can_not_be_are_refused(bad):
    with pytest.raises(HeadscopeError):
        small(0.5, bad)


def groups(*places):
    return np.array(places, np.int64)


def test_sums_of_some_groups_are_added_there_and_nowhere_else():
    tally, whole = Tally(), Tally()
    random = np.random.default_rng(0)
    for places in (groups(3, 150), groups(), groups(0), groups(199, 150, 7)):
        totals, weights = random.integers(0, 99, (len(places), 2, 3)) / 8, random.integers(0, 9, len(places)).astype(float)
        tally.add(SERIES, totals, weights, places, GROUPS)
        everywhere, weighed = np.zeros((GROUPS, 2, 3)), np.zeros(GROUPS)
        everywhere[places], weighed[places] = totals, weights
        whole.add(SERIES, everywhere, weighed)
    assert tally == whole and to_bytes(tally) == to_bytes(whole)
    assert set(np.flatnonzero(tally.totals(SERIES).any((1, 2)))) == {0, 3, 7, 150, 199}


def test_sums_of_some_groups_are_held_to_the_same_rules():
    tally = small(2.0**21 - 1, group=5)
    one = np.ones((1, 1, 1))
    tally.add(SERIES, one, np.ones(1), groups(6), GROUPS)
    with pytest.raises(HeadscopeError, match="too large to stay exact"):
        tally.add(SERIES, one, np.ones(1), groups(5), GROUPS)
    with pytest.raises(HeadscopeError, match="different shapes"):
        tally.add(SERIES, np.ones((1, 1, 2)), np.ones(1), groups(6), GROUPS)
    with pytest.raises(HeadscopeError, match="different shapes"):
        tally.add(SERIES, one, np.ones(1), groups(0), 1)
    for bad in (np.nan, np.inf):
        with pytest.raises(HeadscopeError, match="layer 1 is not a number"):
            tally.add(SERIES, one * bad, np.ones(1), groups(0), GROUPS)
    with pytest.raises(HeadscopeError, match="weights of 'peak'"):
        tally.add(SERIES, one, -np.ones(1), groups(0), GROUPS)


def test_adding_to_a_copy_leaves_the_tally_alone():
    tally = small(0.5)
    before = to_bytes(tally)
    copied = tally.copy()
    assert copied == tally
    copied.add(SERIES, np.ones((1, 1, 1)), np.ones(1), groups(0), GROUPS)
    copied.add(SERIES._replace(key="other"), np.ones((1, 1, 1)), np.ones(1), groups(0), GROUPS)
    assert to_bytes(tally) == before and copied != tally and len(tally) == 1


def test_a_series_of_one_group_stays_one():
    """Of pairs of heads there is one sum for the whole corpus."""
    tally = Tally()
    for _ in range(2):
        tally.add(SERIES, np.full((1, 1, 6), 0.5), np.ones(1), groups(0), 1)
    assert tally.totals(SERIES).shape == (1, 1, 6) and tally.weights(SERIES).tolist() == [2]
    assert tally.value(SERIES).tolist() == [[0.5] * 6]


def test_sums_of_one_group_have_a_coarser_grid_and_more_room():
    """2³³ of the coarse grid's 2⁻²⁰ steps fill float64's 53 bits."""
    step, tally = 2.0**-20, Tally()
    tally.add(SERIES, np.full((1, 1, 1), 2.0**33 - 2 * step), np.ones(1))
    tally.add(SERIES, np.full((1, 1, 1), step), np.ones(1))
    assert tally.totals(SERIES).item() == 2.0**33 - step
    with pytest.raises(HeadscopeError, match="too large to stay exact"):
        tally.add(SERIES, np.full((1, 1, 1), step), np.ones(1))


def test_a_derived_series_says_its_own_cases_or_those_of_its_groups():
    tally, totals, weights = Tally(), np.ones((GROUPS, 1, 2)), np.ones(GROUPS)
    tally.derive(SERIES, totals, weights)
    assert tally.cases(SERIES).tolist() == [[GROUPS, GROUPS]]
    tally.derive(SERIES, totals, weights, np.array([[3.0, 4.0]]))
    assert tally.cases(SERIES).tolist() == [[3.0, 4.0]] and tally.value(SERIES).tolist() == [[1.0, 1.0]]


def test_weights_may_be_head_by_head_and_then_always_are():
    tally, totals, weights = Tally(), np.ones((GROUPS, 2, 3)), np.zeros((GROUPS, 2, 3))
    weights[:2, 1, 2], weights[0, 0, 0] = 2.0, 4.0
    totals[2:] = 0
    tally.add(SERIES, totals, weights)
    tally.add(SERIES, totals, weights)
    assert tally.weights(SERIES).shape == (GROUPS, 2, 3) and tally.groups(SERIES) == 2
    assert tally.value(SERIES)[1, 2] == 0.5 and tally.value(SERIES)[0, 0] == 0.5 and tally.cases(SERIES)[1, 2] == 8
    with pytest.raises(HeadscopeError, match="weights of 'peak' are not of the shape"):
        tally.add(SERIES, totals, np.ones(GROUPS))


def test_sums_with_one_weight_for_all_layers_and_with_one_for_each_add_in_any_order():
    """Of heads, and of a baseline, which has one figure for a stack until a text shows that its layers see differently."""
    random = np.random.default_rng(2)
    even = SERIES._replace(baseline="uniform")
    parts = []
    for group, layered in enumerate((False, True, False, True)):
        part, totals = Tally(), np.zeros((GROUPS, 3, 2))
        totals[group] = np.round(random.random((3, 2)) * 64) / 64
        weights = np.zeros((GROUPS, 3, 2))
        weights[group] = [[1], [0], [1]] if layered else 1
        part.add(SERIES, totals * weights, weights if layered else weights[:, 0, 0])
        level = totals[..., :1] * weights[..., :1]
        part.add(even, level if layered else level[:, :1], weights[..., :1] if layered else weights[:, 0, 0])
        parts.append(part)
    added = [parts[a] + parts[b] + parts[c] + parts[d] for a, b, c, d in permutations(range(4))]
    assert len({to_bytes(one) for one in added}) == 1
    assert added[0].weights(SERIES).sum((0, 2)).tolist() == [8, 4, 8]
    assert added[0].totals(even).shape == added[0].weights(even).shape == (GROUPS, 3, 1)
    assert np.array_equal(added[0].totals(even)[0, :, 0], np.repeat(parts[0].totals(even)[0, 0], 3))


def test_of_several_layers_that_are_no_numbers_the_first_is_named():
    totals = np.zeros((GROUPS, 4, 2))
    totals[3, 1, 0] = totals[3, 2, 1] = totals[7, 0, 0] = np.nan
    with pytest.raises(HeadscopeError, match="encoder layer 2 is"):
        Tally().add(SERIES, totals, np.ones(GROUPS))
