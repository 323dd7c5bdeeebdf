"""Token maps → word maps: attention to a split word is the sum over its tokens, attention from it the mean over them."""

from typing import Literal, get_args

import torch
from jaxtyping import Float, Int
from torch import Tensor

From = Literal["mean", "first", "max"]
WAYS: tuple[From, ...] = get_args(From)


def to_words(
    weights: Float[Tensor, "batch head query key"],
    queries: Int[Tensor, "batch query"],
    keys: Int[Tensor, "batch key"],
    number: int,
    way: From = "mean",
) -> Float[Tensor, "batch head word word"]:
    """A_uv = (1/|u|) Σ_{i∈u} Σ_{j∈v} α_ij for words u and v: the paper's way, in which a row sums to what its tokens gave to words.

    `queries` and `keys` are each token's word, -1 for special tokens and padding; `number` is how many words the longest unit has. A word
    without a token gets and gives 0. `first` takes the row of a word's first token, as the published code does; `max` the
    largest of its tokens' weights.

    Two words, the second of two tokens: it attends to the first with (.1 + .3) / 2, and receives .3 + .5 from it.

    >>> maps = torch.tensor([[[[.2, .3, .5], [.1, .4, .5], [.3, .3, .4]]]], dtype=torch.float64)
    >>> of = torch.tensor([[0, 1, 1]])
    >>> [[round(x, 4) for x in row] for row in to_words(maps, of, of, 2)[0, 0].tolist()]
    [[0.2, 0.8], [0.2, 0.8]]
    """
    places = torch.arange(number, device=weights.device)
    to, member = ((side[:, :, None] == places).to(weights.dtype) for side in (keys, queries))  # [batch, token, word]
    ours = queries >= 0
    if not bool(ours.all()):  # rows of padding may hold anything, and 0 × NaN is NaN
        weights = weights.masked_fill(~ours[:, None, :, None], 0)
    received = weights @ to[:, None]  # [batch, head, token, word]
    if way == "mean":
        rows = member / member.sum(1, keepdim=True).clamp(min=1)
        return rows.transpose(1, 2)[:, None] @ received
    if way == "first":
        at = first_tokens(queries, number)
        taken = received.gather(2, at.clamp(min=0)[:, None, :, None].expand(-1, received.shape[1], -1, number))
        return taken.masked_fill((at < 0)[:, None, :, None], 0)
    slot = queries.clamp(min=0)[:, None, :, None].expand_as(received)
    largest = received.new_zeros(*received.shape[:2], number, number)
    return largest.scatter_reduce(2, slot, received, "amax")


def first_tokens(words: Int[Tensor, "batch key"], number: int) -> Int[Tensor, "batch word"]:
    """Where each word begins; -1 for a word without a token."""
    member = words[:, :, None] == torch.arange(number, device=words.device)
    return torch.where(member.any(1), member.int().argmax(1), -1)
