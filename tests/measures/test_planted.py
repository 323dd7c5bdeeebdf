"""Heads made by hand, with every figure worked out by hand."""

from math import log

import numpy as np
import pytest
import torch

from headscope.measures import Maps, make
from headscope.measures.worked import score
from headscope.tokens import collate

#          0        1        2    3        4        5    6
TOKENS = ["[CLS]", "house", ".", "[SEP]", "river", ",", "[SEP]"]
N = len(TOKENS)


def looks_at(*targets: int) -> np.ndarray:
    """Token i puts all its weight on `targets[i]`."""
    return np.eye(N)[list(targets)]


HEADS = {
    "next": looks_at(1, 2, 3, 4, 5, 6, 0),  # the last has no next one and goes to [CLS]
    "previous": looks_at(0, 0, 1, 2, 3, 4, 5),  # the first has no previous one and stays
    "sep": (looks_at(*[3] * N) + looks_at(*[6] * N)) / 2,
    "uniform": np.full((N, N), 1 / N),
    "identity": looks_at(*range(N)),
    "first": looks_at(*[0] * N),
}

# Keys in the order of the measure: offset -1 0 +1; token* cls sep punct; entropy all cls; peak all.
EXPECTED = {
    "next": {
        "offset": (0, 0, 6 / 7),
        "token": (1 / 7, 2 / 7, 2 / 7),  # 6→0; 2→3, 5→6; 1→2, 4→5
        "token-from-sep": (1 / 2, 0, 0),  # 3→4, 6→0
        "token-from-rest": (0, 2 / 5, 2 / 5),
        "entropy": (0, 0),
        "peak": (1,),
    },
    "previous": {
        "offset": (6 / 7, 1 / 7, 0),
        "token": (2 / 7, 1 / 7, 2 / 7),  # 0→0, 1→0; 4→3; 3→2, 6→5
        "token-from-sep": (0, 0, 1),
        "token-from-rest": (2 / 5, 1 / 5, 0),
        "entropy": (0, 0),
        "peak": (1,),
    },
    "sep": {
        "offset": (1 / 14, 1 / 7, 1 / 7),  # half each: 4→3; 3→3, 6→6; 2→3, 5→6
        "token": (0, 1, 0),
        "token-from-sep": (0, 1, 0),
        "token-from-rest": (0, 1, 0),
        "entropy": (log(2), log(2)),
        "peak": (1 / 2,),
    },
    "uniform": {
        "offset": (6 / 49, 7 / 49, 6 / 49),
        "token": (1 / 7, 2 / 7, 2 / 7),
        "token-from-sep": (1 / 7, 2 / 7, 2 / 7),
        "token-from-rest": (1 / 7, 2 / 7, 2 / 7),
        "entropy": (log(7), log(7)),
        "peak": (1 / 7,),
    },
    "identity": {
        "offset": (0, 1, 0),
        "token": (1 / 7, 2 / 7, 2 / 7),
        "token-from-sep": (0, 1, 0),
        "token-from-rest": (1 / 5, 0, 2 / 5),
        "entropy": (0, 0),
        "peak": (1,),
    },
    "first": {
        "offset": (1 / 7, 1 / 7, 0),  # 1→0; 0→0
        "token": (1, 0, 0),
        "token-from-sep": (1, 0, 0),
        "token-from-rest": (1, 0, 0),
        "entropy": (0, 0),
        "peak": (1,),
    },
}
CASES = [(head, measure, figures) for head, expected in EXPECTED.items() for measure, figures in expected.items()]


@pytest.mark.parametrize(("head", "measure", "figures"), CASES, ids=[f"{head}: {measure}" for head, measure, _ in CASES])
def test_planted_head(observed, random_segment, head, measure, figures):
    segment = random_segment(0, N, tokens=TOKENS)._replace(maps=HEADS[head][None])
    (seen,) = observed(make(measure), [segment])
    assert [float(figure[0]) for figure in seen.values()] == pytest.approx(list(figures), abs=1e-15)


@pytest.mark.parametrize("measure", EXPECTED["next"])
def test_planted_heads_of_one_layer_do_not_mix(observed, random_segment, measure):
    """All heads at once, between two other units of other lengths."""
    planted = random_segment(0, N, tokens=TOKENS)._replace(maps=np.stack(list(HEADS.values())))
    others = [random_segment(seed, n, heads=len(HEADS)) for seed, n in ((1, 4), (2, 11))]
    _, seen, _ = observed(make(measure), [others[0], planted, others[1]])
    for at, figures in enumerate(seen.values()):
        assert figures == pytest.approx([EXPECTED[head][measure][at] for head in HEADS], abs=1e-15)


# A first token, then three tokens twice: <s> a b c a b c.
REPEATS = {  # where each token attends; prefix, duplicate, previous of `induction`; prefix, rest of `induction-text`
    "induction": ((0, 0, 0, 0, 2, 3, 4), (1, 0, 0), (1, 1)),  # the second a followed the first c
    "duplicate": ((0, 0, 0, 0, 1, 2, 3), (0, 1, 0), (0, 1)),
    "previous": ((0, 0, 1, 2, 3, 4, 5), (0, 0, 1), (0, 1 / 3)),
    "first": ((0, 0, 0, 0, 0, 0, 0), (0, 0, 0), (0, 1)),
}


@pytest.mark.parametrize("head", REPEATS)
def test_planted_heads_that_repeat(head):
    targets, random, text = REPEATS[head]
    rows = np.eye(7)[list(targets)].tolist()
    assert [*score(make("induction"), rows).values()] == pytest.approx(random, abs=1e-4)
    assert [*score(make("induction-text"), rows, ids=[0, 1, 2, 3, 1, 2, 3]).values()] == pytest.approx(text, abs=1e-4)


# From four tokens of a decoder to three of an encoder.
QUERIES, KEYS = ["[CLS]", "house", "[SEP]", "."], ["river", ",", "[SEP]"]
CROSS = [[0.5, 0.5, 0], [0.25, 0.25, 0.5], [0, 0.75, 0.25], [0, 0, 1]]
HALF, THREE = log(2), 0.75 * log(4 / 3) + 0.25 * log(4)
CROSS_EXPECTED = {
    "offset": (0.25 + 0.75 + 1, 0.5 + 0.25 + 0.25, 0.5 + 0.5),  # all divided by 4 below
    "token": (0, 0.5 + 0.25 + 1, 0.5 + 0.25 + 0.75),
    "token-from-sep": (0, 4 * 0.25, 4 * 0.75),
    "token-from-rest": (0, 4 * (0.5 + 1) / 3, 4 * (0.5 + 0.25) / 3),
    "entropy": (HALF + 1.5 * HALF + THREE, 4 * HALF),
    "peak": (0.5 + 0.5 + 0.75 + 1,),
}


@pytest.mark.parametrize(("measure", "figures"), CROSS_EXPECTED.items())
def test_cross_attention_asks_the_queries_who_attends_and_the_keys_what_to(encoder, encoded, measure, figures):
    sides = [collate([encoded(tokens)], encoder).source for tokens in (QUERIES, KEYS)]
    seen = make(measure).observe(Maps(torch.tensor(CROSS, dtype=torch.float64)[None, None], *sides))
    assert seen.weights.tolist() == [[1]] * len(figures)
    assert seen.values[:, 0, 0].tolist() == pytest.approx([figure / 4 for figure in figures], abs=1e-15)
