"""Counting targets: where they are, as on a CPU, and over all pairs, as on a GPU, where no test runs."""

import numpy as np
import pytest
import torch

from headscope.measures.follow import count_all, count_listed


@pytest.mark.parametrize("count", [count_all, count_listed])
@pytest.mark.parametrize(("share", "seed"), [(0.0, 0), (0.02, 1), (0.3, 2), (1.0, 3)])
def test_queries_with_a_target_and_targets_are_counted(count, share: float, seed: int) -> None:
    """Rules without a target, queries with several, and all of them."""
    found = torch.rand(3, 4, 7, 9, generator=torch.Generator().manual_seed(seed)) < share
    found[1, 2] = False
    with_target, targets = count(found, found.nonzero(as_tuple=True))
    np.testing.assert_array_equal(with_target, found.numpy().any(-1).sum(-1))
    np.testing.assert_array_equal(targets, found.numpy().sum((-1, -2)))
    assert with_target.dtype == targets.dtype == torch.long
