"""The page of `headscope serve`: one document with its script and its style sheet inside, like every page of ours.

The script (web/src/views/serve.ts) makes the form, asks `/attend` and mounts the answer; that is the only thing the page may reach.
"""

from headscope.pages import policy, static
from headscope.views.page import PICTURES

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>headscope</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main id="headscope-live"><noscript><p>This page is drawn by the script inside it. Please allow JavaScript for it; \
it loads nothing from elsewhere.</p></noscript></main>
<script type="module">{script}</script>
</body>
</html>
"""


def render() -> tuple[str, str]:
    """The page, and the policy that every answer of the server carries."""
    script, style = static("serve.js"), static("serve.css")
    rules = policy(script, style, PICTURES, "connect-src 'self'", "frame-ancestors 'none'")
    return _PAGE.format(style=style, script=script), rules
