"""A run → our counterpart of one published number, by the `way` that the number names. What a run lacks is a reason, not an error.

One function a kind of way; each takes a `Ground`, a run with the corpus and stack in which its measure was found.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from headscope.findings.best import few
from headscope.names import ALL, BOTH, TO_DEPENDENT
from headscope.reproduce.published import COREFERENCE, DEPENDENCY, Number, Paper, Way
from headscope.results.scores import Scores
from headscope.statistics.intervals import interval
from headscope.ties import highest, lowest, rounded
from headscope.types import Head, Series, Stack

TURNED = " <"  # ends a head that is read head-to-dependent


@dataclass(frozen=True)
class Found:
    """A number of ours, its 95% interval where there is one, the heads or layers it is of, and the corpus."""

    value: float
    low: float | None = None
    high: float | None = None
    where: str = ""
    corpus: str = ""


Answer = Found | str  # a number, or why there is none


@dataclass(frozen=True)
class Ground:
    """Where in a run a number is looked for."""

    paper: Paper
    scores: Scores
    corpus: str
    stack: Stack

    def series(self, measure: str, key: str) -> list[Series]:
        """The measure's series of this key, one for each direction, that hold anything."""
        mine = (*self.scores.series(), *self.scores.layered)
        every = (s for s in mine if s[:4] == (self.corpus, self.stack, measure, key) and s.direction != BOTH)
        return [series for series in every if self.scores.tally.groups(series)]

    @property
    def layers(self) -> int:
        return int(self.scores.manifest.model["stacks"][self.stack][0])

    def small(self, series: Series) -> bool:
        """Whether words or mentions are too few for an interval."""
        tally = self.scores.tally
        return series.measure in (DEPENDENCY, COREFERENCE) and few(int(tally.weights(series).sum()), tally.groups(series))


def find(paper: Paper, number: Number, scores: Scores, corpus: str | None = None) -> Answer | None:
    """Our counterpart of a number; None where the run does not have its measure."""
    way = number.way
    if way.kind == "none":
        return way.reason
    if way.kind not in WAYS:
        return None
    held = {s.corpus for s in scores.tally if s.measure == way.measure and not s.baseline and scores.tally.groups(s)}
    names = [record.name for record in scores.manifest.corpora if record.name in held and corpus in (None, record.name)]
    if not names:
        return None
    stacks: list[Stack] = list(scores.manifest.model["stacks"])
    stack: Stack = "encoder" if "encoder" in stacks else stacks[0]
    return WAYS[way.kind](Ground(paper, scores, names[0], stack), way)


def units(ground: Ground, way: Way) -> Answer:
    """How many inputs were read."""
    return Found(float(ground.scores.manifest.corpus(ground.corpus).units), corpus=ground.corpus)


def layers(ground: Ground, way: Way) -> Answer:
    """The mean over the heads of some layers, or of the one among them that has the highest mean."""
    series, places = ground.series(way.measure, way.key), _range(way, ground.layers)
    if not series:
        return ground.scores.manifest.left_out.get(f"{way.measure} {way.key}") or _nothing(way)
    if not places:
        return f"the model has {ground.layers} layers"
    totals, weights = ground.scores.tally.totals(series[0]), ground.scores.tally.weights(series[0])
    if way.take == "highest":
        places = [max(places, key=lambda layer: rounded(float(totals[:, layer].sum())))]
    sums = totals[:, places].mean((1, 2))
    where = f"layer {places[0] + 1}" if len(places) == 1 else f"layers {places[0] + 1} to {places[-1] + 1}"
    if way.first == way.last > 0:
        where = ""  # the number's own words say it
    low, high = (_known(float(end[0, 0])) for end in interval(sums[:, None, None], weights))
    return Found(float(sums.sum() / weights.sum()), low, high, where, ground.corpus)


def heads_above(ground: Ground, way: Way) -> Answer:
    """How many heads are above a threshold; the interval counts those whose low and whose high end is."""
    series = ground.series(way.measure, way.key)
    if not series:
        return _nothing(way)
    values, (low, high) = ground.scores.value(series[0]), ground.scores.interval(series[0])
    above = [Head(*map(int, at)) for at in np.argwhere(values > way.threshold)]
    least, most = (None if np.isnan(end).any() else float((end > way.threshold).sum()) for end in (low, high))
    places = ", ".join(str(head.layer + 1) for head in above)
    where = f"layer{'s' if len(above) > 1 else ''} {places}" if above else ""
    return Found(float(len(above)), least, most, where, ground.corpus)


def lowest_head(ground: Ground, way: Way) -> Answer:
    """The head of some layers that has the lowest value."""
    series, places = ground.series(way.measure, way.key), _range(way, ground.layers)
    if not series or not places:
        return _nothing(way)
    values = ground.scores.value(series[0])[places]
    layer, head = np.unravel_index(lowest(values), values.shape)
    return _head(ground, series[0], Head(places[int(layer)], int(head)))


def one_head(ground: Ground, way: Way) -> Answer:
    """A head that the paper names: there is one such in its model only."""
    if not is_model(ground.paper, ground.scores.manifest.model):
        return f"head {way.head} is one of {ground.paper.model}"
    series = ground.series(way.measure, way.key)
    return _head(ground, series[0], Head.parse(way.head)) if series else _nothing(way)


def best(ground: Ground, way: Way) -> Answer:
    """The best head in whichever direction, picked and scored on the same data, as in the paper."""
    key, series = _relation(ground, way)
    if not series:
        return _nothing(way)
    values = np.stack([ground.scores.value(one) for one in series])
    at, layer, head = np.unravel_index(highest(values), values.shape)
    found = _head(ground, series[int(at)], Head(int(layer), int(head)))
    turned = TURNED if series[int(at)].direction == TO_DEPENDENT else ""
    return Found(found.value, found.low, found.high, found.where + turned + _as(key, way), ground.corpus)


def best_baseline(ground: Ground, way: Way) -> Answer:
    """The best fixed offset."""
    key, series = _relation(ground, way)
    top = ground.scores.best_baseline(series[0]) if series else None
    if top is None:
        return _nothing(way)
    return _rule(ground, series[0], top[0], top[0].removeprefix("offset ") + _as(key, way))


def rule(ground: Ground, way: Way) -> Answer:
    """What something without a model gives: even attention, or a rule."""
    series = ground.series(way.measure, way.key)
    if not series or way.name not in ground.scores.baselines(series[0]):
        return _nothing(way)
    return _rule(ground, series[0], way.name)


def best_of_all(ground: Ground, way: Way) -> Answer:
    """The head that is best over all mentions, under one kind of mention."""
    everything, mine = ground.series(way.measure, ALL), ground.series(way.measure, way.key)
    if not everything or not mine:
        return _nothing(way)
    values = ground.scores.value(everything[0])
    layer, head = np.unravel_index(highest(values), values.shape)
    return _head(ground, mine[0], Head(int(layer), int(head)))


def same_layer(ground: Ground, way: Way) -> Answer:
    """The mean divergence of two heads of one layer over that of two heads of different layers."""
    number, heads = ground.scores.manifest.model["stacks"][ground.stack]
    if number < 2 or heads < 2:
        return "the model has too few layers or heads"
    series = Series(ground.corpus, ground.stack, "divergence", ALL)
    if not any(one[:3] == series[:3] for one in ground.scores.tally):
        return _nothing(way)
    distances = ground.scores.distances(corpus=ground.corpus, stack=ground.stack)
    layer = np.repeat(np.arange(number), heads)
    same = layer[:, None] == layer
    others = same & ~np.eye(len(layer), dtype=bool)
    apart = float(distances[~same].mean())
    if apart == 0:
        return "heads of different layers attend alike"
    return Found(float(distances[others].mean()) / apart, corpus=ground.corpus)


def is_model(paper: Paper, model: dict[str, object], name: str = "") -> bool:
    """Whether a run is of the paper's model, or of another one that it names, by its name and its shape.

    >>> from headscope.reproduce.published import paper
    >>> is_model(paper(), {"name": "google-bert/bert-base-uncased", "stacks": {"encoder": [12, 12]}})
    True
    """
    return str(model["name"]).rsplit("/", 1)[-1] == (name or paper.model) and model["stacks"] == paper.stacks


WAYS: dict[str, Callable[[Ground, Way], Answer]] = {
    "units": units,
    "layers": layers,
    "heads-above": heads_above,
    "lowest-head": lowest_head,
    "head": one_head,
    "best": best,
    "best-baseline": best_baseline,
    "baseline": rule,
    "rule": rule,
    "best-of-all": best_of_all,
    "same-layer": same_layer,
}


def _relation(ground: Ground, way: Way) -> tuple[str, list[Series]]:
    """The relation as the treebank names it."""
    key = way.held_as(lambda name: bool(ground.series(way.measure, name)))
    return (way.key, []) if key is None else (key, ground.series(way.measure, key))


def _as(key: str, way: Way) -> str:
    return "" if key == way.key else f", as {key}"


def _nothing(way: Way) -> str:
    if way.measure == DEPENDENCY:
        return f"no {way.key} in this treebank"
    return f"no {way.measure} {way.key} in this run".replace("  ", " ")


def _range(way: Way, number: int) -> list[int]:
    """The layers that are meant, counted from 0, as far as the model has them."""
    first, last = (number + end if end < 0 else end - 1 for end in (way.first, way.last))
    return list(range(max(first, 0), min(last, number - 1) + 1))


def _head(ground: Ground, series: Series, head: Head) -> Found:
    """One head's value; its interval where there are cases enough for one."""
    scores = ground.scores
    low, high = (None, None) if ground.small(series) else (_known(float(end[head])) for end in scores.interval(series))
    return Found(float(scores.value(series)[head]), low, high, str(head), ground.corpus)


def _rule(ground: Ground, series: Series, name: str, where: str = "") -> Found:
    mine = next(one for one in ground.scores.baseline_series(series) if one.baseline == name)
    low, high = (None, None) if ground.small(series) else (_known(float(end[0, 0])) for end in ground.scores.interval(mine))
    return Found(float(ground.scores.value(mine)[0, 0]), low, high, where, ground.corpus)


def _known(number: float) -> float | None:
    return None if np.isnan(number) else number
