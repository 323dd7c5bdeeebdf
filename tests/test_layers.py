"""The flow goes one way: a package imports only packages above it in DESIGN.md's list."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "headscope"

# In the order of the flow; the first three are modules that everything may use.
LAYERS = [
    "errors", "types", "registry", "corpora", "tokens", "models", "tallies", "measures", "probes", "runs", "results", "reproduce",
    "tables", "figures", "views", "report", "cli",
]  # fmt: skip
FRONT_DOORS = {"__init__", "__main__"}
FILES = sorted(SOURCE.rglob("*.py"))


def imported_packages(source: str) -> set[str]:
    """The parts of headscope that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "headscope" else [node.module]
        found |= {name.split(".")[1] for name in names if name.startswith("headscope.")}
    return found - {"__version__"}


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_up(path: Path) -> None:
    mine = layer_of(path)
    if mine in FRONT_DOORS:
        return
    assert mine in LAYERS, f"{mine} has no place in the flow"
    below = {name for name in imported_packages(path.read_text()) if LAYERS.index(name) > LAYERS.index(mine)}
    assert not below, f"{mine} imports {below}, which lies below it"


def test_the_check_sees_a_wrong_import() -> None:
    assert imported_packages("def f():\n    from headscope.cli import main\n") == {"cli"}
    assert imported_packages("from headscope import report\nimport headscope.runs.local") == {"report", "runs"}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_files_open_with_what_they_are_and_stay_short(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree) or (path.name == "__init__.py" and not tree.body), "no docstring"
    assert len(path.read_text().splitlines()) <= 300


CORE = "headscope.corpora headscope.tokens headscope.models headscope.tallies headscope.measures headscope.runs.local"


@pytest.mark.slow
def test_the_measuring_core_needs_no_more_than_a_gpu_machine_has() -> None:
    """It imports with torch, transformers, numpy, safetensors and jaxtyping alone (and what those bring)."""
    blocked = ["polars", "typer", "rich", "sklearn", "conllu", "pandas", "pyarrow", "altair", "starlette", "beartype"]
    code = (
        "import sys\n"
        f"for name in {blocked!r}: sys.modules[name] = None\n"
        f"import {CORE.replace(' ', ', ')}, headscope.results.measuring\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_command_line_and_reading_a_run_do_not_import_torch() -> None:
    code = "import sys, headscope.cli, headscope.results.scores, headscope.tables.run; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_no_path_of_a_machine_and_no_pickle_in_the_package() -> None:
    for path in FILES:
        text = path.read_text()
        assert not re.search(r"(?<![\w.])/(home|root|work|tmp)/", text), path
        assert not re.search(
            r"\b(import|from) (c?[pP]ickle|dill|cloudpickle|joblib)\b|allow_pickle=True|weights_only=False", text
        ), path
