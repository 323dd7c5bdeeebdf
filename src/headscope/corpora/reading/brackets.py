"""Brackets around words, `(12` … `12)`, → mentions. Entities may nest and cross; a closing one ends the last of its name.

What no measure can use is left out and counted: mentions that go on into another sentence, and mentions of empty nodes,
which are no words. Of a mention in parts (`e5[1/2]`) the part that holds its head stays; where no head is named, none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from headscope.corpora.reading.faults import Fault, Ledger, Where, quoted
from headscope.types import Mention

UNBALANCED = "documents with unbalanced brackets"


class Mark(NamedTuple):
    """One bracket, or both brackets of a mention of one word.

    `heads` are positions in the mention, counted from 1 over its words and empty nodes, or over its words alone if `in_words`;
    of several (the words of a name, say) the one that the tree puts above the others is the head, else the first.
    """

    entity: str
    opens: bool
    closes: bool
    heads: tuple[int, ...] = ()
    in_words: bool = False
    part: int = 1
    parts: int = 1


class Node(NamedTuple):
    """What brackets can stand at: a word, or an empty node between words."""

    is_word: bool
    marks: list[Mark]
    line: int


class _Span(NamedTuple):
    """What was opened: at which node of which sentence, after how many words; and once it is closed, how far it goes."""

    mark: Mark
    sentence: int
    node: int
    start: int
    place: str
    length: int = 0  # nodes
    end: int = 0  # words


class Brackets:
    """The brackets of one document, sentence by sentence, and the mentions they make."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._open: dict[str, list[_Span]] = {}
        self._parts: dict[str, list[_Span]] = {}
        self._found: dict[int, dict[Mention, tuple[int, ...]]] = {}  # by sentence, with the words that may be the head
        self._words: list[int | None] = []  # of each node of the current sentence, which word it is

    def read(self, sentence: int, nodes: Iterable[Node], where: Where) -> None:
        self._words = []
        count = 0
        for at, node in enumerate(nodes):
            self._words.append(count if node.is_word else None)
            for mark in node.marks:
                place = where(node.line)
                if mark.opens:
                    self._open.setdefault(mark.entity, []).append(_Span(mark, sentence, at, count, place))
                if mark.closes:
                    opened = self._open.get(mark.entity)
                    if not opened:
                        raise Fault(
                            UNBALANCED, f"{place}: the entity {quoted(mark.entity)} is closed, but was not opened before."
                        )
                    span = opened.pop()
                    self._close(span._replace(length=at + 1 - span.node, end=count + node.is_word), sentence)
            count += node.is_word

    def _close(self, span: _Span, sentence: int) -> None:
        entity, mark = span.mark.entity, span.mark
        before = self._parts.pop(entity, []) if mark.parts > 1 else []
        if mark.part != len(before) + 1 or any(one.mark.parts != mark.parts for one in before):
            raise Fault(
                UNBALANCED,
                f"{span.place}: part {mark.part} of {mark.parts} of the entity {quoted(entity)} follows on {len(before)} "
                "parts; expected the parts of a mention one after another.",
            )
        before.append(span)
        if mark.part == mark.parts:
            self._finish(before, sentence)
        else:
            self._parts[entity] = before

    def _finish(self, spans: list[_Span], sentence: int) -> None:
        """One mention, all its parts closed."""
        if any(span.sentence != sentence for span in spans):
            self.ledger.count("mentions across sentences")
            return
        heads = [self._find(spans, position) for position in spans[0].mark.heads]
        if len(spans) > 1 and not heads:
            self.ledger.count("mentions in parts without a head")
            return
        span = heads[0][0] if heads else spans[0]
        if span.end == span.start:
            self.ledger.count("mentions of empty nodes")
            return
        words = tuple(word for holder, word in heads if holder is span and word is not None)
        found = self._found.setdefault(sentence, {})
        mention = Mention(span.start, span.end, span.mark.entity)
        if mention in found:
            self.ledger.count("mentions given twice")
        found[mention] = words

    def _find(self, spans: list[_Span], position: int) -> tuple[_Span, int | None]:
        """The part of a mention that holds a position, and which word that is, if it is one. All parts are counted through."""
        in_words, left = spans[0].mark.in_words, position - 1
        for span in spans:
            length = span.end - span.start if in_words else span.length
            if left < length:
                return span, span.start + left if in_words else self._words[span.node + left]
            left -= length
        entity, total = quoted(spans[0].mark.entity), position - 1 - left
        raise Fault(
            "documents with a mention whose head is outside it",
            f"{spans[0].place}: the head of a mention of {entity} is its word {position}, but it has {total}; "
            "expected a position in the mention, counted from 1.",
        )

    def mentions(self, trees: Mapping[int, Sequence[int] | None]) -> dict[int, tuple[Mention, ...]]:
        """By sentence, in the order in which they start, longer ones first. Raises where a bracket was left open."""
        left = [span for spans in (*self._open.values(), *self._parts.values()) for span in spans]
        if left:
            first = min(left, key=lambda span: (span.sentence, span.node))
            what = "has parts that never come" if first.length else "is opened, but never closed"
            raise Fault(UNBALANCED, f"{first.place}: the entity {quoted(first.mark.entity)} {what} before the document ends.")
        return {
            sentence: tuple(
                sorted(
                    (_headed(mention, words, trees.get(sentence)) for mention, words in found.items()),
                    key=lambda mention: (mention.start, -mention.end),
                )
            )
            for sentence, found in self._found.items()
        }


def _headed(mention: Mention, words: tuple[int, ...], tree: Sequence[int] | None) -> Mention:
    """The mention with a head: of these words the one that hangs on a word outside it, else the first.

    >>> _headed(Mention(0, 3, "e1"), (1, 2), [2, 2, 3, -1])
    Mention(start=0, end=3, entity='e1', head=2)
    """
    if not words:
        return mention
    above = words if tree is None else [at for at in words if not mention.start <= tree[at] < mention.end]
    return replace(mention, head=(above or words)[0])
