"""Tokens → a tree. The words and the slots after them are in `language.json`; here is only how they nest.

    query = any of, joined by "or" = all of, joined by "and" = "not" one | "(" query ")" | term | name [direction] test

It knows no run: whether there is such a score, layer or label is asked when the tree is evaluated.
"""

import re
from dataclasses import dataclass
from typing import Any

from headscope.query.language import LANGUAGE, LIMITS, RESERVED, QueryError, listed, sentence
from headscope.query.tokens import END, Token, tokens

SLOTS = {name: (re.compile(slot["pattern"]), slot["expected"]) for name, slot in LANGUAGE["slots"].items()}
OPEN, CLOSE = LANGUAGE["brackets"]


@dataclass(frozen=True)
class Joined:
    """Parts joined by `or` or `and`."""

    joint: str
    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Not:
    """What a part does not find."""

    part: "Node"


@dataclass(frozen=True)
class Term:
    """`what` is asked (`layer`, `>`, `top` …) with the tokens in its slots; of a score, also its name and direction."""

    what: str
    slots: tuple[Token, ...]
    name: Token | None = None
    direction: Token | None = None


Node = Joined | Not | Term


def parse(query: str) -> Node:
    """The tree of a query; raises a QueryError at the first place that can't be read.

    >>> parse("layer 2 to 3 or not sep > 60%").joint
    'or'
    """
    return _Parser(query).whole()


class _Parser:
    """Reads tokens from the left, looking one ahead."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.left = tokens(query)[::-1]
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.left[-1]

    def take(self) -> Token:
        return self.left.pop()

    def wrong(self, message: str, token: Token, /, **values: object) -> QueryError:
        return QueryError(sentence(message, **values), self.query, token.start, token.end)

    def whole(self) -> Node:
        if self.next.kind == END:
            raise self.wrong("nothing", self.next, examples=listed(LANGUAGE["examples"]))
        made = self.joined()
        if self.next.kind != END:
            raise self.wrong("after", self.next, found=self.next.found)
        return made

    def joined(self, level: int = 0) -> Node:
        """Parts with this joint or a tighter one between them."""
        if level == len(LANGUAGE["joints"]):
            return self.one()
        joint = LANGUAGE["joints"][level]
        parts = [self.joined(level + 1)]
        while self.next.word == joint:
            self.take()
            parts.append(self.joined(level + 1))
        return parts[0] if len(parts) == 1 else Joined(joint, tuple(parts))

    def one(self) -> Node:
        token = self.next
        if token.word in (LANGUAGE["prefix"], OPEN):
            self.take()
            self.depth += 1
            if self.depth > LIMITS["depth"]:
                raise self.wrong("deep", token, most=LIMITS["depth"])
            made = self.inside(token) if token.word == OPEN else Not(self.one())
            self.depth -= 1
            return made
        if token.word in LANGUAGE["terms"]:
            self.take()
            return Term(token.word, self.slots(LANGUAGE["terms"][token.word]))
        if token.kind in (END, "sign") or token.word in RESERVED:
            words = listed(f"'{word}'" for word in (*LANGUAGE["terms"], LANGUAGE["prefix"]))
            raise self.wrong("reserved" if token.word in RESERVED else "term", token, words=words, found=token.found)
        return self.test()

    def inside(self, opened: Token) -> Node:
        made = self.joined()
        if self.next.kind == END:
            raise self.wrong("bracket", opened)
        if self.next.word != CLOSE:
            raise self.wrong("inside", self.next, found=self.next.found)
        self.take()
        return made

    def test(self) -> Term:
        """What is asked of a score."""
        name = self.take()
        direction = self.take() if self.next.word in LANGUAGE["directions"] else None
        asked = self.next
        if asked.word not in LANGUAGE["tests"]:
            shown = self.query[name.start : name.end]
            raise self.wrong("test", asked, name=shown, found=asked.found, words=listed(LANGUAGE["tests"]))
        self.take()
        return Term(asked.word, self.slots(LANGUAGE["tests"][asked.word]), name, direction)

    def slots(self, parts: list[Any]) -> tuple[Token, ...]:
        """The tokens in the slots of a term. `'to'` is a word as it stands; a list may be left out."""
        found: list[Token] = []
        for part in parts:
            if isinstance(part, list):
                found += self.slots(part) if self.next.word == part[0].strip("'") else ()
            elif part.startswith("'"):
                if self.next.word != part.strip("'"):
                    raise self.wrong("word", self.next, word=part.strip("'"), found=self.next.found)
                self.take()
            else:
                pattern, expected = SLOTS[part]
                if self.next.kind in (END, "sign") or not pattern.fullmatch(self.next.text):
                    raise self.wrong("slot", self.next, expected=expected, found=self.next.found)
                found.append(self.take())
        return tuple(found)
