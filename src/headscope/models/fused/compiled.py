"""Attention without maps on a CPU, in C: attend.c, compiled on first use (`headscope.compiler`) and checked against `plain`.

Texts and heads are shared among torch's threads, whole rows at a time, so that their number changes no bit. Soft caps, and anything but
CPUs and float32 or narrower, are left to `plain`.
"""

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch
from jaxtyping import Float, Int
from torch import Tensor

from headscope import compiler
from headscope.models.fused import plain
from headscope.models.fused.inputs import Inputs
from headscope.models.fused.moved import Moved
from headscope.rows import KINDS, Request, Rows, Spans

SOURCE = Path(__file__).with_name("attend.c")
TASKS = 4  # for each thread at least, so that none waits long for the last
NARROW = (torch.float32, torch.bfloat16, torch.float16)

Answer = tuple[Float[Tensor, "batch head query channel"], Rows, Rows | None]
Listed = tuple[Int[Tensor, " place"], Int[Tensor, " pair"], Int[Tensor, " pair"]]


class Strides(ctypes.Structure):
    """How far texts, heads and rows of a tensor lie apart."""

    _fields_ = [(name, ctypes.c_int64) for name in ("unit", "head", "row")]

    @classmethod
    def of(cls, tensor: Tensor) -> "Strides":
        """0 where it is the same for all."""
        shape, apart = tensor.shape, tensor.stride()
        return cls(*(0 if shape[at] == 1 else apart[at] for at in range(3)))


class Problem(ctypes.Structure):
    """The C program's `problem`, field by field."""

    _fields_ = [
        *((name, ctypes.c_int64) for name in ("units", "heads", "groups", "queries", "keys", "features", "channels")),
        *((name, ctypes.c_int64) for name in ("kinds", "distances", "parts")),
        *((name, ctypes.c_void_p) for name in ("query", "key", "value", "bias", "sinks", "of_kind", "norms")),
        *((name, Strides) for name in ("queries_at", "keys_at", "values_at", "bias_at", "outputs_at")),
        ("bias_key", ctypes.c_int64),
        ("scale", ctypes.c_float),
        *((name, ctypes.c_void_p) for name in ("low", "high", "distance", "pair_starts", "pair_keys", "pair_places")),
        *((name, ctypes.c_void_p) for name in ("output", "figures", "taken", "moved", "moved_scale")),
        ("next", ctypes.c_int64),
    ]


Run = Callable[[Problem, int], None]  # on so many threads


def serves(inputs: Inputs) -> bool:
    """Whether this road takes such attention."""
    return inputs.query.device.type == "cpu" and inputs.query.dtype in NARROW and inputs.softcap is None


def attend_and_move(inputs: Inputs, request: Request, norms: Float[Tensor, "batch head key"] | None) -> Answer:
    """`plain.attend_and_move`; by it, too, where there is no kernel."""
    run = KERNEL.ready() if serves(inputs) else None
    return plain.attend_and_move(inputs, request, norms) if run is None else _attend_and_move(run, inputs, request, norms)


def _attend_and_move(run: Run, inputs: Inputs, request: Request, norms: Tensor | None) -> Answer:
    batch, heads, queries, keys = inputs.shape
    query, key, value = (_rows(part) for part in (inputs.query, inputs.key, inputs.value))
    channels, dtype = value.shape[-1], inputs.value.dtype
    output = value.new_zeros(batch, queries, heads, channels).transpose(1, 2)  # as models go on with it
    figures = value.new_zeros(request.figures, batch, heads, queries)
    moved = None if norms is None else Moved(inputs, request, norms)
    pairs = request.pairs
    taken = None if pairs is None else value.new_zeros(len(pairs.unit), heads)
    bias = None if inputs.bias is None else inputs.bias.float()
    kinds, sinks = request.kinds.float().contiguous(), None if inputs.sinks is None else inputs.sinks.float().contiguous()
    listed = None if pairs is None else _listed(request, batch, queries)
    low, high = _bounds(inputs.spans)
    distances = torch.tensor(request.distances, dtype=torch.int64)
    threads = torch.get_num_threads()
    parts = max(1, min(-(-threads * TASKS // (batch * heads)), -(-queries // 64))) if threads > 1 else 1
    problem = Problem(
        units=batch, heads=heads, groups=key.shape[1], queries=queries, keys=keys, features=query.shape[-1], channels=channels,
        kinds=kinds.shape[-1], distances=len(distances), parts=parts,
        query=query.data_ptr(), key=key.data_ptr(), value=value.data_ptr(), of_kind=kinds.data_ptr(),
        bias=_place(bias), sinks=_place(sinks), norms=None if moved is None else moved.norms.data_ptr(),
        queries_at=Strides.of(query), keys_at=Strides.of(key), values_at=Strides.of(value), outputs_at=Strides.of(output),
        bias_at=Strides() if bias is None else Strides.of(bias), bias_key=0 if bias is None else bias.stride(-1),
        scale=inputs.scaling, low=_place(low), high=_place(high), distance=distances.data_ptr(),
        output=output.data_ptr(), figures=figures.data_ptr(), taken=_place(taken),
        moved=None if moved is None else moved.figures.data_ptr(), moved_scale=None if moved is None else moved.scale.data_ptr(),
    )  # fmt: skip
    if listed is not None:
        problem.pair_starts, problem.pair_keys, problem.pair_places = (part.data_ptr() for part in listed)
    run(problem, min(threads, batch * heads * parts))
    answer = Rows(request, figures, None if pairs is None or taken is None else pairs.sums(taken))
    return output.to(dtype), answer, None if moved is None else moved.rows(figures, taken)


def _rows(part: Tensor) -> Tensor:
    """In float32, the numbers of a row side by side."""
    wide = part.float()
    return wide if wide.stride(-1) == 1 else wide.contiguous()


def _place(tensor: Tensor | None) -> int | None:
    return None if tensor is None else tensor.data_ptr()


def _bounds(spans: Spans | None) -> tuple[Tensor | None, Tensor | None]:
    return (None, None) if spans is None else (spans.low.int().contiguous(), spans.high.int().contiguous())


def _listed(request: Request, batch: int, queries: int) -> Listed:
    """The listed pairs by text and query: where those of each begin, their keys, and which they are; made once for all layers."""
    known = request.memo.get("by query")
    if known is None:
        pairs = request.pairs
        assert pairs is not None
        row = pairs.unit.long() * queries + pairs.query.long()
        places = row.argsort(stable=True)
        starts = torch.zeros(batch * queries + 1, dtype=torch.int64)
        starts[1:] = row.bincount(minlength=batch * queries).cumsum(0)
        known = request.memo["by query"] = starts, pairs.key.int()[places].contiguous(), places
    assert isinstance(known, tuple)
    return known


def _make() -> Run:
    """Compiles, and checks the result on texts of two lengths, with a head that sees nothing but one token."""
    library, parallel = compiler.compiled(SOURCE), compiler.parallel()
    alone, together = library.attend, library.attend_together
    alone.argtypes, alone.restype = [ctypes.POINTER(Problem)], ctypes.c_int
    together.argtypes, together.restype = [ctypes.POINTER(Problem), ctypes.c_void_p, ctypes.c_uint], ctypes.c_int

    def run(problem: Problem, threads: int) -> None:
        """Lets go of Python's lock while it runs."""
        given = ctypes.byref(problem)
        if threads == 1:
            failed = alone(given)
        elif parallel is not None:
            failed = together(given, parallel, threads)
        else:
            with ThreadPoolExecutor(threads, thread_name_prefix="headscope-attention") as pool:
                failed = any(pool.map(alone, [given] * threads))
        if failed:
            raise torch.OutOfMemoryError("not enough memory for the attention of one head")

    random = torch.Generator().manual_seed(0)
    with torch.no_grad():
        query, key, value = (torch.randn(2, 3, 37, width, generator=random) for width in (20, 20, 12))
        query[:, 2] *= 40
        inputs = Inputs(None, query, key, value, 0.5, Spans.whole([37, 18], 37, 37, query.device))
        kinds = (torch.rand(2, 37, len(KINDS), generator=random) < 0.3).float()
        norms = torch.rand(2, 3, 37, generator=random)
        found = _attend_and_move(run, inputs, Request(kinds, (-1, 0, 1)), norms)
        expected = plain.attend_and_move(inputs, Request(kinds, (-1, 0, 1)), norms)
    for got, right in zip(_tensors(found), _tensors(expected), strict=True):
        if not torch.allclose(got, right, rtol=1e-5, atol=1e-5):
            raise RuntimeError(f"the compiled kernel is off by {(got - right).abs().max():.1e} on a known case")
    return run


def _tensors(answer: Answer) -> tuple[Tensor, Tensor, Tensor]:
    output, rows, moved = answer
    assert moved is not None
    return output, rows.figures, moved.figures


KERNEL = compiler.Kernel(_make, "Attention takes longer than it could, for want of a compiled kernel")
