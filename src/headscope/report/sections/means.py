"""The means over the heads of each layer as a table of a section, with the paper's beside them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from headscope.report.sections import published as theirs
from headscope.report.sections.parts import measured, table
from headscope.results.scores import Scores
from headscope.tables import by_layer as layers
from headscope.tables.kind import where_columns
from headscope.tables.table import Cell, Table

_COLUMNS = {
    "offset.-1": "previous token",
    "offset.0": "current token",
    "offset.+1": "next token",
    "token.cls": "[CLS]",
    "token.sep": "[SEP]",
    "token.punct": "punctuation",
    "token-from-sep.sep": "[SEP] from [SEP]",
    "entropy.all": "from all tokens",
    "entropy.cls": "from [CLS]",
    "gradient.sep": "[SEP]",
    "gradient.cls": "[CLS]",
    "gradient.punct": "punctuation",
    "gradient.other": "other tokens",
}
_PAPER = ", paper"  # ends the name of a column of published means


def means(scores: Scores, measures: Sequence[str], id: str, title: str) -> list[dict[str, Any]]:
    """The means over the heads of each layer, with the paper's beside them; even attention at the foot. None where the run has none."""
    if not any(measure in layers.SHOWN for measure in measured(scores, measures)):
        return []
    made, outer = layers.by_layer(scores), where_columns(scores)
    names = [name for name in made.columns if name.split(".")[0] in measures]
    kept = (
        *outer,
        "layer",
        *(column for name in names for column in (name, *([name + _PAPER] if name in theirs.by_layer() else []))),
    )
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    if not outer:  # BERT-base may have more layers
        least = len(rows) - 1
        rows[least:least] = [{"layer": layer} for layer in range(least + 1, theirs.layers() + 1) if len(kept) > len(names) + 1]
    cells = [tuple(_cell(row, column) for column in kept) for row in rows]
    cells = [row for row in cells if any(isinstance(cell, float) for cell in row)]  # gradients have no even attention
    shown = {name: _COLUMNS[name] for name in names} | {column: column for column in (*outer, "layer")}
    published = {column: "BERT-base" for column in kept if column.endswith(_PAPER)}
    text = {name: made.text[name] for name in names} | {column: partial(_two_decimals, column=column) for column in published}
    return [
        table(
            Table("", kept, cells, text),
            id,
            title,
            shown | published,
            published=published,
            foot=lambda row: row["layer"] == layers.UNIFORM,
            notes=[
                *(["uniform: what attention spread evenly would have."] if any(layers.UNIFORM in row for row in cells) else []),
                *([theirs.NOTE] if published else []),
            ],
        )
    ]


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


def references(measures: Sequence[str]) -> dict[str, tuple[float | None, ...]]:
    return {name: values for name, values in theirs.by_layer().items() if name.split(".")[0] in measures}
