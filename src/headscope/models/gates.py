"""Gates: a number for each head, by which its output is multiplied before the output projection. 0 switches the head off.

Heads are named as people write them, `7-7`; in a model of several stacks with the stack before it, `cross/2-1`.

What it does not do: multiply. The tap does, and where a model has none, a hook before the output projection (`collect`).
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from headscope.errors import HeadscopeError, unknown_name
from headscope.types import Head, Stack

if TYPE_CHECKING:
    from headscope.models.model import Model

Gated = dict[tuple[Stack, Head], float | int]  # the heads whose gate is not 1, in the order of stacks, layers and heads


def read(model: "Model", given: Mapping[str, float | int]) -> Gated:
    """The gates that were given, with those that the model has already: where a head has two, their product. Raises where there is no such
    head, or where a gate is no number."""
    if given:
        refused(model)
    gates = dict(model.gates)
    for name, gate in given.items():
        if isinstance(gate, bool) or not isinstance(gate, int | float) or not math.isfinite(gate):
            raise HeadscopeError(f"The gate of head {name} is {gate!r}: expected a number, as in {{'{name}': 0}}.")
        place = find(model, name)
        gates[place] = gates.get(place, 1) * gate
    order = {site.stack: at for at, site in reversed(list(enumerate(model.sites)))}
    found = sorted(gates.items(), key=lambda one: (order[one[0][0]], one[0][1]))
    return {place: gate for place, gate in found if gate != 1}


def refused(model: "Model") -> None:
    """Raises where a model's heads can't be gated."""
    if model.road == "maps":
        raise HeadscopeError(
            "Only maps are known of this model: its heads can't be switched off. Give a model that can be run."
        )
    if model.road == "collect" and (reason := model.readers.reason):
        raise HeadscopeError(f"The heads of '{model.name}' can't be switched off: {reason}.")


def check_none(model: "Model", attribute: str) -> None:
    """Raises where a gated model's network is asked for by itself: gates are applied around it, so a pass of its own has none."""
    if model.gates:
        raise HeadscopeError(
            f".{attribute} of '{model.name}' would run without its gates. Give the gated model to headscope.attend, headscope.measure "
            "or another function of headscope, or call its run(). For the network without gates, take "
            f".{attribute} of the model before it was gated."
        )


def find(model: "Model", name: str) -> tuple[Stack, Head]:
    """The head that a name means."""
    before, slash, after = str(name).rpartition("/")
    known = [one for one in model.stacks if one == before.strip() or not slash]
    if not known:
        raise unknown_name(f"stack in '{model.name}'", before.strip(), model.stacks)
    if len(known) > 1:
        written = ", ".join(f"{one}/{after}" for one in model.stacks)
        raise HeadscopeError(f"'{name}' does not say of which stack the head is: write one of {written}.")
    stack, head = known[0], Head.parse(after)
    layers = model.present[stack]
    if head.layer >= len(layers) or head.head >= layers[head.layer]:
        most = max(layers)
        where = f"the {stack} of '{model.name}'" if len(model.stacks) > 1 else f"'{model.name}'"
        raise HeadscopeError(f"There is no head {head} in {where}: it has {len(layers)} layers of {most} heads.")
    return stack, head


def by_call(model: "Model") -> dict[int, Sequence[float | int]]:
    """The gates of every layer that has any, by the number of its call in a pass."""
    found: dict[int, Sequence[float | int]] = {}
    for number, site in enumerate(model.sites):
        mine = [model.gates.get((site.stack, Head(site.layer, at)), 1.0) for at in range(site.heads)]
        if any(gate != 1 for gate in mine):
            found[number] = mine
    return found


def named(model: "Model") -> dict[str, float | int]:
    """A model's gates by the names of its heads."""
    several = len(model.stacks) > 1
    return {f"{stack}/{head}" if several else str(head): gate for (stack, head), gate in model.gates.items()}


def told(gates: Mapping[str, float | int]) -> str:
    """What a gated model's name says of its gates.

    >>> told({"7-7": 0, "3-5": 0.0, "2-1": 0.5}), told({})
    (' without 7-7, 3-5, with 2-1 × 0.5', '')
    """
    off = ", ".join(name for name, gate in gates.items() if gate == 0)
    others = ", ".join(f"{name} × {gate:g}" for name, gate in gates.items() if gate != 0)
    return ",".join(filter(None, (f" without {off}" if off else "", f" with {others}" if others else "")))
