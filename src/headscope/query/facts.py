"""What a query is asked of: heads, their scores and their labels, as a run has them. web/src/query/facts.ts is the page's."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from jaxtyping import Float64

from headscope.findings.labels import behaviours, label_names, patterns, vocabulary
from headscope.findings.wording import can_be_right, finds
from headscope.quantities import SHARE, Quantity
from headscope.results.scores import Scores
from headscope.types import Head, Series

Values = Float64[np.ndarray, "layer head"]
BEHAVIOUR, PATTERN = "behaviour", "pattern"  # the two kinds of labels


@dataclass(frozen=True)
class Facts:
    """Stacks as (layers, heads); the series that may be named, in order; each one's values and intervals, NaN where there are
    none; the labels of a kind by stack and head, and all that a head could have; and the measures that give way to others where a name is
    a key of both. Numbers are read when they are asked for, since intervals take time. Phrases are for those who do not know a name."""

    stacks: Mapping[str, tuple[int, int]]
    series: Sequence[Series]
    value: Callable[[Series], Values]
    interval: Callable[[Series], tuple[Values, Values]]
    labels: Callable[[str], Mapping[tuple[str, Head], str]]
    names: Mapping[str, Sequence[str]]
    second: Collection[str] = ()
    phrases: Callable[[Series], str] = lambda _: ""  # what a head with a high figure does, in words
    words: Mapping[str, str] = field(default_factory=dict)  # what labels mean
    quantity: Callable[[Series], Quantity] = lambda _: SHARE  # how people read the numbers, which are as stored

    @property
    def heads(self) -> list[tuple[str, Head]]:
        """Every head, stack by stack and layer by layer."""
        return [(stack, Head(*at)) for stack, shape in self.stacks.items() for at in np.ndindex(*shape)]


def facts_of(scores: Scores) -> Facts:
    """The facts of a run."""
    stacks = {name: (int(layers), int(heads)) for name, (layers, heads) in scores.manifest.model["stacks"].items()}
    told = {BEHAVIOUR: behaviours, PATTERN: patterns}

    @cache
    def labels(kind: str) -> dict[tuple[str, Head], str]:
        return {(stack, one.head): one.label for stack in stacks for one in told[kind](scores, stack=stack)}

    series = [one for one in scores.series() if can_be_right(scores, one)]
    second = {one.measure for one in series if scores.about(one.measure).second}
    names = dict(zip((BEHAVIOUR, PATTERN), label_names(scores), strict=True))
    words = {one.name: one.words for one in vocabulary(scores)}

    def phrases(one: Series) -> str:
        return f"{finds(scores, one)} {scores.key(one).short}"

    return Facts(stacks, series, scores.value, scores.interval, labels, names, second, phrases, words, scores.quantity)
