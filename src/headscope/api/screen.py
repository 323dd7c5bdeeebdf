"""Tables to standard output: fitted to a terminal and in colour, or whole and plain into a pipe or a file."""

from rich.text import Text

from headscope import console
from headscope.characters import printable
from headscope.tables.screen import on_screen
from headscope.tables.table import Table


def print_table(table: Table, form: str = "table", *, before: str = "") -> None:
    """Prints a table as `table`, `csv` or `json`; `before` stands above the first of these."""
    width = console.terminal_width() if form == "table" else None
    if width is None:
        console.data((before if form == "table" else "") + table.to(form))
        return
    above = [Text("\n".join(map(printable, before.rstrip("\n").split("\n")))), Text("")] if before else []
    console.coloured(console.drawn(*above, on_screen(table, width)))
