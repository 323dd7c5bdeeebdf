"""Which heads take over from which, between one run and the next: heads whose maps are found again in another place.

D(a, b) is the mean over query tokens of JS(α^a_i, α^b_i) between head a in one run and head b in the next, on the text that both keep a
map of (`matching.divergences`). Training moves no heads, so a head is mostly nearest to itself. b takes over from a ≠ b where the
assignment of least cost pairs them, and

    2 D(a, b) < D(b, b)   and   2 D(a, b) < D(a, a)   and   min(D(b, b), D(a, a)) > 0.05 nats:

b is at least twice as near to what a did as to what it did itself, a left that place, and both really changed.
"""

from dataclasses import dataclass

import numpy as np

from headscope.comparison.matching import assign, divergences
from headscope.results.sample_text import Example
from headscope.types import Head, Stack

NEARER = 2.0
CHANGED = 0.05  # nats of divergence; the most that there can be is 0.69


@dataclass(frozen=True)
class Takeover:
    """Between run − 1 and run, `after` comes to attend as `before` did: `distance` is between these two, `own` between `after` and
    itself."""

    stack: Stack
    run: int
    before: Head
    after: Head
    distance: float
    own: float


def takeovers(examples: tuple[Example | None, ...]) -> list[Takeover]:
    """Those of a history, run by run; none between runs that keep no text, or different ones."""
    found: list[Takeover] = []
    for run in range(1, len(examples)):
        one, two = examples[run - 1], examples[run]
        if one is None or two is None:
            continue
        for stack, example in one.stacks.items():
            other = two.stacks.get(stack)
            if other is not None and (example.queries.texts, example.keys.texts) == (other.queries.texts, other.keys.texts):
                found += _moves(stack, run, example.maps, other.maps)
    return found


def _moves(stack: Stack, run: int, before: np.ndarray, after: np.ndarray) -> list[Takeover]:
    layers, heads = before.shape[:2]
    costs = divergences(before, after, "layer")
    own = np.diag(costs)
    matching = assign(costs, layers)
    found = []
    for a, b in enumerate(map(int, matching.partner)):
        near = NEARER * costs[a, b] < min(own[a], own[b])
        if a != b and near and min(own[a], own[b]) > CHANGED:
            found.append(
                Takeover(stack, run, Head(*divmod(a, heads)), Head(*divmod(b, heads)), float(costs[a, b]), float(own[b]))
            )
    return found
