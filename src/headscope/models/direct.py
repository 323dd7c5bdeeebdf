"""Direct logit attribution: what each part of a decoder adds to the logit of the token that comes next.

The residual stream is a sum: the embedding, what every head writes, the biases of the output projections, what the feed-forward layers
write. The final norm is linear but for its division by s_i, the size of that sum at token i, which is held as it is. So the logit is a sum
too: with r the right next token, W_U the rows of the unembedding, γ and β the scale and the bias of the final norm,

    logit_i(r) − mean over the vocabulary = Σ over parts p of p_i · u_i + β · d_i + b,
    d_i = W_U[r] − mean W_U,   u_i = centred(γ ⊙ d_i) / s_i,

with b the unembedding's own bias at r, less its mean, where it has one; norms that take no mean away (RMSNorm) do not centre.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from headscope.models import circuits
from headscope.models.loss import next_tokens
from headscope.models.model import Model
from headscope.models.tap import Call
from headscope.tokens import TokenBatch
from headscope.tokens.masking import IGNORED

_INSTALLED = "_headscope_final"


def refusal(model: Model) -> str | None:
    """Why a model's logits are not the sum of what its heads write; None where they are."""
    return circuits.refusal(model) or model.values.reason


@torch.no_grad()
def directions(model: Model, batch: TokenBatch) -> Float[Tensor, "batch position feature"]:
    """u_i of every token that another follows; 0 of the others. One pass through the model, up to its final norm."""
    kept: list[Tensor] = []
    _install(final_norm(model))
    token = _residual.set(kept)
    try:
        model.run(batch, lambda *_: None)
    finally:
        _residual.reset(token)
    return _directions(model, batch, kept[0])[0]


def written(
    model: Model, number: int, call: Call, toward: Float[Tensor, "batch position feature"]
) -> Float[Tensor, "batch head query"]:
    """What each head of a layer adds to the logit: (Σ_j α_ij v_j) W_O^h · u_i."""
    assert call.values is not None
    matrix = model.values.projections[number].matrix
    output = call.weights.to(call.values.dtype) @ call.values
    read = torch.einsum("hcf,bqf->bhqc", matrix.to(toward.dtype), toward)
    return (output.to(toward.dtype) * read).sum(-1)


@dataclass(frozen=True)
class Parts:
    """The logit of the right next token, less the mean over the vocabulary, part by part; 0 where no token follows."""

    embedding: Float[Tensor, "batch position"]
    heads: Float[Tensor, "layer batch head position"]
    biases: Float[Tensor, "layer batch position"]  # of the output projections
    feed_forward: Float[Tensor, "layer batch position"]
    final: Float[Tensor, "batch position"]  # biases of the final norm and the unembedding
    logit: Float[Tensor, "batch position"]  # by the model itself
    predicted: Bool[Tensor, "batch position"]

    @property
    def total(self) -> Float[Tensor, "batch position"]:
        """The sum of the parts: the logit, but for rounding."""
        layers = self.heads.sum((0, 2)) + self.biases.sum(0) + self.feed_forward.sum(0)
        return self.embedding + layers + self.final


@torch.no_grad()
def parts(model: Model, batch: TokenBatch) -> Parts:
    """All parts of a batch's logits. For looking and checking: nothing else may run the model meanwhile."""
    body: Any = model.base_network
    blocks, calls = body.h if hasattr(body, "h") else body.layers, list[Call]()
    with _kept(blocks[0], before=True) as first, _kept(final_norm(model), before=True) as last, ExitStack() as stack:
        layers = [stack.enter_context(_kept(block.mlp)) for block in blocks]
        outputs = model.run(batch, lambda _, call: calls.append(call), whole=True)
    toward, final, labels = _directions(model, batch, last[0])
    predicted, logits = labels != IGNORED, outputs.logits.to(toward.dtype)
    right = logits.gather(-1, labels.clamp(min=0)[..., None])[..., 0] - logits.mean(-1)
    biases = [
        torch.zeros_like(toward[0, 0]) if one.bias is None else one.bias.to(toward.dtype) for one in model.values.projections
    ]
    return Parts(
        embedding=_along(first[0], toward),
        heads=torch.stack([written(model, number, call, toward) for number, call in enumerate(calls)]),
        biases=torch.stack([_along(bias, toward) for bias in biases]),
        feed_forward=torch.stack([_along(layer[0], toward) for layer in layers]),
        final=final,
        logit=right.masked_fill(~predicted, 0),
        predicted=predicted,
    )


def final_norm(model: Model) -> nn.Module:
    module: Any = model.network
    return circuits.FAMILIES[module.config.model_type][1](module)


def _directions(model: Model, batch: TokenBatch, residual: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """u_i; the part of the final norm's and the unembedding's biases; the tokens that follow."""
    module, norm = model.network, final_norm(model)
    labels, unembedding = next_tokens(batch), module.get_output_embeddings()  # type: ignore[operator]
    wide = torch.float32 if model.device.type == "mps" else torch.float64
    linear, residual = circuits.norm_of(norm), residual.to(wide)
    middle = residual - residual.mean(-1, keepdim=True) if linear.centred else residual
    small = next(float(getattr(norm, name)) for name in ("eps", "variance_epsilon") if hasattr(norm, name))
    size = (middle.pow(2).mean(-1, keepdim=True) + small).sqrt()
    apart = unembedding.weight[labels.clamp(min=0)].to(wide) - unembedding.weight.mean(0, dtype=wide)
    apart = apart.masked_fill((labels == IGNORED)[..., None], 0)
    scaled = apart * linear.scale.to(apart)
    toward = (scaled - scaled.mean(-1, keepdim=True) if linear.centred else scaled) / size
    final = torch.zeros_like(apart[..., 0])
    if isinstance(bias := getattr(norm, "bias", None), Tensor):
        final = final + _along(bias, apart)
    if isinstance(own := getattr(unembedding, "bias", None), Tensor):
        final = final + (own.to(wide)[labels.clamp(min=0)] - own.to(wide).mean()).masked_fill(labels == IGNORED, 0)
    return toward, final, labels


def _along(part: Tensor, toward: Tensor) -> Float[Tensor, "batch position"]:
    return (part.to(toward.dtype) * toward).sum(-1)


@contextmanager
def _kept(module: nn.Module, *, before: bool = False) -> Iterator[list[Tensor]]:
    """Inside, what a module is given or, unless `before`, gives."""
    kept: list[Tensor] = []

    def note(_: nn.Module, inputs: tuple[Any, ...], *output: Any) -> None:
        found = inputs[0] if before else output[0]
        kept.append(found[0] if isinstance(found, tuple) else found)

    handle = module.register_forward_pre_hook(note) if before else module.register_forward_hook(note)
    try:
        yield kept
    finally:
        handle.remove()


# Batches are worked on side by side: the hook stays, and keeps something only for a thread that asked.
_residual: ContextVar[list[Tensor] | None] = ContextVar("headscope_residual", default=None)
_lock = Lock()


def _install(norm: nn.Module) -> None:
    with _lock:
        if not hasattr(norm, _INSTALLED):
            norm.register_forward_pre_hook(_keep)
            setattr(norm, _INSTALLED, True)


def _keep(_: nn.Module, inputs: tuple[Any, ...]) -> None:
    if (kept := _residual.get()) is not None:
        kept.append(inputs[0])
