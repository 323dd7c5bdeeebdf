"""What many runs in an order are: every score of every head as a line over the runs of a history, and what follows from these lines."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from jaxtyping import Float64

from headscope.comparison.onsets import FROM_START, falls, onsets
from headscope.comparison.places import Place
from headscope.comparison.seeds import Agreement
from headscope.comparison.takeovers import Takeover
from headscope.findings.labels import Label
from headscope.results.manifest import Manifest
from headscope.results.sample_text import Example
from headscope.results.scores import Scores
from headscope.types import Head, Series, Stack

if TYPE_CHECKING:
    import polars

BASELINE = "baseline"  # the bar of an onset that is no label's

Grids = Float64[np.ndarray, "run layer head"]


@dataclass(frozen=True, eq=False)
class Course:
    """One score over the runs of a history, under the name that it has in the first; `baseline` is NaN where it has none. `bar` is the
    threshold of its label, where a head gets one from it."""

    series: Series
    value: Grids
    low: Grids
    high: Grids
    baseline: Grids
    against: str = ""  # what the baseline is called
    label: str = ""
    bar: float | None = None

    @cached_property
    def onsets(self) -> np.ndarray:
        """The run in which each head rises above the baseline; `onsets.NONE` and `FROM_START` otherwise."""
        return onsets(self.low, self.high, self.baseline)

    @cached_property
    def becomes(self) -> np.ndarray:
        """The same for the threshold of the label."""
        return onsets(self.low, self.high, self._bars)

    @cached_property
    def ceases(self) -> np.ndarray:
        """The run from which on a head that had the label is below its threshold."""
        return falls(self.low, self.high, self._bars)

    @property
    def _bars(self) -> Grids:
        return np.full_like(self.value, np.nan if self.bar is None else self.bar)


class Onset(NamedTuple):
    """A line that rises. `bar` is what it rises above, "baseline" or the name of a label; `run` counts from 0, `before` and `at` are
    what the run before it and the run itself are called."""

    history: str
    series: Series
    head: Head
    bar: str
    level: float  # of that bar
    run: int
    before: str
    at: str
    value_before: float
    value: float
    low: float
    high: float
    last: float  # the value in the last run


@dataclass(frozen=True, eq=False)
class History:
    """Runs in an order: their places and names, manifests, the text that each keeps under every head, and what each calls its heads."""

    name: str
    places: tuple[Place, ...]
    labels: tuple[str, ...]  # of the runs
    manifests: tuple[Manifest, ...]
    examples: tuple[Example | None, ...]
    behaviours: tuple[dict[Stack, list[Label]], ...]
    courses: tuple[Course, ...]
    takeovers: tuple[Takeover, ...] = ()

    def course(self, series: Series) -> Course:
        return next(one for one in self.courses if one.series == series)

    def of(self, course: Course) -> Iterator[Onset]:
        """The lines of one score that rise above their baseline."""
        return self._events(course, course.onsets, BASELINE)

    def rises(self) -> Iterator[Onset]:
        """Every line that rises above its baseline."""
        for one in self.courses:
            yield from self.of(one)

    def becoming(self) -> Iterator[Onset]:
        """Every head that gets a label and keeps it."""
        for one in self.courses:
            if one.bar is not None:
                yield from self._events(one, one.becomes, one.label)

    def ceasing(self) -> Iterator[Onset]:
        """Every head that had a label and no longer has it."""
        for one in self.courses:
            if one.bar is not None:
                yield from self._events(one, one.ceases, one.label)

    def _events(self, one: Course, found: np.ndarray, bar: str) -> Iterator[Onset]:
        for at in np.argwhere(found > FROM_START):
            place = (int(at[0]), int(at[1]))
            run = int(found[place])
            level = float(one.baseline[(run, *place)]) if bar == BASELINE else float(one.bar or 0.0)
            yield Onset(
                self.name,
                one.series,
                Head(*place),
                bar,
                level,
                run,
                self.labels[run - 1],
                self.labels[run],
                value_before=float(one.value[(run - 1, *place)]),
                value=float(one.value[(run, *place)]),
                low=float(one.low[(run, *place)]),
                high=float(one.high[(run, *place)]),
                last=float(one.value[(-1, *place)]),
            )


@dataclass(frozen=True, eq=False)
class Track:
    """What `headscope.track` returns. `along` is what the runs of a history differ in, `across` what histories differ in, if anything;
    `first` is the first run, which knows what its scores mean."""

    first: Scores = field(repr=False)
    along: str
    across: str | None
    histories: tuple[History, ...]
    agreements: tuple[Agreement, ...]
    left_out: tuple[str, ...]

    def __repr__(self) -> str:
        runs = sum(len(one.labels) for one in self.histories)
        scores, heads = len(self.histories[0].courses), self.first.manifest.heads
        return f"<Track of {runs} runs: {scores} scores of {heads} heads, {len(self.onsets)} onsets>"

    @cached_property
    def onsets(self) -> list[Onset]:
        """Every line that rises, in the order of the runs, the largest rise first; those above a label's threshold before the others."""
        found = [row for one in self.histories for rows in (one.becoming(), one.rises()) for row in rows]
        return sorted(found, key=lambda row: (row.history, row.bar == BASELINE, row.run, -round(row.last - row.level, 6)))

    @property
    def sentences(self) -> list[str]:
        """What came out."""
        from headscope.comparison.story import sentences

        return [one.text for one in sentences(self)]

    def to_polars(self) -> "polars.DataFrame":
        """One row per run, head and score; layers and heads counted from 0, their names, as in 8-10, from 1."""
        from headscope.comparison.track_frames import lines_frame

        return lines_frame(self)

    def onsets_to_polars(self) -> "polars.DataFrame":
        """One row per line that rises, in the order of `onsets`."""
        from headscope.comparison.track_frames import onsets_frame

        return onsets_frame(self)
