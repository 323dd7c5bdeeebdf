"""Attention rollout: how much of each token of the text is in each position after a layer, if attention alone moved it.

R_l = A'_l R_{l−1}, R_0 = I (Abnar & Zuidema 2020): Ā_l is the mean over the heads of layer l, and A'_l = Ā_l + I with rows scaled to 1,
the I standing for the residual connection. R_l has one map for a layer, and rows that sum to 1.

What it does not do: look at values, at feed-forward layers, or from a decoder into an encoder, where there is no residual to add.
"""

from collections.abc import Iterator, Sequence

import torch
from jaxtyping import Float
from torch import Tensor


def step(
    weights: Float[Tensor, "batch head token token"], before: Float[Tensor, "batch token token"] | None = None
) -> Float[Tensor, "batch token token"]:
    """R_l of a layer's maps and R_{l−1}; of the first layer's alone, R_1.

    Two tokens, two layers of one head. In the first, both tokens look at the first; in the second, both at the second:

    >>> first, second = torch.tensor([[[[1., 0.], [1., 0.]]]]), torch.tensor([[[[0., 1.], [0., 1.]]]])
    >>> step(first)[0].tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    >>> step(second, step(first))[0].tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    mean = weights.mean(1)
    moved: Tensor = mean + torch.eye(mean.shape[-1], dtype=mean.dtype, device=mean.device)
    moved = moved / moved.sum(-1, keepdim=True)
    return moved if before is None else moved @ before


def rollout(layers: Sequence[Float[Tensor, "batch head token token"]]) -> Iterator[Float[Tensor, "batch token token"]]:
    """R_1, R_2 … of the maps of a stack's layers, in order."""
    before = None
    for weights in layers:
        before = step(weights, before)
        yield before
