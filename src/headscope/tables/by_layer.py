"""Each layer's mean over its heads, of all scores that say so of themselves: the paper's figures 2 to 4 in numbers."""

from collections.abc import Callable
from functools import partial

import numpy as np
from jaxtyping import Float64

from headscope.quantities import Quantity
from headscope.results.scores import Scores
from headscope.statistics.intervals import interval
from headscope.statistics.means import over_heads
from headscope.tables.kind import TableKind, corpora_of, measures_that, missing, stacks_of, where_columns
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.types import Series

UNIFORM = "uniform"
_Text = Callable[[dict[str, Cell]], str]


def by_layer(scores: Scores, *, corpus: str | None = None, stack: str | None = None) -> Table:
    """One row per layer, one column per score that is in the run, and a last row with what uniform attention would have. A terminal
    shows no more digits than the mean's 95% interval carries."""
    corpora, stacks = corpora_of(scores, corpus), stacks_of(scores, stack)
    held = [series for series in layer_series(scores) if series.corpus in corpora and series.stack in stacks]
    names = list(dict.fromkeys(map(column, held)))
    if not names:
        raise missing("by-layer", measures_that(lambda about: any(key.by_layer for key in about.keys.values())))
    outer = where_columns(scores)
    rows: list[tuple[Cell, ...]] = []
    written: dict[tuple[Cell, ...], str] = {}  # how a terminal shows the figure, by place, layer and score
    # Where every score is of one corpus, those of all corpora stand in one row: also what a measure made to read itself.
    places = [(one, other) for one in (corpora if "corpus" in outer else [""]) for other in stacks]
    for place in places:
        mine = {column(one): one for one in held if (one.corpus if place[0] else "", one.stack) == place}
        if not mine:
            continue
        ahead = tuple(name for name, what in zip(place, ("corpus", "stack"), strict=True) if what in outer)
        layers = scores.manifest.model["stacks"][place[1]][0]
        means = {name: over_heads(scores.value(series)) for name, series in mine.items()}
        ends = {name: _interval(scores, series) for name, series in mine.items()}
        for layer in range(layers):
            rows.append((*ahead, layer + 1, *(float(means[name][layer]) if name in mine else None for name in names)))
            written |= {
                (*ahead, layer + 1, n): _number(scores.quantity(one), means[n][layer], *ends[n][:, layer])
                for n, one in mine.items()
            }
        even = {name: scores.baseline(series) for name, series in mine.items()}
        rows.append((*ahead, UNIFORM, *(even.get(name) for name in names)))
        of = {name: scores.quantity(series) for name, series in mine.items()}
        written |= {(*ahead, UNIFORM, name): _number(of[name], value) for name, value in even.items() if value is not None}

    def text(row: dict[str, Cell], name: str) -> str:
        return written.get((*(row[what] for what in (*outer, "layer")), name), "–")

    forms: dict[str, _Text] = {name: partial(text, name=name) for name in names}
    title = f"{about(scores)} · mean over the heads of a layer"
    return Table(title, (*outer, "layer", *names), rows, forms, notes=tuple(_units(scores, held)))


def layer_series(scores: Scores) -> list[Series]:
    """The scores that have a column, in the order of the sections, of the measures' places in them, and of their keys."""

    def order(series: Series) -> tuple[int, int, int]:
        about = scores.about(series.measure)
        names = [key for key, _ in about.keys]
        return about.section.order, about.place, names.index(series.key) if series.key in names else len(names)

    held = [one for one in (*scores.series(), *scores.layered) if scores.key(one).by_layer and scores.tally.groups(one)]
    return sorted(held, key=order)  # stable: the run's order of measures and keys


def column(series: Series) -> str:
    """What a score's column is called in CSV and JSON: `offset.-1`."""
    return ".".join(part for part in (series.measure, series.key, series.direction) if part)


def _units(scores: Scores, held: list[Series]) -> list[str]:
    """Which columns have a unit."""
    units: dict[str, list[str]] = {}
    for series in held:
        if unit := scores.quantity(series).unit:
            units.setdefault(unit, []).append(column(series))
    return [f"{', '.join(dict.fromkeys(names))}: in {unit}." for unit, names in units.items()]


def _interval(scores: Scores, series: Series) -> Float64[np.ndarray, "2 layer"]:
    """The low and high ends of the 95% interval of each layer's mean over heads."""
    means = over_heads(scores.tally.totals(series), keepdims=True)
    return np.stack(interval(means, scores.tally.weights(series)))[..., 0]


def _number(quantity: Quantity, value: float, low: float = np.nan, high: float = np.nan) -> str:
    """Two digits of what three decimals would hide: gradients are small."""
    if np.isnan(value):
        return "–"
    if 0 < abs(number := quantity.shown(value)) < 0.001:
        return f"{number:.2g}"
    return quantity.digits(value) if np.isnan(low) or np.isnan(high) else quantity.digits(value, low, high)


BY_LAYER = TableKind("by-layer", "the mean over each layer's heads of every score that has one", by_layer)
