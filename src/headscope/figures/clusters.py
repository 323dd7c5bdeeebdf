"""Heads in the plane, like ones close together: by what they do, and by layer. The paper's figure 6."""

import numpy as np
from jaxtyping import Float64

from headscope.behaviours import Behaviour
from headscope.figures import style
from headscope.figures.axes import Box
from headscope.figures.figure import Drawing, Figure
from headscope.figures.legend import legend
from headscope.figures.ramp import step
from headscope.figures.source import Source
from headscope.figures.svg import Element, line, text
from headscope.findings.labels import MIXED, Label, behaviours, vocabulary
from headscope.results.scores import Scores
from headscope.statistics.clusters import Neighbours, embed, neighbours
from headscope.types import Head

NAME = "clusters"
SURE = 0.05
SIDE, TOP, BELOW = 332.0, 34.0, 28.0


def clusters(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Heads in the plane by how alike they attend, by behaviour and by layer."""
    source = Source(NAME, scores, corpus, stack)
    distances = source.distances()
    layers, heads = source.shape()
    embedding = embed(distances)
    labels = {label.head: label for label in behaviours(scores, corpus=corpus, stack=stack)}
    names = [Head(*divmod(at, heads)) for at in range(len(distances))]
    side = min(SIDE, style.page() - 24)
    beside = style.page() >= 2 * SIDE + 24  # otherwise below each other
    made: list[Element] = []
    bottom, box = 0.0, Box(12.0, TOP, side, side)
    if labels:
        known = vocabulary(scores)
        signs, bottom = legend(known, labels.values(), box.x + 6, box.bottom + 20, min(box.right + 24, style.page() - 8))
        marks = _by_behaviour(embedding.positions, names, known, labels, box)
        made += [*_frame(box, "by what they do"), *marks, *signs]
    box = Box(style.page() - 12 - side if beside else 12.0, TOP if beside or not labels else bottom + BELOW + TOP, side, side)
    made += [
        *_frame(box, "by layer (the number)"),
        *_by_layer(embedding.positions, names, layers, box),
        *_bar(embedding.positions, box),
    ]
    bottom = max(bottom, box.bottom + 14)
    caption = (
        "Each mark is a head; the closer two lie, the more alike they attend (Jensen–Shannon divergence, laid out in the plane by metric "
        f"multidimensional scaling, stress {embedding.stress:.2f}: 0 is exact). Only distances count; directions mean nothing. "
        f"{'Faded: the label is not certain. ' if any(map(_doubtful, labels.values())) else ''}{source.about()}"
    )
    return Figure(NAME, _title(neighbours(distances, heads), layers), caption, Drawing(bottom + 8, tuple(made)))


def _title(found: Neighbours, layers: int) -> str:
    share, chance = f"{found.share:.0%}", f"{found.chance:.0%}"
    if layers == 1 or len(found.nearest) < 2:
        return "Heads that attend alike lie close together."
    if found.p < SURE and found.share > found.chance:
        return f"Heads of one layer tend to attend alike: {share} have their nearest neighbour in their own layer, by chance {chance}."
    return f"Heads of one layer are not clearly more alike: {share} have their nearest neighbour in their own layer, by chance {chance}."


def _places(positions: Float64[np.ndarray, "head 2"], box: Box) -> list[tuple[float, float]]:
    """The same scale for both directions, so that distances stay distances."""
    middle = (positions.max(0) + positions.min(0)) / 2
    scale = _pixels(positions, box)
    centre = np.array([box.x + box.width / 2, box.y + box.height / 2])
    return [(float(x), float(y)) for x, y in centre + (positions - middle) * [scale, -scale]]


def _pixels(positions: Float64[np.ndarray, "head 2"], box: Box) -> float:
    """Pixels to a nat."""
    extent = float((positions.max(0) - positions.min(0)).max())
    return (box.width - 32) / extent if extent > 0 else 1.0


def _frame(box: Box, heading: str) -> list[Element]:
    frame = Element("rect", x=box.x, y=box.y, width=box.width, height=box.height, class_="box line-rule")
    return [frame, text(box.x, box.y - 12, heading, "heading")]


def _by_behaviour(
    positions: Float64[np.ndarray, "head 2"],
    names: list[Head],
    known: tuple[Behaviour, ...],
    labels: dict[Head, Label],
    box: Box,
) -> list[Element]:
    made = []
    order = sorted(range(len(names)), key=lambda at: labels[names[at]].label != MIXED)  # rings below, signs above
    called = {one.name: one for one in known}
    places = _places(positions, box)
    for at in order:
        label = labels[names[at]]
        one = called[label.label]
        sign = style.mark(one, *places[at], 5.5, f"{names[at]}: {one.words}")
        if _doubtful(label):
            sign.attributes["opacity"] = 0.45
        made.append(sign)
    return made


def _doubtful(label: Label) -> bool:
    """Whether the interval of what gave the label reaches below its threshold."""
    return label.low is not None and label.low <= 0


def _by_layer(positions: Float64[np.ndarray, "head 2"], names: list[Head], layers: int, box: Box) -> list[Element]:
    """The layer's number as the mark; the ramp starts where it can be seen against the page."""
    made = []
    for head, (x, y) in zip(names, _places(positions, box), strict=True):
        shade = step(0.38 + 0.62 * (head.layer / max(1, layers - 1)))
        made.append(text(x, y + 4.5, str(head.layer + 1), f"mark strong step-{shade}", anchor="middle", title=str(head)))
    return made


def _bar(positions: Float64[np.ndarray, "head 2"], box: Box) -> list[Element]:
    """How long a divergence of so many nats is."""
    scale = _pixels(positions, box)
    if len(positions) < 2 or not np.ptp(positions):
        return []
    length = next((nats for nats in (0.5, 0.2, 0.1, 0.05, 0.02, 0.01) if nats * scale < box.width / 3), None)
    if length is None:
        return []
    end, y = box.right - 10, box.bottom + 14
    return [
        line(end - length * scale, y, end, y, "mean line-quiet"),
        text(end - length * scale - 6, y + 4, f"{length:g} nats", "tick quiet", anchor="end"),
    ]
