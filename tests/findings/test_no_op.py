"""Resting on [SEP]: the words that bear a relation against all others, by hand, by loops, and where nothing can be said."""

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.findings.no_op import rest
from headscope.results.scores import Scores
from headscope.types import Head

TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"


def run(counted, bearing, every, places=None) -> Scores:
    """One layer of two heads; what is given is (total, words) by group, and of the other direction half the total."""
    keys = {}
    for key, (totals, words) in {"obj": bearing, "all": every}.items():
        totals = np.asarray(totals, dtype=float)
        both = np.stack([totals, totals / 2], 1)
        keys[key] = (np.stack([0 * both, both], -1)[:, :, None], np.asarray(words, dtype=float), {})
    return counted(keys, "idle", places=places)


def test_by_hand(counted):
    """Two objects put .2 on [SEP] together, the six other words 4.8."""
    scores = run(counted, ([0.2, 0.0], [1, 1]), ([2.0, 3.0], [4, 4]))
    found = rest(scores, "idle", Head(0, 1), TO_HEAD, "obj")
    assert (found.bearing, found.others) == pytest.approx((0.1, 0.8)) and found.difference == pytest.approx(-0.7)
    assert found.low is found.high is None, "two groups"
    assert rest(scores, "idle", Head(0, 1), TO_DEPENDENT, "obj").others == pytest.approx(0.4)
    assert rest(scores, "idle", Head(0, 0), TO_HEAD, "obj").difference == 0


def test_the_interval_agrees_with_loops_and_the_relation_may_be_missing_from_many_groups(counted, slow):
    generator = np.random.default_rng(0)
    groups = 30
    words = generator.integers(20, 40, groups)
    some = np.where(np.arange(groups) < 11, generator.integers(1, 4, groups), 0)
    bearing, others = some * generator.uniform(0, 0.2, groups), (words - some) * generator.uniform(0.5, 0.9, groups)
    scores = run(counted, (bearing, some), (bearing + others, words), places=np.arange(100, 130))
    found = rest(scores, "idle", Head(0, 1), TO_HEAD, "obj")
    expected = slow.slow_difference(others, words - some, bearing, some, True)
    assert (found.low, found.high) == pytest.approx(expected, abs=1e-9)
    assert found.low < found.difference < found.high < 0


def test_few_groups_with_the_relation_have_no_interval(counted):
    some = np.where(np.arange(30) < 9, 1, 0)
    found = rest(run(counted, (some * 0.1, some), (np.full(30, 2.0), np.full(30, 4))), "idle", Head(0, 1), TO_HEAD, "obj")
    assert found.low is None and found.difference < 0


def test_the_marker_rule_does_not_change_who_bears_the_relation(counted):
    scores = run(counted, ([0.2] * 12, [1] * 12), ([2.0] * 12, [4] * 12))
    assert rest(scores, "idle", Head(0, 1), TO_HEAD, "obj (own word)") == rest(scores, "idle", Head(0, 1), TO_HEAD, "obj")


def test_a_mean_over_no_words_is_none(counted):
    scores = run(counted, ([0.0] * 12, [0] * 12), ([2.0] * 12, [4] * 12))
    none, every = (rest(scores, "idle", Head(0, 1), TO_HEAD, relation) for relation in ("obj", "all"))
    assert none.bearing is none.difference is none.low is None and none.others == 0.5
    assert every.others is every.difference is every.low is None and every.bearing == 0.5


def test_a_run_without_it(counted):
    scores = counted({"obj": (np.zeros((3, 2, 1, 1)), np.ones(3), {})})
    with pytest.raises(HeadscopeError, match="no measure in this run named 'idle'"):
        rest(scores, "idle", Head(0, 0), TO_HEAD, "obj")
    scores = run(counted, ([0.2] * 12, [1] * 12), ([2.0] * 12, [4] * 12))
    with pytest.raises(HeadscopeError, match="direction of 'idle' in this run named 'both'"):
        rest(scores, "idle", Head(0, 0), "both", "obj")
