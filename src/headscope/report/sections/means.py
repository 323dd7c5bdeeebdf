"""The means over the heads of each layer as a table of a section, with the paper's beside them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from headscope.report.sections import published as theirs
from headscope.report.sections.parts import table
from headscope.results.scores import Scores
from headscope.tables import by_layer as layers
from headscope.tables.kind import where_columns
from headscope.tables.table import Cell, Table

_PAPER = ", paper"  # ends the name of a column of published means


def means(scores: Scores, measures: Sequence[str], id: str, title: str = "Means by layer") -> list[dict[str, Any]]:
    """The means over the heads of each layer, with the paper's beside them; uniform attention at the foot. None where the measures have
    no columns. Columns are called what their keys say; a unit that all share stands in the title, else in the column's."""
    columns = {layers.column(one): one for one in layers.layer_series(scores) if one.measure in measures}
    if not columns:
        return []
    units = {scores.about(one.measure).quantity.unit for one in columns.values()}
    common = units.pop() if len(units) == 1 else None
    titles = {name: scores.key(one).short for name, one in columns.items()}
    if common is None:
        titles = {
            name: ", ".join(filter(None, (words, _unit(scores, columns[name].measure)))) for name, words in titles.items()
        }
    made, outer = layers.by_layer(scores), where_columns(scores)
    beside = theirs.by_layer() if theirs.comparable(scores) else {}
    kept = (*outer, "layer", *(one for name in columns for one in (name, *([name + _PAPER] if name in beside else []))))
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    cells = [tuple(_cell(row, column) for column in kept) for row in rows]
    cells = [row for row in cells if any(isinstance(cell, float) for cell in row)]  # gradients have no uniform attention
    shown = titles | {column: column for column in (*outer, "layer")}
    published = {column: "BERT-base" for column in kept if column.endswith(_PAPER)}
    text = {name: made.text[name] for name in columns} | {name: partial(_two_decimals, column=name) for name in published}
    return [
        table(
            Table("", kept, cells, text),
            id,
            f"{title}, in {common}" if common else title,
            shown | published,
            published=published,
            foot=lambda row: row["layer"] == layers.UNIFORM,
            notes=[
                *(["uniform: what attention spread evenly would have."] if any(layers.UNIFORM in row for row in cells) else []),
                *([theirs.NOTE] if published else []),
            ],
        )
    ]


def _unit(scores: Scores, measure: str) -> str:
    return scores.about(measure).quantity.unit


def _cell(row: dict[str, Cell], column: str) -> Cell:
    if not column.endswith(_PAPER):
        return row.get(column)
    name, layer = column.removesuffix(_PAPER), row["layer"]
    if isinstance(layer, int):
        return theirs.by_layer()[name][layer - 1] if layer <= theirs.layers() else None
    return theirs.even().get(name)


def _two_decimals(row: dict[str, Cell], column: str) -> str:
    value = row[column]
    return f"{value:.2f}" if isinstance(value, float) else "–"


def references(scores: Scores, measures: Sequence[str]) -> dict[str, tuple[float | None, ...]]:
    """The paper's means by layer, where it has any."""
    beside = theirs.by_layer() if theirs.comparable(scores) else {}
    return {name: values for name, values in beside.items() if name.split(".")[0] in measures}
