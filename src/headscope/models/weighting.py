"""Which weights a map is made of: those of attention, those of what attention moves, or those without the sinks.

- `raw`: α_ij, the model's attention.
- `norm` (Kobayashi et al. 2020): ‖α_ij f_h(x_j)‖ = α_ij ‖f_h(x_j)‖ as shares of the row: how much the head moves from j. Each column is
  scaled by one number per head and token (`values`).
- `no-sink`: the columns of special tokens, and of a causal model's first token, are 0, and rows are scaled to sum to 1 again. A row with
  less than 0.01 left is not counted: there the head rests.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.errors import HeadscopeError, unknown_name
from headscope.models.tap import Call
from headscope.names import WEIGHTS
from headscope.tokens import Side
from headscope.tokens.batches import LEFT
from headscope.types import Site

if TYPE_CHECKING:
    from headscope.models.model import Model

Weights = Literal["raw", "norm", "no-sink"]


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
    for kind in asked:
        if kind not in WEIGHTS:
            raise unknown_name("kind of weights", kind, WEIGHTS)
    return cast(tuple[Weights, ...], tuple(kind for kind in WEIGHTS if kind in asked))


def check_weights(kinds: Sequence[Weights], model: "Model") -> None:
    """Raises where a model does not give what a kind of weights is made of."""
    if "norm" in kinds and (reason := model.values.reason):
        raise HeadscopeError(f"Norm weights are not available for '{model.name}': {reason}. Try --weights raw.")


def weigh(kind: Weights, model: "Model", site: Site, call: Call, keys: Side) -> Weighed:
    """One layer's maps under one kind of weights."""
    if kind == "raw":
        return Weighed(call.weights)
    if kind == "norm":
        assert call.values is not None, "checked before the run"
        norms = model.values.projections[model.sites.index(site)].norms(call.values)
        return Weighed(_shares(call.weights * norms[:, :, None].to(call.weights.dtype)))
    return without_sinks(call.weights, keys.sinks(site.stack in model.causal))


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
