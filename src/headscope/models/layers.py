"""The layers of a model as modules that can be called once more: which they are, and what each was given in a pass.

A layer is the outermost member of a list of modules inside which each kind of attention is heard once: BERT's `encoder.layer[3]`, GPT-2's
`h[3]`, T5's `block[3]`. It is recorded while the model runs: what it was given, what it gave back. Proven for every model: called once
more with what it was given, a layer gives what it gave; and the layer behind it reads exactly that.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.errors import HeadscopeError, one_line
from headscope.models.gates import by_call
from headscope.models.tap import Call, Listener, listening
from headscope.tokens import TokenBatch

if TYPE_CHECKING:
    from headscope.models.model import Model

TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}  # of a layer called once more, as a share of its largest output
HALF_TOLERANCE = 2e-2
NO_LAYERS = "its layers are not modules that can be run by themselves"
_INSTALLED = "_headscope_layers"


@dataclass(eq=False)
class Layer:
    """One call of one layer with a single unit: what it was given, what it gave, and the attention calls, by number, inside it."""

    module: nn.Module
    siblings: int  # which list of modules it is of
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    calls: list[int] = field(default_factory=list)
    given: Any = None
    gates: Mapping[int, Sequence[float | int]] = field(
        default_factory=dict
    )  # of a gated model's heads, by the number of the call

    @property
    def output(self) -> Float[Tensor, "batch token feature"]:
        return _hidden(self.given)

    def again(self, rows: int, listener: Listener) -> Float[Tensor, "row token feature"]:
        """The output of the layer called once more with `rows` copies of its input; the listener's calls are numbered as in `calls`."""
        arguments, named = _copies(self.arguments, rows), _copies(self.named, rows)
        gates = {at: self.gates[number] for at, number in enumerate(self.calls) if number in self.gates}
        with listening(lambda number, call: listener(self.calls[number], call), gates, device=self.output.device):
            return _hidden(self.module(*arguments, **named))

    def reads(self, output: Tensor) -> bool:
        """Whether this is among what the layer was given."""
        found = _tensors((self.arguments, self.named))
        return any(one.shape == output.shape and torch.equal(one, output) for one in found)


class _Recorder:
    """The calls of members of lists of modules in one pass, in the order in which they ended."""

    def __init__(self, gates: Mapping[int, Sequence[float | int]]) -> None:
        self._gates = gates
        self._open: list[Layer] = []
        self.done: list[Layer] = []

    def note(self, number: int) -> None:
        for layer in self._open:
            layer.calls.append(number)

    def enter(self, layer: Layer) -> None:
        layer.gates = self._gates
        self._open.append(layer)

    def leave(self, given: Any) -> None:
        layer = self._open.pop()
        layer.given = given
        if layer.calls or not self._open:  # what stands inside a layer and has no attention is of no interest
            self.done.append(layer)

    def layers(self, model: "Model") -> list[Layer]:
        """The layer of every attention call, in the order of the sites."""

        def is_one(layer: Layer) -> bool:
            stacks = [model.sites[number].stack for number in layer.calls]
            return len(set(stacks)) == len(stacks)

        found = []
        for number in range(len(model.sites)):
            around = [layer for layer in self.done if number in layer.calls and is_one(layer)]
            if not around:
                raise HeadscopeError(NO_LAYERS)
            found.append(around[-1])  # the outermost ends last
        return found


# Layers are shared by threads that work side by side: the hooks stay, and do nothing but where a pass is recorded.
_recorder: ContextVar[_Recorder | None] = ContextVar("headscope_layers", default=None)
_lock = Lock()


@torch.inference_mode()
def record(model: "Model", batch: TokenBatch, listener: Listener = lambda number, call: None) -> list[Layer]:
    """Runs a batch of one unit; the layer of every attention call, in the order of the sites."""
    recorder = _recorded(model, batch, listener)
    return recorder.layers(model)


def refusal(model: "Model") -> str | None:
    """Why the layers of a model can't be run by themselves; None where they can, which is proven."""
    if model.road != "tap" or model.trial is None:
        formed = "only its maps are known" if model.road == "maps" else "its attention can't be listened to while it is formed"
        return f"{formed}, so its layers can't be run again"
    try:
        with torch.inference_mode():
            recorder = _recorded(model, model.trial.unit(0))
            layers = list(dict.fromkeys(recorder.layers(model)))
            for layer in layers:
                later = recorder.done[recorder.done.index(layer) + 1 :]
                _check(layer, next((one for one in later if one.siblings == layer.siblings), None))
    except HeadscopeError as error:
        return str(error)
    return None


def _recorded(model: "Model", batch: TokenBatch, listener: Listener = lambda number, call: None) -> _Recorder:
    _install(model.base_network)
    recorder = _Recorder(by_call(model))

    def hear(number: int, call: Call) -> None:
        recorder.note(number)
        listener(number, call)

    token = _recorder.set(recorder)
    try:
        model.run(batch, hear)
    finally:
        _recorder.reset(token)
    return recorder


def _check(layer: Layer, behind: Layer | None) -> None:
    """Raises where something stands between a layer and the one behind it, or where it gives something else when it is run again."""
    if behind is not None and not behind.reads(layer.output):
        raise HeadscopeError(NO_LAYERS)
    try:
        once_more = layer.again(2, lambda number, call: None)
    except (RuntimeError, ValueError, TypeError, IndexError, KeyError, AttributeError) as error:
        raise HeadscopeError(f"{NO_LAYERS} ({one_line(error)})") from error
    expected = layer.output.expand_as(once_more)
    difference = float((once_more - expected).abs().max()) / max(float(expected.abs().max()), torch.finfo(expected.dtype).tiny)
    if not difference <= TOLERANCE.get(expected.dtype, HALF_TOLERANCE):
        raise HeadscopeError(f"a layer of it that is run again on the same input gives another output (by {difference:.1g})")


def _install(body: nn.Module) -> None:
    """Once per model: hooks on every member of a list of modules."""
    with _lock:
        if hasattr(body, _INSTALLED):
            return
        for group in [part for part in body.modules() if isinstance(part, nn.ModuleList)]:
            for member in group:
                member.register_forward_pre_hook(partial(_enter, id(group)), with_kwargs=True)
                member.register_forward_hook(_leave)
        setattr(body, _INSTALLED, True)


def _enter(siblings: int, module: nn.Module, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    if (recorder := _recorder.get()) is not None:
        recorder.enter(Layer(module, siblings, arguments, named))


def _leave(module: nn.Module, arguments: tuple[Any, ...], given: Any) -> None:
    if (recorder := _recorder.get()) is not None:
        recorder.leave(given)


def _hidden(given: Any) -> Float[Tensor, "batch token feature"]:
    """What a layer hands on: what it gave, or the first of it."""
    first = given[0] if isinstance(given, tuple | list) and given else given
    if not isinstance(first, Tensor) or first.ndim != 3:
        raise HeadscopeError(NO_LAYERS)
    return first


def _tensors(parts: Any) -> Iterator[Tensor]:
    if isinstance(parts, Tensor):
        yield parts
    elif isinstance(parts, tuple | list | dict):
        for part in parts.values() if isinstance(parts, dict) else parts:
            yield from _tensors(part)


def _copies(parts: Any, rows: int) -> Any:
    """What a single unit was given, for so many rows: what has one row gets so many, all else is the same for every row."""
    if isinstance(parts, Tensor):
        return parts.repeat(rows, *[1] * (parts.ndim - 1)) if parts.ndim > 1 and parts.shape[0] == 1 else parts
    if isinstance(parts, dict):
        return {name: _copies(part, rows) for name, part in parts.items()}
    return type(parts)(_copies(part, rows) for part in parts) if isinstance(parts, tuple | list) else parts
