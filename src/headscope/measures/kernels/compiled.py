"""Divergence between heads on a CPU, fused by torch.compile: no number per pair and token is ever written to memory.

The entries of a map are cut into strips of a fixed width, so that one compiled kernel serves every length and number of heads.
It is made on first use (10 to 20 seconds; inductor keeps it on disk for later processes) and checked against the plain version.
If that fails, as without a C++ compiler, the plain version takes over for good, with one remark in the log.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import log
from typing import Any, no_type_check

import torch
from jaxtyping import Float, Int
from torch import Tensor

from headscope.measures.kernels import plain
from headscope.measures.kernels.logarithm import COEFFICIENTS, EXPONENT, FRACTION_BITS, HALF_ROOT

WIDTH = 512  # entries in a strip: the strips of 144 heads fit a core's second-level cache
AT_ONCE = 4  # strips a call takes: its partial sums stay small, and a map has work for several threads

VECTOR_BITS = {"DEFAULT": 1, "AVX2": 256, "AVX512": 512}  # bits at a time, by what torch calls the processor; 1: no vectors
Kernel = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]

refusal = plain.Refusal("a compiled kernel")
_lock = threading.Lock()
_kernel: Kernel | None = None


def divergence(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float = 0.0
) -> Float[Tensor, "batch head head"]:
    """Σ_i JS(row i of a, row i of b) for every pair of heads; logarithms and short sums in float32, long sums in float64."""
    several = len(maps) and maps.shape[1] > 1  # one head alone would be compiled as a case of its own
    kernel = ready() if several else None
    if kernel is None:
        return plain.divergence(maps, lengths, smoothing)
    try:
        # Whatever mode the caller is in, the kernel sees ordinary tensors: another kind would be another kernel.
        with torch.inference_mode(False), torch.no_grad():
            weights = (plain.real_weights(item, n, smoothing).float() for item, n in zip(maps, lengths, strict=True))
            return plain.from_overlaps(torch.stack([overlaps(kernel, item) for item in weights]))
    except Exception as error:  # compiling once more, as for another number of threads, can fail as the first time can
        refusal.give(error)
        return plain.divergence(maps, lengths, smoothing)


def overlaps(kernel: Kernel, weights: Float[Tensor, "head entry"]) -> Float[Tensor, "head head"]:
    """Σ ½ x ln x over x = p + q, less what each head gives alone: for the divergence as good as Σ m ln m of the mean m = x/2.

    Any term that belongs to one head only cancels in ½(S_aa + S_bb) − S_ab. So the factor ½ need not be put into the logarithm,
    and with ½ p ln 2p and ½ q ln 2q taken off each ½ x ln x, little is left to add up, which float32 can do.
    Threads share the strips, not each operation, and parts are added in order: their number does not change the result.
    """
    heads = len(weights)
    first, second = pairs(heads)
    strips = cut(weights)

    def part_sums(at: int) -> Tensor:
        part = strips[at : at + AT_ONCE]
        if len(part) == 1:  # would be compiled as a case of its own: it goes with a strip of zeros, which add nothing
            part = torch.cat([part, torch.zeros_like(part)])
        with torch.no_grad():
            return kernel(part, alone(part), first, second)

    starts = range(0, len(strips), AT_ONCE)
    found = torch.zeros(len(first), dtype=torch.float64)
    threads = min(torch.get_num_threads(), len(starts))
    if threads > 1:
        with ThreadPoolExecutor(threads, thread_name_prefix="headscope-divergence") as pool:
            found = sum(pool.map(part_sums, starts), found)
    else:
        found = sum(map(part_sums, starts), found)
    sums = torch.zeros(heads, heads, dtype=torch.float64)
    sums[first, second] = found * (log(2) / 2)
    return sums


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


@lru_cache(maxsize=8)
def pairs(heads: int) -> tuple[Int[Tensor, " pair"], Int[Tensor, " pair"]]:
    """Each pair once, and each head with itself."""
    with torch.inference_mode(False):
        first, second = torch.triu_indices(heads, heads)
        return first.contiguous(), second.contiguous()


# Read by torch.compile, not run as it stands; a shape check inside would be traced too.
@no_type_check
def _pair_sums(strips, own, first, second):
    """Σ x log2 x − own(p) − own(q) over x = p + q, for each pair of heads."""
    x = strips[:, first] + strips[:, second]
    bits = x.view(torch.int32)
    above = bits - HALF_ROOT
    t = (bits - (above & EXPONENT)).view(torch.float32) - 1.0
    logarithm = COEFFICIENTS[-1]
    for coefficient in reversed(COEFFICIENTS[:-1]):
        logarithm = logarithm * t + coefficient
    logarithm = logarithm * t + (above >> FRACTION_BITS).to(torch.float32)
    return (x * logarithm - (own[:, first] + own[:, second])).sum(-1).sum(0, dtype=torch.float64)


def ready() -> Kernel | None:
    """The compiled kernel, made by whoever asks first while the others wait; None where it cannot be had."""
    global _kernel
    if _kernel is None and not refusal.given:
        with _lock:
            if _kernel is None and not refusal.given:
                try:
                    _kernel = _make()
                except Exception as error:  # a compiler can fail in any way, and none of them should stop a run
                    refusal.give(error)
    return None if refusal.given else _kernel


def _make() -> Kernel:
    """Compiles, and checks the result on maps with zeros, equal heads and one-hot rows."""
    from torch._inductor import config

    # Multiply and add in one step: nearly twice as fast. Older versions of torch have a switch here, newer ones a word.
    contract: Any = config.cpp.enable_floating_point_contract_flag
    options: dict[str, Any] = {
        "cpp_wrapper": True,  # lets go of Python's lock while it runs, so that workers run side by side
        "cpp.threads": 1,
        "cpp.enable_floating_point_contract_flag": True if isinstance(contract, bool) else "fast",
        "assert_indirect_indexing": False,
        "compile_threads": 1,  # one kernel: no pool of processes
    }
    # torch keeps what it compiled and does not ask for which processor, so that a folder that two processors share, or
    # ATEN_CPU_CAPABILITY, brings up code of the wrong width. With the width among the options, each has its own.
    width = VECTOR_BITS.get(torch.backends.cpu.get_cpu_capability())
    if width is not None:
        options["cpp.simdlen"] = width
    compiled: Kernel = torch.compile(_pair_sums, fullgraph=True, options=options)
    random = torch.Generator().manual_seed(0)
    with torch.inference_mode(False), torch.no_grad():
        maps = (torch.randn(6, 40, 40, generator=random) * 4).softmax(-1)
        maps = torch.where(maps < 1e-3, 0.0, maps)
        maps[1] = maps[0]
        maps[2] = torch.eye(40)
        weights = maps.flatten(1)
        strips, (first, second) = cut(weights), (t.clone() for t in pairs(6))
        own = alone(strips)
        for tensor, dimension in ((strips, 0), (strips, 1), (own, 0), (own, 1), (first, 0), (second, 0)):
            torch._dynamo.mark_dynamic(tensor, dimension)
        compiled(strips, own, first, second)
        got = plain.from_overlaps(overlaps(compiled, weights)[None])
        expected = plain.from_overlaps(plain.overlaps(weights.double())[None])
    if not torch.allclose(got, expected, rtol=1e-6, atol=1e-6):
        raise RuntimeError(f"the compiled kernel is off by {(got - expected).abs().max():.1e} nats on a known case")
    return compiled
