"""A table as data, and its three forms: for a terminal, as CSV, as JSON. What is in it is decided elsewhere."""

import csv
import io
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from headscope.errors import unknown_name

Cell = str | int | float | None


@dataclass
class Table:
    """Rows under named columns. `text` gives a column its form on a terminal; CSV and JSON carry the full numbers."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    text: dict[str, Callable[[dict[str, Cell]], str]] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()  # columns that a terminal leaves out because another shows them
    finding: str = ""  # a sentence under the title that says what the table shows
    notes: tuple[str, ...] = ()  # lines under the rows that say what columns are

    def to(self, form: str) -> str:
        """The table as `table`, `csv` or `json`."""
        forms: dict[str, Callable[[], str]] = {"table": self.to_text, "csv": self.to_csv, "json": self.to_json}
        if form not in forms:
            raise unknown_name("format", form, forms)
        return forms[form]()

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def to_json(self) -> str:
        return json.dumps([dict(zip(self.columns, row, strict=True)) for row in self.rows], indent=2, ensure_ascii=False) + "\n"

    def to_text(self) -> str:
        """Columns lined up, numbers to the right, no lines; safe for a terminal whatever a token or name contains."""
        names = [name for name in self.columns if name not in self.hidden]
        body = []
        for row in self.rows:
            named = dict(zip(self.columns, row, strict=True))
            body.append([printable(self.text[n](named) if n in self.text else _plain(named[n])) for n in names])
        numeric = [all(isinstance(row[self.columns.index(n)], int | float | None) for row in self.rows) for n in names]
        widths = [max(len(line[i]) for line in [names, *body]) for i in range(len(names))]
        above = [printable(line) for line in (self.title, self.finding) if line]
        lines = [*above, ""] if above else []
        for line in [names, *body]:
            cells = [c.rjust(w) if right else c.ljust(w) for c, w, right in zip(line, widths, numeric, strict=True)]
            lines.append("  ".join(cells).rstrip())
        notes = [printable(line) for line in self.notes]
        return "\n".join([*lines, "", *notes] if notes else lines) + "\n"


def printable(text: str) -> str:
    """Text without control characters, which could move a terminal's cursor or worse."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def _plain(cell: Any) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def digits(low: float | None, high: float | None) -> int:
    """How many decimals an interval carries: those down to the first digit of its half-width; 3 without an interval.

    >>> digits(0.94, 0.96), digits(0.9549, 0.9575), digits(None, None)
    (2, 3, 3)
    """
    if low is None or high is None:
        return 3
    half = (high - low) / 2
    return 4 if half <= 0 else min(4, max(1, math.ceil(-math.log10(half) - 1e-9)))


def shown(value: float, low: float | None = None, high: float | None = None) -> str:
    """A number with no more digits than its interval carries.

    >>> shown(0.95623, 0.9549, 0.9575)
    '0.956'
    """
    return f"{value:.{digits(low, high)}f}"


def shown_interval(low: float | None, high: float | None) -> str:
    """An interval as people write it.

    >>> shown_interval(0.9549, 0.9575), shown_interval(-0.012, 0.018)
    ('0.955–0.958', '-0.01 to 0.02')
    """
    if low is None or high is None:
        return ""
    return f"{shown(low, low, high)}{' to ' if low < 0 else '–'}{shown(high, low, high)}"


def percent(value: float, low: float | None = None, high: float | None = None, *, small: bool = False) -> str:
    """A share in percent: one decimal, none where its interval is wider than two points or where the cases are so few that one of
    them is more than a point.

    >>> percent(0.8683, 0.8641, 0.8724), percent(0.8683, 0.851, 0.884), percent(0.8683), percent(2 / 3, small=True)
    ('86.8', '87', '86.8', '67')
    """
    decimals = _decimals(low, high, small)
    return f"{round(100 * value, decimals) + 0.0:.{decimals}f}"  # adding 0 turns -0 into 0


def percent_interval(low: float | None, high: float | None) -> str:
    """An interval of shares in percent.

    >>> percent_interval(0.8641, 0.8724), percent_interval(-0.02, 0.03), percent_interval(None, None)
    ('86.4–87.2', '-2 to 3', '')
    """
    if low is None or high is None:
        return ""
    return f"{percent(low, low, high)}{' to ' if low < 0 else '–'}{percent(high, low, high)}"


def _decimals(low: float | None, high: float | None, small: bool) -> int:
    return 0 if small else min(1, max(0, digits(low, high) - 2))
