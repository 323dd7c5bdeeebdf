"""Divergence between heads on a CPU, by sixty lines of C: no number per pair and token is ever written to memory.

The entries of a map are cut into strips of a fixed width. pair_sums.c is compiled on first use (`headscope.compiler`) and checked against
the plain version, which takes over where that fails.
"""

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import log
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from headscope import compiler
from headscope.measures.kernels import plain
from headscope.measures.kernels.logarithm import COEFFICIENTS, EXPONENT, FRACTION_BITS, HALF_ROOT

WIDTH = 512  # entries in a strip: the strips of 144 heads fit a core's second-level cache
AT_ONCE = 4  # strips a call takes: a map has work for several threads

SOURCE = Path(__file__).with_name("pair_sums.c")
NUMBERS = {
    "WIDTH": f"{WIDTH}",
    "COEFFICIENTS": "{" + ", ".join(f"{number}f" for number in COEFFICIENTS) + "}",
    "HALF_ROOT": f"{HALF_ROOT}",
    "EXPONENT": f"({EXPONENT})",
    "FRACTION_BITS": f"{FRACTION_BITS}",
}
Kernel = Callable[[Tensor, Tensor], Tensor]


def divergence(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float = 0.0
) -> Float[Tensor, "batch head head"]:
    """Σ_i JS(row i of a, row i of b) for every pair of heads; logarithms and short sums in float32, long sums in float64."""
    kernel = KERNEL.ready()
    if kernel is None or not len(maps):
        return plain.divergence(maps, lengths, smoothing)
    with torch.no_grad():
        weights = (plain.real_weights(item, n, smoothing).float() for item, n in zip(maps, lengths, strict=True))
        return plain.from_overlaps(torch.stack([overlaps(kernel, item) for item in weights]))


def overlaps(kernel: Kernel, weights: Float[Tensor, "head entry"]) -> Float[Tensor, "head head"]:
    """Σ ½ x ln x over x = p + q, less what each head gives alone: for the divergence as good as Σ m ln m of the mean m = x/2.

    Any term that belongs to one head only cancels in ½(S_aa + S_bb) − S_ab. So the factor ½ need not be put into the logarithm,
    and with ½ p ln 2p and ½ q ln 2q taken off each ½ x ln x, little is left to add up, which float32 can do.
    Threads share the strips, not each operation, and parts are added in order: their number does not change the result.
    """
    strips = cut(weights)

    def part_sums(at: int) -> Tensor:
        part = strips[at : at + AT_ONCE]
        with torch.no_grad():
            return kernel(part, alone(part))

    starts = range(0, len(strips), AT_ONCE)
    sums = torch.zeros(len(weights), len(weights), dtype=torch.float64)
    threads = min(torch.get_num_threads(), len(starts))
    if threads > 1:
        with ThreadPoolExecutor(threads, thread_name_prefix="headscope-divergence") as pool:
            sums = sum(pool.map(part_sums, starts), sums)
    else:
        sums = sum(map(part_sums, starts), sums)
    return sums * (log(2) / 2)


def alone(strips: Float[Tensor, "strip head width"]) -> Float[Tensor, "strip head width"]:
    """p log2 2p."""
    logarithms = strips.clamp_min(torch.finfo(strips.dtype).tiny).log2_()
    return logarithms.add_(1).mul_(strips)


def cut(weights: Float[Tensor, "head entry"]) -> Float[Tensor, "strip head width"]:
    """All heads' entries in strips, the last filled up with zeros."""
    heads, entries = weights.shape
    number = -(-entries // WIDTH)
    if entries < number * WIDTH:
        weights = torch.nn.functional.pad(weights, (0, number * WIDTH - entries))
    strips: Tensor = weights.view(heads, number, WIDTH).transpose(0, 1).contiguous()
    return strips


def _make() -> Kernel:
    """Compiles, and checks the result on maps with zeros, equal heads and one-hot rows."""
    function = compiler.compiled(SOURCE, NUMBERS).pair_sums
    pointer, size = ctypes.c_void_p, ctypes.c_int64
    function.argtypes, function.restype = [pointer, pointer, size, size, pointer], None

    def kernel(strips: Tensor, own: Tensor) -> Tensor:
        """The sums of these strips, above the diagonal and on it. Lets go of Python's lock while it runs."""
        number, heads, _ = strips.shape
        sums = torch.zeros(heads, heads, dtype=torch.float64)
        function(strips.data_ptr(), own.data_ptr(), number, heads, sums.data_ptr())
        return sums

    random = torch.Generator().manual_seed(0)
    with torch.no_grad():
        maps = (torch.randn(6, 40, 40, generator=random) * 4).softmax(-1)
        maps = torch.where(maps < 1e-3, 0.0, maps)
        maps[1] = maps[0]
        maps[2] = torch.eye(40)
        weights = maps.flatten(1)
        got = plain.from_overlaps(overlaps(kernel, weights)[None])
        expected = plain.from_overlaps(plain.overlaps(weights.double())[None])
    if not torch.allclose(got, expected, rtol=1e-6, atol=1e-6):
        raise RuntimeError(f"the compiled kernel is off by {(got - expected).abs().max():.1e} nats on a known case")
    return kernel


KERNEL = compiler.Kernel(_make, plain.REMARK.format("a compiled kernel"))
