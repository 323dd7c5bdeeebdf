"""One batch → every unit's figures under every measure → sums by document group.

`observe` touches nothing but its arguments, so batches can be worked on side by side. Figures are rounded to the tally's grid
before they are added, so that every addition is exact and no order of adding, over threads, devices or machines, changes a bit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure, Observation
from headscope.measures.measure import Effects
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.models.weighting import Weights, of_head, weigh
from headscope.runs.figures import BatchFigures, Figures, Parts
from headscope.runs.readings import Kind, Readings, uniform
from headscope.tokens import TokenBatch
from headscope.types import Site, Stack


class Watch:
    """One batch as the measures see it: asks them about every layer as it is heard, forward or on the way back, under each kind of
    weights. No map outlives its layer, but for the measures that compare layers: those get all maps of the batch at its end."""

    def __init__(
        self,
        model: Model,
        measures: Sequence[Measure],
        batch: TokenBatch,
        effects: Effects | None = None,
        words_from: From = "mean",
        precision: str = "full",
        weights: Sequence[Weights] = ("raw",),
    ) -> None:
        self._batch, self._precision = batch, precision
        readings = Readings(model, batch, measures, effects, words_from)
        self._kinds = [Under(model, measures, readings, kind, kind if at else "") for at, kind in enumerate(weights)]

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
        for one in self._kinds:
            one.hear(site, call, gradient, gates, predicts)

    def figures(self) -> BatchFigures:
        """What the batch adds to a tally, once it was heard to its end."""
        return BatchFigures(self._batch.documents, self._batch.tokens, [part for one in self._kinds for part in one.figures()])


class Under:
    """The same under one kind of weights; `name` is what its series are marked with."""

    def __init__(self, model: Model, measures: Sequence[Measure], readings: Readings, kind: Weights, name: str) -> None:
        self._model, self._readings, self._kind = model, readings, kind
        # Of a stack in which no token sees a later one, without the keys that this leaves no meaning.
        asked = {stack: [_under(measure, stack in model.causal) for measure in measures] for stack in model.stacks}
        each = {stack: [(at, one) for at, one in enumerate(mine) if one is not None] for stack, mine in asked.items()}
        self._single = {stack: [(at, one) for at, one in mine if "layers" not in one.needs] for stack, mine in each.items()}
        self._comparing = {stack: [(at, one) for at, one in mine if "layers" in one.needs] for stack, mine in each.items()}
        self._kept: dict[Stack, dict[int, Maps]] = {stack: {} for stack in model.stacks}
        self._parts = Parts(model, measures, name)
        self._references = References()

    def hear(
        self,
        site: Site,
        call: Call,
        gradient: Float[Tensor, "batch head query key"] | None,
        gates: Float[Tensor, "batch head"] | None,
        predicts: Bool[Tensor, " batch"] | None,
    ) -> None:
        shared, kind = self._readings.of(site, call)
        weighed = weigh(self._kind, self._model, site, call, shared.keys)
        maps = replace(shared, weights=weighed.weights, rows=weighed.rows, gradient=gradient, gates=gates, predicts=predicts)
        if weighed.sinks is not None:
            assert shared.visible is not None
            maps = replace(maps, visible=shared.visible & ~weighed.sinks[:, None, None], memo=self._references.memo(kind))
        for at, measure in self._single[site.stack]:
            self._parts.put(site, at, seen_by_head(measure, maps))
        if self._comparing[site.stack]:
            self._kept[site.stack][site.layer] = maps
        self._hear_baselines(site, kind, maps)

    def _hear_baselines(self, site: Site, kind: Kind, maps: Maps) -> None:
        """Those of a stack once for layers that see the same; those of layers and heads each time."""
        known = self._references.heard(kind)
        asked = [(at, one) for at, one in self._single[site.stack] if one.baseline_per != "stack" or not known]
        if not asked:
            return
        layers, heads = self._model.stacks[site.stack]
        spread = uniform(maps)
        one = replace(maps, weights=spread, rows=None, gradient=None, gates=None, values=None)  # one head stands for all
        for at, measure in asked:
            each = measure.baseline_per == "head"
            even = replace(maps, weights=spread.expand_as(maps.weights), rows=None) if each else one
            for name, seen in measure.baselines(replace(maps, rows=None), even).items():
                if measure.baseline_per == "stack":
                    self._references.put(kind, at, name, seen)
                else:
                    self._parts.put(site, at, seen, name, (layers, 1 if measure.baseline_per == "layer" else heads))

    def figures(self) -> list[Figures]:
        for stack, at, name, seen in self._references.of_stacks():
            self._parts.put(Site(stack, 0, 0), at, seen, name, (1, seen.values.shape[-1]))
        for stack, layers in self._kept.items():
            if layers:
                together = _together([layers[layer] for layer in sorted(layers)])
                for at, measure in self._comparing[stack]:
                    seen = measure.observe(together)
                    self._parts.put(Site(stack, 0, 0), at, seen, shape=(1, seen.values.shape[-1]))
        return self._parts.figures()


class References:
    """The baselines of the stacks, heard once for layers that see the same."""

    def __init__(self) -> None:
        self._layers: Counter[Kind] = Counter()
        self._known: dict[Kind, dict[tuple[int, str], Observation]] = {}  # by number of the measure and baseline
        self._memos: dict[Kind, dict[str, object]] = {}

    def memo(self, kind: Kind) -> dict[str, object]:
        """What measures make once of the tokens, where these see less than the model's tokens do."""
        return self._memos.setdefault(kind, {})

    def heard(self, kind: Kind) -> bool:
        """One more layer that sees so; whether it was the first."""
        self._layers[kind] += 1
        known = kind in self._known
        self._known.setdefault(kind, {})
        return known

    def put(self, kind: Kind, at: int, name: str, seen: Observation) -> None:
        self._known[kind][at, name] = seen

    def of_stacks(self) -> Iterator[tuple[Stack, int, str, Observation]]:
        """Every stack's baselines: the mean over its layers, of which some may see less than others. Which units have a say is the
        same for all."""
        for stack in dict.fromkeys(stack for stack, _ in self._known):
            mine = [kind for kind in self._known if kind[0] == stack]
            shares = [self._layers[kind] / sum(self._layers[kind] for kind in mine) for kind in mine]
            for (at, name), first in self._known[mine[0]].items():
                if len(mine) > 1:
                    parts = [share * self._known[kind][at, name].values for share, kind in zip(shares, mine, strict=True)]
                    first = replace(first, values=torch.stack(parts).sum(0))
                yield stack, at, name, first


def seen_by_head(measure: Measure, maps: Maps) -> Observation:
    """What a measure sees. Where heads count different rows, each head is asked about its own: to it the others are as padding is."""
    if maps.rows is None or measure.every_row:
        return measure.observe(maps)

    def of(part: Tensor | None, head: int) -> Tensor | None:
        return None if part is None else part[:, head : head + 1]

    seen = []
    for head in range(maps.weights.shape[1]):
        mine = replace(
            maps,
            weights=maps.weights[:, head : head + 1],
            queries=of_head(maps.queries, maps.rows[:, head]),
            rows=None,
            gradient=of(maps.gradient, head),
            values=of(maps.values, head),
            gates=of(maps.gates, head),
            memo={},
        )
        seen.append(measure.observe(mine))
    return Observation(
        torch.cat([one.values for one in seen], -1), torch.stack([one.weights for one in seen], -1), seen[0].names
    )


def observe(
    model: Model,
    measures: Sequence[Measure],
    batch: TokenBatch,
    precision: str = "full",
    effects: Effects | None = None,
    words_from: From = "mean",
    weights: Sequence[Weights] = ("raw",),
) -> BatchFigures:
    """Runs one batch through the model and asks every measure about every layer. With `precision` "float16" maps are rounded first, and
    measured in the usual precision."""
    watch = Watch(model, measures, batch, effects, words_from, precision, weights)
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
        rows=joined(layer.rows for layer in layers),
        gradient=joined(layer.gradient for layer in layers),
        values=joined(layer.values for layer in layers),
        gates=joined(layer.gates for layer in layers),
    )
