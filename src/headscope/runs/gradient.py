"""One batch, forward and back: what the measures that need ∂L/∂α see, layer by layer as the gradient arrives."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from headscope.measures import Maps, Measure
from headscope.models import Call, Model
from headscope.models.loss import backward, is_causal, next_tokens
from headscope.runs.accumulate import BatchFigures, Parts, visible
from headscope.tokens import Encoded, collate
from headscope.tokens.batches import padded
from headscope.tokens.masking import IGNORED, Masking, mask
from headscope.types import Site


def observe_gradient(
    model: Model, measures: Sequence[Measure], rows: Sequence[Encoded], masking: Masking, loss: str = "mean"
) -> BatchFigures:
    """Masks the batch (a causal model reads it as it is), runs it forward and back, and asks every measure about every layer."""
    if is_causal(model):
        batch = collate(rows, model.encoder, model.device)
        labels = next_tokens(batch)
    else:
        hidden = [mask(row, model.encoder, model.ordinary, masking) for row in rows]
        batch = collate([row for row, _ in hidden], model.encoder, model.device)
        labels = padded([marks for _, marks in hidden], IGNORED, model.device)
    parts = Parts(model, measures)
    predicts = (labels != IGNORED).any(-1)

    def hear(site: Site, call: Call, gradient: Float[Tensor, "batch head query key"]) -> None:
        queries, keys = model.sides(batch, site.stack)
        maps = Maps(call.weights, queries, keys, visible(call, keys, site.stack), gradient, predicts)
        for at, measure in enumerate(measures):
            parts.put(site, at, measure.observe(maps))

    backward(model, batch, labels, hear, loss)
    return BatchFigures(batch.documents, batch.tokens, parts.figures())
