"""Sentences with made-up trees, maps and vectors, for probes to learn from."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from headscope.probes.fitting.features import MapsInMemory, Parsed
from headscope.types import Sentence


def random_tree(random: np.random.Generator, number: int) -> tuple[int, ...]:
    """The governors of a random tree with one root."""
    order = random.permutation(number).tolist()
    heads = [-1] * number
    for at, word in enumerate(order[1:], 1):
        heads[word] = order[random.integers(at)]
    return tuple(heads)


@pytest.fixture(scope="session")
def planted() -> Callable[..., Parsed]:
    """Random trees under `heads` heads of even attention; head `perfect`, if any, looks from each word to its governor, from the root to
    the first special token. `noise` puts random weights in place of even ones."""

    def make(
        sentences: int = 40,
        heads: int = 3,
        perfect: int | None = None,
        noise: bool = False,
        seed: int = 0,
        dtype: torch.dtype = torch.float16,
        longest: int = 9,
        shortest: int = 2,
    ) -> Parsed:
        random = np.random.default_rng(seed)
        made: list[Sentence] = []
        maps: list[Any] = []
        words: list[Any] = []
        for _ in range(sentences):
            n = int(random.integers(shortest, longest + 1))
            tree = random_tree(random, n)
            kinds = random.integers(0, 12, n)
            relations = tuple(
                "root" if head < 0 else ("punct", "nsubj", "obj")[kind % 3] for head, kind in zip(tree, kinds, strict=True)
            )
            made.append(Sentence(tuple(f"w{kind}" for kind in kinds), tree, relations))
            words.append(kinds.astype(np.int64))
            weights = random.gamma(0.5, size=(n, n + 2, heads)) if noise else np.ones((n, n + 2, heads))
            if perfect is not None:
                weights[:, :, perfect] = 0
                weights[np.arange(n), [head if head >= 0 else n for head in tree], perfect] = 1
            maps.append(torch.tensor(weights / weights.sum(1, keepdims=True)).to(dtype))
        documents = [f"document {number // 4}" for number in range(sentences)]
        return Parsed(made, documents, MapsInMemory(maps), words)

    return make


@pytest.fixture(scope="session")
def vectors() -> torch.Tensor:
    """Twelve words' vectors."""
    return torch.tensor(np.random.default_rng(1).normal(size=(12, 5)), dtype=torch.float32)
