"""Which head of a second run stands for each head of a first: the one in the same place, or the one that does the same.

Training moves no heads, so a fine-tuned model is compared place by place. Models that were trained apart, or whose heads were put in
another order, are matched by what their heads do: each head of the first gets one of the second, so that the sum of costs is least
(the Hungarian method; Kuhn 1955), within each layer or over a whole stack.

- divergence: the cost of (a, b) is the mean over query tokens of JS(α^a_i, α^b_i), as the measure `divergence` has it between two
  heads of one model, on the text that both runs keep a map of under every head (`example.safetensors`).
- scores: each score less its mean over the heads of both runs, divided by its standard deviation there, is one coordinate; the cost
  is the mean square of the differences. Heads that were matched so as to be alike differ less than chance would have it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64, Int64

from headscope.errors import HeadscopeError, unknown_name
from headscope.results.sample_text import Example, StackExample
from headscope.ties import rounded
from headscope.types import Stack

Match = Literal["position", "divergence", "scores"]
MATCHES: dict[Match, str] = {
    "position": "the head in the same place",
    "divergence": "the head that attends most alike on the example text of the runs",
    "scores": "the head whose scores are most alike",
}
WITHIN = ("layer", "stack")
_OWN_PLACE = 1e-9  # of heads that are equally near, the one in the same place

Costs = Float64[np.ndarray, "first second"]
Numbers = Int64[np.ndarray, " head"]


@dataclass(frozen=True)
class Matching:
    """For each head of the first run, counted layer by layer, the number of its partner in the second; and how far apart they are,
    and how far the nearest other head of the second is, where that was asked."""

    partner: Numbers
    cost: Float64[np.ndarray, " head"] | None = None
    other: Float64[np.ndarray, " head"] | None = None

    @property
    def moved(self) -> int:
        """How many heads have a partner in another place."""
        return int(np.count_nonzero(self.partner != np.arange(len(self.partner))))

    @property
    def doubtful(self) -> int:
        """How many heads are nearer to another head than to their partner, which was another's."""
        return 0 if self.cost is None or self.other is None else int(np.count_nonzero(self.other < self.cost))


def check_names(match: str, within: str) -> None:
    """Raises where a way of matching is not known."""
    if match not in MATCHES:
        raise unknown_name("way of matching heads", match, MATCHES)
    if within not in WITHIN:
        raise HeadscopeError(f"Heads are matched within a layer or within a stack, not within '{within}'.")


def in_place(heads: int) -> Matching:
    return Matching(np.arange(heads))


def assign(costs: Costs, layers: int, within: str = "layer") -> Matching:
    """The assignment of least cost.

    Two layers of two heads; in the first layer the heads changed places:

    >>> costs = np.array([[.5, .1, .0, .9], [.2, .5, .9, .9], [.9, .9, .1, .9], [.9, .9, .9, .1]])
    >>> assign(costs, 2).partner.tolist(), assign(costs, 2).moved
    ([1, 0, 2, 3], 2)
    """
    from scipy.optimize import linear_sum_assignment

    heads = len(costs)
    size = heads // layers if within == "layer" else heads
    partner, other = np.zeros(heads, np.int64), np.full(heads, np.inf)
    for start in range(0, heads, size):
        block = costs[start : start + size, start : start + size]
        rows, columns = linear_sum_assignment(rounded(block) + _OWN_PLACE * (1 - np.eye(size)))
        partner[start + rows] = start + columns
        rest = block.copy()
        rest[rows, columns] = np.inf
        other[start : start + size] = rest.min(1)
    return Matching(partner, costs[np.arange(heads), partner], other)


def by_divergence(a: Example | None, b: Example | None, stack: Stack, within: str) -> Matching:
    """Matches the heads of a stack on the example text of the two runs, which must be the same, token by token."""
    one, two = (None if example is None else example.stacks.get(stack) for example in (a, b))
    if one is None or two is None:
        missing = "first" if one is None else "second"
        raise HeadscopeError(
            f"Heads are matched by divergence on a text that both runs keep, and the {missing} run keeps none: measure it again, "
            "or match by position or scores."
        )
    if (one.queries.texts, one.keys.texts) != (two.queries.texts, two.keys.texts):
        raise HeadscopeError(
            "Heads are matched by divergence on a text that both runs keep, and these keep different ones, "
            f"{_opening(one)} and {_opening(two)}: measure both with the same --example, or match by position or scores."
        )
    layers = len(one.maps)
    return assign(divergences(one.maps, two.maps, within), layers, within)


def divergences(
    a: Float32[np.ndarray, "layer head query key"], b: Float32[np.ndarray, "layer head query key"], within: str = "stack"
) -> Costs:
    """The mean over queries of JS between every head of one and every head of another; within a layer only, infinite elsewhere."""
    from scipy.special import entr

    layers, heads = a.shape[:2]
    one, two = _rows(a), _rows(b)
    entropies = entr(one).sum(-1), entr(two).sum(-1)  # [head, query]
    costs = np.full((layers * heads, layers * heads), np.inf)
    for number in range(layers * heads):
        start = number // heads * heads
        mine = slice(start, start + heads) if within == "layer" else slice(None)
        mixed = entr((one[number] + two[mine]) / 2).sum(-1)
        costs[number, mine] = np.maximum(0, mixed - (entropies[0][number] + entropies[1][mine]) / 2).mean(-1)
    return costs


def _rows(maps: Float32[np.ndarray, "layer head query key"]) -> Float64[np.ndarray, "each query key"]:
    """Heads layer by layer; rows that were kept in half precision sum to 1 again. A layer with fewer heads has empty maps."""
    flat = maps.reshape(-1, *maps.shape[2:]).astype(np.float64)
    total = flat.sum(-1, keepdims=True)
    return np.asarray(flat / np.where(total > 0, total, 1.0))


def by_scores(pairs: Sequence[tuple[np.ndarray, np.ndarray]], layers: int, within: str) -> Matching:
    """Matches the heads of a stack by their values, [layer, head] of both runs for every score."""
    flat = [(a.ravel(), b.ravel()) for a, b in pairs]
    heads = len(flat[0][0])
    costs = np.zeros((heads, heads))
    for a, b in flat:
        both = np.concatenate([a, b])
        spread = both.std() or 1.0
        costs += ((a[:, None] - b[None]) / spread) ** 2
    return assign(costs / len(flat), layers, within)


def _opening(one: StackExample) -> str:
    text = " ".join(one.queries.texts)
    return f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'"
