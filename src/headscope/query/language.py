"""The query language as data: `language.json` read, its sentences filled in, and the error that points at a place.

The page reads the same file (web/src/query/language.ts), so that words, limits and sentences are written once.
"""

import json
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from headscope.errors import HeadscopeError

LANGUAGE: dict[str, Any] = json.loads(Path(__file__).with_name("language.json").read_text("utf-8"))
LIMITS: dict[str, Any] = LANGUAGE["limits"]
ALIASES: dict[str, str] = LANGUAGE["aliases"]
RESERVED = frozenset((*LANGUAGE["reserved"], *ALIASES))  # what a name is only in quotes
BEFORE, WIDEST = 60, 100  # of a long query only what is around the place is shown


class QueryError(HeadscopeError):
    """A query that can't be read or answered. `start` and `end` are the characters that it is about, counted from 0; `code` is which
    message it is; `known` are texts to put in that place; `suggestions` are whole queries that can be answered.

    >>> print(QueryError("slot", "Expected a number.", "sep > x", 6, 7, suggestions=["sep > 0.5"]))
    Expected a number.
      sep > x
            ^
    Try:
      sep > 0.5
    """

    several_lines = True

    def __init__(
        self,
        code: str,
        message: str,
        query: str,
        start: int,
        end: int,
        *,
        known: Iterable[str] = (),
        suggestions: Iterable[str] = (),
    ) -> None:
        self.code, self.message, self.query, self.start, self.end = code, message, query, start, end
        self.known, self.suggestions = tuple(known), tuple(suggestions)
        first = max(0, start - BEFORE)
        last = min(len(query), first + WIDEST)
        line = ("…" if first else "") + _plain(query[first:last]) + ("…" if last < len(query) else "")
        place = start - first + (first > 0)
        shown = [_plain(message), f"  {line}", f"  {' ' * place}{'^' * max(1, min(end, last) - start)}"]
        tries = [sentence("try"), *(f"  {_plain(query)}" for query in self.suggestions)] if self.suggestions else []
        super().__init__("\n".join((*shown, *tries)))


def _plain(text: str) -> str:
    """A line break would part the caret from its place, and a control character could move a terminal's cursor."""
    return "".join(c if c.isprintable() else " " for c in text)


def sentence(message: str, /, **values: object) -> str:
    """A message with its gaps filled.

    >>> sentence("slot", expected="a number", found="the end")
    'Expected a number, found the end.'
    """
    return str(LANGUAGE["messages"][message]).format(**values)


def listed(names: Iterable[str]) -> str:
    """Names as a sentence lists them, the first few where there are many.

    >>> listed(["offset", "token"]), listed(map(str, range(10)))
    ('offset, token', '0, 1, 2, 3, 4, 5, 6, 7 and 2 more')
    """
    every = list(names)
    most = LIMITS["listed"]
    known = ", ".join(every[:most])
    return sentence("more", known=known, count=len(every) - most) if len(every) > most else known


def likeness(name: str, given: str) -> float:
    """2m / (characters of both), m those in matching blocks; capitals do not count.

    >>> likeness("obj", "dOBJ")
    0.8571428571428571
    """
    # The order of the two matters to the matcher; the page compares in the same one.
    return SequenceMatcher(None, name.lower(), given.lower(), autojunk=False).ratio()
