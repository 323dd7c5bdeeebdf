"""What is compared with: the baselines of every stack, and which keys of a measure have a meaning in it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import torch

from headscope.measures import Measure, Observation
from headscope.models import Model
from headscope.runs.readings import Kind
from headscope.types import Stack


class References:
    """The baselines of the stacks, heard once for layers that see the same."""

    def __init__(self) -> None:
        self._layers: Counter[Kind] = Counter()
        self._known: dict[Kind, dict[tuple[int, str], Observation]] = {}  # by number of the measure and baseline
        self._memos: dict[Kind, dict[str, object]] = {}

    def memo(self, kind: Kind) -> dict[str, object]:
        """What measures make once of the tokens, where these see less than the model's tokens do."""
        return self._memos.setdefault(kind, {})

    def heard(self, kind: Kind, layers: int = 1) -> bool:
        """So many more layers that see so; whether there were some before."""
        self._layers[kind] += layers
        known = kind in self._known
        self._known.setdefault(kind, {})
        return known

    def put(self, kind: Kind, at: int, name: str, seen: Observation) -> None:
        self._known[kind][at, name] = seen

    def of_stacks(self) -> Iterator[tuple[Stack, int, str, Observation]]:
        """Every stack's baselines: the mean over its layers, of which some may see less than others. Which units have a say is the
        same for all."""
        for stack in dict.fromkeys(stack for stack, *_ in self._known):
            mine = [kind for kind in self._known if kind[0] == stack]
            shares = [self._layers[kind] / sum(self._layers[kind] for kind in mine) for kind in mine]
            for (at, name), first in self._known[mine[0]].items():
                if len(mine) > 1:
                    device = first.values.device
                    found = [self._known[kind][at, name].values.to(device) for kind in mine]
                    parts = [share * values for share, values in zip(shares, found, strict=True)]
                    first = replace(first, values=torch.stack(parts).sum(0))
                yield stack, at, name, first


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
