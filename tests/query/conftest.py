"""Made-up facts to ask queries of, and the slow way to answer them."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from headscope.query import Facts
from headscope.types import Head, Series


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

        def interval(one: Series) -> tuple[np.ndarray, np.ndarray]:
            return values[one], values[one]

        phrases = {series: one.get("words", "") for series, one in zip(values, facts["scores"], strict=True)}
        return Facts(
            stacks, list(values), values.__getitem__, interval, labels.__getitem__, facts["names"], facts["second"],
            phrases.__getitem__, facts.get("words", {}),
        )  # fmt: skip

    return make


@pytest.fixture(scope="session")
def brute_force() -> ModuleType:
    """query_brute_force.py, by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location("query_brute_force", Path(__file__).with_name("query_brute_force.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
