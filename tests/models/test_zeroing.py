"""Value zeroing: which layers can be run by themselves, in every family; and its maps against the definition in plain NumPy."""

from math import erf

import numpy as np
import pytest
import torch

from headscope.models import Model, load, zeroing
from headscope.models.bundled import FOLDER
from headscope.models.layers import NO_LAYERS, refusal
from headscope.tokens import collate
from headscope.types import Unit

TEXTS = ("The old king watered his tomatoes.", "She slept.")


def test_layers_of_every_family_can_be_run_again(connected, family):
    model = connected(family)
    if model.road == "tap":
        assert model.no_layers is None
    else:
        assert "can't be listened to" in model.no_layers


@pytest.mark.parametrize("family", ["bert", "albert", "gpt2", "llama", "t5", "gpt-oss"])
def test_maps_are_shares_of_what_each_token_sees(connected, family, make_batch):
    model = connected(family)
    batch = make_batch(model)
    heard = {}
    model.attend(batch, lambda site, call: heard.setdefault(site, (call.weights > 0).any(1)))
    found = dict(zeroing.zeroed(model, batch))
    assert list(found) == list(model.sites)
    for site, maps in found.items():
        queries, keys = model.sides(batch, site.stack)
        for at, (n, m) in enumerate(zip(queries.lengths, keys.lengths, strict=True)):
            assert torch.allclose(maps[at, :n, :m].sum(-1), torch.ones(n, dtype=maps.dtype))
            assert not maps[at, n:].any() and not maps[at, :, m:].any()
            assert not maps[at, :n, :m][~heard[site][at, :n, :m]].any()


def test_a_batch_in_pieces_gives_the_same(connected, make_batch, monkeypatch):
    model = connected("llama")
    batch = make_batch(model)
    whole = dict(zeroing.zeroed(model, batch))
    monkeypatch.setitem(zeroing.TOKENS, "cpu", 25)  # two copies of the longest unit at a time
    for site, maps in zeroing.zeroed(model, batch):
        assert torch.allclose(maps, whole[site], atol=1e-9)


def test_what_stands_between_layers_is_seen(connected):
    """What is recorded is what a layer itself gave; where the next one reads something else, the proof fails."""
    model = connected("bert")
    assert refusal(model) is None
    model.body.encoder.layer[1].register_forward_hook(lambda part, inputs, output: output + 1)
    assert refusal(model) == NO_LAYERS


def test_a_layer_that_remembers_is_refused(connected):
    """Run again on the same input it gives another output."""
    model, times = connected("bert"), []

    def drift(part, inputs, output):
        times.append(1)
        return output * len(times)

    model.body.encoder.layer[1].output.dense.register_forward_hook(drift)
    assert "gives another output" in refusal(model)


def arrays(module):
    return {name: parameter.detach().double().numpy() for name, parameter in module.named_parameters()}


def normal(x, weights, name, eps):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def linear(x, weights, name):
    return x @ weights[f"{name}.weight"].T + weights.get(f"{name}.bias", 0)


def mixed(attention, values):
    """Every head's own columns of the values, weighed."""
    width = values.shape[-1] // len(attention)
    return np.concatenate([a @ values[:, h * width : (h + 1) * width] for h, a in enumerate(attention)], -1)


def bert_layer(weights, layer, x, attention, without=None):
    at = f"encoder.layer.{layer}"
    values = linear(x, weights, f"{at}.attention.self.value")
    if without is not None:
        values[without] = 0
    read = linear(mixed(attention, values), weights, f"{at}.attention.output.dense")
    middle = normal(x + read, weights, f"{at}.attention.output.LayerNorm", 1e-12)
    inner = linear(middle, weights, f"{at}.intermediate.dense")
    inner = inner * (1 + np.vectorize(erf)(inner / np.sqrt(2))) / 2
    return normal(middle + linear(inner, weights, f"{at}.output.dense"), weights, f"{at}.output.LayerNorm", 1e-12)


def llama_layer(weights, layer, x, attention, without=None):
    at = f"layers.{layer}"

    def scaled(y, name):
        return y / np.sqrt((y**2).mean(-1, keepdims=True) + 1e-5) * weights[f"{at}.{name}.weight"]

    values = linear(scaled(x, "input_layernorm"), weights, f"{at}.self_attn.v_proj")
    if without is not None:
        values[without] = 0
    x = x + linear(mixed(attention, values), weights, f"{at}.self_attn.o_proj")
    y = scaled(x, "post_attention_layernorm")
    gate = linear(y, weights, f"{at}.mlp.gate_proj")
    return x + linear(gate / (1 + np.exp(-gate)) * linear(y, weights, f"{at}.mlp.up_proj"), weights, f"{at}.mlp.down_proj")


@pytest.fixture(scope="module", params=[("bert-8x8", bert_layer), ("gpt-8x8", llama_layer)], ids=lambda param: param[0])
def trained(request):
    name, layer = request.param
    return load(FOLDER.parent / name), layer


def test_maps_of_trained_models_are_their_definition(trained):
    """C_ij = 1 − cos(y_i, y_i without v_j), a layer at a time, on transformers' own hidden states and attention."""
    model, layer = trained
    rows, _ = model.encoder.encode([Unit("text", text) for text in TEXTS], 64)
    batch = collate(rows, model.encoder)
    found = {site.layer: maps for site, maps in zeroing.zeroed(model, batch)}
    own = account(model, batch)
    weights = arrays(model.body)
    for number in (0, 4, 7):
        for at, n in enumerate(batch.source.lengths):
            x = own.hidden_states[number][at, :n].double().numpy()
            attention = own.attentions[number][at, :, :n, :n].double().numpy()
            before = layer(weights, number, x, attention)
            expected = np.zeros((n, n))
            for j in range(n):
                after = layer(weights, number, x, attention, j)
                lengths = np.linalg.norm(before, axis=-1) * np.linalg.norm(after, axis=-1)
                expected[:, j] = 1 - (before * after).sum(-1) / lengths
            expected /= expected.sum(-1, keepdims=True)
            assert np.abs(found[number][at, :n, :n].numpy() - expected).max() < 1e-5, number


def account(model: Model, batch):
    model.module.set_attn_implementation("eager")
    with torch.inference_mode():
        own = model.body(**model.inputs(batch), output_attentions=True, output_hidden_states=True)
    model.module.set_attn_implementation("headscope")
    return own
