"""Where a rule leads from each token, and how much of each head's attention goes there: the sum behind several measures."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.measures.measure import Maps, Observation, wide

Targets = Bool[Tensor, "batch query key"]  # the tokens that a rule names for each token


class Follow:
    """(1/|S|) Σ_{i∈S} Σ_{j∈T(i)} α_ij for some rules T, S being the tokens of a unit that have a target.

    Worked out once for a batch, for all layers. Targets are few, so their places are kept, sorted by unit and rule, and a layer's figures
    are one gathering and one sum over runs.
    """

    def __init__(self, found: Bool[Tensor, "batch rule query key"]) -> None:
        self._rules = found.shape[1]
        sources = wide(found.any(-1)).sum(-1)  # [unit, rule]
        self.has = (sources > 0).T
        self._sources = sources.clamp(min=1)
        self._unit, _, self._query, self._key = found.nonzero(as_tuple=True)
        self._lengths = found.sum((-2, -1)).flatten()

    @classmethod
    def of(cls, maps: Maps, targets: list[Targets]) -> "Follow":
        units = len(maps.queries.lengths)
        return cls(torch.stack(targets, 1) if targets else maps.pairs.new_zeros(units, 0, *maps.weights.shape[2:]))

    def shares(
        self, weights: Float[Tensor, "batch head query key"]
    ) -> tuple[Float[Tensor, "rule batch head"], Bool[Tensor, "rule batch"]]:
        units, heads = weights.shape[:2]
        taken = wide(weights[self._unit, :, self._query, self._key])  # [target, head]
        sums = torch.segment_reduce(taken, "sum", lengths=self._lengths, axis=0, unsafe=True)
        return (sums.view(units, self._rules, heads) / self._sources[..., None]).transpose(0, 1), self.has

    def observe(self, maps: Maps) -> Observation:
        shares, has = self.shares(maps.weights)
        return Observation(shares, wide(has))
