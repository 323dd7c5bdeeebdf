"""Every unit's figures in one batch, under every measure, baseline and kind of weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures import Measure, Observation
from headscope.models import Model
from headscope.runs.readings import Kind
from headscope.runs.sums import add_batches
from headscope.tallies import Tally
from headscope.types import Site, Stack


@dataclass
class Figures:
    """What one measure saw in one batch over all layers of a stack, on the device where the maps were. Weights are the same for all
    layers, or those of each layer, or of each head."""

    stack: Stack
    measure: Measure  # as it was applied to this stack: a causal mask leaves some keys out
    baseline: str
    layers: int
    heads: int
    kind: str = ""  # of weights, where the run is about several
    names: tuple[tuple[str, str], ...] = ()  # key and direction of every series
    values: Float[Tensor, "series layer batch head"] | None = None
    weights: (
        Float[Tensor, "series batch"] | Float[Tensor, "series layer batch"] | Float[Tensor, "series layer batch head"] | None
    ) = None
    sight: Kind | None = None  # the layers from which the weights come, as long as these are the same for all

    def put_all(self, seen: Observation) -> None:
        """All layers at once, their heads side by side."""
        self.values = seen.values.view(*seen.values.shape[:2], self.layers, self.heads).transpose(1, 2)
        self.weights = seen.weights
        self.names = seen.names if seen.names is not None else tuple((key, "") for key in self.measure.keys)

    def put(self, layer: int, seen: Observation, sight: Kind | None = None) -> None:
        """One layer; `sight` are the layers that see the same as it does."""
        heads = seen.values.shape[-1]
        if self.values is None:
            series, units, _ = seen.values.shape
            self.values = seen.values.new_zeros(series, self.layers, units, self.heads)
            self.weights = seen.weights if seen.weights.ndim == 2 else self.values.new_zeros(self.values.shape)
            self.names = seen.names if seen.names is not None else tuple((key, "") for key in self.measure.keys)
            self.sight = sight
        self.values[:, layer, :, :heads] = seen.values
        assert self.weights is not None
        if seen.weights.ndim == 3:
            self.weights[:, layer, :, :heads] = seen.weights
        elif self.weights.ndim == 3 or sight != self.sight:
            if self.weights.ndim == 2:
                self.weights = self.weights[:, None].repeat(1, self.layers, 1)
            self.weights[:, layer] = seen.weights


@dataclass
class BatchFigures:
    """Everything that one batch adds to a tally."""

    documents: tuple[str, ...]
    tokens: int
    parts: list[Figures]

    def fetch(self) -> None:
        """Brings all figures to the CPU, where they are not there yet, in one transfer."""
        parts = [part for part in self.parts if part.values is not None and part.weights is not None]
        tensors = [figure for part in parts for figure in (part.values, part.weights) if figure is not None]
        if not tensors or tensors[0].device.type == "cpu":
            return
        flat = torch.cat([figure.to(tensors[0].device).flatten() for figure in tensors]).cpu()
        back = [
            part.view(figure.shape)
            for part, figure in zip(torch.split(flat, [one.numel() for one in tensors]), tensors, strict=True)
        ]
        for at, part in enumerate(parts):
            part.values, part.weights = back[2 * at], back[2 * at + 1]

    def add_to(self, tally: Tally, corpus: str) -> None:
        add_batches(tally, corpus, [self])


class Parts:
    """What the measures see in a batch, in every stack, by measure and baseline; `asked` has the measures of each stack by number, as they
    are applied to it, and `kind` is that of weights."""

    def __init__(self, model: Model, asked: Mapping[Stack, Mapping[int, Measure]], kind: str = "") -> None:
        self._model, self._asked, self._kind = model, asked, kind
        self._known: dict[tuple[Stack, int, str], Figures] = {}

    def measure(self, stack: Stack, at: int) -> Measure:
        """Measure number `at` as it is applied to a stack."""
        return self._asked[stack][at]

    def layers(self, stack: Stack) -> int:
        return self._model.stacks[stack][0]

    def put(
        self,
        site: Site,
        at: int,
        seen: Observation,
        baseline: str = "",
        shape: tuple[int, int] | None = None,
        sight: Kind | None = None,
    ) -> None:
        """One layer's figures of measure number `at`; `shape` is layers and heads where these are not the stack's, `sight` the layers
        that see the same as this one."""
        key = (site.stack, at, baseline)
        if key not in self._known:
            layers, heads = shape or self._model.stacks[site.stack]
            self._known[key] = Figures(site.stack, self._asked[site.stack][at], baseline, layers, heads, self._kind)
            if (layers, heads) == (1, seen.values.shape[-1]) and seen.weights.ndim == 2:
                return self._known[key].put_all(seen)
        self._known[key].put(site.layer, seen, sight)

    def put_layers(self, sites: Sequence[Site], at: int, seen: Observation, sight: Kind) -> None:
        """The figures of several layers that see the same, whose heads stand side by side."""
        stack = sites[0].stack
        layers, heads = self._model.stacks[stack]
        if [(site.layer, site.heads) for site in sites] == [(layer, heads) for layer in range(layers)]:
            whole = Figures(stack, self._asked[stack][at], "", layers, heads, self._kind)
            whole.put_all(seen)
            self._known[stack, at, ""] = whole
            return
        begin = 0
        for site in sites:
            mine = replace(seen, values=seen.values[..., begin : begin + site.heads])
            self.put(site, at, mine, sight=sight)
            begin += site.heads

    def figures(self) -> list[Figures]:
        return list(self._known.values())
