"""Where a rule leads from each token, and how much of each head's attention goes there: the sum behind several measures."""

from collections.abc import Callable, Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.measures.maps import Maps
from headscope.measures.measure import Observation, wide
from headscope.rows import PIECE, Pairs, joined

Targets = Bool[Tensor, "batch query key"]  # the tokens that a rule names for each of some tokens
Rules = Callable[[Sequence[str], slice], list[Targets]]  # those of some rules by name, of the queries that the slice says

BLOCK, BLOCK_ELSEWHERE = 1 << 23, 1 << 25  # pairs of tokens that rules look at at once, on a CPU and on a GPU


class Follow:
    """(1/|S|) Σ_{i∈S} Σ_{j∈T(i)} α_ij for some rules T, S being the tokens of a unit that have a target.

    Worked out once for a batch, for all layers, some queries at a time. Targets are few, so their places are kept, sorted by unit and
    rule, and a layer's figures are one gathering and one sum over runs.
    """

    def __init__(self, maps: Maps, names: Sequence[str], rules: Rules) -> None:
        units, _, queries, keys = maps.weights.shape
        self._shape, device = (units, len(names)), maps.weights.device
        sources = torch.zeros(units, len(names), dtype=torch.long, device=device)
        places: list[tuple[Tensor, Tensor, Tensor]] = []
        runs: list[Tensor] = []
        lengths: list[Tensor] = []
        count = count_listed if device.type == "cpu" else count_all
        size = max(1, (BLOCK if device.type == "cpu" else BLOCK_ELSEWHERE) // max(1, units * keys * len(names)))
        for start in range(0, queries, size) if names else ():
            found = torch.stack(rules(names, slice(start, min(start + size, queries))), 1)  # [unit, rule, query, key]
            listed = found.nonzero(as_tuple=True)  # in the order of units and rules
            unit, _, query, key = listed
            places.append((unit.int(), (query + start).int(), key.int()))
            with_target, targets = count(found, listed)
            sources += with_target
            run, length = _cut(targets.flatten())
            runs.append(run)
            lengths.append(length)
        self.has = (sources > 0).T
        self._sources = wide(sources.clamp(min=1))
        none = [torch.zeros(0, dtype=torch.int32, device=device)] * 3
        unit, query, key = (joined(list(parts)) for parts in zip(*places, strict=True)) if places else none
        run, length = (joined(parts) if parts else none[0].long() for parts in (runs, lengths))
        self.pairs = Pairs(unit, query, key, length)
        self._members = wide(run == torch.arange(units * len(names), device=device)[:, None])  # [unit and rule, piece]

    @classmethod
    def once(cls, maps: Maps, name: str, names: Sequence[str], rules: Rules) -> "Follow":
        """The same for all layers, kept under a name."""
        follow = maps.memo.get(name)
        if follow is None:
            follow = maps.memo[name] = cls(maps, names, rules)
        assert isinstance(follow, cls)
        return follow

    def shares(self, maps: Maps) -> tuple[Float[Tensor, "rule batch head"], Bool[Tensor, "rule batch"]]:
        sums = self._members @ maps.sums(self.pairs)
        return (sums.view(*self._shape, sums.shape[-1]) / self._sources[..., None]).transpose(0, 1), self.has

    def observe(self, maps: Maps) -> Observation:
        shares, has = self.shares(maps)
        return Observation(shares, wide(has))


Counts = tuple[Int[Tensor, "unit rule"], Int[Tensor, "unit rule"]]


def count_listed(found: Bool[Tensor, "unit rule query key"], listed: Sequence[Tensor]) -> Counts:
    """How many queries have a target, and how many targets there are: counted where targets are, of which there are few."""
    units, rules, queries, _ = found.shape
    unit, rule, query, _ = listed
    mine = unit * rules + rule
    first = (mine * queries + query).diff(prepend=mine.new_full((1,), -1)) != 0  # each query counts once
    with_target, targets = (part.bincount(minlength=units * rules).view(units, rules) for part in (mine[first], mine))
    return with_target, targets


def count_all(found: Bool[Tensor, "unit rule query key"], listed: Sequence[Tensor]) -> Counts:
    """The same over all pairs of tokens: more to count, and nothing that a GPU has to wait for."""
    return found.any(-1).sum(-1), found.sum((-2, -1))


def _cut(lengths: Tensor) -> tuple[Tensor, Tensor]:
    """Runs of any length in pieces of at most PIECE: which run each piece is of, and how long it is.

    >>> [part.tolist() for part in _cut(torch.tensor([3, 0, 5000]))]
    [[0, 1, 2, 2], [3, 0, 4096, 904]]
    """
    runs = torch.arange(len(lengths), device=lengths.device)
    if not len(lengths) or int(lengths.max()) <= PIECE:
        return runs, lengths
    pieces = ((lengths + PIECE - 1) // PIECE).clamp(min=1)
    cut = torch.full((int(pieces.sum()),), PIECE, dtype=lengths.dtype, device=lengths.device)
    cut[pieces.cumsum(0) - 1] = lengths - (pieces - 1) * PIECE
    return runs.repeat_interleave(pieces), cut
