"""Sentences → the maps between their words, made once for all probes: in memory while they fit a budget, otherwise on disk.

Maps are kept in float16, as the paper's authors kept them, whatever they were computed in; so memory and disk hold the same numbers.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, cast, runtime_checkable

import numpy as np
import torch
from jaxtyping import Float, Float16, Int
from torch import Tensor

from headscope.corpora import Corpus
from headscope.corpora.split import SHORTEST
from headscope.errors import HeadscopeError
from headscope.measures.word_maps import From, to_words
from headscope.models import Call, Model
from headscope.probes.fitting.features import SPECIAL, MapsInMemory, MapStore
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.map_shards import ShardWriter
from headscope.runs.options import Options
from headscope.runs.progress import Progress
from headscope.tokens import Encoded, Losses, collate
from headscope.types import Sentence, Site, Stack
from headscope.workers import Fitting, give_back_memory, workers

KEPT = torch.float16
Maps = list[Float16[Tensor, "_ _ head"]]  # of a batch of sentences, which differ in their number of words


@runtime_checkable
class MapEngine(Protocol):
    """Workers that make maps: those of `runs/ray.py`."""

    def maps(self, model: Model, options: Options, batches: Iterable[Sequence[Encoded]]) -> Iterator[list[np.ndarray]]:
        """The maps of batches of sentences, in their order."""
        ...


@dataclass
class Sentences:
    """The parsed sentences of a corpus that a model can read, as it reads them, and what was left out."""

    corpus: Corpus
    rows: list[Encoded] = field(default_factory=list)
    losses: Losses = field(default_factory=Losses)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def sentences(self) -> list[Sentence]:
        return [row.sentences[0] for row in self.rows]

    @property
    def documents(self) -> list[str]:
        return [row.document for row in self.rows]

    @property
    def tokens(self) -> int:
        return sum(map(len, self.rows))


def read_sentences(corpus: Corpus, model: Model, options: Options) -> Sentences:
    """The sentences of a corpus that have a tree and are short enough; raises where none is left."""
    found = Sentences(corpus)
    for chunk in read_chunks(corpus, "sentence", model, options):
        rows, losses = encode(chunk.units, "sentence", model, options)
        found.rows += rows
        found.losses += losses
    if options.limit is not None:
        corpus.settle()
    if not found.rows:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in found.losses.skipped.items())
        why = f" ({reasons})" if reasons else ""
        raise HeadscopeError(
            f"'{corpus.origin}' has no usable sentence{why}: probes need sentences with dependency trees of at most "
            f"{options.max_length} tokens, as in a .conllu file."
        )
    return found


def take_out_shared(train: Sentences, test: Sentences) -> None:
    """Takes the sentences that are tested on out of those to learn from, but for short ones, which may occur anywhere."""
    tested = {sentence.words for sentence in test.sentences if len(sentence.words) >= SHORTEST}
    kept = [row for row in train.rows if row.sentences[0].words not in tested]
    if not kept:
        raise HeadscopeError(
            f"All {len(train):,} sentences of '{train.corpus.origin}' are tested on too: none is left to learn from. Give other treebanks."
        )
    if len(kept) < len(train):
        train.losses.skipped["tested on too"] += len(train) - len(kept)
    train.rows = kept


def stack_of(model: Model) -> Stack:
    """Whose attention a probe sees: the encoder's where there is one, otherwise the decoder's."""
    return "encoder" if "encoder" in model.stacks else "decoder"


def map_bytes(model: Model, lengths: Sequence[int]) -> int:
    """How much the maps of sentences with so many words will take."""
    heads = sum(site.heads for site in model.sites if site.stack == stack_of(model))
    return sum(n * (n + SPECIAL) for n in lengths) * heads * KEPT.itemsize


def make_maps(
    model: Model,
    rows: Sequence[Encoded],
    options: Options,
    *,
    label: str,
    shards: ShardWriter | None = None,
    progress: bool = True,
    engine: MapEngine | None = None,
) -> MapStore:
    """The maps of all sentences, into memory or, where `shards` are given, onto disk; by this process, or by the workers of an engine."""
    maps: dict[int, Float16[Tensor, "word place head"]] = {}
    batches = _in_batches if engine is None else partial(_by_engine, engine)
    for members, made in batches(model, rows, options, label, progress):
        for number, one in zip(members, made, strict=True):
            if shards is None:
                maps[number] = one
            else:
                shards.add(number, one)
    return MapsInMemory([maps[number] for number in range(len(rows))]) if shards is None else shards.finish()


def _in_batches(
    model: Model, rows: Sequence[Encoded], options: Options, label: str, progress: bool
) -> Iterator[tuple[tuple[int, ...], Maps]]:
    """The maps of every batch of sentences of like length, batches side by side where the device is a CPU; in order. A batch that does
    not fit into memory is halved."""
    parts = _like_lengths(model, rows, options)
    fitting = Fitting(partial(word_maps, model, words_from=cast(From, options.words_from)), model.device, progress)
    with Progress(label, len(rows), 0, progress) as bar, workers(model.device) as pool:
        waiting: deque[tuple[tuple[int, ...], Future[list[Maps]]]] = deque()

        def finished() -> tuple[tuple[int, ...], Maps]:
            members, task = waiting.popleft()
            made = [one for part in task.result() for one in part]
            bar.advance(len(members), sum(len(rows[number]) for number in members))
            return members, made

        for at, members in enumerate(parts):
            waiting.append((members, pool.submit(partial(fitting, [rows[number] for number in members]))))
            if len(waiting) > 2 * pool.number:  # enough to keep them busy, and no more maps than that in memory
                yield finished()
            if at % 64 == 0:
                give_back_memory()
        while waiting:
            yield finished()


def _like_lengths(model: Model, rows: Sequence[Encoded], options: Options) -> list[tuple[int, ...]]:
    """The sentences in batches of like length, by their numbers."""
    order = sorted(range(len(rows)), key=lambda number: (len(rows[number]), number))
    size = options.batch(model.device.type)
    return [tuple(order[at : at + size]) for at in range(0, len(order), size)]


def _by_engine(
    engine: MapEngine, model: Model, rows: Sequence[Encoded], options: Options, label: str, progress: bool
) -> Iterator[tuple[tuple[int, ...], Maps]]:
    """The same by workers elsewhere."""
    parts = _like_lengths(model, rows, options)
    with Progress(label, len(rows), 0, progress) as bar:
        made = engine.maps(model, options, ([rows[number] for number in members] for members in parts))
        for members, arrays in zip(parts, made, strict=True):
            bar.advance(len(members), sum(len(rows[number]) for number in members))
            yield members, [torch.tensor(one) for one in arrays]


def word_maps(model: Model, rows: Sequence[Encoded], words_from: From = "mean") -> Maps:
    """One forward pass. The first and the last special token are taken for two more words, to which one can attend."""
    batch = collate(rows, model.encoder, model.device, model.start)
    lengths = [len(row.sentences[0].words) for row in rows]
    number, stack = max(lengths), stack_of(model)
    queries, keys = model.sides(batch, stack)
    places = _with_special(keys.words, keys.real, number)
    layers: list[Float[Tensor, "batch head word place"]] = []

    def hear(site: Site, call: Call) -> None:
        if site.stack == stack:
            layers.append(to_words(call.weights, queries.words, places, number + SPECIAL, words_from)[:, :, :number].to(KEPT))

    model.attend(batch, hear)
    together = torch.cat(layers, 1).permute(0, 2, 3, 1).cpu()  # heads last: a probe sums over them
    inside = [torch.tensor([*range(n), number, number + 1]) for n in lengths]
    return [one[:n, mine].contiguous() for one, n, mine in zip(together, lengths, inside, strict=True)]


def _with_special(words: Int[Tensor, "batch key"], real: torch.Tensor, number: int) -> Int[Tensor, "batch key"]:
    """Each token's word; `number` for the first special token of its row, `number` + 1 for the last if that is another."""
    special = (words < 0) & real
    places = torch.arange(words.shape[1], device=words.device)
    first = torch.where(special, places, words.shape[1]).amin(1, keepdim=True)
    last = torch.where(special, places, -1).amax(1, keepdim=True)
    found = torch.where((places == last) & special, number + 1, words)
    return torch.where((places == first) & special, number, found)
