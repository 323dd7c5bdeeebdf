"""A page of the site: markup of ours with everybody's text escaped, and a policy that admits the site's own files alone."""

import html

from headscope.pages import clean

ASSETS = "assets"
RULES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<meta name="description" content="{description}">
{preview}<link rel="icon" href="{up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{up}assets/{style}.css">
</head>
<body>
{body}
{script}</body>
</html>
"""


def said(text: object) -> str:
    """Somebody's text as a part of a page, or of an attribute in double quotes.

    >>> said('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return html.escape(clean(str(text)))


def page(
    title: str,
    description: str,
    body: str,
    *,
    style: str,
    script: str = "",
    depth: int = 0,
    images: str = "img-src 'self'",
    preview: str = "",
) -> bytes:
    """`body` is markup of ours; `depth` is how many folders the page lies below the site's own; `preview` are tags for those who show
    links as pictures."""
    up = "../" * depth
    return _PAGE.format(
        policy="; ".join([*RULES, images]),
        title=said(title),
        description=said(description),
        preview=preview,
        up=up,
        style=style,
        body=body,
        script=f'<script type="module" src="{up}assets/{script}.js"></script>\n' if script else "",
    ).encode()


def preview(title: str, description: str, address: str | None, image: str | None, size: tuple[int, int] | None = None) -> str:
    """What others show of a link. `image` is where its picture lies, `address` that of the page; both whole, if the site knows its own.
    `size` is that of the picture in pixels, where it is always the same."""
    tags = {"og:type": "article", "og:site_name": "headscope", "og:title": title, "og:description": description}
    if address is not None:
        tags["og:url"] = address
    if image is not None:
        tags |= {"og:image": image, "og:image:alt": description}
        tags |= {} if size is None else {"og:image:width": str(size[0]), "og:image:height": str(size[1])}
    found = [f'<meta property="{name}" content="{said(value)}">' for name, value in tags.items()]
    found.append(f'<meta name="twitter:card" content="{"summary_large_image" if image is not None else "summary"}">')
    return "\n".join(found) + "\n"
