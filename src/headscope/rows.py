"""What can be known of the rows of an attention map without the map: what is asked, and the answer.

A row i is a token's attention α_ij over all tokens j. Many measures need a few numbers of it only: its entropy, its largest weight, its
weight on kinds of tokens, at fixed distances, and on single listed tokens. These can be had while attention is computed, so that no map
is ever held (`models/fused`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

KINDS = ("cls", "sep", "punct", "first", "text")  # of tokens that a row may be asked for; `text` is what is no place to rest
ENTROPY, LARGEST, SINGLE = 0, 1, 2  # where figures of a row stand: these, then its weight on every kind, then at every distance
PIECE = 4096  # pairs that are added up at once


@dataclass(frozen=True, eq=False)
class Spans:
    """Which keys each query sees, where these are one stretch: `low` to `high`, without `high`. Causality, windows and padding are such."""

    low: Int[Tensor, "batch query"]
    high: Int[Tensor, "batch query"]
    keys: int
    _elsewhere: "dict[torch.device, Spans]" = field(default_factory=dict, repr=False)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """That of the mask it stands for."""
        return len(self.low), 1, self.low.shape[1], self.keys

    def seen(
        self, units: slice = slice(None), rows: slice = slice(None), columns: slice = slice(None)
    ) -> Bool[Tensor, "batch query key"]:
        """The mask itself, of some texts, queries and keys."""
        at = torch.arange(self.keys, device=self.low.device)[columns]
        return (at >= self.low[units, rows, None]) & (at < self.high[units, rows, None])

    def to(self, device: torch.device | str | int, **_: object) -> "Spans":
        """The same on another device, made once: layers that lie there and see alike are given one and the same."""
        there = torch.device(device)
        if there == self.low.device:
            return self
        if there not in self._elsewhere:
            self._elsewhere[there] = Spans(self.low.to(there), self.high.to(there), self.keys)
        return self._elsewhere[there]

    def causal(self) -> "Spans":
        """The same without what comes after the query."""
        after = torch.arange(1, self.high.shape[1] + 1, device=self.high.device)
        return Spans(self.low, self.high.minimum(after), self.keys)

    @cached_property
    def bounds(self) -> tuple[Int[np.ndarray, "batch query"], Int[np.ndarray, "batch query"]]:
        """`low` and `high` where they can be looked at without waiting for a device."""
        return self.low.cpu().numpy(), self.high.cpu().numpy()

    @classmethod
    def whole(cls, lengths: Sequence[int], queries: int, keys: int, device: torch.device) -> "Spans":
        """Every query sees every real key."""
        high = torch.tensor(lengths, dtype=torch.int32, device=device)[:, None].repeat(1, queries)
        return cls(torch.zeros_like(high), high, keys)

    @classmethod
    def of(cls, masks: Iterable[Tensor]) -> "Spans | None":
        """From a mask, batch × 1 × query × key, in blocks of queries; None where some row sees more than one stretch."""
        lows, highs, whole, keys = [], [], [], 0
        for mask in masks:
            keys = mask.shape[-1]
            seen = mask[:, 0]
            at = torch.arange(1, keys + 1, device=mask.device, dtype=torch.int32)
            high = (seen * at).amax(-1)
            low = keys - (seen * at.flip(0)).amax(-1)
            lows.append(low.minimum(high))
            highs.append(high)
            whole.append(seen.sum(-1) == high - lows[-1])
        if not lows or not bool(joined(whole, 1).all()):
            return None
        return cls(joined(lows, 1).int(), joined(highs, 1).int(), keys)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Listed pairs of tokens, of which the weights are added up piece by piece: `lengths` consecutive pairs each."""

    unit: Int[Tensor, " pair"]
    query: Int[Tensor, " pair"]
    key: Int[Tensor, " pair"]
    lengths: Int[Tensor, " piece"]

    def sums(self, taken: Float[Tensor, "pair head"]) -> Float[Tensor, "piece head"]:
        """The weights of the pairs → those of the pieces."""
        return torch.segment_reduce(wide(taken), "sum", lengths=self.lengths, axis=0, unsafe=True)

    def of(self, weights: Float[Tensor, "batch head query key"]) -> Float[Tensor, "piece head"]:
        """From whole maps."""
        return self.sums(weights[self.unit.long(), :, self.query.long(), self.key.long()])

    @cached_property
    def starts(self) -> Int[Tensor, " piece"]:
        """Where each piece begins."""
        return self.lengths.cumsum(0) - self.lengths

    @classmethod
    def joined(cls, lists: "Sequence[Pairs]") -> "Pairs | None":
        """All lists as one."""
        if len(lists) < 2:
            return lists[0] if lists else None
        names = ("unit", "query", "key", "lengths")
        return cls(*(torch.cat([getattr(one, name) for one in lists]) for name in names))


@dataclass(frozen=True, eq=False)
class Request:
    """What is asked of every row of a layer; the same for all layers that see alike."""

    kinds: Float[Tensor, "batch key kind"]  # 1 where a key is of the kind
    distances: tuple[int, ...] = ()
    lists: tuple[Pairs, ...] = ()
    memo: dict[object, object] = field(default_factory=dict, repr=False)  # what is made of it once for all layers
    _columns: dict[tuple[torch.dtype, int], Tensor] = field(default_factory=dict)

    @cached_property
    def pairs(self) -> Pairs | None:
        return Pairs.joined(self.lists)

    def columns(self, dtype: torch.dtype, number: int) -> Float[Tensor, "batch key column"]:
        """The kinds beside one another in so many columns, made once for all layers."""
        if (dtype, number) not in self._columns:
            more = number - self.kinds.shape[-1]
            self._columns[dtype, number] = torch.nn.functional.pad(self.kinds, (0, more)).to(dtype)
        return self._columns[dtype, number]

    @property
    def figures(self) -> int:
        """How many figures a row has."""
        return SINGLE + self.kinds.shape[-1] + len(self.distances)


@dataclass(frozen=True, eq=False)
class Rows:
    """The answer, of one layer or of several, whose heads then stand side by side."""

    request: Request
    figures: Float[Tensor, "figure batch head query"]
    pieces: Float[Tensor, "piece head"] | None  # of the listed pairs

    def at_kind(self, kind: str) -> int:
        """Which figure is the weight on a kind."""
        return SINGLE + KINDS.index(kind)

    def at_distance(self, distance: int) -> int:
        """Which figure is the weight at a distance."""
        return SINGLE + self.request.kinds.shape[-1] + self.request.distances.index(distance)

    def sums(self, pairs: Pairs) -> Float[Tensor, "piece head"]:
        assert self.pieces is not None
        begin = sum(len(one.lengths) for one in self.request.lists[: self.request.lists.index(pairs)])
        return self.pieces[begin : begin + len(pairs.lengths)]

    @classmethod
    def joined(cls, layers: "Sequence[Rows]") -> "Rows":
        """Several layers' heads side by side."""
        device = layers[0].figures.device
        figures = torch.cat([layer.figures.to(device) for layer in layers], 2)
        pieces = [layer.pieces.to(device) for layer in layers if layer.pieces is not None]
        return cls(layers[0].request, figures, torch.cat(pieces, 1) if pieces else None)


def joined(parts: list[Tensor], dim: int = 0) -> Tensor:
    """One after the other; a single one as it is, without a copy."""
    return parts[0] if len(parts) == 1 else torch.cat(parts, dim)


def accumulator(tensor: Tensor) -> torch.dtype:
    """The dtype to sum in: float64, but for MPS, which has none."""
    return torch.float32 if tensor.device.type == "mps" else torch.float64


def wide(tensor: Tensor) -> Tensor:
    return tensor.to(accumulator(tensor))
