"""Do the rows of maps made elsewhere sum to 1? More is refused, and so is what is no weight; less is counted and told."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.tokens import Side
from headscope.types import Head, Site

TOLERANCE, HALF_TOLERANCE = 0.001, 0.01  # the latter for float16; wider ones may have been half on their way, too


Check = Callable[[Site, Tensor], None]  # looks at one layer


class RowCheck:
    """What was found so far: per map the number of rows that sum to less than 1, and the least sum."""

    def __init__(self) -> None:
        self.short: dict[str, int] = {}
        self.least = 1.0

    @contextmanager
    def of(self, names: Sequence[str], maps: Sequence[np.ndarray], side: Side) -> Iterator[Check]:
        """A check for the layers of one batch; a map that is looked at twice counts once."""
        counts = torch.zeros(len(names), dtype=torch.long)
        tolerance = torch.tensor([HALF_TOLERANCE if array.dtype.itemsize == 2 else TOLERANCE for array in maps])[:, None, None]

        def check(site: Site, weights: Float[Tensor, "batch head query key"]) -> None:
            sums = weights.sum(-1)
            wrong = ~(sums <= 1 + tolerance) | (weights.amin(-1) < 0)  # a sum that is no number is not at most 1 either
            if wrong.any():
                raise _refusal(names, site, weights, sums, wrong)
            short = (sums < 1 - tolerance) & side.real[:, None]
            if short.any():
                counts.add_(short.sum((1, 2)))
                self.least = min(self.least, float(sums[short].min()))

        yield check
        self.short |= {name: count for name, count in zip(names, counts.tolist(), strict=True) if count}

    def remark(self) -> str | None:
        """A sentence about rows that sum to less than 1; None where all do."""
        if not self.short:
            return None
        maps = "one map" if len(self.short) == 1 else f"{len(self.short):,} maps"
        return (
            f"In {maps} ('{min(self.short)}' for one) {sum(self.short.values()):,} rows sum to less than 1, "
            f"the least to {self.least:.3g}: part of their attention is not in the file. They were measured as they are."
        )


def _refusal(names: Sequence[str], site: Site, weights: Tensor, sums: Tensor, wrong: Tensor) -> HeadscopeError:
    """The sentence about the first row that is wrong."""
    unit, head, row = wrong.nonzero()[0].tolist()
    if weights[unit, head, row].isnan().any():
        what = "a weight that is not a number (NaN)"
    elif (lowest := float(weights[unit, head, row].min())) < 0:
        what = f"a negative weight ({lowest:.3g})"
    else:
        what = f"a sum of {float(sums[unit, head, row]):.4g}, more than 1"
    where = f"head {Head(site.layer, head)}, row {row} counted from 0"
    return HeadscopeError(f"The map '{names[unit]}' is not attention: {where}, has {what}. Expected rows that sum to 1.")
