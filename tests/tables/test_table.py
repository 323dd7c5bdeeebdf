"""Tables: three forms of the same rows, safe on any terminal."""

import csv
import io
import json

import pytest

from headscope.errors import HeadscopeError
from headscope.quantities import digits, percent, percent_interval, shown, shown_interval
from headscope.tables.table import Table

TABLE = Table("Title", ("name", "number", "share"), [("a, b", 1200, 0.125), ('quote "', None, 0.5)])


def test_text_lines_up():
    assert TABLE.to("table") == 'Title\n\nname     number  share\na, b      1,200  0.125\nquote "       –  0.500\n'


def test_csv_and_json_carry_everything():
    assert list(csv.reader(io.StringIO(TABLE.to("csv"))))[1:] == [["a, b", "1200", "0.125"], ['quote "', "", "0.5"]]
    assert json.loads(TABLE.to("json"))[1] == {"name": 'quote "', "number": None, "share": 0.5}


def test_unknown_form():
    with pytest.raises(HeadscopeError, match="Did you mean 'json'"):
        TABLE.to("jsn")


def test_control_characters_never_reach_the_terminal():
    text = Table("\x1b[2J", ("token",), [("\x1b]0;owned\x07",), ("\u202eright",)]).to("table")
    assert "\x1b" not in text and "\x07" not in text and "\u202e" not in text


@pytest.mark.parametrize(
    ("low", "high", "number"),
    [(0.9, 1.0, 2), (0.949, 0.951, 3), (0.2, 0.9, 1), (0.5, 0.5, 4), (None, None, 3), (2.1, 6.3, 0), (0.1, 1.9, 1)],
)
def test_no_more_digits_than_the_interval_carries(low, high, number):
    assert digits(low, high) == number


def test_shown():
    assert shown(0.51712, 0.5117, 0.5225) == "0.517"
    assert shown_interval(0.5117, 0.5225) == "0.512–0.522"
    assert shown_interval(None, None) == ""


def test_notes_stand_under_the_rows_and_nowhere_else():
    table = Table("Title", ("name",), [("a",)], notes=("name: \x1bwhat it is called",))
    assert table.to("table") == "Title\n\nname\na\n\nname: \ufffdwhat it is called\n"
    assert "called" not in table.to("csv") + table.to("json")


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0.86834, 0.8649, 0.8724, "86.8"),
        (0.86834, 0.85, 0.89, "87"),
        (0.5, 0.2, 0.9, "50"),
        (0.5, 0.5, 0.5, "50.0"),
        (-0.0004, -0.05, 0.04, "0"),
        (-0.026, -0.05, 0.04, "-3"),
    ],
)
def test_percent_has_one_decimal_or_none(value, low, high, text):
    assert percent(value, low, high) == text


def test_percent_without_an_interval():
    assert percent(0.12345) == "12.3" and percent(0.12345, small=True) == "12"
    assert percent_interval(0.1, 0.9) == "10–90" and percent_interval(-0.001, 0.004) == "-0.1 to 0.4"
