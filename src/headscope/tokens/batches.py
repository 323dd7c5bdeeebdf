"""Encoded units → padded tensors, batches of like length, and for each side of the attention what its tokens are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.tokens.encode import Encoded, Encoder
from headscope.types import Sentence

_POSITIVE = 2**62 - 1  # a hash of whole numbers is the same in every process; this keeps it a number from 0


@dataclass(frozen=True)
class Side:
    """The tokens on one side of an attention map, queries or keys: which are real, and of what kind.

    Rows are units, columns positions. Padding is on the right: of row b, the first `lengths[b]` are real. `words` is the
    number of the word that a token is of, -1 for special tokens and padding; `spellings` tells words apart by the tokens that
    they are made of, -1 where there is no letter or digit.
    """

    ids: Int[Tensor, "batch position"]
    real: Bool[Tensor, "batch position"]
    cls: Bool[Tensor, "batch position"]
    sep: Bool[Tensor, "batch position"]
    punct: Bool[Tensor, "batch position"]
    segments: Int[Tensor, "batch position"]
    words: Int[Tensor, "batch position"]
    spellings: Int[Tensor, "batch position"]
    lengths: tuple[int, ...]
    has_cls: bool = True  # whether this model has such a token at all
    has_sep: bool = True

    def sinks(self, causal: bool) -> Bool[Tensor, "batch position"]:
        """The tokens on which a head may rest: special ones and, where no token sees a later one, the first."""
        found = self.real & (self.words < 0)
        if causal:
            found = found.clone()
            found[:, 0] = True
        return found

    def to(self, device: torch.device) -> "Side":
        """The same on another device."""
        if self.ids.device == device:
            return self
        parts: dict[str, Any] = {name: part.to(device) for name, part in vars(self).items() if isinstance(part, Tensor)}
        return replace(self, **parts)

    def unit(self, at: int) -> "Side":
        """One unit by itself, without padding."""
        rows: dict[str, Any] = {
            name: part[at : at + 1, : self.lengths[at]] for name, part in vars(self).items() if isinstance(part, Tensor)
        }
        return replace(self, **rows, lengths=(self.lengths[at],))

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
    sentences: tuple[tuple[Sentence, ...], ...] = ()  # of annotated units, what they are made of
    pixels: Float[Tensor, "batch channel height width"] | None = None  # of images, whose patches are the tokens

    @property
    def tokens(self) -> int:
        return sum(self.source.lengths)

    def unit(self, at: int) -> "TokenBatch":
        """One unit by itself, without padding."""
        return TokenBatch(
            self.documents[at : at + 1],
            self.source.unit(at),
            None if self.types is None else self.types[at : at + 1, : self.source.lengths[at]],
            None if self.target is None else self.target.unit(at),
            self.sentences[at : at + 1],
            None if self.pixels is None else self.pixels[at : at + 1],
        )


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
    words = [e.words or words_of(e.ids, encoder) for e in encoded]
    source = side([e.ids for e in encoded], [e.segments for e in encoded], encoder, device, words)
    types = None
    if all(e.types is not None for e in encoded):
        types = padded([e.types or () for e in encoded], 0, device)
    target = None
    if start is not None:
        shifted = [(start, *e.ids[:-1]) for e in encoded]
        segments = [(e.segments[0], *e.segments[:-1]) for e in encoded]
        target = _opened(side(shifted, segments, encoder, device, [(-1, *row[:-1]) for row in words]))
    sentences = tuple(e.sentences for e in encoded)
    images = [e.pixels for e in encoded if e.pixels is not None]
    pixels = torch.stack(images).to(device) if images else None
    return TokenBatch(tuple(e.document for e in encoded), source, types, target, sentences, pixels)


def _opened(target: Side) -> Side:
    """The decoder's first token is there to begin with: BART's is </s>, T5's is padding, and neither closes or opens a text."""
    later = torch.arange(target.ids.shape[1], device=target.ids.device) > 0
    return replace(target, cls=target.cls & later, sep=target.sep & later)


def words_of(ids: Sequence[int], encoder: Encoder) -> tuple[int, ...]:
    """Words where the tokenizer does not tell them: every token of text is one."""
    return tuple(-1 if encoder.is_special(token) else at for at, token in enumerate(ids))


def spellings_of(ids: Sequence[int], words: Sequence[int], encoder: Encoder) -> list[int]:
    """A number per token that is the same for equal tokens of equally spelt words; -1 for what is no part of a word."""
    whole: dict[int, tuple[int, ...]] = {}
    for token, word in zip(ids, words, strict=True):
        whole[word] = (*whole.get(word, ()), token)
    return [
        hash((token, whole[word])) & _POSITIVE if word >= 0 and encoder.is_lexical(token) else -1
        for token, word in zip(ids, words, strict=True)
    ]


def side(
    rows: Sequence[Sequence[int]],
    segments: Sequence[Sequence[int]],
    encoder: Encoder,
    device: torch.device | str,
    words: Sequence[Sequence[int]] | None = None,
) -> Side:
    """Rows of token ids, padded and sorted into kinds."""
    words = words if words is not None else [words_of(row, encoder) for row in rows]
    lengths = tuple(len(row) for row in rows)
    ids = padded(rows, encoder.pad, device)
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
        padded(words, -1, device),
        padded([spellings_of(row, mine, encoder) for row, mine in zip(rows, words, strict=True)], -1, device),
        lengths,
        has_cls=encoder.cls is not None,
        has_sep=encoder.sep is not None,
    )


def padded(rows: Sequence[Sequence[int]], value: int, device: torch.device | str) -> Int[Tensor, "batch position"]:
    """Rows made equally long."""
    longest = max(len(row) for row in rows)
    return torch.tensor([[*row, *[value] * (longest - len(row))] for row in rows], dtype=torch.long, device=device)
