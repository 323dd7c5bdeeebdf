"""Every unit's figures in one batch, under every measure, baseline and kind of weights."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures import Measure, Observation
from headscope.models import Model
from headscope.runs.sums import add_batches
from headscope.tallies import Tally
from headscope.types import Site, Stack


@dataclass
class Figures:
    """What one measure saw in one batch over all layers of a stack, on the device where the maps were."""

    stack: Stack
    measure: Measure
    baseline: str
    layers: int
    heads: int
    kind: str = ""  # of weights, where the run is about several
    names: tuple[tuple[str, str], ...] = ()  # key and direction of every series
    values: Float[Tensor, "series layer batch head"] | None = None
    weights: Float[Tensor, "series batch"] | Float[Tensor, "series layer batch head"] | None = None

    def put(self, layer: int, seen: Observation) -> None:
        if self.values is None:
            series, units, _ = seen.values.shape
            self.values = seen.values.new_zeros(series, self.layers, units, self.heads)
            # Mostly the same for every layer and head: which units have a say does not depend on the model.
            self.weights = seen.weights if seen.weights.ndim == 2 else torch.zeros_like(self.values)
            self.names = seen.names if seen.names is not None else tuple((key, "") for key in self.measure.keys)
        self.values[:, layer, :, : seen.values.shape[-1]] = seen.values
        if seen.weights.ndim == 3:
            assert self.weights is not None
            self.weights[:, layer, :, : seen.values.shape[-1]] = seen.weights


@dataclass
class BatchFigures:
    """Everything that one batch adds to a tally."""

    documents: tuple[str, ...]
    tokens: int
    parts: list[Figures]

    def add_to(self, tally: Tally, corpus: str) -> None:
        add_batches(tally, corpus, [self])


class Parts:
    """What the measures see in a batch, in every stack, by measure and baseline; `kind` of weights."""

    def __init__(self, model: Model, measures: Sequence[Measure], kind: str = "") -> None:
        self._model, self._measures, self._kind = model, measures, kind
        self._known: dict[tuple[Stack, int, str], Figures] = {}

    def put(self, site: Site, at: int, seen: Observation, baseline: str = "", shape: tuple[int, int] | None = None) -> None:
        """One layer's figures of measure number `at`; `shape` is layers and heads where these are not the stack's."""
        key = (site.stack, at, baseline)
        if key not in self._known:
            layers, heads = shape or self._model.stacks[site.stack]
            self._known[key] = Figures(site.stack, self._measures[at], baseline, layers, heads, self._kind)
        self._known[key].put(site.layer, seen)

    def figures(self) -> list[Figures]:
        return list(self._known.values())
