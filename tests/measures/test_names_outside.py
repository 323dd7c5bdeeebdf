"""Nothing outside `measures/` spells a measure's name: what is asked about a measure, it says of itself.

The table has what is not meant by that: figures and tables that are made for one measure, and words that mean another thing.
"""

import ast
import re
from pathlib import Path

import pytest

from headscope.measures import MEASURES

ROOT = Path(__file__).parent.parent.parent
PYTHON, PAGES = ROOT / "src" / "headscope", ROOT / "web" / "src"
ROOMS = ("measures/", "reproduce/", "api/reproduce.py")  # and what is about one paper
NAMES = frozenset(MEASURES)

LABEL, FIGURE, TABLE = "a kind of label", "the figure of this measure", "the table of this measure"
ALLOWED: dict[str, tuple[set[str], str]] = {
    "api/compare.py": ({"divergence"}, "a way to match heads, on the example text"),
    "comparison/seeds.py": ({"divergence"}, "a way to match heads, on the example text"),
    "comparison/matching.py": ({"divergence"}, "a way to match heads, on the example text"),
    "report/compare_payload.py": ({"divergence"}, "a way to match heads, on the example text"),
    "figures/__init__.py": ({"gradient", "entropy", "coreference"}, "names of figures"),
    "figures/coreference.py": ({"coreference"}, FIGURE + ", and a colour"),
    "figures/entropy.py": ({"entropy"}, FIGURE),
    "figures/gradient.py": ({"gradient"}, FIGURE),
    "figures/offsets.py": ({"offset"}, FIGURE),
    "figures/patterns.py": ({"pattern", "coreference"}, FIGURE + ", and a colour"),
    "figures/tokens.py": ({"token"}, FIGURE),
    "figures/sentence.py": ({"token"}, "a class of the style sheet"),
    "figures/style.py": ({"coreference"}, "a behaviour and its colour"),
    "tables/dependency.py": ({"dependency", "idle", "offset"}, TABLE + ", and its columns"),
    "tables/languages.py": ({"tree"}, TABLE),
    "tables/coreference.py": ({"coreference"}, TABLE),
    "tables/published.py": ({"coreference"}, "a part of the paper"),
    "report/sections/__init__.py": ({"coreference"}, "the id of a section"),
    "report/sections/parsers.py": ({"idle"}, "a column of the table of parsers"),
    "report/sections/surface.py": ({"pattern"}, "a column of the table of labels"),
    "report/payload.py": ({"pattern"}, LABEL),
    "query/facts.py": ({"pattern"}, LABEL),
    "query/grammar.py": ({"pattern"}, "a regular expression"),
    "tables/found.py": ({"pattern"}, LABEL),
    "tables/labels.py": ({"pattern"}, LABEL),
    "runs/plan.py": ({"gradient", "coreference"}, "what a measure needs, and what a corpus is annotated for"),
    "runs/needs.py": ({"gradient"}, "what a measure needs"),
    "runs/probe_session.py": ({"offset", "ablation", "tree"}, "what a probe found, and how it was decoded"),
    "runs/variants.py": ({"token", "tree"}, "choices: gradients a token, a mention's head by its tree"),
    "probes/fitting/scoring.py": ({"tree"}, "a way to decode a probe's scores"),
    "tables/probe_source.py": ({"tree"}, "a way to decode a probe's scores"),
    "models/load.py": ({"token"}, "a key to the Hub"),
    "models/stored.py": ({"token"}, "a key to the Hub"),
    "results/older.py": ({"pattern"}, "whose words older runs have wrong"),
    "runs/ray_cluster.py": ({"token"}, "a secret that Ray asks for"),
    "views/neuron_view.py": ({"token"}, "the token to show first"),
    "views/payload.py": ({"token"}, "the token to show first"),
    "views/view.py": ({"token"}, "the token to show first"),
    "api/variants.py": ({"token", "tree"}, "choices: gradients a token, a mention's head by its tree"),
}
ALLOWED_PAGES: dict[str, tuple[set[str], str]] = {
    "payload.ts": ({"pattern"}, LABEL),
    "query/facts.ts": ({"pattern"}, LABEL),
    "query/evaluate.ts": ({"pattern"}, LABEL),
    "query/suggest.ts": ({"pattern"}, LABEL),
    "views/state.ts": ({"token"}, "the token to show first"),
}


def constants(source: str) -> set[str]:
    """The strings of a Python file that are names of measures, docstrings aside."""
    nodes = list(ast.walk(ast.parse(source)))
    said = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
    }
    values = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in said]
    return {value for value in values if isinstance(value, str) and value in NAMES}


def literals(source: str) -> set[str]:
    """The same of a TypeScript file: what stands in quotes, and keys of objects of strings."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)
    quoted = re.findall(r"[\"'`]([a-z-]+)[\"'`]", code)
    return NAMES & {*quoted, *re.findall(r"[{,]\s*([a-z]+):\s*[\"'`]", code)}


def test_the_scan_sees_a_name():
    assert constants('"""offset"""\nif measure == "offset":\n    "token"\n') == {"offset", "token"}
    assert literals('// "sink"\nconst CASES = { idle: "words" }; measure === "token"') == {"idle", "token"}


PYTHON_FILES = [p for p in sorted(PYTHON.rglob("*.py")) if not p.relative_to(PYTHON).as_posix().startswith(ROOMS)]


@pytest.mark.parametrize("path", PYTHON_FILES, ids=lambda p: p.relative_to(PYTHON).as_posix())
def test_no_module_outside_the_measures_spells_one(path):
    allowed, _ = ALLOWED.get(path.relative_to(PYTHON).as_posix(), (set(), ""))
    assert constants(path.read_text("utf-8")) <= allowed


@pytest.mark.parametrize("path", sorted(PAGES.rglob("*.ts")), ids=lambda p: p.relative_to(PAGES).as_posix())
def test_no_module_of_the_pages_spells_one(path):
    allowed, _ = ALLOWED_PAGES.get(path.relative_to(PAGES).as_posix(), (set(), ""))
    assert literals(path.read_text("utf-8")) <= allowed


def test_the_language_of_queries_spells_none():
    language = (PYTHON / "query" / "language.json").read_text("utf-8")
    assert not NAMES & {*re.findall(r'"([a-z-]+)"', language)} - {"pattern"}, "a slot's pattern is a regular expression"
