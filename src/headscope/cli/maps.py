"""headscope maps: attention maps in a file, for other tools and for `headscope measure --maps`."""

import sys
from collections import deque
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError, unknown_name

if TYPE_CHECKING:
    from headscope.corpora import Corpus
    from headscope.models import Model
    from headscope.models.maps import MapsWriter
    from headscope.runs.options import Options
    from headscope.runs.progress import Progress
    from headscope.tokens import Encoded

UNIT = "pair"
BATCH = 8  # the maps of all layers of a batch are held at once, so it is smaller than a run's


def maps(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="FILE.npz or FILE.safetensors; FILE.jsonl is written beside it.")
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE.pkl]", help="A published pickle of maps to convert, instead of -m and -c.")
    ] = None,
    model: o.ModelOption = "bundled",
    corpus: Annotated[str, typer.Option("-c", "--corpus", help="A text file, a folder of them, 'bundled', or - .")] = "bundled",
    max_length: o.MaxLength = 128,
    limit: o.Limit = None,
    batch_size: Annotated[int | None, typer.Option("--batch-size", help=f"Units per batch. [default: {BATCH}]")] = None,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    precision: Annotated[
        str | None, typer.Option("--precision", help="float16 or float32. [default: float32; for a pickle, its own]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    quiet: o.Quiet = False,
) -> None:
    """Write attention maps to a file, with their tokens beside it, or convert a published pickle of maps."""
    from headscope.models.maps import PRECISIONS, MapsWriter, beside, check_model, check_output
    from headscope.runs.options import Options

    if precision is not None and precision not in PRECISIONS:
        raise unknown_name("precision", precision, PRECISIONS)
    asked = Options(max_length, limit, batch_size)
    check_output(output, force)
    try:
        if file is not None:
            if (model, corpus, max_length, batch_size) != ("bundled", "bundled", 128, None):
                raise HeadscopeError(f"'{file}' is converted as it is: -m, -c, --max-length and --batch-size don't go with it.")
            with MapsWriter(output, force=force) as writer:
                _convert(file, limit, precision, writer)
        else:
            from headscope.corpora import open_corpus
            from headscope.models import load
            from headscope.runs.progress import Progress

            text = open_corpus(corpus)
            units = _count(text, limit, not quiet)
            loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
            check_model(loaded)
            loaded.encoder.check_length(max_length)
            with MapsWriter(output, force=force) as writer:
                _run(loaded, text, asked, precision or "float32", writer, Progress(text.name, units, shown=not quiet))
    except KeyboardInterrupt:
        typer.echo("headscope: stopped. Nothing was written.", err=True)
        raise typer.Exit(130) from None
    if not quiet:
        about = f"{writer.maps:,} maps, {writer.bytes / 1e6:,.1f} MB"
        sys.stderr.write(
            f"Wrote {output} and {beside(output)}: {about}. Measure them with: headscope measure --maps {output} -o DIR\n"
        )


def _count(corpus: "Corpus", limit: int | None, shown: bool) -> int:
    """The units of a corpus, found out before a model is loaded for them."""
    from headscope.runs.progress import reading
    from headscope.tokens import chunks

    found = sum(len(chunk.units) for chunk in reading(chunks(corpus.documents(), UNIT, limit), f"reading {corpus.name}", shown))
    if not found:
        raise HeadscopeError(f"The corpus '{corpus.origin}' is empty: expected one paragraph per line.")
    return found


def _run(
    model: "Model", corpus: "Corpus", asked: "Options", precision: str, writer: "MapsWriter", progress: "Progress"
) -> None:
    """Every unit's maps into the writer, batch by batch; lines in the order of the corpus."""
    from headscope.models.maps import unit_line
    from headscope.tokens import chunks

    document, number = "", 0
    with progress as bar:
        for chunk in chunks(corpus.documents(), UNIT, asked.limit):
            named: dict[str, Encoded] = {}
            for unit in chunk.units:
                document, number = unit.document, number + 1 if unit.document == document else 1
                encoded, _ = model.encoder.encode([unit], asked.max_length)
                named |= {f"{document}/{number}": row for row in encoded}
            _add(model, named, asked.batch_size or BATCH, precision, writer, bar)
            bar.advance(len(chunk.units) - len(named), 0)
            for name, row in named.items():
                writer.note(unit_line(name, row, model))
        if not writer.maps:
            raise HeadscopeError("No unit of the corpus reached the model: nothing in it gives a token.")


def _add(model: "Model", named: "dict[str, Encoded]", size: int, precision: str, writer: "MapsWriter", bar: "Progress") -> None:
    """One chunk through the model, in batches of like length, side by side; no more of them at once than there are workers."""
    from torch import OutOfMemoryError

    from headscope.models.maps import PRECISIONS, unit_maps
    from headscope.workers import workers

    names = sorted(named, key=lambda name: len(named[name]))
    batches = [names[at : at + size] for at in range(0, len(names), size)]
    with workers(model.device) as pool:
        tasks = (
            (mine, pool.submit(partial(unit_maps, model, [named[name] for name in mine], PRECISIONS[precision])))
            for mine in batches
        )
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


def _convert(file: Path, limit: int | None, precision: str | None, writer: "MapsWriter") -> None:
    """A published pickle's segments, under their numbers from 1."""
    from headscope.models.maps import Line
    from headscope.models.maps.pickles import read_segments

    for number, segment in enumerate(islice(read_segments(file), limit), 1):
        array = segment.maps if precision is None else segment.maps.astype(precision)
        writer.add(str(number), array)
        writer.note(Line(str(number), segment.tokens))
