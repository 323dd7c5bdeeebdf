"""Attention without maps on CUDA: one pass over the keys that returns the heads' output and the figures of every row, and a second
kernel for listed pairs.

Scores are kept in powers of 2: with m the largest so far, t = s − m, l = Σ 2^t and e = Σ 2^t t, a new largest m' moves e to
2^(m − m') (e + l (m − m')) as it moves l. At the end α = 2^t / l, the entropy is ln 2 (log2 l − e / l), the largest weight 1 / l, any
single one 2^(s − m) / l. Nothing large cancels, whatever cap or bias made s. Importing this module does without Triton.
"""

from contextlib import nullcontext
from importlib import import_module
from math import log
from typing import Any, no_type_check

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.models.fused.inputs import Inputs
from headscope.rows import Pairs, Request, Rows

try:
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    constexpr: Any = tl.constexpr
except ImportError:  # a machine without CUDA need not have it
    triton = tl = constexpr = None

LOG2E, LN2 = 1 / log(2), log(2)
LOWEST = -1e30  # a score that counts as hidden; what is added up before anything is seen is later multiplied by 2^LOWEST = 0
KINDS = 16  # columns for kinds of tokens: the fewest that a matrix product takes
PAIRS = 64  # listed pairs taken at once
CALLS = 1024  # of unlike arguments, that are known at once


def attend(inputs: Inputs, request: Request) -> tuple[Float[Tensor, "batch head query channel"], Rows]:
    """The heads' output and what was asked of their rows; figures in float32."""
    batch, heads, queries, keys = inputs.shape
    query, key, value = inputs.query, inputs.key, inputs.value
    device, channels = query.device, value.shape[-1]
    # As models go on with it: every token's heads side by side.
    output = torch.empty(batch, queries, heads, channels, dtype=value.dtype, device=device).transpose(1, 2)
    figures = torch.empty(request.figures, batch, heads, queries, dtype=torch.float32, device=device)
    lse = torch.empty(batch, heads, queries, dtype=torch.float32, device=device)
    rows, columns, warps, stages = sizes(query.dtype, query.shape[-1], channels, queries)
    spans, bias, sinks = inputs.spans, inputs.bias, inputs.sinks
    if bias is not None:
        bias = bias.expand(batch, heads, queries, keys)
    seen = (lse, lse) if spans is None else (spans.low, spans.high)
    added = (lse, 0, 0, 0, 0) if bias is None else (bias, *bias.stride())
    scale = float(inputs.scaling), float(inputs.softcap or 1.0)
    common: dict[str, Any] = {
        "SPANS": spans is not None,
        "BIAS": bias is not None,
        "CAP": inputs.softcap is not None,
        "WIDTH": query.shape[-1],
        "D": max(16, triton.next_power_of_2(query.shape[-1])),
    }
    with torch.cuda.device(device) if device.type == "cuda" else nullcontext():  # Triton's interpreter runs on a CPU
        _launch(
            _row_figures, (triton.cdiv(queries, rows), batch * heads, 1),
            (
                query, *query.stride(), key, *key.stride(), value, *value.stride(), output, figures, lse, *seen, *added,
                lse if sinks is None else sinks, request.columns(value.dtype, KINDS), request.kinds.shape[-1],
                heads, heads // key.shape[1], queries, keys, batch * heads * queries, *scale,
            ),
            common | {
                "SINKS": sinks is not None, "CHANNELS": channels, "DV": max(16, triton.next_power_of_2(channels)), "KINDS": KINDS,
                "M": rows, "N": columns, "EXACT": query.dtype == torch.float32, "DISTANCES": request.distances or (0,),
                "COUNT": len(request.distances),
            },
            num_warps=warps, num_stages=stages,
        )  # fmt: skip
        pieces = None
        pairs: Pairs | None = request.pairs
        if pairs is not None:
            make = torch.empty if len(pairs.unit) else torch.zeros
            pieces = make(len(pairs.lengths), heads, dtype=torch.float64, device=device)
            if len(pairs.unit):
                _launch(
                    _pair_sums, (len(pairs.lengths), heads, 1),
                    (
                        query, *query.stride(), key, *key.stride(), lse, *seen, *added,
                        pairs.unit, pairs.query, pairs.key, pairs.starts, pairs.lengths, pieces,
                        heads, heads // key.shape[1], queries, *scale,
                    ),
                    common | {"PAIRS": PAIRS}, num_warps=4,
                )  # fmt: skip
    return output, Rows(request, figures, pieces)


_made: dict[tuple[object, ...], Any] = {}  # kernels as they were made for arguments like these


def _launch(kernel: Any, grid: tuple[int, int, int], arguments: tuple[Any, ...], constants: dict[str, Any], **how: int) -> None:
    """Runs a kernel, whose constants stand last and in this order. Of arguments like those of an earlier call (the same numbers, and
    tensors that lie as well) Triton need not look at each once more: for small texts that would take longer than the kernel."""
    like = (a if not isinstance(a, Tensor) else (a.dtype, a.data_ptr() % 16) for a in arguments)
    call = (kernel, torch.cuda.current_device() if arguments[0].is_cuda else None, *constants.values(), *how.values(), *like)
    known = _made.get(call)
    if known is not None:
        known[grid](*arguments, *constants.values())
        return
    if len(_made) >= CALLS:
        _made.clear()
    _made[call] = kernel[grid](*arguments, **constants, **how)


def sizes(dtype: torch.dtype, width: int, channels: int, queries: int) -> tuple[int, int, int, int]:
    """Queries and keys of a tile, warps, stages."""
    widest = max(width, channels)
    if dtype == torch.float32:
        return (64, 32, 4, 2) if widest > 64 else (64, 64, 4, 2)
    return (64, 64, 4, 2) if queries <= 256 or widest > 128 else (128, 64, 8 if widest > 64 else 4, 3)


# Read by Triton, not run as they stand.
@no_type_check
def _score(dots, scale, cap, CAP: constexpr):
    """The score of a pair in powers of 2, before any bias."""
    dots = dots * scale
    if CAP:  # cap · tanh(s / cap)
        dots = cap - 2 * cap / (tl.exp2(dots * (2 * 1.4426950408889634 / cap)) + 1)
    return dots * 1.4426950408889634


@no_type_check
def _row_figures(
    Q, q_batch, q_head, q_row, q_column, K, k_batch, k_head, k_row, k_column, V, v_batch, v_head, v_row, v_column,
    OUTPUT, FIGURES, LSE, LOW, HIGH, ADDED, a_batch, a_head, a_row, a_column, SINK, OF_KIND, kinds,
    heads, group, queries, keys, figure, scale, cap,
    SPANS: constexpr, BIAS: constexpr, CAP: constexpr, WIDTH: constexpr, D: constexpr, SINKS: constexpr, CHANNELS: constexpr,
    DV: constexpr, KINDS: constexpr, M: constexpr, N: constexpr, EXACT: constexpr, DISTANCES: constexpr, COUNT: constexpr,
):  # fmt: skip
    """M queries of one head of one unit."""
    block = tl.num_programs(0) - 1 - tl.program_id(0)  # the last queries of a causal model see most: they go first
    unit = (tl.program_id(1) // heads).to(tl.int64)
    head = (tl.program_id(1) % heads).to(tl.int64)
    row = block * M + tl.arange(0, M)
    real = row < queries
    feature, channel, kind = tl.arange(0, D), tl.arange(0, DV), tl.arange(0, KINDS)
    Q += unit * q_batch + head * q_head
    K += unit * k_batch + head // group * k_head
    V += unit * v_batch + head // group * v_head
    OF_KIND += unit * keys * KINDS
    query = tl.load(
        Q + row.to(tl.int64)[:, None] * q_row + feature[None, :] * q_column,
        mask=real[:, None] & (feature < WIDTH)[None, :], other=0.0,
    )  # fmt: skip
    first, last = 0, keys
    if SPANS:
        low = tl.load(LOW + unit * queries + row, mask=real, other=keys)
        high = tl.load(HIGH + unit * queries + row, mask=real, other=0)
        first, last = tl.min(low, 0) // N * N, tl.max(high, 0)
    if BIAS:
        ADDED += unit * a_batch + head * a_head
        added_row = ADDED + row.to(tl.int64)[:, None] * a_row
    most = tl.full((M,), LOWEST, tl.float32)
    whole = tl.zeros((M,), tl.float32)
    spread = tl.zeros((M,), tl.float32)
    output = tl.zeros((M, DV), tl.float32)
    into = tl.zeros((M, KINDS), tl.float32)
    for start in range(first, last, N):
        column = start + tl.arange(0, N)
        there = column < keys
        key = tl.load(
            K + column.to(tl.int64)[None, :] * k_row + feature[:, None] * k_column,
            mask=there[None, :] & (feature < WIDTH)[:, None], other=0.0,
        )  # fmt: skip
        if EXACT:  # noqa: SIM108 (Triton takes no branch of another type in an expression)
            score = tl.dot(query, key, input_precision="tf32x3")
        else:
            score = tl.dot(query, key)
        score = _score(score, scale, cap, CAP)
        if BIAS:
            added = tl.load(added_row + column.to(tl.int64)[None, :] * a_column, mask=real[:, None] & there[None, :], other=0.0)
            score = tl.maximum(score + added.to(tl.float32) * 1.4426950408889634, LOWEST)
        if SPANS:
            score = tl.where((column[None, :] >= low[:, None]) & (column[None, :] < high[:, None]), score, LOWEST)
        else:
            score = tl.where(there[None, :], score, LOWEST)
        above = tl.maximum(most, tl.max(score, 1))
        shrink = tl.exp2(most - above)
        apart = score - above[:, None]
        weight = tl.exp2(apart)
        spread = shrink * (spread + whole * (most - above)) + tl.sum(weight * apart, 1)
        whole = whole * shrink + tl.sum(weight, 1)
        most = above
        value = tl.load(
            V + column.to(tl.int64)[:, None] * v_row + channel[None, :] * v_column,
            mask=there[:, None] & (channel < CHANNELS)[None, :], other=0.0,
        )  # fmt: skip
        of_kind = tl.load(OF_KIND + column[:, None] * KINDS + kind[None, :], mask=there[:, None], other=0.0)
        if EXACT:
            output = tl.dot(weight, value, output * shrink[:, None], input_precision="tf32x3")
            into = tl.dot(weight, of_kind, into * shrink[:, None], input_precision="tf32x3")
        else:  # a narrow weight and what it lacks: together as good as float32
            narrow = weight.to(value.dtype)
            rest = (weight - narrow.to(tl.float32)).to(value.dtype)
            output = tl.dot(narrow, value, output * shrink[:, None])
            into = tl.dot(narrow, of_kind, into * shrink[:, None])
            into = tl.dot(rest, of_kind, into)
    own = whole
    shrink = tl.full((M,), 1.0, tl.float32)
    if SINKS:
        sink = tl.load(SINK + head).to(tl.float32) * 1.4426950408889634
        above = tl.maximum(most, sink)
        shrink = tl.exp2(most - above)
        spread = shrink * (spread + whole * (most - above))
        own = whole * shrink
        whole = own + tl.exp2(sink - above)
        largest = shrink / whole
        most = above
    else:
        largest = 1 / whole
    whole = tl.maximum(whole, 1e-30)  # a query that sees nothing, as padding may
    output = output * (shrink / whole)[:, None]
    into = into * (shrink / whole)[:, None]
    entropy = 0.6931471805599453 * (tl.log2(whole) * own / whole - spread / whole)
    lse = most + tl.log2(whole)
    base = (unit * heads + head) * queries + row
    place = (unit * queries + row) * heads + head
    tl.store(OUTPUT + place[:, None] * CHANNELS + channel[None, :], output.to(OUTPUT.dtype.element_ty),
             mask=real[:, None] & (channel < CHANNELS)[None, :])  # fmt: skip
    tl.store(LSE + base, lse, mask=real)
    tl.store(FIGURES + base, entropy, mask=real)
    tl.store(FIGURES + figure + base, largest, mask=real)
    places = (2 + kind).to(tl.int64)[None, :] * figure + base[:, None]
    tl.store(FIGURES + places, into, mask=real[:, None] & (kind < kinds)[None, :])
    exact_query = query.to(tl.float32)
    for at in tl.static_range(COUNT):
        column = row + DISTANCES[at]
        there = real & (column >= 0) & (column < keys)
        if SPANS:
            there = there & (column >= low) & (column < high)
        key = tl.load(
            K + column.to(tl.int64)[:, None] * k_row + feature[None, :] * k_column,
            mask=there[:, None] & (feature < WIDTH)[None, :], other=0.0,
        )  # fmt: skip
        score = _score(tl.sum(exact_query * key.to(tl.float32), 1), scale, cap, CAP)
        if BIAS:
            added = tl.load(ADDED + row.to(tl.int64) * a_row + column.to(tl.int64) * a_column, mask=there, other=0.0)
            score = tl.maximum(score + added.to(tl.float32) * 1.4426950408889634, LOWEST)
        weight = tl.where(there, tl.exp2(score - lse), 0.0)
        tl.store(FIGURES + ((2 + kinds + at).to(tl.int64) * figure) + base, weight, mask=real)


@no_type_check
def _pair_sums(
    Q, q_batch, q_head, q_row, q_column, K, k_batch, k_head, k_row, k_column, LSE, LOW, HIGH, ADDED, a_batch, a_head, a_row, a_column,
    UNIT, QUERY, KEY, STARTS, LENGTHS, SUMS, heads, group, queries, scale, cap,
    SPANS: constexpr, BIAS: constexpr, CAP: constexpr, WIDTH: constexpr, D: constexpr, PAIRS: constexpr,
):  # fmt: skip
    """The weights of one piece of listed pairs, added up, for one head."""
    piece, head = tl.program_id(0), tl.program_id(1).to(tl.int64)
    start = tl.load(STARTS + piece)
    length = tl.load(LENGTHS + piece)
    feature = tl.arange(0, D)
    total = tl.zeros((PAIRS,), tl.float32)
    for step in range(0, length, PAIRS):
        at = step + tl.arange(0, PAIRS)
        there = at < length
        unit = tl.load(UNIT + start + at, mask=there, other=0).to(tl.int64)
        row = tl.load(QUERY + start + at, mask=there, other=0).to(tl.int64)
        column = tl.load(KEY + start + at, mask=there, other=0).to(tl.int64)
        of = there[:, None] & (feature < WIDTH)[None, :]
        query = tl.load(
            Q + (unit * q_batch + head * q_head + row * q_row)[:, None] + feature[None, :] * q_column, mask=of, other=0.0
        )
        key = tl.load(K + (unit * k_batch + head // group * k_head + column * k_row)[:, None] + feature[None, :] * k_column,
                      mask=of, other=0.0)  # fmt: skip
        score = _score(tl.sum(query.to(tl.float32) * key.to(tl.float32), 1), scale, cap, CAP)
        if BIAS:
            added = tl.load(ADDED + unit * a_batch + head * a_head + row * a_row + column * a_column, mask=there, other=0.0)
            score = tl.maximum(score + added.to(tl.float32) * 1.4426950408889634, LOWEST)
        if SPANS:
            low = tl.load(LOW + unit * queries + row, mask=there, other=0)
            high = tl.load(HIGH + unit * queries + row, mask=there, other=0)
            there = there & (column >= low) & (column < high)
        lse = tl.load(LSE + (unit * heads + head) * queries + row, mask=there, other=0.0)
        total += tl.where(there, tl.exp2(score - lse), 0.0)
    tl.store(SUMS + piece * heads + head, tl.sum(total.to(tl.float64), 0))


if triton is not None:
    LOWEST = tl.constexpr(LOWEST)
    _score, _row_figures, _pair_sums = triton.jit(_score), triton.jit(_row_figures), triton.jit(_pair_sums)
