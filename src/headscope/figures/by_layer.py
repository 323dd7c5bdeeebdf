"""The panel that most figures are made of: layers across, a score up, every head a mark, the layers' means a line, even attention
dashed. Several stand side by side on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headscope.figures import style
from headscope.figures.axes import Box, LayerAxis, Scale, covering, layer_axis, value_axis
from headscope.figures.figure import Drawing
from headscope.figures.lettering import width
from headscope.figures.source import LayerScores
from headscope.figures.svg import Element, group, line, polyline, text
from headscope.quantities import shown
from headscope.types import Head

LEFT, RIGHT, GAP, TOP, BOTTOM = 46.0, 12.0, 18.0, 46.0, 26.0
NARROWEST = 165.0  # a panel; where fewer fit side by side, the others go below


@dataclass(frozen=True)
class Panel:
    """One score in one frame: its heading, its colour, and the sign of that behaviour where it has one."""

    heading: str
    colour: str
    scores: LayerScores
    sign: str | None = None
    layers: bool = False  # whether the score is of layers, not of heads

    def called(self, head: Head) -> str:
        return f"layer {head.layer + 1}" if self.layers else str(head)


def panels(rows: Sequence[Sequence[Panel]], unit: str, height: float = 210.0) -> Drawing:
    """Rows of panels, all on one scale, which is labelled on the left and numbered by layer below."""
    room = style.page() - LEFT - RIGHT + GAP
    columns = min(max(map(len, rows)), max(1, int(room / (NARROWEST + GAP))))
    rows = [row[at : at + columns] for row in rows for at in range(0, len(row), columns)]
    each = room / columns - GAP
    made: list[Element] = []
    every = [number for row in rows for panel in row for number in panel.scores.numbers()]
    tall = TOP + height + BOTTOM
    for down, row in enumerate(rows):
        for right, panel in enumerate(row):
            box = Box(LEFT + right * (each + GAP), down * tall + TOP, each, height)
            scale = covering(every, box.bottom, box.y)
            made.append(group(*draw_panel(panel, box, scale, labelled=right == 0, unit=unit)))
    return Drawing(tall * len(rows), tuple(made))


def draw_panel(panel: Panel, box: Box, scale: Scale, *, labelled: bool, unit: str) -> list[Element]:
    axis = LayerAxis(*panel.scores.shape, box.x, box.right)
    made = [*value_axis(box, scale, labelled=labelled), *layer_axis(box, axis, labelled=labelled)]
    start = box.x
    if panel.sign:
        made.append(style.mark(panel.sign, box.x + 6, box.y - 33, 5.5))
        start += 18
    made.append(text(start, box.y - 28, panel.heading, "heading"))
    if labelled:
        made.append(text(box.x - 6, box.y - 12, unit, "tick quiet", anchor="end"))
    drawn = [marks(panel, axis, scale), _means(panel, axis, scale)]
    if axis.heads == 1:  # the mean is the head: its mark should not be hidden
        drawn.reverse()
    return [*made, *_even(panel.scores, box, scale), *drawn[0], *drawn[1], *_names(panel, box, axis, scale)]


def explained(mark: str, found: Sequence[LayerScores], even: str = "attention spread evenly") -> str:
    """How to read such panels, for a caption; `mark` says what a head's mark is."""
    known = any(not np.isnan(one.low).all() for one in found)
    interval = "; a thin line through it is its 95% interval over documents" if known else " (too few documents for intervals)"
    return f"{mark}{interval}. Heavy line: the layer's mean. Dashed: {even}. The highest head is named. "


def marks(panel: Panel, axis: LayerAxis, scale: Scale) -> list[Element]:
    """Every head at its value, with its interval as a thin line; the head's name and number show when pointed at."""
    scores = panel.scores
    radius = min(3.2, max(1.5, axis.band * 0.72 / axis.heads * 1.2))
    made = []
    for head in (Head(*at) for at in np.ndindex(scores.values.shape)):
        x, ends = axis.across(*head), (float(scores.low[head]), float(scores.high[head]))
        if not np.isnan(ends).any():
            made.append(line(x, scale(ends[0]), x, scale(ends[1]), f"interval line-{panel.colour}"))
        written = described(head, scores, panel.called(head))
        made.append(
            Element(
                "circle",
                Element("title", written),
                cx=x,
                cy=scale(float(scores.values[head])),
                r=radius,
                class_=f"point fill-{panel.colour}",
            )
        )
    return made


def described(head: Head, scores: LayerScores, name: str = "") -> str:
    """`3-5: 0.975 (0.974–0.977)`."""
    low, high = (None if np.isnan(end[head]) else float(end[head]) for end in (scores.low, scores.high))
    between = "" if low is None or high is None else f" ({shown(low, low, high)}–{shown(high, low, high)})"
    return f"{name or head}: {shown(float(scores.values[head]), low, high)}{between}"


def _even(scores: LayerScores, box: Box, scale: Scale) -> list[Element]:
    if scores.even is None:
        return []
    return [line(box.x, scale(scores.even), box.right, scale(scores.even), "even")]


def _means(panel: Panel, axis: LayerAxis, scale: Scale) -> list[Element]:
    points = [(axis.centre(layer), scale(float(mean))) for layer, mean in enumerate(panel.scores.means)]
    if len(points) == 1:  # a line needs two ends
        (x, y), half = points[0], axis.band * 0.4
        points = [(x - half, y), (x + half, y)]
    return [polyline(points, "mean line-ink")]


def _names(panel: Panel, box: Box, axis: LayerAxis, scale: Scale) -> list[Element]:
    """The highest head by name: above it there is no other."""
    head = panel.scores.top
    name = panel.called(head)
    half = width(name, style.TICK) / 2
    x = min(max(axis.across(*head), box.x + half), box.right - half)
    return [text(x, scale(float(panel.scores.values[head])) - 7, name, "tick halo strong", anchor="middle")]
