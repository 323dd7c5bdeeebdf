"""What is added to what heads move, in every family: proven, or refused with a reason; against the modules' own inputs."""

import pytest
import torch

from headscope.models.residuals import BEFORE, NOT_ADDED, kept

ELSEWHERE = ("gpt-neox", "gemma2", "gemma3")  # parallel blocks, and a norm between the heads and the sum
BEHIND = ("bert", "roberta", "xlm-roberta", "distilbert", "albert", "electra", "bart", "marian")


def test_the_residual_of_every_family(connected, family):
    model = connected(family)
    found = model.residuals
    if model.values.reason:
        assert found.reason == found.no_norm == model.values.reason and found.found == ()
    elif family in ELSEWHERE:
        assert NOT_ADDED in found.reason and found.no_norm == found.reason
    else:
        assert found.reason is None and len(found.found) == len(model.sites)
        assert found.no_norm == (None if family in BEHIND else BEFORE)
        assert all((one.norm is None) == (family not in BEHIND) for one in found.found)


@pytest.mark.parametrize(
    ("family", "reads", "block"),
    [
        ("bert", lambda m: m.encoder.layer, lambda layer: layer.attention.output.LayerNorm),
        ("albert", lambda m: m.encoder.albert_layer_groups, lambda layer: layer.albert_layers[0].attention.LayerNorm),
        ("llama", lambda m: m.layers, lambda layer: layer.post_attention_layernorm),
        ("gpt2", lambda m: m.h, lambda layer: layer.ln_2),
    ],
)
def test_heads_bias_and_residual_add_up(connected, make_batch, family, reads, block):
    """x_i + Σ_h Σ_j α_ij f_h(x_j) + b_O is what the next norm reads, on another batch than the one of the proof."""
    model = connected(family)
    assert model.residuals.reason is None
    sums, made = [], []
    hooks = [block(layer).register_forward_pre_hook(lambda part, given: sums.append(given[0])) for layer in reads(model.body)]

    def hear(number, call):
        projection = model.values.projections[number]
        moved = torch.einsum("bhqk,bhkf->bqf", call.weights, projection.moved(call.values))
        made.append(model.residuals.of(number) + moved + (0 if projection.bias is None else projection.bias))

    with torch.inference_mode(), kept():
        model.run(make_batch(model), hear)
    for hook in hooks:
        hook.remove()
    assert len(made) == len(sums) == len(model.sites)
    for one, other in zip(made, sums, strict=True):
        assert torch.allclose(one, other, atol=1e-9)
