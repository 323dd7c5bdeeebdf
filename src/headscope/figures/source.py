"""What a figure draws from: the scores of one corpus and one stack of a run, or a sentence that says what is missing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float64

from headscope.errors import HeadscopeError, say_which, unknown_name
from headscope.figures.lettering import plain
from headscope.findings.together import summed
from headscope.names import KINDS
from headscope.results.manifest import UNITS, CorpusRecord
from headscope.results.sample_text import StackExample
from headscope.results.scores import Scores
from headscope.statistics.intervals import interval
from headscope.statistics.means import over_heads
from headscope.tables.kind import measures_that
from headscope.ties import highest, rounded
from headscope.types import Head, Series

MOSTLY = 0.5
TWICE = 2.0


def drawn_corpora(scores: Scores, *, annotated: bool = False) -> list[str]:
    """The corpora of a run that figures draw from: those with scores of running text that are drawn by layer or on a text, or those with
    trees."""
    held = {series.corpus for series in scores.tally if _drawn(scores, series, annotated)}
    return [record.name for record in scores.manifest.corpora if record.name in held]


def _drawn(scores: Scores, series: Series, annotated: bool) -> bool:
    about = scores.about(series.measure)
    if annotated:
        return about.unit == "sentence"
    return about.unit == "pair" and (about.pairs or about.patterns or scores.key(series).by_layer)


@dataclass(frozen=True)
class LayerScores:
    """One score of every head, and the means of the layers, with their 95% intervals (NaN where there is none)."""

    values: Float64[np.ndarray, "layer head"]
    low: Float64[np.ndarray, "layer head"]
    high: Float64[np.ndarray, "layer head"]
    means: Float64[np.ndarray, " layer"]
    mean_low: Float64[np.ndarray, " layer"]
    mean_high: Float64[np.ndarray, " layer"]
    even: float | None  # what attention spread evenly would give
    chance: Float64[np.ndarray, "layer head"] | None = (
        None  # the same of each head: in models whose layers see differently, its layer's
    )

    @property
    def shape(self) -> tuple[int, int]:
        """Layers, and heads in each."""
        layers, heads = self.values.shape
        return layers, heads

    @property
    def mostly(self) -> list[Head]:
        """Heads above one half with their whole interval, the highest first."""
        least = np.where(np.isnan(self.low), self.values, self.low)
        sure = [Head(int(layer), int(head)) for layer, head in np.argwhere(least > MOSTLY)]
        return sorted(sure, key=lambda head: (-rounded(float(self.values[head])), head))

    @property
    def mostly_layers(self) -> list[int]:
        """Layers whose mean is above one half with its whole interval."""
        least = np.where(np.isnan(self.mean_low), self.means, self.mean_low)
        return [int(layer) for layer in np.flatnonzero(least > MOSTLY)]

    @property
    def top(self) -> Head:
        """The highest head; of equals the first."""
        layer, head = np.unravel_index(highest(self.values), self.values.shape)
        return Head(int(layer), int(head))

    def stands_out(self, layer: int) -> bool:
        """Whether a layer's mean is twice what uniform attention gives, or more, with its whole interval; so where that is not known."""
        low = self.means[layer] if np.isnan(self.mean_low[layer]) else self.mean_low[layer]
        return self.even is None or bool(low >= TWICE * self.even)

    def numbers(self) -> list[float]:
        """Everything that a scale must hold."""
        found = [self.values, self.low, self.high, self.mean_low, self.mean_high]
        return [float(v) for array in found for v in array.ravel()] + ([] if self.even is None else [self.even])


@dataclass(frozen=True)
class Source:
    """A run as one figure sees it."""

    figure: str
    scores: Scores
    corpus: str | None = None
    stack: str | None = None

    def __post_init__(self) -> None:
        stacks, corpora = list(self.scores.manifest.model["stacks"]), [c.name for c in self.scores.manifest.corpora]
        if self.stack is not None and self.stack not in stacks:
            raise unknown_name("stack in this run", self.stack, stacks)
        if self.corpus is not None and self.corpus not in corpora:
            raise unknown_name("corpus in this run", self.corpus, corpora)

    def read(self, measure: str, key: str) -> LayerScores:
        """One score of all heads; raises where the run does not have it."""
        return self.read_some(measure, [key])[key]

    def read_some(self, measure: str, keys: Sequence[str]) -> dict[str, LayerScores]:
        """Those of the keys that have a figure: not every model has a [CLS]. Raises where none has."""
        self.check(measure)
        held = {series.key for series in self.scores.series() if series.measure == measure}
        found = [key for key in keys if key in held]
        if not found:
            raise HeadscopeError(
                f"The figure '{self.figure}' needs the score {measure}.{keys[0]}, and nothing in this run gave it a figure."
            )
        return {key: self.layers(self.find(measure, key)) for key in found}

    def read_sum(self, measure: str, keys: Sequence[str]) -> LayerScores:
        """Several scores of one measure together, whose shares add up."""
        parts = [self.find(measure, key) for key in keys]
        totals, weights = summed(self.scores, parts)
        known = [even for even in map(self.scores.baseline, parts) if even is not None]
        return _of_heads(totals, weights, sum(known) if len(known) == len(parts) else None)

    def find(self, measure: str, key: str) -> Series:
        return self.scores.find(measure, key, corpus=self.corpus, stack=self.stack)

    def has(self, measure: str) -> bool:
        return measure in self.scores.manifest.measures

    def distances(self) -> Float64[np.ndarray, "head head"]:
        if not self.scores.pairs:
            self.check(measures_that(lambda about: about.pairs)[0])
        return self.scores.distances(corpus=self.corpus, stack=self.stack)

    @property
    def special(self) -> dict[str, str]:
        """What the tokens are called that a text begins and ends with."""
        return self.scores.special

    def shape(self) -> tuple[int, int]:
        """Layers, and heads in each."""
        stacks = self.scores.manifest.model["stacks"]
        layers, heads = stacks[self.stack] if self.stack is not None else next(iter(stacks.values()))
        return int(layers), int(heads)

    def example(self) -> StackExample:
        """The text under every head; raises where the run has none."""
        example = self.scores.example
        if example is None or not example.stacks:
            raise HeadscopeError(
                f"The figure '{self.figure}' shows heads on a text, and this run keeps none (example.safetensors): "
                "runs of a model keep one, runs of maps made elsewhere and merged runs may not."
            )
        names = list(example.stacks)
        if self.stack is None and len(names) > 1:
            raise say_which("This run has examples of more than one stack", "stack", map(str, names))
        found = {str(name): one for name, one in example.stacks.items()}.get(self.stack or names[0])
        if found is None:
            raise HeadscopeError(f"This run has no example of the stack '{self.stack}': there is {', '.join(names)}.")
        return found

    def about(self, *, weighed: bool = True, measure: str = "") -> str:
        """What the run is of, for captions; and under which weights, where what is drawn is `weighed`. Of a `measure` that read a part of
        the corpus, which part."""
        manifest = self.scores.manifest
        drawn = drawn_corpora(self.scores) or [record.name for record in manifest.read]  # of what measures made themselves, too
        names = drawn if self.corpus is None else [self.corpus]
        chosen = [c for c in manifest.corpora if c.name in names]
        named = " and ".join("the bundled corpus" if c.name == "bundled" else plain(c.name) for c in chosen)
        layers, heads = self.shape()
        stack = f", {self.stack}" if self.stack is not None and len(manifest.model["stacks"]) > 1 else ""
        each = f"{layers} {_plural('layer', layers)} of {heads} {_plural('head', heads)}"
        part = f"{read} " if (read := manifest.part(measure)) else ""
        kind = self.scores.weights[0]
        under = "" if kind == "raw" or not weighed else f", {KINDS[kind].under}"
        texts = f" on {named}, {part}{_sizes(chosen)}" if chosen else ""  # what is read off the weights alone has none
        return f"{plain(str(manifest.model['name']))}{stack} ({each}){texts}{under}."

    def check(self, measure: str) -> None:
        """Raises where the run does not have the measure."""
        manifest = self.scores.manifest
        if measure in manifest.measures:
            return
        why = manifest.left_out.get(measure)
        hint = (
            f"it could not be measured: {why}"
            if why
            else f"measure {measure} first: headscope measure --measure {measure} -o DIR"
        )
        raise HeadscopeError(
            f"The figure '{self.figure}' needs the measure '{measure}', which is not in this run; {hint.rstrip('.')}."
        )

    def layers(self, series: Series) -> LayerScores:
        found = _of_heads(self.scores.tally.totals(series), self.scores.tally.weights(series), self.scores.baseline(series))
        low, high = self.scores.interval(series)
        return replace(found, low=low, high=high, chance=self.scores.baseline_values(series))


def _of_heads(
    totals: Float64[np.ndarray, "group layer head"], weights: Float64[np.ndarray, " group"], even: float | None
) -> LayerScores:
    values = totals.sum(0) / weights.sum()
    low, high = interval(totals, weights)
    mean_low, mean_high = interval(over_heads(totals, keepdims=True), weights)
    return LayerScores(values, low, high, over_heads(values), mean_low[:, 0], mean_high[:, 0], even)


def _sizes(corpora: Sequence[CorpusRecord]) -> str:
    """How much was read, in each corpus's own units: "120 segments and 12 sentences"."""
    totals: Counter[str] = Counter()
    for corpus in corpora:
        totals[UNITS.get(corpus.unit, "units")] += corpus.units
    return " and ".join(f"{number:,} {_plural(noun.removesuffix('s'), number)}" for noun, number in totals.items())


def _plural(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"
