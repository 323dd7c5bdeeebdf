"""Tokens → a tree. The words and the slots after them are in `language.json`; here is only how they nest.

    query = any of, joined by "or" = all of, joined by "and" = "not" one | "(" query ")" | term | score
    score = name [direction] [test] | ("top" | "bottom") count name [direction]

It knows no run: whether there is such a score, layer or label is asked when the tree is evaluated.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from headscope.query.language import LANGUAGE, LIMITS, RESERVED, QueryError, listed, sentence
from headscope.query.tokens import END, Token, tokens

SLOTS = {name: (re.compile(slot["pattern"]), slot["expected"]) for name, slot in LANGUAGE["slots"].items()}
OPEN, CLOSE = LANGUAGE["brackets"]
RANGE, SLIP = re.compile(LANGUAGE["range"]), re.compile(LANGUAGE["slip"])
LAYER, HEAD, BARE = "layer", "head", "bare"


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
    """`what` is asked (`layer`, `>`, `top`, or `bare` of a name alone) with the tokens in its slots; of a score, also its name and
    direction; of layers, also how they are compared."""

    what: str
    slots: tuple[Token, ...]
    name: Token | None = None
    direction: Token | None = None
    test: str = ""


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

    def wrong(self, message: str, token: Token, /, known: Iterable[str] = (), **values: object) -> QueryError:
        return QueryError(message, sentence(message, **values), self.query, token.start, token.end, known=known)

    def whole(self) -> Node:
        if self.next.kind == END:
            raise self.wrong("nothing", self.next)
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
            return self.layer() if token.word == LAYER else Term(token.word, self.slots(LANGUAGE["terms"][token.word]))
        if token.word in LANGUAGE["ends"]:
            self.take()
            count = self.slots(LANGUAGE["tests"][token.word])
            if self.next.word == LANGUAGE["filler"]:
                self.take()
            return Term(token.word, count, *self.name())
        if token.kind == "word" and SLOTS[HEAD][0].fullmatch(token.text):
            return Term(HEAD, (self.take(),))
        return self.score()

    def name(self) -> tuple[Token, Token | None]:
        """The name of a score, and its direction if there is one."""
        token = self.next
        if token.kind in (END, "sign") or token.word in RESERVED:
            words = listed(f"'{word}'" for word in (*LANGUAGE["terms"], LANGUAGE["prefix"]))
            raise self.wrong("reserved" if token.word in RESERVED else "term", token, words=words, found=token.found)
        return self.take(), self.take() if self.next.word in LANGUAGE["directions"] else None

    def inside(self, opened: Token) -> Node:
        made = self.joined()
        if self.next.kind == END:
            raise self.wrong("bracket", opened)
        if self.next.word != CLOSE:
            raise self.wrong("inside", self.next, found=self.next.found)
        self.take()
        return made

    def score(self) -> Term:
        """What is asked of a score, or a name alone."""
        name, direction = self.name()
        asked = self.next
        if asked.word not in LANGUAGE["tests"]:
            return Term(BARE, (), name, direction)
        self.take()
        return Term(asked.word, self.slots(LANGUAGE["tests"][asked.word]), name, direction)

    def layer(self) -> Term:
        """`layer 2`, `layer 2 to 4`, `layer 2-4`, `layer >= 2`."""
        asked = self.next
        parts = LANGUAGE["tests"].get(asked.word, ())
        if "number" in parts:
            self.take()
            return Term(LAYER, self.slots([LAYER if part == "number" else part for part in parts]), test=asked.word)
        if (ends := RANGE.fullmatch(asked.text)) and asked.kind == "word":
            self.take()
            first, last = (Token("word", ends[i], asked.start + ends.start(i), asked.start + ends.end(i)) for i in (1, 2))
            return Term(LAYER, (first, last))
        return Term(LAYER, self.slots(LANGUAGE["terms"][LAYER]))

    def slots(self, parts: list[Any]) -> tuple[Token, ...]:
        """The tokens in the slots of a term. `'to'` is a word as it stands; a list may be left out."""
        found: list[Token] = []
        for part in parts:
            if isinstance(part, list):
                found += self.slots(part) if self.next.word in _words(part[0]) else ()
            elif part.startswith("'"):
                if self.next.word not in _words(part):
                    raise self.wrong("word", self.next, word=_words(part)[0], found=self.next.found)
                self.take()
            else:
                pattern, expected = SLOTS[part]
                if self.next.kind in (END, "sign") or not pattern.fullmatch(self.next.text):
                    raise self.wrong("slot", self.next, _filled(part, self.next.text), expected=expected, found=self.next.found)
                found.append(self.take())
        return tuple(found)


def head_slip(text: str) -> str | None:
    """The head that somebody seems to mean who writes one in another way.

    >>> head_slip("7.7"), head_slip("h7-7"), head_slip("L3H5"), head_slip("layer 3, head 5"), head_slip("0.25")
    ('7-7', '7-7', '3-5', '3-5', None)
    """
    found = SLIP.fullmatch(text.lower().replace("head", "h").replace("layer", "l").replace(" ", ""))
    return f"{found[1]}-{found[2]}" if found else None


def _filled(slot: str, text: str) -> list[str]:
    """What may have been meant by a text that does not fit into a slot."""
    meant = [text.replace(",", "."), head_slip(text), LANGUAGE["filled"].get(slot)]
    return [one for one in meant if one and slot in LANGUAGE["filled"] and SLOTS[slot][0].fullmatch(one)]


def _words(part: str) -> list[str]:
    """The words that a quoted part of a grammar stands for."""
    return part.strip("'").split("|")
