"""How far models that were trained apart, or read different languages, agree: head by head, score by score.

Heads of two histories are matched in the last run that both have (`matching`): by divergence where both keep the same text, else by
their scores. Of one model on two languages, each head is its own partner. A score of a pair of heads agrees where both are above the
baseline with their whole interval, or neither is; scores without a baseline take no part. `chance` is the share that heads of a layer
have which are paired blindly: the mean over all pairs of a layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from headscope.comparison.matching import Match, Matching, by_divergence, by_scores, in_place
from headscope.results.sample_text import Example
from headscope.types import Stack

Above = Bool[np.ndarray, "layer head"]


@dataclass(frozen=True, eq=False)
class Agreement:
    """Two histories, by name, in the run of this name; how heads were matched; the share of scores of matched heads that agree, and of
    heads of a layer that are paired blindly; the same for each score, by its place among the courses."""

    first: str
    second: str
    run: str
    match: Match
    matchings: dict[Stack, Matching]
    share: float
    chance: float
    by_score: dict[int, tuple[float, float]]


def matched(
    stacks: dict[Stack, tuple[int, int]],
    examples: tuple[Example | None, Example | None],
    values: Mapping[Stack, Sequence[tuple[np.ndarray, np.ndarray]]],
    *,
    same_model: bool,
    within: str,
) -> tuple[Match, dict[Stack, Matching]]:
    """How the heads of two runs belong together."""
    if same_model:
        return "position", {stack: in_place(layers * heads) for stack, (layers, heads) in stacks.items()}
    one, two = examples
    if one is not None and two is not None and all(_same_text(one, two, stack) for stack in stacks):
        return "divergence", {stack: by_divergence(one, two, stack, within) for stack in stacks}
    return "scores", {stack: by_scores(values[stack], stacks[stack][0], within) for stack in stacks}


def _same_text(one: Example, two: Example, stack: Stack) -> bool:
    a, b = one.stacks.get(stack), two.stacks.get(stack)
    return a is not None and b is not None and (a.queries.texts, a.keys.texts) == (b.queries.texts, b.keys.texts)


def agreeing(a: Above, b: Above, matching: Matching) -> tuple[float, float]:
    """The share of matched heads that are on the same side, and that of all pairs of a layer.

    Two heads, the first above in one run, the second in the other; matched crosswise they agree, blindly half of the pairs do:

    >>> agreeing(np.array([[True, False]]), np.array([[False, True]]), Matching(np.array([1, 0])))
    (1.0, 0.5)
    """
    same = a.ravel() == b.ravel()[matching.partner]
    blindly = a.mean(1) * b.mean(1) + (1 - a.mean(1)) * (1 - b.mean(1))
    return float(same.mean()), float(blindly.mean())
