"""The fallback: models that form attention in their own way are asked for all their maps with `output_attentions=True`.

It holds the maps of all layers of one batch, where the tap holds one layer's.
"""

from typing import Any

import torch
from torch import nn

from headscope.models.tap import Call, Listener

# Where transformers puts the maps, in the order in which the stacks run.
FIELDS = ("encoder_attentions", "decoder_attentions", "cross_attentions", "attentions")


def prepare(module: nn.Module) -> None:
    """Asks the model for its plain attention, the only one that keeps its maps."""
    try:
        module.set_attn_implementation("eager")  # type: ignore[operator]
    except (ValueError, KeyError, AttributeError):
        return  # such a model has one way only, and is asked for its maps as it is


def forward(module: nn.Module, inputs: dict[str, Any], listener: Listener) -> Any:
    """Runs the model and hands its maps to the listener one by one, as the tap would."""
    outputs = module(**inputs, output_attentions=True, return_dict=True)
    number = 0
    for field in FIELDS:
        for weights in outputs.get(field) or ():
            if weights is not None:
                listener(number, Call(None, weights.to(torch.promote_types(weights.dtype, torch.float32)), None))
                number += 1
    return outputs
