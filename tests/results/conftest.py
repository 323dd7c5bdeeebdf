"""Made-up runs of measures that count: right words and cases, by document group."""

from collections.abc import Callable

import numpy as np
import pytest

from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

WAYS = {"dependency": ("dependent-to-head", "head-to-dependent"), "idle": ("dependent-to-head", "head-to-dependent")}


@pytest.fixture
def counted() -> Callable[..., Scores]:
    """A run from numbers by key: (right [group, direction, layer, head], cases [group], {baseline: right [group]}), the groups being
    `places`, by default the first ones."""

    def make(keys, measure="dependency", *, corpora=("c",), asked=(), places=None, directions=None, shards=("1/1",)) -> Scores:
        tally = Tally()
        ways = directions or WAYS.get(measure, ("",))

        def put(series, right, cases):
            totals, weights = np.zeros((GROUPS, *np.shape(right)[1:])), np.zeros(GROUPS)
            where = np.arange(len(cases)) if places is None else np.array(places)
            totals[where], weights[where] = right, cases
            tally.add(series, totals, weights)

        for corpus in corpora:
            for key, (right, cases, baselines) in keys.items():
                right = np.asarray(right, dtype=float)
                for number, way in enumerate(ways):
                    put(Series(corpus, "encoder", measure, key, way), right[:, number], cases)
                for name, simple in baselines.items():
                    put(
                        Series(corpus, "encoder", measure, key, "", name), np.asarray(simple, dtype=float)[:, None, None], cases
                    )
        shape = list(right.shape[2:])
        records = [CorpusRecord(name, name, "conllu", "0", 3, 9, 90, 0, 0, {}, list(shards)) for name in corpora]
        return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": shape}}, records, {measure: list(asked)}, {}, 1.0))

    return make
