"""How much the loss depends on attention to [SEP], [CLS], punctuation and other tokens, by layer: the paper's figure 3."""

import numpy as np

from headscope.figures import style
from headscope.figures.axes import Box, LayerAxis, Scale, covering, layer_axis, spread, value_axis
from headscope.figures.figure import Drawing, Figure
from headscope.figures.source import LayerScores, Source
from headscope.figures.svg import Element, line, polyline, text
from headscope.findings.wording import last_run
from headscope.results.scores import Scores
from headscope.ties import highest, rounded

NAME = MEASURE = "gradient"
KINDS = {"sep": "sep", "punct": "punct", "cls": "cls", "other": "ink"}  # and their colours
_LEFT, _TOP, _RIGHT = 66.0, 30.0, 154.0


def gradient(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """How much the loss depends on attention, by layer and kind of token attended to."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(KINDS))
    scale = _scale(found)
    kind = "The scale is logarithmic. " if scale.logarithmic else ""
    known = "" if np.isnan(next(iter(found.values())).mean_low).all() else "Thin upright lines: 95% intervals over documents. "
    caption = (
        "Mean size of ∂L/∂α over all heads of a layer: by how much the loss L of predicting masked tokens (or the next ones) would change "
        "per unit of attention α to such a token. The lower, the less it matters whether heads attend there. "
        f"{known}{kind}{source.about()}"
    )
    return Figure(NAME, _title(source, found), caption, _draw(source, found, scale))


def _box() -> Box:
    wide = style.page() - _LEFT - _RIGHT
    return Box(_LEFT, _TOP, wide, min(270.0, 0.8 * wide))


def _scale(found: dict[str, LayerScores]) -> Scale:
    numbers = [float(n) for one in found.values() for array in (one.means, one.mean_low, one.mean_high) for n in array]
    return covering(numbers, _box().bottom, _box().y, may_be_logarithmic=True)


def _draw(source: Source, found: dict[str, LayerScores], scale: Scale) -> Drawing:
    box = _box()
    axis = LayerAxis(*next(iter(found.values())).shape, box.x, box.right)
    made = [*value_axis(box, scale), *layer_axis(box, axis), text(box.x, 16, "mean size of ∂L/∂α", "tick quiet")]
    for key, one in found.items():
        made += _line(key, one, axis, scale)
    ends = spread([scale(_drawn(one.means[-1], scale)) for one in found.values()], 20.0, box.y, box.bottom)
    for (key, one), y in zip(found.items(), ends, strict=True):
        x, end = axis.centre(len(one.means) - 1), scale(_drawn(one.means[-1], scale))
        made.append(line(x + 8, end, box.right + 4, y, "rule line-rule"))
        sign = key if key != "other" else None
        made += [style.mark(sign, box.right + 14, y)] if sign else [_dot(box.right + 14, y, "ink")]
        made.append(text(box.right + 26, y + 4, _kind(source, key), "label"))
    return Drawing(box.bottom + 26, tuple(made))


def _line(key: str, one: LayerScores, axis: LayerAxis, scale: Scale) -> list[Element]:
    """A kind's means: its dashes tell it apart where colours don't."""
    colour = KINDS[key]
    places = [(axis.centre(layer), scale(_drawn(mean, scale))) for layer, mean in enumerate(one.means)]
    made = [polyline(places, f"mean line-{colour} dash-{key}")]
    for (x, y), low, high in zip(places, one.mean_low, one.mean_high, strict=True):
        if not np.isnan(low):
            made.append(line(x, scale(_drawn(low, scale)), x, scale(_drawn(high, scale)), f"interval line-{colour}"))
        made.append(_dot(x, y, colour))
    return made


def _drawn(value: float, scale: Scale) -> float:
    """A mean of exactly 0 has no place on a logarithmic scale: it lies at its lower end."""
    return max(float(value), scale.low)


def _dot(x: float, y: float, colour: str) -> Element:
    return Element("circle", cx=x, cy=y, r=3, class_=f"mark fill-{colour}")


def _kind(source: Source, key: str) -> str:
    return {**source.special, "punct": "punctuation", "other": "other tokens"}[key]


def _title(source: Source, found: dict[str, LayerScores]) -> str:
    """From which layer on [SEP] matters less than other tokens, where the intervals say so; otherwise where attention matters most."""
    sep, other = found.get("sep"), found.get("other")
    if sep is not None and other is not None:
        high = np.where(np.isnan(sep.mean_high), sep.means, sep.mean_high)
        low = np.where(np.isnan(other.mean_low), other.means, other.mean_low)
        start = last_run([bool(less) for less in high < low])
        if start is not None:
            share = float((sep.means[start:] / other.means[start:]).mean())
            where = (
                "in every layer"
                if start == 0
                else f"from layer {start + 1} on"
                if start + 1 < len(high)
                else "in the last layer"
            )
            return (
                f"The loss depends less on attention to {_kind(source, 'sep')} than to other tokens {where}: "
                f"{share:.2f} times as much on average."
            )
    key = max(found, key=lambda key: rounded(float(found[key].means.max())))
    layer = highest(found[key].means)
    size = f"mean size of ∂L/∂α {found[key].means[layer]:.2g}"
    return f"The loss depends most on attention to {_kind(source, key)} in layer {layer + 1} ({size})."
