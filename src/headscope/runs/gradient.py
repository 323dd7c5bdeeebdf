"""One batch, forward and back: what the measures that need ∂L/∂α see, layer by layer as the gradient arrives."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from headscope.measures import Measure
from headscope.measures.measure import Cuts, Effects
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.models.direct import directions
from headscope.models.loss import backward
from headscope.models.tap import Gates
from headscope.models.weighting import Weights
from headscope.runs.accumulate import Watch
from headscope.runs.draws import draw_tokens
from headscope.runs.figures import BatchFigures
from headscope.tokens import Encoded
from headscope.tokens.masking import IGNORED, Masking
from headscope.types import Site


def observe_gradient(
    model: Model,
    measures: Sequence[Measure],
    rows: Sequence[Encoded],
    masking: Masking,
    loss: str = "mean",
    *,
    effects: Effects | None = None,
    words_from: From = "mean",
    precision: str = "full",
    weights: Sequence[Weights] = ("raw",),
    cuts: Mapping[Site, Cuts] | None = None,
) -> BatchFigures:
    """Masks the batch (a causal model reads it as it is), runs it forward and back, and asks every measure about every layer."""
    drawn = draw_tokens(model, rows, masking)
    batch, labels = drawn.batch, drawn.labels
    toward = directions(model, batch) if any(measure.wanted("logits") for measure in measures) else None
    watch = Watch(model, measures, batch, effects, words_from, precision, weights, toward, cuts)
    predicts = (labels != IGNORED).any(-1)

    def hear(site: Site, call: Call, gradient: Float[Tensor, "batch head query key"], gates: Gates | None) -> None:
        watch.hear(site, call, gradient=gradient, gates=gates, predicts=predicts)

    gated = any(measure.wanted("gates") for measure in measures)
    backward(model, batch, labels, hear, loss, gated=gated)
    return watch.figures()
