"""A stranger adds a measure by CONTRIBUTING.md alone: one new file, one line; everything else then has it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # each starts a process

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def run(house: Path, *command: object, timeout: float = 600) -> str:
    """A command in the stranger's copy, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(house / "src"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, cwd=house, env=environment, timeout=timeout
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A copy of the project with the page's measure in it, put in as the page says."""
    house = tmp_path_factory.mktemp("stranger")
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
    shutil.copy(ROOT / "pyproject.toml", house)
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (name,) = re.findall(r"`src/headscope/measures/(\w+)\.py`:", PAGE)
    (house / f"src/headscope/measures/{name}.py").write_text(source, encoding="utf-8")
    contents = house / "src/headscope/measures/__init__.py"
    text = contents.read_text(encoding="utf-8")
    lines = re.findall(r"^\+(.*)$", re.search(r"```diff\n(.*?)```", PAGE, re.DOTALL)[1], re.MULTILINE)
    assert len(lines) == 2, "an import and an entry"
    text = text.replace("from headscope.measures.divergence", f"{lines[0]}\nfrom headscope.measures.divergence", 1)
    text = text.replace("    Pattern,\n", f"{lines[1]}\n    Pattern,\n", 1)
    contents.write_text(text, encoding="utf-8")
    return house


@pytest.fixture(scope="module")
def atlas(house) -> Path:
    path = house / "atlas"
    run(house, "-m", "headscope", "report", "--measure", "offset", "--measure", "distance", "--limit", 48, "-o", path)
    return path


def payload_of(atlas: Path) -> dict:
    page = (atlas / "report.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)[1])


def test_the_generic_tests_and_the_doctest_take_it_up(house):
    tests = ["tests/measures/test_properties.py", "tests/measures/test_names.py", "tests/measures/test_sums.py"]
    output = run(house, "-m", "pytest", "-v", *tests, "src/headscope/measures/distance.py", "-k", "distance")
    assert int(re.search(r"(\d+) passed", output)[1]) >= 5 + 1
    assert re.search(r"^src/headscope/measures/distance\.py::.* PASSED", output, re.MULTILINE)


def test_the_command_line_has_it(house, atlas):
    assert re.search(r"distance\b.*How far away a head looks", run(house, "-m", "headscope", "list", "measures"))
    shown = run(house, "-m", "headscope", "show", atlas, "distance")
    assert re.search(r"distance\s+all\s+\d-\d\s+\d+", shown), shown
    found = run(house, "-m", "headscope", "find", atlas, "distance top 3", "--format", "json")
    best = json.loads(run(house, "-m", "headscope", "show", atlas, "distance", "--format", "json"))
    assert [row["head"] for row in json.loads(found)] == [row["head"] for row in best][:3]
    table = json.loads(run(house, "-m", "headscope", "table", atlas, "by-layer", "--format", "json"))
    column = [row["distance.all"] for row in table if isinstance(row["layer"], int)]
    assert len(column) == 8 and all(1 < value < 64 for value in column)
    value = best[0]["value"]
    assert f"{value:.0f}" in shown or f"{value:.1f}" in shown, "no more digits than its interval carries"


def test_the_docs_have_a_page(house):
    run(house, "docs/make.py")
    page = (house / "docs/measures/distance.md").read_text(encoding="utf-8")
    assert "Σ_i Σ_j α_ij |i − j|" in page and "tokens" in page
    assert "distance.md" in (house / "docs/measures/README.md").read_text(encoding="utf-8")


def test_the_atlas_has_it_in_its_own_unit(atlas):
    page = payload_of(atlas)
    (measure,) = [one for one in page["measures"] if one["name"] == "distance"]
    assert measure["quantity"]["unit"] == "tokens" and measure["section"] == "surface"
    (score,) = [one for one in page["scores"] if one["measure"] == "distance"]
    assert score["words"] == "looks far away"
    highest = max(value for row in score["value"] for value in row)
    assert re.match(r"Head \d-\d looks far away most: \d+(\.\d)? tokens", score["finding"]), score["finding"]
    text = json.dumps(page, ensure_ascii=False)
    assert f"{100 * highest:.0f}%" not in text, "tokens are no percent"
    # In the grid, on its section, in the findings.
    assert [one for one in page["behaviours"] if (one["name"], one["words"], one["sign"]) == ("far", "far away", "F")]
    labelled = {(one["layer"], one["head"]) for one in page["labels"] if one["label"] == "far"}
    over = {(layer, head) for layer, row in enumerate(score["value"]) for head, value in enumerate(row) if value > 40}
    assert labelled <= over and (labelled or not over)
    (section,) = [one for one in page["sections"] if one["id"] == "surface"]
    assert "distance" in section["measures"]
    means = [column for table in section["tables"] for column in table["columns"] if column["name"] == "distance.all"]
    assert means and means[0]["shown"]
    assert any("looks far away" in finding["text"] for finding in page["findings"]), [one["text"] for one in page["findings"]]
