"""The fallback: models that form attention in their own way are asked for all their maps with `output_attentions=True`.

It holds the maps of all layers of one batch, where the tap holds one layer's.
"""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.models.tap import Call, Listener

# Where transformers puts the maps, in the order in which the stacks run.
FIELDS = ("encoder_attentions", "decoder_attentions", "cross_attentions", "attentions")
BANDED = ("encoder_attentions", "attentions")  # of these, those that Longformer and LED return as bands
PLAIN = "eager"


def prepare(module: nn.Module) -> None:
    """Asks the model for its plain attention, the only one that keeps its maps."""
    config: Any = module.config
    try:
        module.set_attn_implementation(PLAIN)  # type: ignore[operator]
    except (ValueError, KeyError, AttributeError):
        return  # such a model has one way only, and is asked for its maps as it is
    if config._attn_implementation != PLAIN:
        config._attn_implementation = PLAIN  # Falcon refuses to be asked, but looks here in every pass


def forward(module: nn.Module, inputs: dict[str, Any], listener: Listener) -> Any:
    """Runs the model and hands its maps to the listener one by one, as the tap would."""
    outputs = module(**inputs, output_attentions=True, return_dict=True)
    is_banded = getattr(module.config, "attention_window", None) is not None
    masks: dict[tuple[int, int], Tensor] = {}  # kept while the pass lasts: layers with one window share their mask
    number = 0
    for field in FIELDS:
        for weights in outputs.get(field) or ():
            if weights is None:
                continue
            weights, mask = weights.to(torch.promote_types(weights.dtype, torch.float32)), None
            if is_banded and field in BANDED:
                size = (weights.shape[-2], weights.shape[-1] // 2)
                mask = masks[size] = masks.get(size, band(*size, weights))
                weights = unrolled(weights)
            listener(number, Call(None, weights, mask))
            number += 1
    return outputs


def unrolled(bands: Float[Tensor, "batch head query near"]) -> Float[Tensor, "batch head query key"]:
    """Windowed maps as what they are, α_ij of every pair: of row i, column c of a band w wide to each side is the weight on
    token i − w + c, and further away there is none.

    >>> unrolled(torch.tensor([[[[0.0, 0.6, 0.4], [0.2, 0.5, 0.3], [0.9, 0.1, 0.0]]]]))[0, 0].tolist()
    [[0.6..., 0.4..., 0.0], [0.2..., 0.5, 0.3...], [0.0, 0.8..., 0.1...]]
    """
    length, width = bands.shape[-2:]
    place = torch.arange(length, device=bands.device)[:, None] + torch.arange(width, device=bands.device)
    wide = bands.new_zeros(*bands.shape[:-1], length + width - 1)
    wide.scatter_(-1, place.expand_as(bands), bands)
    reach = width // 2
    return wide[..., reach : reach + length]


def band(length: int, reach: int, like: Tensor) -> Float[Tensor, "1 1 query key"]:
    """What a window hides: everything further away than `reach`."""
    at = torch.arange(length, device=like.device)
    hidden = (at[:, None] - at).abs() > reach
    return torch.zeros_like(hidden, dtype=like.dtype).masked_fill_(hidden, torch.finfo(like.dtype).min)[None, None]
