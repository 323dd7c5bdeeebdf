"""Importance: against differences of the loss of gated models, text by text; a head that gives nothing has none."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.measures import make
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.models.loss import next_tokens, segment_losses
from headscope.runs.gradient import observe_gradient
from headscope.tokens import Encoder, collate
from headscope.tokens.masking import IGNORED, Masking, mask
from headscope.types import Unit

LAYERS = HEADS = 2
SIZE = {"hidden_size": 16, "num_hidden_layers": LAYERS, "num_attention_heads": HEADS, "intermediate_size": 24}
TEXTS = [Unit("a", "The river was old, and she saw it.", "It was wide."), Unit("b", "He left."), Unit("c", "A boat came down.")]


@pytest.fixture(scope="module")
def encoder():
    return Encoder(AutoTokenizer.from_pretrained(FOLDER), 64)


def build(kind, encoder):
    torch.manual_seed(3)
    words = {"vocab_size": len(encoder.tokenizer), "initializer_range": 0.3}
    if kind == "bert":
        module = transformers.BertForMaskedLM(transformers.BertConfig(**words, **SIZE))
    else:
        names = {"n_embd": 16, "n_layer": LAYERS, "n_head": HEADS, "bos_token_id": 0, "eos_token_id": 0}
        module = transformers.GPT2LMHeadModel(transformers.GPT2Config(**words, **names))
    return connect(Model(kind, module.double().eval().requires_grad_(False), encoder))


def slopes(model, encoded, reduction, step=1e-4):
    """(L(1 + step) − L(1 − step)) / 2 step of every text, by layer and head: two forward passes of a gated model for each."""
    hidden = [(row, ()) if model.name == "gpt2" else mask(row, model.encoder, model.ordinary, Masking()) for row in encoded]
    batch = collate([row for row, _ in hidden], model.encoder)
    labels = next_tokens(batch) if model.name == "gpt2" else torch.full(batch.source.ids.shape, IGNORED)
    for at, (_, marks) in enumerate(hidden):
        labels[at, : len(marks)] = torch.tensor(marks, dtype=torch.long) if marks else labels[at, : len(marks)]

    def losses(layer, head, gate):
        with torch.no_grad():
            gated = model.gated({f"{layer + 1}-{head + 1}": gate})
            return segment_losses(gated, batch, labels, lambda *_: None, reduction).numpy()

    places = [(layer, head) for layer in range(LAYERS) for head in range(HEADS)]
    return {at: (losses(*at, 1 + step) - losses(*at, 1 - step)) / (2 * step) for at in places}, (labels != IGNORED).any(-1)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("kind", ["bert", "gpt2"])
def test_importance_is_the_slope_of_the_loss_at_the_gate(encoder, kind, reduction):
    model = build(kind, encoder)
    encoded, _ = encoder.encode(TEXTS, 32)
    (seen,) = observe_gradient(model, [make("importance")], encoded, Masking(), reduction).parts
    expected, predicts = slopes(model, encoded, reduction)
    assert seen.weights[0].tolist() == predicts.tolist()
    for (layer, head), slope in expected.items():
        np.testing.assert_allclose(
            seen.values[0, layer, :, head].numpy()[predicts], np.abs(slope)[predicts], rtol=1e-5, atol=1e-9
        )
    assert np.abs(list(expected.values())).max() > 1e-3


def test_the_score_is_the_mean_over_texts_and_a_head_that_gives_nothing_has_none(encoder, tmp_path):
    """Of the second layer only head 2 is left by its projection; of the first, both are."""
    model = build("gpt2", encoder)
    width = SIZE["hidden_size"] // HEADS
    with torch.no_grad():
        model.module.transformer.h[1].attn.c_proj.weight[:width] = 0
    text = tmp_path / "texts.txt"
    text.write_text("The river was old.\n\nShe saw it, and he left.\n\nA boat came down.\n")
    scores = measure(model, str(text), ["importance"], max_length=32, progress=False)
    found = scores.value(scores.find("importance", "all"))
    assert found[1, 0] == 0 and found[1, 1] > 1e-3 and found[0].min() > 1e-4
    rows = [encoder.encode([Unit("d", line)], 32)[0][0] for line in text.read_text().split("\n\n")]
    expected, _ = slopes(model, rows, "mean")
    for at, slope in expected.items():
        assert found[at] == pytest.approx(np.abs(slope).mean(), rel=1e-4, abs=1e-9)


def test_a_head_that_is_switched_off_still_has_a_slope_of_zero(encoder, tmp_path):
    """Its gate is 0 and stays 0 whatever it is multiplied by."""
    text = tmp_path / "texts.txt"
    text.write_text("The river was old.\n")
    scores = measure(build("bert", encoder).gated({"1-2": 0}), str(text), ["importance"], max_length=32, progress=False)
    found = scores.value(scores.find("importance", "all"))
    assert found[0, 1] == 0 and np.delete(found.ravel(), 1).min() > 0


def test_models_without_a_loss_are_refused(encoder, tmp_path):
    text = tmp_path / "texts.txt"
    text.write_text("The river was old.\n")
    module = transformers.BertModel(transformers.BertConfig(vocab_size=len(encoder.tokenizer), **SIZE)).eval()
    with pytest.raises(HeadscopeError, match="'importance' can't be measured on 'headless': it has no language-model head"):
        measure(connect(Model("headless", module, encoder)), str(text), ["importance"], max_length=32, progress=False)
