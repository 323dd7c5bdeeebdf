"""Maps of one batch → sums by document group, on the device where the maps are.

Figures are rounded to the tally's grid as they come, so that every later addition is exact and no order of adding, on a CPU, a
GPU or over machines, changes a bit.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.measures import Maps, Measure, Observation
from headscope.models import Call, Model
from headscope.tallies import GRID, GROUPS, Tally, group_of
from headscope.tokens import Side, TokenBatch
from headscope.types import Series, Site, Stack

UNIFORM = "uniform"


class Accumulator:
    """The sums of one chunk: listens to a model's layers, asks every measure, and empties itself into a tally."""

    def __init__(self, model: Model, measures: Sequence[Measure], corpus: str) -> None:
        self.model = model
        self.measures = list(measures)
        self.corpus = corpus
        self.device = torch.device("cpu") if model.device.type == "mps" else model.device  # MPS has no float64
        self.first = {stack: next(site for site in model.sites if site.stack == stack) for stack in model.stacks}
        self._sums: _Table = {
            (stack, at): _Sums(len(measure.keys), layers, heads, self.device)
            for stack, (layers, heads) in model.stacks.items()
            for at, measure in enumerate(self.measures)
        }
        self._uniform: _Table = {key: _Sums(sums.keys, 1, 1, self.device) for key, sums in self._sums.items()}

    def take(self, batch: TokenBatch) -> None:
        """Runs one batch through the model and adds what the measures see."""
        groups = torch.tensor([group_of(document) for document in batch.documents], device=self.device)
        sides = {stack: self.model.sides(batch, stack) for stack in self.model.stacks}

        def hear(site: Site, call: Call) -> None:
            queries, keys = sides[site.stack]
            is_first = site == self.first[site.stack]
            self._observe(self._sums, site.stack, site.layer, Maps(call.weights, queries, keys), groups, weigh=is_first)
            if is_first:
                even = uniform(call, queries, keys, causal=site.stack == "decoder")
                self._observe(self._uniform, site.stack, 0, Maps(even, queries, keys), groups, weigh=True)

        self.model.attend(batch, hear)

    def _observe(
        self, table: "_Table", stack: Stack, layer: int, maps: Maps, groups: Int[Tensor, " batch"], weigh: bool
    ) -> None:
        for at, measure in enumerate(self.measures):
            table[stack, at].add(layer, groups, measure.observe(maps), weigh)

    def empty_into(self, tally: Tally) -> None:
        """Adds this chunk's sums to the tally and starts again from zero."""
        for table, baseline in ((self._sums, ""), (self._uniform, UNIFORM)):
            for (stack, at), sums in table.items():
                self._pour(tally, stack, self.measures[at], sums, baseline)

    def _pour(self, tally: Tally, stack: Stack, measure: Measure, sums: "_Sums", baseline: str) -> None:
        totals, weights = sums.totals.cpu().numpy(), sums.weights.cpu().numpy()
        for number, key in enumerate(measure.keys):
            if weights[number].any():
                series = Series(self.corpus, stack, measure.name, key, "", baseline)
                tally.add(series, totals[number].transpose(1, 0, 2), weights[number])
        sums.totals.zero_()
        sums.weights.zero_()


class _Sums:
    """One measure's sums over one stack."""

    def __init__(self, keys: int, layers: int, heads: int, device: torch.device) -> None:
        self.keys = keys
        self.totals = torch.zeros(keys, layers, GROUPS, heads, dtype=torch.float64, device=device)
        self.weights = torch.zeros(keys, GROUPS, dtype=torch.float64, device=device)

    def add(self, layer: int, groups: Int[Tensor, " batch"], seen: Observation, weigh: bool) -> None:
        weights = seen.weights.to(self.weights)
        values = seen.values.to(self.totals) * weights[..., None]
        exact = torch.round(values * GRID) / GRID
        self.totals[:, layer, :, : exact.shape[-1]].index_add_(1, groups, exact)
        if weigh:
            self.weights.index_add_(1, groups, weights)


_Table = dict[tuple[Stack, int], _Sums]


def uniform(call: Call, queries: Side, keys: Side, causal: bool) -> Float[Tensor, "batch 1 query key"]:
    """Attention spread evenly over what each token may see: not padding, and nothing that the mask hides."""
    shape = call.weights.shape
    seen: Bool[Tensor, "batch 1 query key"] = keys.real[:, None, None, :].expand(shape[0], 1, *shape[2:])
    if call.mask is not None:
        seen = seen & (call.mask[:, :1] > torch.finfo(call.mask.dtype).min / 2)
    if causal and shape[-1] == shape[-2]:
        seen = seen.tril()
    even = seen.to(call.weights.dtype)
    return even / even.sum(-1, keepdim=True).clamp(min=1)
