"""What is compared with: the baselines of every stack, and which keys of a measure have a meaning in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.measures import Maps, Measure, Observation
from headscope.models import Model
from headscope.rows import Spans
from headscope.runs.figures import Parts
from headscope.runs.readings import Kind
from headscope.types import Site, Stack

BLOCK = 1 << 23  # pairs of tokens that are compared at once


@dataclass(frozen=True)
class Sight:
    """Which tokens see which, in layers of one kind."""

    queries: Bool[Tensor, "batch query"]
    keys: Bool[Tensor, "batch key"]
    visible: Bool[Tensor, "batch 1 query key"] | None
    spans: Spans | None

    @classmethod
    def of(cls, maps: Maps) -> "Sight":
        return cls(maps.queries.real, maps.keys.real, maps.visible, maps.spans)

    def seen(self, rows: slice) -> Bool[Tensor, "batch query key"]:
        """The pairs (i, j) of real tokens of which i may see j, of some queries."""
        real = self.queries[:, rows, None] & self.keys[:, None]
        if self.spans is not None:
            return real & self.spans.seen(rows=rows)
        return real if self.visible is None else real & self.visible[:, 0, rows]

    def is_like(self, other: "Sight") -> bool:
        """Whether tokens see the same, whichever way it is written: a window hides nothing of a text that is shorter."""
        units, queries = self.queries.shape
        size = max(1, BLOCK // max(1, units * self.keys.shape[1]))
        blocks = (slice(start, start + size) for start in range(0, queries, size))
        return all(torch.equal(self.seen(rows), other.seen(rows).to(self.queries.device)) for rows in blocks)


class References:
    """The baselines of the stacks, heard once for layers that see the same."""

    def __init__(self) -> None:
        self._layers: dict[Kind, list[int]] = {}
        self._sights: dict[Kind, Sight] = {}
        self._known: dict[Kind, dict[tuple[int, str], Observation]] = {}  # by number of the measure and baseline
        self._memos: dict[Kind, dict[str, object]] = {}

    def memo(self, kind: Kind) -> dict[str, object]:
        """What measures make once of the tokens, where these see less than the model's tokens do."""
        return self._memos.setdefault(kind, {})

    def heard(self, kind: Kind, maps: Maps, layers: Sequence[int]) -> bool:
        """So many more layers that see so; whether there were some before."""
        self._layers.setdefault(kind, []).extend(layers)
        known = kind in self._known
        if not known:
            self._known[kind], self._sights[kind] = {}, Sight.of(maps)
        return known

    def put(self, kind: Kind, at: int, name: str, seen: Observation) -> None:
        self._known[kind][at, name] = seen

    def put_into(self, parts: Parts) -> None:
        """Every stack's baselines: one for all layers, the mean over them where some see less than others. Of a measure of which sight
        decides which units count, a mean over layers would be of different units: there each layer has its own."""
        for stack in dict.fromkeys(stack for stack, *_ in self._known):
            kinds = [kind for kind in self._known if kind[0] == stack]
            by_layer = any(parts.measure(stack, at).counts_by_sight for at, _ in self._known[kinds[0]]) and self._differ(kinds)
            for at, name in self._known[kinds[0]]:
                seen = {kind: self._known[kind][at, name] for kind in kinds}
                measure = parts.measure(stack, at)
                if measure.counts_by_sight and by_layer:
                    for site, kind in self._sites(kinds):
                        parts.put(site, at, seen[kind], name, (parts.layers(stack), 1), kind)
                else:
                    mean = self._mean(measure, seen)
                    parts.put(Site(stack, 0, 0), at, mean, name, (1, mean.values.shape[-1]))

    def _differ(self, kinds: Sequence[Kind]) -> bool:
        """Whether some token of the batch sees other tokens in some layers than in others."""
        first, *others = (self._sights[kind] for kind in kinds)
        return not all(first.is_like(other) for other in others)

    def _sites(self, kinds: Sequence[Kind]) -> Iterator[tuple[Site, Kind]]:
        """Every layer, with those that see the same."""
        for kind in kinds:
            for layer in self._layers[kind]:
                yield Site(kind[0], layer, 1), kind

    def _mean(self, measure: Measure, seen: dict[Kind, Observation]) -> Observation:
        """The mean over the layers of a stack, of which all count the same units."""
        (first_kind, first), *others = seen.items()
        if not others:
            return first
        device = first.values.device
        if not all(torch.equal(first.weights, other.weights.to(device)) for _, other in others):
            raise HeadscopeError(
                f"The measure '{measure.name}' counts other units in some layers of the {first_kind[0]} than in others, because these "
                "layers see less. If the measure is yours, set its attribute counts_by_sight to True."
            )
        number = sum(len(self._layers[kind]) for kind in seen)
        shares = [len(self._layers[kind]) / number for kind in seen]
        parts = [share * mine.values.to(device) for share, mine in zip(shares, seen.values(), strict=True)]
        return replace(first, values=torch.stack(parts).sum(0))


def applied(model: Model, measures: Sequence[Measure]) -> dict[Stack, dict[int, Measure]]:
    """The measures of each stack by their number: of a stack in which no token sees a later one, without the keys that this leaves no
    meaning."""
    asked = {stack: [under(measure, stack in model.causal) for measure in measures] for stack in model.stacks}
    return {stack: {at: one for at, one in enumerate(mine) if one is not None} for stack, mine in asked.items()}


def under(measure: Measure, causal: bool) -> Measure | None:
    """The measure without the keys that a causal mask leaves no meaning; None where none is left."""
    empty = [key for key in measure.keys if causal and not measure.key(key).causal]
    if not empty:
        return measure
    return None if len(empty) == len(measure.keys) else measure.without(empty)
