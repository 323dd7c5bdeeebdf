"""What the measures see that read no text: every layer's weights, once."""

from collections.abc import Sequence
from dataclasses import replace

import torch

from headscope.measures import Maps, Measure
from headscope.models import Model
from headscope.models.weighting import Weights
from headscope.runs.figures import BatchFigures, Parts
from headscope.runs.references import applied
from headscope.tokens.batches import side
from headscope.types import Site


def observe_weights(
    model: Model, measures: Sequence[Measure], document: str, kinds: Sequence[Weights] = ("raw",)
) -> BatchFigures:
    """Asks every measure about every layer's weights; their maps are of no tokens, and the same under every kind of weights of maps."""
    asked = applied(model, measures)
    parts = Parts(model, asked)
    nothing = side([()], [()], model.encoder, model.device)
    for site, circuit in zip(model.sites, model.circuits, strict=True):
        layers, heads = model.stacks[site.stack]
        shapes = {"stack": (1, 1), "layer": (layers, 1), "head": (layers, heads)}
        maps = Maps(torch.zeros(1, site.heads, 0, 0, device=model.device), nothing, nothing, circuit=circuit)
        for at, measure in asked[site.stack].items():
            parts.put(site, at, measure.observe(maps))
            if measure.baseline_per == "stack" and site.layer:
                continue
            for name, seen in measure.baselines(maps, maps).items():
                parts.put(Site(*site), at, seen, name, shapes[measure.baseline_per])
    figures = parts.figures()
    further = [replace(part, kind=kind) for kind in kinds[1:] for part in figures]
    return BatchFigures((document,), 0, [*figures, *further])
