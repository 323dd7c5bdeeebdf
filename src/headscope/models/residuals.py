"""What is added to what the heads move: the residual, and the norm behind the sum, found and proven once for a model.

An attention block gives x_i + Σ_h Σ_j α_ij f_h(x_j) + b_O, x_i the residual. A probe goes through the model; y is the first input of
a module, behind the output projection, of which y − (the projection's output) is something that a module was given before: that is the
residual, and where it is read from. In models that normalise behind the sum (BERT), what reads y is the norm, and what reads the
residual is the attention itself; the norm's scale γ is then proven too: norm(y) = (y − mean y) / s ⊙ γ + β.

What it does not do: models that change what the heads give before it is added (Gemma 2), or that add something else with it (GPT-NeoX).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.models.tap import Call
from headscope.models.values import HALF_TOLERANCE, TOLERANCE, matrix_of

if TYPE_CHECKING:
    from headscope.models.model import Model

NOT_ADDED = "what its heads give is not added to the residual as it is"
BEFORE = "no norm stands right behind the sum of the residual and what heads move, as in models that normalise before attention"
_INSTALLED = "_headscope_residual"


@dataclass(frozen=True)
class Norm:
    """A norm's scale γ, and whether it takes the mean away first."""

    scale: Float[Tensor, " feature"]
    centred: bool = True

    def direction(self, summand: Float[Tensor, "batch token feature"]) -> Float[Tensor, "batch token feature"]:
        """What the norm makes of one summand, but for the division by s, which all summands of a token share.

        >>> Norm(torch.tensor([2.0, 1.0])).direction(torch.tensor([[[3.0, 1.0]]])).tolist()
        [[[2.0, -1.0]]]
        """
        return (summand - summand.mean(-1, keepdim=True) if self.centred else summand) * self.scale


@dataclass(frozen=True)
class Residual:
    """Where a layer's residual is read: an argument, by its place or its name, of a module; and the norm behind the sum."""

    module: nn.Module
    argument: int | str
    norm: Norm | None


class Residuals:
    """The residuals of a model's layers, in the order of its sites; or why there are none. `no_norm`: why no norm stands behind the sum."""

    def __init__(self, found: tuple[Residual, ...] = (), reason: str | None = None, no_norm: str | None = None) -> None:
        self.found, self.reason, self.no_norm = found, reason, reason or no_norm

    def of(self, number: int) -> Float[Tensor, "batch token feature"]:
        """The residual of a layer of which the attention was just heard, inside `kept`."""
        kept = _kept.get()
        assert kept is not None, "only asked while residuals are kept"
        one = self.found[number]
        return kept[id(one.module), one.argument]


# Modules are shared by threads that work side by side: the hooks stay, and do nothing but where residuals are kept.
_kept: ContextVar[dict[tuple[int, int | str], Tensor] | None] = ContextVar("headscope_residuals", default=None)
_lock = Lock()


@contextmanager
def kept() -> Iterator[None]:
    """Inside, the last residual that each layer read is known."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def find(model: "Model") -> Residuals:
    """The residual of every layer, each proven; or the reason why not."""
    if model.values.reason:
        return Residuals(reason=model.values.reason)
    assert model.trial is not None
    probe = _Probe(model)
    with torch.inference_mode(), probe.hooked():
        model.run(model.trial, probe.hear)
    found = [probe.found.get(number) for number in range(len(model.sites))]
    known = tuple(one for one in found if one is not None)
    if len(known) < len(found):
        site = model.sites[found.index(None)]
        return Residuals(reason=f"in {site.stack} layer {site.layer + 1}, {NOT_ADDED}")
    with _lock:
        for one in known:
            places: set[int | str] | None = getattr(one.module, _INSTALLED, None)
            if places is None:
                setattr(one.module, _INSTALLED, places := set())
            if one.argument not in places:
                places.add(one.argument)
                one.module.register_forward_pre_hook(partial(_keep, one.argument), with_kwargs=True)
    behind = all(one.norm is not None for one in known)
    return Residuals(known if behind else tuple(replace(one, norm=None) for one in known), no_norm=None if behind else BEFORE)


def _keep(argument: int | str, module: nn.Module, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    known = _kept.get()
    if known is not None:
        known[id(module), argument] = arguments[argument] if isinstance(argument, int) else named[argument]


class _Probe:
    """One pass: all that modules were given up to an attention call; then the projection's output; then the sum."""

    def __init__(self, model: "Model") -> None:
        self._model, self._tolerance = model, TOLERANCE.get(model.dtype, HALF_TOLERANCE)
        self._given: list[tuple[nn.Module, int | str, Tensor]] = []
        self._earlier = self._given  # what was given before the attention call: only that is known when it is heard
        self._number, self._waits, self._output = -1, False, None
        self._sum: tuple[nn.Module, Residual, Tensor] | None = None
        self.found: dict[int, Residual] = {}

    _output: Tensor | None

    def hear(self, number: int, call: Call) -> None:
        self._number, self._waits, self._output = number, True, None
        self._earlier, self._given = self._given, []

    @contextmanager
    def hooked(self) -> Iterator[None]:
        parts = list(self._model.base_network.modules())
        handles = [part.register_forward_pre_hook(self._before, with_kwargs=True) for part in parts]
        handles += [part.register_forward_hook(self._after) for part in parts]
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _before(self, part: nn.Module, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        places: list[tuple[int | str, Any]] = [*enumerate(arguments), *named.items()]
        tensors = [(at, one) for at, one in places if isinstance(one, Tensor) and one.ndim > 1 and one.is_floating_point()]
        if self._output is not None:
            for _, total in tensors:
                if total.numel() == self._output.numel() and self._settle(part, total):
                    break
        self._given += [(part, at, one) for at, one in tensors]

    def _settle(self, part: nn.Module, total: Tensor) -> bool:
        """Whether this is the sum: then the residual is known, and who read it."""
        assert self._output is not None
        rest = total.reshape_as(self._output) - self._output  # OPT flattens units behind attention
        size = max(float(total.abs().max()), torch.finfo(total.dtype).tiny)
        readers = [
            (module, at)
            for module, at, one in self._earlier
            if one.shape == rest.shape and float((one - rest).abs().max()) <= self._tolerance * size
        ]
        if not readers:
            return False
        attended = any(matrix_of(module) is not None for module, _ in readers)  # query, key and value read it without a norm
        self._sum = (part, Residual(*readers[-1], None), total) if attended else None
        self.found[self._number] = Residual(*readers[-1], None)
        self._output, self._earlier = None, []
        return True

    def _after(self, part: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
        if self._sum is not None and part is self._sum[0] and isinstance(output, Tensor):
            _, one, total = self._sum
            self.found[self._number] = replace(one, norm=_norm(part, total, output, self._tolerance))
            self._sum = None
        if self._waits and isinstance(output, Tensor) and matrix_of(part) is not None:
            self._waits, self._output = (
                False,
                output,
            )  # values are proven: the first matrix behind the heads is their projection


def _norm(part: nn.Module, total: Tensor, output: Tensor, tolerance: float) -> Norm | None:
    """The norm that this module is; None where it is none."""
    scale, shift = getattr(part, "weight", None), getattr(part, "bias", None)
    if not isinstance(scale, Tensor) or scale.shape != total.shape[-1:]:
        return None
    for centred in (True, False):
        norm = Norm(scale.detach(), centred)
        given = output - shift.detach() if isinstance(shift, Tensor) else output
        made = norm.direction(total)
        length = (given * made).sum(-1, keepdim=True) / made.square().sum(-1, keepdim=True)  # 1 / s of every token
        if float((made * length - given).abs().max()) <= 10 * tolerance * float(given.abs().max()):
            return norm
    return None
