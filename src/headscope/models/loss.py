"""The language-model loss of a batch, one figure per segment: masked tokens, or the next token of causal models.

What it does not do: train. Parameters stay frozen; the graph starts at the first layer's attention, which is what the gradient
is asked of.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from headscope.models.by_row import unheard
from headscope.models.model import Model
from headscope.models.tap import Call, Cut, Gates, Listener
from headscope.tokens import TokenBatch
from headscope.tokens.masking import IGNORED
from headscope.types import Site

_LOGITS = ("logits", "prediction_logits")
_INSTALLED = "_headscope_selects"


def refusal(model: Model) -> str | None:
    """Why the gradient of a language-model loss can't be had from this model; None where it can."""
    if model.road == "maps":
        return "only its maps are known, not its loss"
    if model.road != "tap":
        return "its attention can't be listened to while it is formed"
    if model.is_encoder_decoder:
        return "an encoder–decoder model has neither masked words nor a next token of its own"
    if vocabulary(model) is None:
        return "it has no language-model head"
    if not is_causal(model) and model.encoder.tokenizer.mask_token_id is None:
        return "its tokenizer has no mask token"
    return None


def masking_refusal(model: Model) -> str | None:
    """Why this model can't be asked for a masked word; None where it can."""
    if model.road == "maps":
        return "only its maps are known, not its predictions"
    if model.is_encoder_decoder or is_causal(model) or vocabulary(model) is None:
        return "it does not predict masked words"
    if model.encoder.tokenizer.mask_token_id is None:
        return "its tokenizer has no mask token"
    return None


def is_causal(model: Model) -> bool:
    return "decoder" in model.stacks


def next_tokens(batch: TokenBatch) -> Int[Tensor, "batch position"]:
    """The labels of a causal model: at every token the one after it."""
    following = batch.source.ids.masked_fill(~batch.source.real, IGNORED).roll(-1, 1)
    following[:, -1] = IGNORED
    return following


def word_losses(
    model: Model, batch: TokenBatch, labels: Int[Tensor, "batch position"], listener: Listener | None = None
) -> tuple[Float[Tensor, " word"], Bool[Tensor, "batch position"]]:
    """−log p of every predicted word, segment by segment, and where these words are. The vocabulary's logits, most of a small
    model's work, are computed at the predicted positions only, where the model's head lets us choose. If nobody listens, no map is
    formed that need not be."""
    predicted, attends = labels != IGNORED, unheard(model) if listener is None else None
    with selecting(model, predicted):
        if attends is not None:
            outputs, _ = model.run_by_row(batch, attends, whole=True)
        else:
            outputs = model.run(batch, listener or (lambda *_: None), whole=True)
    return read_losses(outputs, labels), predicted


@contextmanager
def selecting(model: Model, predicted: Bool[Tensor, "batch position"]) -> Iterator[None]:
    """Inside, the calling thread's passes have logits at these positions only, where the model's head lets us choose."""
    _install(model)
    token = _selection.set(predicted)
    try:
        yield
    finally:
        _selection.reset(token)


def read_losses(outputs: Any, labels: Int[Tensor, "batch position"]) -> Float[Tensor, " word"]:
    """−log p of every predicted word, from what a pass gave that had logits of these words, or of all."""
    predicted = labels != IGNORED
    return cross_entropy(read_logits(outputs, predicted), labels[predicted], reduction="none")


def read_logits(outputs: Any, predicted: Bool[Tensor, "batch position"]) -> Float[Tensor, "word token"]:
    """The logits at these positions, from what a pass gave that had logits there, or everywhere."""
    logits: Tensor = next(outputs[name] for name in _LOGITS if outputs.get(name) is not None)
    if logits.ndim == 3:
        logits = logits[predicted]
    return logits.to(torch.promote_types(logits.dtype, torch.float32))


def segment_losses(
    model: Model,
    batch: TokenBatch,
    labels: Int[Tensor, "batch position"],
    listener: Listener,
    reduction: str = "mean",
) -> Float[Tensor, " batch"]:
    """Each segment's loss over what is predicted in it, its mean or its sum; 0 where nothing is."""
    losses, predicted = word_losses(model, batch, labels, listener)
    sums = losses.new_zeros(len(labels)).index_add(0, predicted.nonzero()[:, 0], losses)
    return sums if reduction == "sum" else sums / predicted.sum(-1).clamp(min=1)


def backward(
    model: Model,
    batch: TokenBatch,
    labels: Int[Tensor, "batch position"],
    listener: Callable[[Site, Call, Float[Tensor, "batch head query key"], Gates | None], None],
    reduction: str = "mean",
    *,
    gated: bool = False,
) -> None:
    """Runs the batch forward and back; every layer's ∂L/∂α, and ∂L/∂ξ where `gated`, are handed to the listener, last layer first, and
    dropped. ξ are gates: each multiplies the output of one head for one segment, and is 1.

    L is the sum of the segments' losses, so that each segment's gradient is that of its own loss, whatever is in the batch
    beside it.
    """

    def hear(number: int, call: Call) -> Cut | None:
        weights: Any = call.weights
        if not weights.requires_grad:  # the first layer: nothing below it is asked for a gradient
            weights.requires_grad_(True)
        values = None if call.values is None else call.values.detach()
        # Not `weights`: a tensor must not hold itself by its own hook.
        kept = Call(call.module, weights.detach(), call.mask, values=values)
        found: list[Gates] = []
        weights.register_hook(lambda gradient: listener(model.sites[number], kept, gradient, found[0] if found else None))
        if not gated:
            return None
        gates: Any = weights.new_ones(weights.shape[:2]).requires_grad_(True)
        gates.register_hook(found.append)  # a gate multiplies what the weights made, so that its gradient comes before theirs
        return Cut(gates)

    with torch.enable_grad():
        total: Any = segment_losses(model, batch, labels, hear, reduction).sum()
        if total.requires_grad:
            total.backward()


_selection: ContextVar[Bool[Tensor, "batch position"] | None] = ContextVar("headscope_selection", default=None)
_lock = Lock()


def vocabulary(model: Model) -> nn.Module | None:
    """The layer that gives every word of the vocabulary its logit."""
    ask: Any = getattr(model.network, "get_output_embeddings", lambda: None)
    head = ask()
    return head if isinstance(head, nn.Module) else None


def _install(model: Model) -> None:
    """Once per model: before its vocabulary layer, the positions that are not asked about are dropped. Which those are is
    the calling thread's own affair; outside a loss the hook does nothing."""
    head = vocabulary(model)
    with _lock:
        if head is not None and not hasattr(head, _INSTALLED):
            head.register_forward_pre_hook(_select)
            setattr(head, _INSTALLED, True)


def _select(_: nn.Module, inputs: tuple[Any, ...]) -> tuple[Any, ...] | None:
    selection = _selection.get()
    if selection is None or len(inputs) != 1 or inputs[0].shape[:2] != selection.shape:
        return None
    return (inputs[0][selection],)
