"""Encoder–decoders: the decoder's causal mask leaves some keys no meaning, the other stacks keep them, and every score is its own."""

import numpy as np
import pytest
import torch
import transformers as t

from headscope.api.measure import measure
from headscope.measures import make
from headscope.models import Model
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.tallies import Tally
from headscope.tokens import collate
from headscope.types import Series, Unit

TEXTS = [
    ("The king saw the queen.", "The queen saw a prince near the old king."),
    ("Tomatoes grow here, and the old gardener waters tomatoes.", None),
    ("We saw we.", None),
    ("Yes.", None),
]
LAYERS = {"encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 2}
SIZES = {"vocab_size": 16384, "d_model": 16, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24, "max_position_embeddings": 64}
ENDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "forced_eos_token_id": 2}


def t5():
    sizes = {"d_model": 16, "d_kv": 4, "d_ff": 24, "num_layers": 3, "num_decoder_layers": 2, "num_heads": 4}
    names = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
    return t.T5ForConditionalGeneration(t.T5Config(vocab_size=16384, **sizes, **names, initializer_factor=2.0))


FAMILIES = {
    "t5": t5,
    "bart": lambda: t.BartForConditionalGeneration(t.BartConfig(**LAYERS, **SIZES, **ENDS, init_std=0.4)),
    "marian": lambda: t.MarianMTModel(t.MarianConfig(**LAYERS, **SIZES, **ENDS, decoder_start_token_id=0, init_std=0.5)),
}


@pytest.fixture(scope="module")
def connected(encoder):
    def make_model(family):
        if family not in known:
            torch.manual_seed(2)
            known[family] = connect(Model(family, FAMILIES[family]().double().eval().requires_grad_(False), encoder))
        return known[family]

    known = {}
    return make_model


@pytest.mark.parametrize("road", [observe, observe_by_row])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_stack_and_layer_agrees_with_plain_maps(by_plain_maps, connected, encoder, family, road):
    model = connected(family)
    rows = encoder.encode([Unit(f"d{at}", *texts) for at, texts in enumerate(TEXTS)], 64)[0]
    see = by_plain_maps
    sees = {"encoder": [see.everything] * 3, "decoder": [see.earlier] * 2, "cross": [see.everything] * 2}
    scores, uniform = see.expected(model, rows, sees)
    tally = Tally()
    road(model, [make(name) for name in see.MEASURES], collate(rows, encoder, start=model.start)).add_to(tally, "c")
    lost = {("offset", "+1"), ("entropy", "cls"), ("pattern", "next")}
    for (stack, name, key), values in scores.items():
        series = Series("c", stack, name, key)
        if (stack == "decoder" and (name, key) in lost) or np.isnan(values).all():
            assert series not in tally
        else:
            np.testing.assert_allclose(tally.value(series), values, atol=1e-5, err_msg=f"{stack} {name} {key}")
            even = tally.value(series._replace(baseline="uniform"))
            np.testing.assert_allclose(even, uniform[stack, name, key].mean(), atol=1e-6, err_msg=f"{stack} {name} {key}")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_run_of_all_measures(connected, family, short_sentences, write_sentences, tmp_path):
    """Of running text and of sentences: what is measured is named in every stack, saved, and read again."""
    import headscope as hs

    (tmp_path / "text.txt").write_text("\n".join(f"{first} {second or ''}" for first, second in TEXTS))
    corpora = [tmp_path / "text.txt", write_sentences(short_sentences[:4])]
    scores = measure(connected(family), corpora, max_length=48, folder=tmp_path / "run", progress=False)
    keys = {(series.stack, series.measure, series.key) for series in scores.series()}
    for stack in ("encoder", "cross"):
        assert {(stack, "offset", "+1"), (stack, "pattern", "next"), (stack, "offset", "-1")} <= keys
    assert ("decoder", "offset", "-1") in keys and not {("decoder", "offset", "+1"), ("decoder", "pattern", "next")} & keys
    assert {"divergence", "mixing", "dependency", "tree", "idle"} <= {*scores.manifest.measures}
    assert hs.open(tmp_path / "run").measured == scores.measured
