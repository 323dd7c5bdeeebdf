"""A pass once more, from one layer on: the layers below give what they gave, so that only those above are computed.

The model's own code runs all the same and prepares masks, positions and whatever else it needs; a layer that is not wanted returns at once.
What it does not do: know any architecture. Layers are the members of the list of modules that holds the attention; `cuts.py` proves
for every model that a pass once more gives what a whole pass gives.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any

from torch import Tensor, nn

from headscope.models.model import Model
from headscope.models.tap import Around, Output, playing

_lock = Lock()


class Pass(Around):
    """A pass that keeps what every layer and every attention computation gave: what a replay needs."""

    def __init__(self) -> None:
        self.layers: list[Any] = []
        self.attention: list[Output] = []
        self.inside: list[
            int
        ] = []  # of every attention computation, the number of the call of a layer that it is in; -1: of none
        self._entered = 0

    def layer(self, own: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        self._entered += 1
        self.layers.append(own(*arguments, **named))
        return self.layers[-1]

    def made(self, output: Output) -> None:
        self.attention.append(output)
        self.inside.append(self._entered - 1)


class Replay(Around):
    """A pass once more: the first `skipped` calls of layers give `before`; of the attention computations that follow, number `at` gives
    `output`, and the others are made."""

    def __init__(self, skipped: int, before: Any, at: int, output: Output) -> None:
        self._skipped, self._before, self._at, self._output = skipped, before, at, output
        self._layers = self.heard = 0

    def layer(self, own: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        self._layers += 1
        return self._before if self._layers <= self._skipped else own(*arguments, **named)

    def given(self) -> Output | None:
        self.heard += 1
        return self._output if self.heard == self._at + 1 else None


_play: ContextVar[Pass | Replay | None] = ContextVar("headscope_play", default=None)


@contextmanager
def played(one: Pass | Replay) -> Iterator[None]:
    """Inside, the calling thread's passes are kept, or go as the replay says."""
    token = _play.set(one)
    try:
        with playing(one):
            yield
    finally:
        _play.reset(token)


@dataclass
class _Layer:
    """What stands in for a layer's own forward: outside a replay it does nothing but that. It holds a bound method and nothing else, so
    that a copy of the model has a copy of its own."""

    own: Callable[..., Any]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        one = _play.get()
        return self.own(*arguments, **named) if one is None else one.layer(self.own, arguments, named)


def install(model: Model, attention: list[nn.Module]) -> bool:
    """Once per model: its layers, in which these modules form the attention, can be skipped. False where there are no such layers."""
    group = _layers(model.base_network, attention)
    if group is None:
        return False
    with _lock:
        for layer in {id(one): one for one in group}.values():
            if not isinstance(vars(layer).get("forward"), _Layer):
                layer.forward = _Layer(layer.forward)
    return True


def _layers(body: nn.Module, attention: list[nn.Module]) -> nn.ModuleList | None:
    """The outermost list of modules that holds all these."""
    for part in body.modules():  # a part comes before what it holds
        if isinstance(part, nn.ModuleList) and {id(one) for one in attention} <= {id(one) for one in part.modules()}:
            return part
    return None


def repeated(given: Any, times: int, batch: int) -> Any:
    """What a layer gave, or what a model is given, for so many copies of the batch, one after the other."""
    if isinstance(given, Tensor):
        return given.repeat(times, *[1] * (given.ndim - 1)) if given.ndim and given.shape[0] == batch else given
    if isinstance(given, dict):
        return {name: repeated(part, times, batch) for name, part in given.items()}
    if isinstance(given, tuple | list):
        return type(given)(repeated(part, times, batch) for part in given)
    return given
