"""Tables on a terminal: nothing is wider than it, what goes is named, and nothing in a cell is taken for more than text."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from headscope.api.screen import print_table
from headscope.tables.screen import on_screen
from headscope.tables.table import Table

WIDE = Table(
    "What this is",
    ("head", "what", "first", "second", "third"),
    [
        ("7-7", "attends to the verb of a direct object, wherever that stands", 0.125, 1200, None),
        ("1-1", "mixed", 0.5, 3, 0.75),
    ],
    finding="Two heads are listed, one of which does something that takes many words to say.",
    notes=("third: what comes last.",),
    least=("second",),
)


def drawn(table: Table, width: int, **options: object) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, **options)
    console.print(on_screen(table, width))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


@pytest.mark.parametrize("width", [20, 40, 60, 80, 133, 200])
def test_no_line_is_wider_than_the_terminal(width):
    assert max(map(cell_len, drawn(WIDE, width).splitlines())) <= width


def test_where_there_is_room_it_is_what_a_pipe_gets():
    assert drawn(WIDE, 200) == "\n".join(line.rstrip() for line in WIDE.to_text().splitlines())


def test_text_is_wrapped_first_then_columns_go_by_their_importance():
    wrapped, narrow, narrowest = (drawn(WIDE, width) for width in (64, 54, 20))
    assert "wherever that stands" in wrapped and "second" in wrapped and "Not shown" not in wrapped
    assert "Not shown for want of room: second." in " ".join(narrow.split()) and "third" in narrow
    assert "Not shown for want of room: what, first, second, third." in " ".join(narrowest.split()) and "7-7" in narrowest


def test_cells_are_text_whatever_is_in_them():
    hostile = Table("[bold]x[/bold]", ("token",), [("[link=file:///]a[/link]",), ("\x1b[2J",), ("日本",)])
    text = drawn(hostile, 60, force_terminal=True)
    assert "[link=file:///]a[/link]" in text and "[bold]x[/bold]" in text
    assert "\x1b[2J" not in text


def test_colour_says_no_more_than_words_do_and_can_be_turned_off(monkeypatch):
    table = Table("", ("head", "label"), [("7-7", "next")], colours={"next": "#0072b2"})
    assert "38;2;0;114;178" in drawn(table, 80, force_terminal=True, color_system="truecolor")
    monkeypatch.setenv("NO_COLOR", "1")
    plain = drawn(table, 80, force_terminal=True)
    assert "38;2" not in plain and "next" in plain


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_a_pipe_gets_everything_and_no_colour(capsys, monkeypatch, form):
    monkeypatch.setenv("COLUMNS", "20")
    print_table(WIDE, form, before="Above.\n")
    assert capsys.readouterr().out == ("Above.\n" if form == "table" else "") + WIDE.to(form)


def test_a_terminal_gets_what_fits(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "54")
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes that for a terminal
    print_table(WIDE, before="Above.\n")
    text = capsys.readouterr().out
    assert "Above." in text and "Not shown for want of room" in text and "\x1b[" in text
    print_table(WIDE, "csv")
    assert capsys.readouterr().out == WIDE.to_csv()
