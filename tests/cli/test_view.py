"""headscope view: a file where it was asked for, one sentence where it can't be."""

import io
import json
import re
import sys
import webbrowser
from pathlib import Path

import pytest
import typer

from headscope.cli.view import view
from headscope.errors import HeadscopeError


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    """The verb as the command line runs it, in an empty folder: exit status, output, errors."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command("view")(view)
    app.callback()(lambda: None)
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["headscope", "view", *map(str, arguments)])
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


def meta(path) -> dict:
    return json.loads(re.search(r'id="headscope-meta">(.*?)</script>', path.read_text())[1])


def test_a_page(call, tmp_path):
    assert call("The king sold tomatoes.", "The queen laughed.", "-o", "view.html") == (0, "view.html\n", "")
    found = meta(tmp_path / "view.html")
    assert found["kind"] == "head" and found["title"] == "bert-8x8"
    assert found["stacks"][0]["queries"]["segments"][-1] == 1
    assert found["stacks"][0]["vectors"] is None


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (("--head", "3-5", "--head", "3-8"), {"layer": 2, "heads": [4, 7], "token": None}),
        (("--layer", "3", "--head", "5", "--token", "2"), {"layer": 2, "heads": [4], "token": 1}),
        (("--layer", "3", "--head", "5", "--token", "kings"), {"layer": 2, "heads": [4], "token": 2}),
        (("--layer", "8"), {"layer": 7, "heads": [], "token": None}),
        (("--kind", "model", "--head", "3-5"), {"layer": 2, "heads": [4], "token": None}),
    ],
)
def test_what_is_shown_first(call, tmp_path, arguments, start):
    assert call("Old kings.", *arguments, "-o", "view.html")[0] == 0
    assert meta(tmp_path / "view.html")["start"] == start


def test_other_kinds_and_files(call, tmp_path):
    assert call("Old kings.", "--kind", "neuron", "--head", "3-5", "-o", "neuron.html")[0] == 0
    assert meta(tmp_path / "neuron.html")["stacks"][0]["vectors"]["query"]["shape"] == [8, 8, 5, 32]
    assert call("Old kings.", "--kind", "model", "-o", "model.svg")[0] == 0
    assert "All 64 heads of bert-8x8" in (tmp_path / "model.svg").read_text()
    assert call("Old kings.", "-o", "head.png")[0] == 0
    assert (tmp_path / "head.png").read_bytes().startswith(b"\x89PNG")


def test_a_text_is_cut_when_asked_and_that_is_said(call):
    status, output, errors = call("tomato " * 50, "--max-length", 8, "-o", "view.svg")
    assert (status, output) == (0, "view.svg\n")
    assert errors == "The text was cut to 8 tokens; 44 were dropped.\n"


@pytest.mark.parametrize(
    ("piped", "status", "words"),
    [
        (b"Old kings.\n", 0, "view.html"),
        (b"", 2, "The text is empty"),
        (b"caf\xe9", 2, "Standard input is not valid UTF-8: byte 0xe9"),
        (bytes(2**24 + 1), 2, "Standard input has more than 16 MiB: expected the text"),
    ],
)
def test_a_text_that_is_piped_in(call, tmp_path, monkeypatch, piped, status, words):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
    found, output, errors = call("-", "-o", "view.html")
    assert found == status and words in output + errors
    if not status:
        assert meta(tmp_path / "view.html")["stacks"][0]["queries"]["texts"] == ["[CLS]", "old", "kings", ".", "[SEP]"]


def test_nothing_is_replaced_unasked(call, tmp_path):
    (tmp_path / "a.html").write_text("mine")
    status, _, errors = call("Old kings.", "-o", "a.html")
    assert status == 2 and "is there already" in errors and (tmp_path / "a.html").read_text() == "mine"
    assert call("Old kings.", "-o", "a.html", "--force")[0] == 0
    assert (tmp_path / "a.html").read_text() != "mine"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("", "-o", "a.html"), "The text is empty"),
        (("a", " ", "-o", "a.html"), "The second text is empty"),
        (("a", "-o", "a.gif"), "ends in .html, .svg or .png"),
        (("a", "-o", "no/a.svg"), "is no folder that can be written to"),
        (("a", "--kind", "heads", "-o", "a.svg"), "There is no view named 'heads'. Did you mean 'head'?"),
        (("a", "--head", "9-1", "-o", "a.svg"), "There is no head 9-1: 'bert-8x8' has 8 layers of 8 heads"),
        (("a", "--head", "5", "-o", "a.svg"), "'5' is not a head: write layer-head"),
        (("a", "--layer", "0", "-o", "a.svg"), "layers are counted from 1"),
        (("a", "--layer", "2", "--head", "3-5", "-o", "a.svg"), "3-5 is not of layer 2"),
        (("a", "--token", "9", "-o", "a.svg"), "There is no token 9: the text has 3 tokens"),
        (("a", "--token", "0", "-o", "a.svg"), "tokens are counted from 1"),
        (("a", "--token", "plum", "-o", "a.svg"), "There is no word 'plum' in the text. Its words: [CLS], a, [SEP]."),
        (("a", "--stack", "cross", "-o", "a.svg"), "There is no stack here named 'cross'"),
        (("a", "--run", "nowhere", "-o", "a.svg"), "There is no run 'nowhere'"),
        (("a", "-m", "./nowhere", "-o", "a.svg"), "There is no folder './nowhere'"),
        (("tomato " * 300, "-o", "a.svg"), "cut it with --max-length 256"),
        (("a", "--max-length", "2", "-o", "a.svg"), "leaves no room for text"),
        (("tomato " * 510, "--kind", "neuron", "-o", "a.svg"), "has 512: give a shorter one, or cut it with --max-length 128"),
    ],
)
def test_mistakes(call, tmp_path, arguments, words):
    status, output, errors = call(*arguments)
    assert status == 2 and output == ""
    assert words in errors
    assert not list(tmp_path.iterdir())


@pytest.fixture
def browser(tmp_path, monkeypatch):
    """A program that is this machine's browser, and writes down what it was asked to open."""
    asked = tmp_path / "bin" / "asked"
    script = asked.parent / "browser"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\necho "$1" >> "{asked}"\n')
    script.chmod(0o755)
    monkeypatch.setattr(webbrowser, "_tryorder", None)  # or it would go on with what it found before
    monkeypatch.setenv("BROWSER", f"{script} %s")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "bin"))
    return asked


def test_without_a_file_the_page_is_opened(call, browser, monkeypatch):
    status, output, errors = call("Old kings.")
    path = Path(output.strip())
    assert status == 0 and "temporary file" in errors and "-o FILE.html" in errors
    assert browser.read_text().splitlines() == [path.as_uri()]
    assert meta(path)["stacks"][0]["queries"]["texts"] == ["[CLS]", "old", "kings", ".", "[SEP]"]
    # Each page is a file of its own, and readable by nobody else.
    assert call("Old queens.")[1] != output
    assert path.parent.stat().st_mode & 0o077 == 0
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform == "linux":
        status, output, errors = call("Old kings.")
        assert status == 0 and "No browser could be started here: open the file yourself" in errors
        assert Path(output.strip()).exists()


def test_without_some_heads(call, tmp_path):
    status, _, errors = call("The king [MASK] tomatoes.", "--without", "7-7, 3-5", "-o", "view.html")
    assert status == 0, errors
    found = meta(tmp_path / "view.html")
    assert found["off"] == ["3-5", "7-7"] and found["title"] == "bert-8x8 without 3-5, 7-7"
    assert found["likely"]["what"] == "mask" and found["likely"]["guesses"][0]["whole"] > 0
    for wrong, sentence in (("9-9", "There is no head 9-9"), ("seven", "'seven' is not a head")):
        status, _, errors = call("The king.", "--without", wrong, "-o", "other.html")
        assert status == 2 and sentence in errors and not (tmp_path / "other.html").exists()
