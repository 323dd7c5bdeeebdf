"""Which head has most to show: by hand, and against a slow version of the formula."""

import numpy as np
import pytest

from headscope.results.sample_text import Tokens
from headscope.views.telling import shown, telling


def side(length: int, special: tuple[int, ...] = (), prefix: str = "t") -> Tokens:
    texts = tuple(f"{prefix}{at}" for at in range(length))
    marks = tuple(at in special for at in range(length))
    return Tokens(texts, marks, (0,) * length, tuple(-1 if mark else at for at, mark in enumerate(marks)))


def slowly(weights: np.ndarray, queries: Tokens, keys: Tokens) -> float:
    rows = [at for at, special in enumerate(queries.special) if not special]
    columns = [at for at, special in enumerate(keys.special) if not special]
    best = []
    for i in rows:
        most = 0.0
        for j in columns:
            others = [weights[k, j] for k in rows if k != i]
            as_far = [weights[k, k + j - i] for k in rows if k != i and k + j - i in columns]
            guesses = [np.mean(one) for one in (others, as_far if queries.texts == keys.texts else []) if one]
            most = max(most, weights[i, j] - max(guesses, default=0.0))
        best.append(most)
    return float(np.mean(best))


@pytest.mark.parametrize(("rows", "columns", "special"), [(6, 6, ()), (7, 7, (0, 6)), (5, 9, (0,)), (1, 1, ()), (2, 2, (0,))])
def test_the_formula(rows, columns, special, make_maps):
    queries, keys = side(rows, special), side(columns, special, "t" if rows == columns else "k")
    for weights in make_maps(2, 3, rows, columns).reshape(-1, rows, columns):
        assert shown(weights, queries, keys) == pytest.approx(slowly(weights, queries, keys), abs=1e-6)


def test_habits_have_nothing_to_show():
    n = 8
    habits = {
        "uniform": np.full((n, n), 1 / n),
        "next": np.eye(n, k=1),
        "previous": np.eye(n, k=-1),
        "itself": np.eye(n),
        "one token": np.eye(n)[[3] * n],
        "the end": np.eye(n)[[n - 1] * n],
    }
    tokens = side(n, (0, n - 1))
    for name, weights in habits.items():
        assert shown(weights.astype(np.float32), tokens, tokens) == pytest.approx(0, abs=1e-6), name
    picks = np.eye(n)[[0, 5, 4, 1, 6, 2, 3, 7]].astype(np.float32)
    assert shown(picks, tokens, tokens) > 0.6


def test_equals_and_nothing():
    tokens = side(3)
    assert telling(np.full((2, 2, 3, 3), 1 / 3, dtype=np.float32), tokens, tokens).layer == 0
    assert shown(np.eye(2, dtype=np.float32), side(2, (0, 1)), side(2, (0, 1))) == 0
