"""∂L/∂α: against finite differences, against autograd on transformers' own attention, and where it must vanish."""

import numpy as np
import pytest
import torch
import transformers
from torch.nn.functional import cross_entropy

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.measures import make
from headscope.models import tap
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.models.loss import backward, next_tokens, refusal, segment_losses
from headscope.models.model import Model
from headscope.runs.gradient import observe_gradient
from headscope.tokens import Encoder, collate
from headscope.tokens.masking import IGNORED, Masking, mask
from headscope.types import Unit

SIZE = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}
TEXTS = [
    Unit("a", "The river was old, and she saw it.", "It was wide."),
    Unit("b", "He left."),
    Unit("c", "A boat came down the river in the morning, and then another."),
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(transformers.AutoTokenizer.from_pretrained(FOLDER))


def build(kind: str, encoder: Encoder, seed: int = 0) -> Model:
    torch.manual_seed(seed)
    size = len(encoder.tokenizer)
    if kind == "bert":
        module = transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=size, **SIZE, initializer_range=0.3))
    else:
        config = transformers.GPT2Config(
            vocab_size=size, n_embd=16, n_layer=2, n_head=2, initializer_range=0.3, bos_token_id=0, eos_token_id=0
        )
        module = transformers.GPT2LMHeadModel(config)
    return connect(Model(kind, module.double().eval().requires_grad_(False), encoder))


def prepared(model: Model, encoder: Encoder):
    encoded, _ = encoder.encode(TEXTS, 32)
    if model.name == "gpt2":
        batch = collate(encoded, encoder)
        return encoded, batch, next_tokens(batch)
    hidden = [mask(row, encoder, model.ordinary) for row in encoded]
    batch = collate([row for row, _ in hidden], encoder)
    labels = torch.full(batch.source.ids.shape, IGNORED)
    for at, (_, marks) in enumerate(hidden):
        labels[at, : len(marks)] = torch.tensor(marks)
    return encoded, batch, labels


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("kind", ["bert", "gpt2"])
def test_agrees_with_finite_differences(encoder, kind, reduction, monkeypatch):
    """Some weights of some heads, moved by a little: each segment's loss moves by as much as its gradient says."""
    model = build(kind, encoder)
    _, batch, labels = prepared(model, encoder)
    gradients = {}
    backward(
        model, batch, labels, lambda site, call, gradient, _: gradients.__setitem__(site.layer, gradient.clone()), reduction
    )
    real, step = tap._softmax, 1e-5
    move: dict = {}

    def moved(logits, sinks):
        weights = real(logits, sinks)
        if move["call"] == move["at"][0]:
            weights = weights.clone()
            weights[move["at"][1:]] += move["by"]
        move["call"] += 1
        return weights

    monkeypatch.setattr(tap, "_softmax", moved)
    for at in [(0, 0, 0, 1, 1), (0, 1, 1, 2, 0), (1, 0, 1, 3, 2), (1, 2, 0, 5, 5), (1, 0, 0, 7, 1)]:
        losses = []
        for by in (-step, step):
            move.update(at=at, by=by, call=0)
            with torch.no_grad():
                losses.append(segment_losses(model, batch, labels, lambda *_: None, reduction))
        slope = (losses[1] - losses[0]) / (2 * step)
        layer, unit, *place = at
        assert slope[unit].item() == pytest.approx(gradients[layer][(unit, *place)].item(), rel=1e-5, abs=1e-9)
        others = [i for i in range(len(TEXTS)) if i != unit]
        assert slope[others].abs().max() < 1e-9, "a segment's gradient is of its own loss alone"


@pytest.mark.parametrize(("reduction", "per"), [("mean", "pair"), ("sum", "pair"), ("mean", "token"), ("sum", "token")])
@pytest.mark.parametrize("kind", ["bert", "gpt2"])
def test_figures_agree_with_a_plain_computation(encoder, kind, reduction, per):
    """One segment at a time, no padding, transformers' eager attention with kept gradients, loops over i and j."""
    model = build(kind, encoder)
    eager = build(kind, encoder).module
    eager.set_attn_implementation("eager")
    encoded, batch, labels = prepared(model, encoder)
    measures = [make("gradient", {"gradient_per": per})]
    seen = observe_gradient(model, measures, encoded, Masking(), reduction).parts[0]
    for unit, n in enumerate(batch.source.lengths):
        ids, goal = batch.source.ids[unit, :n], labels[unit, :n]
        with torch.enable_grad():
            inputs = eager.get_input_embeddings()(ids[None]).requires_grad_(True)
            outputs = eager(inputs_embeds=inputs, token_type_ids=batch.types[unit : unit + 1, :n], output_attentions=True)
            for attention in outputs.attentions:
                attention.retain_grad()
            cross_entropy(outputs.logits[0], goal, ignore_index=IGNORED, reduction=reduction).backward()
        tokens = encoder.tokenizer.convert_ids_to_tokens(ids.tolist())
        kinds = [{"[SEP]": "sep", "[CLS]": "cls", ".": "punct", ",": "punct"}.get(token, "other") for token in tokens]
        for layer, attention in enumerate(outputs.attentions):
            for head in range(2):
                sizes: dict[str, list[float]] = {"sep": [], "cls": [], "punct": [], "other": []}
                for i in range(n):
                    for j in range(n if kind == "bert" else i + 1):
                        sizes[kinds[j]].append(abs(attention.grad[0, head, i, j].item()))
                for at, key in enumerate(("sep", "cls", "punct", "other")):
                    assert bool(seen.weights[at, unit]) == bool(sizes[key])
                    if sizes[key]:
                        expected = np.mean(sizes[key]) if per == "pair" else np.sum(sizes[key]) / n
                        assert seen.values[at, layer, unit, head].item() == pytest.approx(expected, rel=1e-6)


def test_a_head_that_is_cut_off_has_no_gradient(encoder):
    """Planted: nothing that head 2-1 attends to reaches the output."""
    model = build("bert", encoder)
    model.module.bert.encoder.layer[1].attention.output.dense.weight[:, :8] = 0
    encoded, _, _ = prepared(model, encoder)
    figures = observe_gradient(model, [make("gradient")], encoded, Masking()).parts[0]
    assert figures.values[:, 1, :, 0].abs().max() == 0
    assert figures.values[3, 1, :, 1].min() > 0 and figures.values[3, 0].min() > 0


def test_batch_and_padding_change_nothing(encoder):
    model = build("bert", encoder)
    encoded, _, _ = prepared(model, encoder)
    together = observe_gradient(model, [make("gradient")], encoded, Masking()).parts[0]
    for unit, row in enumerate(encoded):
        alone = observe_gradient(model, [make("gradient")], [row], Masking()).parts[0]
        assert torch.allclose(alone.values[:, :, 0], together.values[:, :, unit], atol=1e-9)


def test_masking_follows_the_recipe_and_only_the_segment(encoder):
    encoded, _ = encoder.encode(
        [Unit(str(d), f"The {d} old men saw the river and {d + 7} boats on it. " * 4) for d in range(150)], 128
    )
    hidden = [mask(row, encoder, range(100, 16000)) for row in encoded]
    assert hidden == [mask(row, encoder, range(100, 16000)) for row in encoded]
    predicted = masked = kept = words = 0
    for row, (changed, labels) in zip(encoded, hidden, strict=True):
        words += len(row) - 2
        for old, new, label in zip(row.ids, changed.ids, labels, strict=True):
            assert (label == IGNORED and old == new) or label == old
            if label != IGNORED:
                assert old not in (encoder.cls, encoder.sep)
                predicted, masked, kept = predicted + 1, masked + (new == encoder.tokenizer.mask_token_id), kept + (new == old)
    assert predicted / words == pytest.approx(0.15, abs=0.01)
    assert masked / predicted == pytest.approx(0.8, abs=0.04) and kept / predicted == pytest.approx(0.1, abs=0.04)
    all_masked = mask(encoded[0], encoder, range(100, 16000), Masking(1.0, 1.0, 0.0))[0]
    assert set(all_masked.ids) == {encoder.cls, encoder.sep, encoder.tokenizer.mask_token_id}
    with pytest.raises(HeadscopeError, match="shares from 0 to 1"):
        Masking(rate=0.0)


def test_models_without_a_loss_are_refused_or_passed_over(encoder):
    torch.manual_seed(0)
    body = connect(Model("body", transformers.BertModel(transformers.BertConfig(vocab_size=16384, **SIZE)).eval(), encoder))
    assert refusal(body) == "it has no language-model head"
    with pytest.raises(HeadscopeError, match="'gradient' can't be measured on 'body': it has no language-model head"):
        measure(body, "bundled", ["gradient"], limit=4, progress=False)
    scores = measure(body, "bundled", limit=4, progress=False)
    assert scores.manifest.left_out["gradient"] == "it has no language-model head"
    assert "gradient" not in scores.manifest.measures


def test_the_bundled_model_through_a_run(bundled):
    scores = measure(bundled, "bundled", ["gradient", "peak"], limit=8, progress=False)
    assert scores.manifest.units == 8, "two passes over the corpus, its units counted once"
    everything = measure(bundled, "bundled", ["gradient"], limit=8, masking="1,1,0", progress=False)
    hidden = everything.manifest.options["masking"]
    assert hidden == {"rate": 1.0, "masked": 1.0, "random": 0.0}
    assert everything.tally.weights(everything.find("gradient", "other")).sum() == 8
    assert not [s for s in everything.series() if s.key == "punct"], "every full stop is a [MASK] now"
    values = scores.value(scores.find("gradient", "other"))
    assert values.shape == (8, 8) and (values > 0).all() and values.max() < 1
    assert not any(parameter.requires_grad for parameter in bundled.module.parameters())
