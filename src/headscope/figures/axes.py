"""From a number to a place: scales, their ticks, the axis of layers, and labels that keep out of each other's way."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from headscope.figures.svg import Element, line, text

DECADES = 1.5  # values that span more are shown on a logarithmic scale


@dataclass(frozen=True)
class Box:
    """Where a panel's data lies, without its labels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` onto pixels from `start` to `end`.

    >>> Scale(0.0, 1.0, 100.0, 0.0)(0.25)
    75.0
    >>> round(Scale(0.01, 1.0, 100.0, 0.0, logarithmic=True)(0.1), 6)
    50.0
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        low, high, value = (math.log(v) if self.logarithmic else v for v in (self.low, self.high, value))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def ticks(self, count: int = 5) -> list[float]:
        """Round numbers inside the scale, about `count` of them.

        >>> Scale(0.0, 1.0, 0.0, 1.0).ticks(5)
        [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
        >>> Scale(0.001, 0.02, 0.0, 1.0, logarithmic=True).ticks()
        [0.001, 0.002, 0.005, 0.01, 0.02]
        """
        if self.logarithmic:
            powers = range(math.floor(math.log10(self.low) - 1e-9), math.ceil(math.log10(self.high) + 1e-9) + 1)
            for parts in ((1, 2, 5), (1, 3), (1,)):
                found = [p * 10.0**power for power in powers for p in parts]
                inside = [float(f"{v:.1g}") for v in found if self.low * (1 - 1e-9) <= v <= self.high * (1 + 1e-9)]
                if len(inside) <= 2 * count:
                    break
            return inside
        step = _round_step((self.high - self.low) / count)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(i * step, 12) for i in range(first, last + 1)]


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, at least as large."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(part * power for part in (1, 2, 5, 10) if part * power >= rough * (1 - 1e-9))


def covering(values: Iterable[float], start: float, end: float, *, may_be_logarithmic: bool = False) -> Scale:
    """A scale that holds all the values and ends at a round number. It starts at 0, since one that starts elsewhere makes small
    differences look large; where logarithms are allowed and the values span more than 1.5 decades, at a round number below them."""
    known = [value for value in values if not math.isnan(value)]
    most = max(known, default=0.0)
    least = min((value for value in known if value > 0), default=0.0)
    if may_be_logarithmic and least > 0 and math.log10(most / least) > DECADES:
        return Scale(_round_log(least, down=True), _round_log(most, down=False), start, end, logarithmic=True)
    if most <= 0:
        return Scale(0.0, 1.0, start, end)
    step = _round_step(most / 8)
    return Scale(0.0, round(math.ceil(most / step - 1e-9) * step, 12), start, end)


def spanning(values: Iterable[float], start: float, end: float) -> Scale:
    """A scale that holds all the values and 0, which may lie on either side of it, and ends at round numbers.

    >>> one = spanning([-0.013, 0.21], 100.0, 0.0)
    >>> one.low, one.high
    (-0.05, 0.25)
    """
    known = [0.0, *(value for value in values if not math.isnan(value))]
    least, most = min(known), max(known)
    step = _round_step((most - least) / 8) if most > least else 1.0
    low, high = math.floor(least / step + 1e-9) * step, math.ceil(most / step - 1e-9) * step
    return Scale(round(low, 12), round(max(high, low + step), 12), start, end)


def _round_log(value: float, *, down: bool) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    steps = [part * power for part in (1, 2, 5, 10)]
    if down:
        return max(s for s in steps if s <= value * (1 + 1e-9))
    return min(s for s in steps if s >= value * (1 - 1e-9))


def tick_texts(values: Sequence[float], *, logarithmic: bool = False) -> list[str]:
    """As many decimals as the step between ticks needs; on a logarithmic scale each its own.

    >>> tick_texts([0.0, 0.5, 1.0]), tick_texts([0.001, 0.01], logarithmic=True)
    (['0', '0.5', '1.0'], ['0.001', '0.01'])
    """
    if logarithmic:
        return [f"{value:g}" for value in values]
    step = values[1] - values[0] if len(values) > 1 else 1.0
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    return ["0" if value == 0 else f"{value:.{places}f}" for value in values]


@dataclass(frozen=True)
class LayerAxis:
    """Layers side by side, from 1; the heads of a layer stand in the order of their numbers, so that equal values show."""

    layers: int
    heads: int
    start: float
    end: float

    @property
    def band(self) -> float:
        return (self.end - self.start) / self.layers

    def centre(self, layer: int) -> float:
        return self.start + (layer + 0.5) * self.band

    def across(self, layer: int, head: int) -> float:
        return self.centre(layer) + ((head + 0.5) / self.heads - 0.5) * self.band * 0.72

    def numbered(self, room: float = 22.0) -> list[int]:
        """The layers whose number is written, counted from 0: all, or where they stand too close every so many.

        >>> [layer + 1 for layer in LayerAxis(12, 12, 0.0, 150.0).numbered()]
        [1, 2, 4, 6, 8, 10, 12]
        """
        step = next((s for s in (1, 2, 3, 4, 6, 12) if s * self.band >= room), max(1, math.ceil(room / self.band)))
        return [layer for layer in range(self.layers) if layer == 0 or (layer + 1) % step == 0]


def value_axis(box: Box, scale: Scale, *, labelled: bool = True, count: int = 4) -> list[Element]:
    """Grid lines across a panel, with their numbers on the left."""
    ticks = scale.ticks(count)
    made = []
    for value, written in zip(ticks, tick_texts(ticks, logarithmic=scale.logarithmic), strict=True):
        y = scale(value)
        made.append(line(box.x, y, box.right, y, "rule line-rule" if value == 0 else "rule line-faint"))
        if labelled:
            made.append(text(box.x - 6, y + 4, written, "tick quiet", anchor="end"))
    return made


def layer_axis(box: Box, axis: LayerAxis, *, labelled: bool = True, room: float = 22.0) -> list[Element]:
    """The layers' numbers under a panel, and what they are."""
    made = [
        text(axis.centre(layer), box.bottom + 16, str(layer + 1), "tick quiet", anchor="middle")
        for layer in axis.numbered(room)
    ]
    return [*made, text(box.x - 6, box.bottom + 16, "layer", "tick quiet", anchor="end")] if labelled else made


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places moved as little as need be so that they lie `gap` apart, in their order, between two ends.

    >>> spread([10.0, 12.0, 40.0], 10.0, 0.0, 100.0)
    [6.0, 16.0, 40.0]
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    rows: list[tuple[float, int]] = []  # a row's middle and how many are in it: neighbours that touch move as one
    for at in order:
        rows.append((min(max(places[at], low), high), 1))
        while len(rows) > 1 and rows[-1][0] - rows[-2][0] < gap * (rows[-1][1] + rows[-2][1]) / 2 - 1e-9:
            (after, more), (before, number) = rows.pop(), rows.pop()
            total = number + more
            half = (total - 1) * gap / 2
            rows.append((max(low + half, min(high - half, (before * number + after * more) / total)), total))
    moved = [0.0] * len(places)
    spaced = [middle + (i - (number - 1) / 2) * gap for middle, number in rows for i in range(number)]
    for at, place in zip(order, spaced, strict=True):
        moved[at] = place
    return moved
