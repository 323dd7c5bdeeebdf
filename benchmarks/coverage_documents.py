"""Coverage on real documents, the second half of coverage.py: how often an interval from some documents holds the value of all.

Every document is a group of its own. All documents together are the truth; samples of 15, 25, 50 and 100 are drawn with replacement.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np

import headscope
from headscope.corpora import open_corpus
from headscope.runs import sums
from headscope.statistics.held_out import crossed, evens, lead, luck_of_picks, spread
from headscope.statistics.intervals import FEWEST_GROUPS, difference, interval, resample

DOCUMENTS = (15, 25, 50, 100)
_CLOSE = 1e-9

Ends = tuple[np.ndarray, np.ndarray]
Rows = Iterator[tuple[str, list["Counter"]]]
Measured = dict[tuple[str, ...], tuple[np.ndarray, np.ndarray]]  # by series: totals [document, head], weights [document]


class Counter:
    """Of how many intervals each way held the truth."""

    def __init__(self) -> None:
        self.held = {"old": 0, "new": 0}
        self.number = 0

    def add(self, truth: np.ndarray | float, old: Ends, new: Ends) -> None:
        for name, (low, high) in (("old", old), ("new", new)):
            self.held[name] += int(np.count_nonzero((low - _CLOSE <= truth) & (truth <= high + _CLOSE)))
        self.number += int(np.size(new[0]))

    def __str__(self) -> str:
        return " → ".join(f"{100 * held / self.number:.1f}" for held in self.held.values()) if self.number else "–"


def percentiles(samples: np.ndarray) -> Ends:
    """What we had: the middle 95% of the values in bootstrap samples."""
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    return low, high


def drawn_values(totals: np.ndarray, weights: np.ndarray, seed: int = 0) -> np.ndarray:
    return resample(totals[:, None], weights, seed=seed)[:, 0]


def add_held_out(
    counter: Counter,
    right: np.ndarray,
    simple: np.ndarray | None,
    cases: np.ndarray,
    first: np.ndarray,
    heads: np.ndarray,
    offsets: np.ndarray,
) -> None:
    """`heads` and `offsets` are their true values. What is true of a picked head is known, each half counting by its number of groups;
    a lead is one over the truly best offset."""
    half = first.mean()
    picks, figures = crossed(right, first)
    truth = half * heads[picks[1]] + (1 - half) * heads[picks[0]]
    tied = luck_of_picks(right, picks, cases, first)
    if simple is None:
        new = spread(figures, cases, first, tied)
    else:
        new = lead(figures, simple, cases, first, tied)
        figures = figures - crossed(simple, first)[1]
        truth -= offsets.max()
    if new is None:
        return
    columns, drawn = np.stack([figures, cases], 1), np.zeros((1000, 2))
    for seed, mine in enumerate((first, ~first)):
        drawn += mine.sum() * drawn_values(columns[mine], np.ones(int(mine.sum())), seed)
    low, high = percentiles(drawn[:, 0] / drawn[:, 1])
    counter.add(truth, (low, high), (np.asarray(new[0]), np.asarray(new[1])))


def by_document(corpus: str, measures: list[str], kept: Path | None, model: str) -> Measured:
    """Measures of a model with a group for every document, read from a file where that is there, and kept in it."""
    if kept is None or not kept.exists():
        numbers: dict[str, int] = {}
        documents = sum(1 for _ in open_corpus(corpus).documents())

        def own(document: str) -> int:
            return numbers.setdefault(document, len(numbers))

        with patch.object(sums, "group_of", own), patch.object(sums, "GROUPS", documents):
            tally = headscope.measure(model, corpus, measures).measured
        found = {"|".join(series): series for series in tally}
        arrays = {f"T|{name}": tally.totals(series) for name, series in found.items()}
        arrays |= {f"W|{name}": tally.weights(series) for name, series in found.items()}
        if kept is None:
            return _measured(arrays, measures)
        np.savez(kept, allow_pickle=False, **arrays)
    return _measured(dict(np.load(kept)), measures)


def _measured(arrays: dict[str, np.ndarray], measures: list[str]) -> Measured:
    names = [name[2:] for name in arrays if name.startswith("T|") and name.split("|")[3] in measures]
    made = {tuple(name.split("|")): (arrays[f"T|{name}"], arrays[f"W|{name}"]) for name in names}
    return {
        name: (totals.reshape(len(totals), -1), weights) for name, (totals, weights) in made.items() if weights.sum() >= 300
    }


def parsers(measured: Measured, generator: np.random.Generator, trials: int) -> Rows:
    """Heads as parsers: their scores, differences of two heads, and held out."""
    found: dict[str, list[Counter]] = defaultdict(lambda: [Counter() for _ in DOCUMENTS])
    heads: dict[str, list[np.ndarray]] = defaultdict(list)
    offsets: dict[str, list[np.ndarray]] = defaultdict(list)
    cases = {}
    for (_, _, _, key, _, baseline, _), (totals, weights) in measured.items():
        (offsets if baseline else heads)[key].append(totals)
        cases[key] = weights
    for key, weights in cases.items():
        if not offsets[key]:
            continue
        right, simple = np.concatenate(heads[key], 1), np.concatenate(offsets[key], 1)
        truth, rules = right.sum(0) / weights.sum(), simple.sum(0) / weights.sum()
        for at, number in enumerate(DOCUMENTS):
            for _ in range(trials):
                drawn = sample(generator, weights, number)
                if drawn is not None:
                    groups, first = drawn
                    mine = right[groups], simple[groups], weights[groups]
                    _add_values(found, at, *mine[::2], truth)
                    _add_differences(found, at, *mine[::2], truth)
                    add_held_out(found["held-out accuracy"][at], mine[0], None, mine[2], first, truth, rules)
                    add_held_out(found["held-out margin over the best offset"][at], *mine, first, truth, rules)
    yield from found.items()


def running_text(measured: Measured, generator: np.random.Generator, trials: int) -> Rows:
    """Scores of running text, one row for each measure."""
    found: dict[str, list[Counter]] = defaultdict(lambda: [Counter() for _ in DOCUMENTS])
    for (_, _, measure, _, _, baseline, _), (totals, weights) in measured.items():
        if baseline:
            continue
        for at, number in enumerate(DOCUMENTS):
            for _ in range(trials):
                drawn = generator.integers(0, len(weights), number)
                mine, units = totals[drawn], weights[drawn]
                if np.count_nonzero(units) >= FEWEST_GROUPS:
                    old, new = percentiles(drawn_values(mine, units)), interval(mine, units)
                    found[f"`{measure}`"][at].add(totals.sum(0) / weights.sum(), old, new)
    yield from found.items()


def sample(generator: np.random.Generator, weights: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Documents that have a case, and which are of the first half; None where they are too few for an interval."""
    drawn = generator.integers(0, len(weights), number)
    held = weights[drawn] > 0
    if weights[drawn].sum() < 100 or held.sum() < FEWEST_GROUPS:
        return None
    return drawn[held], evens(number)[held]


def _add_values(found: dict[str, list[Counter]], at: int, right: np.ndarray, cases: np.ndarray, truth: np.ndarray) -> None:
    old, new = percentiles(drawn_values(right, cases)), interval(right, cases)
    kinds = {
        "heads right in under 2%": truth < 0.02,
        "heads right in 2 to 10%": (truth >= 0.02) & (truth < 0.1),
        "heads right in over 10%": truth >= 0.1,
    }
    for name, mine in kinds.items():
        found[name][at].add(truth[mine], (old[0][mine], old[1][mine]), (new[0][mine], new[1][mine]))


def _add_differences(found: dict[str, list[Counter]], at: int, right: np.ndarray, cases: np.ndarray, truth: np.ndarray) -> None:
    """Each head less the one before it, on the same documents."""
    samples = drawn_values(right, cases)
    new = difference((right[:, :-1], cases), (right[:, 1:], cases))
    found["difference of two heads"][at].add(np.diff(truth), percentiles(np.diff(samples, axis=1)), new)
