"""One batch → every unit's figures under every measure → sums by document group.

`observe` touches nothing but its arguments, so batches can be worked on side by side. Figures are rounded to the tally's grid
before they are added, so that every addition is exact and no order of adding, over threads, devices or machines, changes a bit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure, Observation
from headscope.measures.measure import SIMILAR, Effects, Need
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

    def put(self, site: Site, at: int, seen: Observation, baseline: str = "", shape: tuple[int, int] | None = None) -> None:
        """One layer's figures of measure number `at`; `shape` is layers and heads where these are not the stack's."""
        key = (site.stack, at, baseline)
        if key not in self._known:
            layers, heads = shape or self._model.stacks[site.stack]
            self._known[key] = Figures(site.stack, self._measures[at], baseline, layers, heads)
        self._known[key].put(site.layer, seen)

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
        self._needs = {need for need in get_args(Need) if any(measure.wanted(need) for measure in measures)}
        self._known: dict[Kind, Maps] = {}
        self._layers: Counter[Kind] = Counter()
        self._masks: list[Tensor | None] = []  # held, so that no other mask gets the place in memory of one that is known
        self.references: dict[
            Kind, dict[tuple[int, str], Observation]
        ] = {}  # by number of the measure and baseline, of a stack

    def of(self, site: Site, call: Call) -> tuple[Maps, Kind]:
        """The layer's maps with all that is known of their tokens, and which layers they share that with."""
        kind = (site.stack, 0 if call.mask is None else call.mask.data_ptr())
        self._layers[kind] += 1
        if kind not in self._known:
            self._masks.append(call.mask)
            queries, keys = self._sides[site.stack]
            related = self._model.similar(queries, keys, SIMILAR) if "embeddings" in self._needs else None
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
        values = call.values if "values" in self._needs else None
        circuit = self._model.circuits[self._model.sites.index(site)] if "weights" in self._needs else None
        return replace(self._known[kind], weights=call.weights, values=values, circuit=circuit), kind

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


class Watch:
    """One batch as the measures see it: asks them about every layer as it is heard, forward or on the way back. No map outlives its layer,
    but for the measures that compare layers: those get all maps of the batch at its end."""

    def __init__(
        self,
        model: Model,
        measures: Sequence[Measure],
        batch: TokenBatch,
        effects: Effects | None = None,
        words_from: From = "mean",
        precision: str = "full",
    ) -> None:
        self._model, self._batch, self._precision = model, batch, precision
        # Of a stack in which no token sees a later one, without the keys that this leaves no meaning.
        asked = {stack: [_under(measure, stack in model.causal) for measure in measures] for stack in model.stacks}
        each = {stack: [(at, one) for at, one in enumerate(mine) if one is not None] for stack, mine in asked.items()}
        self._single = {stack: [(at, one) for at, one in mine if "layers" not in one.needs] for stack, mine in each.items()}
        self._comparing = {stack: [(at, one) for at, one in mine if "layers" in one.needs] for stack, mine in each.items()}
        self._kept: dict[Stack, dict[int, Maps]] = {stack: {} for stack in model.stacks}
        self._readings = Readings(model, batch, measures, effects, words_from)
        self._parts = Parts(model, measures)

    def hear(
        self,
        site: Site,
        call: Call,
        gradient: Float[Tensor, "batch head query key"] | None = None,
        gates: Float[Tensor, "batch head"] | None = None,
        predicts: Bool[Tensor, " batch"] | None = None,
    ) -> None:
        """One layer, and on the way back what comes with it."""
        if self._precision == "float16":
            call = replace(call, weights=call.weights.half().to(call.weights.dtype))
        shared, kind = self._readings.of(site, call)
        maps = replace(shared, gradient=gradient, gates=gates, predicts=predicts)
        for at, measure in self._single[site.stack]:
            self._parts.put(site, at, measure.observe(maps))
        if self._comparing[site.stack]:
            self._kept[site.stack][site.layer] = maps
        self._hear_baselines(site, kind, maps)

    def _hear_baselines(self, site: Site, kind: Kind, maps: Maps) -> None:
        """Those of a stack once for layers that see the same; those of layers and heads each time."""
        known = kind in self._readings.references
        asked = [(at, one) for at, one in self._single[site.stack] if one.baseline_per != "stack" or not known]
        if not asked:
            return
        references = self._readings.references.setdefault(kind, {})
        layers, heads = self._model.stacks[site.stack]
        spread = uniform(maps)
        one = replace(maps, weights=spread, gradient=None, gates=None, values=None)  # one head stands for all
        for at, measure in asked:
            each = measure.baseline_per == "head"
            even = replace(maps, weights=spread.expand_as(maps.weights)) if each else one
            for name, seen in measure.baselines(maps, even).items():
                if measure.baseline_per == "stack":
                    references[at, name] = seen
                else:
                    self._parts.put(site, at, seen, name, (layers, 1 if measure.baseline_per == "layer" else heads))

    def figures(self) -> BatchFigures:
        """What the batch adds to a tally, once it was heard to its end."""
        for stack, at, name, seen in self._readings.baselines():
            self._parts.put(Site(stack, 0, 0), at, seen, name, (1, seen.values.shape[-1]))
        for stack, layers in self._kept.items():
            if layers:
                together = _together([layers[layer] for layer in sorted(layers)])
                for at, measure in self._comparing[stack]:
                    seen = measure.observe(together)
                    self._parts.put(Site(stack, 0, 0), at, seen, shape=(1, seen.values.shape[-1]))
        return BatchFigures(self._batch.documents, self._batch.tokens, self._parts.figures())


def observe(
    model: Model,
    measures: Sequence[Measure],
    batch: TokenBatch,
    precision: str = "full",
    effects: Effects | None = None,
    words_from: From = "mean",
) -> BatchFigures:
    """Runs one batch through the model and asks every measure about every layer. With `precision` "float16" maps are rounded first, and
    measured in the usual precision."""
    watch = Watch(model, measures, batch, effects, words_from, precision)
    model.attend(batch, watch.hear)
    return watch.figures()


def _under(measure: Measure, causal: bool) -> Measure | None:
    """The measure without the keys that a causal mask leaves no meaning; None where none is left."""
    empty = [key for key in measure.keys if causal and not measure.key(key).causal]
    if not empty:
        return measure
    return None if len(empty) == len(measure.keys) else measure.without(empty)


def _together(layers: Sequence[Maps]) -> Maps:
    """The heads of all layers side by side."""

    def joined(parts: Iterable[Tensor | None]) -> Tensor | None:
        known = [part for part in parts if part is not None]
        return torch.cat(known, 1) if known else None

    return replace(
        layers[0],
        weights=torch.cat([layer.weights for layer in layers], 1),
        gradient=joined(layer.gradient for layer in layers),
        values=joined(layer.values for layer in layers),
        gates=joined(layer.gates for layer in layers),
    )


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
