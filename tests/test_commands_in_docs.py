"""What the README and the documentation show of the command line and the library is so: commands run, options exist, the page is short."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
import typer

import headscope as hs
from headscope.cli import app

ROOT = Path(__file__).parent.parent
README, DOCS = ROOT / "README.md", ROOT / "docs"
GUIDE = (DOCS / "guide.md").read_text("utf-8")
PAGES = [README, *sorted(DOCS.glob("*.md")), *sorted((DOCS / "measures").glob("*.md"))]
# In this order they run in one folder, beside the atlas that the README's `headscope report` makes.
SHOWN = [README, *(DOCS / f"{name}.md" for name in ("tables", "parsers", "maps", "reproduce", "compare"))]
OPTIONS = {
    name: {option for one in verb.params for option in (*one.opts, *one.secondary_opts)} | {"-h", "--help"}
    for name, verb in typer.main.get_command(app).commands.items()  # type: ignore[attr-defined]
}
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Every `headscope VERB …` of a page, in a block or between backticks: the verb, and what follows it."""
    blocks = [text for kind, text in re.findall(r"^```(\w*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL) if kind != "python"]
    for text in [*blocks, *re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL))]:
        for line in text.replace("\\\n", " ").splitlines():
            if found := re.match(r"(?:\$ )?headscope ([a-z]+)(.*)", line):
                mine, _, measured = found[2].partition(" -- ") if found[1] == "slurm" else (found[2], "", "")
                yield found[1], mine
                yield "measure", measured  # what a job runs


def bare_options(page: str) -> Iterator[tuple[str | None, str]]:
    """Options that prose names by themselves, `--max-length`: each with the command that its paragraph named last before it, if any."""
    for paragraph in re.split(r"\n\s*\n|\n(?=[|-] ?)", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)):
        verb = None
        for span in re.findall(r"`([^`\n]+)`", paragraph):
            named = re.match(r"(?:headscope )?([a-z]+)\b", span)
            if named and named[1] in OPTIONS and (span.startswith("headscope ") or span == named[1]):
                verb = named[1]
            elif re.match(r"--?[a-z]", span):
                yield from ((verb, option) for option in OPTION.findall(re.sub(r"\"[^\"]*\"", "", span)))


def wrong_options(page: str) -> list[str]:
    """Options that the command does not have; named without a command, those that no command has."""
    every = {"--version"}.union(*OPTIONS.values())
    wrong = [f"headscope {verb}" for verb, _ in commands(page) if verb not in OPTIONS]
    for verb, rest in commands(page):
        given = OPTION.findall(re.sub(r"\"[^\"]*\"|'[^']*'|\s#.*", "", rest))
        wrong += [f"headscope {verb} {option}" for option in given if option not in OPTIONS.get(verb, ())]
    return wrong + [
        f"{verb or 'any'} {option}" for verb, option in bare_options(page) if option not in OPTIONS.get(verb or "", every)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_option_that_is_named_exists(page):
    assert wrong_options(page.read_text("utf-8")) == []


def test_an_option_of_another_command_is_found_out():
    assert wrong_options("`headscope figure atlas tokens --example X -o a.svg`") == ["headscope figure --example"]
    assert wrong_options('`headscope figure` draws one.\nIt takes your text (`--example "A text."`).') == ["figure --example"]
    assert wrong_options("```sh\nheadscope measure -c x \\\n  --mesure offset\n```") == ["headscope measure --mesure"]
    assert wrong_options("`headscope mesure`, `--no-such-option`") == ["headscope mesure", "any --no-such-option"]
    assert wrong_options("`headscope report` takes `--example`. `--no-control` is of another paragraph's command?") == [
        "report --no-control"
    ]
    assert wrong_options("`headscope report` takes `--example`.\n\n`--no-control` is an option of some command.") == []


def test_the_readme_is_one_page():
    assert len(README.read_text("utf-8").splitlines()) <= 120


def test_commands_do_what_they_show(tmp_path, monkeypatch, report, run_console):
    """Every console block, in order, in one folder. Shown output must come out, but for `…` and the clock."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(report.folder, "atlas")
    (tmp_path / "my-text.txt").write_text("She came.\nHe saw her.\n\nIt rained.\nThey left.\n" * 6)
    for page in SHOWN:
        assert run_console(page.read_text("utf-8"), {"headscope report": report.output + report.errors}) >= 1, page.name


@pytest.mark.slow
def test_the_python_page_does_what_it_shows_and_has_every_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (DOCS / "python.md").read_text("utf-8")
    assert [name for name in hs.__all__ if f"hs.{name}" not in page] == []
    shown: dict[str, object] = {}
    for code in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        exec(compile(code, "python.md", "exec"), shown)
    assert shown["best"].head == "3-5" and shown["heads"] == ["3-5", "3-7"]
    assert (tmp_path / shown["page"]).is_file() and (tmp_path / "offsets.svg").is_file()
    assert shown["maps"].shape == (8, 8, 7, 7)
    assert [one.target_spelling for one in shown["pointed"] if one.spelling == "tomatoes"] == ["watered"]


@pytest.fixture
def atlas(report, tmp_path, monkeypatch) -> Path:
    """A folder in which somebody ran `make report`."""
    monkeypatch.chdir(tmp_path)
    return shutil.copytree(report.folder, tmp_path / "atlas")


def test_the_guide_does_what_it_shows(atlas, run_console):
    """Its files, its commands and its Python, in order, in one folder."""
    for kind, name in (("text", "my-text.txt"), ("conllu", "my-treebank.conllu")):
        (content,) = re.findall(rf"^```{kind}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
        assert f"`{name}`" in GUIDE
        Path(name).write_text(content, encoding="utf-8")
    assert run_console(GUIDE) >= 10
    assert Path("key.html").stat().st_size > 10_000 and (Path("probed") / "probes.parquet").is_file()
    (code,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    shown: dict[str, object] = {}
    exec(compile(code, "guide.md", "exec"), shown)
    assert isinstance(shown["frame"], pl.DataFrame)
    assert shown["best"].head == "3-5" and "Head 3-5 of bert-8x8" in shown["view"].svg()
