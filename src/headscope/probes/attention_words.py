"""Attention and words: the weight of a head depends on the two words."""

from typing import Any, ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.probes.fitting.features import Batch
from headscope.probes.probe import Probe, Shape, Source


class AttentionWords(Probe):
    """p(i | j) ∝ exp Σ_k (W_k·(v_i ⊕ v_j) α^k_ij + U_k·(v_i ⊕ v_j) α^k_ji), v frozen word vectors, ⊕ concatenation.

    The root's attention is that of the probe without words; its vector is learned, because no table has one. `as_published` does what the
    authors' notebook does: the maps have the root first and the vectors have it last, so the root gets the first word's vector, each
    word the next word's, and the last word the root's; and each head adds a bias to W_k·(v_i ⊕ v_j) and to U_k·(v_i ⊕ v_j).

    The weight of head k from i to j has one part from v_i and one from v_j, so each part is computed per word, not per pair. With the maps
    of both directions concatenated, F_ji = (α_ij, α_ji), everything is one product: F_ji·y_j + F_ij·x_i, x_i having its halves exchanged.
    """

    name = "attention-words"
    title = "attention + words"
    formula = "score(j, i) = Σ over heads of W·(v(i), v(j))·α(i, j) + U·(v(i), v(j))·α(j, i)"
    maps: ClassVar[Source | None] = "model"
    words = True
    pace = 2.0

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        assert shape.vectors is not None, "a probe with words needs their vectors"
        heads, (_, size) = len(shape.heads), shape.vectors.shape
        self.register_buffer("vectors", shape.vectors, persistent=False)
        self.vectors: Tensor
        self.W = nn.Parameter(torch.zeros(heads, 2 * size))
        self.U = nn.Parameter(torch.zeros(heads, 2 * size))
        self.root = nn.Parameter(torch.ones(2))
        self.root_vector = nn.Parameter(torch.zeros(size))
        self.bias = nn.Parameter(torch.zeros(2 * heads)) if shape.as_published else None

    def scores(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        maps, special = batch.given
        assert batch.words is not None
        maps, special = maps.to(self.W.dtype), special.to(self.W.dtype)
        heads, width = len(self.W), batch.width
        vectors = self.vectors[batch.words]
        governor, dependent = torch.cat([self.W, self.U]).chunk(2, 1)  # each [2 heads, feature]
        candidates = self._candidates(batch, vectors) @ governor.T  # [batch, candidate, 2 heads], the root last
        mine = vectors @ dependent.T
        mine = mine if self.bias is None else mine + self.bias
        pairs = torch.cat([maps.transpose(1, 2), maps], 3)  # F: [batch, j, i, 2 heads]
        turned = candidates[:, :-1].roll(heads, 2)
        narrow = torch.stack([mine, turned], 2).flatten(0, 1)
        found: Tensor = _Products.apply(pairs.flatten(0, 1), narrow)  # type: ignore[no-untyped-call]
        found = found.view(len(maps), width, 2, width)
        words = found[:, :, 0] + found[:, :, 1].transpose(1, 2)
        weight = mine[..., heads:] + candidates[:, -1:, heads:]  # of the root: what j gives to special tokens
        root = (special * weight[:, :, None]).sum(3) @ self.root
        return torch.cat([words, root[:, :, None]], 2)

    def _candidates(
        self, batch: Batch, vectors: Float[Tensor, "batch word feature"]
    ) -> Float[Tensor, "batch candidate feature"]:
        """The vector of every candidate governor, the root last: its own, or in the published way its neighbour's."""
        root = self.root_vector.expand(len(vectors), 1, -1)
        if not self.shape.as_published:
            return torch.cat([vectors, root], 1)
        places = torch.arange(batch.width, device=vectors.device)
        last = (places + 1 == batch.lengths[:, None])[:, :, None]
        following = torch.where(last, root, vectors.roll(-1, 1))
        return torch.cat([following, vectors[:, :1]], 1)

    def head_weights(self) -> dict[str, Float[Tensor, " head"]]:
        """W_k·(v ⊕ v) and U_k·(v ⊕ v) of the mean vector v: what a head counts for between average words."""
        mean = self.vectors.mean(0).repeat(2)
        heads = len(self.W)
        bias = torch.zeros(2 * heads, device=mean.device) if self.bias is None else self.bias.detach()
        return {"w": self.W.detach() @ mean + bias[:heads], "u": self.U.detach() @ mean + bias[heads:]}

    def leave_out(self, head: int) -> None:
        """From now on as if the head attended to nothing."""
        with torch.no_grad():
            self.W[head] = self.U[head] = 0
            if self.bias is not None:
                self.bias[head] = self.bias[head + len(self.W)] = 0


class _Products(torch.autograd.Function):
    """F·z of every row F_j of one matrix with each of two vectors; the gradient goes to the vectors alone, since maps are frozen. Matrix
    products this narrow are five times slower on a CPU when left to the usual road, there and back; on a GPU what counts is one call
    instead of many."""

    @staticmethod
    def forward(ctx: Any, matrices: Float[Tensor, "word other head"], vectors: Float[Tensor, "word two head"]) -> Tensor:
        ctx.save_for_backward(matrices)
        if matrices.is_cuda:
            return vectors @ matrices.transpose(1, 2)
        found = [torch.linalg.vecdot(matrices, vector[:, None]) for vector in vectors.unbind(1)]
        return torch.stack(found, 1)

    @staticmethod
    def backward(ctx: Any, *gradients: Float[Tensor, "word two other"]) -> tuple[None, Tensor]:
        (matrices,) = ctx.saved_tensors
        return None, gradients[0] @ matrices


class RandomWords(AttentionWords):
    """The same probe on the maps of the model with random weights but its own embeddings: what words and the architecture alone achieve."""

    name = "random-words"
    title = "random attention + words"
    formula = "as attention-words, with every weight of the model but its embeddings drawn at random"
    maps: ClassVar[Source | None] = "random"
