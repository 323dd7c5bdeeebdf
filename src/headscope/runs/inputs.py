"""A corpus as one run's model reads it: in which units, and with which segment ids."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from headscope.corpora import Corpus
from headscope.models import Model
from headscope.models.maps import MapsModel
from headscope.runs.options import Options
from headscope.tokens import Chunk, Encoded, Losses, chunks, encode_annotated
from headscope.tokens.filled import fill
from headscope.tokens.units import Cut
from headscope.tokens.windows import first_window, windows
from headscope.types import NO_CORPUS, Document, Unit, UnitKind


def read_chunks(corpus: Corpus, kind: UnitKind, model: Model, options: Options) -> Iterator[Chunk]:
    """The corpus in chunks of units. Segments that are filled up depend on the tokenizer; for those every shard tokenises all
    that comes before its own."""
    encoder = model.encoder

    def filled(document: Document) -> Iterator[Unit]:
        return fill(document, encoder.lengths, encoder.room(options.max_length))

    def window(document: Document) -> Iterator[Unit]:
        cut = first_window if options.windows == "first" else windows
        return cut(document, encoder.lengths, options.max_length - encoder.specials)

    makers: dict[UnitKind, Cut] = {"window": window}
    if options.segments == "filled":
        makers["pair"] = filled
    return chunks(corpus.documents(), makers.get(kind, kind), options.limit)


def encode(units: Sequence[Unit], kind: UnitKind, model: Model, options: Options) -> tuple[list[Encoded], Losses]:
    """The units as token ids. All segment ids may be zero to the model; which text a token is of is known all the same."""
    if kind in NO_CORPUS:
        return [Encoded(unit.document, unit.ids, None, (0,) * len(unit.ids)) for unit in units], Losses()
    if kind != "pair":
        said = [unit for unit in units if _annotated(unit, kind)]
        if isinstance(model, MapsModel):
            encoded, losses = model.encoder.annotated(said), Losses()
        else:
            encoded, losses = encode_annotated(model.encoder, said, options.max_length)
        if len(said) < len(units):
            losses.skipped["not annotated"] += len(units) - len(said)
    else:
        encoded, losses = model.encoder.encode(units, options.max_length)
    if options.segment_ids == "zero":
        encoded = [row if row.types is None else replace(row, types=(0,) * len(row)) for row in encoded]
    return encoded, losses


def _annotated(unit: Unit, kind: UnitKind) -> bool:
    """Whether somebody said of a sentence what depends on what, of a window what is the same as what."""
    if kind == "sentence":
        return all(sentence.heads is not None for sentence in unit.sentences)
    return any(sentence.mentions is not None for sentence in unit.sentences)
