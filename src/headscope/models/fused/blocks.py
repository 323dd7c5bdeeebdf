"""Attention in blocks of weights that stay in a processor's cache: some texts with all heads and queries, or some queries of one text and
some of its heads.

Where a block lies, which keys its queries see and which of the listed pairs are in it is worked out once for all layers that see alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from headscope.models.fused.inputs import Inputs
from headscope.rows import Pairs, Request, Spans

LOWEST = -1e30  # a score that counts as hidden: 0 times its exponential is 0, where -inf would give no number
KEPT = 1 << 22  # pairs of tokens for which masks are kept from layer to layer


@dataclass(frozen=True, eq=False)
class Listed:
    """The listed pairs of a block: which they are, and where in it."""

    which: slice | Int[Tensor, " pair"]
    unit: Int[Tensor, " pair"]
    query: Int[Tensor, " pair"]
    key: Int[Tensor, " pair"]


@dataclass(frozen=True, eq=False)
class Block:
    """Some queries of some texts, the stretch of keys that any of them sees, and what in it is hidden from some: to be added to scores."""

    units: slice
    rows: slice
    columns: slice
    hidden: Float[Tensor, "unit 1 query key"] | None
    listed: Listed | None


def blocks(inputs: Inputs, request: Request, size: int, dtype: torch.dtype) -> Iterator[Block]:
    """All queries in blocks of `size` weights at most, but for a row, which is never cut."""
    spans, shape = inputs.spans, inputs.shape
    batch, _, queries, keys = shape
    if batch * queries * keys > KEPT:
        yield from _made(shape, spans, request, size, dtype)
        return
    known = request.memo.get((spans, shape, size, dtype))
    if known is None:
        known = request.memo[spans, shape, size, dtype] = tuple(_made(shape, spans, request, size, dtype))
    assert isinstance(known, tuple)
    yield from known


def heads_at_once(block: Block, heads: int, size: int) -> int:
    """How many heads of a block are taken together, so that all parts are about the same."""
    most = max(1, size // (_length(block.units) * _length(block.rows) * _length(block.columns)))
    return -(-heads // -(-heads // most))


def _made(
    shape: tuple[int, int, int, int], spans: Spans | None, request: Request, size: int, dtype: torch.dtype
) -> Iterator[Block]:
    batch, heads, queries, keys = shape
    together = max(1, size // (heads * queries * keys))
    high = max(1, min(queries, size // keys))
    pairs, number = request.pairs, -(-queries // high)
    parts = iter(()) if pairs is None else iter(_parts(request, pairs, together, high, number, -(-batch // together) * number))
    for unit in range(0, batch, together):
        units = slice(unit, min(unit + together, batch))
        for start in range(0, queries, high):
            rows = slice(start, min(start + high, queries))
            columns, hides = _seen(spans, units, rows, keys)
            hidden = None
            if hides:
                assert spans is not None
                seen = spans.seen(units, rows, columns)
                hidden = torch.full(seen.shape, LOWEST, dtype=dtype, device=seen.device).masked_fill_(seen, 0)[:, None]
            listed = None if pairs is None else _listed(pairs, next(parts), units, rows, columns)
            yield Block(units, rows, columns, hidden, listed)


def _seen(spans: Spans | None, units: slice, rows: slice, keys: int) -> tuple[slice, bool]:
    """The stretch of keys that some of these queries see, and whether something in it is hidden from one of them."""
    if spans is None:
        return slice(0, keys), False
    low, high = (part[units, rows] for part in spans.bounds)
    first, last = int(low.min()), int(high.max())
    if last <= first:  # queries that see nothing, as padding may: anything will do
        return slice(0, keys), True
    return slice(first, last), bool(low.max() > first or high.min() < last)


def _parts(request: Request, pairs: Pairs, together: int, high: int, number: int, blocks: int) -> tuple[Tensor, ...]:
    """Which pairs are of which block, in the order of blocks: sorted once, since a long text has many of both."""
    known = request.memo.get((together, high))
    if known is None:
        block = pairs.unit.long() // together * number + pairs.query.long() // high
        order = block.argsort(stable=True)
        known = request.memo[together, high] = torch.split(order, block.bincount(minlength=blocks).tolist())
    assert isinstance(known, tuple)
    return known


def _listed(pairs: Pairs, which: Int[Tensor, " pair"], units: slice, rows: slice, columns: slice) -> Listed:
    """What no query of the block sees has no weight, and is not looked for."""
    key = pairs.key[which]
    seen = (key >= columns.start) & (key < columns.stop)
    if not bool(seen.all()):
        which, key = which[seen], key[seen]
    places = ((pairs.unit[which], units), (pairs.query[which], rows), (key, columns))
    found = [part.long() - here.start for part, here in places]
    ends = which[:: max(1, len(which) - 1)].tolist()
    return Listed(slice(ends[0], ends[-1] + 1) if ends and ends[-1] - ends[0] + 1 == len(which) else which, *found)


def _length(part: slice) -> int:
    return int(part.stop) - int(part.start)
