"""Runs of a small causal model whose heads do, in each run, exactly what was planted. Loaded by its path, as made_run is."""

from collections.abc import Mapping, Sequence

import numpy as np

from headscope.measures import MEASURES
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.sample_text import Example, StackExample, Tokens
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

BASE = 0.02  # what uniform attention has of everything
TOKENS = 12


def planted_run(
    name: str,
    planted: Mapping[tuple[str, str], Mapping[tuple[int, int], float]],
    *,
    layers: int = 2,
    heads: int = 3,
    maps: Sequence[int] | None = None,
    seed: int = 0,
    spread: float = 0.005,
    groups: int = GROUPS,
    measured: Sequence[str] = ("offset", "sink", "induction"),
    corpus: str = "text",
) -> Scores:
    """A run of a decoder. `planted` has by measure and key the heads whose score is not that of uniform attention; every score strays a
    little from group to group, the same in every run of one seed. `maps` says of each head which of some fixed maps it has on the
    example text; `groups` is how many groups of documents have text."""
    chance = np.random.default_rng(seed)
    tally, shape = Tally(), (GROUPS, layers, heads)
    measures: dict[str, dict[str, None]] = {}
    there = (np.arange(GROUPS) < groups).astype(float)
    for measure in measured:
        for key in MEASURES[measure].known:
            if not MEASURES[measure].known[key].causal:
                continue
            values = np.full((layers, heads), BASE * 0.9)
            for place, value in planted.get((measure, key), {}).items():
                values[place] = value
            strayed = np.clip(values + chance.normal(0, spread, shape), 0, 1)
            series = Series(corpus, "decoder", measure, key)
            measures.setdefault(measure, {})[key] = None
            tally.add(series, strayed * there[:, None, None], there)
            tally.add(series._replace(baseline="uniform"), BASE * there[:, None, None], there)
    model = {
        "name": name, "sha256": "0f" * 32, "stacks": {"decoder": [layers, heads]}, "dtype": "float32", "road": "tap",
        "architecture": "Planted",
        "parameters": 1000, "difference": 0.0, "device": "cpu", "special": {"cls": "<s>"},
    }  # fmt: skip
    record = CorpusRecord(corpus, f"{corpus}.txt", "plain", "a" * 64, 200, 1000, 100_000, 0, 0, {}, ["1/1"])
    manifest = Manifest(model, [record], {name: list(keys) for name, keys in measures.items()}, {"weights": ["raw"]}, 1.0)
    side = Tokens(
        ("<s>", *(f"t{at}" for at in range(TOKENS - 1))),
        (True, *[False] * (TOKENS - 1)),
        (0,) * TOKENS,
        (-1, *range(TOKENS - 1)),
    )
    fixed = np.random.default_rng(99).dirichlet(np.full(TOKENS, 0.05), (layers * heads, TOKENS)).astype(np.float32)
    order = list(range(layers * heads)) if maps is None else list(maps)
    shown = fixed[order].reshape(layers, heads, TOKENS, TOKENS)
    return Scores(tally, manifest, Example({"decoder": StackExample(side, side, shown)}))


PREFIX, SINK, PREVIOUS = ("induction", "prefix"), ("sink", "all"), ("offset", "-1")
STEPS = (0, 64, 128, 256, 512, 1024, 2048)


def planted_history(*, seed: int = 0, late: int = 0) -> list[Scores]:
    """Seven steps. Head 1-2 looks at the previous token from step 128 on, head 2-3 becomes an induction head between 256 and 512 (`late`
    runs later), its sink follows at 1,024; head 2-1 rises from uniform to twice that at 64; head 2-2 is a previous-token head until 256."""
    made = []
    for run, step in enumerate(STEPS):
        induction = {(1, 2): 0.5} if run >= 4 + late else {}
        sinks = {(1, 2): 0.7} if run >= 5 else {}
        previous = {(0, 1): 0.8} if run >= 2 else {}
        previous |= {(1, 1): 0.7} if run <= 2 else {}
        previous |= {(1, 0): 2 * BASE} if run >= 1 else {}
        made.append(planted_run(f"step-{step}", {PREFIX: induction, SINK: sinks, PREVIOUS: previous}, seed=seed))
    return made
