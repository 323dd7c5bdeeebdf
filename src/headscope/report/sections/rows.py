"""Rows of a table by the names of their columns, as the sections of annotated text read them."""

from collections.abc import Sequence

from headscope.results.scores import Scores
from headscope.tables.kind import where_columns
from headscope.tables.table import Cell

Line = dict[str, Cell]


def number(row: Line, name: str) -> float:
    value = row[name]
    assert isinstance(value, float)
    return value


def ends(row: Line, name: str) -> tuple[float | None, float | None]:
    low, high = (row[f"{name}_{end}"] for end in ("low", "high"))
    return (low, high) if isinstance(low, float) and isinstance(high, float) else (None, None)


def place(scores: Scores, row: Line) -> str:
    return ", ".join(str(row[column]) for column in where_columns(scores))


def stack(scores: Scores, row: Line) -> str:
    return str(row.get("stack") or next(iter(scores.manifest.model["stacks"])))


def groups(scores: Scores, rows: Sequence[Line]) -> dict[str, list[Line]]:
    made: dict[str, list[Line]] = {}
    for row in rows:
        made.setdefault(place(scores, row), []).append(row)
    return made
