"""Falcon with ALiBi: its maps are those of its own default attention, against a softmax worked out from queries and keys.

transformers' plain attention of Falcon counts ALiBi twice, so that it can't be the reference here.
"""

import copy

import numpy as np
import pytest
import torch
import transformers

from headscope.models import Model
from headscope.models.connect import connect

HEADS, SIZE = 4, 8
SLOPES = 2.0 ** -(8 / HEADS * np.arange(1, HEADS + 1))  # Press et al. 2022
KINDS = {
    "multi-query": {"multi_query": True},
    "a key for each head": {"multi_query": False},
    "grouped": {"new_decoder_architecture": True, "num_kv_heads": 2},
}


def falcon(alibi, dtype=torch.float64, **kind):
    torch.manual_seed(20)
    sizes = {"vocab_size": 120, "hidden_size": HEADS * SIZE, "num_hidden_layers": 3, "num_attention_heads": HEADS}
    config = transformers.FalconConfig(**sizes, **kind, alibi=alibi, bias=False, initializer_range=0.3)
    return transformers.FalconForCausalLM(config).to(dtype).eval().requires_grad_(False)


def split(fused, kind):
    """Queries and keys [row, token, head, channel] out of what the fused matrix gives; each key for its heads."""
    rows = fused.double().numpy()
    if kind == "a key for each head":
        apart = rows.reshape(*rows.shape[:2], HEADS, 3, SIZE)
        return apart[..., 0, :], apart[..., 1, :]
    groups = 1 if kind == "multi-query" else 2
    apart = rows.reshape(*rows.shape[:2], groups, HEADS // groups + 2, SIZE)
    keys = np.repeat(apart[..., -2, :], HEADS // groups, axis=2)
    return apart[..., :-2, :].reshape(*rows.shape[:2], HEADS, SIZE), keys


def worked_out(module, inputs, lengths, kind):
    """Of every layer and row the maps: softmax over earlier tokens of (q·k + slope · place of the key) / √size."""
    given = []
    layers = [layer.self_attention.query_key_value for layer in module.transformer.h]
    hooks = [layer.register_forward_hook(lambda part, arguments, output: given.append(output)) for layer in layers]
    with torch.inference_mode():
        module(**inputs)  # by its default attention
    for hook in hooks:
        hook.remove()
    maps = []
    for fused in given:
        queries, keys = split(fused, kind)
        rows = []
        for row, n in enumerate(lengths):
            products = np.einsum("qhc,khc->hqk", queries[row, :n], keys[row, :n])
            logits = (products + SLOPES[:, None, None] * np.arange(n)) / np.sqrt(SIZE)
            powers = np.exp(logits - logits.max(-1, keepdims=True)) * np.tril(np.ones((n, n)))
            rows.append(powers / powers.sum(-1, keepdims=True))
        maps.append(rows)
    return maps


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_alibi_is_counted_once(encoder, make_batch, kind, dtype):
    """In bfloat16 too, where a second ALiBi would pass for rounding."""
    module = falcon(True, dtype, **KINDS[kind])
    assert module.config._attn_implementation == "sdpa", "the default is the plain attention: nothing is compared"
    own, heard = copy.deepcopy(module), {}
    model = connect(Model("falcon", module, encoder))
    exact = {torch.float64: 1e-6, torch.float32: 1e-5, torch.bfloat16: 0.02}[dtype]
    assert (model.road, model.stacks) == ("collect", {"decoder": (3, HEADS)}) and model.difference < exact
    batch = make_batch(model)
    model.attend(batch, lambda site, call: heard.setdefault(site.layer, call.weights))
    expected = worked_out(own, model.inputs(batch), batch.source.lengths, kind)
    for layer, rows in enumerate(expected):
        for row, maps in enumerate(rows):
            n = maps.shape[-1]
            ours = heard[layer][row, :, :n, :n].double().numpy()
            if dtype == torch.bfloat16:  # a rounded query may move a weight far: on average it does not
                assert np.abs(ours - maps).mean() < 0.005
            else:
                np.testing.assert_allclose(ours, maps, atol=exact)


@pytest.mark.slow
def test_a_falcon_that_computes_with_its_plain_attention_is_measured_as_it_computes(encoder, make_batch):
    """Whoever has asked for the attention that counts ALiBi twice gets the maps of that one, and no hook stays."""
    module = falcon(True, multi_query=True)
    module.config._attn_implementation = "eager"
    own = copy.deepcopy(module)
    model, heard = connect(Model("falcon", module, encoder)), {}
    batch = make_batch(model)
    model.attend(batch, lambda site, call: heard.setdefault(site.layer, call.weights))
    with torch.inference_mode():
        expected = own(**model.inputs(batch), output_attentions=True).attentions
    assert model.difference < 1e-9 and not any(part._forward_pre_hooks for part in module.modules())
    assert all(torch.equal(heard[layer], maps) for layer, maps in enumerate(expected))
