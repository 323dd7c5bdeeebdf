"""The tap: one attention function through which query, key, value and mask of every layer pass.

`transformers` lets an attention function be registered by name; a model that follows that interface then calls ours in
place of its own. Attention is formed here, handed to whoever listens, and dropped. No modelling code is copied.

What it does not do: decide which layer is calling. Calls are counted in the order of the forward pass, because some models
(ALBERT) run one module many times and some (DistilBERT) carry no layer index; `connect.py` finds out once what each call is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

NAME = "headscope"


@dataclass(frozen=True)
class Call:
    """One attention computation as it happened. `mask` is what was added to the logits: 0, or very negative where hidden."""

    module: nn.Module | None
    weights: Float[Tensor, "batch head query key"]
    mask: Float[Tensor, "#batch #head #query key"] | None
    query: Float[Tensor, "batch head query feature"] | None = None
    key: Float[Tensor, "batch head key feature"] | None = None
    values: Float[Tensor, "batch head key channel"] | None = None


# What a listener returns, if anything, are gates: each head's output is multiplied by its own.
Gates = Float[Tensor, "batch head"]
Listener = Callable[[int, Call], Gates | None]


class _Ear:
    """Who listens, and how many calls of this forward pass have been heard."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.heard = 0

    def hear(self, call: Call) -> Gates | None:
        gates = self.listener(self.heard, call)
        self.heard += 1
        return gates


_ear: ContextVar[_Ear | None] = ContextVar("headscope_ear", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[_Ear]:
    """Inside, every attention computation of a tapped model is handed to `listener` with its number in the pass."""
    ear = _Ear(listener)
    token = _ear.set(ear)
    try:
        yield ear
    finally:
        _ear.reset(token)


def attention(
    module: nn.Module,
    query: Float[Tensor, "batch head query feature"],
    key: Float[Tensor, "batch group key feature"],
    value: Float[Tensor, "batch group key channel"],
    attention_mask: Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    softcap: float | None = None,
    position_bias: Tensor | None = None,
    s_aux: Tensor | None = None,
    **_: Any,
) -> tuple[Float[Tensor, "batch query head channel"], None]:
    """α = softmax(q·kᵀ·scaling + mask), its sum over the values, and α to the listener.

    Grouped keys are repeated for their query heads; T5's position bias, Gemma's soft cap and gpt-oss's sinks (a column of
    logits that takes weight and is then dropped, so that rows sum to less than 1) are the model's own arguments.
    """
    repeats = query.shape[1] // key.shape[1]
    if repeats > 1:
        key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    if attention_mask is not None:
        attention_mask = attention_mask[..., : key.shape[-2]]
        if attention_mask.dtype == torch.bool:
            lowest = torch.finfo(query.dtype).min
            attention_mask = torch.zeros_like(attention_mask, dtype=query.dtype).masked_fill_(~attention_mask, lowest)
    scaling = query.shape[-1] ** -0.5 if scaling is None else scaling
    logits = _logits(query, key, scaling, attention_mask, softcap, position_bias)
    weights = _softmax(logits, s_aux)
    del logits  # two n × n tensors at a time are enough
    ear = _ear.get()
    gates = None if ear is None else ear.hear(Call(module, weights, attention_mask, query, key, value))
    if dropout and module.training:
        weights = nn.functional.dropout(weights, dropout)
    output = weights.to(value.dtype) @ value
    if gates is not None:
        output = output * gates[..., None, None].to(output.dtype)
    return output.transpose(1, 2).contiguous(), None


def _logits(
    query: Tensor, key: Tensor, scaling: float, mask: Tensor | None, softcap: float | None, bias: Tensor | None
) -> Float[Tensor, "batch head query key"]:
    batch, heads, queries, _ = query.shape
    # baddbmm scales while it multiplies, and the mask is added in place: two passes over n × n less than the plain form.
    logits = torch.baddbmm(
        query.new_zeros(()), query.flatten(0, 1), key.flatten(0, 1).transpose(1, 2), beta=0, alpha=scaling
    ).view(batch, heads, queries, -1)
    if softcap is not None:
        logits = torch.tanh(logits / softcap) * softcap
    for extra in (bias, mask):
        if extra is not None:
            logits = logits.add_(extra)
    return logits


def _softmax(logits: Tensor, sinks: Tensor | None) -> Float[Tensor, "batch head query key"]:
    wide = torch.promote_types(logits.dtype, torch.float32)
    if sinks is None:
        return torch.softmax(logits, -1, dtype=wide)
    batch, _, queries, _ = logits.shape
    column = sinks.reshape(1, -1, 1, 1).expand(batch, -1, queries, -1)
    return torch.softmax(torch.cat([logits, column], -1), -1, dtype=wide)[..., :-1]


def register() -> None:
    """Makes the tap known to transformers. The mask function must go under the same name: without one, transformers
    makes no mask at all, and padding and causality vanish without a word."""
    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, eager_mask)


def attach(module: nn.Module) -> bool:
    """Puts the tap into a model; False where the model refuses (some only log that) or a part of it kept its own."""
    register()
    try:
        module.set_attn_implementation(NAME)  # type: ignore[operator]
    except (ValueError, KeyError, AttributeError):
        return False
    return getattr(module.config, "_attn_implementation", None) == NAME
