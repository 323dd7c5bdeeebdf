"""A view as one HTML file: what it shows, the module that draws it and its style sheet, and nothing from anywhere else.

Data is data: `meta` is a block of JSON and the weights are a block of base64, neither of which a browser runs. Every character that
could end a block is written as an escape, so that a token such as ``</script><img src=x onerror=alert(1)>`` is a string like any other.
The content security policy admits the one script and the one style sheet by their hashes and forbids everything else.
"""

import base64
import html

from headscope.views.payload import Payload
from headscope.views.safe import embed, policy, static

PICTURES = "img-src data: blob:"  # that the page made itself: a drawing on its way to a PNG

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
        policy=policy(script, style, PICTURES),
        title=html.escape(str(made.meta["title"])),
        style=style,
        meta=embed(made.meta),
        data=base64.b64encode(made.data).decode("ascii"),
        script=script,
    )
