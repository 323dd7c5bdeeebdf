"""`manifest.json`: what was measured, on what, how, with which versions, and what did not take part. JSON, keys sorted nowhere:
the order is for people."""

import json
import platform
from collections import Counter
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from headscope.description import Description
from headscope.errors import HeadscopeError, one_line
from headscope.files import read_regular
from headscope.names import LAYER_WEIGHTS
from headscope.results.older import corrected
from headscope.results.schema import FORMAT, read_form
from headscope.types import NO_CORPUS

PACKAGES = ("headscope", "torch", "transformers", "tokenizers", "numpy", "safetensors", "polars")


# What `units` of a record are called, by its `unit`.
UNITS = {"pair": "segments", "sentence": "sentences", "window": "windows", "own": "sequences"}


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
    failed: list[dict[str, int | str]] = field(default_factory=list)  # units on which the model raised: chunk, document, error

    def __add__(self, other: "CorpusRecord") -> "CorpusRecord":
        """Two shards of one corpus as one."""
        added = CorpusRecord(**asdict(self))
        for name in ("units", "tokens", "cut_units", "cut_tokens"):
            setattr(added, name, getattr(self, name) + getattr(other, name))
        added.skipped = dict(Counter(self.skipped) + Counter(other.skipped))
        added.failed = sorted([*self.failed, *other.failed], key=lambda one: one["chunk"])
        added.shards = join_shards(self.shards, other.shards, self.name)
        return added


def ordinal(number: int) -> str:
    """>>> [ordinal(number) for number in (2, 3, 4, 11, 21, 112)]
    ['2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


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
    files: dict[str, str] = field(default_factory=dict, compare=False)  # of a run that was read: its files' SHA-256

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

    def under(self, kind: str) -> "Manifest":
        """The facts of the same run under one kind of weights alone; some kinds have one map for a layer, and count as one head."""
        model = self.model
        if kind in LAYER_WEIGHTS:
            model = {**model, "stacks": {stack: [layers, 1] for stack, (layers, _) in model["stacks"].items()}}
        return replace(self, model=model, options={**self.options, "weights": [kind]})

    def part(self, measure: str) -> str:
        """Which part of its corpus a measure, or a key of one ("pattern predictive"), read, in words ("every 3rd of"); empty where it
        read all."""
        every = self.options.get("every", {}).get(measure, 1)
        return "" if every == 1 else f"every {ordinal(every)} of"

    def corpus(self, name: str) -> CorpusRecord:
        return next(corpus for corpus in self.corpora if corpus.name == name)

    def to_bytes(self) -> bytes:
        skipped = sum((Counter(corpus.skipped) for corpus in self.corpora), Counter())
        data = {
            "format": FORMAT,
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


_RECORDED = [field.name for field in fields(CorpusRecord)]  # a later headscope may say more


def read_manifest(path: Path) -> Manifest:
    """The manifest of a finished run; anything else is refused with a sentence."""
    try:
        data = read_form(read_regular(path), str(path))
        return Manifest(
            data["model"],
            [CorpusRecord(**{name: corpus[name] for name in _RECORDED if name in corpus}) for corpus in data["corpora"]],
            data["measures"],
            data["options"],
            data["seconds"],
            data["left_out"],
            data["created"],
            data["versions"],
            {
                name: corrected(Description.from_json(one, f"described.{name}"))
                for name, one in data.get("described", {}).items()
            },
            data.get("files", {}),
        )
    except FileNotFoundError:
        raise HeadscopeError(f"'{path.parent}' is not a finished run: it holds no {path.name}.") from None
    except (ValueError, OSError) as error:
        raise HeadscopeError(f"'{path}' is not a manifest that headscope wrote, or is damaged: {one_line(error)}.") from None


def installed() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions
