"""Ties within rounding are ties: runs of equal heads, whose numbers differ as those of two machines do, are told in the same words."""

import numpy as np
import pytest

from headscope.comparison.matching import assign
from headscope.figures.entropy import entropy
from headscope.figures.four_heads import _choose
from headscope.figures.gradient import _title as gradient_title
from headscope.figures.layers import _title as layers_title
from headscope.figures.offsets import offsets
from headscope.figures.source import Source
from headscope.figures.tokens import tokens
from headscope.figures.tokens_by_source import _title as by_source_title
from headscope.findings.findings import findings, title
from headscope.findings.labels import behaviours, patterns
from headscope.measures import MEASURES
from headscope.query.language import LIMITS
from headscope.report.cards import neighbours
from headscope.report.score import DIGITS
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.statistics.clusters import between_layers, ends, groups, nearest
from headscope.tallies import GROUPS, Tally
from headscope.ties import DECIMALS, WEIGHT_DECIMALS, highest, lowest, rounded
from headscope.types import Head, Series

NOISE = 2e-9  # what is left in a mean over a corpus
SEEDS = range(1, 9)
LAYERS, HEADS = 4, 4
KEYS = {
    name: list(MEASURES[name].known)
    for name in ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak", "pattern", "gradient")
}


def noisy(values: np.ndarray, seed: int) -> np.ndarray:
    """As another machine would have them; seed 0 as they are."""
    return values if seed == 0 else values + np.random.default_rng(seed).uniform(-NOISE, NOISE, values.shape)


def run(seed: int) -> Scores:
    """Heads of three kinds only, so that almost all of a ranking is ties; none is near a threshold, which is no matter of ranks."""
    tally, kinds = Tally(), np.random.default_rng(0)
    for measure, keys in KEYS.items():
        scale = 4.0 if measure == "entropy" else 1.0
        for key in keys:
            table = scale * kinds.choice([0.2017, 0.3331, 0.7079], (LAYERS, HEADS))
            series = Series("c", "encoder", measure, key)
            tally.add(series, np.ones((GROUPS, 1, 1)) * noisy(table, seed), np.ones(GROUPS))
            tally.add(series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), 0.05 * scale), np.ones(GROUPS))
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10 * GROUPS, 0, 0, {}, ["1/1"])
    return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": [LAYERS, HEADS]}}, [record], KEYS, {}, 1.0))


@pytest.fixture(scope="module")
def runs() -> list[Scores]:
    return [run(seed) for seed in (0, *SEEDS)]


def all_alike(found: list[object]) -> bool:
    return all(one == found[0] for one in found)


def distances(seed: int) -> np.ndarray:
    """Heads of which many are equally far from each other."""
    table = np.random.default_rng(5).choice([0.1, 0.2, 0.3], (16, 16))
    table = noisy((table + table.T) / 2, seed)
    table = (table + table.T) / 2
    np.fill_diagonal(table, 0)
    return table


def test_the_noise_would_decide(runs):
    """Without rounding, the order is another one for every seed."""
    series = Series("c", "encoder", "token", "sep")
    orders = {tuple(np.argsort(-one.value(series).ravel(), kind="stable")) for one in runs}
    assert len(orders) == len(runs)
    assert len({tuple(np.argsort(distances(seed)[0])) for seed in SEEDS}) > 1


@pytest.mark.parametrize("lowest", [False, True])
def test_top_heads(runs, lowest):
    for measure, keys in KEYS.items():
        for key in keys:
            found = [[head.head for head in one.top(measure, key, 16, lowest=lowest)] for one in runs]
            assert all_alike(found), (measure, key)


def test_of_equal_heads_the_earlier(runs):
    series = Series("c", "encoder", "token", "sep")
    expected = sorted(np.ndindex(LAYERS, HEADS), key=lambda at: (-round(float(runs[0].value(series)[at]), DECIMALS), at))
    for one in runs:
        assert [head.head for head in one.top("token", "sep", 16)] == [str(Head(*at)) for at in expected]


@pytest.mark.parametrize(
    "query", ["token.sep > 0.1", "entropy.all top 5", "offset.+1 bottom 7", "token.cls < 0.9 and peak top 9"]
)
def test_queries(runs, query):
    assert all_alike([one.where(query) for one in runs])


def test_the_page_rounds_alike():
    assert LIMITS["decimals"] == DIGITS == DECIMALS


def test_labels(runs):
    assert all_alike([[label.label for label in behaviours(one)] for one in runs])
    found = [patterns(one) for one in runs]
    assert all_alike([[label.label for label in labels] for labels in found])
    assert all(label.margin is None or label.margin >= 0 for labels in found for label in labels)


def test_findings_and_titles(runs):
    assert all_alike([[finding.text for finding in findings(one)] for one in runs])
    assert findings(runs[0])
    for series in runs[0].series():
        assert all_alike([title(one, series) for one in runs]), series


@pytest.mark.parametrize("figure", [entropy, offsets, tokens])
def test_figures(runs, figure):
    assert all_alike([figure(one).title for one in runs])


def test_figures_that_choose_heads_and_layers(runs):
    sources = [Source("f", one, None, None) for one in runs]
    assert all_alike([[choice.head for choice in _choose(source)] for source in sources])
    assert all_alike([gradient_title(source, source.read_some("gradient", ["cls", "punct"])) for source in sources])
    from_sep, from_rest = (
        [source.read_some(name, ["cls", "punct"]) for source in sources] for name in ("token-from-sep", "token-from-rest")
    )
    assert all_alike([by_source_title(*each) for each in zip(sources, from_sep, from_rest, strict=True)])


def test_neighbours_clusters_and_layers():
    every = [distances(seed) for seed in (0, *SEEDS)]
    assert all_alike([nearest(one).tolist() for one in every])
    assert all_alike([[neighbours(one, 4, Head(*at)) for at in np.ndindex(4, 4)] for one in every])
    made = [groups(one) for one in every]
    assert all_alike([one.members.tolist() for one in made]) and all_alike([one.order.tolist() for one in made])
    tables = [between_layers(one, 4, 4) for one in (noisy(2 - np.kron(np.eye(4), np.ones((4, 4))), seed) for seed in SEEDS)]
    assert all_alike([layers_title(one) for one in tables]) and all_alike([ends(one).rank for one in tables])


@pytest.mark.parametrize("within", ["layer", "stack"])
def test_matching_leaves_equals_in_their_place(within):
    for seed in SEEDS:
        assert assign(noisy(np.full((8, 8), 0.5), seed), 2, within).moved == 0


def test_rounding():
    assert highest(np.array([[0.1, 0.3], [0.3 + NOISE, 0.2]])) == 1 == lowest(np.array([0.5, 0.1 + NOISE, 0.1]))
    assert highest(np.array([np.nan, -1.0])) == 1 == lowest(np.array([np.nan, 5.0]))
    assert rounded(0.41854957, WEIGHT_DECIMALS) == 0.4185 and rounded(0.41854957) == 0.41855
    assert np.isnan(rounded(float("nan"))) and rounded(float("inf")) == float("inf")
