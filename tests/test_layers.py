"""The flow goes one way: a package imports only packages above it in DESIGN.md's list."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import headscope as hs

SOURCE = Path(__file__).parent.parent / "src" / "headscope"

# In the order of the flow; the first line are modules that everything may use.
LAYERS = [
    "characters", "errors", "console", "files", "tensors", "urls", "types", "registry", "names", "forms", "quantities", "description",
    "behaviours", "patterns",
    "ties", "rows", "pages", "compiler", "workers",
    "corpora", "tokens", "models", "tallies", "statistics", "measures", "probes", "runs", "results", "findings", "query", "comparison",
    "answers", "reproduce", "tables", "figures", "views", "report", "api", "cli",
]  # fmt: skip
# Scores is what a person holds: some of its methods are one-line doors into what comes later.
DOORS = {"results/scores.py": {"api"}}
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
    below -= DOORS.get(path.relative_to(SOURCE).as_posix(), set())
    assert not below, f"{mine} imports {below}, which lies below it"


# The one door: a verb parses, calls api/ and prints; `import headscope as hs` leads there too.
OPEN_TO_VERBS = {"api", "cli", "console", "errors", "names", "types"}
OPEN_TO_HS = {"api", "errors"}


@pytest.mark.parametrize("path", sorted((SOURCE / "cli").glob("*.py")), ids=lambda p: p.stem)
def test_a_verb_goes_through_the_one_door(path: Path) -> None:
    assert imported_packages(path.read_text()) <= OPEN_TO_VERBS


def test_the_library_goes_through_the_one_door() -> None:
    text = (SOURCE / "__init__.py").read_text()
    homes = {home.partition(".")[0] for home in hs._HOMES.values()}
    assert imported_packages(text) == homes == OPEN_TO_HS
    assert {f"headscope.{home.partition(':')[0]}" for home in hs._HOMES.values()} == {
        node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("headscope")
    }, "what an editor sees and what is there are two lists of the same"


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
        f"import {CORE.replace(' ', ', ')}, headscope.api.measure\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


READERS = (
    "open",
    "table",
    "find",
    "compare",
    "figure",
    "examples",
    "merge",
    "certificate",
    "save",
    "list",
    "corpus",
    "variants",
)


@pytest.mark.slow
def test_the_command_line_and_reading_a_run_do_not_import_torch() -> None:
    """Nor do the doors that read runs: show, table, find, compare, figure, examples, merge, and certificates."""
    doors = ", ".join(f"headscope.api.{name}" for name in READERS)
    code = f"import sys, headscope.cli, headscope.results.scores, headscope.tables.run, {doors}; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_no_path_of_a_machine_and_no_pickle_in_the_package() -> None:
    for path in FILES:
        text = path.read_text()
        assert not re.search(r"(?<![\w.])/(home|root|work|tmp)/", text), path
        assert not re.search(
            r"\b(import|from) (c?[pP]ickle|dill|cloudpickle|joblib)\b|allow_pickle=True|weights_only=False", text
        ), path
