"""What every page of ours holds itself to: data that nothing can break out of, and a policy that admits our own script alone.

It imports nothing but the standard library, so that a report can be drawn where the views' own requirements are not installed.
"""

import base64
import hashlib
import html
import json
import re
from importlib import resources

# "<", ">" and "&" could close the block or open a comment in it; U+2028 and U+2029 end a line in some readers of JavaScript;
# a lone surrogate (half of a broken emoji in somebody's corpus) cannot be written as UTF-8 at all.
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
{body}
<script type="module">{script}</script>
</body>
</html>
"""


def page(title: str, body: str, script: str, style: str, *more: str) -> str:
    """A whole page that opens from disk: `body` is markup of ours, in which data is embedded; `more` are further rules of its policy."""
    rules = policy(script, style, *more)
    return _PAGE.format(policy=rules, title=html.escape(clean(title)), style=style, body=body, script=script)


def embed(value: object) -> str:
    r"""JSON that can lie inside a script element whatever strings it holds.

    >>> embed({"token": "</script>"})
    '{"token":"\\u003c/script\\u003e"}'

    NaN and infinity are refused, since JSON has no word for them: a missing number is ``None``.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def clean(text: str) -> str:
    """Text that can be sent and written: halves of characters that stand alone become U+FFFD.

    >>> clean("a\\ud800"), clean("\\ud83d\\ude00")
    ('a\\ufffd', '😀')
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def static(name: str) -> str:
    """A built file of the front end, as it lies in the package."""
    text = resources.files("headscope").joinpath("views", "static", name).read_text(encoding="utf-8").replace("\r\n", "\n")
    # Ours, not a user's: but a build that held one of these would end its own element, so better no page than a torn one.
    if re.search(r"</(?:script|style)|<!--", text, re.IGNORECASE):
        raise ValueError(f"{name} cannot be put inside a page: it holds '</script', '</style' or '<!--'")
    return text


def policy(script: str, style: str, *more: str) -> str:
    """What a page may do: run this script and use this style sheet, by their hashes, and whatever `more` says; nothing else.

    >>> policy("let a", "b {}").split("; ")[0], "unsafe" in policy("let a", "b {}")
    ("default-src 'none'", False)
    """
    rules = [
        "default-src 'none'",
        f"script-src '{digest(script)}'",
        f"style-src '{digest(style)}'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
    return "; ".join([*rules, *more])


def digest(text: str) -> str:
    """The hash by which a policy knows an inline script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
