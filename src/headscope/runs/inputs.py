"""A corpus as one run's model reads it: in which units, and with which segment ids."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from headscope.corpora import Corpus
from headscope.models import Model
from headscope.runs.options import Options
from headscope.tokens import UNITS, Chunk, Encoded, Losses, chunks
from headscope.tokens.filled import fill
from headscope.types import Document, Unit, UnitKind


def read_chunks(corpus: Corpus, kind: UnitKind, model: Model, options: Options) -> Iterator[Chunk]:
    """The corpus in chunks of units. Segments that are filled up depend on the tokenizer; for those every shard tokenises all
    that comes before its own."""
    encoder = model.encoder

    def filled(document: Document) -> Iterator[Unit]:
        return fill(document, encoder.lengths, encoder.room(options.max_length))

    cut = filled if kind == "pair" and options.segments == "filled" else UNITS[kind]
    return chunks(corpus.documents(), cut, options.limit)


def encode(units: Sequence[Unit], model: Model, options: Options) -> tuple[list[Encoded], Losses]:
    """The units as token ids. All segment ids may be zero to the model; which text a token is of is known all the same."""
    encoded, losses = model.encoder.encode(units, options.max_length)
    if options.segment_ids == "zero":
        encoded = [row if row.types is None else replace(row, types=(0,) * len(row)) for row in encoded]
    return encoded, losses
