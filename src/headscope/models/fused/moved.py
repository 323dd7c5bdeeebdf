"""The rows of norm weights beside those of attention, without maps of either.

N_ij = α_ij n_j / Z_i with n_j = ‖f(x_j)‖, one number per head and token, and Z_i = Σ_j α_ij n_j (`models/values`, `models/weighting`). That
is a softmax over s_ij + ln n_j, and a sink, which moves nothing, has no part in it. With t = s − max s and l = Σ exp t as attention itself
has them, its entropy is ln Z + ln l − Σ_j α_j n_j (t_j + ln n_j) / Z: most of what is asked of a row are products of α, which attention
makes anyway, with a few columns more.
"""

from dataclasses import replace
from functools import cached_property

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.models.fused.blocks import Block
from headscope.models.fused.inputs import Inputs
from headscope.rows import ENTROPY, LARGEST, SINGLE, Request, Rows


class Moved:
    """What was asked of the rows, gathered block by block beside the rows of attention."""

    def __init__(self, inputs: Inputs, request: Request, norms: Float[Tensor, "batch head key"]) -> None:
        batch, heads, queries, _ = inputs.shape
        exact = torch.promote_types(inputs.query.dtype, torch.float32)
        self._request, self.norms = request, norms.to(exact).contiguous()
        self.figures = torch.zeros(request.figures, batch, heads, queries, dtype=exact, device=norms.device)
        self.scale = torch.zeros(batch, heads, queries, dtype=exact, device=norms.device)

    @cached_property
    def _columns(self) -> Float[Tensor, "batch head key column"]:
        """What α is multiplied with: n, n ln n, and n where a token is of a kind. A kernel has its own."""
        of_kinds = self.norms[..., None] * self._request.kinds.to(self.norms.dtype)[:, None]
        return torch.cat([self.norms[..., None], torch.xlogy(self.norms, self.norms)[..., None], of_kinds], -1)

    def put(
        self,
        block: Block,
        heads: slice,
        weights: Float[Tensor, "unit head query key"],
        products: Float[Tensor, "unit head query key"],
        lse: Float[Tensor, "unit head query"],
    ) -> None:
        """Some heads of a block: α, α t, which is overwritten, and ln l."""
        units, rows, columns = block.units, block.rows, block.columns
        norms = self.norms[units, heads, None, columns]
        # Few rows times many, as in `plain`.
        pieces = self._columns[units, heads, columns].flatten(0, 1).transpose(1, 2) @ weights.flatten(0, 1).transpose(1, 2)
        sums = pieces.view(*weights.shape[:2], -1, weights.shape[2]).permute(2, 0, 1, 3)  # [column, unit, head, query]
        whole, plain = sums[0], sums[1]
        moves = ~(whole <= 0)  # what is no number stays none
        scale = torch.where(moves, whole, torch.ones_like(whole)).reciprocal()
        spread = plain + products.mul_(norms).sum(-1)
        figures = self.figures[:, units, heads, rows]
        figures[ENTROPY] = torch.where(moves, lse - scale.log() - spread * scale, torch.zeros_like(whole))
        figures[LARGEST] = torch.mul(weights, norms, out=products).amax(-1) * scale
        figures[SINGLE : SINGLE + len(sums) - 2] = sums[2:] * scale
        self.scale[units, heads, rows] = scale

    def distances(self, attention: Float[Tensor, "figure batch head query"]) -> None:
        """N_{i,i+d} from α_{i,i+d}."""
        keys = self.norms.shape[-1]
        queries = self.scale.shape[-1]
        for at, distance in enumerate(self._request.distances, SINGLE + self._request.kinds.shape[-1]):
            first, last = max(0, -distance), min(queries, keys - distance)
            if last > first:
                here = slice(first, last)
                ahead = self.norms[:, :, first + distance : last + distance]
                self.figures[at, :, :, here] = attention[at, :, :, here] * ahead * self.scale[:, :, here]

    def rows(self, attention: Float[Tensor, "figure batch head query"], taken: Float[Tensor, "pair head"] | None) -> Rows:
        """The answer, from what attention gives to the same places."""
        self.distances(attention)
        pairs = self._request.pairs
        if pairs is None or taken is None:
            return Rows(self._request, self.figures, None)
        unit, query, key = (part.long() for part in (pairs.unit, pairs.query, pairs.key))
        moved = taken * self.norms[unit, :, key] * self.scale[unit, :, query]
        return Rows(self._request, self.figures, pairs.sums(moved))


def as_scores(inputs: Inputs, norms: Float[Tensor, "batch head key"]) -> Inputs:
    """Attention whose weights are the norm weights: s_ij + ln n_j, and no sink. For kernels that have no road of their own, and norms
    above 0."""
    more = norms.to(torch.promote_types(norms.dtype, torch.float32)).log()[:, :, None]
    return replace(inputs, bias=more if inputs.bias is None else inputs.bias + more, sinks=None)
