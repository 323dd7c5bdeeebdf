"""Findings of models with many heads: all are counted; and words that are right in the plural."""

import numpy as np
import pytest

from headscope.description import many
from headscope.findings.findings import findings
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


@pytest.mark.parametrize("number", [5, 64, 65, 100, 144])
def test_every_head_is_counted(number):
    tally, series = Tally(), Series("c", "encoder", "token", "sep")
    shares = np.full(144, 0.2)
    shares[:number] = 0.8
    tally.add(series, np.broadcast_to(shares.reshape(12, 12), (GROUPS, 12, 12)).copy(), np.ones(GROUPS))
    record = CorpusRecord("c", "c", "plain", "0", 3, 9, 90, 0, 0, {}, ["1/1"])
    run = Scores(tally, Manifest({"name": "m", "stacks": {"encoder": [12, 12]}}, [record], {"token": ["sep"]}, {}, 1.0))
    (finding,) = findings(run)
    assert finding.text.startswith(f"{number} heads mostly attend to [SEP], 1-1 and 1-2 most: ")


@pytest.mark.parametrize(
    ("one", "several"),
    [("carries it on", "carry it on"), ("attends to it", "attend to it"), ("passes it on", "pass it on"), ("does", "do")],
)
def test_plurals(one, several):
    assert many(one) == several
