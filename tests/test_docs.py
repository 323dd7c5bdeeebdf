"""The documentation says what is so: made pages are up to date, examples run, links lead somewhere, tables have the columns written."""

import doctest
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from headscope.answers import examples
from headscope.api.measure import measure
from headscope.cli import app
from headscope.findings import frames as told
from headscope.measures import MEASURES
from headscope.names import FIGURES, RESULTS
from headscope.probes import rows as probe_rows
from headscope.results import frames
from headscope.runs.variants import CHOICES

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted((DOCS / "measures").glob("*.md"))]
FORMAT = (DOCS / "run-format.md").read_text("utf-8")
TYPES = {"String": "text", "List(String)": "list of text", "List(Float32)": "list of float32"}


@pytest.fixture
def make(headscope) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `python docs/make.py`."""

    def run(*arguments: str, docs: Path = DOCS) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "COLUMNS": "40"}  # a narrow terminal must not matter
        script = "import runpy, sys; sys.path.insert(0, {!r}); runpy.run_path({!r}, run_name='__main__')"
        return headscope(*arguments, code=script.format(str(docs), str(docs / "make.py")), env=environment)

    return run


def test_made_pages_are_what_the_code_says(make):
    done = make("--check")
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    for name in MEASURES:
        assert (DOCS / "measures" / f"{name}.md").is_file()
    reference = (DOCS / "cli.md").read_text("utf-8")
    assert [f"## headscope {verb.name}" for verb in app.registered_commands] == re.findall(r"^## .*", reference, re.MULTILINE)


def test_a_page_that_differs_is_found_and_made_again(make, tmp_path):
    docs = shutil.copytree(DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns("*.png", "history"))
    changed, gone = docs / "measures" / "offset.md", docs / "measures" / "no-such-measure.md"
    right = changed.read_text("utf-8")
    changed.write_text(right.replace("0.5333", "0.5334"), encoding="utf-8")
    gone.write_text("# A measure that is no more\n", encoding="utf-8")
    done = make("--check", docs=docs)
    assert done.returncode == 1 and "python docs/make.py" in done.stderr
    assert done.stdout.split() == ["docs/measures/offset.md", "docs/measures/no-such-measure.md"]
    assert make(docs=docs).returncode == 0
    assert changed.read_text("utf-8") == right and not gone.exists()


def test_the_numbers_of_a_run_are_those_of_the_report(report, monkeypatch):
    """What a page quotes of the bundled model is what `headscope report` says of it now."""
    monkeypatch.syspath_prepend(str(DOCS))
    import make_numbers

    page = (DOCS / make_numbers.PAGE).read_text("utf-8")
    scores = make_numbers.read(str(report.folder))
    assert make_numbers.with_numbers(page, scores) == page, f"python docs/make.py --run {report.folder}"
    assert (
        make_numbers.paragraph(scores) in page
        and make_numbers.with_numbers(page.replace(" heads of\n", " heads from\n"), scores) == page
    )


@pytest.mark.parametrize(
    "page", [DOCS / "measures" / f"{name}.md" for name in MEASURES] + [DOCS / "probes.md"], ids=lambda p: p.stem
)
def test_worked_examples_run_when_copied(page):
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    assert test.examples
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


def anchors(page: Path) -> set[str]:
    """What a heading is called in a link, as GitHub does it."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_index_has_every_page():
    index = (DOCS / "README.md").read_text("utf-8")
    for page in [*DOCS.glob("*.md"), *(ROOT / "notebooks").glob("*.ipynb")]:
        assert page.name == "README.md" or f"{page.name})" in index, page.name


def section(name: str) -> str:
    return re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", FORMAT, re.MULTILINE | re.DOTALL)[1]


def columns(name: str) -> dict[str, str]:
    """The columns that the page gives a file, with their types, in order."""
    table = section(name).partition("| column | type | what |\n|---|---|---|\n")[2].partition("\n\n")[0]
    rows = [row.split(" | ") for row in table.splitlines()]
    return {column: row[1] for row in rows for column in re.findall(r"`(.+?)`", row[0])}


TABLES = {
    f"{name.lower()}.parquet": table
    for module in (frames, told)
    for name, table in vars(module).items()
    if re.fullmatch("[A-Z]+", name) and isinstance(table, dict)
}
TABLES |= {"examples.parquet": examples.COLUMNS, "probes.parquet": dict(probe_rows.frame([]).schema)}


@pytest.mark.parametrize("name, schema", TABLES.items())
def test_the_format_has_the_columns_that_are_written(name, schema):
    written = {column: str(kind() if isinstance(kind, type) else kind) for column, kind in schema.items()}
    written = {
        column: "list of struct" if kind.startswith("List(Struct") else TYPES.get(kind, kind.lower())
        for column, kind in written.items()
    }
    assert columns(name) == written
    assert {*RESULTS} - {*TABLES} == {
        "manifest.json",
        "tally.safetensors",
        "example.safetensors",
        "patterns.parquet",
        "report.html",
    }


def test_the_format_names_the_fields_of_predictions_and_the_metrics_of_probes():
    fields = dict(examples.COLUMNS)["predictions"].inner.fields
    row = next(row for row in section("examples.parquet").splitlines() if row.startswith("| `predictions`"))
    assert [field.name for field in fields] == [name for name in re.findall(r"`(\w+)`", row) if name != "predictions"]
    metrics = re.findall(r"^\| `([\w-]+)` \|", section("probes.parquet").partition("| metric |")[2], re.MULTILINE)
    assert sorted(metrics) == sorted(re.findall(r"^\| `([\w-]+)` \|", probe_rows.__doc__ or "", re.MULTILINE))


def test_the_format_names_every_file_and_every_field_of_a_manifest(bundled):
    for name in (*RESULTS, f"{FIGURES}/"):
        assert f"[`{name}`]" in FORMAT.partition("\n## ")[0] and re.search(rf"^## {re.escape(name)}$", FORMAT, re.MULTILINE), (
            name
        )
    manifest = json.loads(measure(bundled, "bundled", ["offset", "gradient"], limit=2, progress=False).manifest.to_bytes())
    said = {*re.findall(r"`(\w+)`", section("manifest.json"))}
    for part in (manifest, manifest["model"], *manifest["corpora"], manifest["options"], CHOICES):
        assert {*part} <= said, {*part} - said


def test_the_front_end_s_readme_names_every_module_and_nothing_else():
    page = (ROOT / "web" / "README.md").read_text("utf-8")
    named = re.findall(r"`([\w/.-]+\.(?:ts|css|js|mjs))`", page)
    places = (ROOT / "web" / "src", ROOT / "web", ROOT / "src" / "headscope" / "views" / "static")
    assert [name for name in named if not any((place / name).is_file() for place in places)] == []
    there = {path.relative_to(places[0]).as_posix() for path in places[0].rglob("*") if path.is_file()}
    assert there - set(named) == set()
    folders = re.findall(r"`((?:src|tests|test)(?:/[\w/]+)?)`", page)
    assert folders and all((ROOT / folder).is_dir() or (ROOT / "web" / folder).is_dir() for folder in folders)
