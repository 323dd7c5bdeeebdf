"""A view as one HTML file: what it shows, the module that draws it and its style sheet, and nothing from anywhere else.

Data is data: `meta` is a block of JSON and the weights are a block of base64, neither of which a browser runs. Every character that
could end a block is written as an escape, so that a token such as ``</script><img src=x onerror=alert(1)>`` is a string like any other.
The content security policy admits the one script and the one style sheet by their hashes and forbids everything else.
"""

import base64

from headscope.pages import embed, page, static
from headscope.views.payload import Payload

PICTURES = "img-src data: blob:"  # that the page made itself: a drawing on its way to a PNG

BODY = """<main id="headscope-view"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network.</p></noscript></main>
<script type="application/json" id="headscope-meta">{meta}</script>
<script type="text/plain" id="headscope-data">{data}</script>"""


def render(made: Payload) -> str:
    """The whole page, as text to be written as UTF-8. The same payload gives the same text."""
    body = BODY.format(meta=embed(made.meta), data=base64.b64encode(made.data).decode("ascii"))
    return page(str(made.meta["title"]), body, static("views.js"), static("views.css"), PICTURES)
