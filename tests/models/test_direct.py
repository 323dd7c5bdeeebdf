"""Direct logit attribution: in every family that is served, the parts add up to the model's own logit; heads against plain arithmetic on
what the model's modules were given; a planted head; and who is refused."""

import numpy as np
import pytest
import torch
import transformers

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.models import Model, load
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.models.direct import directions, parts, refusal, written
from headscope.tokens import Encoded, collate
from headscope.types import Unit

GPT = FOLDER.parent / "gpt-8x8"
SERVED = ["gpt2", "gpt-neox", "gpt-neox in a row", "llama", "mistral", "qwen2", "qwen3", "gemma"]
REFUSED = {"gemma2": "a norm of its own stands behind its attention", "phi3": "not of 'phi3'"}
LAYERS, HEADS, WIDE = 3, 4, 32


@pytest.fixture
def tiny(build, encoder):
    """A family's model with norms and biases drawn at random too, so that none is 0 or 1 by accident."""

    def make(family):
        module = build(family.removesuffix(" in a row")).requires_grad_(False)
        if family.endswith("in a row"):
            for block in module.gpt_neox.layers:
                block.use_parallel_residual = False
        torch.manual_seed(1)
        for parameter in module.parameters():
            if parameter.ndim == 1:
                parameter.normal_(0.7, 0.3)
        return connect(Model(family, module, encoder))

    return make


def texts(encoder, *lengths):
    random = np.random.default_rng(0)
    rows = [tuple(random.integers(5, 120, n).tolist()) for n in lengths]
    return collate([Encoded("d", row, None, (0,) * len(row)) for row in rows], encoder)


@pytest.mark.parametrize("family", SERVED)
def test_the_parts_add_up_to_the_logit(tiny, encoder, family):
    model = tiny(family)
    assert refusal(model) is None
    found = parts(model, texts(encoder, 9, 5, 1))
    assert found.predicted.sum(-1).tolist() == [8, 4, 0]
    assert found.heads.shape == (LAYERS, 3, HEADS, 9)
    assert (found.total - found.logit).abs().max() < 1e-4 < found.logit.abs().max()
    for one in (found.embedding, found.heads, found.feed_forward):
        assert one.abs().max() > 1e-2, "no part is idle"
    gated = parts(model.gated({"2-3": 0}), texts(encoder, 9, 5, 1))
    assert not gated.heads[1, :, 2].any() and (gated.total - gated.logit).abs().max() < 1e-4


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_head_by_plain_arithmetic(tiny, encoder, family):
    """One text, in NumPy: what the output projection was given, head by head; the norm's size; the rows of the unembedding."""
    model = tiny(family)
    batch, given = texts(encoder, 7), {}
    body, proven = model.body, model.values.reason is None  # the proof runs the model: before anything is noted
    project = body.h[1].attn.c_proj if family == "gpt2" else body.layers[1].self_attn.o_proj
    final = body.ln_f if family == "gpt2" else body.norm
    hooks = [
        one.register_forward_pre_hook(lambda _, inputs, name=name: given.__setitem__(name, inputs[0][0].numpy()))
        for name, one in (("heads", project), ("residual", final))
    ]
    found = parts(model, batch).heads[1, 0].numpy()
    for hook in hooks:
        hook.remove()
    matrix = project.weight.numpy() if family == "gpt2" else project.weight.numpy().T
    unembedding, scale = model.module.lm_head.weight.numpy(), final.weight.numpy()
    mean, width = unembedding.mean(0), WIDE // HEADS
    for i in range(6):
        x = given["residual"][i]
        middle = x - x.mean() if family == "gpt2" else x
        size = np.sqrt((middle**2).mean() + (final.eps if family == "gpt2" else final.variance_epsilon))
        apart = unembedding[batch.source.ids[0, i + 1].item()] - mean
        for head in range(HEADS):
            own = slice(head * width, (head + 1) * width)
            wrote = given["heads"][i][own] @ matrix[own]
            wrote = wrote - wrote.mean() if family == "gpt2" else wrote
            assert found[head, i] == pytest.approx(float((wrote / size * scale) @ apart), abs=1e-9)
    assert proven and not found[:, 6].any()


def test_the_score_is_the_mean_over_predicted_tokens_and_a_planted_head_has_all_of_it(tmp_path):
    """In the last layer of the bundled model, one head is made to write the row of one token; the others of that layer write nothing."""
    model = load(GPT)
    text = tmp_path / "texts.txt"
    text.write_text("a a a a a a a a\n\nThe king was old, and the old king left.\n")
    scores = measure(model, str(text), ["direct"], max_length=32, progress=False)
    found = scores.value(scores.find("direct", "all"))
    encoded = [model.encoder.encode([unit], 32)[0][0] for unit in _units(text)]
    by_text = []
    for row in encoded:
        one = parts(model, collate([row], model.encoder))
        assert (one.total - one.logit).abs().max() < 1e-4
        by_text.append((one.heads.sum(-1)[:, 0] / one.predicted.sum()).numpy())
    np.testing.assert_allclose(found, np.mean(by_text, 0), atol=1e-5)
    attention, unembedding = model.module.model.layers[7].self_attn, model.module.lm_head.weight
    (right,) = {row.ids[3] for row in encoded[:1]}
    width = attention.o_proj.weight.shape[1] // 8
    with torch.no_grad():
        attention.o_proj.weight.zero_()
        apart = unembedding[right] - unembedding.mean(0)
        attention.v_proj.weight.zero_()
        attention.v_proj.weight[2 * width] = 1e-2
        attention.o_proj.weight[:, 2 * width] = apart
    model.__dict__.pop("values", None)
    heads = parts(model, collate(encoded[:1], model.encoder)).heads[7, 0].mean(-1)
    assert heads[2].abs() > 1e-3 and not heads[[0, 1, 3, 4, 5, 6, 7]].any()


def _units(path):
    return [Unit("d", line) for line in path.read_text().strip().split("\n\n")]


def test_directions_are_read_by_every_batch_for_itself(tiny, encoder):
    """Side by side or alone: padding and neighbours change nothing, and nothing is kept where nobody asked."""
    model = tiny("llama")
    both, alone = texts(encoder, 9, 5), texts(encoder, 9)
    together, single = directions(model, both), directions(model, alone)
    assert torch.allclose(together[0], single[0], atol=1e-6) and not together[1, 4:].any()
    calls = {}
    model.attend(alone, lambda site, call: calls.__setitem__(site.layer, call))
    found = written(model, 1, calls[1], single)
    assert torch.allclose(found, parts(model, alone).heads[1], atol=1e-9)


@pytest.mark.parametrize("family", REFUSED)
def test_other_families_are_refused_with_the_reason(connected, text_file, family):
    with pytest.raises(HeadscopeError, match=f"'direct' can't be measured on '{family}': .*{REFUSED[family]}"):
        measure(connected(family), str(text_file(2)), ["direct"], max_length=64, progress=False)


def test_an_encoder_is_refused_with_the_reason(bundled):
    assert "does not predict the next token" in refusal(bundled)


def test_a_live_model_is_left_without_our_hook(encoder, text_file):
    config = transformers.GPT2Config(vocab_size=len(encoder.tokenizer), n_embd=16, n_layer=1, n_head=2, n_positions=64)
    module = transformers.GPT2LMHeadModel(config)
    before = dict(vars(module.transformer.ln_f))
    measure(module, str(text_file(2)), ["direct"], tokenizer=encoder.tokenizer, max_length=32, progress=False)
    assert vars(module.transformer.ln_f) == before and not module.transformer.ln_f._forward_pre_hooks and module.training
