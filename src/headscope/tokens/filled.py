"""Segments as the published code makes them: filled with lines up to the length, split at a random line, cut at random.

It tokenises nothing: it is told how many tokens a line has. What is random is drawn by a hash of the document's id and the
segment's number in it, so that a segment is the same in every batch, shard, run and machine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from headscope.types import Document, Unit

Lengths = Callable[[Sequence[str]], Iterable[int]]  # of every line its number of tokens


@dataclass(frozen=True)
class Filled(Unit):
    """A unit that is cut at random where it is too long. `number` is its place in its document, from 0."""

    number: int = field(default=0, kw_only=True)


def fill(document: Document, lengths: Lengths, room: int) -> Iterator[Filled]:
    """Lines joined until they have `room` tokens or more, in two texts; what is left at the document's end is a last segment.

    A segment of one line is one text. A line is never divided: too long a segment is cut once it is tokens.

    >>> units = list(fill(Document("d", ("a b", "c", "d e f g", "h")), lambda lines: [len(line.split()) for line in lines], 3))
    >>> [(unit.first, unit.second, unit.number) for unit in units]
    [('a b', 'c', 0), ('d e f g', None, 1), ('h', None, 2)]
    """
    number, lines, tokens = 0, list[str](), 0
    for line, length in zip(document.paragraphs, lengths(document.paragraphs), strict=True):
        lines.append(line)
        tokens += length
        if tokens >= room:
            yield _split(document.id, number, lines)
            number, lines, tokens = number + 1, [], 0
    if lines:
        yield _split(document.id, number, lines)


def _split(document: str, number: int, lines: Sequence[str]) -> Filled:
    """Before any line but the first, each as likely as the others."""
    if len(lines) == 1:
        return Filled(document, lines[0], None, number=number)
    at = int(_generator("split", document, number).integers(1, len(lines)))
    return Filled(document, " ".join(lines[:at]), " ".join(lines[at:]), number=number)


def kept(unit: Filled, first: int, second: int, room: int) -> tuple[range, range]:
    """Which tokens of the two texts stay, so that there are no more than `room`: while there are, the longer text (of equally
    long ones the second) loses its first token or its last, by the toss of a coin.

    >>> kept(Filled("d", "four tokens", "two"), 4, 2, 6)
    (range(0, 4), range(0, 2))
    >>> [len(stay) for stay in kept(Filled("d", "nine tokens", "two"), 9, 2, 5)]
    [3, 2]
    """
    drops = max(0, first + second - room)
    front = _generator("cut", unit.document, unit.number).random(drops) < 0.5
    alone = min(drops, abs(first - second))  # so many times the same text is the longer; then the second, the first, …
    of_second = np.arange(drops) < alone if second > first else np.zeros(drops, dtype=bool)
    of_second[alone:] = np.arange(drops - alone) % 2 == 0
    return _within(first, front[~of_second]), _within(second, front[of_second])


def _within(length: int, front: np.ndarray) -> range:
    """The positions that are left of a text that lost a token for each entry: at its front where True."""
    before = int(front.sum())
    return range(before, length - (len(front) - before))


def _generator(purpose: str, document: str, number: int) -> np.random.Generator:
    seed = blake2b(f"{purpose}\0{document}\0{number}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return np.random.default_rng(int.from_bytes(seed, "big"))
