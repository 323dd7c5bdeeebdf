"""Made-up runs for the page's tests."""

import importlib.util
from collections.abc import Callable
from pathlib import Path

import pytest

from headscope.results.scores import Scores


@pytest.fixture(scope="session")
def made_run() -> Callable[..., Scores]:
    spec = importlib.util.spec_from_file_location("made_run", Path(__file__).with_name("made_run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.made_run
