"""The report as one HTML file: the data, the module that draws it and its style sheet, and nothing from anywhere else.

The data is data: a block of JSON that the browser does not run, with every character that could end the block written as
an escape. A token such as ``</script><img src=x onerror=alert(1)>`` is therefore a string like any other. The content
security policy admits the one script and the one style sheet by their hashes and forbids everything else: other scripts,
requests, frames, forms, and assigning text as HTML. A picture may be shown if the page made it itself, on its way to a PNG.

This module does not decide what the page says (that is the payload) nor how it looks (that is ``web/``).
"""

from headscope.figures.style import sheet
from headscope.pages import embed, page, static
from headscope.views.page import PICTURES

BODY = """<main id="report"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for this file; \
it loads nothing from the network. The numbers are also in scores.parquet beside it.</p></noscript></main>
<script type="application/json" id="payload">{data}</script>"""


def render(payload: dict[str, object]) -> str:
    """The whole page for a payload, as text to be written as UTF-8. The same payload gives the same text."""
    # Figures that Python drew are built in the page from data; their own style sheet touches nothing else.
    style = f"{static('report.css')}{sheet()}"
    return page(str(payload["title"]), BODY.format(data=embed(payload)), static("report.js"), style, PICTURES)
