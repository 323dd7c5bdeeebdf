"""Whether two scores put heads in the same order: against scipy, with an interval that narrows as texts agree; and where it is said."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from headscope.findings.agreement import agreement_text, agreements, rank_correlation
from headscope.report.sections import sections
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

LAYERS, HEADS = 3, 4
FIRST, SECOND = (Series("text", "encoder", *name) for name in (("importance", "all"), ("ablation", "zero")))


def run(first, second, noise=0.0, groups=GROUPS):
    """Heads with these figures in every group, but for noise."""
    chance, tally = np.random.default_rng(5), Tally()
    for series, figures in ((FIRST, first), (SECOND, second)):
        weights = np.zeros(GROUPS)
        weights[:groups] = 2.0
        totals = (figures + chance.normal(0, noise, (GROUPS, LAYERS, HEADS))) * weights[:, None, None]
        tally.add(series, totals, weights)
    model = {
        "name": "made", "sha256": "0f" * 32, "stacks": {"encoder": [LAYERS, HEADS]}, "dtype": "float32", "road": "tap",
        "architecture": "Made", "parameters": 10**6, "difference": 0.0, "device": "cpu",
    }  # fmt: skip
    record = CorpusRecord("text", "text.txt", "plain", "a" * 64, groups, 2 * groups, 1000, 0, 0, {}, ["1/1"])
    options = {"max_length": 128, "limit": None, "batch_size": 16}
    return Scores(tally, Manifest(model, [record], {"importance": ["all"], "ablation": ["zero"]}, options, 1.0))


@pytest.fixture
def figures():
    chance = np.random.default_rng(1)
    first = chance.uniform(0.1, 1, (LAYERS, HEADS))
    return first, first + chance.normal(0, 0.2, first.shape)


def test_it_is_spearman_s(figures):
    chance = np.random.default_rng(0)
    for one, other in [
        (chance.normal(size=40), chance.normal(size=40)),
        (chance.integers(0, 5, 40) / 1.0, chance.normal(size=40)),
    ]:
        assert rank_correlation(one, other) == pytest.approx(spearmanr(one, other).statistic, abs=1e-12)
    assert rank_correlation(np.ones(4), np.arange(4.0)) == 0, "no order at all"
    (found,) = agreements(run(*figures))
    assert found.rho == pytest.approx(spearmanr(*map(np.ravel, figures)).statistic) and found.heads == LAYERS * HEADS
    assert 0.3 < found.rho < 1


def test_the_interval_is_as_wide_as_texts_differ(figures):
    (exact,), (close,), (wide,) = (agreements(run(*figures, noise=noise)) for noise in (0.0, 0.02, 1.0))
    assert exact.low == pytest.approx(exact.rho) == exact.high
    assert wide.low < wide.rho < wide.high and wide.high - wide.low > 3 * (close.high - close.low)
    (few,) = agreements(run(*figures, groups=9))
    assert few.low is None and "(" not in agreement_text(run(*figures, groups=9), few).split("ρ =")[1]


def test_the_page_says_it(figures):
    scores = run(*figures, noise=0.02)
    (found,) = agreements(scores)
    (matter,) = (one for one in sections(scores) if one["id"] == "matter")
    said = agreement_text(scores, found)
    assert said in matter["notes"] and f"the 12 heads in orders that agree to ρ = 0.{str(found.rho)[2]}" in said
    assert "uniform attention" not in matter["read"]


def test_a_run_without_the_other_score_says_nothing(figures):
    scores = run(*figures)
    tally = Tally()
    tally.add(FIRST, scores.tally.totals(FIRST), scores.tally.weights(FIRST))
    scores.manifest.measures.pop("ablation")
    assert agreements(Scores(tally, scores.manifest)) == []
