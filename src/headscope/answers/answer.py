"""The nouns of examples: what is looked for, a head's answer about one word, and a unit with such answers. Nothing here computes or
needs torch: figures and the command line read examples without a model."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Float32

from headscope.types import Head, Prediction, Stack

Kind = Literal["right", "wrong", "most right", "least right"]


class HeadPlace(NamedTuple):
    """A head of one of a model's stacks."""

    stack: Stack
    head: Head


class Wanted(NamedTuple):
    """What is looked for: a head, how it is read, and the words that it is asked about, as a run's scores name them."""

    stack: Stack
    head: Head
    measure: str
    key: str
    direction: str = ""

    @property
    def place(self) -> HeadPlace:
        return HeadPlace(self.stack, self.head)


@dataclass(frozen=True)
class Example:
    """A unit under a head. A prediction that is right or wrong comes alone; a sentence with those of all words that bear the
    relation, and with the map: `weights` between words, `cls` and `sep` from words to these. `order` is the unit's number in the
    corpus."""

    wanted: Wanted
    kind: Kind
    order: int
    document: str
    place: str
    words: tuple[str, ...]
    predictions: tuple[Prediction, ...]
    weights: Float32[np.ndarray, "word word"] | None = field(default=None, compare=False)
    cls: Float32[np.ndarray, " word"] | None = field(default=None, compare=False)
    sep: Float32[np.ndarray, " word"] | None = field(default=None, compare=False)

    @property
    def score(self) -> float:
        """The share that is right."""
        return sum(one.right for one in self.predictions) / len(self.predictions)


__all__ = ["Example", "HeadPlace", "Kind", "Prediction", "Wanted"]
