"""Rollout against its definition in plain NumPy."""

import numpy as np
import torch

from headscope.models.rollout import rollout


def test_rollout_is_its_definition():
    random = np.random.default_rng(20)
    maps = random.dirichlet(np.ones(5), (3, 2, 4, 5))  # layers, units, heads, queries
    found = list(rollout([torch.from_numpy(layer) for layer in maps]))
    for unit in range(2):
        before = np.eye(5)
        for layer in range(3):
            mean = sum(maps[layer, unit, head] for head in range(4)) / 4
            with_residual = mean + np.eye(5)
            for row in with_residual:
                row /= row.sum()
            before = with_residual @ before
            assert np.abs(found[layer][unit].numpy() - before).max() < 1e-12
            assert np.allclose(before.sum(-1), 1)


def test_rows_that_sum_to_less_than_one_are_scaled():
    """gpt-oss gives part of a row to nothing."""
    (found,) = rollout([torch.tensor([[[[0.5, 0.0], [0.25, 0.25]]]])])
    assert torch.allclose(found, torch.tensor([[[1.0, 0.0], [0.25 / 1.5, 1.25 / 1.5]]]))
