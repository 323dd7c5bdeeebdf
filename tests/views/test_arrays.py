"""Attention.from_arrays: BertViz's arguments, and what is no attention."""

import numpy as np
import pytest
import torch

from headscope.errors import HeadscopeError
from headscope.views.attention import Attention

TOKENS = ["[CLS]", "straw", "##berry", "[SEP]", "jam", "[SEP]"]
N = len(TOKENS)


@pytest.fixture
def maps(make_maps):
    return make_maps(3, 2, N, N)


def forms(maps):
    tensors = torch.from_numpy(maps)
    return {
        "one array": maps,
        "one array of float64": maps.astype(np.float64),
        "one array with a batch": maps[:, None],
        "one tensor": tensors,
        "tuple of tensors, batch of one": tuple(layer[None] for layer in tensors),
        "list of arrays, batch of one": [layer[None] for layer in maps],
        "list of arrays": list(maps),
        "tensors that have a gradient": tuple(layer[None].clone().requires_grad_() for layer in tensors),
    }


@pytest.mark.parametrize("form", list(forms(np.zeros((1, 1, 1, 1), dtype=np.float32))))
def test_every_form_of_maps(maps, form):
    attention = Attention.from_arrays(forms(maps)[form], TOKENS, 4)
    one = attention.stack()
    assert list(attention.stacks) == ["encoder"]
    assert np.array_equal(one.maps, maps) and one.maps.dtype == np.float32
    assert one.queries.segments == (0, 0, 0, 0, 1, 1)
    assert one.queries.special == (True, False, False, True, False, True)
    assert one.queries.words == (-1, 0, 0, -1, 1, -1)
    assert one.vectors is None and attention.remarks == ()


@pytest.mark.parametrize("kind", [torch.float16, torch.bfloat16])
def test_half_precision_rounds_rows_over_1(maps, kind):
    halves = torch.from_numpy(maps).to(kind)
    attention = Attention.from_arrays(tuple(halves[:, None]), TOKENS)
    assert attention.stack().maps == pytest.approx(maps, abs=0.005)
    assert attention.stack().maps.max() <= 1


def test_a_map_that_looks_back_only_is_a_decoders():
    maps = np.tril(np.ones((1, 1, 4, 4)))
    assert list(Attention.from_arrays(maps / maps.sum(-1, keepdims=True), list("abcd")).stacks) == ["decoder"]


def test_an_encoder_decoder_model(make_maps):
    made = {
        "encoder_attention": tuple(torch.from_numpy(make_maps(3, 1, 4, 5, 5))),
        "decoder_attention": tuple(torch.from_numpy(make_maps(2, 1, 4, 3, 3))),
        "cross_attention": tuple(torch.from_numpy(make_maps(2, 1, 4, 3, 5))),
    }
    tokens = {"encoder_tokens": ["▁The", "▁straw", "berry", "▁jam", "</s>"], "decoder_tokens": ["<pad>", "▁Die", "▁Marmelade"]}
    attention = Attention.from_arrays(**made, **tokens)
    assert {name: one.maps.shape for name, one in attention.stacks.items()} == {
        "encoder": (3, 4, 5, 5), "decoder": (2, 4, 3, 3), "cross": (2, 4, 3, 5),
    }  # fmt: skip
    assert attention.stack("cross").keys.words == (0, 1, 1, 2, -1)
    assert attention.stack("cross").queries.special == (True, False, False)
    assert list(Attention.from_arrays(cross_attention=made["cross_attention"], **tokens).stacks) == ["cross"]


def test_rows_that_sum_to_less_are_told(maps):
    maps[1, 0, 2] *= 0.5
    [remark] = Attention.from_arrays(maps, TOKENS).remarks
    assert "has 1 rows that sum to less than 1" in remark


def test_what_is_given_of_tokens_is_taken(maps):
    one = Attention.from_arrays(maps, TOKENS, special=[5], words=[0, 1, 2, 3, 4, None], name="mine")
    assert one.name == "mine"
    assert one.stack().queries.special == (False,) * 5 + (True,)
    assert one.stack().queries.words == (0, 1, 2, 3, 4, -1)


def changed(maps, at, value):
    wrong = maps.copy()
    wrong[at] = value
    return wrong


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: changed(m, (1, 1, 3, 2), np.nan), r"head 2-2, row 3 counted from 0, has a weight that is not a number \(NaN\)"),
        (lambda m: changed(m, (0, 1, 0, 0), -0.25), "head 1-2, row 0 counted from 0, has a negative weight"),
        (lambda m: changed(m, (2, 0, 5, 1), 1.5), "head 3-1, row 5 .* more than 1"),
        (lambda m: changed(m, (2, 0, 5, 1), np.inf), "head 3-1, row 5 .* more than 1"),
        (lambda m: m[:, :, :5], "maps of 5 × 6 for 6 tokens"),
        (lambda m: m[0], r"has the shape \[2, 6, 6\]"),
        (lambda m: np.stack([m, m], 1), r"has the shape \[3, 2, 2, 6, 6\]"),
        (lambda m: tuple(np.stack([layer, layer]) for layer in m), "3 layers of"),
        (lambda m: [m[0], m[1][:1]], "layers of different shapes"),
        (lambda m: [m[0], None], "attn_implementation='eager'"),
        (lambda m: [], "no array and no list of arrays"),
        (lambda m: "maps", "no array and no list of arrays"),
        (lambda m: m[:0], r"has the shape \[0, 2, 6, 6\]"),
        (lambda m: np.array([["a"]]), "not numbers"),
        (lambda m: [[[0.5], [0.5, 0.5]]], "rows have different lengths"),
        (lambda m: None, "takes maps and their tokens"),
    ],
)  # fmt: skip
def test_what_is_no_attention_is_refused(maps, change, words):
    with pytest.raises(HeadscopeError, match=words):
        Attention.from_arrays(change(maps), TOKENS)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tokens": "straw "}, "Tokens are a list of strings"),
        ({"tokens": TOKENS[:5]}, "6 × 6 for 5 tokens"),
        ({"sentence_b_start": 0}, "expected 1 to 6"),
        ({"sentence_b_start": 7}, "expected 1 to 6"),
        ({"special": [6]}, "The special token 6 is none of the 6 tokens"),
        ({"words": [0]}, "There are 1 words for 6 tokens"),
        ({"encoder_tokens": TOKENS}, "not both"),
        ({"tokens": None, "maps": None}, "There is no attention"),
        ({"tokens": None, "maps": None, "cross_attention": np.ones((1, 1, 1, 1))}, "give encoder_tokens and decoder_tokens"),
    ],
)
def test_wrong_arguments(maps, options, words):
    with pytest.raises(HeadscopeError, match=words):
        Attention.from_arrays(**{"maps": maps, "tokens": TOKENS} | options)
