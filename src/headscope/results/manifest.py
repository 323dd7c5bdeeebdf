"""`manifest.json`: what was measured, on what, how, with which versions, and what did not take part. JSON, keys sorted nowhere:
the order is for people."""

import json
import platform
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from headscope.description import Description
from headscope.errors import HeadscopeError, one_line
from headscope.types import NO_CORPUS

FORMAT = 1
PACKAGES = ("headscope", "torch", "transformers", "tokenizers", "numpy", "safetensors", "polars")


@dataclass
class CorpusRecord:
    """One corpus of a run: what it is, and what of it went through the model."""

    name: str
    origin: str
    format: str
    sha256: str
    documents: int
    units: int
    tokens: int
    cut_units: int
    cut_tokens: int
    skipped: dict[str, int]
    shards: list[str]
    unit: str = "pair"  # what `units` counts: pairs of paragraphs, sentences, windows, or sequences that a measure made ("own")

    def __add__(self, other: "CorpusRecord") -> "CorpusRecord":
        """Two shards of one corpus as one."""
        added = CorpusRecord(**asdict(self))
        for name in ("units", "tokens", "cut_units", "cut_tokens"):
            setattr(added, name, getattr(self, name) + getattr(other, name))
        added.skipped = dict(Counter(self.skipped) + Counter(other.skipped))
        added.shards = join_shards(self.shards, other.shards, self.name)
        return added


def join_shards(mine: list[str], theirs: list[str], corpus: str) -> list[str]:
    """The shards of both; `1/1` once they are complete.

    >>> join_shards(["1/3", "2/3"], ["3/3"], "c")
    ['1/1']
    """
    both = sorted({*mine, *theirs}, key=lambda shard: int(shard.split("/")[0]))
    counts = {int(shard.split("/")[1]) for shard in both}
    if len(both) < len(mine) + len(theirs):
        raise HeadscopeError(
            f"The same part of the corpus '{corpus}' (shard {min({*mine} & {*theirs})}) is in two of the runs."
        )
    if len(counts) > 1:
        raise HeadscopeError(
            f"The corpus '{corpus}' was cut into {' and '.join(map(str, sorted(counts)))} shards: these can't be joined."
        )
    return ["1/1"] if len(both) == counts.pop() else both


@dataclass
class Manifest:
    """A run's facts."""

    model: dict[str, Any]
    corpora: list[CorpusRecord]
    measures: dict[str, list[str]]
    options: dict[str, Any]
    seconds: float
    left_out: dict[str, str] = field(default_factory=dict)  # measures that could not run, and why
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    versions: dict[str, str] = field(default_factory=lambda: installed())
    described: dict[str, Description] = field(default_factory=dict)  # what each measure says of itself
    format: int = FORMAT

    @property
    def units(self) -> int:
        return sum(corpus.units for corpus in self.read)

    @property
    def tokens(self) -> int:
        return sum(corpus.tokens for corpus in self.corpora)

    @property
    def texts(self) -> list[CorpusRecord]:
        """The corpora that somebody wrote: not what a measure made to read."""
        return [corpus for corpus in self.corpora if corpus.unit not in NO_CORPUS]

    @property
    def read(self) -> list[CorpusRecord]:
        """All that went through the model: not the weights, which a measure may be of alone."""
        return [corpus for corpus in self.corpora if corpus.tokens]

    @property
    def heads(self) -> int:
        return sum(layers * heads for layers, heads in self.model["stacks"].values())

    def corpus(self, name: str) -> CorpusRecord:
        return next(corpus for corpus in self.corpora if corpus.name == name)

    def to_bytes(self) -> bytes:
        skipped = sum((Counter(corpus.skipped) for corpus in self.corpora), Counter())
        data = {
            "format": self.format,
            "created": self.created,
            "model": self.model,
            "corpora": [asdict(c) for c in self.corpora],
            "measures": self.measures,
            "options": self.options,
            "units": self.units,
            "tokens": self.tokens,
            "skipped": dict(skipped),
            "left_out": self.left_out,
            "seconds": round(self.seconds, 2),
            "versions": self.versions,
        }
        # What measures say of themselves is long, and for programs: a line each, at the end.
        lines = [
            f"    {json.dumps(name)}: {json.dumps(one.to_json(), ensure_ascii=False)}" for name, one in self.described.items()
        ]
        described = "{\n" + ",\n".join(lines) + "\n  }" if lines else "{}"
        text = json.dumps(data, indent=2, ensure_ascii=False).removesuffix("\n}")
        return f'{text},\n  "described": {described}\n}}\n'.encode()


def read_manifest(path: Path) -> Manifest:
    """The manifest of a finished run; anything else is refused with a sentence."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise HeadscopeError(f"'{path}' is of format {data['format']}; this headscope reads format {FORMAT}.")
        return Manifest(
            data["model"],
            [CorpusRecord(**corpus) for corpus in data["corpora"]],
            data["measures"],
            data["options"],
            data["seconds"],
            data["left_out"],
            data["created"],
            data["versions"],
            {name: Description.from_json(one) for name, one in data.get("described", {}).items()},
        )
    except FileNotFoundError:
        raise HeadscopeError(f"'{path.parent}' is not a finished run: it holds no {path.name}.") from None
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:
        raise HeadscopeError(f"'{path}' is not a manifest that headscope wrote, or is damaged: {one_line(error)}.") from None


def installed() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions
