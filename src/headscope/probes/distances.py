"""Distances and words: a hidden layer and no attention."""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.probes.fitting.features import Batch
from headscope.probes.probe import Probe, Shape

HIDDEN = 256
NEAR = (-2, -1, 0, 1, 2)  # distances with an indicator of their own


class DistancesWords(Probe):
    """p(i | j) ∝ exp (o · tanh(H (d_ij ⊕ v_i ⊕ v_j) + h)) with 256 hidden units, v frozen word vectors.

    d_ij is the distance from j back to i and forward to i, as a share of the sentence's length; an indicator each for the distances −2, −1,
    0, 1 and 2; and an indicator for the root, which has no position. The root's vector is learned.
    """

    name = "distances-words"
    title = "distances + words"
    formula = "score(j, i) = one hidden layer of 256 tanh units over the distance of i from j, v(i) and v(j)"
    words = True

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        assert shape.vectors is not None, "a probe with words needs their vectors"
        size, places = shape.vectors.shape[1], len(NEAR) + 3
        self.register_buffer("vectors", shape.vectors, persistent=False)
        self.vectors: Tensor
        self.distance = nn.Linear(places, HIDDEN)
        self.governor, self.dependent = (nn.Linear(size, HIDDEN, bias=False) for _ in range(2))
        self.out = nn.Linear(HIDDEN, 1, bias=False)  # a constant for all candidates would change nothing
        self.root_vector = nn.Parameter(torch.zeros(size))

    def scores(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        assert batch.words is not None
        vectors = self.vectors[batch.words]
        candidates = torch.cat([vectors, self.root_vector.expand(len(vectors), 1, -1)], 1)
        hidden = self.distance(distances(batch, self.out.weight.dtype))
        hidden = hidden + self.governor(candidates)[:, None] + self.dependent(vectors)[:, :, None]
        scored: Tensor = self.out(torch.tanh(hidden))
        return scored.squeeze(3)


def distances(batch: Batch, dtype: torch.dtype) -> Float[Tensor, "batch word candidate feature"]:
    """d_ij for every word j and candidate i: share behind, share ahead, the indicators, the root.

    >>> batch = Batch((0,), torch.tensor([3]), torch.tensor([[1, 3, 1]]))
    >>> [round(x, 2) for x in distances(batch, torch.float32)[0, 0, 2].tolist()]  # from the first word to the third
    [0.0, 0.67, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    """
    places = torch.arange(batch.width, device=batch.governors.device)
    apart = places - places[:, None]  # i − j
    share = apart.to(dtype) / batch.lengths[:, None, None]
    near = [(apart == distance).expand(len(batch.lengths), -1, -1) for distance in NEAR]
    words = torch.stack([(-share).clamp(min=0), share.clamp(min=0), *near, torch.zeros_like(share)], 3)
    words = nn.functional.pad(words, (0, 0, 0, 1))
    words[:, :, -1, -1] = 1
    return words.to(dtype)
