"""Which weights a map is made of: those of attention, those of what attention moves, or those without the sinks.

- `raw`: α_ij, the model's attention.
- `norm` (Kobayashi et al. 2020): ‖α_ij f_h(x_j)‖ = α_ij ‖f_h(x_j)‖ as shares of the row: how much the head moves from j. Each column is
  scaled by one number per head and token (`values`).
- `no-sink`: the columns of special tokens, and of a causal model's first token, are 0, and rows are scaled to sum to 1 again. A row with
  less than 0.01 left is not counted: there the head rests.

Two kinds have one map for a layer, not one for a head: `rollout` (R_l of `models/rollout`) and `value-zeroing` (C of `models/zeroing`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.errors import HeadscopeError, unknown_name
from headscope.models.rollout import step
from headscope.models.tap import Call
from headscope.models.zeroing import zeroed
from headscope.names import LAYER_WEIGHTS, LEFT, WEIGHTS
from headscope.tokens import Side, TokenBatch
from headscope.types import Site, Stack

if TYPE_CHECKING:
    from headscope.models.model import Model

Weights = Literal["raw", "norm", "no-sink", "rollout", "value-zeroing"]


@dataclass(frozen=True)
class Weighed:
    """A layer's maps under some weights. `rows` are the queries that count for each head, None: all; `sinks` the keys that were taken
    out, None: none."""

    weights: Float[Tensor, "batch head query key"]
    rows: Bool[Tensor, "batch head query"] | None = None
    sinks: Bool[Tensor, "batch key"] | None = None


def make_weights(kinds: str | Sequence[str]) -> tuple[Weights, ...]:
    """The kinds that were asked for, each once, in our order; raises where one is unknown."""
    asked = [kinds] if isinstance(kinds, str) else list(kinds)
    known = (*WEIGHTS, *LAYER_WEIGHTS)
    for kind in asked:
        if kind not in known:
            raise unknown_name("kind of weights", kind, known)
    return cast(tuple[Weights, ...], tuple(kind for kind in known if kind in asked))


def make_kind(kind: str) -> Weights:
    """One kind, with a map for every head; raises where it is unknown, or has one map for a layer."""
    [made] = make_weights(kind)
    if made in LAYER_WEIGHTS:
        raise HeadscopeError(
            f"--weights {kind} has one map for a layer and none for its heads: it goes with view and measure. Try --weights norm."
        )
    return made


def check_weights(kinds: Sequence[Weights], model: "Model") -> None:
    """Raises where a model does not give what a kind of weights is made of, or where maps from a file are made of another."""
    if model.kind != "raw" and tuple(kinds) != (model.kind,):
        raise HeadscopeError(
            f"The maps of '{model.name}' were written with --weights {model.kind}, and other weights can't be made of them. Try "
            f"--weights {model.kind}."
        )
    if model.kind == "norm":
        return
    if "norm" in kinds and (reason := model.values.reason):
        raise HeadscopeError(f"Norm weights are not available for '{model.name}': {reason}. Try --weights raw.")
    if "value-zeroing" in kinds and (reason := model.no_layers):
        raise HeadscopeError(f"Value zeroing is not available for '{model.name}': {reason}. Try --weights raw.")
    if "rollout" in kinds and "cross" in model.stacks:
        raise HeadscopeError(
            f"Rollout is not available for '{model.name}': its decoder reads from another text, and a map from one text into another "
            "has no residual to add. Try --weights raw."
        )


def weigh(kind: Weights, model: "Model", site: Site, call: Call, keys: Side) -> Weighed:
    """One layer's maps under one kind of weights."""
    if kind == "raw" or (kind == "norm" and model.kind == "norm"):
        return Weighed(call.weights)
    if kind == "norm":
        assert call.values is not None, "checked before the run"
        norms = model.values.projections[model.sites.index(site)].norms(call.values)
        return Weighed(_shares(call.weights * norms[:, :, None].to(call.weights.dtype)))
    return without_sinks(call.weights, keys.sinks(site.stack in model.causal))


class Weighing:
    """One batch's maps under one kind of weights, layer by layer as they are heard."""

    def __init__(self, kind: Weights, model: "Model", batch: TokenBatch) -> None:
        self._kind, self._model, self._batch = kind, model, batch
        self._rolled: dict[Stack, Float[Tensor, "batch token token"]] = {}
        self._reached: dict[Stack, Bool[Tensor, "batch 1 token token"]] = {}
        self._zeroed: dict[Site, Float[Tensor, "batch query key"]] = {}

    def of(self, site: Site, call: Call, keys: Side) -> Weighed:
        """The maps of one layer; for a kind with one map for a layer, with one head."""
        if self._kind == "rollout":
            self._rolled[site.stack] = step(call.weights, self._rolled.get(site.stack))
            return Weighed(self._rolled[site.stack][:, None])
        if self._kind == "value-zeroing":
            self._zeroed = self._zeroed or dict(zeroed(self._model, self._batch))
            return Weighed(self._zeroed[site][:, None].to(call.weights.dtype))
        return weigh(self._kind, self._model, site, call, keys)

    def reach(
        self, stack: Stack, visible: Bool[Tensor, "batch 1 query key"] | None
    ) -> Bool[Tensor, "batch 1 query key"] | None:
        """Asked layer by layer: what each token has something of, where that is more than the layer lets it see, as after rollout through
        windows; otherwise None."""
        if self._kind != "rollout" or visible is None:
            return None
        before = self._reached.get(stack)
        reached = visible if before is None else before | ((visible.float() @ before.float()) > 0)
        self._reached[stack] = reached
        return None if torch.equal(reached, visible) else reached


def without_sinks(weights: Float[Tensor, "batch head query key"], gone: Bool[Tensor, "batch key"]) -> Weighed:
    """Rows without these columns, as shares of what is left; rows with next to nothing left are 0 and do not count.

    Two rows over a sink and two words: the first gives the words .1 and .3, the second next to nothing.

    >>> maps = torch.tensor([[[[.6, .1, .3], [.995, .005, 0.]]]])
    >>> left = without_sinks(maps, torch.tensor([[True, False, False]]))
    >>> [[round(x, 3) for x in row] for row in left.weights[0, 0].tolist()], left.rows.tolist()
    ([[0.0, 0.25, 0.75], [0.0, 0.0, 0.0]], [[[True, False]]])
    """
    kept = weights.masked_fill(gone[:, None, None], 0)
    left = kept.sum(-1)
    rows = left >= LEFT
    shares = kept / torch.where(rows, left, torch.ones_like(left))[..., None]
    return Weighed(shares.masked_fill(~rows[..., None], 0), rows, gone)


def _shares(weights: Float[Tensor, "batch head query key"]) -> Float[Tensor, "batch head query key"]:
    """Rows scaled to sum to 1. A row that moves nothing at all stays 0."""
    whole = weights.sum(-1, keepdim=True)
    return weights / torch.where(whole > 0, whole, torch.ones_like(whole))


def of_head(side: Side, rows: Bool[Tensor, "batch query"]) -> Side:
    """A side of which only some tokens count: the others are as padding is, in their place."""
    return replace(
        side,
        real=side.real & rows,
        cls=side.cls & rows,
        sep=side.sep & rows,
        punct=side.punct & rows,
        words=side.words.masked_fill(~rows, -1),
        spellings=side.spellings.masked_fill(~rows, -1),
    )
