"""Where maps are kept while probes need them: in memory within a budget, else in a folder that goes when all is done."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from headscope.models import Model
from headscope.probes.fitting.features import MapStore
from headscope.runs.map_shards import Shards, ShardWriter
from headscope.runs.options import Options
from headscope.runs.probe_maps import KEPT, MapEngine, Sentences, make_maps, map_bytes


class MapRoom:
    """Room for maps: `budget` bytes of memory, and beyond that disk: temporary files without names, or the folder `keep`,
    where everything goes and stays, and is found again when the same maps are asked for."""

    def __init__(self, budget: int, keep: Path | None = None, progress: bool = True, engine: MapEngine | None = None) -> None:
        self.budget, self.keep, self.progress, self.engine = budget, keep, progress, engine
        self.used = 0
        self._temporary: Path | None = None

    def __enter__(self) -> "MapRoom":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def maps(self, model: Model, part: Sentences, options: Options, label: str) -> MapStore:
        """The maps of some sentences: kept ones, or made now."""
        size = map_bytes(model, [len(sentence.words) for sentence in part.sentences])
        if self.keep is None and self.used + size <= self.budget:
            self.used += size
            return make_maps(model, part.rows, options, label=f"maps of {label}", progress=self.progress, engine=self.engine)
        about = _about(model, part, options)
        if self.keep is not None and (kept := Shards.find(self.keep / label, about)) is not None:
            return kept
        writer = ShardWriter((self.keep or self._folder()) / label, about, kept=self.keep is not None)
        return make_maps(
            model, part.rows, options, label=f"maps of {label}", shards=writer, progress=self.progress, engine=self.engine
        )

    def clear(self) -> None:
        """Whatever was made is no longer needed: memory is free again, and what need not stay on disk goes."""
        self.used = 0
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    def _folder(self) -> Path:
        if self._temporary is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="headscope-maps-"))
        return self._temporary


def _words(part: Sentences) -> str:
    """Which sentences of the corpus these are: not all of it where some were left out of training."""
    digest = hashlib.sha256()
    for sentence in part.sentences:
        digest.update(json.dumps(sentence.words).encode())
    return digest.hexdigest()


def _about(model: Model, part: Sentences, options: Options) -> dict[str, Any]:
    """What decides the numbers in maps; equal for the same maps, today and later."""
    return {
        "model": {"name": model.name, **model.identity, "dtype": str(model.dtype), "device": model.device.type},
        "corpus": part.corpus.hash,
        "sentences": len(part),
        "words": _words(part),
        "max_length": options.max_length,
        "words_from": options.words_from,
        "kept": str(KEPT),
    }
