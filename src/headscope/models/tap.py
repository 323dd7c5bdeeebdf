"""The tap: one attention function through which query, key, value and mask of every layer pass.

`transformers` lets an attention function be registered by name; a model that follows that interface then calls ours in
place of its own. Attention is formed here, handed to whoever listens, and dropped. No modelling code is copied.

What it does not do: decide which layer is calling. Calls are counted in the order of the forward pass, because some models
(ALBERT) run one module many times and some (DistilBERT) carry no layer index; `connect.py` finds out once what each call is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

from headscope.models.fused import Inputs
from headscope.models.fused.masks import span_mask
from headscope.models.products import quick_products
from headscope.rows import Spans

NAME = "headscope"


@dataclass(frozen=True)
class Call:
    """One attention computation as it happened. `mask` is what was added to the logits: 0, or very negative where hidden; or which keys
    each query saw."""

    module: nn.Module | None
    weights: Float[Tensor, "batch head query key"]
    mask: Float[Tensor, "#batch #head #query key"] | Spans | None
    query: Float[Tensor, "batch head query feature"] | None = None
    key: Float[Tensor, "batch head key feature"] | None = None
    values: Float[Tensor, "batch head key channel"] | None = None


Gates = Float[Tensor, "batch head"] | Float[Tensor, "batch head key"]


@dataclass(frozen=True)
class Cut:
    """What becomes of the heads' output o: ξ o + (1 − ξ) · instead, with ξ each row's gate of each head; nothing instead: ξ o."""

    gates: Float[Tensor, "batch head"]
    instead: Float[Tensor, "head channel"] | None = None

    def __call__(self, output: Float[Tensor, "batch head query channel"]) -> Float[Tensor, "batch head query channel"]:
        """Two rows of one head that gives 4: its gate is open in the first; in the second it is closed, and 3 comes instead.

        >>> Cut(torch.tensor([[1.0], [0.0]]), torch.tensor([[3.0]]))(torch.full((2, 1, 1, 1), 4.0)).flatten().tolist()
        [4.0, 3.0]
        """
        gates = self.gates[..., None, None].to(output.dtype)
        cut = gates * output
        return cut if self.instead is None else cut + (1 - gates) * self.instead[:, None].to(output.dtype)


# What a listener returns, if anything, is done to what the heads give: each head's output is multiplied by its gate, or each value vector
# by its own; or the output is cut.
Listener = Callable[[int, Call], Gates | Cut | None]


# Where nobody needs maps: computes the heads' output itself, in whichever way, and keeps what it wants to know.
Attends = Callable[[int, Inputs], Float[Tensor, "batch head query channel"]]


class _Ear:
    """Who listens, or computes attention himself, how many calls of this forward pass have been heard, and the gates of a gated model's
    heads, by call."""

    def __init__(self, listener: Listener | None, gates: Mapping[int, Sequence[float | int]], attends: Attends | None) -> None:
        self.listener, self.gates, self.attends = listener, gates, attends
        self.heard = 0

    def gated(self, values: Float[Tensor, "batch head key channel"]) -> Float[Tensor, "batch head key channel"]:
        """The values of the call that is heard next: Σ_j α_ij ξ v_j = ξ Σ_j α_ij v_j, so that whoever listens sees a gated head too."""
        gates = self.gates.get(self.heard)
        return values if gates is None else values * values.new_tensor(gates)[:, None, None]

    def hear(self, call: Call) -> Gates | Cut | None:
        assert self.listener is not None
        cut = self.listener(self.heard, call)
        self.heard += 1
        return cut

    def attend(self, inputs: Inputs) -> Float[Tensor, "batch head query channel"]:
        assert self.attends is not None
        output, gates = self.attends(self.heard, inputs), self.gates.get(self.heard)
        self.heard += 1
        return output if gates is None else output * output.new_tensor(gates)[:, None, None]


_ear: ContextVar[_Ear | None] = ContextVar("headscope_ear", default=None)


Output = Float[Tensor, "batch query head channel"]


class Around:
    """What goes on around the attention computations of a pass: each may be given its output, and is then not made; those that are made
    are handed over."""

    def given(self) -> Output | None:
        return None

    def made(self, output: Output) -> None:
        pass


_around: ContextVar[Around | None] = ContextVar("headscope_around", default=None)


@contextmanager
def playing(around: Around) -> Iterator[None]:
    """Inside, `around` is asked before every attention computation of a tapped model, and told of what it made."""
    token = _around.set(around)
    try:
        yield
    finally:
        _around.reset(token)


@contextmanager
def listening(
    listener: Listener | None = None,
    gates: Mapping[int, Sequence[float | int]] | None = None,
    attends: Attends | None = None,
    device: torch.device | None = None,
) -> Iterator[_Ear]:
    """Inside, every attention computation of a tapped model is handed to `listener` with its number in the pass; or, before a map is
    formed, to `attends`. `gates`, by that number, multiply the heads' output whoever listens; what a listener returns comes on top.
    Products on the `device` are made in the quickest way."""
    ear = _Ear(listener, gates or {}, attends)
    token = _ear.set(ear)
    try:
        with quick_products(device):
            yield ear
    finally:
        _ear.reset(token)


def attention(
    module: nn.Module,
    query: Float[Tensor, "batch head query feature"],
    key: Float[Tensor, "batch group key feature"],
    value: Float[Tensor, "batch group key channel"],
    attention_mask: Tensor | Spans | None,
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
    around = _around.get()
    if around is not None and (given := around.given()) is not None:
        return given, None
    scaling = query.shape[-1] ** -0.5 if scaling is None else scaling
    ear = _ear.get()
    if ear is not None and ear.attends is not None:
        inputs = _inputs(module, query, key, value, attention_mask, scaling, softcap, position_bias, s_aux)
        output = ear.attend(inputs).transpose(1, 2).contiguous()
        if around is not None:
            around.made(output)
        return output, None
    repeats = query.shape[1] // key.shape[1]
    if repeats > 1:
        key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    assert not isinstance(attention_mask, Spans), "made where nobody needs maps"
    if attention_mask is not None:
        attention_mask = attention_mask[..., : key.shape[-2]]
        if attention_mask.dtype == torch.bool:
            lowest = torch.finfo(query.dtype).min
            attention_mask = torch.zeros_like(attention_mask, dtype=query.dtype).masked_fill_(~attention_mask, lowest)
    logits = _logits(query, key, scaling, attention_mask, softcap, position_bias)
    weights = _softmax(logits, s_aux)
    del logits  # two n × n tensors at a time are enough
    cut = None
    if ear is not None:
        value = ear.gated(value)
        cut = ear.hear(Call(module, weights, attention_mask, query, key, value))
    if dropout and module.training:
        weights = nn.functional.dropout(weights, dropout)
    if isinstance(cut, Tensor) and cut.ndim == 3:
        value, cut = value * cut[..., None].to(value.dtype), None
    output = weights.to(value.dtype) @ value
    if cut is not None:
        output = (cut if isinstance(cut, Cut) else Cut(cut))(output)
    output = output.transpose(1, 2).contiguous()
    if around is not None:
        around.made(output)
    return output, None


def _inputs(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | Spans | None,
    scaling: float,
    softcap: float | None,
    bias: Tensor | None,
    sinks: Tensor | None,
) -> Inputs:
    """The same, before anything is computed. A mask that a model made itself is added like a bias."""
    spans = mask if isinstance(mask, Spans) else None
    if isinstance(mask, Tensor):
        added = mask[..., : key.shape[-2]]
        if added.dtype == torch.bool:
            added = torch.zeros_like(added, dtype=query.dtype).masked_fill_(~added, torch.finfo(query.dtype).min)
        bias = added if bias is None else bias + added
    return Inputs(module, query, key, value, scaling, spans, bias, softcap, sinks, mask)


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


def mask(*given: Any, **named: Any) -> Any:
    """The mask of a pass: added to scores where maps are formed, otherwise as the stretch of keys that each query sees."""
    ear = _ear.get()
    return span_mask(*given, **named) if ear is not None and ear.attends is not None else eager_mask(*given, **named)


def register() -> None:
    """Makes the tap known to transformers. The mask function must go under the same name: without one, transformers
    makes no mask at all, and padding and causality vanish without a word."""
    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, mask)


def attach(module: nn.Module) -> bool:
    """Puts the tap into a model; False where the model refuses (some only log that) or a part of it kept its own."""
    register()
    try:
        module.set_attn_implementation(NAME)  # type: ignore[operator]
    except (ValueError, KeyError, AttributeError):
        return False
    return getattr(module.config, "_attn_implementation", None) == NAME
