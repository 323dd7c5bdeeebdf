"""A table as a terminal shows it: fitted to its width, with colour where it allows. Pipes and files get `Table.to_text`, which has all.

What does not fit goes in this order: text wider than 30 places is wrapped, then columns are dropped, the least important first
(`Table.least`, then from the right; never the first). A line under the table names them.
"""

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from headscope.characters import printable
from headscope.tables.table import Table

WRAPPED = 30  # text that is wider may be wrapped to this
BETWEEN = 2


def on_screen(table: Table, width: int) -> Group:
    """Title, finding, rows and notes, for a terminal of so many places."""
    names, body, numeric = table.written()
    wide = [max(cell_len(line[at]) for line in [names, *body]) for at in range(len(names))]
    least = [w if right else min(w, max(WRAPPED, cell_len(n))) for n, w, right in zip(names, wide, numeric, strict=True)]
    shown = _fitting(table, names, least, width)
    given = _widths([wide[at] for at in shown], [least[at] for at in shown], width)
    grid = Grid(box=None, padding=(0, BETWEEN, 0, 0), pad_edge=False, header_style="dim")
    for at, places in zip(shown, given, strict=True):
        grid.add_column(Text(printable(names[at])), justify="right" if numeric[at] else "left", width=places, overflow="fold")
    for line in body:
        grid.add_row(*(Text(line[at], _style(table, names[at], line[at])) for at in shown))
    parts: list[RenderableType] = [Text(printable(table.title), "bold")] if table.title else []
    parts += [Text(printable(table.finding))] if table.finding else []
    parts += [Text(""), grid] if parts else [grid]
    left_out = [printable(name) for at, name in enumerate(names) if at not in shown]
    notes = [printable(line) for line in table.notes]
    if left_out:
        notes.append(f"Not shown for want of room: {', '.join(left_out)}. A wider window shows more, --format csv all.")
    return Group(*parts, *([Text("")] if notes else []), *(Text(line, "dim") for line in notes))


def _fitting(table: Table, names: list[str], least: list[int], width: int) -> list[int]:
    """The columns that are kept, by their places."""
    order = [names.index(name) for name in table.least if name in names]
    order += [at for at in range(len(names) - 1, 0, -1) if at not in order]
    shown = list(range(len(names)))
    for at in order:
        if sum(least[one] + BETWEEN for one in shown) - BETWEEN <= width:
            break
        shown.remove(at)
    return shown


def _widths(wide: list[int], least: list[int], width: int) -> list[int]:
    """Every column its least, and what is left to those that want more, from the left."""
    left = width - sum(least) - BETWEEN * (len(wide) - 1)
    given = []
    for most, few in zip(wide, least, strict=True):
        more = max(0, min(most - few, left))
        given.append(few + more)
        left -= more
    return given


def _style(table: Table, column: str, cell: str) -> str:
    return table.colours.get(cell, "cyan" if column == "head" else "")
