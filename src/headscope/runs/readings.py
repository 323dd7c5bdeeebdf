"""What is known of the tokens of a batch before any head is asked: who may see whom, who is like whom, what is annotated."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures import Maps, Measure
from headscope.measures.measure import SIMILAR, Effects, Need
from headscope.measures.word_maps import From
from headscope.models import Call, Model
from headscope.tokens import Side, TokenBatch
from headscope.types import Site, Stack

Kind = tuple[Stack, int]  # layers of a stack that see the same


class Readings:
    """What the tokens of a batch are to each other, for every layer of every stack: worked out where a layer first asks. Layers
    of a stack that see differently (windows beside full attention) have one each."""

    def __init__(
        self, model: Model, batch: TokenBatch, measures: Sequence[Measure], effects: Effects | None, words_from: From
    ) -> None:
        self._model, self._batch, self._effects, self._words_from = model, batch, effects, words_from
        self._sides = {stack: model.sides(batch, stack) for stack in model.stacks}
        self._needs = {need for need in get_args(Need) if any(measure.wanted(need) for measure in measures)}
        self._known: dict[Kind, Maps] = {}
        self._masks: list[Tensor | None] = []  # held, so that no other mask gets the place in memory of one that is known

    def of(self, site: Site, call: Call) -> tuple[Maps, Kind]:
        """The layer's maps with all that is known of their tokens, and which layers they share that with."""
        kind = (site.stack, 0 if call.mask is None else call.mask.data_ptr())
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
                rests=keys.sinks(site.stack in self._model.causal),
                related=related,
                effects=self._effects,
                sentences=self._batch.sentences,
                words_from=self._words_from,
            )
        values = call.values if "values" in self._needs else None
        circuit = self._model.circuits[self._model.sites.index(site)] if "weights" in self._needs else None
        return replace(self._known[kind], weights=call.weights, values=values, circuit=circuit), kind


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
