"""How much a reader takes before it says that something else must be meant: a line, a document, what a packed file or a stream comes to.

Without them one file can ask for all memory and hours, whatever `--limit` says: a document is read whole, a packed file may be a bomb.
"""

import re
from dataclasses import dataclass, fields, replace

from headscope.errors import HeadscopeError, unknown_name

UNITS = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
LEAST = 64  # bytes that a line or a word takes in memory, however short
BLANK_LINES = 1_000_000  # in a row


@dataclass(frozen=True)
class Bounds:
    """In bytes; `document` counts each line, or word of a sentence, as at least 64.

    >>> Bounds.parse("line=8M, document=1G").line
    8388608
    """

    line: int = 2**20
    document: int = 2**26
    unpacked: int = 2**35

    @classmethod
    def parse(cls, text: str | None) -> "Bounds":
        """As typed: line=8M,document=1G; what is not given stays."""
        made = cls()
        for part in (text or "").split(",") if text else ():
            name, _, size = (piece.strip() for piece in part.partition("="))
            names = [one.name for one in fields(cls)]
            if name not in names:
                raise unknown_name("bound", name, names)
            match = re.fullmatch(r"(\d{1,12})([KMGT]?)i?B?", size, re.IGNORECASE)
            if match is None or not int(match[1]):
                raise HeadscopeError(f"--bounds {name}={size} is not a size. Expected bytes, or K, M, G as in {name}=64M.")
            made = replace(made, **{name: int(match[1]) * UNITS.get(match[2].upper(), 1)})
        return made

    def check_document(self, size: int, place: str, expected: str) -> None:
        """Raises where a document has grown beyond its bound."""
        if size > self.document:
            raise HeadscopeError(
                f"{place}: a document of more than {shown(self.document)}; {expected}. If it is one, allow it: "
                f"--bounds document={shown(4 * self.document, '')}."
            )


def shown(size: int, end: str = "iB") -> str:
    """A size as people write it.

    >>> shown(2**20), shown(3 * 2**30, ""), shown(1000)
    ('1 MiB', '3G', '1,000 bytes')
    """
    for unit in reversed(UNITS):
        if size >= UNITS[unit] and size % UNITS[unit] == 0:
            return f"{size // UNITS[unit]}{' ' if end else ''}{unit}{end}"
    return f"{size:,} bytes" if end else str(size)


USUAL = Bounds()
