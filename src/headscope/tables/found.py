"""The table that `headscope find` prints: the heads that a query finds, with the scores that it names."""

from collections.abc import Callable

import numpy as np

from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD
from headscope.query import Column, Found, facts_of, search
from headscope.query.facts import BEHAVIOUR, PATTERN
from headscope.query.language import LANGUAGE, sentence
from headscope.results.scores import Scores
from headscope.tables.kind import ends_of
from headscope.tables.run import about
from headscope.tables.table import Cell, Table

LOW, HIGH, WAY = "low", "high", "direction"
SHORT = {TO_HEAD: " to head", TO_DEPENDENT: " to dependent", BOTH: " both ways"}


def found_table(scores: Scores, query: str) -> Table:
    """One row a head, in the order of the first score that the query names. A query that names none shows the heads' labels."""
    found = search(facts_of(scores), query)
    several = len(found.facts.stacks) > 1
    names = [_title(column, scores) for column in found.columns]
    turned = [not column.direction and any(one and one.direction for one in column.series) for column in found.columns]
    columns = [*(["stack"] if several else []), "head"]
    for name, turns in zip(names, turned, strict=True):
        columns += [name, f"{name} {LOW}", f"{name} {HIGH}", *([f"{name} {WAY}"] if turns else [])]
    kinds = {} if found.columns else {"label": BEHAVIOUR, "pattern": PATTERN}
    labels = {title: told for title, kind in kinds.items() if (told := found.facts.labels(kind))}
    rows: list[tuple[Cell, ...]] = []
    for place, (stack, head) in zip(found.places, found.heads, strict=True):
        row: list[Cell] = [*([stack] if several else []), str(head)]
        for column, turns in zip(found.columns, turned, strict=True):
            row += [*_numbers(found, column, place), *([_direction(column, place)] if turns else [])]
        rows.append((*row, *(told.get((stack, head)) for told in labels.values())))
    every = len(found.facts.heads)
    return Table(
        about(scores),
        (*columns, *labels),
        rows,
        {name: _with_interval(name, column) for name, column in zip(names, found.columns, strict=True)},
        tuple(f"{name} {part}" for name in names for part in (LOW, HIGH, WAY)),
        finding=f"{len(rows)} of {every} heads: {query if found.read == query else sentence('read', query=query, read=found.read)}",
    )


def _title(column: Column, scores: Scores) -> str:
    """`dependency.obj`, with the corpus where several have it and the direction where one was asked for, as a query has them."""
    others = {one.corpus for one in scores.series() if (one.measure, one.key) == column.name[:2]}
    name = f"{column.name.full}@{column.name.corpus}" if len(others) > 1 else column.name.full
    asked = next((word for word, way in LANGUAGE["directions"].items() if way == column.direction), "")
    return f"{name} {asked}".rstrip()


def _numbers(found: Found, column: Column, place: int) -> tuple[float | None, float | None, float | None]:
    series = column.series[place]
    if series is None:
        return None, None, None
    _, head = found.facts.heads[place]
    low, high = (None if np.isnan(end[head]) else float(end[head]) for end in found.facts.interval(series))
    return float(found.facts.value(series)[head]), low, high


def _direction(column: Column, place: int) -> str | None:
    series = column.series[place]
    return None if series is None else series.direction


def _with_interval(name: str, column: Column) -> Callable[[dict[str, Cell]], str]:
    def text(row: dict[str, Cell]) -> str:
        value, ends = row[name], ends_of(row, f"{name} {LOW}", f"{name} {HIGH}")
        if not isinstance(value, float):
            return "–"
        between = column.quantity.interval(*ends)
        number = f"{column.quantity.digits(value, *ends)} ({between})" if between else column.quantity.digits(value)
        return number + SHORT.get(str(row.get(f"{name} {WAY}")), "")

    return text
