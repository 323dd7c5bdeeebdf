"""What one attention computation is made of."""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor, nn

from headscope.rows import Spans


@dataclass(frozen=True, eq=False)
class Inputs:
    """s_ij = scaling · q_i·k_j, capped where there is a cap, plus `bias`; softmax over the keys that i sees, and over its sink."""

    module: nn.Module | None
    query: Float[Tensor, "batch head query feature"]
    key: Float[Tensor, "batch group key feature"]
    value: Float[Tensor, "batch group key channel"]
    scaling: float
    spans: Spans | None = None  # None: every key
    bias: Float[Tensor, "#batch #head #query key"] | None = None  # also masks that a model makes itself
    softcap: float | None = None
    sinks: Float[Tensor, " head"] | None = None
    mask: Tensor | Spans | None = None  # as the model gave it: layers that see alike have the same

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """That of the map that is not formed."""
        batch, heads, queries, _ = self.query.shape
        return batch, heads, queries, self.key.shape[-2]
