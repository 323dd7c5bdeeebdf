"""How much the loss depends on attention to [SEP], [CLS], punctuation and other tokens, by layer: the paper's figure 3."""

from collections.abc import Mapping

import numpy as np

from headscope.figures import style
from headscope.figures.axes import Box
from headscope.figures.figure import Drawing, Figure
from headscope.figures.layer_lines import Row, layer_lines
from headscope.figures.source import LayerScores, Source
from headscope.findings.wording import last_run
from headscope.results.scores import Scores
from headscope.ties import highest, rounded

NAME = MEASURE = "gradient"
OTHER = "other"
KINDS = {"sep": "sep", "punct": "punct", "cls": "cls", OTHER: "ink"}  # and their colours
_LEFT, _TOP, _RIGHT = 66.0, 30.0, 154.0


def gradient(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """How much the loss depends on attention, by layer and kind of token attended to."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(KINDS))
    wide = style.page() - _LEFT - _RIGHT
    box = Box(_LEFT, _TOP, wide, min(270.0, 0.8 * wide))
    made, scale = layer_lines(box, as_rows(source, found), "mean size of ∂L/∂α", may_be_logarithmic=True)
    kind = "The scale is logarithmic. " if scale.logarithmic else ""
    known = "" if np.isnan(next(iter(found.values())).mean_low).all() else "Thin upright lines: 95% intervals over documents. "
    caption = (
        "Mean size of ∂L/∂α over all heads of a layer: by how much the loss L of predicting masked tokens (or the next ones) would change "
        "per unit of attention α to such a token. The lower, the less it matters whether heads attend there. "
        f"{known}{kind}{source.about(weighed=False)}"
    )
    return Figure(NAME, _title(source, found), caption, Drawing(box.bottom + 26, tuple(made)))


def as_rows(source: Source, found: Mapping[str, LayerScores]) -> list[Row]:
    """A line for each kind of token."""
    return [Row(_kind(source, key), KINDS[key], key, one, key if key != OTHER else None) for key, one in found.items()]


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
