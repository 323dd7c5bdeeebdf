"""Made-up runs of measures that count: right words and cases, by document group."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.query import Facts
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

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


@pytest.fixture(scope="session")
def made_facts() -> Callable[[dict[str, Any]], Facts]:
    """What a query is asked of, from the form that the page has it in: null where a head has no number."""

    def make(facts: dict[str, Any]) -> Facts:
        values = {
            Series(one["corpus"], one["stack"], one["measure"], one["key"], one["direction"] or ""): np.array(
                one["value"], float
            )
            for one in facts["scores"]
        }
        labels = {
            kind: {(one["stack"], Head(one["layer"], one["head"])): one["label"] for one in each}
            for kind, each in facts["labels"].items()
        }
        stacks = {one["name"]: (one["layers"], one["heads"]) for one in facts["stacks"]}
        return Facts(stacks, list(values), values.__getitem__, lambda one: (values[one], values[one]), labels.__getitem__)

    return make


@pytest.fixture(scope="session")
def brute_force() -> ModuleType:
    """query_brute_force.py, by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location("query_brute_force", Path(__file__).with_name("query_brute_force.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
