"""Tables to standard output: fitted to a terminal and in colour, or whole and plain into a pipe or a file."""

import sys

from rich.console import Console
from rich.text import Text

from headscope.tables.screen import on_screen
from headscope.tables.table import Table


def print_table(table: Table, form: str = "table", *, before: str = "") -> None:
    """Prints a table as `table`, `csv` or `json`; `before` stands above the first of these."""
    console = Console(highlight=False)
    if form == "table" and console.is_terminal:
        if before:
            console.print(Text(before.rstrip("\n")), end="\n\n")
        console.print(on_screen(table, console.width))
    else:
        sys.stdout.write((before if form == "table" else "") + table.to(form))
