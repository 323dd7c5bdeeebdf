"""Attention alone: one weight per head and direction."""

from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.probes.fitting.features import Batch
from headscope.probes.probe import Probe, Shape, Source


class Attention(Probe):
    """p(i | j) ∝ exp Σ_k (w_k α^k_ij + u_k α^k_ji): j is the dependent, i a candidate governor, α^k_ij the attention from i to j in head k.

    The two special tokens represent the root: α^k_{j,root} = a α^k_{j,first} + b α^k_{j,last} with two learned scalars a and b. The
    attention from the special tokens to j is not used.

    "it is" with one head, u = 2 and w = a = b = 0: *it* gives 1 to *is*, so p(is | it) = e² / (e² + e⁰).

    >>> from headscope.probes.worked import distribution
    >>> [[round(p, 3) for p in row] for row in distribution(Attention, [[0., 1.], [.5, .5]], u=2.0)]
    [[0.0, 0.881, 0.119], [0.731, 0.0, 0.269]]
    """

    name = "attention"
    title = "attention only"
    formula = "score(j, i) = Σ over heads of w·α(i, j) + u·α(j, i)"
    maps: ClassVar[Source | None] = "model"
    pace = 5.0  # few weights, which must grow large: attention is a share

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        heads = len(shape.heads)
        self.w = nn.Parameter(torch.zeros(heads))
        self.u = nn.Parameter(torch.zeros(heads))
        self.root = nn.Parameter(torch.ones(2))

    def scores(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        maps, special = (part.to(self.w.dtype) for part in batch.given)
        words = (maps @ self.w).transpose(1, 2) + maps @ self.u  # two products with a vector: faster on a CPU than one with two
        root = (special @ self.u) @ self.root
        return torch.cat([words, root[:, :, None]], 2)

    def head_weights(self) -> dict[str, Float[Tensor, " head"]]:
        return {"w": self.w.detach(), "u": self.u.detach()}

    def leave_out(self, head: int) -> None:
        """From now on as if the head attended to nothing."""
        with torch.no_grad():
            self.w[head] = self.u[head] = 0
