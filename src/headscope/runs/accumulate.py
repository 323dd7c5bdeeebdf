"""One batch → every unit's figures under every measure → sums by document group.

`observe` touches nothing but its arguments, so batches can be worked on side by side. Figures are rounded to the tally's grid
before they are added, so that every addition is exact and no order of adding, over threads, devices or machines, changes a bit.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure, Observation
from headscope.measures.measure import Cuts, Effects
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.models.residuals import kept
from headscope.models.weighting import Weighing, Weights, of_head
from headscope.names import LAYER_WEIGHTS
from headscope.runs.figures import BatchFigures, Figures, Parts
from headscope.runs.needs import FORWARD_ONLY
from headscope.runs.readings import Kind, Readings, uniform
from headscope.runs.references import References, applied
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
        toward: Float[Tensor, "batch position feature"] | None = None,
        cuts: Mapping[Site, Cuts] | None = None,
    ) -> None:
        self._cuts = cuts or {}
        self._batch, self._precision = batch, precision
        readings = Readings(model, batch, measures, effects, words_from, toward)
        self._kinds = [Under(model, measures, batch, readings, kind, kind if at else "") for at, kind in enumerate(weights)]

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
            one.hear(site, call, gradient, gates, predicts, self._cuts.get(site))

    def figures(self) -> BatchFigures:
        """What the batch adds to a tally, once it was heard to its end."""
        return BatchFigures(self._batch.documents, self._batch.tokens, [part for one in self._kinds for part in one.figures()])


class Under:
    """The same under one kind of weights; `name` is what its series are marked with."""

    def __init__(
        self, model: Model, measures: Sequence[Measure], batch: TokenBatch, readings: Readings, kind: Weights, name: str
    ) -> None:
        self._readings, self._weighing = readings, Weighing(kind, model, batch)
        single = kind in LAYER_WEIGHTS  # one map for a layer
        self._shapes = {stack: (layers, 1 if single else heads) for stack, (layers, heads) in model.stacks.items()}
        asked = applied(model, measures)
        each = {stack: list(mine.items()) for stack, mine in asked.items()}
        self._single = {stack: [(at, one) for at, one in mine if "layers" not in one.needs] for stack, mine in each.items()}
        self._comparing = {stack: [(at, one) for at, one in mine if "layers" in one.needs] for stack, mine in each.items()}
        self._kept: dict[Stack, dict[int, Maps]] = {stack: {} for stack in model.stacks}
        self._parts = Parts(model, asked, name)
        self._references = References()

    def hear(
        self,
        site: Site,
        call: Call,
        gradient: Float[Tensor, "batch head query key"] | None,
        gates: Float[Tensor, "batch head"] | None,
        predicts: Bool[Tensor, " batch"] | None,
        cuts: Cuts | None,
    ) -> None:
        shared, kind = self._readings.of(site, call)
        weighed = self._weighing.of(site, call, shared.keys)
        heard = replace(shared, gradient=gradient, gates=gates, predicts=predicts, cuts=cuts)
        maps = replace(heard, weights=weighed.weights, rows=weighed.rows)
        whole = replace(maps, rows=None)  # for measures that ask about all rows and columns, whatever the weights leave out
        if weighed.sinks is not None:
            assert shared.visible is not None
            maps = replace(maps, visible=shared.visible & ~weighed.sinks[:, None, None], memo=self._references.memo(kind))
        reached = self._weighing.reach(site.stack, shared.visible)
        if reached is not None:
            kind = (*kind[:2], -1 - site.layer)  # no other layer reaches just as far
            maps = whole = replace(maps, visible=reached, memo=self._references.memo(kind))
        for at, measure in self._single[site.stack]:
            seen = measure.observe(whole) if measure.every_row else seen_by_head(measure, maps)
            layers, heads = self._shapes[site.stack]
            self._parts.put(site, at, seen, shape=(layers, 1 if measure.per == "layer" else heads), sight=kind)
        if self._comparing[site.stack]:
            self._kept[site.stack][site.layer] = maps
        self._hear_baselines(site, kind, maps)

    def _hear_baselines(self, site: Site, kind: Kind, maps: Maps) -> None:
        """Those of a stack once for layers that see the same; those of layers and heads each time."""
        known = self._references.heard(kind, maps, [site.layer])
        asked = [(at, one) for at, one in self._single[site.stack] if one.baseline_per != "stack" or not known]
        if not asked:
            return
        layers, heads = self._shapes[site.stack]
        spread = uniform(maps)
        # One head stands for all.
        one = replace(maps, weights=spread, rows=None, raw=None, gradient=None, gates=None, values=None, logits=None)
        for at, measure in asked:
            each = measure.baseline_per == "head"
            even = replace(maps, weights=spread.expand_as(maps.weights), rows=None) if each else one
            for name, seen in measure.baselines(replace(maps, rows=None), even).items():
                if measure.baseline_per == "stack":
                    self._references.put(kind, at, name, seen)
                else:
                    self._parts.put(site, at, seen, name, (layers, 1 if measure.baseline_per == "layer" else heads), kind)

    def figures(self) -> list[Figures]:
        self._references.put_into(self._parts)
        for stack, layers in self._kept.items():
            if layers:
                together = _together([layers[layer] for layer in sorted(layers)])
                for at, measure in self._comparing[stack]:
                    seen = measure.observe(together)
                    self._parts.put(Site(stack, 0, 0), at, seen, shape=(1, seen.values.shape[-1]))
        return self._parts.figures()


def seen_by_head(measure: Measure, maps: Maps) -> Observation:
    """What a measure sees. Where heads count different rows, each head is asked about its own: to it the others are as padding is."""
    if maps.rows is None:
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
            logits=of(maps.logits, head),
            cuts=None if maps.cuts is None else maps.cuts.of(head),
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
    toward: Float[Tensor, "batch position feature"] | None = None,
    cuts: Mapping[Site, Cuts] | None = None,
) -> BatchFigures:
    """Runs one batch through the model and asks every measure about every layer. With `precision` "float16" maps are rounded first, and
    measured in the usual precision."""
    watch = Watch(model, measures, batch, effects, words_from, precision, weights, toward, cuts)
    with kept() if any(one.wanted(need) for one in measures for need in FORWARD_ONLY) else nullcontext():
        model.attend(batch, watch.hear)
    return watch.figures()


def _together(layers: Sequence[Maps]) -> Maps:
    """The heads of all layers side by side."""

    def joined(parts: Iterable[Tensor | None]) -> Tensor | None:
        known = [part.to(layers[0].weights.device) for part in parts if part is not None]
        return torch.cat(known, 1) if known else None

    return replace(
        layers[0],
        weights=torch.cat([layer.weights.to(layers[0].weights.device) for layer in layers], 1),
        rows=joined(layer.rows for layer in layers),
        gradient=joined(layer.gradient for layer in layers),
        values=joined(layer.values for layer in layers),
        gates=joined(layer.gates for layer in layers),
        logits=joined(layer.logits for layer in layers),
        cuts=None if layers[0].cuts is None else Cuts.joined([layer.cuts for layer in layers if layer.cuts is not None]),
    )
