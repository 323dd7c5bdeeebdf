"""Baselines that use positions only: always the next word, and the fixed offset that was right most often in training."""

import time

import torch
from jaxtyping import Float, Int
from torch import Tensor

from headscope.probes.fitting.features import Batch, Batches
from headscope.probes.fitting.settings import Curve, Listener, Settings
from headscope.probes.probe import Probe, Shape, one_hot_scores

OFFSETS = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5)  # of equally good ones the first is taken


class RightBranching(Probe):
    """The governor is the next word; for the last word, the root. The paper's baseline: its 26 is the accuracy of the fixed offset +1."""

    name = "right-branching"
    title = "right-branching"
    formula = "the governor is the next word; for the last word, the root"
    offset = 1

    def scores(self, batch: Batch) -> Float[Tensor, "batch word candidate"]:
        return one_hot_scores(batch, at_offset(batch, self.offset))

    def fit(self, train: Batches, held_out: Batches, settings: Settings, listener: Listener | None = None) -> Curve:
        return Curve()


class BestOffset(RightBranching):
    """The governor is d words later, or the root if there is no such word; d, from −5 to 5, is the offset that is right most often in
    training."""

    name = "best-offset"
    title = "best offset"
    formula = "the governor is d words later; d is right most often in training"

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.offset = OFFSETS[0]

    def fit(self, train: Batches, held_out: Batches, settings: Settings, listener: Listener | None = None) -> Curve:
        began = time.perf_counter()
        right = torch.zeros(len(OFFSETS), dtype=torch.int64)
        for batch in train:
            right += torch.tensor([int((at_offset(batch, offset) == batch.governors).sum()) for offset in OFFSETS])
        self.offset = OFFSETS[int(right.argmax())]
        return Curve(seconds=time.perf_counter() - began)


def at_offset(batch: Batch, offset: int) -> Int[Tensor, "batch word"]:
    """The candidate so many places on from each word; the root where there is no word.

    >>> at_offset(Batch((0,), torch.tensor([3]), torch.tensor([[1, 3, 1]])), 2).tolist()
    [[2, 3, 3]]
    """
    places = torch.arange(batch.width, device=batch.governors.device) + offset
    return torch.where((places >= 0) & (places < batch.lengths[:, None]), places, batch.width)
