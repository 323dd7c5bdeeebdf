"""Where each pattern of attention leads from each token, as far as the tokens tell: the one definition that the measure and the figure
of patterns share.

It works on arrays of numbers, be they torch tensors of a batch or NumPy arrays of one text, with the tokens along the last axis; it
imports neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from headscope.description import Key
from headscope.quantities import CORRELATION

# Beside patterns that lead from each token to others, one is a correlation over pairs of words: it is no share of anybody's attention.
PREDICTIVE = "predictive"
PREDICTIVE_KEY = Key(
    "attends in correlation with how much a word helps to predict",
    "correlation with prediction",
    finding="none",
    by_layer=False,
    quantity=CORRELATION,
)

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


@dataclass(frozen=True)
class Between:
    """The tokens on both sides of a map, and what several patterns ask of their pairs, […, query, key], each made once."""

    queries: Texts
    keys: Texts

    @cached_property
    def from_text(self) -> Array:
        """The query is a token of text."""
        return (self.queries.words >= 0)[..., :, None]

    @cached_property
    def to_text(self) -> Array:
        """The key is a token of text."""
        return (self.keys.words >= 0)[..., None, :]

    @cached_property
    def one_text(self) -> Array:
        return equal(self.queries.segments, self.keys.segments)

    @cached_property
    def one_word(self) -> Array:
        return equal(self.queries.words, self.keys.words)

    @cached_property
    def same(self) -> Array:
        """The same piece of the same word, elsewhere: a piece may stand twice in one word, as in ma ##ma ##ma."""
        spelt = equal(self.queries.spellings, self.keys.spellings) & (self.queries.spellings >= 0)[..., :, None]
        return and_not(spelt, self.one_word)

    @cached_property
    def text_beside(self) -> Array:
        """The key is a token of the query's own text."""
        return self.one_text & self.to_text

    @cached_property
    def ahead(self) -> Array:
        """j − i."""
        return self.keys.places[..., None, :] - self.queries.places[..., :, None]


def equal(queries: Array, keys: Array) -> Array:
    return queries[..., :, None] == keys[..., None, :]


def and_not(these: Array, those: Array) -> Array:
    """True of these and not of those, in one operation: on a GPU it is the number of operations that takes time.

    >>> import numpy as np
    >>> and_not(np.array([True, True, False]), np.array([True, False, False])).tolist()
    [False, True, False]
    """
    return these > those


def targets(key: str, between: Between) -> Array:
    """[…, query, key]: the tokens that a pattern names for each token of text, never for special ones."""
    return TARGETS[key](between) & between.from_text


# What each names for a token of text; for a special one it means nothing, and `targets` takes it out.
TARGETS: dict[str, Callable[[Between], Array]] = {
    "next": lambda between: (between.ahead == 1) & between.text_beside,
    "previous": lambda between: (between.ahead == -1) & between.text_beside,
    "same": lambda between: between.same & between.one_text,
    "same-other": lambda between: and_not(between.same, between.one_text),
    "pieces": lambda between: and_not(between.one_word, between.ahead == 0),
    "delimiter": lambda between: between.keys.delimiters[..., None, :],
}
