"""How often 95% intervals hold the truth: the percentile bootstrap, which we had, beside the interval that we have.

    python benchmarks/coverage.py [TREEBANK] [--trials 1000] [--sums FILE]

Simulated: groups of documents are drawn from a known distribution, so the truth is known. 10, 25, 65 and 200 groups; every trial has 10
heads over the same documents. Where groups have weights, these are lognormal (12 cases on average, a standard deviation of 0.8 on the log
scale), so that of 10 documents the longest has about a third of all cases.

Real documents, if a treebank is given: `dependency` of the bundled model is measured once, document by document. All documents together are
then the truth, and samples of 15, 25, 50 and 100 of them are drawn with replacement. Series count from 300 cases on, in a sample from 100
cases in 10 documents on. `--sums` keeps what was measured, for another time.

The tables are those of docs/intervals.md.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import numpy as np

import headscope
from headscope.corpora import open_corpus
from headscope.runs import sums
from headscope.statistics.held_out import crossed, evens, spread
from headscope.statistics.intervals import FEWEST_GROUPS, difference, interval, resample

HEADS = 10
GROUPS = (10, 25, 65, 200)
DOCUMENTS = (15, 25, 50, 100)
_CLOSE = 1e-9

Drawn = tuple[np.ndarray, np.ndarray, float]  # totals [group, head], weights [group], the truth
Ends = tuple[np.ndarray, np.ndarray]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank", nargs="?")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--sums", type=Path)
    arguments = parser.parse_args()
    generator = np.random.default_rng(0)
    table("simulated", "groups", GROUPS, simulated(generator, arguments.trials))
    if arguments.treebank:
        measured = by_document(arguments.treebank, arguments.sums)
        table("real documents", "documents", DOCUMENTS, real(measured, generator, arguments.trials))


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


def table(name: str, unit: str, sizes: tuple[int, ...], rows: Iterator[tuple[str, list[Counter]]]) -> None:
    print(f"\n| {name}, old → new | " + " | ".join(f"{size} {unit}" for size in sizes) + " |", flush=True)
    print("|---|" + "---|" * len(sizes), flush=True)
    for row, counters in rows:
        print(f"| {row} | " + " | ".join(map(str, counters)) + " |", flush=True)


def percentiles(samples: np.ndarray) -> Ends:
    """What we had: the middle 95% of the values in bootstrap samples."""
    low, high = np.quantile(samples, (0.025, 0.975), axis=0)
    return low, high


def drawn_values(totals: np.ndarray, weights: np.ndarray, seed: int = 0) -> np.ndarray:
    return resample(totals[:, None], weights, seed=seed)[:, 0]


# --- simulated ---------------------------------------------------------------------------------------------------------------------


def simulated(generator: np.random.Generator, trials: int) -> Iterator[tuple[str, list[Counter]]]:
    for name, draw in designs(generator).items():
        yield name, [single(draw, groups, trials) for groups in GROUPS]
    yield "difference of two runs on one corpus", [differences(generator, groups, trials, True) for groups in GROUPS]
    yield "difference of two corpora", [differences(generator, groups, trials, False) for groups in GROUPS]
    for margin in (False, True):
        name = "held-out margin" if margin else "held-out accuracy"
        yield f"{name}, best of 40 heads", [held_out(generator, groups, 4 * trials, margin) for groups in GROUPS]


def lengths(generator: np.random.Generator, groups: int) -> np.ndarray:
    return np.maximum(1.0, np.rint(12 * np.exp(0.8 * generator.standard_normal(groups) - 0.32)))


def designs(generator: np.random.Generator) -> dict[str, Callable[[int], Drawn]]:
    def mean(draw: Callable[[tuple[int, int]], np.ndarray], truth: float) -> Callable[[int], Drawn]:
        return lambda groups: (draw((groups, HEADS)), np.ones(groups), truth)

    def ratio(draw: Callable[[np.ndarray, tuple[int, int]], np.ndarray], truth: float) -> Callable[[int], Drawn]:
        def make(groups: int) -> Drawn:
            weights = lengths(generator, groups)
            return draw(weights[:, None], (groups, HEADS)), weights, truth

        return make

    def right(share: float, alike: float = 0.0) -> Callable[[int], Drawn]:
        """Right answers; `alike` is the correlation of two answers in one document."""
        more = (1 - alike) / alike if alike else 0.0

        def draw(weights: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
            rates = generator.beta(share * more, (1 - share) * more, shape) if alike else np.full(shape, share)
            return generator.binomial(weights.astype(int), rates).astype(float)

        return ratio(draw, share)

    long = np.maximum(1.0, np.rint(12 * np.exp(0.8 * np.random.default_rng(1).standard_normal(4_000_000) - 0.32)))
    by_length = float((long * (0.2 + 0.02 * np.log(long))).sum() / long.sum())
    return {
        "mean, normal": mean(lambda shape: generator.normal(3, 1, shape), 3.0),
        "mean, lognormal, skewness 1.8": mean(lambda shape: np.exp(generator.normal(-0.125, 0.5, shape)), 1.0),
        "mean, exponential, skewness 2": mean(lambda shape: generator.exponential(1, shape), 1.0),
        "mean, lognormal, skewness 6.2": mean(lambda shape: np.exp(generator.normal(-0.5, 1, shape)), 1.0),
        "mean of shares, beta(0.5, 4), skewness 1.7": mean(lambda shape: generator.beta(0.5, 4, shape), 0.5 / 4.5),
        "ratio, normal": ratio(lambda weights, shape: weights * generator.normal(3, 1, shape), 3.0),
        "ratio, gamma, skewness 1.4": ratio(lambda weights, shape: weights * generator.gamma(2, 0.5, shape), 1.0),
        "ratio of shares, beta(1, 9)": ratio(lambda weights, shape: weights * generator.beta(1, 9, shape), 0.1),
        "ratio, longer documents score higher": ratio(
            lambda weights, shape: weights * (0.2 + 0.02 * np.log(weights) + generator.normal(0, 0.05, shape)), by_length
        ),
        "attention of 1% in segments": ratio(lambda weights, shape: generator.gamma(weights / 2, 0.02, shape), 0.01),
        "right answers, 30%, alike in a document": right(0.3, 0.1),
        "right answers, 98%, alike in a document": right(0.98, 0.05),
        "right answers, 5%": right(0.05),
        "right answers, 2%": right(0.02),
        "right answers, 2%, alike in a document": right(0.02, 0.1),
        "right answers, 0.5%": right(0.005),
    }


def single(draw: Callable[[int], Drawn], groups: int, trials: int) -> Counter:
    counter = Counter()
    for _ in range(trials):
        totals, weights, truth = draw(groups)
        counter.add(truth, percentiles(drawn_values(totals, weights)), interval(totals, weights))
    return counter


def differences(generator: np.random.Generator, groups: int, trials: int, paired: bool) -> Counter:
    """Two runs of heads that are right in 40 and 32% of the cases, in hard documents less often."""
    counter = Counter()
    for _ in range(trials):
        weights = [lengths(generator, groups)] * 2 if paired else [lengths(generator, groups) for _ in "ab"]
        hard = [generator.beta(4, 6, (groups, HEADS))] * 2 if paired else [generator.beta(4, 6, (groups, HEADS)) for _ in "ab"]
        rates = hard[0], 0.8 * hard[1]
        a, b = (
            (generator.binomial(cases[:, None].astype(int), rate).astype(float), cases)
            for rate, cases in zip(rates, weights, strict=True)
        )
        old = percentiles(drawn_values(*b, seed=0 if paired else 1) - drawn_values(*a))
        counter.add(-0.08, old, difference(a, b, paired=paired))
    return counter


def held_out(generator: np.random.Generator, groups: int, trials: int, margin: bool) -> Counter:
    """40 heads that are right in up to 40% of the cases, five offsets in up to 30%; picked on one half, scored on the other."""
    counter = Counter()
    for _ in range(trials):
        cases, first = lengths(generator, groups), evens(groups)
        heads, offsets = 0.4 * generator.beta(1, 3, 40), 0.3 * generator.beta(1, 2, 5)
        right, simple = (
            generator.binomial(
                cases[:, None].astype(int), np.clip(rates * generator.gamma(8, 1 / 8, (groups, 1)), 0, 1)
            ).astype(float)
            for rates in (heads, offsets)
        )
        add_held_out(counter, right, simple if margin else None, cases, first, heads, offsets)
    return counter


def add_held_out(
    counter: Counter,
    right: np.ndarray,
    simple: np.ndarray | None,
    cases: np.ndarray,
    first: np.ndarray,
    heads: np.ndarray,
    offsets: np.ndarray,
) -> None:
    """`heads` and `offsets` are their true values. What is true of a pick is known; each half counts by its number of groups."""
    half = first.mean()
    picks, figures = crossed(right, first)
    truth = half * heads[picks[1]] + (1 - half) * heads[picks[0]]
    if simple is not None:
        theirs, scored = crossed(simple, first)
        figures = figures - scored
        truth -= half * offsets[theirs[1]] + (1 - half) * offsets[theirs[0]]
    new = spread(figures, cases, first)
    if new is None:
        return
    columns, drawn = np.stack([figures, cases], 1), np.zeros((1000, 2))
    for seed, mine in enumerate((first, ~first)):
        drawn += mine.sum() * drawn_values(columns[mine], np.ones(int(mine.sum())), seed)
    low, high = percentiles(drawn[:, 0] / drawn[:, 1])
    counter.add(truth, (low, high), (np.asarray(new[0]), np.asarray(new[1])))


# --- real documents ------------------------------------------------------------------------------------------------------------------

Measured = dict[tuple[str, ...], tuple[np.ndarray, np.ndarray]]  # by series: totals [document, head], weights [document]


def by_document(treebank: str, kept: Path | None) -> Measured:
    """`dependency` of the bundled model with a group for every document."""
    if kept is None or not kept.exists():
        numbers: dict[str, int] = {}
        documents = sum(1 for _ in open_corpus(treebank).documents())

        def own(document: str) -> int:
            return numbers.setdefault(document, len(numbers))

        with patch.object(sums, "group_of", own), patch.object(sums, "GROUPS", documents):
            tally = headscope.measure("bundled", treebank, ["dependency"]).measured
        found = {"|".join(series): series for series in tally}
        arrays = {f"T|{name}": tally.totals(series) for name, series in found.items()}
        arrays |= {f"W|{name}": tally.weights(series) for name, series in found.items()}
        if kept is None:
            return _measured(arrays)
        np.savez(kept, allow_pickle=False, **arrays)
    return _measured(dict(np.load(kept)))


def _measured(arrays: dict[str, np.ndarray]) -> Measured:
    names = [name[2:] for name in arrays if name.startswith("T|") and "|dependency|" in name]
    made = {tuple(name.split("|")): (arrays[f"T|{name}"], arrays[f"W|{name}"]) for name in names}
    return {
        name: (totals.reshape(len(totals), -1), weights) for name, (totals, weights) in made.items() if weights.sum() >= 300
    }


def real(measured: Measured, generator: np.random.Generator, trials: int) -> Iterator[tuple[str, list[Counter]]]:
    found: dict[str, list[Counter]] = defaultdict(lambda: [Counter() for _ in DOCUMENTS])
    heads: dict[str, list[np.ndarray]] = defaultdict(list)
    offsets: dict[str, list[np.ndarray]] = defaultdict(list)
    cases = {}
    for (_, _, _, key, _, baseline), (totals, weights) in measured.items():
        (offsets if baseline else heads)[key].append(totals)
        cases[key] = weights
    for key, weights in cases.items():
        if not offsets[key]:
            continue
        right, simple = np.concatenate(heads[key], 1), np.concatenate(offsets[key], 1)
        truth, rules = right.sum(0) / weights.sum(), simple.sum(0) / weights.sum()
        for at, number in enumerate(DOCUMENTS):
            for _ in range(max(1, trials // 20)):
                drawn = sample(generator, weights, number)
                if drawn is not None:
                    groups, first = drawn
                    mine = right[groups], simple[groups], weights[groups]
                    _add_values(found, at, *mine[::2], truth)
                    _add_differences(found, at, *mine[::2], truth)
                    add_held_out(found["held-out accuracy"][at], mine[0], None, mine[2], first, truth, rules)
                    add_held_out(found["held-out margin over the best offset"][at], *mine, first, truth, rules)
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
    kinds = {"heads right in under 2%": truth < 0.02, "2 to 10%": (truth >= 0.02) & (truth < 0.1), "over 10%": truth >= 0.1}
    for name, mine in kinds.items():
        found[name][at].add(truth[mine], (old[0][mine], old[1][mine]), (new[0][mine], new[1][mine]))


def _add_differences(found: dict[str, list[Counter]], at: int, right: np.ndarray, cases: np.ndarray, truth: np.ndarray) -> None:
    """Each head less the one before it, on the same documents."""
    samples = drawn_values(right, cases)
    new = difference((right[:, :-1], cases), (right[:, 1:], cases))
    found["difference of two heads"][at].add(np.diff(truth), percentiles(np.diff(samples, axis=1)), new)


if __name__ == "__main__":
    main()
