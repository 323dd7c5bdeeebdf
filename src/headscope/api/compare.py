"""Two runs of models of one shape, head by head: d = v_b − v_a of every head and score, with an interval over document groups.

`differences` has the formulas, of the interval and of the correction for having looked at many heads and scores; `matching` says
which heads are compared, `pairing` which scores; `comparison` is what comes out.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from jaxtyping import Float64

from headscope.api.open import RunLike, Scores, run_of
from headscope.comparison.comparison import Comparison, Difference
from headscope.comparison.differences import Family, Groups, Spread, Sums
from headscope.comparison.matching import Match, Matching, by_divergence, by_scores, check_names, in_place
from headscope.comparison.pairs import Pair, check_shapes, contrasts, pairs_of
from headscope.comparison.sides import sides
from headscope.tables.comparison import comparison_table, opening
from headscope.types import Stack

__all__ = ["Comparison", "compare", "comparison_table", "opening"]


def compare(
    a: RunLike,
    b: RunLike | None = None,
    match: str = "position",
    *,
    within: str = "layer",
    measures: Sequence[str] | None = None,
    weights: Sequence[str] | str | None = None,
) -> Comparison:
    """Compares two runs, or their folders. `match`: heads in the same place ("position"), those that attend alike ("divergence"), or
    those that score alike ("scores"); `within` a "layer" or the whole "stack". With `measures` only these are compared, and p is
    corrected for these alone: to be decided before one looks. `weights` are the kinds that are compared, one for both runs or one for
    each, by default each run's first; of a single run, two of its kinds.

    Models of different shape can't be compared, nor runs without a score in common; runs may differ in anything else.
    """
    check_names(match, within)
    one, two = sides(
        run_of(a), None if b is None else run_of(b), [weights] if isinstance(weights, str) else list(weights or ())
    )
    check_shapes(one.manifest, two.manifest)
    pairs, left_out = pairs_of(one, two, measures)
    matchings = _match(one, two, pairs, cast(Match, match), within)
    sums = _Sums(one, two, pairs)
    family = Family()
    spreads = [family.add(*sums.of(pair, matchings[pair.first.stack]), pair.paired) for pair in pairs]
    made = [
        _difference(one, two, pair, spread, family.p(spread), matchings[pair.first.stack])
        for pair, spread in zip(pairs, spreads, strict=True)
    ]
    return Comparison(one, two, made, cast(Match, match), within, matchings, contrasts(one.manifest, two.manifest), left_out)


def _match(a: Scores, b: Scores, pairs: list[Pair], match: Match, within: str) -> dict[Stack, Matching]:
    made: dict[Stack, Matching] = {}
    for stack in dict.fromkeys(pair.first.stack for pair in pairs):
        layers, heads = a.manifest.model["stacks"][stack]
        if match == "position":
            made[stack] = in_place(layers * heads)
        elif match == "divergence":
            made[stack] = by_divergence(a.example, b.example, stack, within)
        else:
            values = [(a.value(pair.first), b.value(pair.second)) for pair in pairs if pair.first.stack == stack]
            made[stack] = by_scores(values, layers, within)
    return made


class _Sums:
    """Both runs' sums by group. Samples are drawn from all groups that a corpus has under any score, so that a sample has the same
    groups for every score."""

    def __init__(self, a: Scores, b: Scores, pairs: list[Pair]) -> None:
        self.a, self.b = a, b
        self.held: dict[tuple[int, str], Groups] = {}
        for pair in pairs:
            for at, (run, series) in enumerate(((a, pair.first), (b, pair.second))):
                weights = run.tally.weights(series)
                self.held[at, series.corpus] = self.held.get((at, series.corpus), np.zeros(len(weights), bool)) | (weights > 0)

    def of(self, pair: Pair, matching: Matching) -> tuple[Sums, Sums]:
        """One score's, the second run's heads in the order of their partners."""
        made = []
        for at, (run, series) in enumerate(((self.a, pair.first), (self.b, pair.second))):
            totals = run.tally.totals(series).reshape(len(self.held[at, series.corpus]), -1)
            totals = totals[:, matching.partner] if at else totals
            made.append(Sums(totals, run.tally.weights(series), self.held[at, series.corpus]))
        return made[0], made[1]


def _difference(
    a: Scores, b: Scores, pair: Pair, spread: Spread, p: Float64[np.ndarray, " head"], matching: Matching
) -> Difference:
    value = a.value(pair.first)
    other = b.value(pair.second).ravel()[matching.partner].reshape(value.shape)
    grids = (one.reshape(value.shape) for one in (spread.difference, spread.low, spread.high, p))
    return Difference(pair, value, other, *grids)
