"""What a probe sees of sentences: their attention between words, their words' vectors, and who governs whom, batch by batch.

Candidates for the governor of a word are the words of its sentence but itself, and the root, which comes last. Sentences of like
length go together, so that little is padded; which go together is settled once and does not depend on where maps are kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor

from headscope.types import Sentence

PADDING = -1  # the governor of a word that is not there
PAIRS = 2**16  # the most pairs of words in a batch: what is computed for each must fit beside the maps
CACHED = 2**12  # the same on a CPU, where what is computed should stay near its core
SPECIAL = 2  # the first and the last special token of a sentence, behind its words


@runtime_checkable
class MapStore(Protocol):
    """The maps of some sentences, by their number. α^k_ij is at [i, j, k]; behind the words, what each gives to the first and to the
    last special token. Wherever they are kept, the numbers are the same."""

    @property
    def heads(self) -> int: ...

    def __getitem__(self, number: int) -> Float[Tensor, "word place head"]: ...


@dataclass(frozen=True)
class MapsInMemory:
    """Maps as a list."""

    maps: Sequence[Float[Tensor, "_ _ _"]]  # word, place, head

    @property
    def heads(self) -> int:
        return int(self.maps[0].shape[-1])

    def __getitem__(self, number: int) -> Float[Tensor, "word place head"]:
        return self.maps[number]


@dataclass(frozen=True)
class Parsed:
    """Parsed sentences, the documents they are of, and what was made of them: maps, and the places of their words in a table of vectors.

    `heads` may be other than the trees' own: a control task has its own governors.
    """

    sentences: Sequence[Sentence]
    documents: Sequence[str]
    maps: MapStore | None = None
    words: Sequence[Int[np.ndarray, " _"]] | None = None
    governors: Sequence[Sequence[int]] | None = None
    hidden: Sequence[Float[Tensor, "_ _"]] | None = None

    def __len__(self) -> int:
        return len(self.sentences)

    def heads_of(self, number: int) -> Sequence[int]:
        """The governor of each word, -1 for the root."""
        given = self.governors[number] if self.governors is not None else self.sentences[number].heads
        assert given is not None, "only sentences with trees come here"
        return given


@dataclass(frozen=True)
class Batch:
    """Padded sentences. `governors` are places among the candidates, the root being the last; -1 where no word is."""

    members: tuple[int, ...]
    lengths: Int[Tensor, " batch"]
    governors: Int[Tensor, "batch word"]
    maps: Float[Tensor, "batch word word head"] | None = None
    special: Float[Tensor, "batch word special head"] | None = None
    words: Int[Tensor, "batch word"] | None = None
    hidden: Float[Tensor, "batch word feature"] | None = None

    @property
    def width(self) -> int:
        return int(self.governors.shape[1])

    @cached_property
    def impossible(self) -> Bool[Tensor, "batch word candidate"]:
        """Whom a word can't depend on: itself, and padding. All else it can, and the root."""
        places = torch.arange(self.width, device=self.governors.device)
        never = (places >= self.lengths[:, None])[:, None, :] | (places[:, None] == places)
        return torch.nn.functional.pad(never, (0, 1), value=False)

    @property
    def given(self) -> tuple[Float[Tensor, "batch word word head"], Float[Tensor, "batch word special head"]]:
        """The maps; they are there wherever a probe asked for them."""
        assert self.maps is not None and self.special is not None, "this probe's batches were made without maps"
        return self.maps, self.special


class Batches:
    """The batches of some sentences. `keep` holds them on the device after their first use: for a GPU, where moving costs most."""

    def __init__(
        self,
        parsed: Parsed,
        members: Sequence[int] | None = None,
        *,
        size: int = 32,
        device: torch.device | str = "cpu",
        keep: bool = False,
        pairs: int = PAIRS,
    ) -> None:
        self.parsed, self.device, self.keep = parsed, torch.device(device), keep
        chosen = range(len(parsed)) if members is None else members
        self.groups = list(_groups(chosen, [len(parsed.sentences[number].words) for number in chosen], size, pairs))
        self._kept: dict[int, Batch] = {}

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def sentences(self) -> int:
        return sum(map(len, self.groups))

    @cached_property
    def words(self) -> int:
        return sum(map(self.words_in, range(len(self))))

    def words_in(self, at: int) -> int:
        return sum(len(self.parsed.sentences[number].words) for number in self.groups[at])

    def __getitem__(self, at: int) -> Batch:
        batch = self._kept.get(at)
        if batch is None:
            batch = collate(self.parsed, self.groups[at], self.device)
            if self.keep:
                self._kept[at] = batch
        return batch

    def __iter__(self) -> Iterator[Batch]:
        return (self[at] for at in range(len(self)))

    def steps(self, sentences: int) -> list[range]:
        """Neighbouring batches taken together until they have so many sentences.

        >>> Batches(Parsed([Sentence(("a",), (-1,))] * 7, [""] * 7), size=2).steps(4)
        [range(0, 2), range(2, 4)]
        """
        found, begin, number = [], 0, 0
        for at, group in enumerate(self.groups):
            number += len(group)
            if number >= sentences or at == len(self) - 1:
                found.append(range(begin, at + 1))
                begin, number = at + 1, 0
        return found


def _groups(members: Sequence[int], lengths: Sequence[int], size: int, pairs: int) -> Iterator[tuple[int, ...]]:
    """Sentences of like length, at most `size` of them and at most `pairs` pairs of words, but at least one."""
    group: list[int] = []
    for length, number in sorted(zip(lengths, members, strict=True)):
        if group and (len(group) == size or (len(group) + 1) * length**2 > pairs):
            yield tuple(group)
            group = []
        group.append(number)
    if group:
        yield tuple(group)


def collate(parsed: Parsed, members: tuple[int, ...], device: torch.device) -> Batch:
    """Some sentences as one padded batch on the device."""
    lengths = [len(parsed.sentences[number].words) for number in members]
    width = max(lengths)
    governors = np.full((len(members), width), PADDING)
    words = None if parsed.words is None else np.zeros((len(members), width), dtype=np.int64)
    maps = special = hidden = None
    for row, (number, n) in enumerate(zip(members, lengths, strict=True)):
        heads = np.asarray(parsed.heads_of(number))
        governors[row, :n] = np.where(heads < 0, width, heads)
        if words is not None and parsed.words is not None:
            words[row, :n] = parsed.words[number]
        if parsed.maps is not None:
            one = parsed.maps[number]
            if maps is None or special is None:
                maps = one.new_zeros(len(members), width, width, one.shape[-1])
                special = one.new_zeros(len(members), width, SPECIAL, one.shape[-1])
            maps[row, :n, :n], special[row, :n] = one[:, :n], one[:, n:]
        if parsed.hidden is not None:
            vectors = parsed.hidden[number]
            hidden = vectors.new_zeros(len(members), width, vectors.shape[-1]) if hidden is None else hidden
            hidden[row, :n] = vectors
    return Batch(
        members,
        torch.tensor(lengths, device=device),
        torch.tensor(governors, device=device),
        None if maps is None else maps.to(device),
        None if special is None else special.to(device),
        None if words is None else torch.tensor(words, device=device),
        None if hidden is None else hidden.to(device),
    )


def table_of(vectors: Float32[np.ndarray, "word feature"]) -> Float32[Tensor, "word feature"]:
    """A table of word vectors as a probe keeps it: frozen, and each of mean length 1, so that one learning rate fits all tables."""
    table = torch.tensor(vectors)
    norm = table.norm(dim=1).mean()
    return table / norm if float(norm) > 0 else table
