"""Where each pattern of attention leads from each token, as far as the tokens tell: the one definition that the measure and the figure
of patterns share.

It works on arrays of numbers, be they torch tensors of a batch or NumPy arrays of one text, with the tokens along the last axis; it
imports neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Array = Any  # a torch tensor or a NumPy array: both have ==, &, ~ and indexing, which is all that is used


@dataclass(frozen=True)
class Texts:
    """The tokens on one side of a map, as numbers: their places; the text each is of; the word, −1 for special ones; what each spells,
    equal for the same piece of the same word, −1 where there is no letter or digit; and whether it opens or closes a text."""

    places: Array
    segments: Array
    words: Array
    spellings: Array
    delimiters: Array


def targets(key: str, queries: Texts, keys: Texts) -> Array:
    """[…, query, key]: the tokens that a pattern names for each token of text, never for special ones."""
    return TARGETS[key](queries, keys) & (queries.words >= 0)[..., :, None]


def equal(queries: Array, keys: Array) -> Array:
    return queries[..., :, None] == keys[..., None, :]


def one_text(queries: Texts, keys: Texts) -> Array:
    return equal(queries.segments, keys.segments)


def _neighbour(queries: Texts, keys: Texts, distance: int) -> Array:
    """j = i + distance, inside i's own text."""
    there = equal(queries.places + distance, keys.places) & one_text(queries, keys)
    return there & (keys.words >= 0)[..., None, :]


def _same(queries: Texts, keys: Texts) -> Array:
    spelt = equal(queries.spellings, keys.spellings) & (queries.spellings >= 0)[..., :, None]
    return spelt & ~equal(queries.words, keys.words)  # a piece may stand twice in one word: ma ##ma ##ma


def _pieces(queries: Texts, keys: Texts) -> Array:
    return equal(queries.words, keys.words) & ~equal(queries.places, keys.places)


def _delimiter(queries: Texts, keys: Texts) -> Array:
    return (queries.words >= 0)[..., :, None] & keys.delimiters[..., None, :]


TARGETS: dict[str, Callable[[Texts, Texts], Array]] = {
    "next": lambda q, k: _neighbour(q, k, 1),
    "previous": lambda q, k: _neighbour(q, k, -1),
    "same": lambda q, k: _same(q, k) & one_text(q, k),
    "same-other": lambda q, k: _same(q, k) & ~one_text(q, k),
    "pieces": _pieces,
    "delimiter": _delimiter,
}
