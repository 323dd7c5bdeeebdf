"""Two runs as one HTML file: grids of differences, a table that sorts, and what was compared.

What is said is decided in `compare_payload`, how it looks in web/src/compare.ts. The page holds itself to the same as the report: data is
data, one script and one style sheet by their hashes, no requests.
"""

import html
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from headscope.errors import HeadscopeError
from headscope.report.compare_payload import payload
from headscope.results.comparison import Comparison
from headscope.runs.folder import explained
from headscope.views.safe import clean, embed, policy, static

FILE = "compare.html"
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="report"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network. headscope compare prints the same numbers.</p></noscript></main>
<script type="application/json" id="payload">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def render(payload: dict[str, Any]) -> str:
    """The whole page for a payload, as text to be written as UTF-8. The same payload gives the same text."""
    script, style = static("compare.js"), static("compare.css")
    title = html.escape(clean(str(payload["title"])))
    return _PAGE.format(policy=policy(script, style), title=title, style=style, data=embed(payload), script=script)


def check_page(output: Path, *, force: bool = False) -> Path:
    """The file that a page goes to: a .html file, or compare.html in a folder. Raises where it can't or must not be written."""
    path = output if output.suffix.lower() in (".html", ".htm") and not output.is_dir() else output / FILE
    if path.is_dir():
        raise HeadscopeError(f"'{path}' is a folder: the page needs another name.")
    if output.exists() and not output.is_dir() and path != output:
        raise HeadscopeError(f"'{output}' is a file, and no page: -o takes FILE.html or a folder.")
    if path.exists() and not force:
        raise HeadscopeError(f"'{path}' is there already. Choose another name, or replace it with --force.")
    parent = next(one for one in path.absolute().parents if one.exists())
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise HeadscopeError(f"'{path}' can't be written: '{parent}' is no folder that can be written to.")
    return path


def write_page(comparison: Comparison, path: Path) -> None:
    """Writes the page, all of it or nothing."""
    data = render(payload(comparison)).encode()
    temporary = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with explained(path, len(data)):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
