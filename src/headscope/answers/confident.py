"""Which words a head is right about and which not: its most confident predictions, and whole sentences, found in one pass.

A head is asked as measures of right answers ask it. Its confidence is the word-level weight behind the
prediction: A_wv from the word to the one predicted, A_vw in the other direction, their sum for both. Confidence is rounded as
`headscope.ties` says, because the last digits of a weight depend on what else was in the batch; ties go to the earlier unit, then to
the earlier word. So what is kept depends neither on the size of batches nor on the order in which they come back, and what is held at a
time not on the corpus.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from typing import NamedTuple, cast

import torch

from headscope.answers.answer import Example, Kind, Prediction, Wanted
from headscope.answers.questions import AskedUnit, ask, unit_of
from headscope.answers.word_maps import WordMap, word_maps
from headscope.corpora import Corpus
from headscope.errors import HeadscopeError
from headscope.measures.word_maps import From
from headscope.models import Model
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.options import Options, Shard
from headscope.runs.passes import examples_name
from headscope.runs.progress import Progress, reading
from headscope.ties import WEIGHT_DECIMALS, rounded
from headscope.tokens import CHUNK, Chunk, Encoded
from headscope.types import Stack, UnitKind
from headscope.workers import Workers, workers

FEWEST_WORDS = 2  # that bear the relation, for a sentence to be one that a head is right or wrong about
LONGEST = 40  # words of such a sentence; more can't be read in a figure


class Seen(NamedTuple):
    """All of a head's answers about a unit."""

    wanted: Wanted
    order: int
    row: Encoded
    words: tuple[str, ...]
    predictions: tuple[Prediction, ...]
    map: WordMap

    @property
    def score(self) -> float:
        return sum(one.right for one in self.predictions) / len(self.predictions)

    @property
    def weight(self) -> float:
        """The mean confidence."""
        return rounded(sum(one.weight for one in self.predictions) / len(self.predictions), WEIGHT_DECIMALS)

    def example(self, kind: Kind, only: Prediction | None = None) -> Example:
        about = (self.wanted, kind, self.order, self.row.document, self.row.sentences[0].place, self.words)
        if only is not None:
            return Example(*about, (only,))
        return Example(*about, self.predictions, self.map.weights, self.map.cls, self.map.sep)


def collect(
    model: Model,
    corpus: Corpus,
    options: Options,
    wanted: Sequence[Wanted],
    k: int,
    *,
    sentences: int = 0,
    shards: Sequence[Shard] | None = None,
    progress: bool = True,
) -> list[Example]:
    """The `k` most confident right and the `k` most confident wrong predictions of everything wanted, and the `sentences` of which
    most and least is right, in this order; one pass for each kind of unit. `shards` are the parts of the corpus that take part, by
    default that of the options."""
    kept = {one: _Kept(k, sentences) for one in wanted}
    for kind in dict.fromkeys(map(unit_of, kept)):
        mine = [one for one in kept if unit_of(one) == kind]
        parts = shards if shards is not None else (options.shard,)

        def chunks(kind: UnitKind = kind, parts: Sequence[Shard] = parts) -> Iterator[Chunk]:
            every = read_chunks(corpus, kind, model, options)
            return (chunk for chunk in every if any(shard.takes(chunk.index) for shard in parts))

        label = f"reading {corpus.name}"
        total = sum(len(chunk.units) for chunk in reading(chunks(), label, progress))
        with Progress(examples_name(corpus.name, kind), total, shown=progress) as bar, workers(model.device) as pool:
            for seen in _looked(model, options, chunks(), kind, mine, pool, bar):
                for one in seen:
                    kept[one.wanted].add(one)
    return [example for one in kept.values() for example in one.examples()]


def _looked(
    model: Model,
    options: Options,
    chunks: Iterable[Chunk],
    kind: UnitKind,
    wanted: list[Wanted],
    pool: Workers,
    bar: Progress,
) -> Iterator[list[Seen]]:
    """Batches side by side, a few ahead of what is handed out."""
    size = options.batch(model.device.type)
    waiting: deque[tuple[int, int, Future[list[Seen]]]] = deque()

    def finished() -> list[Seen]:
        units, tokens, task = waiting.popleft()
        bar.advance(units, tokens)
        return task.result()

    for chunk in chunks:
        encoded, losses = encode(chunk.units, kind, model, options)
        bar.advance(losses.skipped.total(), 0)
        numbered = sorted(enumerate(encoded, chunk.index * CHUNK), key=lambda row: len(row[1]))
        for at in range(0, len(numbered), size):
            rows = numbered[at : at + size]
            task = pool.submit(partial(look, model, options, rows, wanted))
            waiting.append((len(rows), sum(len(row) for _, row in rows), task))
        while len(waiting) > 2 * pool.number:
            yield finished()
    while waiting:
        yield finished()


def look(model: Model, options: Options, rows: Sequence[tuple[int, Encoded]], wanted: Sequence[Wanted]) -> list[Seen]:
    """One batch of numbered units: every prediction of everything wanted, a unit and a head at a time."""
    encoded = [row for _, row in rows]
    heads = dict.fromkeys(one.place for one in wanted)
    try:
        maps = word_maps(model, encoded, heads, precision=options.map_precision, words_from=cast(From, options.words_from))
    except torch.OutOfMemoryError:
        raise HeadscopeError(
            f"A batch of {len(rows)} × {max(map(len, encoded))} tokens does not fit into the memory of {model.device}. "
            "Try a smaller --batch-size."
        ) from None
    found = []
    for at, (order, row) in enumerate(rows):
        units: dict[Stack, AskedUnit] = {}
        words = tuple(word for sentence in row.sentences for word in sentence.words)
        for one in wanted:
            seen = maps[one.place][at]
            unit = units.setdefault(
                one.stack, AskedUnit(row.sentences, seen.present, options, causal=one.stack in model.causal)
            )
            if predictions := tuple(ask(one, unit, seen.weights)):
                found.append(Seen(one, order, row, words, predictions, seen))
    return found


class _Kept:
    """The best examples so far of one thing wanted; never more of them than asked for."""

    def __init__(self, k: int, sentences: int) -> None:
        self._k, self._sentences = k, sentences
        self._alone: dict[Kind, list[tuple[Seen, Prediction]]] = {"right": [], "wrong": []}
        self._whole: dict[Kind, list[Seen]] = {"most right": [], "least right": []}

    def add(self, seen: Seen) -> None:
        for kind, alone in self._alone.items():
            alone += [(seen, one) for one in seen.predictions if one.right == (kind == "right")]
            alone.sort(key=lambda pair: (-pair[1].weight, pair[0].order, pair[1].word))
            del alone[self._k :]
        if len(seen.predictions) >= FEWEST_WORDS and len(seen.words) <= LONGEST:
            for kind, whole in self._whole.items():
                whole.append(seen)
                whole.sort(key=_most_first if kind == "most right" else _least_first)
                del whole[2 * self._sentences :]  # twice as many: those among the best will not be among the worst too

    def examples(self) -> Iterator[Example]:
        for kind, alone in self._alone.items():
            yield from (seen.example(kind, one) for seen, one in alone)
        taken: set[int] = set()
        for kind, whole in self._whole.items():
            mine = [seen for seen in whole if seen.order not in taken][: self._sentences]
            taken.update(seen.order for seen in mine)
            yield from (seen.example(kind) for seen in mine)


def _most_first(seen: Seen) -> tuple[float, float, int]:
    return -seen.score, -seen.weight, seen.order


def _least_first(seen: Seen) -> tuple[float, float, int]:
    return seen.score, -seen.weight, seen.order
