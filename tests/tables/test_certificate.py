"""The certificate as a table and as Markdown: what is in its cells, and that no text is taken for Markdown's own."""

import csv
import io
import json
from dataclasses import fields, replace

import numpy as np
import pytest

from headscope.reproduce import Row, certificate
from headscope.tables.certificate import certificate_table, markdown, written

SHAPE = (2, 3)


@pytest.fixture
def found(run):
    return certificate([run({"offset.+1": np.full(SHAPE, 0.6), "token.sep": np.full(SHAPE, 0.2)})])


def test_every_form_has_every_number(found):
    table = certificate_table(found)
    rows = json.loads(table.to("json"))
    assert list(rows[0]) == [field.name for field in fields(Row)] and len(rows) == len(found.rows)
    again = list(csv.DictReader(io.StringIO(table.to("csv"))))
    assert [row["id"] for row in again] == [row["id"] for row in rows]
    next_ = next(row for row in rows if row["id"] == "offset.next")
    assert (next_["paper"], next_["notebook"], next_["ours"], next_["difference"]) == (5, 3, 6, 1)
    assert next_["explained"] == "model, text, next-heads"


def test_on_a_terminal(found):
    lines = certificate_table(found).to("table").splitlines()
    assert lines[0] == "clark2019 · m on c" and lines[1].startswith("The paper's numbers are for bert-base-uncased")
    assert lines[3].split() == ["what", "paper", "notebook", "ours", "difference", "status", "explained"]
    next_ = next(line for line in lines if "on the next token" in line)
    words = "5 · layers 1, 2, 2, 3, 6 3 6 · layers 1, 1, 1, 2, 2, 2 +1 no verdict model, text, next-heads"
    assert " ".join(next_.split()).endswith(words)
    assert any(line.startswith("next-heads: By the notebook's plot") for line in lines), "ids are explained below"


def test_a_second_column_where_both_were_run(found, run):
    assert "as_published" not in certificate_table(found).to("table").splitlines()[3]
    both = certificate([run({"token.sep": np.full(SHAPE, 0.2)})], [run({"token.sep": np.full(SHAPE, 0.3)})])
    assert certificate_table(both).to("table").splitlines()[3].split()[4] == "as_published"
    assert "| ours, as published |" in markdown(both)


def test_markdown(found):
    text = markdown(found)
    lines = text.splitlines()
    assert lines[0] == "# clark2019 · m on c" and "<https://aclanthology.org/W19-4828/>" in lines[2]
    assert sum(line.startswith("| ") and "---" not in line and "| paper |" not in line for line in lines) == len(found.rows)
    assert "## Relative position" in lines and "## Probes" in lines and "## What lies between" in lines
    assert "- `next-heads`: By the notebook's plot" in text
    widths = {line.replace("\\|", "").count("|") for line in lines if line.startswith("|")}
    assert widths == {8}, "every row has as many cells as the heading"
    assert "attention to \\[SEP\\] in layer 1" in text and "76.3 · 9-6 \\<" in text


def test_hostile_names_stay_text(found):
    hostile = "a|b\n<script>alert(1)</script> [x](http://y) `c` **d**\x1b[2J"
    row = replace(found.rows[5], where=hostile, status=hostile)
    made = replace(found, model=hostile, rows=(*found.rows[:5], row))
    text = markdown(made)
    assert "<script>" not in text and "[x](" not in text and "\x1b" not in text
    assert "`c`" not in text and "**d**" not in text
    line = next(line for line in text.splitlines() if "previous token" in line)
    assert line.replace("\\|", "").count("|") == 8
    assert "\x1b" not in certificate_table(made).to("table")


BASE = Row("x", "s", "w", "t", "percent", paper=0.705, notebook=0.71, ours=0.7123, low=0.70, high=0.72, difference=0.0073)
CELLS = {
    "percent": (BASE, ("70.5", "71", "71 (70–72)", "+1")),
    "percent, exactly": (replace(BASE, low=0.711, high=0.7136), ("70.5", "71", "71.2 (71.1–71.4)", "+0.7")),
    "few cases": (replace(BASE, low=None, high=None), ("70.5", "71", "71", "+1")),
    "share": (replace(BASE, unit="share"), ("0.705", "0.71", "0.71 (0.70–0.72)", "+0.01")),
    "nats": (
        replace(BASE, unit="nats", ours=3.339, low=3.3305, high=3.3405, paper=3.89, difference=-0.551),
        ("3.89", "0.71", "3.34 (3.33–3.34)", "-0.55"),
    ),
    "gradient": (replace(BASE, unit="gradient", paper=None, ours=0.00199, difference=None), ("–", "0.71", "0.002", "–")),
    "count": (
        replace(BASE, unit="count", paper=5.0, notebook=None, ours=3.0, low=2.0, high=4.0, difference=-2.0),
        ("5", "–", "3 (2–4)", "-2"),
    ),
    "said": (
        replace(BASE, unit="share", said="above 0.7", paper_where="8-7"),
        ("above 0.7", "0.71", "0.71 (0.70–0.72)", "+0.01"),
    ),
    "heads": (replace(BASE, paper_where="8-10", where="7-7, as obj"), ("70.5 · 8-10", "71", "71 (70–72) · 7-7, as obj", "+1")),
    "of the notebook only": (
        replace(BASE, paper=None, paper_where="8-10"),
        ("–", "71 · 8-10", "71 (70–72)", "+1"),
    ),
    "nothing": (Row("x", "s", "w", "t", "percent", paper=0.5), ("50", "–", "–", "–")),
}


@pytest.mark.parametrize("case", CELLS)
def test_cells(case):
    row, cells = CELLS[case]
    assert tuple(written(row, name) for name in ("paper", "notebook", "ours", "difference")) == cells
