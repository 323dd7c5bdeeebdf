"""Made-up runs of a model with BERT-base's shape, whose numbers and intervals are known."""

from collections.abc import Callable

import numpy as np
import pytest

from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

WAYS = ("dependent-to-head", "head-to-dependent")
CASES = 50.0  # of a relation or a kind of mention in one group
SIGNS = np.where(np.arange(GROUPS) % 2, 1.0, -1.0)


@pytest.fixture
def planted() -> Callable[..., Scores]:
    """A run from values by "measure.key": [layer, head], with a first axis for both directions of a relation. Every other group is
    above its value by `spread` and every other one below, so that the value is exact and the interval is about ± spread / 7.
    `rules` are baselines by "measure.key"; `distances` [head, head] of heads."""

    def make(
        tables,
        rules=(),
        *,
        distances=None,
        model="google-bert/bert-base-uncased",
        corpus="wiki",
        format="plain",
        groups=GROUPS,
        spread=0.0,
        limit=None,
        **options,
    ) -> Scores:
        tally, measures = Tally(), {}
        held = (np.arange(GROUPS) < groups).astype(float)

        def put(series, values):
            weights = held * (CASES if series.measure in ("dependency", "coreference") else 1.0)
            around = np.asarray(values, dtype=float)[None] + spread * SIGNS[:, None, None]
            tally.add(series, around * weights[:, None, None], weights)

        shape = (1, 1)
        for name, table in tables.items():
            measure, key = name.split(".", 1)
            measures.setdefault(measure, []).extend([] if measure == "dependency" else [key])
            values = np.asarray(table, dtype=float)
            shape = values.shape[-2:]
            for way, one in zip(WAYS, values, strict=True) if measure == "dependency" else [("", values)]:
                put(Series(corpus, "encoder", measure, key, way), one)
        for name, baselines in dict(rules).items():
            measure, key = name.split(".", 1)
            for rule, value in baselines.items():
                put(Series(corpus, "encoder", measure, key, "", rule), np.array([[value]]))
        if distances is not None:
            measures["divergence"] = ["all"]
            pairs = np.array(distances, dtype=float)[np.triu_indices(len(distances), 1)]
            tally.add(Series(corpus, "encoder", "divergence", "all"), pairs[None, None] * 4, np.full(1, 4.0))
        record = CorpusRecord(corpus, f"{corpus}.txt", format, "0", 3, 992, 9000, 0, 0, {}, ["1/1"])
        about = {"name": model, "stacks": {"encoder": list(shape)}}
        return Scores(tally, Manifest(about, [record], measures, {"limit": limit, **options}, 1.0))

    return make
