"""What is measured of layers, not of heads: a panel for each score, layers across."""

import numpy as np

from headscope.errors import HeadscopeError
from headscope.figures.by_layer import Panel, panels
from headscope.figures.figure import Figure
from headscope.figures.source import LayerScores, Source
from headscope.quantities import shown
from headscope.results.scores import Scores
from headscope.tables.kind import measures_that
from headscope.ties import highest
from headscope.types import Series

NAME = "per-layer"


def per_layer(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Every score that is of layers."""
    source = Source(NAME, scores, corpus, stack)
    held = [one for one in scores.layered if corpus in (None, one.corpus) and stack in (None, one.stack)]
    if not held:
        known = " or ".join(measures_that(lambda about: about.layered))
        raise HeadscopeError(f"The figure '{NAME}' needs a measure of layers, and this run has none: measure {known}.")
    held = [one for one in held if one[:3] == held[0][:3]]  # one measure in one place
    found = {one: source.layers(one) for one in held}
    row = [Panel(scores.key(one).short, "ink", layers, layers=True) for one, layers in found.items()]
    about = scores.about(held[0].measure)
    caption = (
        f"{about.read} A thin line is a 95% interval over documents; dashed, where known: uniform attention. {source.about()}"
    )
    return Figure(NAME, _title(scores, found), caption, panels([row], about.quantity.unit or about.quantity.name, height=180.0))


def _title(scores: Scores, found: dict[Series, LayerScores]) -> str:
    """The first score against the last: what the one says, and what the most complete one does."""
    (first, one), (last, other) = next(iter(found.items())), list(found.items())[-1]
    top = highest(other.means)
    said = f"{scores.about(last.measure).title}: {shown(float(other.means.mean()))} on average ({scores.key(last).short})"
    beside = "" if first == last else f", where {scores.key(first).short} alone say {shown(float(one.means.mean()))}"
    low, high = (np.where(np.isnan(end), other.means, end) for end in (other.mean_low, other.mean_high))
    most = f"layer {top + 1} ({shown(float(other.means[top]))})"
    if (low[top] > np.delete(high, top)).all():
        return f"{said}{beside}; most in {most}."
    return f"{said}{beside}; no layer stands out, the highest is {most}."
