"""One batch without maps: what the measures ask of the rows of every layer is found while attention is computed, and the measures are
asked once, at the end, about all layers together.

That needs memory for tokens and not for pairs of tokens, and on a GPU few and large operations.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures import Maps, Measure
from headscope.measures.measure import UNIFORM, Effects
from headscope.models import Call, Model
from headscope.models.fused import Inputs, attend_and_move, even
from headscope.models.weighting import Weights
from headscope.rows import Request, Rows
from headscope.runs.figures import BatchFigures, Parts
from headscope.runs.readings import Kind, Readings, kind_of
from headscope.runs.references import References, applied
from headscope.tokens import TokenBatch
from headscope.types import Site

if TYPE_CHECKING:
    from headscope.runs.options import Options


BY_ROW: tuple[Weights, ...] = ("raw", "norm")  # kinds of weights whose rows are known without maps


def obstacle(model: Model, measures: Sequence[Measure], options: "Options") -> str | None:
    """Why a pass needs whole maps; None where it does not."""
    whole = [measure.name for measure in measures if measure.whole_maps]
    if whole:
        return f"{', '.join(whole)} {'reads' if len(whole) == 1 else 'read'} whole maps"
    if made := [kind for kind in options.weights if kind not in BY_ROW]:
        return f"{' and '.join(made)} weights are made of whole maps"
    if options.map_precision != "full":
        return f"maps are rounded to {options.map_precision}"
    return model.without_maps


class RowWatch:
    """Computes the attention of every layer of a batch, and keeps what its rows were asked, under each kind of weights."""

    def __init__(
        self,
        model: Model,
        measures: Sequence[Measure],
        batch: TokenBatch,
        effects: Effects | None,
        weights: Sequence[Weights] = ("raw",),
    ) -> None:
        self._model, self._batch, self._weights = model, batch, weights
        self._readings = Readings(model, batch, measures, effects, "mean")
        self._asked = applied(model, measures)
        self._heard: dict[Kind, list[tuple[Site, dict[Weights, Rows]]]] = {}
        self._shared: dict[Kind, tuple[Maps, Request]] = {}

    def attend(self, site: Site, inputs: Inputs) -> Tensor:
        """One layer."""
        kind = kind_of(site, inputs.mask, inputs.query.device)
        if kind not in self._shared:
            maps, _ = self._readings.of(site, _no_maps(inputs), by_row=True)
            self._shared[kind] = maps, self._request(site, maps)
        output, rows, moved = attend_and_move(inputs, self._shared[kind][1], self._norms(site, inputs))
        known: dict[Weights, Rows] = {"raw": rows}
        if moved is not None:
            known["norm"] = moved
        self._heard.setdefault(kind, []).append((site, known))
        return output

    def _norms(self, site: Site, inputs: Inputs) -> Float[Tensor, "batch head key"] | None:
        """‖f(x_j)‖, where it is asked for."""
        if "norm" not in self._weights:
            return None
        groups = inputs.value.shape[1]
        value = inputs.value if groups == site.heads else inputs.value.repeat_interleave(site.heads // groups, 1)
        return self._model.values.projections[self._model.sites.index(site)].norms(value)

    def _request(self, site: Site, maps: Maps) -> Request:
        measures = self._asked[site.stack].values()
        distances = sorted({distance for measure in measures for distance in measure.distances()})
        lists = tuple(pairs for measure in measures for pairs in measure.listed(maps))
        return Request(maps.kinds, tuple(distances), lists)

    def figures(self) -> BatchFigures:
        """What the batch adds to a tally, once its last layer was heard."""
        parts = [Parts(self._model, self._asked, kind if at else "") for at, kind in enumerate(self._weights)]
        references = References()
        for kind, heard in self._heard.items():
            shared, request = self._shared[kind]
            sites = [site for site, _ in heard]
            bias = None
            if shared.visible is not None:
                dtype = heard[0][1]["raw"].figures.dtype
                bias = torch.zeros_like(shared.visible, dtype=dtype).masked_fill_(~shared.visible, -math.inf)
            # Every kind's heads stand side by side, and uniform attention as one more, so that measures are asked once for all.
            every = [rows[weights] for weights in self._weights for _, rows in heard]
            maps = _with(shared, Rows.joined([*every, even(request, shared.spans, bias)]))
            references.heard(kind, maps, [site.layer for site in sites])
            heads = sum(site.heads for site in sites)
            for at, measure in self._asked[sites[0].stack].items():
                seen = measure.observe(maps)
                for number, part in enumerate(parts):
                    mine = seen.values[..., number * heads : (number + 1) * heads]
                    part.put_layers(sites, at, replace(seen, values=mine), kind)
                references.put(kind, at, UNIFORM, replace(seen, values=seen.values[..., -1:]))
        for part in parts:  # uniform attention is the same under each kind of weights
            references.put_into(part)
        return BatchFigures(self._batch.documents, self._batch.tokens, [one for part in parts for one in part.figures()])


def observe_by_row(
    model: Model,
    measures: Sequence[Measure],
    batch: TokenBatch,
    effects: Effects | None = None,
    weights: Sequence[Weights] = ("raw",),
) -> BatchFigures:
    """Runs one batch through the model without forming maps; the measures are of those that need none."""
    watch = RowWatch(model, measures, batch, effects, weights)
    model.attend_by_row(batch, watch.attend)
    with torch.inference_mode():
        return watch.figures()


def _no_maps(inputs: Inputs) -> Call:
    """A layer whose maps were not formed: their shape, and no number anywhere, so that who reads them finds out."""
    dtype = torch.promote_types(inputs.query.dtype, torch.float32)
    weights = torch.full((), math.nan, dtype=dtype, device=inputs.query.device).expand(inputs.shape)
    return Call(inputs.module, weights, inputs.mask)


def _with(shared: Maps, rows: Rows) -> Maps:
    """What is known of the tokens, with what is known of the rows."""
    nothing = shared.weights.new_full((), math.nan)
    return replace(
        shared, weights=nothing.expand(shared.weights.shape[0], rows.figures.shape[2], *shared.weights.shape[2:]), known=rows
    )
