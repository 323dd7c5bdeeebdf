"""Encoded units → padded tensors, batches of like length, and for each side of the attention what its tokens are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from headscope.tokens.encode import Encoded, Encoder


@dataclass(frozen=True)
class Side:
    """The tokens on one side of an attention map, queries or keys: which are real, and of what kind.

    Rows are units, columns positions. Padding is on the right: of row b, the first `lengths[b]` are real.
    """

    ids: Int[Tensor, "batch position"]
    real: Bool[Tensor, "batch position"]
    cls: Bool[Tensor, "batch position"]
    sep: Bool[Tensor, "batch position"]
    punct: Bool[Tensor, "batch position"]
    segments: Int[Tensor, "batch position"]
    lengths: tuple[int, ...]
    has_cls: bool = True  # whether this model has such a token at all
    has_sep: bool = True

    @cached_property
    def sep_at(self) -> tuple[Int[Tensor, " found"], Int[Tensor, " found"]]:
        """Unit and position of every [SEP]; kept, because finding them makes a GPU wait."""
        unit, position = self.sep.nonzero(as_tuple=True)
        return unit, position


@dataclass(frozen=True)
class TokenBatch:
    """What goes through the model at once. `target` is the decoder's side of an encoder–decoder model."""

    documents: tuple[str, ...]
    source: Side
    types: Int[Tensor, "batch position"] | None
    target: Side | None = None

    @property
    def tokens(self) -> int:
        return sum(self.source.lengths)


def batches(encoded: Sequence[Encoded], size: int) -> Iterator[list[Encoded]]:
    """Batches of at most `size` units of like length: sorted by length inside the chunk, ties in their order."""
    ordered = sorted(encoded, key=len)
    for at in range(0, len(ordered), size):
        yield ordered[at : at + size]


def collate(
    encoded: Sequence[Encoded],
    encoder: Encoder,
    device: torch.device | str = "cpu",
    start: int | None = None,
) -> TokenBatch:
    """Pads a batch and names its tokens. `start` is the decoder's first token, for models that have a decoder beside
    their encoder: it reads the same text, moved one to the right behind that token."""
    source = side([e.ids for e in encoded], [e.segments for e in encoded], encoder, device)
    types = None
    if all(e.types is not None for e in encoded):
        types = padded([e.types or () for e in encoded], 0, device)
    target = None
    if start is not None:
        shifted = [(start, *e.ids[:-1]) for e in encoded]
        target = side(shifted, [(e.segments[0], *e.segments[:-1]) for e in encoded], encoder, device)
    return TokenBatch(tuple(e.document for e in encoded), source, types, target)


def side(
    rows: Sequence[Sequence[int]], segments: Sequence[Sequence[int]], encoder: Encoder, device: torch.device | str
) -> Side:
    """Rows of token ids, padded and sorted into kinds."""
    lengths = tuple(len(row) for row in rows)
    pad = encoder.tokenizer.pad_token_id
    ids = padded(rows, 0 if pad is None else pad, device)
    real = torch.arange(ids.shape[1], device=device)[None] < torch.tensor(lengths, device=device)[:, None]
    punct = torch.isin(ids, torch.tensor(sorted(encoder.punctuation), dtype=ids.dtype, device=device))

    def of_kind(token: int | None) -> Bool[Tensor, "batch position"]:
        return torch.zeros_like(real) if token is None else (ids == token) & real

    return Side(
        ids,
        real,
        of_kind(encoder.cls),
        of_kind(encoder.sep),
        punct & real,
        padded(segments, 0, device),
        lengths,
        has_cls=encoder.cls is not None,
        has_sep=encoder.sep is not None,
    )


def padded(rows: Sequence[Sequence[int]], value: int, device: torch.device | str) -> Int[Tensor, "batch position"]:
    """Rows made equally long."""
    longest = max(len(row) for row in rows)
    return torch.tensor([[*row, *[value] * (longest - len(row))] for row in rows], device=device)
