"""The first token as a place to rest: against a slow oracle, on heads made by hand, and under causal masks."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.measures import Maps, make
from headscope.measures.sink import STRONG
from headscope.measures.worked import make_side, score


def oracle(attention):
    """Plain loops; None where there is no second token."""
    n = len(attention)
    if n < 2:
        return None
    total, strong = 0.0, 0
    for i in range(1, n):
        total += float(attention[i][0])
        strong += float(attention[i][0]) > 0.3
    every = sum(float(row[0]) for row in attention) / n
    return {"all": total / (n - 1), "strong": strong / (n - 1), "rate": float(every > 0.3)}


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), n=st.integers(1, 24))
def test_random_segments_agree(observed, random_segment, seed, n):
    segment = random_segment(seed, n)
    (seen,) = observed(make("sink"), [segment])
    for head, attention in enumerate(segment.maps):
        expected = oracle(attention)
        for key, figures in seen.items():
            assert (figures is None) == (expected is None)
            if expected is not None:
                assert figures[head] == pytest.approx(expected[key], abs=1e-12)


N = 8
HEADS = {
    "rests": (np.eye(N)[[0] * N], 1.0, 1.0, 1.0),
    "previous": (np.eye(N)[[0, *range(N - 1)]], 1 / 7, 1 / 7, 0.0),  # the second alone has the first before it
    "itself": (np.eye(N), 0.0, 0.0, 0.0),
    "even": (np.full((N, N), 1 / N), 1 / 8, 0.0, 0.0),
    "halves": (0.5 * np.eye(N) + 0.5 * np.eye(N)[[0] * N], 0.5, 1.0, 1.0),
    "a quarter": (0.75 * np.eye(N) + 0.25 * np.eye(N)[[0] * N], 0.25, 0.0, 1.0),  # with the first row's 1 it is 0.34
}


@pytest.mark.parametrize("name", HEADS)
def test_planted_head(observed, random_segment, name):
    maps, *expected = HEADS[name]
    segment = random_segment(0, N, heads=1)._replace(maps=maps[None])
    (seen,) = observed(make("sink"), [segment])
    assert [float(figure[0]) for figure in seen.values()] == pytest.approx(expected, abs=1e-15)


def test_the_first_token_has_no_say():
    """It can see nothing but itself in a causal model; whatever it does elsewhere does not count either."""
    rows = [[0.0, 0.0], [0.4, 0.6]]
    assert score(make("sink=all,strong"), rows) == {"all": 0.4, "strong": 1.0}
    assert score(make("sink"), [[1.0, 0.0], [0.4, 0.6]]) == {"all": 0.4, "strong": 1.0, "rate": 1.0}
    assert score(make("sink=rate"), rows) == {"rate": 0.0}, "but in Gu's rate, which is of all tokens: 0.4 / 2"
    assert score(make("sink"), [[1.0]]) == {}


def test_exactly_the_threshold_is_not_above_it():
    assert STRONG == 0.3
    assert (
        score(make("sink"), [[1.0, 0.0], [0.3, 0.7]])["strong"] == 0 < score(make("sink"), [[1.0, 0.0], [0.31, 0.69]])["strong"]
    )


def test_a_text_whose_mean_is_exactly_the_threshold_does_not_count():
    assert score(make("sink=rate"), [[0.3, 0.7], [0.3, 0.7]]) == {"rate": 0.0}


def test_a_segment_of_one_token_counts_for_nothing_and_is_a_number_all_the_same():
    """What is not a number would stop the run, whatever its weight."""
    side = make_side(["w0"])
    seen = make("sink").observe(Maps(torch.ones(1, 2, 1, 1, dtype=torch.float64), side, side, torch.ones(1, 1, 1, 1) > 0))
    assert torch.isfinite(seen.values).all() and not seen.weights.any()


@pytest.mark.parametrize("causal", [False, True])
def test_even_attention_counts_what_may_be_seen(causal):
    from dataclasses import replace

    from headscope.runs.readings import uniform

    side = make_side([f"w{i}" for i in range(6)])
    visible = torch.ones(1, 1, 6, 6, dtype=torch.bool)
    maps = Maps(torch.zeros(1, 1, 6, 6, dtype=torch.float64), side, side, visible.tril() if causal else visible)
    measure = make("sink")
    (seen,) = measure.baselines(maps, replace(maps, weights=uniform(maps))).values()
    every, strong, _ = seen.values[:, 0, 0].tolist()
    assert every == pytest.approx(np.mean([1 / (i if causal else 6) for i in range(2, 7)]), abs=1e-12)
    assert strong == (2 / 5 if causal else 0)  # of the later tokens, the second and the third see no more than three
