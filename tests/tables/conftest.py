"""Made-up runs for the tables."""

from collections.abc import Callable

import numpy as np
import pytest

from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


@pytest.fixture
def run() -> Callable[..., Scores]:
    """A run from tables by "measure.key" ([layer, head] each, the same in all groups) and distances [head, head], on every one of
    its corpora and stacks; `chance` is every score's baseline."""

    def make(tables, distances=None, *, corpora=("c",), stacks=("encoder",), groups=GROUPS, chance=0.25, shape=None) -> Scores:
        tally, measures = Tally(), {}
        weights = (np.arange(GROUPS) < groups).astype(float)
        for name, table in tables.items():
            measure, key = name.split(".", 1)
            measures.setdefault(measure, []).append(key)
            shape = np.shape(table)
            for corpus in corpora:
                for stack in stacks:
                    series = Series(corpus, stack, measure, key)
                    tally.add(series, weights[:, None, None] * np.array(table, dtype=float), weights)
                    if measure != "gradient":
                        tally.add(series._replace(baseline="uniform"), weights[:, None, None] * chance, weights)
        if distances is not None:
            measures["divergence"] = ["all"]
            pairs = np.array(distances, dtype=float)[np.triu_indices(len(distances), 1)]
            for corpus in corpora:
                for stack in stacks:
                    tally.add(Series(corpus, stack, "divergence", "all"), pairs[None, None] * 4, np.full(1, 4.0))
        records = [CorpusRecord(name, name, "plain", "0", 3, groups, 10 * groups, 0, 0, {}, ["1/1"]) for name in corpora]
        model = {"name": "m", "stacks": {stack: list(shape) for stack in stacks}}
        return Scores(tally, Manifest(model, records, measures, {}, 1.0))

    return make
