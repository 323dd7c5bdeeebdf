"""Divergence between heads in plain torch: the definition, block by block. Oracle and fallback of the faster roads.

Nothing here knows a device. Logarithms are taken in the maps' own precision (float32 for anything narrower), so float64 maps
give a figure to check the others by; sums are float64 throughout.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures.measure import accumulator

# Numbers of all heads taken at once: few enough for a CPU's cache; elsewhere launching an operation is what costs.
BLOCK, BLOCK_ELSEWHERE = 1 << 20, 1 << 24

REMARK = "Divergence takes many times as long as it could, for want of {}"  # where a faster road failed


def divergence(
    maps: Float[Tensor, "batch head n n"], lengths: Sequence[int], smoothing: float = 0.0
) -> Float[Tensor, "batch head head"]:
    """Σ_i JS(row i of a, row i of b) for every pair of heads; `headscope.measures.kernels` has the formula."""
    with torch.no_grad():
        sums = [overlaps(real_weights(item, n, smoothing)) for item, n in zip(maps, lengths, strict=True)]
        if not sums:
            return maps.new_zeros(0, maps.shape[1], maps.shape[1], dtype=accumulator(maps))
        return from_overlaps(torch.stack(sums))


def overlaps(weights: Float[Tensor, "head entry"]) -> Float[Tensor, "head head"]:
    """Σ x ln x over the entries x = (p + q)/2 of the mean of two heads; above the diagonal and on it, 0 below."""
    heads, entries = weights.shape
    width = max(1, (BLOCK if weights.device.type == "cpu" else BLOCK_ELSEWHERE) // heads)
    sums = torch.zeros(heads, heads, dtype=accumulator(weights), device=weights.device)
    for start in range(0, entries, width):
        block = weights[:, start : start + width].contiguous()
        for a in range(heads):
            mean = (block[a:] + block[a]).mul_(0.5)
            # A weight of 0 is lifted to the smallest number that has a logarithm, and contributes 0 by the product.
            terms = mean.clamp_min(torch.finfo(mean.dtype).tiny).log_().mul_(mean)
            sums[a, a:] += terms.sum(-1, dtype=sums.dtype)
    return sums


def real_weights(item: Float[Tensor, "head n n"], length: int, smoothing: float) -> Float[Tensor, "head entry"]:
    """The weights from real queries to real keys, a row a head, smoothed where asked for; at least float32."""
    real = item[:, :length, :length].reshape(len(item), length * length)
    real = real.to(torch.promote_types(real.dtype, torch.float32))
    return real * (1 - smoothing) + smoothing / length if smoothing else real


def from_overlaps(sums: Float[Tensor, "batch head head"]) -> Float[Tensor, "batch head head"]:
    """JS = ½(S_aa + S_bb) − S_ab from S = Σ x ln x, given above the diagonal and on it.

    S_aa = −H(a) comes from the same arithmetic as S_ab = −H((a + b)/2). So equal heads are exactly 0 apart, and whatever a
    road's logarithm gets wrong by the same amount on both sides cancels. What rounding leaves below 0 is 0.
    """
    own = sums.diagonal(dim1=-2, dim2=-1)
    above = ((own[:, :, None] + own[:, None, :]) / 2 - sums).clamp_min(0).triu(1)
    return above + above.mT
