"""ALiBi, the bias for distance, counted once where a model's plain attention counts it twice.

Falcon in transformers 5 adds ALiBi to the mask, for every kind of attention. Its fast attention reads the mask alone and is right; its
plain attention, the only one that hands out maps, adds ALiBi to the logits once more. A layer whose mask has the bias already is given
a bias of zeros here. The check at load compares outputs with those of the fast attention, and decides whether this is kept.
"""

import inspect
import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

BIAS, MASK = "alibi", "attention_mask"  # what the layers that take both call them


def count_once(network: nn.Module) -> list[RemovableHandle]:
    """Puts a hook before every attention that takes ALiBi beside a mask; none in models that have no such layer."""
    parts = [part for part in network.modules() if hasattr(part, "head_dim") and _takes_both(part)]
    return [part.register_forward_pre_hook(_without_second, with_kwargs=True) for part in parts]


def _takes_both(part: nn.Module) -> bool:
    return {BIAS, MASK} <= inspect.signature(part.forward).parameters.keys()


def _without_second(part: Any, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    bias, mask = named.get(BIAS), named.get(MASK)
    if not (
        isinstance(bias, Tensor) and isinstance(mask, Tensor) and mask.is_floating_point() and _has(mask, bias, part.head_dim)
    ):
        return None
    return given, named | {BIAS: torch.zeros_like(bias)}


def _has(mask: Tensor, bias: Tensor, size: int) -> bool:
    """Whether a mask has this bias in it, in the scale of logits, wherever it lets a query see a key."""
    if bias.ndim != mask.ndim:
        return False
    seen = mask > torch.finfo(mask.dtype).min / 2
    expected = (bias / math.sqrt(size)).expand_as(mask)
    return bool(seen.any()) and torch.allclose(mask[seen], expected[seen], rtol=1e-2)
