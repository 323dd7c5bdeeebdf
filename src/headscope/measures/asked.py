"""What a measure of right answers is asked about single words: a unit, a head's map between its words, and its answers.

Measures count how many answers of a whole batch are right; here each answer is told, with the weight behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Float32

from headscope.names import BOTH, TO_DEPENDENT
from headscope.types import Sentence

DECIMALS = 4  # of a weight: the last digits depend on what else was in the batch


@dataclass(frozen=True)
class Asked:
    """The words of a unit, which of them the model got at all, and whether it hides later words from earlier ones; `memo` is for what a
    measure works out once for all heads."""

    sentences: Sequence[Sentence]
    present: tuple[bool, ...]
    causal: bool = False
    memo: dict[str, Any] = field(default_factory=dict)


def towards(weights: Float32[np.ndarray, "word word"], direction: str) -> Float32[np.ndarray, "word word"]:
    """By word, how much speaks for each other word, in a direction.

    >>> towards(np.array([[0.5, 0.25], [0.75, 0.125]], np.float32), "head-to-dependent").tolist()
    [[0.5, 0.75], [0.25, 0.125]]
    """
    if direction == BOTH:
        return np.asarray(weights + weights.T)
    return weights.T if direction == TO_DEPENDENT else weights


def rounded(weight: np.floating) -> float:
    return round(float(weight), DECIMALS)
