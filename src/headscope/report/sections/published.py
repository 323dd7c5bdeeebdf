"""The last section, the paper's numbers beside ours; and its means by layer, which stand beside ours in other sections."""

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from headscope.quantities import percent, percent_interval, shown, shown_interval
from headscope.report.sections.parts import dot, dots, section, table
from headscope.reproduce import Row, beside, departures, paper
from headscope.reproduce.ours import is_model
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table

NOTE = "BERT-base: the paper's means by layer, read off its authors' notebook to about 0.02 (entropies 0.05 nats)."
OF_GRADIENTS = (
    "The paper prints no numbers of its gradients; it reports that from layer 5 of BERT-base on that of [SEP] is very small, so that "
    "attending to [SEP] is close to doing nothing."
)
_GOOD = ("within the interval", "holds")
_COLUMNS = {
    "what": "number",
    "paper": "paper, BERT-base",
    "notebook": "its notebook",
    "ours": "ours (95%)",
    "difference": "difference",
    "paper_where": "where, paper",
    "where": "where, ours",
    "status": "verdict",
}
_HIDDEN = ("id", "section", "source", "unit", "said", "low", "high", "corpus", "explained")
_PLACE = ".layer-"  # in the id of a mean of one layer


@cache
def by_layer() -> dict[str, tuple[float | None, ...]]:
    """The published means over the heads of each layer, under `measure.key`; None is one that the plot does not tell."""
    source = paper()
    found: dict[str, list[float | None]] = {}
    for number in source.numbers:
        if _PLACE in number.id:
            values = found.setdefault(f"{number.way.measure}.{number.way.key}", [None] * layers())
            values[number.way.first - 1] = number.notebook
    return {name: tuple(values) for name, values in found.items()}


@cache
def even() -> dict[str, float | None]:
    """What uniform attention has by the paper's plots, under `measure.key`."""
    found = [number for number in paper().numbers if number.way.kind == "baseline" and number.way.name == "uniform"]
    return {f"{one.way.measure}.{one.way.key}": one.paper if one.paper is not None else one.notebook for one in found}


def layers() -> int:
    """How many layers the paper's model has."""
    return next(iter(paper().stacks.values()))[0]


def comparable(scores: Scores) -> bool:
    """Whether the paper is about models of this kind, encoders, and about such weights: attention."""
    return "encoder" in scores.manifest.model["stacks"] and scores.weights[0] == "raw"


def against_the_paper(scores: Scores) -> dict[str, Any]:
    """Every number of the paper that has a counterpart here, beside it."""
    id, name = "paper", "Against the paper"
    read = (
        "Each line is a number that the paper prints for BERT-base, as a diamond, and ours with its interval. Where model and data are not "
        "the paper's a difference is one of model and data, and there is no verdict."
    )
    rows = [row for row in beside(scores) if _PLACE not in row.id]  # those stand in the tables of means by layer
    if not rows:
        missing = "Nothing in this run is a counterpart of a number in the paper."
        return section(id, name, read=read, missing=missing, command="headscope report -m MODEL -c CORPUS -o DIR")
    columns = (*_COLUMNS, *_HIDDEN)
    cells = [tuple(_cell(row, column) for column in columns) for row in rows]
    text: dict[str, Callable[[dict[str, Cell]], str]] = {
        column: partial(_text, column=column) for column in ("paper", "notebook", "ours", "difference")
    }
    used = [id for id in departures() if any(id in row.explained for row in rows)]
    made = Table("", columns, cells, text)
    # Where nothing can be judged, the section has said so.
    columns_shown = {column: words for column, words in _COLUMNS.items() if column != "status" or any(map(_judged, rows))}
    return section(
        id,
        name,
        title=_finding(scores, rows),
        read=read,
        formulas={"difference": "ours − the paper’s or, where it prints none, ours − its notebook’s"},
        caveat="That two numbers agree does not make the two models do the same.",
        charts=_chart(scores, rows),
        tables=[
            table(
                made,
                "paper",
                "The paper’s numbers and ours",
                columns_shown,
                heads=(),
                published=("paper", "notebook", "paper_where"),
            )
        ],
        notes=[f"Source: {paper().authors}, “{paper().title}”.", *(departures()[id].sentence for id in used)],
    )


def _cell(row: Row, column: str) -> Cell:
    value = getattr(row, column)
    return ", ".join(value) if column == "explained" else value


def _finding(scores: Scores, rows: Sequence[Row]) -> str:
    compared = [row for row in rows if row.difference is not None and row.status != "set-up"]
    judged = [row for row in compared if _judged(row)]
    if judged:
        good = sum(row.status.startswith(_GOOD) for row in judged)
        return f"Of {len(judged)} numbers of the paper that can be judged here, {good} hold or lie within our interval."
    whose = "this is the paper’s model on other data" if is_model(paper(), scores.manifest.model) else "this is another model"
    return f"{len(compared)} numbers of the paper have a counterpart here; {whose}, so that a difference is no failure."


def _judged(row: Row) -> bool:
    return row.status.startswith((*_GOOD, "differs"))


def _chart(scores: Scores, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Accuracies of heads that the paper's tables print; rules and offsets are in the table."""
    groups: dict[str, list[dict[str, Any]]] = {}
    stack = next(iter(scores.manifest.model["stacks"]))
    for row in rows:
        head = re.match(r"\d+-\d+", row.where)
        if row.unit != "percent" or row.paper is None or row.ours is None or head is None:
            continue
        between = percent_interval(row.low, row.high)
        ours = f"{percent(row.ours, row.low, row.high)}%{f' ({between})' if between else ''}"
        line = dot(
            row.id.rpartition(".")[2] + "".join(row.where.partition(", as ")[1:]),
            row.ours,
            row.low,
            row.high,
            text=f"{row.what}: {ours}, BERT-base {percent(row.paper)}%",
            published=row.paper,
            head=head[0],
            stack=stack,
            sure=row.low is not None,
        )
        groups.setdefault(row.section, []).append(line)
    caption = (
        "Heads are picked and scored on the same documents, as in the paper. Lines are 95% intervals over documents; hollow: too few cases "
        "for one. On Universal Dependencies the nearest relation stands for the paper’s."
    )
    return [dots("Accuracies in the paper’s tables, and ours", caption, groups, value="ours")] if groups else []


def _text(row: dict[str, Cell], column: str) -> str:
    if column == "paper" and row["said"]:
        return str(row["said"])
    value, low, high = (cell if isinstance(cell, float) else None for cell in (row[column], row["low"], row["high"]))
    if value is None:
        return "–"
    if row["unit"] == "count":
        return f"{value:,.0f}"
    written, ends = (percent, percent_interval) if row["unit"] == "percent" else (shown, shown_interval)
    if column in ("paper", "notebook"):
        return f"{percent(value)}%" if row["unit"] == "percent" else f"{value:g}"
    unit = {"ours": "%", "difference": " points"}[column] if row["unit"] == "percent" else ""
    number = written(value, low, high) + unit
    between = ends(low, high) if column == "ours" else ""
    return f"{number} ({between})" if between else number
