"""What a comparison of two runs is: rows, one per head and score, and the same as arrays, one set per score."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from jaxtyping import Bool, Float64

from headscope.comparison.matching import Match, Matching
from headscope.comparison.pairs import Contrast, Pair
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Stack

if TYPE_CHECKING:
    import polars

SURE = 0.05
LEAST = 5e-5  # a difference that four decimals don't show: another device rounds otherwise, surely and by nothing
_COLUMNS = {
    "stack": "String",
    **dict.fromkeys(("layer", "head"), "Int32"),
    "name": "String",
    **dict.fromkeys(("matched_layer", "matched_head"), "Int32"),
    **dict.fromkeys(("matched_name", "measure", "key", "direction", "corpus_a", "corpus_b"), "String"),
    **dict.fromkeys(("value_a", "value_b", "difference", "low", "high", "p", "effect"), "Float64"),
    **dict.fromkeys(("beyond", "sure"), "Boolean"),
}

Grid = Float64[np.ndarray, "layer head"]


class Change(NamedTuple):
    """One head under one score, in both runs. `low`, `high` and `p` are None where a run has fewer than 10 document groups, `effect`
    where all heads score the same."""

    stack: Stack
    head: Head
    matched: Head
    measure: str
    key: str
    direction: str
    corpus_a: str
    corpus_b: str
    value_a: float
    value_b: float
    difference: float
    low: float | None
    high: float | None
    p: float | None  # corrected for all heads and scores of the comparison
    effect: float | None  # the difference in standard deviations of the score over all heads of both runs

    @property
    def beyond(self) -> bool:
        """Whether the head's own interval leaves 0 out."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def sure(self) -> bool:
        """Whether the head changed even if all heads and scores that were looked at are allowed for."""
        return self.p is not None and self.p < SURE and abs(self.difference) >= LEAST


@dataclass(frozen=True, eq=False)
class Difference:
    """One score in both runs. Arrays have the places of the first run's heads; `value_b` is of their partners."""

    pair: Pair
    value_a: Grid
    value_b: Grid
    difference: Grid
    low: Grid
    high: Grid
    p: Grid

    @property
    def tested(self) -> bool:
        """Whether there are documents enough for intervals."""
        return not np.isnan(self.p).all()

    @property
    def sure(self) -> Bool[np.ndarray, "layer head"]:
        return np.asarray((self.p < SURE) & (np.abs(self.difference) >= LEAST))

    @property
    def beyond(self) -> Bool[np.ndarray, "layer head"]:
        return np.asarray((self.low > 0) | (self.high < 0))

    @property
    def effect(self) -> Grid:
        """Differences of shares, nats and losses in one unit: standard deviations of the score over the heads of both runs."""
        spread = np.nanstd(np.concatenate([self.value_a, self.value_b]))
        return np.asarray(self.difference / spread if spread > 0 else np.full(self.difference.shape, np.nan))


@dataclass(frozen=True, eq=False)
class Comparison:
    """What `headscope.compare` returns: every score's differences, which heads were compared, and what else sets the runs apart."""

    first: Scores
    second: Scores
    differences: list[Difference]
    match: Match
    within: str
    matchings: dict[Stack, Matching]
    contrasts: list[Contrast]
    left_out: list[str]

    def __repr__(self) -> str:
        sure = sum(int(one.sure.sum()) for one in self.differences)
        names = f"{self.first.manifest.model['name']} and {self.second.manifest.model['name']}"
        return f"<Comparison of {names}: {len(self.differences)} scores, {sure} sure differences>"

    @property
    def rows(self) -> list[Change]:
        """Every head and score, in the order of the first run."""
        return [row for one in self.differences for row in self.rows_of(one)]

    @property
    def several_corpora(self) -> bool:
        """Whether some score was compared on more than one pair of corpora, so that it must be said on which."""
        return len({one.pair.first[1:] for one in self.differences}) < len(self.differences)

    def rows_of(self, one: Difference) -> Iterator[Change]:
        """The heads of one score, those that have a value in both runs."""
        first, second = one.pair.first, one.pair.second
        grids = (one.low, one.high, one.p, one.effect)
        for number, at in enumerate(np.ndindex(one.difference.shape)):
            if np.isnan(one.difference[at]):
                continue
            numbers = [float(grid[at]) for grid in (one.value_a, one.value_b, one.difference)]
            doubts = [None if np.isnan(grid[at]) else float(grid[at]) for grid in grids]
            yield Change(
                first.stack,
                Head(*at),
                self.partner(first.stack, number),
                *first[2:5],
                first.corpus,
                second.corpus,
                *numbers,
                *doubts,
            )

    def partner(self, stack: Stack, number: int) -> Head:
        """The head of the second run that stands for a head of the first, given by its number, layer by layer."""
        heads = self.first.manifest.model["stacks"][stack][1]
        return Head(*divmod(int(self.matchings[stack].partner[number]), heads))

    def changes(self) -> list[Change]:
        """All rows: sure ones first, then those beyond their own interval, then the rest; of these the largest effects first."""
        return sorted(self.rows, key=lambda row: (not row.sure, not row.beyond, -rounded(abs(row.effect or 0.0))))

    def to_polars(self) -> "polars.DataFrame":
        """One row per head and score; layers and heads counted from 0, their names, as in 8-10, from 1."""
        import polars as pl

        rows = [(*_heads(r), r.measure, r.key, r.direction or None, *r[6:], r.beyond, r.sure) for r in self.rows]
        return pl.DataFrame(rows, schema=[(name, getattr(pl, kind)) for name, kind in _COLUMNS.items()], orient="row")


def _heads(row: Change) -> tuple[str | int, ...]:
    return (row.stack, *row.head, str(row.head), *row.matched, str(row.matched))
