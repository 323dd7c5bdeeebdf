"""What is known of the tokens of a batch before any head is asked: who may see whom, who is like whom, what is annotated."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure
from headscope.measures.measure import SIMILAR, Effects
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.models.direct import written
from headscope.rows import Spans
from headscope.runs.needs import FORWARD_ONLY
from headscope.tokens import Side, TokenBatch
from headscope.types import Site, Stack

Kind = tuple[Stack, str, int]  # layers of a stack that lie on one device and see the same


class Readings:
    """What the tokens of a batch are to each other, for every layer of every stack: worked out where a layer first asks. Layers
    of a stack that see differently (windows beside full attention) have one each."""

    def __init__(
        self,
        model: Model,
        batch: TokenBatch,
        measures: Sequence[Measure],
        effects: Effects | None,
        words_from: From,
        toward: Float[Tensor, "batch position feature"] | None = None,
    ) -> None:
        self._model, self._batch, self._effects, self._words_from = model, batch, effects, words_from
        self._toward = toward
        self._sides = {stack: model.sides(batch, stack) for stack in model.stacks}
        self._needs = {need for measure in measures for need in measure.all_needs}
        self._known: dict[Kind, Maps] = {}
        self._masks: list[
            Tensor | Spans | None
        ] = []  # held, so that no other mask gets the place in memory of one that is known

    def of(self, site: Site, call: Call, *, by_row: bool = False) -> tuple[Maps, Kind]:
        """The layer's maps with all that is known of their tokens, and which layers they share that with. `by_row`: nothing is written
        out for pairs of tokens that need not be."""
        kind = kind_of(site, call.mask, call.weights.device)
        if kind not in self._known:
            self._masks.append(call.mask)
            here = call.weights.device
            queries, keys = (side.to(here) for side in self._sides[site.stack])
            similar = self._model.similar(*self._sides[site.stack], SIMILAR) if "embeddings" in self._needs else None
            related = None if similar is None else lambda rows: similar(rows).to(here)
            batch, _, *size = call.weights.shape
            none = call.weights.new_empty(batch, 0, *size)  # no layer's maps are kept with what layers share
            self._known[kind] = Maps(
                none,
                queries,
                keys,
                *_seen(call, keys, site.stack, by_row),
                rests=keys.sinks(site.stack in self._model.causal),
                related=related,
                effects=None if self._effects is None else self._effects.to(here),
                sentences=self._batch.sentences,
                words_from=self._words_from,
            )
        number, needs = self._model.sites.index(site), self._needs
        moved, added = bool(needs & {"values", *FORWARD_ONLY}), bool(needs & FORWARD_ONLY)
        maps = replace(
            self._known[kind],
            weights=call.weights,
            raw=call.weights if isinstance(call.weights, Tensor) else None,
            values=call.values if moved else None,
            projection=self._model.values.projections[number] if moved else None,
            residual=self._model.residuals.of(number) if added else None,
            norm=self._model.residuals.found[number].norm if added else None,
            circuit=self._model.circuits[number] if "weights" in needs else None,
            logits=None if self._toward is None else written(self._model, number, call, self._toward),
        )
        return maps, kind


def kind_of(site: Site, mask: Tensor | Spans | None, device: torch.device) -> Kind:
    """The stack, where the layer lies, and what tells a mask from another as long as both are held."""
    seen = 0 if mask is None else mask.data_ptr() if isinstance(mask, Tensor) else mask.low.data_ptr()
    return site.stack, str(device), seen


def _seen(call: Call, keys: Side, stack: Stack, by_row: bool) -> tuple[Bool[Tensor, "batch 1 query key"] | None, Spans | None]:
    """What each token may see: written out, or as stretches where the mask is made of such."""
    if isinstance(call.mask, Tensor) or not by_row:
        return visible(call, keys, stack), None
    queries, number = call.weights.shape[2:]
    spans = call.mask or Spans.whole(keys.lengths, queries, number, call.weights.device)
    return None, spans.causal() if stack == "decoder" else spans


def visible(call: Call, keys: Side, stack: Stack) -> Bool[Tensor, "batch 1 query key"]:
    """What each token may see: not padding, nothing that the mask hides, nothing that comes after it in a decoder."""
    shape = call.weights.shape
    seen: Bool[Tensor, "batch 1 query key"] = keys.real[:, None, None, :].expand(shape[0], 1, *shape[2:])
    if isinstance(call.mask, Tensor):
        seen = seen & (call.mask[:, :1] > torch.finfo(call.mask.dtype).min / 2)
    return seen.tril() if stack == "decoder" else seen


def uniform(maps: Maps) -> Float[Tensor, "batch 1 query key"]:
    """Attention spread evenly over what each token may see."""
    assert maps.visible is not None
    even = maps.visible.to(maps.weights.dtype)
    return even / even.sum(-1, keepdim=True).clamp(min=1)
