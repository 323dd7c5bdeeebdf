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


WAYS = ("dependent-to-head", "head-to-dependent")


@pytest.fixture
def annotated() -> Callable[..., Scores]:
    """A run on annotated text from numbers by "measure.key": (totals [group, direction, layer, head], words [group], {baseline:
    right words [group]}), on every one of its corpora and stacks. Measures of relations have open keys and two directions."""

    def make(keys, *, corpora=("c",), stacks=("encoder",)) -> Scores:
        tally, measures = Tally(), {}

        def put(series, totals, words):
            wide, weights = np.zeros((GROUPS, *totals.shape[1:])), np.zeros(GROUPS)
            wide[: len(words)], weights[: len(words)] = totals, words
            tally.add(series, wide, weights)

        for name, (totals, words, baselines) in keys.items():
            measure, key = name.split(".", 1)
            ways = ("",) if measure == "coreference" else WAYS
            measures.setdefault(measure, []).extend([key] if measure == "coreference" else [])
            for corpus in corpora:
                for stack in stacks:
                    for number, way in enumerate(ways):
                        put(Series(corpus, stack, measure, key, way), np.asarray(totals, dtype=float)[:, number], words)
                    for rule, right in baselines.items():
                        simple = np.asarray(right, dtype=float)[:, None, None]
                        put(Series(corpus, stack, measure, key, "", rule), simple, words)
        records = [CorpusRecord(name, name, "conllu", "0", 3, 9, 90, 0, 0, {}, ["1/1"]) for name in corpora]
        model = {"name": "m", "stacks": {stack: list(np.shape(totals)[2:]) for stack in stacks}}
        return Scores(tally, Manifest(model, records, measures, {}, 1.0))

    return make
