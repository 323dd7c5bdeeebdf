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
    return Grouping(queries, keys, number, weights.dtype, way)(weights)


class Grouping:
    """Which tokens make up which words of a batch: made once, and called with each layer's maps."""

    def __init__(
        self,
        queries: Int[Tensor, "batch query"],
        keys: Int[Tensor, "batch key"],
        number: int,
        dtype: torch.dtype,
        way: From = "mean",
    ) -> None:
        places = torch.arange(number, device=queries.device)
        self._to, member = ((side[:, :, None] == places).to(dtype) for side in (keys, queries))  # [batch, token, word]
        self._rows = (member / member.sum(1, keepdim=True).clamp(min=1)).mT.contiguous()
        self._queries, self._number, self._way = queries, number, way
        self._strangers = (queries < 0)[:, None, :, None]

    def __call__(self, weights: Float[Tensor, "batch head query key"]) -> Float[Tensor, "batch head word word"]:
        # Rows of padding may hold anything, and 0 × NaN is NaN. They seldom do, and hiding them costs a CPU as much as the sums;
        # a GPU would have to wait for the answer.
        if weights.device.type == "cpu":
            found = self._grouped(weights)
            if bool(found.sum().isfinite()):
                return found
        return self._grouped(weights.masked_fill(self._strangers, 0))

    def _grouped(self, weights: Float[Tensor, "batch head query key"]) -> Float[Tensor, "batch head word word"]:
        batch, heads, tokens, _ = weights.shape
        # The heads of a unit share one matrix: side by side in one product they need no copies of it.
        received = (weights.flatten(1, 2) @ self._to).view(batch, heads, tokens, -1)
        if self._way == "mean":
            beside = self._rows @ received.transpose(1, 2).flatten(2)
            return beside.view(batch, self._number, heads, self._number).transpose(1, 2)
        if self._way == "first":
            at = first_tokens(self._queries, self._number)
            taken = received.gather(2, at.clamp(min=0)[:, None, :, None].expand(-1, heads, -1, self._number))
            return taken.masked_fill((at < 0)[:, None, :, None], 0)
        slot = self._queries.clamp(min=0)[:, None, :, None].expand_as(received)
        largest = received.new_zeros(batch, heads, self._number, self._number)
        return largest.scatter_reduce(2, slot, received.masked_fill(self._strangers, 0), "amax")


def first_tokens(words: Int[Tensor, "batch key"], number: int) -> Int[Tensor, "batch word"]:
    """Where each word begins; -1 for a word without a token."""
    member = words[:, :, None] == torch.arange(number, device=words.device)
    return torch.where(member.any(1), member.int().argmax(1), -1)
