"""The vocabulary layer without its logits: the losses of many predicted tokens, in tiles that stay in a processor's cache.

A small model spends much of a pass on the logits, and most of the memory. Here no more than a tile of them is there at a time. It needs a
model whose logits are a linear layer and nothing more; whether they are is proven by who uses it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from headscope.models.products import quick_products

ROWS, COLUMNS = 512, 1024  # of a tile on a CPU: 2 MB
LARGE = 16  # times more rows on other devices
_INSTALLED = "_headscope_leaves"
_lock = Lock()


class _Left(Exception):
    """Raised to leave a pass at the vocabulary layer."""


_left: ContextVar[list[Tensor] | None] = ContextVar("headscope_left", default=None)


@contextmanager
def leaving(head: nn.Linear) -> Iterator[list[Tensor]]:
    """Inside, a pass of the calling thread ends before the vocabulary layer; what that would have read is in the list."""
    with _lock:
        if not hasattr(head, _INSTALLED):
            head.register_forward_pre_hook(_leave)
            setattr(head, _INSTALLED, True)
    found: list[Tensor] = []
    token = _left.set(found)
    try:
        yield found
    except _Left:
        pass
    finally:
        _left.reset(token)


def _leave(_: nn.Module, inputs: tuple[Tensor, ...]) -> None:
    found = _left.get()
    if found is not None:
        found.append(inputs[0])
        raise _Left


def token_losses(
    head: nn.Linear, hidden: Float[Tensor, "token feature"], labels: Int[Tensor, " token"]
) -> Float[Tensor, " token"]:
    """log Σ_v exp z_v − z_right of every token, with z = W x + b, in float64.

    Three tokens of a vocabulary of two; z is (0, 0), (0, 2) and (0, 2):

    >>> head = nn.Linear(1, 2, bias=False)
    >>> _ = head.weight.data.copy_(torch.tensor([[0.0], [1.0]]))
    >>> token_losses(head, torch.tensor([[0.0], [2.0], [2.0]]), torch.tensor([0, 0, 1])).tolist()
    [0.693147..., 2.126928..., 0.126928...]
    """
    if not len(hidden):
        return hidden.new_zeros(0)
    weight, bias = head.weight, head.bias
    wide = torch.promote_types(hidden.dtype, torch.float32)
    right = (hidden * weight[labels]).sum(-1, dtype=wide)
    if bias is not None:
        right = right + bias[labels]
    # Any number near the logarithm of the sums keeps exp within what it can hold; the rare row that it does not suit is made anew.
    shift = torch.logsumexp(_logits(head, hidden[:: max(1, len(hidden) // 8)]), -1).median()
    sums = hidden.new_zeros(len(hidden), dtype=torch.float32 if hidden.device.type == "mps" else torch.float64)
    rows = ROWS * (1 if hidden.device.type == "cpu" else LARGE)
    with quick_products(hidden.device):
        for at in range(0, len(hidden), rows):
            block = hidden[at : at + rows]
            for column in range(0, len(weight), COLUMNS):
                some = weight[column : column + COLUMNS]
                shifted = -shift.expand(len(some)) if bias is None else bias[column : column + COLUMNS] - shift
                tile = nn.functional.linear(block, some, shifted.to(block.dtype))
                sums[at : at + rows] += tile.to(wide).exp_().sum(-1)
    losses = sums.log() + shift - right
    odd = ~(torch.isfinite(sums) & (sums > 1e-30))
    if odd.any():
        logits = _logits(head, hidden[odd])
        losses[odd] = (torch.logsumexp(logits, -1) - logits.gather(-1, labels[odd][:, None])[:, 0]).to(losses.dtype)
    return losses


def _logits(head: nn.Linear, hidden: Float[Tensor, "token feature"]) -> Float[Tensor, "token word"]:
    logits = nn.functional.linear(hidden, head.weight, head.bias)
    return logits.to(torch.promote_types(logits.dtype, torch.float32))
