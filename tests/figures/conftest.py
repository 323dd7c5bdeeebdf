"""Runs made by hand, and drawings read back: a mark's place against the numbers that stand on its axes."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.sample_text import Example, StackExample, Tokens
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

SVG = "{http://www.w3.org/2000/svg}"
EVEN = {"entropy": 4.75, "pattern": 0.02}
TEXT = "[CLS] the king saw the straw ##berries . [SEP] the queen saw the king . [SEP]"
KEYS = {
    "offset": ("-1", "0", "+1"),
    "token": ("cls", "sep", "punct"),
    "token-from-sep": ("cls", "sep", "punct"),
    "token-from-rest": ("cls", "sep", "punct"),
    "entropy": ("all", "cls"),
    "gradient": ("sep", "cls", "punct", "other"),
    "ablation": ("zero", "mean"),
    "pattern": ("next", "previous", "same", "same-other", "related", "related-other", "predictive", "pieces", "delimiter"),
}  # fmt: skip


def make_run(
    values: dict[str, Any],
    *,
    distances: Any = None,
    example: Example | None = None,
    groups: int = GROUPS,
    spread: float = 0.0,
    stacks: Sequence[str] = ("encoder",),
    corpora: Sequence[str] = ("c",),
    name: str = "m",
    left_out: dict[str, str] | None = None,
    kinds: Sequence[str] = ("raw",),
) -> Scores:
    """A run whose scores (`{"offset.+1": [[…]]}`) are the same in each group of documents but for noise of size `spread`. Under further
    kinds of weights all are half of that."""
    tally, measures, shape = Tally(), {}, [1, 1]
    weights = np.zeros(GROUPS)
    weights[:groups] = 1
    noise = np.random.default_rng(0).standard_normal((GROUPS, 1, 1)) * spread
    for full, table in values.items():
        measure, key = full.split(".")
        measures.setdefault(measure, []).append(key)
        array = np.array(table, dtype=float)
        shape = list(array.shape)
        for corpus in corpora:
            for stack in stacks:
                series = Series(corpus, stack, measure, key)
                tally.add(series, (array[None] + noise) * weights[:, None, None], weights)
                if measure not in ("gradient", "ablation"):
                    even = 0.5 if key == "predictive" else EVEN.get(measure, 0.01)
                    tally.add(
                        series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), even) * weights[:, None, None], weights
                    )
    for series in list(tally):
        for kind in kinds[1:]:
            tally.add(series._replace(weights=kind), tally.totals(series) / 2, tally.weights(series))
    if distances is not None:
        table = np.array(distances, dtype=float)
        measures["divergence"] = ["all"]
        for corpus in corpora:
            for stack in stacks:
                pairs = table[np.triu_indices(len(table), 1)][None, None]
                tally.add(Series(corpus, stack, "divergence", "all"), pairs, np.ones(1))
        shape = shape if values else [1, len(table)]
    model = {"name": name, "stacks": dict.fromkeys(stacks, shape), "dtype": "float32", "road": "tap"}
    records = [CorpusRecord(corpus, corpus, "plain", "0", 3, groups, 10, 0, 0, {}, ["1/1"]) for corpus in corpora]
    options = {"max_length": 128, "limit": None, "batch_size": 16, "weights": list(kinds)}
    return Scores(tally, Manifest(model, records, measures, options, 1.0, left_out or {}), example)


def make_tokens(text: str | Sequence[str] = TEXT) -> Tokens:
    texts = tuple(text.split() if isinstance(text, str) else text)
    special = tuple(token in ("[CLS]", "[SEP]") for token in texts)
    end = texts.index("[SEP]") if "[SEP]" in texts else len(texts)
    word, words = -1, []
    for token, is_special in zip(texts, special, strict=True):
        word += not is_special and not token.startswith("##")
        words.append(-1 if is_special else word)
    return Tokens(texts, special, tuple(int(at > end) for at in range(len(texts))), tuple(words))


def make_example(layers: int, heads: int, text: str | Sequence[str] = TEXT, seed: int = 0) -> Example:
    tokens = make_tokens(text)
    n = len(tokens.texts)
    maps = np.random.default_rng(seed).dirichlet(np.full(n, 0.2), (layers, heads, n)).astype(np.float32)
    return Example({"encoder": StackExample(tokens, tokens, maps)})


def make_full_run(
    layers: int = 3, heads: int = 4, *, seed: int = 0, text: str | Sequence[str] = TEXT, **options: Any
) -> Scores:
    """Everything that figures draw from, with made-up numbers."""
    options.setdefault("kinds", ("raw", "norm"))
    random = np.random.default_rng(seed)
    sizes = {"entropy": 4.5, "gradient": 0.02, "ablation": 0.1}
    values = {
        f"{measure}.{key}": random.random((layers, heads)) * sizes.get(measure, 1.0)
        for measure, keys in KEYS.items()
        for key in keys
    }
    layered = {f"mixing.{key}": np.random.default_rng(1).random((layers, 1)) for key in ("Attn-W", "AttnRes-N")}
    places = random.random((layers * heads, 3)) * 0.4
    distances = np.linalg.norm(places[:, None] - places[None], axis=-1)
    return make_run(layered | values, distances=distances, example=make_example(layers, heads, text), **options)


class Read:
    """An SVG read back. `places` gives the marks' centres, `value` and `layer` what their places mean by the axes' own numbers."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)

    def of_class(self, *names: str, inside: ElementTree.Element | None = None) -> list[ElementTree.Element]:
        every = (self.root if inside is None else inside).iter()
        return [one for one in every if set(names) <= set(one.get("class", "").split())]

    @property
    def panels(self) -> list[ElementTree.Element]:
        return [
            one for one in self.root.iter(f"{SVG}g") if any(two.get("class") == "heading" for two in one.findall(f"{SVG}text"))
        ]

    def value_of(self, y: float) -> float:
        """By the numbers on the left of the first panel, which stand 4 pixels below their lines."""
        ticks = [
            (float(one.get("y")) - 4, float(one.text))
            for one in self.of_class("tick")
            if _is_number(one) and one.get("text-anchor") == "end"
        ]
        (y0, v0), (y1, v1) = ticks[0], ticks[-1]
        return v0 + (y - y0) / (y1 - y0) * (v1 - v0)

    def layer_of(self, x: float, panel: ElementTree.Element) -> int:
        """By the layers' numbers below the panel."""
        ticks = [
            (float(one.get("x")), int(one.text))
            for one in self.of_class("tick", inside=panel)
            if one.get("text-anchor") == "middle" and _is_number(one)
        ]
        return min(ticks, key=lambda tick: abs(tick[0] - x))[1]


def _is_number(element: ElementTree.Element) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", element.text or "") is not None


@pytest.fixture(scope="session")
def run() -> Callable[..., Scores]:
    return make_run


@pytest.fixture(scope="session")
def full_run() -> Callable[..., Scores]:
    return make_full_run


@pytest.fixture(scope="session")
def example() -> Callable[..., Example]:
    return make_example


@pytest.fixture(scope="session")
def tokens() -> Callable[..., Tokens]:
    return make_tokens


@pytest.fixture(scope="session")
def read() -> type[Read]:
    return Read
