"""Every surface measure agrees with the slow oracle, on maps of many shapes."""

from math import log

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.measures import MEASURES, make

SURFACE = ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak")
RARE = {
    "one word": ["house"],
    "one [SEP]": ["[SEP]"],
    "one [CLS]": ["[CLS]"],
    "only [SEP]": ["[SEP]", "[SEP]"],
    "two": ["[CLS]", "."],
    "no [SEP]": ["[CLS]", "house", ",", "river", "."],
    "no [CLS]": ["house", ".", "[SEP]", "river", "[SEP]"],
    "no punctuation": ["[CLS]", "house", "was", "[SEP]", "river", "[SEP]"],
    "none of them": ["house", "was", "in", "river"],
    "two [CLS]": ["[CLS]", "house", "[CLS]", ",", "[SEP]"],
}


def agree(oracle, observed, segment, tolerance, **options):
    for name in SURFACE:
        (seen,) = observed(make(name), [segment], **options)
        for key, figures in seen.items():
            for head, attention in enumerate(segment.maps):
                expected = oracle.figures(attention, segment.tokens)[name, key]
                assert (figures is None) == (expected is None), (name, key, segment.tokens)
                if expected is not None:
                    assert figures[head] == pytest.approx(expected, abs=tolerance, rel=0), (name, key, segment.tokens)


def test_the_oracle_knows_every_surface_measure(oracle):
    keys = {name: [key for measure, key in oracle.uniform(["house"]) if measure == name] for name in SURFACE}
    assert keys == {name: list(make(name).keys) for name in SURFACE}
    assert set(SURFACE) <= set(MEASURES)


@pytest.mark.parametrize("tokens", RARE.values(), ids=RARE)
def test_rare_segments_agree(oracle, observed, random_segment, tokens):
    for seed in range(3):
        agree(oracle, observed, random_segment(seed, len(tokens), tokens=tokens), 1e-12)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), n=st.integers(1, 24))
def test_random_segments_agree(oracle, observed, random_segment, seed, n):
    agree(oracle, observed, random_segment(seed, n), 1e-12)


@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_float32_maps_agree(oracle, observed, random_segment, n):
    agree(oracle, observed, random_segment(n, n), 1e-6, dtype=torch.float32)


@pytest.mark.parametrize("n", [1, 2, 3, 9])
def test_further_offsets_agree(oracle, observed, random_segment, n):
    measure = make("offset=-100,-8,-2,+3,+9")
    assert measure.keys == ("-100", "-8", "-2", "+3", "+9")
    segment = random_segment(n, n)
    (seen,) = observed(measure, [segment])
    for key, figures in seen.items():
        expected = [oracle.offset(attention, int(key)) for attention in segment.maps]
        assert figures == pytest.approx(expected, abs=1e-12)


def test_a_segment_without_the_source_has_no_figure_and_one_without_the_target_has_0(oracle, observed, random_segment):
    segment = random_segment(1, 3, tokens=["house", "was", "river"])
    assert observed(make("token-from-sep"), [segment]) == [{"cls": None, "sep": None, "punct": None}]
    (entropy,) = observed(make("entropy"), [segment])
    assert entropy["cls"] is None and entropy["all"] is not None
    (token,) = observed(make("token"), [segment])
    assert all((figures == 0).all() for figures in token.values())
    assert oracle.figures(segment.maps[0], segment.tokens)["token-from-sep", "cls"] is None


def test_the_oracle_by_hand(oracle):
    """[CLS] it . [SEP], each token on the one before, the first on itself; then even attention."""
    previous = [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    figures = oracle.figures(previous, ["[CLS]", "it", ".", "[SEP]"])
    assert figures["offset", "-1"] == 3 / 4 and figures["offset", "0"] == 1 / 4 and figures["offset", "+1"] == 0
    assert figures["token", "cls"] == 2 / 4 and figures["token", "punct"] == 1 / 4 and figures["token", "sep"] == 0
    assert figures["token-from-sep", "punct"] == 1 and figures["token-from-rest", "cls"] == 2 / 3
    assert figures["entropy", "all"] == 0 and figures["peak", "all"] == 1
    even = oracle.uniform(["[CLS]", "it", ".", "[SEP]"])
    assert even["entropy", "cls"] == pytest.approx(log(4)) and even["peak", "all"] == 1 / 4
    assert even["offset", "+1"] == 3 / 16 and even["token-from-sep", "sep"] == 1 / 4
