"""Tallies of formats 1 and 2: one tensor `totals/N` [group, layer, head] and one `weights/N` [group], or of the shape of the totals, per
series, float64, with all document groups, whether they hold something or not."""

from collections.abc import Sequence

from headscope.tallies.groups import GROUPS
from headscope.tallies.tally import Tally
from headscope.tensors import Tensors
from headscope.types import Series


def tally_of_all_groups(file: Tensors, names: Sequence[Series]) -> Tally:
    """The tally in such a file; raises ValueError where its tensors are not those of the series."""
    expected = {
        f"{kind}/{number}": ranks for number in range(len(names)) for kind, ranks in (("totals", (3,)), ("weights", (1, 3)))
    }
    if file.arrays.keys() != expected.keys():
        raise ValueError("its tensors are not those of its series")
    for name, ranks in expected.items():
        stored = file.arrays[name]
        if stored.dtype != "<f8" or stored.ndim not in ranks or len(stored) not in (GROUPS, 1):
            raise ValueError(f"{name} is {stored.dtype} of shape {list(stored.shape)}")
    tally = Tally()
    for number, series in enumerate(names):
        totals, weights = file.arrays[f"totals/{number}"], file.arrays[f"weights/{number}"]
        if len(totals) != len(weights):
            raise ValueError(f"series {number} has {len(totals)} groups of totals and {len(weights)} of weights")
        tally.add(series, totals, weights)
    return tally
