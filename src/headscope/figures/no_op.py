"""Is attending to [SEP] a no-op? How much of their attention heads give it, how much of what they move comes from it, and how much the loss
depends on it, by layer. Of models without a closing token, the same of the token that opens a text."""

from dataclasses import dataclass

import numpy as np

from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.axes import Box
from headscope.figures.figure import Drawing, Figure
from headscope.figures.gradient import MEASURE as GRADIENT
from headscope.figures.gradient import OTHER, as_rows
from headscope.figures.layer_lines import Row, layer_lines
from headscope.figures.source import LayerScores, Source
from headscope.figures.tokens import MEASURE as ATTENTION
from headscope.quantities import percent, shown
from headscope.results.scores import Scores
from headscope.statistics.intervals import difference
from headscope.statistics.means import over_heads
from headscope.ties import highest

NAME = "no-op"
PLACES = ("sep", "cls")  # where heads rest, the first that the model has
READ, MOVED = "raw", "norm"
_LEFT, _TOP, _RIGHT, _BETWEEN, _HEIGHT = 66.0, 34.0, 154.0, 60.0, 170.0


@dataclass(frozen=True)
class Found:
    """One kind of token: the share of attention, the share of what is moved, and by layer whether less is moved than read (with the whole
    interval of the paired difference; without intervals, the means)."""

    key: str
    called: str
    read: LayerScores
    moved: LayerScores
    less: list[bool]
    more: list[bool]
    gradient: dict[str, LayerScores]


def no_op(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Attention to [SEP], what heads move from it, and how much the loss depends on it, by layer."""
    found = _found(scores, corpus, stack)
    source = Source(NAME, scores.whole.under(READ), corpus, stack)
    rows = [
        Row("attention", found.key, "sep", found.read, found.key),
        Row("moved", "ink", "cls", found.moved),
    ]
    wide = style.page() - _LEFT - _RIGHT
    above, below = (Box(_LEFT, _TOP + at * (_HEIGHT + _BETWEEN), wide, _HEIGHT) for at in range(2))
    shares, _ = layer_lines(above, rows, f"share that goes to {found.called}")
    slopes, scale = layer_lines(below, as_rows(source, found.gradient), "mean size of ∂L/∂α", may_be_logarithmic=True)
    kind = "The scale below is logarithmic. " if scale.logarithmic else ""
    known = "" if np.isnan(found.read.mean_low).all() else "Thin upright lines: 95% intervals over documents. "
    caption = (
        f"Above: the mean over the heads of a layer of the attention to {found.called}, and of its part in what heads move (norm weights: "
        "attention times the size of the value that it brings along). Below: by how much the loss would change per unit of attention. "
        f"{known}{kind}{source.about()}"
    )
    return Figure(NAME, title(found), caption, Drawing(below.bottom + 26, (*shares, *slopes)))


def _found(scores: Scores, corpus: str | None, stack: str | None) -> Found:
    run = scores.whole
    if not {READ, MOVED} <= set(run.weights):
        raise HeadscopeError(
            f"The figure '{NAME}' sets attention beside what it moves, and this run has {' and '.join(run.weights)} weights only: "
            "measure both, with --weights raw --weights norm."
        )
    read, moved = (Source(NAME, run.under(kind), corpus, stack) for kind in (READ, MOVED))
    for measure in (ATTENTION, GRADIENT):
        read.check(measure)
    slopes = read.read_some(GRADIENT, [*PLACES, OTHER])
    key = next((key for key in PLACES if key in slopes and key in read.read_some(ATTENTION, PLACES)), None)
    if key is None or OTHER not in slopes:
        raise HeadscopeError(f"The figure '{NAME}' needs a token that opens or closes a text, and this model has none.")
    sides = [
        (over_heads(one.scores.tally.totals(series)), one.scores.tally.weights(series))
        for one in (read, moved)
        for series in [one.find(ATTENTION, key)]
    ]
    shares, taken = (one.read(ATTENTION, key) for one in (read, moved))
    apart = taken.means - shares.means
    low, high = (np.where(np.isnan(end), apart, end) for end in difference(*sides))
    gradient = {key: slopes[key], OTHER: slopes[OTHER]}
    called = read.special[key]
    return Found(key, called, shares, taken, [bool(one) for one in high < 0], [bool(one) for one in low > 0], gradient)


def title(found: Found) -> str:
    """Of the layer whose heads attend there most: what they read, what they move, what the loss depends on, and what that comes to."""
    layer, called = highest(found.read.means), found.called
    even = found.read.even
    if even is not None and not found.read.stands_out(layer):
        return (
            f"Heads do not rest on {called}: in layer {layer + 1}, where they attend to it most, it gets "
            f"{percent(float(found.read.means[layer]))}% of their attention, where uniform attention gives it {percent(even)}%."
        )
    read, moved = (
        percent(
            float(one.means[layer]),
            *(None if np.isnan(end[layer]) else float(end[layer]) for end in (one.mean_low, one.mean_high)),
        )
        for one in (found.read, found.moved)
    )
    slope, other = found.gradient[found.key], found.gradient[OTHER]
    ratio = float(slope.means[layer] / other.means[layer])
    ends = [np.where(np.isnan(end), one.means, end)[layer] for one, end in ((slope, slope.mean_high), (other, other.mean_low))]
    place = f"In layer {layer + 1}, where heads attend to {called} most"
    said = f"{place}, it gets {read}% of their attention and makes up {moved}% of what they move"
    depends = f"the loss depends {shown(ratio, 0.0, 0.1)} times as much on it as on other tokens"
    matters = not ends[0] < ends[1]
    if found.less[layer]:
        verdict = (
            "less is moved than is read, but the loss depends on it no less"
            if matters
            else "attending there is close to a no-op"
        )
    elif found.more[layer]:
        verdict = "they take more from there than attention shows"
    else:
        verdict = "attention shows what they move" + ("" if matters else ", though the loss hardly depends on it")
    return f"{said}; {depends}: {verdict}."
