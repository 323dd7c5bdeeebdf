"""headscope figure: files where they were asked for, one sentence where they can't be."""

import sys

import numpy as np
import pytest
import typer
from PIL import Image

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
    assert output.split() == [f"out/figures/{name}.svg" for name in ("behaviours", "offsets", "entropy")]
    left_out = [line for line in errors.splitlines() if line]
    assert len(left_out) == len(FIGURES) - 3
    assert any(line.startswith("gradient was left out. The figure 'gradient' needs the measure") for line in left_out)
    before = (folder / "out/figures/entropy.svg").read_bytes()
    (folder / "out/figures/offsets.svg").unlink()
    status, output, errors = call("run", "all", "-o", "out/figures")
    assert status == 2 and "behaviours.svg' is there already" in errors
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
        (("run", "offsets", "--width", "3.3", "-o", "a.svg"), "'3.3' is not a width: expected a number and in, cm, mm or px"),
        (("run", "offsets", "--width", "3.3", "-o", "a.svg"), "Did you mean 3.3in?"),
        (("run", "offsets", "--width", "wide", "-o", "a.svg"), "'wide' is not a width"),
        (("run", "offsets", "--width", "1mm", "-o", "a.svg"), "--width 1mm is out of range"),
        (("run", "offsets", "--dpi", "5", "-o", "a.svg"), "--dpi 5 is out of range: expected 30 to 1200"),
        (("run", "offsets", "--head", "7-7", "-o", "a.svg"), "Only the figure 'card' is of one head"),
        (("run", "card", "-o", "a.svg"), "A card is of one head: say which, as in --head 7-7 (in Python: head='7-7')."),
        (("run", "card", "--head", "7.7", "-o", "a.svg"), "Did you mean 7-7?"),
        (("run", "card", "--head", "7-7", "-o", "a.svg"), "There is no head 7-7: this model has 2 layers of 2 heads."),
        (("run", "all", "--dpi", "300", "-o", "out"), "--head and --dpi don't go with it"),
    ],
)
def test_mistakes(folder, call, arguments, words):
    before = sorted(folder.rglob("*"))
    status, output, errors = call(*arguments)
    assert status == 2 and output == ""
    assert words in errors
    assert sorted(folder.rglob("*")) == before


def test_for_a_paper(folder, call):
    pytest.importorskip("vl_convert")
    options = ("--width", "3.3in", "--dpi", "300", "--no-title", "--no-caption")
    assert call("run", "offsets", *options, "-o", "a.png")[0] == 0
    with Image.open(folder / "a.png") as picture:
        assert picture.size[0] == 990 and picture.mode == "P" and round(picture.info["dpi"][0]) == 300
    assert call("run", "offsets", *options[:2], *options[4:], "-o", "a.svg")[0] == 0
    drawn = (folder / "a.svg").read_text()
    assert 'width="3.3in"' in drawn and 'class="title"' not in drawn and "small-title" not in drawn.partition("</style>")[2]
    assert call("run", "offsets", "--width", "640px", "-o", "b.png")[0] == 0
    with Image.open(folder / "b.png") as picture:
        assert picture.size[0] == 640
    assert call("run", "all", "--width", "84mm", "-o", "all")[0] == 0
    assert 'width="3.307in"' in (folder / "all/entropy.svg").read_text()
