"""How often 95% intervals hold the truth: the percentile bootstrap, which we had, beside the interval that we have.

    python benchmarks/coverage.py [--treebank FILE] [--text FILE]... [--model MODEL] [--trials 1000] [--sums FOLDER] [--write PAGE]

Simulated: groups of documents are drawn from a known distribution, so the truth is known. 10, 25, 65 and 200 groups; every trial has 10
heads over the same documents. Where groups have weights, these are lognormal (12 cases on average, a standard deviation of 0.8 on the log
scale), so that of 10 documents the longest has about a third of all cases. Each row and number of groups has random numbers of its own,
so that it comes out the same again, whatever else is measured.

Leads: coverage_held_out.py.

Real documents, where given: scores of a model, `dependency` on the treebank, `offset`, `token` and `entropy` on each text.
Series count from 300 cases on; in a sample of a treebank, from 100 cases in 10 documents on. A trial of the simulated held-out picks gives
one interval, so that there are 4 times as many; one of a treebank gives thousands, and there is 1 for every 20, of a text 1 for every 4.
`--sums` keeps what was measured, for another time.

The tables are those of docs/intervals.md: `--write docs/intervals.md` puts each in place of the one with the same heading.
"""

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from zlib import crc32

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
from coverage_held_out import GROUPS as LEAD_GROUPS
from coverage_held_out import tables as lead_tables

from headscope.statistics.held_out import evens
from headscope.statistics.intervals import difference, interval

HEADS = 10
GROUPS = (10, 25, 65, 200)

Drawn = tuple[np.ndarray, np.ndarray, float]  # totals [group, head], weights [group], the truth
Design = Callable[[int], Drawn]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--treebank")
    parser.add_argument("--text", action="append", default=[])
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--sums", type=Path)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    table("simulated, old → new", "groups", GROUPS, simulated(given.trials), given.write)
    low, both = lead_tables(given.trials)
    table("low end of a lead, old → new", "groups", LEAD_GROUPS, low.items(), given.write)
    table("both ends of a lead, old → new", "groups", LEAD_GROUPS, both.items(), given.write)
    if given.treebank:
        sums = given.sums and given.sums / "treebank.npz"
        rows = parsers(
            by_document(given.treebank, ["dependency"], sums, given.model), seeded("treebank"), max(1, given.trials // 20)
        )
        table("treebank, old → new", "documents", DOCUMENTS, rows, given.write)
    for text in given.text:
        name = Path(text).stem
        sums = given.sums and given.sums / f"{name}.npz"
        measured = by_document(text, ["offset", "token", "entropy"], sums, given.model)
        rows = running_text(measured, seeded("text"), max(1, given.trials // 4))
        table(f"running text of {name}, old → new", "documents", DOCUMENTS, rows, given.write)


def seeded(name: str, groups: int = 0) -> np.random.Generator:
    return np.random.default_rng([crc32(name.encode()), groups])


def table(
    heading: str, unit: str, sizes: tuple[int, ...], rows: Iterable[tuple[str, Iterable[object]]], page: Path | None
) -> None:
    """Prints a table line by line, and puts it into the page."""
    lines = [f"| {heading} | " + " | ".join(f"{size} {unit}" for size in sizes) + " |", "|---|" + "---|" * len(sizes)]
    print("\n" + "\n".join(lines), flush=True)
    for row, cells in rows:
        lines.append(f"| {row} | " + " | ".join(map(str, cells)) + " |")
        print(lines[-1], flush=True)
    if page is not None:
        page.write_text(replaced(page.read_text(encoding="utf-8"), lines), encoding="utf-8")


def replaced(page: str, lines: list[str]) -> str:
    """The page with this table in place of the one with the same heading.

    >>> replaced("text\\n\\n| a | 1 |\\n|---|---|\\n| b | 2 |\\n\\nmore\\n", ["| a | 9 |", "|---|---|"])
    'text\\n\\n| a | 9 |\\n|---|---|\\n\\nmore\\n'
    """
    before = page.splitlines()
    heading = lines[0].split(" | ")[0]
    start = next((at for at, line in enumerate(before) if line.startswith(f"{heading} |")), None)
    if start is None:
        raise SystemExit(f"The page has no table '{heading.removeprefix('| ')}'.")
    end = next((at for at in range(start, len(before)) if not before[at].startswith("|")), len(before))
    return "\n".join([*before[:start], *lines, *before[end:]]) + "\n"


def simulated(trials: int) -> Rows:
    for name in designs(seeded("")):
        yield name, [single(designs(seeded(name, groups))[name], groups, trials) for groups in GROUPS]
    for name, paired in (("difference of two runs on one corpus", True), ("difference of two corpora", False)):
        yield name, [differences(seeded(name, groups), groups, trials, paired) for groups in GROUPS]
    for name, margin in (("held-out accuracy, best of 40 heads", False), ("held-out margin, best of 40 heads", True)):
        yield name, [held_out(seeded(name, groups), groups, 4 * trials, margin) for groups in GROUPS]


def lengths(generator: np.random.Generator, groups: int) -> np.ndarray:
    return np.maximum(1.0, np.rint(12 * np.exp(0.8 * generator.standard_normal(groups) - 0.32)))


def designs(generator: np.random.Generator) -> dict[str, Design]:
    def mean(draw: Callable[[tuple[int, int]], np.ndarray], truth: float) -> Design:
        return lambda groups: (draw((groups, HEADS)), np.ones(groups), truth)

    def ratio(draw: Callable[[np.ndarray, tuple[int, int]], np.ndarray], truth: float) -> Design:
        def make(groups: int) -> Drawn:
            weights = lengths(generator, groups)
            return draw(weights[:, None], (groups, HEADS)), weights, truth

        return make

    def right(share: float, alike: float = 0.0) -> Design:
        """Right answers; `alike` is the correlation of two answers in one document."""
        more = (1 - alike) / alike if alike else 0.0

        def draw(weights: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
            rates = generator.beta(share * more, (1 - share) * more, shape) if alike else np.full(shape, share)
            return generator.binomial(weights.astype(int), rates).astype(float)

        return ratio(draw, share)

    def tied(value: Callable[[np.ndarray], np.ndarray], noise: float) -> Design:
        """A value that goes with the length, give or take."""
        return ratio(
            lambda weights, shape: weights * (value(weights) + generator.normal(0, noise, shape)),
            float((endless * value(endless)).sum() / endless.sum()),
        )

    endless = lengths(np.random.default_rng(1), 1_000_000)
    return {
        "mean, normal": mean(lambda shape: generator.normal(3, 1, shape), 3.0),
        "mean, lognormal, skewness 1.8": mean(lambda shape: np.exp(generator.normal(-0.125, 0.5, shape)), 1.0),
        "mean, gamma, skewness 2.8": mean(lambda shape: generator.gamma(0.5, 2, shape), 1.0),
        "mean, exponential, skewness 2": mean(lambda shape: generator.exponential(1, shape), 1.0),
        "mean, lognormal, skewness 6.2": mean(lambda shape: np.exp(generator.normal(-0.5, 1, shape)), 1.0),
        "mean of shares, beta(0.5, 4), skewness 1.8": mean(lambda shape: generator.beta(0.5, 4, shape), 0.5 / 4.5),
        "ratio, normal": ratio(lambda weights, shape: weights * generator.normal(3, 1, shape), 3.0),
        "ratio, gamma, skewness 1.4": ratio(lambda weights, shape: weights * generator.gamma(2, 0.5, shape), 1.0),
        "ratio of shares, beta(1, 9)": ratio(lambda weights, shape: weights * generator.beta(1, 9, shape), 0.1),
        "ratio, gamma, skewness 2.8": ratio(lambda weights, shape: weights * generator.gamma(0.5, 2, shape), 1.0),
        "length explains a tenth, longer score higher": tied(lambda weights: 0.2 + 0.02 * np.log(weights), 0.05),
        "length explains half, longer score higher": tied(lambda weights: 0.2 + 0.06 * np.log(weights), 0.05),
        "length explains half, longer score lower": tied(lambda weights: 0.8 - 0.06 * np.log(weights), 0.05),
        "length explains nearly all, longer score higher": tied(lambda weights: 0.2 + 0.1 * np.log(weights), 0.02),
        "length explains nearly all, longer score lower": tied(lambda weights: 0.8 - 0.1 * np.log(weights), 0.02),
        "one case in each document, whatever its length": tied(lambda weights: 0.05 + 0.8 / weights, 0.0),
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
