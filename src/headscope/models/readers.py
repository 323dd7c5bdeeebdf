"""The fallback's gates: which module reads what the heads of a layer give, found and proven once for a model.

A model without a tap hands over its maps when all is done. A hook before the output projection can still multiply a head's part of what
that reads, if it is known where the projection is and which part is whose. A probe goes through the model, what its matrices read and give
is noted, and the proof is the arithmetic of attention: the input of a layer's reader, cut into as many parts as there are heads, is

    x_ih = Σ_j α_ij^h v_jh

with α the layer's maps and v, cut likewise, what some matrix shortly before it gave. Where no two fit, heads can't be gated, and the
reason is kept.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from headscope.models.gates import by_call
from headscope.models.tap import Call
from headscope.models.values import HALF_TOLERANCE, TOLERANCE, matrix_of

if TYPE_CHECKING:
    from headscope.models.model import Model

BEFORE = 12  # matrices, of which one made the values
_INSTALLED = "_headscope_reader"


@dataclass(frozen=True)
class Reader:
    """The module that reads what a layer's heads give, and which of its calls in a pass that is."""

    module: nn.Module
    call: int


@dataclass(frozen=True)
class Readers:
    """Those of a model's layers, in the order of its sites; or why there are none."""

    found: tuple[Reader, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class _Noted:
    reader: Reader
    given: Tensor
    output: Tensor


def find(model: "Model") -> Readers:
    """The reader of every layer, each proven; or the reason why not."""
    trial = model.trial
    if model.road != "collect" or trial is None:
        return Readers(reason="only its maps are known")
    model = copy(model)  # whole: what is asked for is needed to gate it
    model.gates = {}
    maps: list[Call] = []
    with torch.inference_mode(), _noting(model.base_network) as noted:
        model.run(trial, lambda _, call: maps.append(call))
    free, found = list(range(len(noted))), list[Reader]()
    for site, call in zip(model.sites, maps, strict=True):
        queries, _ = model.sides(trial, site.stack)
        fitting = (at for at in free if _proven(model, noted, at, call.weights, queries.real))
        at = next(fitting, None)
        if at is None:
            where = f"{site.stack} layer {site.layer + 1}"
            return Readers(reason=f"in {where}, no layer of its own reads what the heads give as it is")
        free.remove(at)
        found.append(noted[at].reader)
    return Readers(tuple(found))


def _proven(
    model: "Model",
    noted: Sequence[_Noted],
    at: int,
    weights: Float[Tensor, "batch head query key"],
    real: Bool[Tensor, "batch query"],
) -> bool:
    """Whether what was read there are these maps' sums over values that were made shortly before."""
    batch, heads, queries, keys = weights.shape
    read = noted[at].given
    if read.ndim != 3 or len(read) != batch or read.shape[1] < queries or read.shape[-1] % heads:
        return False
    parts = read[:, :queries].reshape(batch, queries, heads, -1)[real]
    most = TOLERANCE.get(parts.dtype, HALF_TOLERANCE) * max(float(parts.abs().max()), torch.finfo(parts.dtype).tiny)
    for one in noted[max(0, at - BEFORE) : at]:
        for values in _cut(one.output, batch, keys, heads, parts.shape[-1]):
            made = torch.einsum("bhqk,bkhc->bqhc", weights.to(values.dtype), values)[real]
            if float((made - parts).abs().max()) <= most:
                return True
    return False


def _cut(output: Tensor, batch: int, keys: int, heads: int, width: int) -> Iterator[Float[Tensor, "batch key head channel"]]:
    """What a matrix gave as values, in the ways in which models store them: tokens or texts first; alone, behind all queries and keys, or
    behind those of the same head or the same group of heads."""
    for turned in (output, output.transpose(0, 1)) if output.ndim == 3 else ():
        if len(turned) != batch or turned.shape[1] < keys:
            continue
        rows = turned[:, :keys]
        if rows.shape[-1] == heads * width:
            yield rows.reshape(batch, keys, heads, width)
        elif rows.shape[-1] == 3 * heads * width:
            yield rows.reshape(batch, keys, 3, heads, width)[:, :, 2]
        groups, odd = divmod(rows.shape[-1] // width - heads, 2)
        if groups > 0 and not (odd or heads % groups or rows.shape[-1] % width):  # of each group its queries, a key and a value
            values = rows.reshape(batch, keys, groups, heads // groups + 2, width)[:, :, :, -1]
            yield values.repeat_interleave(heads // groups, 2)


@contextmanager
def _noting(body: nn.Module) -> Iterator[list[_Noted]]:
    noted: list[_Noted] = []
    calls: dict[int, int] = {}

    def note(part: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
        number = calls[id(part)] = calls.get(id(part), -1) + 1
        if inputs and isinstance(inputs[0], Tensor) and isinstance(output, Tensor):
            noted.append(_Noted(Reader(part, number), inputs[0], output))

    parts = [part for part in body.modules() if matrix_of(part) is not None and not isinstance(part, nn.Embedding)]
    handles = [part.register_forward_hook(note) for part in parts]
    try:
        yield noted
    finally:
        for handle in handles:
            handle.remove()


class _Pass:
    """One pass through a gated model: the gates of a module's calls, and how many of them there were."""

    def __init__(self, gates: dict[tuple[int, int], Sequence[float | int]]) -> None:
        self.gates = gates
        self.calls: dict[int, int] = {}


# Threads share the modules: the hooks stay, and do nothing but in a pass of a gated model.
_pass: ContextVar[_Pass | None] = ContextVar("headscope_gated_pass", default=None)
_lock = Lock()


@contextmanager
def gating(model: "Model") -> Iterator[None]:
    """Inside, a pass of the model has its gates."""
    gates = {}
    for number, mine in by_call(model).items():
        reader = model.readers.found[number]
        gates[id(reader.module), reader.call] = mine
        _install(reader.module)
    token = _pass.set(_Pass(gates) if gates else None)
    try:
        yield
    finally:
        _pass.reset(token)


def _install(module: nn.Module) -> None:
    with _lock:
        if not hasattr(module, _INSTALLED):
            module.register_forward_pre_hook(_gate)
            setattr(module, _INSTALLED, True)


def _gate(module: nn.Module, inputs: tuple[Any, ...]) -> tuple[Any, ...] | None:
    now = _pass.get()
    if now is None:
        return None
    number = now.calls[id(module)] = now.calls.get(id(module), -1) + 1
    gates = now.gates.get((id(module), number))
    if gates is None:
        return None
    read: Tensor = inputs[0]
    by_head = read.reshape(*read.shape[:-1], len(gates), -1) * read.new_tensor(gates)[:, None]
    return (by_head.reshape(read.shape), *inputs[1:])
