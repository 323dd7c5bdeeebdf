"""Divergence between heads on CUDA: one Triton kernel over tiles of head pairs.

A program takes TILE × TILE pairs of one item, step by step along the entries of the maps; a step loads 2·TILE rows of WIDTH
weights and makes TILE² figures of each entry in registers. Threads exchange sums at a stretch's end only, where the short
float32 ones go into float64. Importing this module does without Triton; calling it does not.
"""

from collections.abc import Sequence
from importlib import import_module
from math import log
from typing import Any, no_type_check

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.compiler import Refusal
from headscope.measures.kernels import plain

try:
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
    constexpr: Any = tl.constexpr
except ImportError:  # a machine without CUDA need not have it
    triton = tl = constexpr = None

TILE = 8  # heads on either side of a tile
WIDTH = 128  # entries taken at once, one a thread
STRETCH = 32  # so many times, before a float32 sum goes into the float64 one
REGISTERS = 168  # a thread may use: three programs then share a multiprocessor, and one computes while another waits
ROUGH_SCALE, ROUGH_SHIFT = 2.0**-23, -125.957  # log2 2p from the bits of p
LIFT = 1e-37  # added to one weight of each pair, so that 0 has a logarithm

refusal = Refusal(plain.REMARK.format("a Triton kernel"))


def divergence(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float = 0.0
) -> Float[Tensor, "batch head head"]:
    """Σ_i JS(row i of a, row i of b) for every pair of heads; logarithms and short sums in float32, long sums in float64."""
    if refusal.given or not maps.numel():
        return plain.divergence(maps, lengths, smoothing)
    try:
        with torch.no_grad(), torch.cuda.device(maps.get_device()):
            return plain.from_overlaps(overlaps(maps.contiguous(), lengths, smoothing))
    except Exception as error:  # Triton makes its kernel now, with tools that a machine may lack
        refusal.give(error)
        return plain.divergence(maps, lengths, smoothing)


def overlaps(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float
) -> Float[Tensor, "batch head head"]:
    """What compiled.overlaps gives: above the diagonal and on it; what lies below is not meant to be read."""
    batch, heads, longest, _ = maps.shape
    side = -(-heads // TILE)
    tiles = torch.triu_indices(side, side, device=maps.device, dtype=torch.int32)
    sizes = torch.tensor(lengths, dtype=torch.int32, device=maps.device)
    sums = torch.zeros(batch, heads, heads, dtype=torch.float64, device=maps.device)
    _tile_sums[(tiles.shape[1], batch)](
        maps, sizes, tiles, sums, heads, longest, tiles.shape[1], 1 - smoothing, smoothing,
        ROUGH_SCALE, ROUGH_SHIFT, LIFT, min(lengths) < longest,
        TILE, WIDTH, STRETCH, num_warps=WIDTH // 32, maxnreg=REGISTERS,
    )  # fmt: skip
    return sums.mul_(log(2) / 2)


# Read by Triton, not run as it stands. The logarithm is the GPU's own instruction, right to the last bit but one: it has a pipe of its own,
# where a polynomial would keep the one busy that all else needs. For what is taken off a rough logarithm will do, because it cancels
# whatever it is (compiled.overlaps): a float's bits, read as a whole number, are its logarithm within 0.05 or so.
@no_type_check
def _tile_sums(
    maps, lengths, tiles, sums, heads, longest, number, kept, spread,
    ROUGH_SCALE: constexpr, ROUGH_SHIFT: constexpr, LIFT: constexpr, PADDED: constexpr,
    TILE: constexpr, WIDTH: constexpr, STRETCH: constexpr,
):  # fmt: skip
    """Σ x log2 x − p log2 2p − q log2 2q, the last two roughly, over x = p + q for the pairs of one tile of one item."""
    item = tl.program_id(1).to(tl.int64)
    length = tl.load(lengths + item)
    entries = length * longest  # rows of padding come last; columns of padding are stepped over
    first = tl.load(tiles + tl.program_id(0)) * TILE + tl.arange(0, TILE)
    second = tl.load(tiles + number + tl.program_id(0)) * TILE + tl.arange(0, TILE)
    of_head = longest * longest
    maps += item * heads * of_head
    rows = maps + first.to(tl.int64)[:, None, None] * of_head
    columns = maps + second.to(tl.int64)[None, :, None] * of_head
    row_is_head = first[:, None, None] < heads
    column_is_head = second[None, :, None] < heads
    even = spread / length
    total = tl.zeros((TILE, TILE), tl.float64)
    for start in range(0, entries, WIDTH * STRETCH):
        short = tl.zeros((TILE, TILE, WIDTH), tl.float32)
        for step in range(STRETCH):
            entry = start + step * WIDTH + tl.arange(0, WIDTH)[None, None, :]
            real = entry < entries
            if PADDED:
                real = real & (entry % longest < length)
            p = tl.load(rows + entry, mask=real & row_is_head, other=0.0).to(tl.float32)
            q = tl.load(columns + entry, mask=real & column_is_head, other=0.0).to(tl.float32)
            p = tl.where(real, p * kept + even, 0.0)
            q = tl.where(real, q * kept + even, 0.0) + LIFT
            x = p + q
            own_p = p * (p.to(tl.int32, bitcast=True).to(tl.float32) * ROUGH_SCALE + ROUGH_SHIFT)
            own_q = q * (q.to(tl.int32, bitcast=True).to(tl.float32) * ROUGH_SCALE + ROUGH_SHIFT)
            logarithm = tl.inline_asm_elementwise(
                "lg2.approx.ftz.f32 $0, $1;", "=f,f", [x], dtype=tl.float32, is_pure=True, pack=1
            )
            short += x * logarithm - (own_p + own_q)
        total += tl.sum(short, 2).to(tl.float64)
    into = sums + (item * heads + first[:, None]) * heads + second[None, :]
    tl.store(into, total, mask=(first[:, None] < heads) & (second[None, :] < heads))


if triton is not None:
    _tile_sums = triton.jit(_tile_sums)
