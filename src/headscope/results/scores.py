"""The result of a run as a person holds it: every head's scores with their intervals, ready to rank, tabulate and save."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from jaxtyping import Float64

from headscope.errors import HeadscopeError, unknown_name
from headscope.results import example as examples
from headscope.results.intervals import interval
from headscope.results.manifest import Manifest, read_manifest
from headscope.runs.folder import MANIFEST, TALLY, RunFolder
from headscope.tallies import Tally, read, to_bytes
from headscope.types import Head, Series, Stack

if TYPE_CHECKING:
    import pandas
    import polars


PAIRS = "divergence"  # the measure whose figures are of pairs of heads, in distances.parquet and not among the scores


def square(pairs: Float64[np.ndarray, " pair"]) -> Float64[np.ndarray, "head head"]:
    """Figures of the pairs (1, 2), (1, 3) … as a symmetric table.

    >>> square(np.array([1.0, 2.0, 3.0])).tolist()
    [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]]
    """
    heads = round((1 + (1 + 8 * len(pairs)) ** 0.5) / 2)
    table = np.zeros((heads, heads))
    table[np.triu_indices(heads, 1)] = pairs
    return table + table.T


class HeadScore(NamedTuple):
    """One head's score; the interval is None where there are too few documents for one."""

    head: str
    value: float
    low: float | None
    high: float | None


class Scores:
    """What `headscope.measure` returns and `headscope.open` reads: a tally, and what it is of."""

    def __init__(self, tally: Tally, manifest: Manifest, example: examples.Example | None = None) -> None:
        strange = {(s.measure, s.key) for s in tally} - {(m, key) for m, keys in manifest.measures.items() for key in keys}
        if strange:
            raise HeadscopeError(f"The tally and the manifest are not of one run: only the tally has {' '.join(min(strange))}.")
        self.tally = tally
        self.manifest = manifest
        self.example = example  # one text under every head, for figures
        self._interval = lru_cache(maxsize=None)(self._compute_interval)

    def __repr__(self) -> str:
        names = ", ".join(self.manifest.measures)
        return f"<Scores of {self.manifest.model['name']}: {self.manifest.heads} heads, {self.manifest.units} units, {names}>"

    def series(self, *, baselines: bool = False) -> Iterator[Series]:
        """What was measured, in the order of the measures and their keys as asked for."""
        order = [(measure, key) for measure, keys in self.manifest.measures.items() for key in keys]
        known = sorted(self.tally, key=lambda s: (s.corpus, s.stack, order.index((s.measure, s.key)), s.direction))
        return (series for series in known if bool(series.baseline) == baselines and series.measure != PAIRS)

    def distances(self, *, corpus: str | None = None, stack: str | None = None) -> Float64[np.ndarray, "head head"]:
        """The mean divergence per token between every two heads, layer by layer; symmetric, 0 on the diagonal."""
        found = [s for s in self.tally if s.measure == PAIRS and corpus in (None, s.corpus) and stack in (None, s.stack)]
        if len(found) != 1:
            hint = "measure divergence" if not found else "say which corpus and stack"
            raise HeadscopeError(f"This run has {len(found)} tables of distances between heads: {hint}.")
        return square(self.value(found[0])[0])

    def matching(
        self, measure: str, key: str | None = None, *, corpus: str | None = None, stack: str | None = None
    ) -> list[Series]:
        """The series that are meant, where something is left open all of them; raises where there is none."""
        if measure not in self.manifest.measures:
            raise unknown_name("measure in this run", measure, self.manifest.measures)
        keys = self.manifest.measures[measure]
        if key is not None and key not in keys:
            raise unknown_name(f"key of '{measure}' in this run", key, keys)
        names = [c.name for c in self.manifest.corpora]
        if corpus is not None and corpus not in names:
            raise unknown_name("corpus in this run", corpus, names)
        wanted = Series(corpus or "", cast(Stack, stack or ""), measure, key or "")
        found = [s for s in self.series() if all(mine in ("", its) for mine, its in zip(wanted[:4], s[:4], strict=True))]
        if not found:
            raise HeadscopeError(f"'{measure}' has no such score here: nothing in the corpus gave it a figure.")
        return found

    def find(self, measure: str, key: str | None = None, *, corpus: str | None = None, stack: str | None = None) -> Series:
        """The one series that is meant; raises where there are several and nothing says which."""
        found = self.matching(measure, key, corpus=corpus, stack=stack)
        for name in ("key", "stack", "corpus"):
            choices = sorted({getattr(series, name) for series in found})
            if len(choices) > 1:
                raise HeadscopeError(f"'{measure}' was measured for more than one {name}: say which of {', '.join(choices)}.")
        return found[0]

    def value(self, series: Series) -> Float64[np.ndarray, "layer head"]:
        return self.tally.value(series)

    def interval(self, series: Series) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]:
        """The 95% interval of every head, over document groups; NaN with fewer than 10 groups."""
        return self._interval(series)

    def _compute_interval(self, series: Series) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]:
        return interval(self.tally.totals(series), self.tally.weights(series))

    def baseline(self, series: Series, name: str = "uniform") -> float | None:
        """The value of a baseline of this series."""
        other = series._replace(baseline=name)
        return float(self.value(other)[0, 0]) if other in set(self.tally) else None

    def top(
        self,
        measure: str,
        key: str | None = None,
        n: int = 5,
        *,
        lowest: bool = False,
        corpus: str | None = None,
        stack: str | None = None,
    ) -> list[HeadScore]:
        """The n heads with the highest (or lowest) score; ties go to the earlier head."""
        series = self.find(measure, key, corpus=corpus, stack=stack)
        values = self.value(series)
        low, high = self.interval(series)
        flat = values.ravel()
        order = np.argsort(flat if lowest else -flat, kind="stable")[:n]
        ranked = [Head(*divmod(int(i), values.shape[1])) for i in order]
        return [HeadScore(str(h), float(values[h]), _known(low[h]), _known(high[h])) for h in ranked]

    def to_polars(self) -> "polars.DataFrame":
        """One row per head and score, with the columns of `scores.parquet`."""
        from headscope.results.frames import scores_frame

        return scores_frame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        try:
            return self.to_polars().to_pandas()
        except ModuleNotFoundError as error:
            raise HeadscopeError(f"to_pandas needs the package '{error.name}': pip install pandas pyarrow.") from None

    def files(self) -> dict[str, bytes]:
        """The files of a run folder."""
        from headscope.results import frames

        made = {"scores.parquet": frames.scores_frame(self), "baselines.parquet": frames.baselines_frame(self)}
        labels = {"labels.parquet": frames.labels_frame(self), "patterns.parquet": frames.patterns_frame(self)}
        made |= {name: frame for name, frame in labels.items() if len(frame)}
        if any(series.measure == PAIRS for series in self.tally):
            made |= {"distances.parquet": frames.distances_frame(self), "clusters.parquet": frames.clusters_frame(self)}
        tables = {name: frames.to_parquet(frame) for name, frame in made.items()}
        shown = {} if self.example is None else {examples.FILE: self.example.to_bytes()}
        return {TALLY: to_bytes(self.tally), **tables, **shown, MANIFEST: self.manifest.to_bytes()}

    def save(self, folder: str | Path, *, force: bool = False) -> None:
        """Writes a run folder, all of it or nothing."""
        place = RunFolder(folder)
        place.check(force=force)
        with place.locked():
            place.publish(self.files())


def _known(number: Any) -> float | None:
    return None if np.isnan(number) else float(number)


def open_run(folder: str | Path) -> Scores:
    """Reads a finished run."""
    place = RunFolder(folder)
    if not place.path.is_dir():
        raise HeadscopeError(f"There is no run '{folder}'.")
    if place.begun and not place.finished:
        raise HeadscopeError(f"The run in '{folder}' was stopped before its end. Continue it with --resume.")
    manifest = read_manifest(place / MANIFEST)
    return Scores(read(place / TALLY)[0], manifest, examples.read_example(place / examples.FILE))
