"""Jensen–Shannon divergence between all pairs of heads: one function, three roads to the same figures.

    plain        torch as it comes: the definition in blocks, in the maps' own precision; oracle and fallback
    compiled     float32 on a CPU, C that is compiled on first use
    triton       float32 on CUDA, a kernel of tiles of head pairs

Nothing is compiled, and Triton not imported, before it is needed. Not here: means over tokens, groups, files.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Literal, get_args

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.errors import HeadscopeError, unknown_name
from headscope.measures.kernels import plain

Road = Literal["plain", "compiled", "triton"]


def pairwise_divergence(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float = 0.0, *, road: Road | None = None
) -> Float[Tensor, "batch head head"]:
    """D_ab = Σ_i JS(α^a_i, α^b_i), JS(p, q) = H((p + q)/2) − (H(p) + H(q))/2, H(p) = −Σ_j p_j ln p_j, 0 ln 0 = 0.

    In nats, float64, summed over each item's real query tokens; at most ln 2 a token. Symmetric, exactly 0 on the diagonal and
    between equal heads, never negative. Of item b the first `lengths[b]` tokens are real; what lies beyond is not looked at.

    A row that sums to less than 1 (a sink took the rest) is taken as it is, the missing weight being no outcome of its own:
    D = Σ_j ½(p_j ln p_j/m_j + q_j ln q_j/m_j) with m = (p + q)/2. That is still ≥ 0, and at most ln 2 times the mean of the
    two sums; two heads that differ only in how much the sink takes differ a little.

    `smoothing` s replaces α by (1 − s)·α + s/n before, n being the item's length: the published code has s = 0.001.

    Float64 maps always take the plain road, to lose nothing; narrower ones than float32 are widened. `road` forces one. From
    float32 maps a figure is within 1e-7 nats a token of the exact one, so within a relative 1e-6 for heads 0.1 nats apart;
    over many tokens errors cancel, and 0.01 nats are enough.

    Two tokens, two heads. From the first token both look at the first: 0. From the second one looks at the first, the other
    evenly at both: H(¾, ¼) − (0 + ln 2)/2 = 0.5623 − 0.3466 = 0.2158.

    >>> maps = torch.tensor([[[[1., 0.], [1., 0.]], [[1., 0.], [.5, .5]]]], dtype=torch.float64)
    >>> [[round(d, 4) for d in row] for row in pairwise_divergence(maps, [2])[0].tolist()]
    [[0.0, 0.2158], [0.2158, 0.0]]
    """
    check(maps, lengths, smoothing)
    chosen = road or choose(maps)
    if chosen == "plain":
        return plain.divergence(maps, lengths, smoothing)
    if chosen == "compiled":
        from headscope.measures.kernels import compiled

        return compiled.divergence(maps, lengths, smoothing)
    if chosen == "triton":
        from headscope.measures.kernels import triton_kernel

        return triton_kernel.divergence(maps, lengths, smoothing)
    raise unknown_name("road to the divergence", chosen, get_args(Road))


def choose(maps: Tensor) -> Road:
    """The fastest road that keeps the maps' precision."""
    if maps.dtype == torch.float64:
        return "plain"
    if maps.device.type == "cpu":
        return "compiled"
    return "triton" if maps.device.type == "cuda" and find_spec("triton") else "plain"


def check(maps: Tensor, lengths: Sequence[int], smoothing: float) -> None:
    batch, _, longest, _ = maps.shape
    if len(lengths) != batch or not all(1 <= n <= longest for n in lengths):
        raise HeadscopeError(f"Expected {batch} lengths from 1 to {longest}, one per item of the batch; got {list(lengths)}.")
    if not 0 <= smoothing <= 1:
        raise HeadscopeError(f"Expected a smoothing from 0 to 1; got {smoothing}.")


__all__ = ["Road", "pairwise_divergence"]
