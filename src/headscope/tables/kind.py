"""What a named table is: a function from scores to a Table, and a sentence on what it tells; and where in a run it looks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float64

from headscope.description import Description
from headscope.errors import HeadscopeError, unknown_name
from headscope.quantities import Quantity
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table
from headscope.types import STACKS, Stack


@runtime_checkable
class Maker(Protocol):
    """Scores → a table, of one corpus and stack or of all."""

    def __call__(self, scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table: ...


@dataclass(frozen=True)
class TableKind:
    """A table that `headscope table` makes of any run that has what it needs."""

    name: str
    what: str
    make: Maker


def stacks_of(scores: Scores, stack: str | None) -> list[Stack]:
    """The stack asked for, or all of the model's."""
    known = [name for name in STACKS if name in scores.manifest.model["stacks"]]
    if stack is not None and stack not in known:
        raise unknown_name("stack in this run", stack, known)
    return [name for name in known if stack in (None, name)]


def corpora_of(scores: Scores, corpus: str | None) -> list[str]:
    """The corpus asked for, or all of the run's."""
    known = [record.name for record in scores.manifest.corpora]
    if corpus is not None and corpus not in known:
        raise unknown_name("corpus in this run", corpus, known)
    return [name for name in known if corpus in (None, name)]


@dataclass(frozen=True)
class Place:
    """One corpus and stack of a run whose heads have distances."""

    corpus: str
    stack: Stack
    layers: int
    heads: int
    distances: Float64[np.ndarray, "head head"]


def distances_of(scores: Scores, table: str, corpus: str | None, stack: str | None) -> list[Place]:
    """The distances between heads, in every corpus and stack that is meant; raises where there are none."""
    wanted = [(one, other) for one in corpora_of(scores, corpus) for other in stacks_of(scores, stack)]
    held = {(series.corpus, series.stack) for series in scores.pairs}
    places = []
    for at in (at for at in wanted if at in held):
        layers, heads = scores.manifest.model["stacks"][at[1]]
        places.append(Place(*at, layers, heads, scores.distances(corpus=at[0], stack=at[1])))
    if not places:
        raise missing(table, measures_that(lambda about: about.pairs))
    return places


def places_of(scores: Scores, table: str, measure: str, corpus: str | None, stack: str | None) -> list[tuple[str, Stack]]:
    """Every corpus and stack that is meant in which the measure has figures; raises where there are none."""
    wanted = [(one, other) for one in corpora_of(scores, corpus) for other in stacks_of(scores, stack)]
    held = {(s.corpus, s.stack) for s in scores.series() if s.measure == measure and scores.tally.groups(s)}
    if not (places := [place for place in wanted if place in held]):
        raise missing(table, [measure])
    return places


def measures_that(fit: Callable[[Description], bool]) -> list[str]:
    """The measures of ours that a table could be made from; asked for where a run has none of them."""
    from headscope.measures import MEASURES  # needs torch, which a table does not

    return [name for name, measure in MEASURES.items() if fit(measure().described())]


def missing(table: str, measures: list[str]) -> HeadscopeError:
    """The error for a run that lacks what a table is made of."""
    needed = f"the measure {measures[0]}" if len(measures) == 1 else f"one of the measures {', '.join(measures)}"
    return HeadscopeError(
        f"The table '{table}' needs {needed}, of which there are no figures here: measure again with --measure {measures[0]}."
    )


def where_columns(scores: Scores) -> tuple[str, ...]:
    """Corpus and stack are shown where a score is of more than one."""
    several = ("corpus",) if scores.several_corpora else ()
    return (*several, "stack") if len(scores.manifest.model["stacks"]) > 1 else several


def quantity_of(scores: Scores, row: Mapping[str, Cell]) -> Quantity:
    """What the numbers of a row are of: that of its cells `measure` and `key`. Cells are as stored; a terminal shows what people read."""
    return scores.about(str(row["measure"])).quantity_of(str(row["key"]), str(row.get("direction") or ""))


def ends_of(row: Mapping[str, Cell], low: str = "low", high: str = "high") -> tuple[float | None, float | None]:
    """The interval of a row; None twice where one end is missing."""
    ends = (row[low], row[high])
    return (ends[0], ends[1]) if isinstance(ends[0], float) and isinstance(ends[1], float) else (None, None)


def where(scores: Scores, place: Place) -> tuple[str, ...]:
    return named(scores, place.corpus, place.stack)


def named(scores: Scores, corpus: str, stack: Stack) -> tuple[str, ...]:
    """The cells that say where, for the columns of `where_columns`."""
    names = {"corpus": corpus, "stack": stack}
    return tuple(names[column] for column in where_columns(scores))


def prefix(scores: Scores, place: Place) -> str:
    """What opens a sentence about one of several places."""
    return opening(where(scores, place))


def opening(names: tuple[str, ...]) -> str:
    return f"{', '.join(names)}: " if names else ""
