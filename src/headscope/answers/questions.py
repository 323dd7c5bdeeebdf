"""A head's answers about the words of one annotated unit, by the rules of the measure that it is asked for."""

from collections.abc import Iterator, Sequence

import numpy as np
from jaxtyping import Float32

from headscope.answers.answer import Prediction, Wanted
from headscope.measures import MEASURES, Measure, make
from headscope.measures.asked import Asked
from headscope.runs.options import Options
from headscope.types import Sentence, UnitKind


class AskedUnit:
    """The words of a unit and what is said of them, worked out once for all heads of a stack."""

    def __init__(
        self, sentences: Sequence[Sentence], present: tuple[bool, ...], options: Options, *, causal: bool = False
    ) -> None:
        self.asked, self.options = Asked(sentences, present, causal), options
        self._measures: dict[str, Measure] = {}

    def measure(self, name: str) -> Measure:
        """The measure, in the run's variant of its formula."""
        if name not in self._measures:
            self._measures[name] = make(name, vars(self.options))
        return self._measures[name]


def unit_of(wanted: Wanted) -> UnitKind:
    """The kind of unit in which a head is asked."""
    return MEASURES[wanted.measure].unit


def ask(wanted: Wanted, unit: AskedUnit, weights: Float32[np.ndarray, "word word"]) -> Iterator[Prediction]:
    """The head's answers about every word that the key is of, in the order of the words."""
    yield from unit.measure(wanted.measure).answers(unit.asked, wanted.key, wanted.direction, weights)
