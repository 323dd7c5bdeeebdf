"""Coverage of leads, the third part of coverage.py: how often the interval of a head's held-out lead over the best rule is right.

A claim rests on the low end, so that is counted by itself: how often it isn't above the true lead. The best rule is right in 35% of the
cases, five others 0, 2, 5 or 20 points less often, or there is no other. One head that leads by 0 or 10 points, 64 that all do, or 64 of
which three lie within 3 points and the others 10 to 25 behind. Documents of equal length (12 cases) or of very unequal length; what is
easy for a rule is easy for a head, too. True is the lead of the heads that were picked, each half counting by its number of groups.

Before the arrow stands what we had: the rule picked as the heads are, on one half of the documents and scored on the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from zlib import crc32

import numpy as np

from headscope.statistics.held_out import crossed, evens, lead, luck_of_picks, spread

GROUPS = (12, 25, 50, 200)
BEST_RULE = 0.35
RIVALS = {
    "no other rule": (),
    "5 rules as good": (0.0,) * 5,
    "5 rules 2 points behind": (0.02,) * 5,
    "5 rules 5 points behind": (0.05,) * 5,
    "5 rules 20 points behind": (0.2,) * 5,
}
HEADS = {
    "1 head": np.zeros(1),
    "64 heads as good": np.zeros(64),
    "64 heads, 3 of them near": np.r_[0, 0.01, 0.03, np.linspace(0.1, 0.25, 61)],
}
VARIANTS = (("equal", 0.0), ("unequal", 0.0), ("unequal", 0.1))  # lengths, and the true lead of the best head
_CLOSE = 1e-9


@dataclass
class Held:
    """Of so many trials, in how many the low end is not above the truth, and in how many the interval holds it."""

    trials: int = 0
    low: int = 0
    both: int = 0

    def add(self, truth: float, ends: tuple[float, float] | None) -> None:
        if ends is None:
            return
        low = ends[0] <= truth + _CLOSE
        self.trials, self.low = self.trials + 1, self.low + low
        self.both += low and truth <= ends[1] + _CLOSE

    def percent(self, number: int) -> float:
        return 100 * number / self.trials


@dataclass(frozen=True)
class Cell:
    """What was counted of a design, with the rule picked across the halves and picked on each half."""

    old: Held
    new: Held


def cells(trials: int) -> Iterator[tuple[str, str, str, float, list[Cell]]]:
    """Of each design its rivals, heads, lengths and true lead, and what came of it at each number of groups."""
    for (rivals, behind), (heads, apart), (lengths, margin) in product(RIVALS.items(), HEADS.items(), VARIANTS):
        name = f"{rivals}, {heads}, {lengths}, {margin}"
        rates = BEST_RULE + margin - apart, np.array([BEST_RULE, *(BEST_RULE - one for one in behind)])
        found = []
        for groups in GROUPS:
            generator = np.random.default_rng([crc32(name.encode()), groups])
            found.append(counted(generator, groups, trials, *rates, uneven=lengths == "unequal"))
        yield rivals, heads, lengths, margin, found


def counted(
    generator: np.random.Generator, groups: int, trials: int, heads: np.ndarray, rules: np.ndarray, *, uneven: bool
) -> Cell:
    cell, first = Cell(Held(), Held()), evens(groups)
    for _ in range(trials):
        cases = np.full(groups, 12.0)
        if uneven:
            cases = np.maximum(1.0, np.rint(12 * np.exp(0.8 * generator.standard_normal(groups) - 0.32)))
        easy = 2 * generator.beta(6, 6, (groups, 1))
        right, rivals = (generator.binomial(cases[:, None].astype(int), rates * easy).astype(float) for rates in (heads, rules))
        picks, scored = crossed(right, first)
        truth = float(first.mean() * heads[picks[1]] + (1 - first.mean()) * heads[picks[0]] - rules.max())
        cell.old.add(truth, spread(scored - crossed(rivals, first)[1], cases, first))
        cell.new.add(truth, lead(scored, rivals, cases, first, luck_of_picks(right, picks, cases, first)))
    return cell


def tables(trials: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By rivals and heads, of the three variants of a design the one that is held least: low ends, and whole intervals."""
    designs: dict[str, list[list[Cell]]] = {}
    for rivals, heads, _, _, found in cells(trials):
        designs.setdefault(f"{rivals}, {heads}", []).append(found)
    low, both = {}, {}
    for name, variants in designs.items():
        columns = list(zip(*variants, strict=True))
        low[name] = [_least(column, [(one.old.low, one.new.low) for one in column]) for column in columns]
        both[name] = [_least(column, [(one.old.both, one.new.both) for one in column]) for column in columns]
    return low, both


def _least(column: tuple[Cell, ...], numbers: list[tuple[int, int]]) -> str:
    old = min(cell.old.percent(number) for cell, (number, _) in zip(column, numbers, strict=True))
    new = min(cell.new.percent(number) for cell, (_, number) in zip(column, numbers, strict=True))
    return f"{old:.1f} → {new:.1f}"
