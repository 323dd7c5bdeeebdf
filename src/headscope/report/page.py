"""The report as one HTML file: the data, the module that draws it and its style sheet, and nothing from anywhere else.

The data is data: a block of JSON that the browser does not run, with every character that could end the block written as
an escape. A token such as ``</script><img src=x onerror=alert(1)>`` is therefore a string like any other. The content
security policy admits the one script and the one style sheet by their hashes and forbids everything else: other scripts,
requests, frames, forms, and assigning text as HTML.

This module does not decide what the page says (that is the payload) nor how it looks (that is ``web/``).
"""

import base64
import hashlib
import html
import json
import re
from importlib import resources

# "<", ">" and "&" could close the block or open a comment in it; U+2028 and U+2029 end a line in some readers of
# JavaScript; a lone surrogate (half of a broken emoji in somebody's corpus) cannot be written as UTF-8 at all.
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
<main id="report"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network. The numbers are also in scores.parquet beside it.</p></noscript></main>
<script type="application/json" id="payload">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def render(payload: dict[str, object]) -> str:
    """The whole page for a payload, as text to be written as UTF-8. The same payload gives the same text."""
    script = _static("report.js")
    style = _static("report.css")
    return _PAGE.format(
        policy=_policy(script, style),
        title=html.escape(str(payload["title"]).encode("utf-8", "replace").decode("utf-8")),
        style=style,
        data=embed(payload),
        script=script,
    )


def embed(value: object) -> str:
    r"""JSON that can lie inside a script element whatever strings it holds.

    >>> embed({"token": "</script>"})
    '{"token":"\\u003c/script\\u003e"}'

    NaN and infinity are refused, since JSON has no word for them: a missing number is ``None``.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _static(name: str) -> str:
    # From the package already imported, not headscope.views: drawing a page must not load the views' requirements.
    text = resources.files("headscope").joinpath("views", "static", name).read_text(encoding="utf-8").replace("\r\n", "\n")
    # Ours, not a user's: but a build that held one of these would end its own element, so better no page than a torn one.
    if re.search(r"</(?:script|style)|<!--", text, re.IGNORECASE):
        raise ValueError(f"{name} cannot be put inside a page: it holds '</script', '</style' or '<!--'")
    return text


def _policy(script: str, style: str) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
