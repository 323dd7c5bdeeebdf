"""One batch → every unit's figures under every measure → sums by document group.

`observe` touches nothing but its arguments, so batches can be worked on side by side. Figures are rounded to the tally's grid
before they are added, so that every addition is exact and no order of adding, over threads, devices or machines, changes a bit.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure, Observation
from headscope.measures.measure import SIMILAR, Effects
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.runs.sums import add_batches
from headscope.tallies import Tally
from headscope.tokens import Side, TokenBatch
from headscope.types import Site, Stack

Kind = tuple[Stack, int]  # layers of a stack that see the same


@dataclass
class Figures:
    """What one measure saw in one batch over all layers of a stack, on the device where the maps were."""

    stack: Stack
    measure: Measure
    baseline: str
    layers: int
    heads: int
    names: tuple[tuple[str, str], ...] = ()  # key and direction of every series
    values: Float[Tensor, "series layer batch head"] | None = None
    weights: Float[Tensor, "series batch"] | None = None

    def put(self, layer: int, seen: Observation) -> None:
        if self.values is None:
            series, units, _ = seen.values.shape
            self.values = seen.values.new_zeros(series, self.layers, units, self.heads)
            # The same for every layer: which units have a say does not depend on the model.
            self.weights = seen.weights
            self.names = seen.names if seen.names is not None else tuple((key, "") for key in self.measure.keys)
        self.values[:, layer, :, : seen.values.shape[-1]] = seen.values


@dataclass
class BatchFigures:
    """Everything that one batch adds to a tally."""

    documents: tuple[str, ...]
    tokens: int
    parts: list[Figures]

    def add_to(self, tally: Tally, corpus: str) -> None:
        add_batches(tally, corpus, [self])


class Parts:
    """What the measures see in a batch, in every stack, by measure and baseline."""

    def __init__(self, model: Model, measures: Sequence[Measure]) -> None:
        self._model, self._measures = model, measures
        self._known: dict[tuple[Stack, int, str], Figures] = {}

    def put(self, site: Site, at: int, seen: Observation, baseline: str = "") -> None:
        """One layer's figures of measure number `at`; a baseline has one layer of one head."""
        key = (site.stack, at, baseline)
        if key not in self._known:
            measure = self._measures[at]
            layers, heads = self._model.stacks[site.stack]
            if baseline or "layers" in measure.needs:
                layers, heads = 1, seen.values.shape[-1]
            self._known[key] = Figures(site.stack, measure, baseline, layers, heads)
        self._known[key].put(site.layer if not baseline else 0, seen)

    def figures(self) -> list[Figures]:
        return list(self._known.values())


class Readings:
    """What the tokens of a batch are to each other, for every layer of every stack: worked out where a layer first asks. Layers
    of a stack that see differently (windows beside full attention) have one each, and what even attention is there."""

    def __init__(
        self, model: Model, batch: TokenBatch, measures: Sequence[Measure], effects: Effects | None, words_from: From
    ) -> None:
        self._model, self._batch, self._effects, self._words_from = model, batch, effects, words_from
        self._sides = {stack: model.sides(batch, stack) for stack in model.stacks}
        self._related = {need for measure in measures for key in measure.keys if (need := measure.key_needs.get(key))}
        self._known: dict[Kind, Maps] = {}
        self._layers: Counter[Kind] = Counter()
        self._masks: list[Tensor | None] = []  # held, so that no other mask gets the place in memory of one that is known
        self.references: dict[Kind, dict[tuple[int, str], Observation]] = {}  # by number of the measure and baseline

    def of(self, site: Site, call: Call) -> tuple[Maps, Kind]:
        """The layer's maps with all that is known of their tokens, and which layers they share that with."""
        kind = (site.stack, 0 if call.mask is None else call.mask.data_ptr())
        self._layers[kind] += 1
        if kind not in self._known:
            self._masks.append(call.mask)
            queries, keys = self._sides[site.stack]
            related = self._model.similar(queries, keys, SIMILAR) if "embeddings" in self._related else None
            seen = visible(call, keys, site.stack)
            none = call.weights.new_empty(len(seen), 0, *seen.shape[2:])  # no layer's maps are kept with what layers share
            self._known[kind] = Maps(
                none,
                queries,
                keys,
                seen,
                related=related,
                effects=self._effects,
                sentences=self._batch.sentences,
                words_from=self._words_from,
            )
        return replace(self._known[kind], weights=call.weights), kind

    def baselines(self) -> Iterator[tuple[Stack, int, str, Observation]]:
        """Every stack's baselines: the mean over its layers, of which some may see less than others. Which units have a say is the
        same for all."""
        for stack in dict.fromkeys(stack for stack, _ in self.references):
            mine = [kind for kind in self.references if kind[0] == stack]
            shares = [self._layers[kind] / sum(self._layers[kind] for kind in mine) for kind in mine]
            for (at, name), first in self.references[mine[0]].items():
                if len(mine) > 1:
                    parts = [share * self.references[kind][at, name].values for share, kind in zip(shares, mine, strict=True)]
                    first = replace(first, values=torch.stack(parts).sum(0))
                yield stack, at, name, first


def observe(
    model: Model,
    measures: Sequence[Measure],
    batch: TokenBatch,
    precision: str = "full",
    effects: Effects | None = None,
    words_from: From = "mean",
) -> BatchFigures:
    """Runs one batch through the model and asks every measure about every layer. No map outlives its layer, but for the
    measures that compare layers: those get all maps of the batch at its end. With `precision` "float16" maps are rounded first,
    and measured in the usual precision."""
    single = [(at, measure) for at, measure in enumerate(measures) if "layers" not in measure.needs]
    comparing = [(at, measure) for at, measure in enumerate(measures) if "layers" in measure.needs]
    kept: dict[Stack, list[Tensor]] = {stack: [] for stack in model.stacks}
    readings = Readings(model, batch, measures, effects, words_from)
    parts = Parts(model, measures)

    def hear(site: Site, call: Call) -> None:
        if precision == "float16":
            call = replace(call, weights=call.weights.half().to(call.weights.dtype))
        maps, kind = readings.of(site, call)
        for at, measure in single:
            parts.put(site, at, measure.observe(maps))
        if comparing:
            kept[site.stack].append(call.weights)
        if kind not in readings.references:
            even = replace(maps, weights=uniform(maps))
            readings.references[kind] = {
                (at, name): seen for at, measure in single for name, seen in measure.baselines(maps, even).items()
            }

    model.attend(batch, hear)
    for stack, at, name, seen in readings.baselines():
        parts.put(Site(stack, 0, 0), at, seen, name)
    for stack, layers in kept.items() if comparing else ():
        together = Maps(torch.cat(layers, 1), *model.sides(batch, stack))
        for at, measure in comparing:
            parts.put(Site(stack, 0, 0), at, measure.observe(together))
    return BatchFigures(batch.documents, batch.tokens, parts.figures())


def visible(call: Call, keys: Side, stack: Stack) -> Bool[Tensor, "batch 1 query key"]:
    """What each token may see: not padding, nothing that the mask hides, nothing that comes after it in a decoder."""
    shape = call.weights.shape
    seen: Bool[Tensor, "batch 1 query key"] = keys.real[:, None, None, :].expand(shape[0], 1, *shape[2:])
    if call.mask is not None:
        seen = seen & (call.mask[:, :1] > torch.finfo(call.mask.dtype).min / 2)
    return seen.tril() if stack == "decoder" else seen


def uniform(maps: Maps) -> Float[Tensor, "batch 1 query key"]:
    """Attention spread evenly over what each token may see."""
    assert maps.visible is not None
    even = maps.visible.to(maps.weights.dtype)
    return even / even.sum(-1, keepdim=True).clamp(min=1)
