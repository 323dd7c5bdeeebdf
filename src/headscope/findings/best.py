"""The best head of a relation, three times: as the paper picks it, held out, and whether its lead over the best baseline is luck.

The paper picks the best head and direction and scores it on the same sentences, which flatters it: the best of some hundred numbers is
partly the luckiest. `held_out` has the formulas of the other two answers. p is corrected for all heads and directions of one key, not for
the number of keys. It is cautious: a head must lead every baseline, and the heads that scatter most set the bar, so that a small lead of
a head that mostly follows the offset may be sure by its held-out margin and not by p.
"""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from jaxtyping import Float64

from headscope.errors import HeadscopeError
from headscope.results.scores import Scores
from headscope.results.series import only
from headscope.statistics.held_out import Cases, Counts, Half, crossed, evens, lead, luck, luck_of_picks, spread, toughest
from headscope.statistics.intervals import FEWEST_GROUPS
from headscope.types import Head, Series

FEWEST_CASES = 100  # the published notebook lists relations from here on


_KNOWN: "WeakKeyDictionary[Scores, dict[tuple[Series, ...], Best]]" = WeakKeyDictionary()  # as long as a run is held


@dataclass(frozen=True)
class Pick:
    """A head, and in which direction it is read."""

    head: Head
    direction: str = ""

    def __str__(self) -> str:
        return f"{self.head} {self.direction}".rstrip()


@dataclass(frozen=True)
class HeldOut:
    """No head is scored on what it was picked on; a baseline is, so that luck favours it and not the head. `picks` and `baselines` are
    what is best on the even groups and on the odd; intervals are 95%, None where there are too few groups; what belongs to baselines is
    None where there are none."""

    value: float
    picks: tuple[Pick, Pick]
    low: float | None
    high: float | None
    baseline: float | None
    baselines: tuple[str, str] | None
    margin: float | None
    margin_low: float | None
    margin_high: float | None


@dataclass(frozen=True)
class Best:
    """The best head of one key. `value` and `baseline_value` are picked and scored on the same data; of equal ones the first is
    picked. `held_out` is None where one half has no case."""

    key: str
    cases: int
    groups: int
    head: Head
    direction: str
    value: float
    low: float | None
    high: float | None
    baseline: str | None
    baseline_value: float | None
    held_out: HeldOut | None
    p: float | None

    @property
    def margin(self) -> float | None:
        """The lead over the best baseline on the same data."""
        return None if self.baseline_value is None else self.value - self.baseline_value

    @property
    def small(self) -> bool:
        """Fewer than 100 cases or 10 groups: too little for an interval or for p."""
        return few(self.cases, self.groups)


def few(cases: int, groups: int) -> bool:
    return cases < FEWEST_CASES or groups < FEWEST_GROUPS


def every_best(scores: Scores) -> list[tuple[Series, Best]]:
    """The best head of every key of every such measure, corpus and stack, with its series: the rows of `best.parquet`."""
    found = []
    for corpus, stack, measure in dict.fromkeys(
        (s.corpus, s.stack, s.measure) for s in scores.series() if scores.about(s.measure).counts
    ):
        for best in best_heads(scores, measure, corpus=corpus, stack=stack):
            found.append((Series(corpus, stack, measure, best.key, best.direction), best))
    return found


def best_heads(scores: Scores, measure: str, *, corpus: str | None = None, stack: str | None = None) -> list[Best]:
    """The best head of every key that has a case, in the order of the run's series."""
    keys: dict[str, list[Series]] = {}
    for series in only(scores.matching(measure, corpus=corpus, stack=stack), ("corpus", "stack")):
        if scores.tally.groups(series):
            keys.setdefault(series.key, []).append(series)
    return [_found(scores, tuple(directions)) for directions in keys.values()]


def _found(scores: Scores, directions: tuple[Series, ...]) -> Best:
    """Computed once for a run: its files, tables, figures and findings all ask."""
    known = _KNOWN.setdefault(scores, {})
    if directions not in known:
        known[directions] = _best(scores, directions)
    return known[directions]


def _best(scores: Scores, directions: tuple[Series, ...]) -> Best:
    """One key in all its directions; its heads are candidates in a row, direction by direction and layer by layer."""
    weights = scores.tally.weights(directions[0])
    simple = scores.baseline_series(directions[0])
    for series in (*directions, *simple):
        if not np.array_equal(scores.tally.weights(series), weights):
            raise HeadscopeError(f"The tally counts other cases of '{series.key}' for {series.direction or series.baseline}.")
    held = weights > 0
    cases, first = weights[held], evens(len(weights))[held]
    heads = np.stack([_answers(scores, series)[held] for series in directions], 1)  # [group, direction, layer, head]
    right = heads.reshape(len(heads), -1)
    rivals = np.stack([scores.tally.totals(series)[held, 0, 0] for series in simple], 1) if simple else None

    def pick(candidate: int) -> Pick:
        way, layer, head = np.unravel_index(candidate, heads.shape[1:])
        return Pick(Head(int(layer), int(head)), directions[way].direction)

    small = few(int(cases.sum()), len(cases))
    top = int(right.sum(0).argmax())  # whole numbers, so that equals are equal
    best = pick(top)
    low, high = (None, None) if small else _ends(scores, directions, best)
    rival = None if rivals is None else rivals[:, int(rivals.sum(0).argmax())]
    return Best(
        directions[0].key,
        int(cases.sum()),
        len(cases),
        best.head,
        best.direction,
        float(right[:, top].sum() / cases.sum()),
        low,
        high,
        None if rivals is None else simple[int(rivals.sum(0).argmax())].baseline,
        None if rival is None else float(rival.sum() / cases.sum()),
        _held_out(right, rivals, cases, first, pick, [series.baseline for series in simple]),
        None if rivals is None or small else luck(right, rivals, cases),
    )


def _answers(scores: Scores, series: Series) -> Float64[np.ndarray, "group layer head"]:
    """How many each head gets right; none of a head that answers too seldom to be judged, since it rests elsewhere."""
    cases = scores.tally.cases(series)
    enough = cases >= min(FEWEST_CASES, float(cases.max(initial=0.0)))
    return np.where(enough, np.nan_to_num(scores.tally.totals(series)), 0.0)


def _ends(scores: Scores, directions: tuple[Series, ...], best: Pick) -> tuple[float, float]:
    low, high = next(scores.interval(series) for series in directions if series.direction == best.direction)
    return float(low[best.head]), float(high[best.head])


def _held_out(
    right: Counts,
    rivals: Float64[np.ndarray, "group baseline"] | None,
    cases: Cases,
    first: Half,
    pick: Callable[[int], Pick],
    names: list[str],
) -> HeldOut | None:
    if first.all() or not first.any():
        return None
    chosen, scored = crossed(right, first)
    picks = (pick(chosen[0]), pick(chosen[1]))
    value = float(scored.sum() / cases.sum())
    known = not few(int(cases.sum()), len(cases))
    tied = luck_of_picks(right, chosen, cases, first) if known else 0.0
    low, high = (spread(scored, cases, first, tied) if known else None) or (None, None)
    if rivals is None:
        return HeldOut(value, picks, low, high, None, None, None, None, None)
    theirs, simple = toughest(rivals, first)
    margin_low, margin_high = (lead(scored, rivals, cases, first, tied) if known else None) or (None, None)
    baseline = float(simple.sum() / cases.sum())
    rules = (names[theirs[0]], names[theirs[1]])
    return HeldOut(value, picks, low, high, baseline, rules, value - baseline, margin_low, margin_high)
