"""CoNLL-2012 (OntoNotes): `#begin document (x); part 000`, twelve columns or more, the last one coreference → mentions.

Each part is a document, as in the task. Words (column 4) and tags (column 5) are read as they stand; parses, senses and
speakers are not, so there are no trees, and mentions come without a head: a head finder must tell it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from headscope.corpora.reading.blocks import Line, blocks, cells
from headscope.corpora.reading.bounds import Bounds
from headscope.corpora.reading.brackets import Mark, Node
from headscope.corpora.reading.columns import column
from headscope.corpora.reading.draft import Draft
from headscope.corpora.reading.faults import Fault, Ledger, Where, places, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import number
from headscope.types import Document, Sentence

COLUMNS = 12
NO_MENTION = ("-", "_", "")  # LitBank's last column is empty where no mention begins or ends
BEGIN, END = "#begin document", "#end document"
_NAME = re.compile(rf"{BEGIN} \((.+)\)(?:; *part +([0-9]+))? *")
_MARK = re.compile(r"\(?([^()\s]+)\)?")


def documents(path: Path | Readable, shown: str, prefix: str, ledger: Ledger) -> Iterator[Document]:
    """The file's documents, each named by document and part."""
    where = places(shown)
    draft: Draft | None = None
    begun = 0
    for run in _runs(path, shown, ledger.bounds):
        line = run[0]
        if line.text.startswith(END) and draft is not None:
            yield from draft.finish()
            draft = None
        elif line.text.startswith(BEGIN):
            if draft is not None:
                ledger.enter(_endless(where(begun), draft))
            draft, begun = ledger.attempt(_begin, line, prefix, ledger, where), line.number
        elif not line.text.startswith(END):
            if draft is None:
                ledger.enter(_outside(where(line.number), line))
            else:
                rows = ledger.attempt(_rows, run, where)
                if rows is not None:
                    draft.mark(_nodes(run, rows, where), where)
                draft.add(None if rows is None else _sentence(rows, where(line.number)))
    if draft is not None:
        ledger.enter(_endless(where(begun), draft))


def _runs(path: Path | Readable, shown: str, bounds: Bounds) -> Iterator[list[Line]]:
    """Lines that belong together: those of a sentence, or one that begins or ends a document."""
    for block in blocks(path, shown, bounds):
        run: list[Line] = []
        for line in block:
            if line.text.startswith((BEGIN, END)):
                if run:
                    yield run
                    run = []
                yield [line]
            else:
                run.append(line)
        if run:
            yield run


def _begin(line: Line, prefix: str, ledger: Ledger, where: Where) -> Draft:
    match = _NAME.fullmatch(line.text)
    if match is None:
        raise Fault(
            "documents without a name", f"{where(line.number)}: {quoted(line.text)}; expected {BEGIN} (NAME); part 000."
        )
    draft = Draft(f"{prefix}{match[1]} part {match[2] or '000'}", ledger)
    draft.has_brackets = True
    return draft


def _rows(run: list[Line], where: Where) -> list[list[str]]:
    rows = []
    for at, line in enumerate(run):
        row = cells(line.text)
        if len(row) < COLUMNS:
            raise Fault(
                "sentences with a wrong number of columns",
                f"{where(line.number)}: {len(row)} columns in {quoted(line.text)}; expected {COLUMNS} or more.",
            )
        if number(row[2]) != at:
            raise Fault(
                "sentences with wrong word numbers",
                f"{where(line.number)}: the word number is {quoted(row[2])}; expected {at}.",
            )
        if not row[3].strip():
            raise Fault("sentences with an empty word", f"{where(line.number)}: the word has no form; expected it in column 4.")
        rows.append(row)
    return rows


def _sentence(rows: list[list[str]], place: str) -> Sentence:
    return Sentence(tuple(row[3] for row in rows), tags=column(["_" if row[4] == "-" else row[4] for row in rows]), place=place)


def _nodes(run: list[Line], rows: list[list[str]], where: Where) -> Iterator[Node]:
    for line, row in zip(run, rows, strict=True):
        written = row[-1].strip()
        marks = [] if written in NO_MENTION else [_mark(one, where(line.number)) for one in written.split("|")]
        yield Node(True, marks, line.number)


def _mark(text: str, place: str) -> Mark:
    match = _MARK.fullmatch(text)
    opens, closes = text.startswith("("), text.endswith(")")
    if match is None or not (opens or closes):
        raise Fault(
            "documents with unreadable brackets", f"{place}: the last column has {quoted(text)}; expected (12, 12), (12) or -."
        )
    return Mark(match[1], opens, closes)


def _endless(place: str, draft: Draft) -> Fault:
    return Fault(
        "documents without an end", f"{place}: the document {quoted(draft.id)} has no line '{END}'; is the file cut off?"
    )


def _outside(place: str, line: Line) -> Fault:
    return Fault(
        "sentences outside a document", f"{place}: {quoted(line.text)} stands before any line '{BEGIN} (NAME); part 000'."
    )
