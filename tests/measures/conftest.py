"""Segments and annotated units with made-up maps, and the way from them through headscope's measures."""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer

from headscope.measures import Maps, Measure
from headscope.measures.measure import Cuts
from headscope.models.bundled import FOLDER
from headscope.models.residuals import Norm
from headscope.models.values import Projection
from headscope.tokens import Encoded, Encoder, collate
from headscope.types import Mention, Sentence

WORDS = ("[CLS]", "[SEP]", ".", ",", "house", "river", "in", "was")


PIECES = ("house", "river", "in", "was", "water", "of")  # what annotated words are split into
RELATIONS = ("nsubj", "det", "poss", "nmod:poss", "punct")
TAGS = ("PRON", "PROPN", "NOUN", "VERB")
Figures = dict[tuple[str, str, str], np.ndarray]  # by baseline (empty: the heads), key and direction


class Segment(NamedTuple):
    """A text's tokens and its maps [head, n, n]."""

    tokens: list[str]
    maps: np.ndarray


class Annotated(NamedTuple):
    """Annotated sentences as a unit, its tokens, the word that each is of (-1: special) and its maps [head, n, n]."""

    sentences: tuple[Sentence, ...]
    tokens: list[str]
    words: tuple[int, ...]
    maps: np.ndarray


def _load(name: str, path: Path) -> ModuleType:
    """A module by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def oracle() -> ModuleType:
    """tests/oracle.py: the surface measures, slowly."""
    return _load("headscope_test_oracle", Path(__file__).parents[1] / "oracle.py")


@pytest.fixture(scope="session")
def parsing() -> ModuleType:
    """parsing_oracle.py: word maps and the measures of parsed sentences, slowly."""
    return _load("headscope_test_parsing_oracle", Path(__file__).with_name("parsing_oracle.py"))


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
        side = batch.source
        gates = torch.stack([0.5 - 2 * alpha[at, :, :n, :n].sum((-1, -2)) for at, n in enumerate(side.lengths)])
        # Gradients, gates, logits and cuts are for the measures that ask for them: any figure of a head will do. Values and residuals are
        # made of the tokens.
        heads, ids = alpha.shape[1], side.ids[..., None].to(dtype)
        residual = torch.cos(ids * torch.arange(1, 6))
        values = torch.stack([torch.sin(ids * torch.arange(1, 4) * (1 + head)) for head in range(heads)], 1)
        random = np.random.default_rng(0).normal(size=(heads, 3, 5))
        return Maps(
            alpha,
            side,
            side,
            gradient=0.5 - 2 * alpha,
            gates=gates,
            logits=alpha[..., 0],
            cuts=made_cuts(alpha, side.real),
            values=values.to(dtype),
            projection=Projection(torch.tensor(random, dtype=dtype), None),
            residual=residual.to(dtype).masked_fill(~side.real[..., None], 7.0 if garbage is None else garbage),
            norm=Norm(torch.linspace(0.5, 2, 5, dtype=dtype)),
        )

    return make


def made_cuts(weights: torch.Tensor, real: torch.Tensor) -> Cuts:
    """Cuts that make each token's loss rise by something of each head's own; two tokens of three are predicted."""
    rise = weights.diagonal(dim1=-2, dim2=-1) - 0.3
    return Cuts({"zero": rise, "mean": 2 * rise}, real & (torch.arange(real.shape[1]) % 3 < 2))


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


def random_sentence(random: np.random.Generator, number: int) -> Sentence:
    """A random tree over words that are possessors and their markers more often than in any language, with random mentions."""
    order = random.permutation(number).tolist()
    heads = [-1] * number
    for at, word in enumerate(order[1:], 1):
        heads[word] = order[random.integers(at)]
    relations = tuple("root" if head < 0 else str(random.choice(RELATIONS)) for head in heads)
    words = tuple(str(random.choice(("Mia", "river", "'s", "'", "’s", "’", "saw", "s"))) for _ in range(number))
    starts = random.integers(0, number, 5)
    spans = {(int(start), int(min(number, start + random.integers(1, 4)))) for start in starts}
    mentions = tuple(Mention(start, end, str(random.integers(2))) for start, end in sorted(spans))
    tags = tuple(str(tag) for tag in random.choice(TAGS, number))
    return Sentence(words, tuple(heads), relations, tags, mentions=mentions)


@pytest.fixture(scope="session")
def random_annotated(random_segment: Callable[..., Segment]) -> Callable[..., Annotated]:
    """Sentences of so many words, each word of 0 to 3 tokens, special tokens around them unless not wanted."""

    def make(seed: int, *sizes: int, heads: int = 2, specials: bool = True, missing: float = 0.15) -> Annotated:
        random = np.random.default_rng(seed)
        sentences = tuple(random_sentence(random, size) for size in sizes)
        pieces = random.integers(1, 4, sum(sizes)) * (random.random(sum(sizes)) >= missing)
        inside = np.repeat(np.arange(sum(sizes)), pieces).tolist()
        tokens, words = [str(token) for token in random.choice(PIECES, len(inside))], inside
        if specials or not inside:  # at least one token, for the model
            tokens, words = ["[CLS]", *tokens, "[SEP]"], [-1, *words, -1]
        return Annotated(sentences, tokens, tuple(words), random_segment(seed, len(tokens), heads, tokens).maps)

    return make


@pytest.fixture(scope="session")
def annotated_maps(make_maps: Callable[..., Maps], encoder: Encoder, encoded: Callable[..., Encoded]) -> Callable[..., Maps]:
    """Annotated units as one padded batch; `options` are those of `make_maps` and of Maps."""

    def make(units: Sequence[Annotated], words_from: str = "mean", **options: Any) -> Maps:
        rows = [replace(encoded(unit.tokens), words=unit.words, sentences=unit.sentences) for unit in units]
        batch = collate(rows, encoder)
        maps = make_maps([Segment(unit.tokens, unit.maps) for unit in units], **options)
        side = batch.source
        cuts = made_cuts(maps.weights, side.real)
        return Maps(maps.weights, side, side, sentences=batch.sentences, words_from=words_from, cuts=cuts)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def annotated_figures(annotated_maps: Callable[..., Maps]) -> Callable[..., list[Figures]]:
    """Per unit the figure of every head under every key and direction that counts there, and of every baseline."""

    def observe(measure: Measure, units: Sequence[Annotated], **options: Any) -> list[Figures]:
        maps = annotated_maps(units, **options)
        found: list[Figures] = [{} for _ in units]
        for baseline, seen in {"": measure.observe(maps), **measure.baselines(maps, maps)}.items():
            names = seen.names if seen.names is not None else [(key, "") for key in measure.keys]
            assert len(set(names)) == len(names) == len(seen.values)
            for at, (key, direction) in enumerate(names):
                for b, figures in enumerate(found):
                    if seen.weights[at, b]:
                        figures[baseline, key, direction] = seen.values[at, b].double().numpy()
        return found

    return observe
