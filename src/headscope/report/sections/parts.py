"""What a section of the page is made of, as JSON: tables and charts of dots; and the sentence for what was not run.

A number keeps all its digits here, so that the page's CSV is the run's own numbers; `texts` are what a reader sees of them, with no
more digits than their intervals carry. web/src/sections/ draws this; its types.ts is the other side.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from headscope.results.manifest import Manifest
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table

CAVEAT = "Attention shows where a head reads, not why the model answers: it is no explanation."
PAPER = "BERT-base, in the paper"
_Row = dict[str, Cell]


def section(
    id: str,
    name: str,
    *,
    read: str,
    title: str = "",
    formulas: Mapping[str, str] | None = None,
    caveat: str = "",
    measures: Sequence[str] = (),
    charts: Sequence[dict[str, Any]] = (),
    tables: Sequence[dict[str, Any]] = (),
    after: Sequence[dict[str, Any]] = (),
    references: Mapping[str, Sequence[float | None]] | None = None,
    notes: Sequence[str] = (),
    missing: str = "",
    command: str = "",
) -> dict[str, Any]:
    """One section. `title` states the finding; `measures` are those whose scores are drawn head by head; charts stand above them
    and the tables, those of `after` below; `references` are published means by layer, under the scores that they belong to; `missing` and
    `command` say why there is nothing, and what would give it."""
    return {
        "id": id,
        "name": name,
        "title": minus(title),
        "read": read,
        "formulas": [list(item) for item in (formulas or {}).items()],
        "caveat": f"{CAVEAT} {caveat}".rstrip(),
        "measures": list(measures),
        "charts": list(charts),
        "tables": list(tables),
        "after": list(after),
        "references": {name: list(values) for name, values in (references or {}).items()},
        "notes": list(notes),
        "missing": missing,
        "command": command,
    }


def minus(text: str) -> str:
    """A sentence with its minus signs; the hyphen between the numbers of a head stays one.

    >>> minus("head 4-2 (weight -3.9)")
    'head 4-2 (weight −3.9)'
    """
    return re.sub(r"(?<![\w-])-(?=\d)", "−", text)


def table(
    made: Table,
    id: str,
    title: str,
    shown: Mapping[str, str],
    *,
    heads: Collection[str] = ("head",),
    published: Collection[str] = (),
    strong: Callable[[_Row], bool] = lambda row: False,
    faint: Callable[[_Row], bool] = lambda row: False,
    foot: Callable[[_Row], bool] = lambda row: False,
    notes: Sequence[str] = (),
) -> dict[str, Any]:
    """A table: `shown` names the columns that a reader sees, where they hold anything, and what they are called; CSV has them all. Columns
    of `heads` name heads of this model, those of `published` have others' numbers. Rows may be strong, faint, or at the
    foot, where sorting leaves them."""
    rows = [dict(zip(made.columns, row, strict=True)) for row in made.rows]
    seen = [column for column in made.columns if column in shown and any(row[column] is not None for row in rows)]
    marks = {"strong": strong, "faint": faint, "foot": foot}
    return {
        "id": id,
        "title": title,
        "columns": [
            {
                "name": column,
                "title": shown.get(column, column),
                "kind": _kind(column, [row[column] for row in rows if not foot(row)], heads),
                "shown": column in seen,
                "published": column in published,
            }
            for column in made.columns
        ],
        "rows": [list(row.values()) for row in rows],
        "texts": [[_text(made, row, column) if column in seen else None for column in made.columns] for row in rows],
        **{mark: [at for at, row in enumerate(rows) if given(row)] for mark, given in marks.items()},
        "notes": list(notes),
    }


def _kind(column: str, cells: Sequence[Cell], heads: Collection[str]) -> str:
    if column in heads:
        return "head"
    return "number" if all(cell is None or isinstance(cell, int | float) for cell in cells) else "text"


def _text(made: Table, row: _Row, column: str) -> str:
    if column in made.text:
        return made.text[column](row)
    cell = row[column]
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.3f}" if isinstance(cell, float) else cell


def dot(
    label: str,
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    *,
    text: str = "",
    rival: float | None = None,
    published: float | None = None,
    head: str = "",
    stack: str = "",
    sure: bool = True,
) -> dict[str, Any]:
    """One line of a chart: a number with its interval, what it is to be compared with, and the published one. `text` is what a reader
    who sees no chart is told."""
    return {
        "label": label,
        "value": value,
        "low": low,
        "high": high,
        "rival": rival,
        "published": published,
        "head": head,
        "stack": stack,
        "sure": sure,
        "text": text,
    }


def dots(
    title: str,
    caption: str,
    groups: Mapping[str, Sequence[dict[str, Any]]],
    *,
    value: str,
    rival: str = "",
    unit: str = "percent",
) -> dict[str, Any]:
    """A chart with one line a number, in groups; `value` and `rival` say what its two marks are."""
    lines = [{"name": name, "lines": list(some)} for name, some in groups.items() if some]
    paper = PAPER if any(one["published"] is not None for some in groups.values() for one in some) else ""
    legend = {"value": value, "rival": rival, "published": paper}
    return {"kind": "dots", "title": title, "caption": caption, "unit": unit, "legend": legend, "groups": lines}


def measured(scores: Scores, measures: Sequence[str]) -> list[str]:
    """Those of the measures that have figures in this run."""
    held = {series.measure for series in scores.tally if scores.tally.groups(series)}
    return [name for name in measures if name in held]


def why_not(scores: Scores, measure: str) -> str:
    """Why a measure has no figures here, in a sentence."""
    left_out = scores.manifest.left_out.get(measure)
    if left_out:
        return f"It was not measured: {left_out.rstrip('.')}."
    if measure in scores.manifest.measures:
        return "It was measured, but nothing in the corpus gave it a figure."
    return "It was not asked for in this run."


def left_out(scores: Scores, measures: Sequence[str]) -> list[str]:
    """One sentence for each of the measures, and each of their keys, that the run left out."""
    found = {name: reason.rstrip(".") for name, reason in scores.manifest.left_out.items()}
    missing = [f"{name} was not measured: {reason}." for name, reason in found.items() if name.split(" ")[0] in measures]
    return [*read_in_part(scores.manifest, measures), *missing]


def read_in_part(manifest: Manifest, measures: Iterable[str]) -> list[str]:
    """One sentence for each of the measures, and each of their keys, that did not read all of its corpus."""
    wanted = {*measures}
    return [
        f"{name} was measured on {manifest.part(name)} its units, so that it costs no more than the rest of the run; "
        f"--measure {name.split(' ')[0]} takes all."
        for name in manifest.options.get("every", {})
        if name.split(" ")[0] in wanted
    ]
