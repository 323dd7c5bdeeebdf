"""A name in a query → the scores that it means.

A score is `measure.key`; `key` alone where no other measure has it; `measure` alone where it has one key, or a key `all`; each with
`@corpus` where several corpora have it. A measure that says of itself that it is `second` gives way to others that have the same key:
`sep` is the attention to [SEP] even where the gradient of that attention was measured too. Capitals do not count, unless two names differ
in nothing else.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple, TypeVar

from headscope.query.language import LANGUAGE, RESERVED, listed, sentence
from headscope.query.tokens import KINDS
from headscope.types import Series

T = TypeVar("T")


class Name(NamedTuple):
    """What a name may mean; the series of its directions and stacks are one score."""

    measure: str
    key: str
    corpus: str

    @property
    def full(self) -> str:
        return f"{self.measure}.{self.key}"


class Unclear(Exception):
    """A name that means nothing, or too much: which message that is, its sentence, and what may be written instead."""

    def __init__(self, code: str, known: Iterable[str] = (), **values: object) -> None:
        self.code, self.known = code, list(known)
        super().__init__(sentence(code, known=listed(self.known), **values))


def written(name: str) -> str:
    """A name as it is to be typed: in quotes where it needs them.

    >>> written("offset.+1"), written("poss (own word)"), written("top")
    ('offset.+1', '"poss (own word)"', '"top"')
    """
    if KINDS["word"].fullmatch(name) and name.lower() not in RESERVED:
        return name
    return f"'{name}'" if '"' in name else f'"{name}"'


def meant(text: str, series: Iterable[Series], second: Collection[str] = ()) -> Name:
    """The score that a name means; raises Unclear where there is none, or more than one. Measures of `second` give way to others."""
    known = list(dict.fromkeys(Name(one.measure, one.key, one.corpus) for one in series))
    found = _among(text, known, second)
    corpora = list(dict.fromkeys(name.corpus for name in found))
    if len(corpora) > 1:
        raise Unclear("corpora", (written(f"{text}@{name}") for name in corpora), name=written(text))
    if found:
        return found[0]
    for base, corpus in _splits(text):  # a corpus may have any sign in its name, so what follows each @ is tried
        if found := _among(base, [name for name in known if name.corpus == corpus], second, f"@{corpus}"):
            return found[0]
    raise _unknown(text, known, second)


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """`a@b@c` as (a@b, c) and (a, b@c)."""
    places = [place for place, character in enumerate(text) if character == "@"]
    return ((text[:place], text[place + 1 :]) for place in reversed(places))


def same(text: str, among: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Those that are called so, or, where none is, those that are but for capitals.

    >>> same("Obj", ["obj", "OBJ"], str), same("obj", ["obj", "OBJ"], str)
    (['obj', 'OBJ'], ['obj'])
    """
    every = list(among)
    return [one for one in every if name(one) == text] or [one for one in every if name(one).lower() == text.lower()]


def _among(text: str, known: list[Name], second: Collection[str], at: str = "") -> list[Name]:
    """The one score of that name in each corpus that has it, none where there is no such name. `at` ends what is to be typed."""
    if found := same(text, known, lambda name: name.full):
        return _one(text, found, at)
    if found := same(text, known, lambda name: name.measure):
        keys = dict.fromkeys(name.key for name in found)
        if len(keys) > 1 and LANGUAGE["whole"] not in keys:
            raise Unclear(
                "keys", (written(f"{name}{at}") for name in dict.fromkeys(one.full for one in found)), name=written(text)
            )
        return [name for name in found if len(keys) == 1 or name.key == LANGUAGE["whole"]]
    found = same(text, known, lambda name: name.key)
    return _one(text, [name for name in found if name.measure not in second] or found, at)


def _one(text: str, found: list[Name], at: str) -> list[Name]:
    names = dict.fromkeys(name.full for name in found)
    if len(names) > 1:
        raise Unclear("measures", (written(f"{name}{at}") for name in names), name=written(text))
    return found


def _unknown(text: str, known: list[Name], second: Collection[str]) -> Unclear:
    for base, corpus in _splits(text):
        try:
            elsewhere = _among(base, known, second)
        except Unclear:
            continue
        if elsewhere:
            places = dict.fromkeys(written(f"{base}@{name.corpus}") for name in elsewhere)
            return Unclear("elsewhere", places, name=written(base), corpus=corpus)
    return Unclear("unknown", name=text)
