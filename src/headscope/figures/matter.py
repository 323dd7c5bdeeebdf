"""What the model loses without each head, by layer, with what the head does as its sign: is it needed, and for what it looks at?"""

import numpy as np

from headscope.behaviours import Behaviour
from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.axes import Box, LayerAxis, layer_axis, spanning, value_axis
from headscope.figures.figure import Drawing, Figure
from headscope.figures.legend import legend
from headscope.figures.source import Source
from headscope.figures.svg import Element, line, text
from headscope.findings.labels import behaviours, vocabulary
from headscope.findings.matter import Need, needed, summed_up
from headscope.results.scores import Scores
from headscope.tables.kind import measures_that
from headscope.types import STACKS

NAME = "matter"
_LEFT, _TOP, _RIGHT, _HEIGHT, _SMALLEST = 60.0, 34.0, 12.0, 300.0, 2.5


def matter(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """How much the loss rises without each head, by layer, against the median of its layer."""
    source = Source(NAME, scores, corpus, stack)
    place = next(one for one in STACKS if one in scores.manifest.model["stacks"] and stack in (None, one))
    found = needed(scores, place, corpus)
    if not found:
        source.check(measure := measures_that(lambda about: about.loss == "whole")[0])
        raise HeadscopeError(f"The figure '{NAME}' needs the measure '{measure}', and nothing in this corpus gave it a figure.")
    known = {one.name: one for one in vocabulary(scores)}
    labels = {one.head: one for one in behaviours(scores, stack=place)}
    box = Box(_LEFT, _TOP, style.page() - _LEFT - _RIGHT, _HEIGHT)
    drawn = _draw(found, {head: known[one.label] for head, one in labels.items()}, box, source.shape())
    signs, end = (
        legend(known.values(), labels.values(), _LEFT + 6, box.bottom + 50, box.right) if labels else ([], box.bottom + 24)
    )
    known_ends = any(one.low is not None for one in found)
    some = "a thin line is its 95% interval over documents" if known_ends else "there are too few documents for intervals"
    caption = (
        f"Each mark is a head: by how many nats per predicted token the loss rises when it alone is switched off; {some}. Heavy lines: the "
        "median of the layer. Strong marks lead the other heads of their layer significantly; the first of each layer is named. The sign "
        f"says what the head does with its attention, a ring is mixed. {source.about(weighed=False, measure=found[0].series.measure)}"
    )
    return Figure(NAME, summed_up(scores, found), caption, Drawing(end + 12, (*drawn, *signs)))


def _draw(found: list[Need], does: dict[object, Behaviour], box: Box, shape: tuple[int, int]) -> list[Element]:
    numbers = [number for one in found for number in (one.value, one.low, one.high) if number is not None]
    scale = spanning(numbers, box.bottom, box.y)
    axis = LayerAxis(*shape, box.x, box.right)
    made = [
        *value_axis(box, scale),
        *layer_axis(box, axis),
        text(box.x, box.y - 14, "rise of the loss without the head, nats", "tick quiet"),
    ]
    size = min(5.0, max(_SMALLEST, axis.band * 0.4 / shape[1]))
    for layer in range(shape[0]):
        mine = [one for one in found if one.head.layer == layer]
        middle, half = scale(float(np.median([one.value for one in mine]))), axis.band * 0.42
        made.append(line(axis.centre(layer) - half, middle, axis.centre(layer) + half, middle, "mean line-ink"))
        strongest = max((one for one in mine if one.sure), key=lambda one: one.value, default=None)
        for one in mine:
            made += _head(
                one, does.get(one.head), axis.across(*one.head), scale(one.value), size, [scale(end) for end in _ends(one)]
            )
        if strongest is not None:
            x, y = axis.across(*strongest.head), scale(strongest.high if strongest.high is not None else strongest.value)
            made.append(
                text(min(max(x, box.x + 12), box.right - 12), y - 6, str(strongest.head), "tick halo strong", anchor="middle")
            )
    return made


def _head(one: Need, does: Behaviour | None, x: float, y: float, size: float, ends: list[float]) -> list[Element]:
    name = does.name if does is not None and does.name in style.COLOURS else "quiet"
    drawn = [line(x, ends[0], x, ends[1], f"interval line-{name}")] if ends else []
    said = f"{one.head}: {one.value:.4f}"
    sign = style.mark(does, x, y, size, said) if does is not None else _dot(x, y, size, said)
    if not one.sure:
        sign.attributes["opacity"] = 0.4
    return [*drawn, sign]


def _dot(x: float, y: float, size: float, said: str) -> Element:
    return Element("circle", Element("title", said), cx=x, cy=y, r=size, class_="mark fill-quiet")


def _ends(one: Need) -> list[float]:
    return [one.low, one.high] if one.low is not None and one.high is not None else []
