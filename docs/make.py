"""Makes the pages of docs/ that follow from the code: docs/measures/, docs/probes.md and docs/cli.md; and docs/bert-base.md with its
figure, from the numbers in docs/bert_base/.

`python docs/make.py` writes them; with `--check` it only says which differ, and ends with status 1 if any does. Nothing here depends
on a terminal, a clock or a model, but for `python docs/make.py --run ATLAS`: it writes the numbers of a run of `headscope report` into the
page that quotes them, and draws the README's picture. Reading order: make_markdown, make_measures, make_probes, make_cli, make_numbers,
bert_base/page, images/hero.
"""

import sys
from pathlib import Path

from bert_base.page import bert_base_figure, bert_base_page
from images.hero import PICTURE, hero
from make_cli import cli_page
from make_markdown import COMMAND, ROOT
from make_measures import measure_pages
from make_numbers import PAGE, read, with_numbers
from make_probes import probes_page

DOCS = ROOT / "docs"
MEASURES = DOCS / "measures"


def pages() -> dict[Path, str]:
    """Every page that is made: its path, and its text."""
    made = {MEASURES / f"{name}.md": text for name, text in measure_pages().items()}
    made |= {DOCS / "probes.md": probes_page(), DOCS / "cli.md": cli_page()}
    return made | {DOCS / "bert-base.md": bert_base_page(), DOCS / "images" / "bert-base.svg": bert_base_figure().svg}


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--run"]:
        page, run = DOCS / PAGE, read(arguments[1])
        page.write_text(with_numbers(page.read_text(encoding="utf-8"), run), encoding="utf-8")
        PICTURE.write_text(hero(run).svg, encoding="utf-8")
        return 0
    made = pages()
    gone = sorted({*MEASURES.glob("*.md")} - {*made})  # of measures that are no more
    differing = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in [*differing, *gone]:
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    if arguments == ["--check"]:
        if differing or gone:
            sys.stderr.write(f"These pages are not what the code says. Make them again: {COMMAND}\n")
        return int(bool(differing or gone))
    for path in gone:
        path.unlink()
    for path in differing:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
