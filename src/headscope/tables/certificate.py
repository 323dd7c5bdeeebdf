"""A certificate as a table (terminal, CSV, JSON) and as Markdown: the paper's number, its notebook's, ours, and what lies between."""

import re
from collections.abc import Callable
from dataclasses import asdict, fields

from headscope.characters import printable
from headscope.quantities import digits, percent, percent_interval
from headscope.reproduce.certificate import NO_VERDICT, Certificate
from headscope.reproduce.row import Row
from headscope.reproduce.situation import OTHERS
from headscope.tables.table import Cell, Table

FORMS = ("table", "markdown", "csv", "json")
_NOTHING = "–"
_SMALL = 0.01  # from here on down two digits are shown: gradients are small
_MOST = {"nats": 2, "ratio": 2}  # decimals
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&#])")  # what could be taken for Markdown's own
_HEADINGS = {
    "what": "number",
    "paper": "paper",
    "notebook": "notebook",
    "ours": "ours",
    "as_published": "ours, as published",
    "difference": "difference",
    "status": "status",
    "explained": "explained by",
}


def certificate_table(made: Certificate) -> Table:
    """One row a number, in the paper's order. A terminal shows the columns of the Markdown; CSV and JSON have all fields, shares from
    0 to 1."""
    columns = tuple(field.name for field in fields(Row))
    rows = [tuple(_cell(value) for value in asdict(row).values()) for row in made.rows]
    shown_columns = _columns(made)
    hidden = tuple(name for name in columns if name not in shown_columns)
    by_id = {row.id: row for row in made.rows}

    def text(name: str) -> Callable[[dict[str, Cell]], str]:
        return lambda cells: written(by_id[str(cells["id"])], name)

    notes = [f"{one.id}: {one.sentence}" for one in made.departures]
    forms = {name: text(name) for name in shown_columns if name != "what"}
    return Table(
        made.title,
        columns,
        rows,
        forms,
        hidden,
        f"{made.remark} {made.summary}",
        tuple(notes),
        ("notebook", "explained", "status"),
    )


def markdown(made: Certificate) -> str:
    """The certificate as a document: a table a section, and the departures that explain something."""
    paper = made.paper
    lines = [f"# {_safe(made.title)}", "", f"{_safe(paper.authors)}, *{_safe(paper.title)}*, <{paper.address}>.", ""]
    lines += [_safe(made.remark), "", _safe(made.summary), ""]
    columns = _columns(made)
    for section in dict.fromkeys(row.section for row in made.rows):
        lines += [f"## {_safe(section)}", "", _line([_HEADINGS[name] for name in columns]), _line(["---"] * len(columns))]
        mine = (row for row in made.rows if row.section == section)
        lines += [_line([_safe(written(row, name)) for name in columns]) for row in mine]
        lines.append("")
    if made.departures:
        lines += ["## What lies between", ""]
        lines += [f"- `{one.id}`: {_safe(one.sentence)}" for one in made.departures]
        lines.append("")
    return "\n".join(lines)


def written(row: Row, name: str) -> str:
    """One cell for people: numbers with no more digits than are known, and the heads or layers that they are of.

    >>> row = Row("x", "s", "w", "t", "percent", paper=0.868, ours=0.812, low=0.773, high=0.849, difference=-0.056, where="7-7")
    >>> [written(row, name) for name in ("paper", "ours", "difference", "notebook")]
    ['86.8', '81 (77–85) · 7-7', '-6', '–']
    """
    if name == "what":
        return f"{row.what} ({row.source})"
    if name == "status":
        return NO_VERDICT if row.status.startswith(NO_VERDICT) and OTHERS.keys() & set(row.explained) else row.status
    if name == "explained":
        return ", ".join(row.explained) or _NOTHING
    if name in ("paper", "notebook"):
        return _published(row, name)
    if name == "ours":
        return _of(_number(row, row.ours, row.low, row.high), row.where)
    if name == "as_published":
        return _number(row, row.as_published, row.as_published_low, row.as_published_high)
    return _difference(row)


def _columns(made: Certificate) -> tuple[str, ...]:
    return tuple(name for name in _HEADINGS if name != "as_published" or made.both)


def _published(row: Row, name: str) -> str:
    """As it was printed, or said. Heads stand with the paper's number or, where it has none, with the notebook's."""
    value = row.paper if name == "paper" else row.notebook
    if name == "paper" and row.said:
        return row.said
    if value is None:
        return _NOTHING
    number = f"{round(100 * value, 4):g}" if row.unit == "percent" else f"{value:,.0f}" if row.unit == "count" else f"{value:g}"
    return _of(number, row.paper_where if name == "paper" or row.paper is None else "")


def _of(number: str, where: str) -> str:
    return f"{number} · {where}" if where and number != _NOTHING else number


def _number(row: Row, value: float | None, low: float | None, high: float | None) -> str:
    if value is None:
        return _NOTHING
    if row.unit == "count":
        between = "" if low is None or high is None or low == high else f"{low:.0f}–{high:.0f}"
        number = f"{value:,.0f}"
    elif row.unit == "percent":
        number, between = percent(value, low, high, small=low is None), percent_interval(low, high)
    elif 0 < abs(value) < _SMALL:
        return f"{value:.2g}"
    else:
        decimals = _decimals(row, low, high)
        number = f"{value:.{decimals}f}"
        between = "" if low is None or high is None else f"{low:.{decimals}f}–{high:.{decimals}f}"
    return f"{number} ({between})" if between else number


def _difference(row: Row) -> str:
    """Signed; with as many digits as ours has."""
    if row.difference is None:
        return _NOTHING
    if row.unit == "count":
        return f"{row.difference:+,.0f}"
    if row.unit == "percent":
        decimals = len(percent(0.0, row.low, row.high, small=row.low is None).partition(".")[2])
        return f"{round(100 * row.difference, decimals) + 0.0:+.{decimals}f}"
    decimals = _decimals(row, row.low, row.high)
    return f"{round(row.difference, decimals) + 0.0:+.{decimals}f}"


def _decimals(row: Row, low: float | None, high: float | None) -> int:
    """As many as the interval carries, and no more than published numbers of the kind have, or one beyond."""
    return min(_MOST.get(row.unit, 3), digits(low, high))


def _cell(value: object) -> Cell:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return value if isinstance(value, str | int | float) else None


def _safe(text: str) -> str:
    """Text that Markdown shows as it is.

    >>> print(_safe("a|b <script> [SEP] 5*4"))
    a\\|b \\<script\\> \\[SEP\\] 5\\*4
    """
    return _SPECIAL.sub(r"\\\1", printable(text))


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
