"""Token maps → word maps: against the slow oracle on random splits, and by what must hold of them."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.measures.word_maps import WAYS, first_tokens, to_words

FEW = settings(max_examples=40, deadline=None, derandomize=True, database=None)


@st.composite
def splits(draw, most: int = 9):
    """How many tokens each word has, with special tokens anywhere: of each token its word."""
    pieces = draw(st.lists(st.integers(0, 4), min_size=1, max_size=most))
    words = [word for word, number in enumerate(pieces) for _ in range(number)]
    for place in draw(st.lists(st.integers(0, len(words)), max_size=3)):
        words.insert(place, -1)
    return words or [-1], len(pieces)


def made(words: list[int], number: int, maps: np.ndarray, way: str = "mean") -> np.ndarray:
    of = torch.tensor([words])
    return to_words(torch.tensor(maps)[None], of, of, number, way)[0].numpy()


@pytest.mark.parametrize("way", WAYS)
@FEW
@given(split=splits(), seed=st.integers(0, 99))
def test_agrees_with_the_oracle(parsing, random_segment, way, split, seed):
    words, number = split
    maps = random_segment(seed, len(words)).maps
    found = made(words, number, maps, way)
    for head, attention in enumerate(maps):
        np.testing.assert_allclose(found[head], parsing.word_map(attention, words, number, way), atol=1e-15)


@FEW
@given(split=splits(), seed=st.integers(0, 99))
def test_a_row_sums_to_what_the_word_s_tokens_gave_to_words(split, seed):
    """1, less what goes to special tokens; 0 from a word without a token, and nothing to it."""
    words, number = split
    maps = np.random.default_rng(seed).dirichlet(np.ones(len(words)), (3, len(words)))
    found = made(words, number, maps)
    special = np.array(words) < 0
    for word in range(number):
        mine = np.array(words) == word
        if not mine.any():
            assert not found[:, word].any() and not found[:, :, word].any()
            continue
        expected = 1 - maps[:, mine][:, :, special].sum(-1).mean(-1)
        np.testing.assert_allclose(found[:, word].sum(-1), expected, atol=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_where_every_word_is_one_token_the_map_stays_as_it_is(random_segment, way):
    maps = random_segment(0, 7).maps
    assert np.array_equal(made([0, 1, 2, 3, 4, 5, 6], 7, maps, way), maps)
    assert np.array_equal(made([-1, 0, 1, 2, 3, 4, -1], 5, maps, way), maps[:, 1:-1, 1:-1])


def test_the_ways_by_hand():
    """Three words of 1, 2 and 0 tokens between [CLS] and [SEP]."""
    rows = [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [0.25, 0.25, 0.125, 0.25, 0.125],
        [0.0, 0.5, 0.25, 0.25, 0.0],
        [0.5, 0.0, 0.0, 0.25, 0.25],
        [0.0, 0.0, 0.0, 0.0, 1.0],
    ]
    words, maps = [-1, 0, 1, 1, -1], np.array([rows])
    from_first = [0.25, 0.375, 0]
    assert made(words, 3, maps, "mean")[0].tolist() == [from_first, [0.25, 0.375, 0], [0, 0, 0]]
    assert made(words, 3, maps, "first")[0].tolist() == [from_first, [0.5, 0.5, 0], [0, 0, 0]]
    assert made(words, 3, maps, "max")[0].tolist() == [from_first, [0.5, 0.5, 0], [0, 0, 0]]
    rows[2], rows[3] = rows[3], rows[2]
    assert made(words, 3, maps := np.array([rows]), "first")[0, 1].tolist() == [0, 0.25, 0]
    assert made(words, 3, maps, "max")[0, 1].tolist() == [0.5, 0.5, 0]


@pytest.mark.parametrize("way", WAYS)
def test_units_of_a_batch_do_not_mix_and_rows_of_padding_may_hold_anything(random_segment, way):
    splits = [[-1, 0, 0, 1, 2, 2, 2, -1], [-1, 0, 2, -1], [0]]
    padded = torch.full((3, 8), -1)
    weights = torch.full((3, 2, 8, 8), float("nan"), dtype=torch.float64)
    for b, words in enumerate(splits):
        n = len(words)
        padded[b, :n] = torch.tensor(words)
        weights[b, :, :n] = 0
        weights[b, :, :n, :n] = torch.tensor(random_segment(b, n).maps)
    found = to_words(weights, padded, padded, 3, way).numpy()
    for b, words in enumerate(splits):
        np.testing.assert_allclose(found[b], made(words, 3, random_segment(b, len(words)).maps, way), atol=1e-15)


@pytest.mark.parametrize("way", WAYS)
def test_queries_and_keys_may_be_split_differently(parsing, way):
    """From a decoder, moved one to the right, to its encoder."""
    queries, keys = [-1, -1, 0, 0, 1], [-1, 0, 0, 1, -1]
    maps = np.random.default_rng(0).dirichlet(np.ones(5), (2, 5))
    found = to_words(torch.tensor(maps)[None], torch.tensor([queries]), torch.tensor([keys]), 2, way)[0].numpy()
    for head, attention in enumerate(maps):
        np.testing.assert_allclose(found[head], parsing.word_map(attention, queries, 2, way, keys), atol=1e-15)


@pytest.mark.parametrize("name", ["float32", "bfloat16"])
def test_the_precision_of_the_maps_is_kept(name, computes):
    computes(name)
    dtype = getattr(torch, name)
    words = torch.tensor([[-1, 0, 1, 1]])
    weights = torch.full((1, 2, 4, 4), 0.25, dtype=dtype)
    for way in WAYS:
        found = to_words(weights, words, words, 2, way)
        assert found.dtype == dtype and found[0, 0].tolist() == [[0.25, 0.5], [0.25, 0.5]]


def test_where_words_begin():
    words = torch.tensor([[-1, 0, 0, 2, -1, -1], [-1, 1, 1, 1, 0, -1]])
    assert first_tokens(words, 4).tolist() == [[1, -1, 3, -1], [4, 1, -1, -1]]


def test_the_oracle_by_hand(parsing):
    """All of a word's attention on one word of two tokens, half of it on each: sum to, mean from."""
    attention = [[0, 0.5, 0.5], [1, 0, 0], [0, 0, 1]]
    assert parsing.word_map(attention, [0, 1, 1], 2).tolist() == [[0, 1], [0.5, 0.5]]
    assert parsing.word_map(attention, [0, 1, 1], 2, "first").tolist() == [[0, 1], [1, 0]]
    assert parsing.word_map(attention, [0, 1, 1], 2, "max").tolist() == [[0, 1], [1, 1]]
