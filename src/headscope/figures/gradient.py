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
from headscope.ties import rounded

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
    places = [(key, layer) for key, one in found.items() for layer in range(len(one.means)) if not np.isnan(one.means[layer])]
    first, *others = sorted(places, key=lambda place: -rounded(float(found[place[0]].means[place[1]])))
    said, size = (f"{_place(source, first)}", f"mean size of ∂L/∂α {found[first[0]].means[first[1]]:.2g}")
    if all(rounded(_end(found, first, "low")) > rounded(_end(found, place, "high")) for place in others):
        return f"The loss depends most on attention to {said} ({size})."
    second = found[others[0][0]].means[others[0][1]]
    return (
        f"No kind of token in one layer stands out: the loss depends on attention to {said} ({size}) about as much as to "
        f"{_place(source, others[0])} ({second:.2g})."
    )


def _place(source: Source, place: tuple[str, int]) -> str:
    return f"{_kind(source, place[0])} in layer {place[1] + 1}"


def _end(found: Mapping[str, LayerScores], place: tuple[str, int], end: str) -> float:
    """An end of the interval of a layer's mean; the mean where it has none."""
    one, layer = found[place[0]], place[1]
    ends = one.mean_low if end == "low" else one.mean_high
    return float(one.means[layer] if np.isnan(ends[layer]) else ends[layer])
