"""Files of one word per line: the lines of a sentence together, with their numbers, one sentence in memory at a time."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from headscope.corpora.plain import read_lines
from headscope.corpora.reading.bounds import USUAL, Bounds
from headscope.corpora.reading.original import Readable
from headscope.errors import HeadscopeError

LONGEST_SENTENCE = 100_000  # lines; a longer one is a file without blank lines, not a sentence


class Line(NamedTuple):
    number: int  # counted from 1
    text: str


def blocks(path: Path | Readable, shown: str, bounds: Bounds = USUAL) -> Iterator[list[Line]]:
    """Runs of lines between blank ones."""
    block: list[Line] = []
    for number, raw in enumerate(read_lines(path, shown, bounds), 1):
        if not raw.strip():
            if block:
                yield block
                block = []
            continue
        block.append(Line(number, raw.rstrip("\r\n")))
        if len(block) > LONGEST_SENTENCE:
            raise HeadscopeError(
                f"{shown}, line {block[0].number}: a sentence of more than {LONGEST_SENTENCE:,} lines; "
                "expected one word per line and a blank line after each sentence."
            )
    if block:
        yield block


def cells(text: str) -> list[str]:
    """The columns of a line: between tabs, or where it has none, between spaces."""
    return text.split("\t") if "\t" in text else text.split()
