"""Which characters people are shown: none that moves a cursor, turns text around, breaks a line or can't be seen.

Words of a corpus, names of a stranger's model and keys of a run may hold any character. All that headscope prints goes through here, and
so does the message of each of its errors. It imports nothing but the standard library.
"""

import json
import re
from typing import Any

# Control characters (C0, delete, C1), marks of writing direction, separators of lines and paragraphs, invisible characters, halves of
# surrogate pairs, and tags. Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji are written with them.
_UNSAFE = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
_ANY = re.compile(f"[{_UNSAFE}]")
_IN_LINES = re.compile(f"(?![\n\t])[{_UNSAFE}]")
_SPACES = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]")
REPLACEMENT = "\ufffd"


def printable(text: str) -> str:
    """Text that is part of a line; what can't be shown is U+FFFD.

    >>> printable("a\\x1b[31mb\\u202ec"), printable("na\\u00efve \\u0645\\u06cc\\u200c\\u062e")
    ('a\ufffd[31mb\ufffdc', 'na\u00efve \u0645\u06cc\\u200c\u062e')
    """
    return _ANY.sub(REPLACEMENT, text)


def printable_lines(text: str) -> str:
    """Whole lines: line breaks and tabs are kept."""
    return _IN_LINES.sub(REPLACEMENT, text)


def one_sentence(text: str) -> str:
    """A sentence on one line, whatever it quotes.

    >>> one_sentence("There is no 'a\\nb\\x1b'.")
    "There is no 'a b\ufffd'."
    """
    return printable(_SPACES.sub(" ", text))


def as_json(value: Any) -> str:
    """JSON in which these characters are escaped, so that it can be shown and still holds exactly what it was made of.

    >>> print(as_json("caf\\u00e9\\x1b\\x9b\\u202e"), json.loads(as_json("\\x9b\\U000e0041")) == "\\x9b\\U000e0041")
    "caf\u00e9\\u001b\\u009b\\u202e" True
    """
    return _IN_LINES.sub(lambda found: escaped(found[0]), json.dumps(value, indent=2, ensure_ascii=False))


def escaped(text: str) -> str:
    """Characters as JSON escapes them: four hexadecimal digits, two times four beyond U+FFFF.

    >>> print(escaped("\\u00b7\\U000e0041"))
    \\u00b7\\udb40\\udc41
    """
    units = text.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
