"""`import headscope as hs`: what there is, and what editors and type checkers see of it."""

import ast
import inspect
import subprocess
import sys
import textwrap
import typing
from pathlib import Path

import pytest

import headscope as hs
from headscope.api.variants import RunOptions, Variants
from headscope.runs.variants import CHOICES

ROOT = Path(__file__).parent.parent
DOORS = ("measure", "probe", "predict", "attend", "report", "head_view", "model_view", "neuron_view")


def test_everything_that_is_offered_is_there_and_listed():
    for name in hs.__all__:
        assert getattr(hs, name).__doc__, name
        assert name in dir(hs)
    assert hs.__all__ == sorted(hs._HOMES)
    wanted = {"probe", "report", "figure", "open_maps", "find", "View", "Comparison"}
    assert wanted <= {*dir(hs)}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        hs.nothing  # noqa: B018


@pytest.mark.slow
def test_importing_the_package_of_the_report_does_not_hide_the_function():
    code = "import headscope as hs, headscope.report; from headscope.report import report_files; print(callable(hs.report))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_the_types_of_variants_are_the_choices():
    hints = typing.get_type_hints(Variants)
    assert {name: typing.get_args(hint) for name, hint in hints.items()} == {
        name: tuple(choice.words) for name, choice in CHOICES.items()
    }


def test_measure_has_every_option_by_name():
    names = {*inspect.signature(hs.measure).parameters}
    own = {name for name in typing.get_type_hints(RunOptions) if name not in CHOICES}
    assert own <= names


@pytest.mark.parametrize("name", DOORS)
def test_every_door_takes_a_tokenizer_and_says_types(name):
    source = textwrap.dedent(inspect.getsource(inspect.unwrap(getattr(hs, name))))
    given = ast.parse(source).body[0].args
    told = {one.arg: one.annotation for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    assert "tokenizer" in told
    assert [one for one, kind in told.items() if kind is None or ast.unparse(kind) == "Any"] == []


def test_types_are_announced():
    assert (ROOT / "src" / "headscope" / "py.typed").is_file()


SCRIPT = """\
import headscope as hs

scores = hs.measure("bundled", "bundled", ["offset"], smoothing="published", limit=2)
reveal_type(scores)
reveal_type(hs.attend("bundled", "text"))
hs.measure("bundled", smoothing="wrong")
hs.measure("bundled", smoothness="none")
hs.report("bundled", words_from="first", folder="atlas")
hs.head_view("bundled", "text", layer="third")
"""


@pytest.mark.slow
def test_a_type_checker_sees_them(tmp_path):
    """With what `make lint` keeps of the libraries' types: to read torch takes twenty seconds."""
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "mypy", "--cache-dir", ROOT / ".mypy_cache", tmp_path / "script.py"]
    environment = {"MYPYPATH": str(ROOT / "src"), "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert 'script.py:4: note: Revealed type is "headscope.results.scores.Scores"' in done.stdout
    assert 'script.py:5: note: Revealed type is "headscope.views.attention.Attention"' in done.stdout
    wrong = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [line.split(":")[1] for line in wrong] == ["6", "7", "9"], done.stdout
