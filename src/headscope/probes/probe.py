"""What a probe is: scores for every candidate governor of every word, and a way to fit them.

score(j, i) is computed from a batch; p(i | j) = exp score(j, i) / Σ_i' exp score(j, i') over all other words and the root. It
knows nothing of models, files or metrics.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.probes.fitting.features import PADDING, Batch, Batches
from headscope.probes.fitting.settings import Curve, Listener, Settings
from headscope.types import Head

Source = Literal["model", "random"]  # whose maps: the model's own, or those of the same model with random weights


class Shape(NamedTuple):
    """What a probe must know to be made: the heads of each layer, and the word vectors where it has some."""

    layers: tuple[int, ...]
    vectors: Float[Tensor, "word feature"] | None = None
    as_published: bool = False

    @property
    def heads(self) -> tuple[Head, ...]:
        """Every head, in the order in which maps hold them.

        >>> [str(head) for head in Shape((2, 1)).heads]
        ['1-1', '1-2', '2-1']
        """
        return tuple(Head(layer, head) for layer, number in enumerate(self.layers) for head in range(number))


class Probe(nn.Module, ABC):
    """Scores candidates. A subclass says in `scores` how, and in its docstring by which formula."""

    name: ClassVar[str]
    title: ClassVar[str]
    formula: ClassVar[str]
    maps: ClassVar[Source | None] = None
    words: ClassVar[bool] = False  # whether it looks at word vectors
    pace: ClassVar[float] = 1.0  # its rate, in those of the settings; found on held-out sentences

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape

    @abstractmethod
    def scores(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        """For every word of the batch, every candidate's score; of impossible candidates anything."""

    def forward(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        """The scores, -∞ where a candidate is the word itself or padding."""
        return self.scores(batch).masked_fill(batch.impossible, -torch.inf)

    def loss(self, batch: Batch) -> Float[Tensor, ""]:
        """−ln p(governor | word), summed over the words of the batch."""
        scores = self(batch)
        return nn.functional.cross_entropy(
            scores.flatten(0, 1), batch.governors.flatten(), ignore_index=PADDING, reduction="sum"
        )

    def fit(self, train: Batches, held_out: Batches, settings: Settings, listener: Listener | None = None) -> Curve:
        """Finds the parameters: by gradient descent, unless a probe has a shorter way."""
        from headscope.probes.fitting.training import train as descend  # training.py imports Probe

        return descend(self, train, held_out, settings, listener)

    def head_weights(self) -> dict[str, Float[Tensor, " head"]]:
        """What each head counts for, under the formula's names for it; empty where a probe sees no heads."""
        return {}


def one_hot_scores(batch: Batch, chosen: Tensor) -> Float[Tensor, "batch word candidate"]:
    """Scores of a probe that is certain: 1 for the candidate that it chose for each word, 0 for the others."""
    zeros = torch.zeros(*batch.governors.shape, batch.width + 1, device=batch.governors.device)
    return zeros.scatter(2, chosen[:, :, None], 1.0)
