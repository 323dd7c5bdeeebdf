"""headscope figure: files where they were asked for, one sentence where they can't be."""

import sys

import numpy as np
import pytest
import typer

from headscope.cli.figure import figure
from headscope.errors import HeadscopeError
from headscope.figures import FIGURES
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A run with offsets and entropy and nothing else, in the working directory."""
    tally = Tally()
    for measure, key in (("offset", "+1"), ("entropy", "all")):
        tally.add(Series("c", "encoder", measure, key), np.full((GROUPS, 2, 2), 0.25), np.ones(GROUPS))
    model = {"name": "m", "stacks": {"encoder": [2, 2]}, "dtype": "float32", "road": "tap"}
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 0, 0, {}, ["1/1"])
    measures = {"offset": ["+1"], "entropy": ["all"]}
    Scores(tally, Manifest(model, [record], measures, {"max_length": 128}, 1.0)).save(tmp_path / "run")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(monkeypatch, capsys):
    """The verb as the command line runs it: exit status, output, errors."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command("figure")(figure)
    app.callback()(lambda: None)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["headscope", "figure", *map(str, arguments)])
        status = 0
        try:
            app()
        except HeadscopeError as error:
            sys.stderr.write(f"{error}\n")
            status = 2
        except SystemExit as stop:
            status = int(stop.code or 0)
        output, errors = capsys.readouterr()
        return status, output, errors

    return run


def test_one_figure(folder, call):
    assert call("run", "offsets", "-o", "offsets.svg") == (0, "offsets.svg\n", "")
    assert (folder / "offsets.svg").read_text().startswith("<svg")
    assert call("run", "entropy", "-c", "c", "--stack", "encoder", "-o", "entropy.html")[0] == 0
    assert (folder / "entropy.html").read_text().startswith("<!DOCTYPE html>")


def test_nothing_is_replaced_unasked(folder, call):
    (folder / "a.svg").write_text("mine")
    status, _, errors = call("run", "offsets", "-o", "a.svg")
    assert status == 2 and "is there already" in errors and (folder / "a.svg").read_text() == "mine"
    assert call("run", "offsets", "-o", "a.svg", "--force")[0] == 0
    assert (folder / "a.svg").read_text() != "mine"


def test_all_that_can_be_drawn(folder, call):
    status, output, errors = call("run", "all", "-o", "out/figures")
    assert status == 0
    assert output.split() == ["out/figures/offsets.svg", "out/figures/entropy.svg"]
    left_out = [line for line in errors.splitlines() if line]
    assert len(left_out) == len(FIGURES) - 2
    assert any(line.startswith("gradient was left out. The figure 'gradient' needs the measure") for line in left_out)
    before = (folder / "out/figures/entropy.svg").read_bytes()
    (folder / "out/figures/offsets.svg").unlink()
    status, output, errors = call("run", "all", "-o", "out/figures")
    assert status == 2 and "entropy.svg' is there already" in errors
    assert not (folder / "out/figures/offsets.svg").exists(), "none is written where one must not be"
    assert call("run", "all", "-o", "out/figures", "--force")[0] == 0
    assert (folder / "out/figures/entropy.svg").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "offset", "-o", "a.svg"), "There is no figure named 'offset'. Did you mean 'offsets'?"),
        (("run", "gradient", "-o", "a.svg"), "measure gradient first: headscope measure --measure gradient"),
        (("run", "four-heads", "-o", "a.svg"), "this run keeps none"),
        (("run", "offsets", "-o", "a.bmp"), "ends in .svg, .html, .png or .pdf"),
        (("run", "offsets", "-o", "no/such/a.svg"), "is no folder that can be written to"),
        (("nowhere", "offsets", "-o", "a.svg"), "There is no run 'nowhere'"),
        (("run", "offsets", "-c", "d", "-o", "a.svg"), "There is no corpus in this run named 'd'"),
        (("run", "offsets", "--stack", "cross", "-o", "a.svg"), "There is no stack in this run named 'cross'"),
        (("run", "all", "-o", "run/manifest.json"), "is a file"),
        (("run", "offsets"), "Missing option"),
    ],
)
def test_mistakes(folder, call, arguments, words):
    before = sorted(folder.rglob("*"))
    status, output, errors = call(*arguments)
    assert status == 2 and output == ""
    assert words in errors
    assert sorted(folder.rglob("*")) == before
