"""A view as one HTML file: what it shows, the module that draws it and its style sheet, and nothing from anywhere else.

Data is data: `meta` is a block of JSON and the weights are a block of base64, neither of which a browser runs. Every character that
could end a block is written as an escape, so that a token such as ``</script><img src=x onerror=alert(1)>`` is a string like any other.
The content security policy admits the one script and the one style sheet by their hashes and forbids everything else.
"""

import base64
import hashlib
import html
import json
import re
from importlib import resources

from headscope.views.payload import Payload

# "<", ">" and "&" could close the block or open a comment in it; U+2028 and U+2029 end a line in some readers of JavaScript;
# a lone surrogate cannot be written as UTF-8 at all.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")

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
<main id="headscope-view"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network.</p></noscript></main>
<script type="application/json" id="headscope-meta">{meta}</script>
<script type="text/plain" id="headscope-data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def render(made: Payload) -> str:
    """The whole page, as text to be written as UTF-8. The same payload gives the same text."""
    script, style = static("views.js"), static("views.css")
    return _PAGE.format(
        policy="; ".join(policy(f"'{digest(script)}'", f"'{digest(style)}'")),
        title=html.escape(str(made.meta["title"])),
        style=style,
        meta=embed(made.meta),
        data=base64.b64encode(made.data).decode("ascii"),
        script=script,
    )


def embed(value: object) -> str:
    r"""JSON that can lie inside a script element whatever strings it holds.

    >>> embed({"token": "</script>"})
    '{"token":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def static(name: str) -> str:
    """A built file of the front end, as it lies in the package."""
    text = resources.files("headscope").joinpath("views", "static", name).read_text(encoding="utf-8").replace("\r\n", "\n")
    # Ours, not a user's: but a build that held one of these would end its own element, so better no page than a torn one.
    if re.search(r"</(?:script|style)|<!--", text, re.IGNORECASE):
        raise ValueError(f"{name} cannot be put inside a page: it holds '</script', '</style' or '<!--'")
    return text


def policy(script: str, style: str, *more: str) -> list[str]:
    """What a page may do: run this script, use this style, show pictures that it made itself (a drawing on its way to a PNG)."""
    return [
        "default-src 'none'",
        f"script-src {script}",
        f"style-src {style}",
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        *more,
    ]


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
