"""The front door to probes: a model, a treebank to learn from and one to test on; a table of scores out, with a folder on disk."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from headscope.api.corpus import Corpus, CorpusLike, open_corpus
from headscope.api.engines import check_engine, opened_engine
from headscope.api.models import Model, ModelLike, TokenizerLike, opened
from headscope.api.options import make_options
from headscope.api.record import model_record
from headscope.api.variants import MASKING, RunOptions, Variants
from headscope.corpora.split import RULE, is_split, train_and_test
from headscope.errors import HeadscopeError
from headscope.names import MANIFEST
from headscope.probes import NAMES, PROBES, STRUCTURAL, Settings
from headscope.probes.rows import Row, frame, parquet
from headscope.probes.vectors.vectors import Vectors, load_vectors
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.training import Training
from headscope.runs.folder import RunFolder
from headscope.runs.map_cache import MapRoom
from headscope.runs.options import Options
from headscope.runs.probe_maps import Sentences, read_sentences, take_out_shared
from headscope.runs.probe_session import Asked, Session
from headscope.runs.remote import check_place, delivered_at_once
from headscope.runs.seal import sealed
from headscope.urls import local_path

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Probed", "Settings", "probe"]

PROBE_TABLE = "probes.parquet"
GIGABYTE = 10**9


@dataclass
class Probed:
    """What the probes gave."""

    rows: list[Row]
    manifest: Manifest

    def value(self, probe: str, metric: str = "uas", key: str = "argmax", seed: int | None = None) -> float:
        """One number; raises where there is none such."""
        for row in self.rows:
            if (row.probe, row.metric, row.key) == (probe, metric, key) and seed in (None, row.seed):
                return row.value
        raise HeadscopeError(f"There is no {metric} '{key}' of the probe '{probe}' in this run.")

    def to_polars(self) -> "pl.DataFrame":
        """All rows, as in probes.parquet."""
        return frame(self.rows, self._training())

    def files(self) -> dict[str, bytes]:
        return {PROBE_TABLE: parquet(self.rows, self._training()), MANIFEST: self.manifest.to_bytes()}

    def _training(self) -> dict[str, str | int]:
        training = Training.of(self.manifest)
        return {} if training is None else training.columns()


def probe(
    model: ModelLike = "bundled",
    train: CorpusLike = "annotated",
    test: CorpusLike | None = None,
    probes: Sequence[str] | None = None,
    *,
    tokenizer: TokenizerLike | None = None,
    embeddings: str | None = None,
    seeds: Sequence[int] = (0,),
    max_length: int | None = None,
    limit: int | None = None,
    batch_size: int | None = None,
    settings: Settings | None = None,
    as_published: bool = False,
    control: bool = True,
    sizes: Sequence[int] = (),
    ablation: bool = False,
    leave_out_shared: bool = False,
    memory: float = 4.0,
    keep_maps: str | Path | None = None,
    skip_broken: bool = False,
    bounds: str | None = None,
    engine: str = "local",
    workers: int | None = None,
    folder: str | Path | None = None,
    force: bool = False,
    progress: bool = True,
    **variants: Unpack[Variants],
) -> Probed:
    """Fits probes to the maps of the training sentences and scores them on the test sentences; all probes unless some are named.

    Without `test`, or with one that is `train`, the corpus is split by documents: every fourth is tested on and never learned from. Two
    corpora that share sentences are refused, unless `leave_out_shared` takes these out of training.

    `embeddings` is a file of word vectors, by default the model's own input embeddings. `control` fits each probe to the control task
    as well; `sizes` are numbers of training sentences for a learning curve; `ablation` leaves out heads one after the other. Maps
    that take more than `memory` gigabytes are kept on disk, in `keep_maps` where given, and are found again there by a later call.
    Maps are made by `engine`, as in `measure`; probes are fitted by this process.
    """
    check_engine(engine, workers)
    if folder is not None:
        check_place(folder, force=force)
    kept = None if keep_maps is None else local_path(keep_maps)
    names = check_names(probes)
    asked_of_run: RunOptions = {
        "max_length": max_length, "limit": limit, "batch_size": batch_size, "shard": "1/1", "masking": MASKING, "weights": "raw",
        "as_published": as_published, "skip_broken": skip_broken, "bounds": bounds, **variants,
    }  # fmt: skip
    options = make_options(asked_of_run)
    opened_corpora = [
        given if isinstance(given, Corpus) else open_corpus(given, skip_broken=skip_broken, bounds=bounds)
        for given in ((train,) if test is None or test == train else (train, test))  # standard input can be read but once
    ]
    corpora = train_and_test(*opened_corpora, leave_out_shared=leave_out_shared)
    asked = Asked(
        names, tuple(seeds), settings or Settings(), as_published, control, tuple(sizes), ablation, leave_out_shared, progress
    )
    with opened(model, tokenizer) as loaded, opened_engine(engine, workers, progress=progress) as crew:
        room = MapRoom(int(memory * GIGABYTE), kept, progress, crew)
        if folder is None:
            return carry_out(loaded, corpora, options, asked, embeddings, room)
        with delivered_at_once(folder, force=force) as near, RunFolder(near).locked() as place:
            found = carry_out(loaded, corpora, options, asked, embeddings, room)
            place.publish(sealed(found.files()))
        return found


def check_names(probes: Sequence[str] | None) -> tuple[str, ...]:
    """The probes asked for, in the order of the table; raises where one is unknown or given twice."""
    if not probes:
        return NAMES
    for name in probes:
        if name != STRUCTURAL:
            PROBES[name]  # an unknown one raises, and says what is known
    if len(set(probes)) < len(probes):
        raise HeadscopeError(f"A probe was asked for twice: {', '.join(probes)}.")
    return tuple(name for name in NAMES if name in probes)


def carry_out(
    model: Model, corpora: Sequence[Corpus], options: Options, asked: Asked, embeddings: str | None, room: MapRoom
) -> Probed:
    """Reads, makes maps, fits and scores."""
    began = time.monotonic()
    options = options.fitted(model.encoder)
    train = read_sentences(corpora[0], model, options)
    test = read_sentences(corpora[1], model, replace(options, limit=None))
    if asked.progress:
        for corpus in corpora:
            corpus.remark_on_broken()
    if asked.leave_out_shared:
        take_out_shared(train, test)
    needs_words = any(name != STRUCTURAL and PROBES[name].words for name in asked.names)
    words = (word for part in (train, test) for sentence in part.sentences for word in sentence.words)
    vectors = load_vectors(embeddings, model, words) if needs_words else None
    with room:
        rows = Session(model, train, test, vectors, options, asked, room).run()
    manifest = Manifest(
        model_record(model),
        [_record(train), _record(test)],
        {},
        {**_options(options, asked, vectors), **_split(train, test)},
        time.monotonic() - began,
    )
    return Probed(rows, manifest)


def _options(options: Options, asked: Asked, vectors: Vectors | None) -> dict[str, Any]:
    said = (
        {}
        if vectors is None
        else {"embeddings": vectors.name, "unknown_words": vectors.unknown_tokens, "vectors": vectors.about()}
    )
    return {
        "probes": list(asked.names),
        "seeds": list(asked.seeds),
        **options.what(),
        **({"as_published": True} if asked.as_published else {}),
        **({"leave_out_shared": True} if asked.leave_out_shared else {}),
        **vars(asked.settings),
        **said,
    }


def _split(train: Sentences, test: Sentences) -> dict[str, Any]:
    """How one corpus was split: the rule, how many documents were read on each side, and the SHA-256 of their ids, a line each."""
    if not is_split(train.corpus, test.corpus):
        return {}
    ids = {"train": list(dict.fromkeys(train.documents)), "test": list(dict.fromkeys(test.documents))}
    digests = {side: hashlib.sha256("\n".join(documents).encode()).hexdigest() for side, documents in ids.items()}
    return {"split": {"rule": RULE, "documents": {side: len(documents) for side, documents in ids.items()}, "sha256": digests}}


def _record(part: Sentences) -> CorpusRecord:
    corpus, losses = part.corpus, part.losses
    skipped = {**corpus.skipped, **losses.skipped}
    if losses.words_without_tokens:
        skipped["words without a token"] = losses.words_without_tokens
    return CorpusRecord(
        corpus.name,
        corpus.origin,
        corpus.format,
        corpus.hash,
        len(set(part.documents)),
        len(part),
        part.tokens,
        losses.cut_units,
        losses.cut_tokens,
        skipped,
        ["1/1"],
        "sentence",
    )
