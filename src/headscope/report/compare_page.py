"""Two runs as one HTML file: grids of differences, a table that sorts, and what was compared.

What is said is decided in `compare_payload`, how it looks in web/src/compare.ts. The page holds itself to the same as the report: data is
data, one script and one style sheet by their hashes, no requests.
"""

import os
from pathlib import Path
from typing import Any

from headscope.comparison.comparison import Comparison
from headscope.errors import HeadscopeError
from headscope.pages import embed, page, static
from headscope.report.compare_payload import payload
from headscope.runs.disk import write_whole
from headscope.urls import local_path
from headscope.views.page import PICTURES

FILE = "compare.html"
BODY = """<main id="report"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network. headscope compare prints the same numbers.</p></noscript></main>
<script type="application/json" id="payload">{data}</script>"""


def render(payload: dict[str, Any]) -> str:
    """The whole page for a payload, as text to be written as UTF-8. The same payload gives the same text."""
    return page(str(payload["title"]), BODY.format(data=embed(payload)), static("compare.js"), static("compare.css"), PICTURES)


def check_page(output: Path, *, force: bool = False) -> Path:
    """The file that a page goes to: a .html file, or compare.html in a folder. Raises where it can't or must not be written."""
    local_path(output)
    path = output if output.suffix.lower() in (".html", ".htm") and not output.is_dir() else output / FILE
    if output.exists() and not output.is_dir() and path != output:
        raise HeadscopeError(f"'{output}' is a file, and no page: -o takes FILE.html or a folder.")
    return check_file(path, force=force)


def check_file(path: Path, *, force: bool = False) -> Path:
    """The same path; raises where no file can or must be written there."""
    if path.is_dir():
        raise HeadscopeError(f"'{path}' is a folder: the file needs another name.")
    if path.exists() and not force:
        raise HeadscopeError(f"'{path}' is there already. Choose another name, or replace it with --force.")
    parent = next(one for one in path.absolute().parents if one.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise HeadscopeError(f"'{path}' can't be written: '{parent}' is no folder that can be written to.")
    return path


def write_page(comparison: Comparison, path: Path) -> None:
    """Writes the page, all of it or nothing."""
    write_whole(path, render(payload(comparison)).encode())
