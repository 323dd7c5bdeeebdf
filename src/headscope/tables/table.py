"""A table as data, and its three forms: for a terminal, as CSV, as JSON. What is in it is decided elsewhere."""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from headscope.characters import as_json, printable
from headscope.errors import unknown_name

Cell = str | int | float | None


@dataclass
class Table:
    """Rows under named columns. `text` gives a column its form on a terminal; CSV and JSON carry the full numbers. Of characters that
    can't be shown JSON has escapes, so that it is exact; elsewhere U+FFFD stands for them."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    text: dict[str, Callable[[dict[str, Cell]], str]] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()  # columns that a terminal leaves out because another shows them
    finding: str = ""  # a sentence under the title that says what the table shows
    notes: tuple[str, ...] = ()  # lines under the rows that say what columns are
    least: tuple[str, ...] = ()  # columns that a narrow terminal drops, the least important first
    colours: dict[str, str] = field(default_factory=dict)  # of cells with these words, where a terminal has colour

    def to(self, form: str) -> str:
        """The table as `table`, `csv` or `json`."""
        forms: dict[str, Callable[[], str]] = {"table": self.to_text, "csv": self.to_csv, "json": self.to_json}
        if form not in forms:
            raise unknown_name("format", form, forms)
        return forms[form]()

    def to_csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(printable, self.columns))
        writer.writerows([printable(cell) if isinstance(cell, str) else cell for cell in row] for row in self.rows)
        return out.getvalue()

    def to_json(self) -> str:
        return as_json([dict(zip(self.columns, row, strict=True)) for row in self.rows]) + "\n"

    def written(self) -> tuple[list[str], list[list[str]], list[bool]]:
        """The columns that people are shown, their cells as text, safe for a terminal whatever a token or name contains; and which of
        the columns hold numbers."""
        names = [name for name in self.columns if name not in self.hidden]
        body = []
        for row in self.rows:
            named = dict(zip(self.columns, row, strict=True))
            body.append([printable(self.text[n](named) if n in self.text else _plain(named[n])) for n in names])
        numeric = [all(isinstance(row[self.columns.index(n)], int | float | None) for row in self.rows) for n in names]
        return names, body, numeric

    def to_text(self) -> str:
        """Columns lined up, numbers to the right, no lines."""
        names, body, numeric = self.written()
        widths = [max(len(line[i]) for line in [names, *body]) for i in range(len(names))]
        above = [printable(line) for line in (self.title, self.finding) if line]
        lines = [*above, ""] if above else []
        for line in [[printable(name) for name in names], *body]:
            cells = [c.rjust(w) if right else c.ljust(w) for c, w, right in zip(line, widths, numeric, strict=True)]
            lines.append("  ".join(cells).rstrip())
        notes = [printable(line) for line in self.notes]
        return "\n".join([*lines, "", *notes] if notes else lines) + "\n"


def _plain(cell: Any) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.3f}" if isinstance(cell, float) else str(cell)
