"""How often 95% intervals hold the truth: the percentile bootstrap, which we had, beside the interval that we have.

    python benchmarks/coverage.py [--treebank FILE] [--text FILE] [--trials 1000] [--sums FOLDER]

Simulated: groups of documents are drawn from a known distribution, so the truth is known. 10, 25, 65 and 200 groups; every trial has 10
heads over the same documents. Where groups have weights, these are lognormal (12 cases on average, a standard deviation of 0.8 on the log
scale), so that of 10 documents the longest has about a third of all cases.

Real documents, where given: scores of the bundled model, `dependency` on the treebank, `offset`, `token` and `entropy` on the text.
Series count from 300 cases on; in a sample of a treebank, from 100 cases in 10 documents on. A trial of the simulated held-out picks gives
one interval, so that there are 4 times as many; one of a treebank gives thousands, and there is 1 for every 20, of a text 1 for every 4.
`--sums` keeps what was measured, for another time.

The tables are those of docs/intervals.md.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from coverage_documents import (
    DOCUMENTS,
    Counter,
    Rows,
    add_held_out,
    by_document,
    drawn_values,
    parsers,
    percentiles,
    running_text,
)

from headscope.statistics.held_out import evens
from headscope.statistics.intervals import difference, interval

HEADS = 10
GROUPS = (10, 25, 65, 200)

Drawn = tuple[np.ndarray, np.ndarray, float]  # totals [group, head], weights [group], the truth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank")
    parser.add_argument("--text")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--sums", type=Path)
    given = parser.parse_args()
    generator = np.random.default_rng(0)
    table("simulated", "groups", GROUPS, simulated(generator, given.trials))
    if given.treebank:
        measured = by_document(given.treebank, ["dependency"], given.sums and given.sums / "treebank.npz")
        table("treebank", "documents", DOCUMENTS, parsers(measured, generator, max(1, given.trials // 20)))
    if given.text:
        measured = by_document(given.text, ["offset", "token", "entropy"], given.sums and given.sums / "text.npz")
        table("running text", "documents", DOCUMENTS, running_text(measured, generator, max(1, given.trials // 4)))


def table(name: str, unit: str, sizes: tuple[int, ...], rows: Rows) -> None:
    print(f"\n| {name}, old → new | " + " | ".join(f"{size} {unit}" for size in sizes) + " |", flush=True)
    print("|---|" + "---|" * len(sizes), flush=True)
    for row, counters in rows:
        print(f"| {row} | " + " | ".join(map(str, counters)) + " |", flush=True)


def simulated(generator: np.random.Generator, trials: int) -> Rows:
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
        "mean of shares, beta(0.5, 4), skewness 1.8": mean(lambda shape: generator.beta(0.5, 4, shape), 0.5 / 4.5),
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


if __name__ == "__main__":
    main()
