"""CoNLL-U (Universal Dependencies 2, CorefUD 1): ten columns between tabs, comments, a blank line after each sentence.

Words are what has a whole number; ranges (1-2, a token of several words) and empty nodes (8.1) are none, but in the running
text stands the form of a range. Lines are read here and not by the conllu package, which forgets their numbers, so that an
error could not name its place, and is slower.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from headscope.corpora.reading.blocks import Line, blocks
from headscope.corpora.reading.brackets import Node
from headscope.corpora.reading.columns import Columns
from headscope.corpora.reading.draft import Draft
from headscope.corpora.reading.entities import UNDECLARED, Fields, read_entities
from headscope.corpora.reading.faults import Fault, Ledger, Where, places, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import number
from headscope.types import Document

_COMMENT = re.compile(r"#\s*(newdoc|newpar|sent_id|text|global\.Entity)(?:\s+id)?\s*(?:=\s*(.*?)\s*)?")
_EMPTY = re.compile(r"[0-9]{1,9}\.[1-9][0-9]{0,8}")


def documents(path: Path | Readable, shown: str, prefix: str, ledger: Ledger) -> Iterator[Document]:
    """The file's documents, by `# newdoc`, named by its id or else by their place; before the first one every 20 sentences."""
    count, draft, declared, fields = 1, Draft(f"{prefix}1", ledger), False, UNDECLARED
    for block in blocks(path, shown, ledger.bounds):
        comments = _comments(block)
        if "newdoc" in comments or (draft.is_full and not declared):
            yield from draft.finish()
            declared = declared or "newdoc" in comments
            count += bool(draft.read)
            draft = Draft(prefix + (comments.get("newdoc") or str(count)), ledger)
            draft.has_brackets = fields.declared and fields.entity is not None
        if "global.Entity" in comments:
            fields = Fields.read(comments["global.Entity"])
            draft.has_brackets = fields.entity is not None
        if "newpar" in comments:
            draft.open_paragraph()
        lines = [line for line in block if not line.text.startswith("#")]
        if not lines:
            continue
        where = places(shown, comments.get("sent_id", ""))
        try:
            rows = Rows(lines, where)
            if any(value and fields.are_used(value) for _, value, _ in rows.nodes):
                draft.mark(rows.brackets(fields), where)
            draft.add(rows.columns.sentence(), comments.get("text") or "".join(rows.text).rstrip(), rows.space)
        except Fault as fault:
            ledger.enter(fault)
            draft.add(None)
    yield from draft.finish()


def _comments(block: Sequence[Line]) -> dict[str, str]:
    """What the comments say that is of use here."""
    found = {}
    for line in block:
        if line.text.startswith("#") and (match := _COMMENT.fullmatch(line.text)):
            found[match[1]] = match[2] or ""
    return found


class Rows:
    """The lines of one sentence, each checked: its words, its running text, and its nodes (words and empty nodes) with what
    `Entity=` says at them."""

    def __init__(self, lines: Sequence[Line], where: Where) -> None:
        self.where = where
        self.columns = Columns(where)
        self.nodes: list[tuple[bool, str, int]] = []
        self.text: list[str] = []
        self.space = True  # whether one follows the last token
        self._covered = 0  # words up to here have their text from a range
        for line in lines:
            self._read(line)
        count = len(self.columns.words)
        if not count or self._covered > count:
            raise _misnumbered(where(lines[-1].number), f"the sentence ends after word {count}", count)

    def _read(self, line: Line) -> None:
        cells = line.text.split("\t")
        if len(cells) != 10:
            raise Fault(
                "sentences with a wrong number of columns",
                f"{self.where(line.number)}: {len(cells)} columns in {quoted(line.text)}; expected 10, between tabs.",
            )
        name, form, more = cells[0], cells[1], cells[9]
        entity = _value(more, "Entity") if "Entity=" in more else ""
        count = len(self.columns.words)
        if name == str(count + 1):
            self.columns.add(cells, line.number)
            self.nodes.append((True, entity, line.number))
            if count < self._covered:
                return
        elif _EMPTY.fullmatch(name):
            self.nodes.append((False, entity, line.number))
            return
        elif count >= self._covered and (last := _range(name, count)):
            self._covered = last
        else:
            raise _misnumbered(self.where(line.number), f"the word number is {quoted(name)}", count)
        self.space = "SpaceAfter=" not in more or _value(more, "SpaceAfter") != "No"
        self.text += (form, " ") if self.space else (form,)

    def brackets(self, fields: Fields) -> Iterator[Node]:
        for is_word, value, line in self.nodes:
            yield Node(is_word, read_entities(value, fields, self.where(line)) if value else [], line)


def _misnumbered(place: str, found: str, count: int) -> Fault:
    return Fault("sentences with wrong word numbers", f"{place}: {found}; expected word {count + 1}.")


def _range(name: str, count: int) -> int | None:
    """The last word of a range that begins at the next word; None if the name is no such range.

    >>> _range("3-4", 2), _range("3-4", 5), _range("3", 2)
    (4, None, None)
    """
    first, _, last = name.partition("-")
    end = number(last)
    return end if number(first) == count + 1 and end is not None and end > count else None


def _value(more: str, key: str) -> str:
    """The value of a key in the last column, as in SpaceAfter=No|Entity=(e1)."""
    for pair in more.split("|"):
        name, _, value = pair.partition("=")
        if name == key:
            return value
    return ""
