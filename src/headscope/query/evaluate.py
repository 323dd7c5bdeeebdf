"""A tree and the facts of a run → the heads that are found, in order, with the scores that the query names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np
from jaxtyping import Bool, Float64

from headscope.query.facts import BEHAVIOUR, PATTERN, Facts
from headscope.query.grammar import Joined, Node, Not, Term, parse
from headscope.query.language import LANGUAGE, LIMITS, QueryError, hint, listed, sentence
from headscope.query.names import Name, Unclear, meant, written
from headscope.query.tokens import Token
from headscope.ties import rounded
from headscope.types import Head, Series

Mask = Bool[np.ndarray, " head"]
Numbers = Float64[np.ndarray, " head"]


@dataclass(frozen=True)
class Column:
    """A score that a query names: each head's value in its direction with the highest one, NaN where it has none."""

    name: Name
    direction: str  # as asked for, empty where each head counts by its best
    value: Numbers
    series: tuple[Series | None, ...]  # where each head's value comes from


@dataclass(frozen=True)
class Found:
    """The heads that a query finds, as places among all heads of the run, best first by the first score that it names."""

    query: str
    facts: Facts
    places: tuple[int, ...]
    columns: tuple[Column, ...]

    @property
    def heads(self) -> list[tuple[str, Head]]:
        every = self.facts.heads
        return [every[place] for place in self.places]


def search(facts: Facts, query: str) -> Found:
    """The heads for which a query holds: by the first score it names, highest first, lowest first where less is asked for; without a
    score, and among equals, in the order of the layers."""
    return _Search(facts, query).found()


def number(text: str) -> tuple[float, float]:
    """A number as written, and half a unit of its last digit.

    >>> number("0.60"), number("60%"), number("1.5e-3")
    ((0.6, 0.005), (0.6, 0.005), (0.0015, 5e-05))
    """
    plain = text.removesuffix("%").lower()
    figure, _, exponent = plain.partition("e")
    power = int(exponent or 0) - (2 if text.endswith("%") else 0)
    decimals = len(figure.partition(".")[2])
    return float(f"{figure}e{power}"), float(f"5e{power - decimals - 1}")


def _level(value: Numbers) -> Numbers:
    """What heads are ranked by; the page does the same."""
    return rounded(value, LIMITS["decimals"])


class _Search:
    def __init__(self, facts: Facts, query: str) -> None:
        self.facts, self.query = facts, query
        self.tree = parse(query)
        self.heads = facts.heads
        self.columns: dict[tuple[Name, str], Column] = {}
        self.rising: list[bool] = []  # of each score as it is named, whether less is asked for

    def found(self) -> Found:
        mask = self.mask(self.tree)
        columns = tuple(self.columns.values())
        places = np.flatnonzero(mask)
        if columns:
            value = _level(columns[0].value[places])
            places = places[np.argsort(value if self.rising[0] else -value, kind="stable")]  # NaN comes last either way
        return Found(self.query, self.facts, tuple(map(int, places)), columns)

    def wrong(self, message: str, token: Token, /, **values: object) -> QueryError:
        return QueryError(sentence(message, **values), self.query, token.start, token.end)

    def mask(self, node: Node) -> Mask:
        if isinstance(node, Not):
            return ~self.mask(node.part)
        if isinstance(node, Joined):
            parts = [self.mask(part) for part in node.parts]
            return reduce(np.logical_and if node.joint == "and" else np.logical_or, parts)
        if node.name is not None:
            return self.scored(node, node.name)
        asked: dict[str, Callable[..., Mask]] = {
            "layer": self.layer,
            "head": self.head,
            "label": self.label,
            "stack": self.stack,
        }
        return asked[node.what](*node.slots)

    def scored(self, term: Term, name: Token) -> Mask:
        """Which heads stand the test of a score; without a value none does."""
        value = self.column(name, term.direction).value
        self.rising.append(term.what in LANGUAGE["rising"])
        first, half = number(term.slots[0].text)
        if term.what in ("top", "bottom"):
            level = _level(value)
            best = np.argsort(-level if term.what == "top" else level, kind="stable")[: int(term.slots[0].text)]
            chosen = np.zeros(len(value), dtype=bool)
            chosen[best] = True
            return np.asarray(chosen & ~np.isnan(value))
        if term.what == "between":
            last = number(term.slots[1].text)[0]
            if first > last:
                raise self.wrong("falling", term.slots[1])
            return np.asarray((value >= first) & (value <= last))
        if term.what == "=":  # as far as it is written: 0.81 is anything that rounds to it
            return np.asarray(np.abs(value - first) <= half)
        compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}[term.what]
        return np.asarray(compare(value, first))

    def column(self, name: Token, direction: Token | None) -> Column:
        try:
            score = meant(name.text, self.facts.series, self.facts.second)
        except Unclear as error:
            raise QueryError(str(error), self.query, name.start, name.end) from None
        asked = "" if direction is None else LANGUAGE["directions"][direction.word]
        if (score, asked) not in self.columns:
            mine = [one for one in self.facts.series if (one.measure, one.key, one.corpus) == score]
            if direction is not None:
                if not any(one.direction for one in mine):
                    raise self.wrong("undirected", direction, name=written(name.text), direction=direction.text)
                mine = [one for one in mine if one.direction == asked]
                if not mine:
                    raise self.wrong("direction", direction, name=written(name.text), direction=direction.text)
            self.columns[score, asked] = Column(score, asked, *self.best(mine))
        return self.columns[score, asked]

    def best(self, series: list[Series]) -> tuple[Numbers, tuple[Series | None, ...]]:
        """Each head's highest value over directions, and whose it is."""
        value = np.full(len(self.heads), np.nan)
        whose: list[Series | None] = [None] * len(self.heads)
        for one in series:
            numbers = self.facts.value(one)
            for place, (stack, head) in enumerate(self.heads):
                if stack == one.stack and not numbers[head] <= value[place] and not np.isnan(numbers[head]):
                    value[place], whose[place] = numbers[head], one
        return value, tuple(whose)

    def layer(self, first: Token, last: Token | None = None) -> Mask:
        count = max(layers for layers, _ in self.facts.stacks.values())
        for token in filter(None, (first, last)):
            if int(token.text) > count:
                raise self.wrong("layers", token, layer=token.text, count=count)
        low, high = int(first.text), int((last or first).text)
        if last is not None and low > high:
            raise self.wrong("falling", last)
        return np.array([low <= head.layer + 1 <= high for _, head in self.heads])

    def head(self, token: Token) -> Mask:
        wanted = Head.parse(token.text)
        mask = np.array([head == wanted for _, head in self.heads])
        if not mask.any():
            shapes = (sentence("shape", layers=layers, heads=heads) for layers, heads in self.facts.stacks.values())
            raise self.wrong("heads", token, head=token.text, known=listed(dict.fromkeys(shapes)))
        return mask

    def stack(self, token: Token) -> Mask:
        if token.text not in self.facts.stacks:
            near = hint(token.text, self.facts.stacks)
            raise self.wrong("stack", token, stack=token.text, hint=near, known=listed(self.facts.stacks))
        return np.array([stack == token.text for stack, _ in self.heads])

    def label(self, token: Token) -> Mask:
        """A behaviour, or else a pattern; `pattern.next` is the pattern where a behaviour has the same name."""
        told = {kind: self.facts.labels(kind) for kind in (BEHAVIOUR, PATTERN)}
        names = {f"{kind}.{label}": (kind, label) for kind in told if told[kind] for label in self.facts.names[kind]}
        if not names:
            raise self.wrong("unlabelled", token)
        bare: dict[str, tuple[str, str]] = {}
        for kind, label in names.values():
            bare.setdefault(label, (kind, label))
        if token.text not in bare and token.text not in names:
            near = hint(token.text, map(written, (*bare, *names)))
            raise self.wrong("label", token, label=token.text, hint=near, known=listed(map(written, bare)))
        kind, label = names.get(token.text) or bare[token.text]
        return np.array([told[kind].get(head) == label for head in self.heads])
