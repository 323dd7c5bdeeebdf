"""CorefUD's `Entity=`: `(e1-person-2` opens, `e1)` closes, `(e1-person-1)` is a mention of one word → brackets.

Which fields an opening bracket has, and in which order, the file says: `# global.Entity = eid-etype-head-other`. Read are
the entity (`eid`, or `GRP` as GUM calls it) and the head's position in the mention: `head`, counted over words and empty
nodes, or else `minspan`, one position or several, counted over words. Types, links, bridging and split antecedents are passed over.
"""

import re
from dataclasses import dataclass

from headscope.corpora.reading.brackets import Mark
from headscope.corpora.reading.faults import Fault, quoted
from headscope.corpora.reading.trees import number

NAMES = ("eid", "GRP")
SPANS = ("minspan", "MIN")  # GUM's first releases wrote MIN
_PIECE = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")
_PART = re.compile(r"(.+)\[([0-9]{1,2})/([0-9]{1,2})\]")
_BROKEN = "documents with unreadable brackets"


@dataclass(frozen=True)
class Fields:
    """Which field of a bracket, between its hyphens, is what; None for one that brackets don't have."""

    entity: int | None
    head: int | None = None
    span: int | None = None
    declared: bool = True  # whether the file says so

    @classmethod
    def read(cls, text: str) -> "Fields":
        """
        >>> Fields.read("eid-etype-head-other")
        Fields(entity=0, head=2, span=None, declared=True)
        """
        names = [name.strip() for name in text.split("-")]
        entity, head, span = (
            next((names.index(one) for one in any_of if one in names), None) for any_of in (NAMES, ["head"], SPANS)
        )
        return cls(entity, head, span)

    def are_used(self, value: str) -> bool:
        """Whether an `Entity=` is about coreference. Other corpora write types alone there, or B-PER, which none declares."""
        return self.entity is not None and (self.declared or "(" in value or ")" in value)


UNDECLARED = Fields(0, declared=False)


def read_entities(value: str, fields: Fields, place: str) -> list[Mark]:
    """The brackets in one word's `Entity=`.

    >>> [(mark.entity, mark.closes, mark.heads) for mark in read_entities("(e1-person-2(e2-place-1)", Fields(0, 2), "line 3")]
    [('e1', False, (2,)), ('e2', True, (1,))]
    """
    marks, at = [], 0
    while at < len(value):
        piece = _PIECE.match(value, at)
        if piece is None:
            raise Fault(
                _BROKEN, f"{place}: Entity={quoted(value)} can't be read; expected brackets as in (e1-person-2, e1) or (e1)."
            )
        opening, closing, closed = piece.groups()
        marks.append(_opening(opening, bool(closing), fields, place) if opening else _closing(closed, fields, place))
        at = piece.end()
    return marks


def _opening(text: str, closes: bool, fields: Fields, place: str) -> Mark:
    values = text.split("-")
    if not fields.declared and len(values) > 1:
        raise Fault(
            _BROKEN,
            f"{place}: the bracket {quoted('(' + text)} has several fields, and nothing says which; "
            "expected a line as # global.Entity = eid-etype-head-other at the head of the file.",
        )
    entity, part, parts = _entity(_field(values, fields.entity), text, place)
    head, span = _field(values, fields.head), _field(values, fields.span)
    positions = [number(one) for one in (head or span).split(",")] if head or span else []
    heads = tuple(position for position in positions if position)
    if len(heads) < len(positions):
        raise Fault(
            _BROKEN,
            f"{place}: the bracket {quoted('(' + text)} has the head {quoted(head or span)}; "
            "expected a position in the mention, counted from 1.",
        )
    return Mark(entity, True, closes, heads, not head, part, parts)


def _closing(text: str, fields: Fields, place: str) -> Mark:
    """`e1)`; GUM's first releases repeat the fields before the entity: `person-1)`."""
    entity, part, parts = _entity(_field(text.split("-"), fields.entity) or text, text, place)
    return Mark(entity, False, True, part=part, parts=parts)


def _field(values: list[str], at: int | None) -> str:
    return values[at] if at is not None and at < len(values) and values[at] != "_" else ""


def _entity(written: str, text: str, place: str) -> tuple[str, int, int]:
    """The entity, and which part of how many of its mention this is: `e1[1/2]`."""
    match = _PART.fullmatch(written)
    if match is None:
        if not written:
            raise Fault(_BROKEN, f"{place}: the bracket {quoted(text)} names no entity.")
        return written, 1, 1
    part, parts = int(match[2]), int(match[3])
    if not 1 <= part <= parts:
        raise Fault(_BROKEN, f"{place}: the bracket {quoted(text)} is part {part} of {parts}; expected parts counted from 1.")
    return match[1], part, parts
