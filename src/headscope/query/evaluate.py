"""A tree and the facts of a run → the heads that are found, in order, with the scores that the query names."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np
from jaxtyping import Bool, Float64

from headscope.quantities import Quantity
from headscope.query.facts import BEHAVIOUR, PATTERN, Facts
from headscope.query.grammar import BARE, Joined, Node, Not, Term, parse
from headscope.query.language import LANGUAGE, LIMITS, QueryError, listed, sentence
from headscope.query.names import Name, Unclear, meant, same, written
from headscope.query.tokens import Token
from headscope.ties import rounded
from headscope.types import Head, Series

Mask = Bool[np.ndarray, " head"]
Numbers = Float64[np.ndarray, " head"]


@dataclass(frozen=True)
class Column:
    """A score that a query names: each head's value in its direction with the highest one, NaN where it has none. Values are what people
    read, as the numbers of a query are: of a correlation that is stored as (1 + r) / 2, r."""

    name: Name
    direction: str  # as asked for, empty where each head counts by its best
    value: Numbers
    series: tuple[Series | None, ...]  # where each head's value comes from
    quantity: Quantity


@dataclass(frozen=True)
class Found:
    """The heads that a query finds, as places among all heads of the run, best first by the first score that it names. `read` is the
    query with the names that stand alone written out: `mixed` is read as `label mixed`, `obj` as `obj top 5`."""

    query: str
    read: str
    facts: Facts
    places: tuple[int, ...]
    columns: tuple[Column, ...]

    @property
    def heads(self) -> list[tuple[str, Head]]:
        every = self.facts.heads
        return [every[place] for place in self.places]


def evaluate(facts: Facts, query: str) -> Found:
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


def _end(value: Numbers, count: int, end: str) -> Mask:
    """The heads with the highest or the lowest values."""
    level = _level(value)
    best = np.argsort(-level if end == "top" else level, kind="stable")[:count]
    chosen = np.zeros(len(value), dtype=bool)
    chosen[best] = True
    return np.asarray(chosen & ~np.isnan(value))


class _Search:
    def __init__(self, facts: Facts, query: str) -> None:
        self.facts, self.query = facts, query
        self.tree = parse(query)
        self.heads = facts.heads
        self.columns: dict[tuple[Name, str], Column] = {}
        self.rising: list[bool] = []  # of each score as it is named, whether less is asked for
        self.read: list[tuple[Token, str]] = []  # names that stand alone, and what they are read as

    def found(self) -> Found:
        mask = self.mask(self.tree)
        columns = tuple(self.columns.values())
        places = np.flatnonzero(mask)
        if columns:
            value = _level(columns[0].value[places])
            places = places[np.argsort(value if self.rising[0] else -value, kind="stable")]  # NaN comes last either way
        read = self.query
        for token, text in sorted(self.read, key=lambda one: -one[0].start):
            read = read[: token.start] + text + read[token.end :]
        return Found(self.query, read, self.facts, tuple(map(int, places)), columns)

    def wrong(self, message: str, token: Token, known: Iterable[str] = (), /, **values: object) -> QueryError:
        return QueryError(message, sentence(message, **values), self.query, token.start, token.end, known=known)

    def mask(self, node: Node) -> Mask:
        if isinstance(node, Not):
            return ~self.mask(node.part)
        if isinstance(node, Joined):
            parts = [self.mask(part) for part in node.parts]
            return reduce(np.logical_and if node.joint == "and" else np.logical_or, parts)
        if node.what == BARE and node.name is not None:
            return self.bare(node.name, node.direction)
        if node.name is not None:
            return self.scored(node, node.name)
        if node.test:
            return self.layers(node.test, *node.slots)
        asked: dict[str, Callable[..., Mask]] = {
            "layer": self.layer,
            "head": self.head,
            "label": self.label,
            "stack": self.stack,
        }
        return asked[node.what](*node.slots)

    def bare(self, name: Token, direction: Token | None) -> Mask:
        """A name alone: a label that heads have, else the heads with the most of a score, else a label that none has, or a stack."""
        labels = {} if direction else self.label_names()
        label = next(iter(same(name.text, labels, str)), None)
        mask = None if label is None else self.labelled(*labels[label])
        if label is not None and mask is not None and mask.any():
            self.read.append((name, f"label {written(label)}"))
            return mask
        try:
            value = self.column(name, direction).value
        except QueryError as error:
            stacks = same(name.text, self.facts.stacks, str)
            if error.code != "unknown" or direction is not None:
                raise
            if mask is not None:
                self.read.append((name, f"label {written(name.text)}"))
                return mask
            if not stacks:
                raise self.wrong("unheard", name, name=name.text) from None
            self.read.append((name, f"stack {written(stacks[0])}"))
            return self.stack(name)
        self.rising.append(False)
        self.read.append((direction or name, f"{(direction or name).shown} top {LIMITS['bare']}"))
        return _end(value, LIMITS["bare"], "top")

    def scored(self, term: Term, name: Token) -> Mask:
        """Which heads stand the test of a score; without a value none does."""
        value = self.column(name, term.direction).value
        self.rising.append(term.what in LANGUAGE["rising"])
        if term.what in LANGUAGE["ends"]:
            return _end(value, int(term.slots[0].text), term.what)
        if term.what == "=":  # as far as it is written: 0.81 is anything that rounds to it
            first, half = number(term.slots[0].text)
            return np.asarray(np.abs(value - first) <= half)
        return self.compared(term.what, value, [number(slot.text)[0] for slot in term.slots], term.slots)

    def compared(self, test: str, value: Numbers, ends: list[float], slots: tuple[Token, ...]) -> Mask:
        if test == "between":
            self.rises(ends, slots)
            return np.asarray((value >= ends[0]) & (value <= ends[1]))
        signs = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "=": np.equal}
        return np.asarray(signs[test](value, ends[0]))

    def rises(self, ends: list[float], slots: tuple[Token, ...]) -> None:
        if len(ends) > 1 and ends[0] > ends[1]:
            raise self.wrong("falling", slots[1], [slots[0].text])

    def column(self, name: Token, direction: Token | None) -> Column:
        try:
            score = meant(name.text, self.facts.series, self.facts.second)
        except Unclear as error:
            raise QueryError(error.code, str(error), self.query, name.start, name.end, known=error.known) from None
        asked = "" if direction is None else LANGUAGE["directions"][direction.word]
        if (score, asked) not in self.columns:
            mine = [one for one in self.facts.series if (one.measure, one.key, one.corpus) == score]
            if direction is not None:
                if not any(one.direction for one in mine):
                    raise self.wrong("undirected", direction, name=written(name.text), direction=direction.text)
                mine = [one for one in mine if one.direction == asked]
                if not mine:
                    raise self.wrong("direction", direction, name=written(name.text), direction=direction.text)
            self.columns[score, asked] = Column(score, asked, *self.best(mine), self.facts.quantity(mine[0]))
        return self.columns[score, asked]

    def best(self, series: list[Series]) -> tuple[Numbers, tuple[Series | None, ...]]:
        """Each head's highest value over directions, and whose it is."""
        value = np.full(len(self.heads), np.nan)
        whose: list[Series | None] = [None] * len(self.heads)
        for one in series:
            numbers = self.facts.quantity(one).shown(self.facts.value(one))
            for place, (stack, head) in enumerate(self.heads):
                if stack == one.stack and not numbers[head] <= value[place] and not np.isnan(numbers[head]):
                    value[place], whose[place] = numbers[head], one
        return value, tuple(whose)

    def layer(self, *slots: Token) -> Mask:
        return self.layers("between", slots[0], slots[-1])

    def layers(self, test: str, *slots: Token) -> Mask:
        count = max(layers for layers, _ in self.facts.stacks.values())
        for token in slots:
            if int(token.text) > count:
                raise self.wrong("layers", token, [str(count)], layer=token.text, count=count)
        layer = np.array([head.layer + 1.0 for _, head in self.heads])
        return self.compared(test, layer, [float(slot.text) for slot in slots], slots)

    def head(self, token: Token) -> Mask:
        stack, _, name = token.text.rpartition("/")
        wanted = Head.parse(name)
        mask = np.array([head == wanted and stack.lower() in ("", its.lower()) for its, head in self.heads])
        if not mask.any():
            shapes = (sentence("shape", layers=layers, heads=heads) for layers, heads in self.facts.stacks.values())
            layers, heads = next(iter(self.facts.stacks.values()))
            nearest = Head(min(wanted.layer, layers - 1), min(wanted.head, heads - 1))
            raise self.wrong("heads", token, [str(nearest)], head=token.text, known=listed(dict.fromkeys(shapes)))
        return mask

    def stack(self, token: Token) -> Mask:
        named = same(token.text, self.facts.stacks, str)
        if not named:
            raise self.wrong("stack", token, stack=token.text, known=listed(self.facts.stacks))
        return np.array([stack == named[0] for stack, _ in self.heads])

    def label_names(self) -> dict[str, tuple[str, str]]:
        """How labels may be written: a behaviour, or else a pattern; `pattern.next` where a behaviour has the same name."""
        kinds = [kind for kind in (BEHAVIOUR, PATTERN) if self.facts.labels(kind)]
        every = [(kind, label) for kind in kinds for label in self.facts.names[kind]]
        full = {f"{kind}.{label}": (kind, label) for kind, label in every}
        return {**{label: (kind, label) for kind, label in reversed(every)}, **full}

    def labelled(self, kind: str, label: str) -> Mask:
        told = self.facts.labels(kind)
        return np.array([told.get(head) == label for head in self.heads])

    def label(self, token: Token) -> Mask:
        names = self.label_names()
        if not names:
            raise self.wrong("unlabelled", token)
        if not (found := same(token.text, names, str)):
            bare = dict.fromkeys(label for kind in self.facts.names for label in self.facts.names[kind] if label in names)
            raise self.wrong("label", token, label=token.text, known=listed(map(written, bare)))
        return self.labelled(*names[found[0]])
