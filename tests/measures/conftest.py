"""Segments with made-up maps, and the way from them through headscope's measures."""

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer

from headscope.measures import Maps, Measure
from headscope.models.bundled import FOLDER
from headscope.tokens import Encoded, Encoder, collate

WORDS = ("[CLS]", "[SEP]", ".", ",", "house", "river", "in", "was")


class Segment(NamedTuple):
    """A text's tokens and its maps [head, n, n]."""

    tokens: list[str]
    maps: np.ndarray


@pytest.fixture(scope="session")
def oracle() -> ModuleType:
    """tests/oracle.py, loaded by its path: under importlib mode tests are not a package."""
    path = Path(__file__).parents[1] / "oracle.py"
    spec = importlib.util.spec_from_file_location("headscope_test_oracle", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return Encoder(AutoTokenizer.from_pretrained(FOLDER))


@pytest.fixture(scope="session")
def encoded(encoder: Encoder) -> Callable[..., Encoded]:
    """Token strings as the model would get them."""

    def encode(tokens: Sequence[str], document: str = "document") -> Encoded:
        ids = tuple(encoder.tokenizer.convert_tokens_to_ids(list(tokens)))
        assert encoder.tokenizer.unk_token_id not in ids
        return Encoded(document, ids, (0,) * len(ids), (0,) * len(ids))

    return encode


@pytest.fixture(scope="session")
def random_segment() -> Callable[..., Segment]:
    """Tokens of all kinds and maps in which some weights are exactly 0 and some rows sum to less than 1."""

    def make(seed: int, n: int, heads: int = 2, tokens: Sequence[str] | None = None) -> Segment:
        random = np.random.default_rng(seed)
        maps = random.gamma(0.3, size=(heads, n, n)) * (random.random((heads, n, n)) > 0.3) + 1e-300
        maps[maps < 1e-200] = 0
        maps[..., 0] += maps.sum(-1) == 0
        maps /= maps.sum(-1, keepdims=True)
        maps *= np.where(random.random((heads, n, 1)) < 0.3, random.random((heads, n, 1)), 1)
        return Segment(list(tokens) if tokens is not None else [str(w) for w in random.choice(WORDS, n)], maps)

    return make


@pytest.fixture(scope="session")
def make_maps(encoder: Encoder, encoded: Callable[..., Encoded]) -> Callable[..., Maps]:
    """Segments as one padded batch: weights into padding are 0, rows of padding hold `garbage`."""

    def make(segments: Sequence[Segment], dtype: torch.dtype = torch.float64, garbage: float | None = None) -> Maps:
        batch = collate([encoded(segment.tokens) for segment in segments], encoder)
        longest = batch.source.ids.shape[1]
        weights = np.zeros((len(segments), segments[0].maps.shape[0], longest, longest))
        for row, (tokens, maps) in zip(weights, segments, strict=True):
            n = len(tokens)
            row[:, :n, :n] = maps
            row[:, n:] = np.random.default_rng(n).normal(size=row[:, n:].shape) if garbage is None else garbage
        alpha = torch.tensor(weights, dtype=dtype)
        return Maps(alpha, batch.source, batch.source, gradient=0.5 - 2 * alpha)  # for the measures that ask for one

    return make


@pytest.fixture(scope="session")
def observed(make_maps: Callable[..., Maps]) -> Callable[..., list[dict[str, np.ndarray | None]]]:
    """Per segment and key, the figure of every head; None where the measure gives the segment no weight."""

    def observe(measure: Measure, segments: Sequence[Segment], **options: Any) -> list[dict[str, np.ndarray | None]]:
        seen = measure.observe(make_maps(segments, **options))
        return [
            {key: seen.values[at, b].double().numpy() if seen.weights[at, b] else None for at, key in enumerate(measure.keys)}
            for b in range(len(segments))
        ]

    return observe
