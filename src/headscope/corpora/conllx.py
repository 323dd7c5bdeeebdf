"""CoNLL-X: ten columns or eight, no comments, a blank line after each sentence; every 20 sentences are one document."""

import re
from collections.abc import Iterator
from pathlib import Path

from headscope.corpora.reading.blocks import Line, blocks, cells
from headscope.corpora.reading.columns import Columns
from headscope.corpora.reading.draft import gather
from headscope.corpora.reading.faults import Fault, Ledger, Where, places, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import number
from headscope.types import Document, Sentence


def documents(path: Path | Readable, shown: str, prefix: str, ledger: Ledger) -> Iterator[Document]:
    where = places(shown)
    made = (ledger.attempt(_sentence, block, where) for block in blocks(path, shown, ledger.bounds))
    yield from gather(made, prefix, ledger)


def _sentence(block: list[Line], where: Where) -> Sentence:
    columns = Columns(where)
    for at, line in enumerate(block, 1):
        row = cells(line.text)
        if len(row) not in (8, 10):
            raise Fault(
                "sentences with a wrong number of columns",
                f"{where(line.number)}: {len(row)} columns in {quoted(line.text)}; expected 8 or 10, between tabs.{_hint(line.text)}",
            )
        if number(row[0]) != at:
            raise Fault(
                "sentences with wrong word numbers",
                f"{where(line.number)}: the word number is {quoted(row[0])}; expected word {at}.{_hint(line.text)}",
            )
        columns.add(row, line.number)
    return columns.sentence()


def _hint(text: str) -> str:
    """Comments, ranges (1-2) and empty nodes (8.1) show that a file is of the other format."""
    return " This looks like CoNLL-U: try conllu:FILE." if re.match(r"#|[0-9]+[.-][0-9]", text) else ""
