"""The numbers of probes as tables and figures take them: one entry a probe and its word vectors, over all seeds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from headscope.errors import HeadscopeError, one_line, unknown_name
from headscope.files import check_regular, read_regular
from headscope.names import MANIFEST
from headscope.names import PROBES as FILE
from headscope.results.manifest import read_manifest
from headscope.results.training import Training
from headscope.runs.folder import RunFolder
from headscope.runs.remote import nearby
from headscope.runs.seal import check

COLUMNS = ("model", "corpus", "probe", "embeddings", "seed", "metric", "key", "value", "low", "high", "seconds")

# In the order in which they are shown: those that see no attention, or a random model's, come first.
TITLES = {
    "right-branching": "right-branching",
    "best-offset": "best offset",
    "random-words": "random attention + words",
    "distances-words": "distances + words",
    "attention": "attention only",
    "attention-words": "attention + words",
    "structural": "structural probe",
}
ARGMAX, TREE = "argmax", "tree"

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Number:
    """The mean over seeds; the interval holds those of all seeds."""

    value: float
    low: float | None = None
    high: float | None = None

    def above(self, other: "Number") -> bool | None:
        """Whether it is significantly more, significantly less, or (None) their intervals meet. Without intervals the values decide."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return None if self.value == other.value else self.value > other.value
        return True if self.low > other.high else False if self.high < other.low else None


@dataclass(frozen=True)
class Summary:
    """What one probe gave with one kind of word vectors. `numbers` are by metric and key, as in probes.parquet."""

    model: str
    corpus: str
    probe: str
    embeddings: str
    seeds: tuple[int, ...]
    numbers: Mapping[tuple[str, str], Number]
    seconds: float
    training: Training | None = None  # None in a run by an older headscope

    @property
    def title(self) -> str:
        return TITLES.get(self.probe, self.probe)

    def get(self, metric: str, key: str) -> Number | None:
        return self.numbers.get((metric, key))


def records_of(given: Any) -> list[Record]:
    """Rows as mappings, from a table of polars, from a list of rows, or from what can be turned into polars."""
    if hasattr(given, "to_polars"):
        given = given.to_polars()
    if hasattr(given, "iter_rows"):
        return list(given.iter_rows(named=True))
    return [asdict(one) if is_dataclass(one) and not isinstance(one, type) else one for one in given]


def read_probes(folder: str | Path) -> list[Record]:
    """The rows of a run of `headscope probe`, in a folder or at a URL."""
    with nearby(folder) as near:
        return _read(near)


def _read(folder: str | Path) -> list[Record]:
    path = Path(folder) / FILE
    RunFolder(folder).settle()
    check_regular(path)
    if not path.is_file():
        raise HeadscopeError(
            f"There is no {FILE} in '{folder}': make one with headscope probe -c TRAIN --test TEST -o '{folder}'."
        )
    with RunFolder(folder).steady():
        training = None
        if (Path(folder) / MANIFEST).is_file():
            manifest = read_manifest(Path(folder) / MANIFEST)
            check(Path(folder), manifest.files, [FILE])
            training = Training.of(manifest)
        rows = from_bytes(read_regular(path), path)
        # The table of an older run does not tell what was learned from, its manifest does.
        if training is None or Training.among(rows):
            return rows
        return [{**row, **training.columns()} for row in rows]


def from_bytes(data: bytes, path: str | Path = FILE) -> list[Record]:
    """The rows of such a file; `path` is what an error calls it."""
    import polars as pl  # reading words of tables needs none

    try:
        frame = pl.read_parquet(BytesIO(data))
    except (pl.exceptions.PolarsError, OSError) as error:
        raise HeadscopeError(f"'{path}' can't be read as Parquet: {one_line(error).rstrip('.')}.") from None
    if lacking := [name for name in COLUMNS if name not in frame.columns]:
        raise HeadscopeError(f"'{path}' has no column {', '.join(lacking)}: it was not written by headscope probe.")
    return records_of(frame)


def summaries(records: Iterable[Record], *, model: str | None = None, corpus: str | None = None) -> list[Summary]:
    """Entries by model and corpus as they come, then in the order of the table; raises where nothing is left."""
    every = list(records)
    chosen = every
    for name, wanted in (("model", model), ("corpus", corpus)):
        known = dict.fromkeys(str(row[name]) for row in every)
        if wanted is not None and wanted not in known:
            raise unknown_name(f"{name} among these probes", wanted, known)
        chosen = [row for row in chosen if wanted in (None, row[name])]
    if not chosen:
        raise HeadscopeError("There are no scores of probes here: make some with headscope probe.")
    groups: dict[tuple[str, str, str, str], list[Record]] = {}
    for row in chosen:
        groups.setdefault((row["model"], row["corpus"], row["probe"], row["embeddings"] or ""), []).append(row)
    places = list(dict.fromkeys(key[:2] for key in groups))
    rank = {name: at for at, name in enumerate(TITLES)}
    order = sorted(groups, key=lambda key: (places.index(key[:2]), rank.get(key[2], len(rank))))
    return [_summary(key, groups[key]) for key in order]


def _summary(key: tuple[str, str, str, str], rows: Sequence[Record]) -> Summary:
    by_name: dict[tuple[str, str], list[Record]] = {}
    for row in rows:
        by_name.setdefault((row["metric"], row["key"] or ""), []).append(row)
    seconds = {row["seed"]: float(row["seconds"] or 0.0) for row in reversed(rows)}  # a seed's first row is of its main fit
    numbers = {name: _number(some) for name, some in by_name.items()}
    return Summary(*key, tuple(sorted(seconds)), numbers, sum(seconds.values()), next(iter(Training.among(rows)), None))


def trainings(found: Iterable[Summary]) -> list[str]:
    """What was learned from and tested on, a sentence for each pair of treebanks."""
    return list(dict.fromkeys(one.training.sentence() for one in found if one.training is not None))


def _number(rows: Sequence[Record]) -> Number:
    lows, highs = ([row[end] for row in rows if row[end] is not None] for end in ("low", "high"))
    whole = len(lows) == len(highs) == len(rows)
    value = sum(float(row["value"]) for row in rows) / len(rows)
    return Number(value, float(min(lows)) if whole else None, float(max(highs)) if whole else None)
