"""The report as one HTML file: the data, the module that draws it and its style sheet, and nothing from anywhere else.

The data is data: a block of JSON that the browser does not run, with every character that could end the block written as
an escape. A token such as ``</script><img src=x onerror=alert(1)>`` is therefore a string like any other. The content
security policy admits the one script and the one style sheet by their hashes and forbids everything else: other scripts,
requests, frames, forms, and assigning text as HTML.

This module does not decide what the page says (that is the payload) nor how it looks (that is ``web/``).
"""

import html

from headscope.figures.style import sheet
from headscope.views.safe import embed, policy, static

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
    # Figures that Python drew are built in the page from data; their own style sheet touches nothing else.
    script, style = static("report.js"), f"{static('report.css')}{sheet()}"
    return _PAGE.format(
        policy=policy(script, style),
        title=html.escape(str(payload["title"]).encode("utf-8", "replace").decode("utf-8")),
        style=style,
        data=embed(payload),
        script=script,
    )
