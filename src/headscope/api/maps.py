"""Attention maps in a file: written for other tools and for `open_maps`, converted from a published pickle, and read again."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from torch import OutOfMemoryError

from headscope.api.corpus import Corpus, CorpusLike, open_corpus
from headscope.api.models import ModelLike, TokenizerLike, opened
from headscope.api.options import make_options
from headscope.errors import HeadscopeError, unknown_name
from headscope.models import Model
from headscope.models.maps import (
    PRECISIONS,
    Line,
    MapsModel,
    MapsWriter,
    beside,
    check_model,
    check_output,
    open_maps,
    unit_line,
    unit_maps,
)
from headscope.models.maps.pickles import read_segments
from headscope.models.weighting import Weights, check_weights, make_kind
from headscope.runs.options import Options
from headscope.runs.progress import Progress, reading
from headscope.tokens import Encoded, chunks
from headscope.types import UnitKind
from headscope.urls import local_path
from headscope.workers import workers

UNIT: UnitKind = "pair"
BATCH = 8  # the maps of all layers of a batch are held at once, so it is smaller than a run's


class Written(NamedTuple):
    """The two files, the number of maps in them, and their size."""

    maps_file: Path
    lines_file: Path
    maps: int
    bytes: int


def write_maps(
    output: str | Path,
    model: ModelLike = "bundled",
    corpus: CorpusLike = "bundled",
    *,
    tokenizer: TokenizerLike | None = None,
    max_length: int | None = None,
    limit: int | None = None,
    batch_size: int | None = None,
    precision: str = "float32",
    weights: str = "raw",
    force: bool = False,
    progress: bool = True,
) -> Written:
    """Writes the maps of every unit of a corpus, with their tokens beside them: both files or neither. `weights` is what the maps are
    made of (docs/weights.md); the lines say so."""
    kind = make_kind(weights)
    path, asked = local_path(output), make_options({"max_length": max_length, "limit": limit, "batch_size": batch_size})
    _check(path, precision, force)
    text = corpus if isinstance(corpus, Corpus) else open_corpus(corpus)
    units = _count(text, limit, progress)
    with opened(model, tokenizer) as loaded:
        check_model(loaded)
        check_weights([kind], loaded)
        asked = asked.fitted(loaded.encoder)
        with MapsWriter(path, force=force) as writer, Progress(text.name, units, shown=progress) as bar:
            _run(loaded, text, asked, precision, kind, writer, bar)
    return Written(path, beside(path), writer.maps, writer.bytes)


def convert_maps(
    file: str | Path, output: str | Path, *, limit: int | None = None, precision: str | None = None, force: bool = False
) -> Written:
    """Writes the segments of a published pickle, under their numbers from 1, by default in their own precision."""
    path = local_path(output)
    Options(limit=limit)  # raises where it is too small
    _check(path, precision, force)
    with MapsWriter(path, force=force) as writer:
        for number, segment in enumerate(islice(read_segments(Path(file)), limit), 1):
            array = segment.maps if precision is None else segment.maps.astype(precision)
            writer.add(str(number), array)
            writer.note(Line(str(number), segment.tokens))
    return Written(path, beside(path), writer.maps, writer.bytes)


def maps_remark(model: ModelLike) -> str:
    """Of maps from a file, what was odd about their rows, once these have been read; empty where nothing was."""
    return (model.rows.remark() or "") if isinstance(model, MapsModel) else ""


def _check(path: Path, precision: str | None, force: bool) -> None:
    if precision is not None and precision not in PRECISIONS:
        raise unknown_name("precision", precision, PRECISIONS)
    check_output(path, force)


def _count(corpus: Corpus, limit: int | None, shown: bool) -> int:
    """The units of a corpus, found out before a model is loaded for them."""
    found = sum(len(chunk.units) for chunk in reading(chunks(corpus.documents(), UNIT, limit), f"reading {corpus.name}", shown))
    if not found:
        raise HeadscopeError(f"The corpus '{corpus.origin}' is empty: expected one paragraph per line.")
    return found


def _run(
    model: Model, corpus: Corpus, asked: Options, precision: str, kind: Weights, writer: MapsWriter, bar: Progress
) -> None:
    """Every unit's maps into the writer, batch by batch; lines in the order of the corpus."""
    document, number = "", 0
    for chunk in chunks(corpus.documents(), UNIT, asked.limit):
        named: dict[str, Encoded] = {}
        for unit in chunk.units:
            document, number = unit.document, number + 1 if unit.document == document else 1
            encoded, _ = model.encoder.encode([unit], asked.max_length)
            named |= {f"{document}/{number}": row for row in encoded}
        make = partial(unit_maps, model, precision=PRECISIONS[precision], kind=kind)
        _add(model, named, asked.batch_size or BATCH, make, writer, bar)
        bar.advance(len(chunk.units) - len(named), 0)
        for name, row in named.items():
            writer.note(unit_line(name, row, model, kind))
    if not writer.maps:
        raise HeadscopeError("No unit of the corpus reached the model: nothing in it gives a token.")


def _add(
    model: Model,
    named: dict[str, Encoded],
    size: int,
    make: Callable[[list[Encoded]], list[np.ndarray]],
    writer: MapsWriter,
    bar: Progress,
) -> None:
    """One chunk through the model, in batches of like length, side by side; no more of them at once than there are workers."""
    names = sorted(named, key=lambda name: len(named[name]))
    batches: list[Sequence[str]] = [names[at : at + size] for at in range(0, len(names), size)]
    with workers(model.device) as pool:
        tasks = ((mine, pool.submit(partial(make, [named[name] for name in mine]))) for mine in batches)
        waiting = deque(islice(tasks, pool.number))
        while waiting:
            mine, task = waiting.popleft()
            try:
                arrays = task.result()
            except OutOfMemoryError:
                raise HeadscopeError(
                    f"A batch of {len(mine)} units does not fit into the memory of {model.device}. Try a smaller --batch-size."
                ) from None
            waiting.extend(islice(tasks, 1))
            for name, array in zip(mine, arrays, strict=True):
                writer.add(name, array)
            bar.advance(len(mine), sum(len(named[name]) for name in mine))


__all__ = ["BATCH", "Written", "convert_maps", "maps_remark", "open_maps", "write_maps"]
