"""A panel of lines: layers across, means over heads up, each line with its intervals and, at its end, its name."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headscope.figures import style
from headscope.figures.axes import Box, LayerAxis, Scale, covering, layer_axis, spread, value_axis
from headscope.figures.source import LayerScores
from headscope.figures.svg import Element, line, polyline, text


@dataclass(frozen=True)
class Row:
    """One line: its name, its colour, the dashes that tell it apart where colours don't, and the sign of its behaviour where it has one."""

    name: str
    colour: str
    dash: str
    scores: LayerScores
    sign: str | None = None


def layer_lines(box: Box, rows: Sequence[Row], unit: str, *, may_be_logarithmic: bool = False) -> tuple[list[Element], Scale]:
    """The panel, and its scale; the names of the lines stand to the right of the box."""
    numbers = [float(n) for row in rows for part in _ends(row.scores) for n in part]
    scale = covering(numbers, box.bottom, box.y, may_be_logarithmic=may_be_logarithmic)
    axis = LayerAxis(*rows[0].scores.shape, box.x, box.right)
    made = [*value_axis(box, scale), *layer_axis(box, axis), text(box.x, box.y - 14, unit, "tick quiet")]
    for row in rows:
        made += _line(row, axis, scale)
    places = spread([scale(_drawn(row.scores.means[-1], scale)) for row in rows], 20.0, box.y, box.bottom)
    for row, y in zip(rows, places, strict=True):
        x, end = axis.centre(len(row.scores.means) - 1), scale(_drawn(row.scores.means[-1], scale))
        made.append(line(x + 8, end, box.right + 4, y, "rule line-rule"))
        made += [style.mark(row.sign, box.right + 14, y)] if row.sign else [_dot(box.right + 14, y, row.colour)]
        made.append(text(box.right + 26, y + 4, row.name, "label"))
    return made, scale


def _ends(one: LayerScores) -> tuple[np.ndarray, ...]:
    return one.means, one.mean_low, one.mean_high


def _line(row: Row, axis: LayerAxis, scale: Scale) -> list[Element]:
    means, lows, highs = _ends(row.scores)
    places = [(axis.centre(layer), scale(_drawn(mean, scale))) for layer, mean in enumerate(means) if not np.isnan(mean)]
    made = [polyline(places, f"mean line-{row.colour} dash-{row.dash}")]
    for layer, (mean, low, high) in enumerate(zip(means, lows, highs, strict=True)):
        x = axis.centre(layer)
        if not np.isnan(low):
            made.append(line(x, scale(_drawn(low, scale)), x, scale(_drawn(high, scale)), f"interval line-{row.colour}"))
        if not np.isnan(mean):
            made.append(_dot(x, scale(_drawn(mean, scale)), row.colour))
    return made


def _drawn(value: float, scale: Scale) -> float:
    """A mean of exactly 0 has no place on a logarithmic scale: it lies at its lower end. So does one that there is not."""
    return scale.low if np.isnan(value) else max(float(value), scale.low)


def _dot(x: float, y: float, colour: str) -> Element:
    return Element("circle", cx=x, cy=y, r=3, class_=f"mark fill-{colour}")
