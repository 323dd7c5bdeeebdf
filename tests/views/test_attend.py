"""attend: the model's own maps, the tokens that go with them, and what is refused."""

import numpy as np
import pytest
import torch
import transformers as t
from transformers import AutoTokenizer

from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.tokens import Encoder
from headscope.views.attend import attend, count_tokens
from headscope.views.attention import Attention

SMALL = {"d_model": 32, "encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_position_embeddings": 64, "init_std": 0.3}
ENDS = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "decoder_start_token_id": 3}


@pytest.fixture(scope="module")
def build():
    """A tiny model with random weights behind the bundled tokenizer."""
    tokenizer = AutoTokenizer.from_pretrained(FOLDER)

    def make(config) -> Model:
        torch.manual_seed(0)
        level = t.utils.logging.get_verbosity()
        t.utils.logging.set_verbosity_error()
        module = t.AutoModel.from_config(config).eval()
        t.utils.logging.set_verbosity(level)
        return connect(Model("tiny", module, Encoder(tokenizer, 64)))

    return make


def bart():
    layers = {"encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 2}
    return t.BartConfig(vocab_size=16384, **layers, **SMALL, **ENDS, forced_eos_token_id=None)


def gpt2(**options):
    return t.GPT2Config(vocab_size=16384, n_embd=32, n_layer=3, n_head=4, n_positions=64, initializer_range=0.3, **options)


def t5():
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_decoder_layers": 2, "num_heads": 4}
    return t.T5Config(
        vocab_size=16384, **sizes, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, initializer_factor=2.0
    )


def softmax_of(one, hidden=None):
    vectors = one.vectors
    logits = (vectors.query.astype(float) @ vectors.key.astype(float).swapaxes(-1, -2)) * vectors.scaling
    if hidden is not None:
        logits = np.where(hidden, -np.inf, logits)
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def test_maps_are_the_models_own(bundled, texts, pair):
    inputs = bundled.encoder.tokenizer(*texts, return_tensors="pt")
    eager = t.AutoModel.from_pretrained(FOLDER, attn_implementation="eager", dtype=torch.float32).eval()
    with torch.no_grad():
        theirs = eager(**inputs, output_attentions=True).attentions
    expected = torch.stack(theirs)[:, 0].numpy()
    assert np.abs(pair.stack().maps - expected).max() < 1e-5
    assert pair.stack().maps.dtype == np.float32
    assert Attention.from_arrays(theirs, list(pair.stack().queries.texts)).stack().maps == pytest.approx(expected)


def test_tokens_of_a_pair(pair):
    side = pair.stack().queries
    assert side is not None and pair.stack().keys == side
    first, second = side.texts.index("[SEP]"), len(side.texts) - 1
    assert [at for at, special in enumerate(side.special) if special] == [0, first, second]
    assert side.segments == (0,) * (first + 1) + (1,) * (second - first)
    assert side.words[side.texts.index("##ed")] == side.words[side.texts.index("##ed") - 1]
    assert {word for word, special in zip(side.words, side.special, strict=True) if special} == {-1}
    assert pair.name == "bert-8x8" and "8 layers × 8 heads" in repr(pair)


def test_queries_and_keys_make_the_weights(pair):
    one = pair.stack()
    assert one.vectors.scaling == pytest.approx(32**-0.5)
    assert np.abs(softmax_of(one) - one.maps).max() < 1e-5


def test_vectors_only_when_asked_for(bundled):
    assert attend(bundled, "One text.").stack().vectors is None


def test_layers_that_scale_differently_still_have_one_scaling(build):
    model = build(gpt2(scale_attn_by_inverse_layer_idx=True))
    one = attend(model, "One text that is read.", vectors=True).stack()
    hidden = np.triu(np.ones(one.maps.shape[2:], dtype=bool), 1)
    assert np.abs(softmax_of(one, hidden) - one.maps).max() < 1e-5


def test_an_encoder_decoder_model_reads_the_second_text_with_its_decoder(build):
    model = build(bart())
    attention = attend(model, "The king sold tomatoes.", "She laughed.", vectors=True)
    assert list(attention.stacks) == ["encoder", "decoder", "cross"]
    assert {name: one.maps.shape for name, one in attention.stacks.items()} == {
        "encoder": (3, 4, 8, 8), "decoder": (2, 2, 5, 5), "cross": (2, 2, 5, 8),
    }  # fmt: skip
    cross = attention.stack("cross")
    assert cross.queries.texts == ("[SEP]", "[CLS]", "she", "laughed", ".")
    assert cross.keys.texts == attention.stack("encoder").queries.texts
    assert attention.stack("decoder").queries == cross.queries
    assert not np.triu(attention.stack("decoder").maps, 1).any()
    assert np.abs(softmax_of(cross) - cross.maps).max() < 1e-5
    alone = attend(model, "The king sold tomatoes.")
    assert alone.stack("cross").maps.shape == (2, 2, 8, 8)


def test_a_bias_of_positions_leaves_the_weights_as_the_model_has_them(build):
    attention = attend(build(t5()), "One text.", vectors=True)
    one = attention.stack("encoder")
    assert one.vectors.scaling == 1.0
    assert one.maps.sum(-1) == pytest.approx(1, abs=1e-5)


def test_without_a_pair_form_the_second_text_is_still_told_apart(bundled, build):
    model = build(gpt2())
    model.encoder.has_pairs = False
    side = attend(model, "Old kings.", "New queens.").stack().queries
    at = side.texts.index("new")
    assert side.segments == (0,) * at + (1,) * (len(side.texts) - at)


def test_a_model_that_hands_over_no_queries_has_no_vectors(build):
    sizes = {"d_model": 32, "n_layer": 2, "n_head": 4, "d_inner": 48}
    attention = attend(build(t.XLNetConfig(vocab_size=16384, **sizes)), "One text.", vectors=True)
    assert attention.stack().vectors is None and attention.stack().maps.shape[:2] == (2, 4)


def test_long_texts_are_refused_and_cut_only_when_asked(bundled):
    long = "tomato " * 400
    with pytest.raises(
        HeadscopeError, match=r"has 402 tokens, and 'bert-8x8' reads at most 256. Give a shorter one, or cut it"
    ):
        attend(bundled, long)
    attention = attend(bundled, long, max_length=16)
    assert attention.stack().maps.shape[2:] == (16, 16) and attention.cut == 386
    assert count_tokens(bundled, long) == 402


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("",), "The text is empty"),
        ((" \n",), "The text is empty"),
        (("good", "\t"), "The second text is empty"),
        (("\ud83d",), "The text is not valid UTF-8"),
        (("good", "\udfff"), "The second text is not valid UTF-8"),
    ],
)
def test_no_text(bundled, texts, words):
    with pytest.raises(HeadscopeError, match=words):
        attend(bundled, *texts)


def test_lengths_that_make_no_sense(bundled):
    with pytest.raises(HeadscopeError, match="leaves no room for text"):
        attend(bundled, "good", max_length=1)


def test_unknown_stack(pair):
    with pytest.raises(HeadscopeError, match="There is no stack here named 'decoder'"):
        pair.stack("decoder")
