"""Scores, intervals, tables on disk, merging what belongs together and nothing else."""

import json

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.results.frames import baselines_frame
from headscope.results.manifest import CorpusRecord, Manifest, join_shards, read_manifest
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.results.scores import Scores
from headscope.statistics.intervals import interval
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

SERIES = Series("c", "encoder", "offset", "+1")


def made(values, *, corpus="c", shards=("1/1",), sha256="0", groups=GROUPS, **manifest) -> Scores:
    """A run whose heads have the given values [layer][head] in each of its groups, with a baseline of 0.01."""
    table = np.array(values, dtype=float)
    weights = np.zeros(GROUPS)
    weights[:groups] = 1
    tally = Tally()
    series = SERIES._replace(corpus=corpus)
    tally.add(series, weights[:, None, None] * table, weights)
    tally.add(series._replace(baseline="uniform"), weights[:, None, None] * 0.01, weights)
    model = {"name": "m", "sha256": "1", "stacks": {"encoder": list(table.shape)}, "dtype": "float32", "road": "tap"}
    record = CorpusRecord(corpus, corpus, "plain", sha256, 3, groups, 10 * groups, 0, 0, {}, list(shards))
    options = {"max_length": 128, "limit": None, "batch_size": 16, **manifest.pop("options", {})}
    facts = {"model": model, "measures": {"offset": ["-1", "+1"]}, **manifest}
    return Scores(tally, Manifest(facts["model"], [record], facts["measures"], options, 1.0))


def test_top_ranks_and_breaks_ties_by_position():
    scores = made([[0.25, 0.75], [0.75, 0.5]])
    assert [h.head for h in scores.top("offset", "+1", 3)] == ["1-2", "2-1", "2-2"]
    assert [h.head for h in scores.top("offset", "+1", 1, lowest=True)] == ["1-1"]
    best = scores.top("offset", "+1", 1)[0]
    assert (best.value, best.low, best.high) == pytest.approx((0.75, 0.75, 0.75))
    assert scores.baseline(SERIES) == pytest.approx(0.01)


def test_unknown_names_get_a_suggestion():
    scores = made([[0.5]])
    with pytest.raises(HeadscopeError, match="Did you mean 'offset'"):
        scores.top("ofset", "+1")
    with pytest.raises(HeadscopeError, match="no key of 'offset' in this run named '\\+2'"):
        scores.top("offset", "+2")
    with pytest.raises(HeadscopeError, match="nothing in the corpus gave it a figure"):
        scores.top("offset", "-1")
    both = merge([made([[0.2]]), made([[0.4]], corpus="d")])
    with pytest.raises(HeadscopeError, match="more than one corpus: say which of c, d"):
        both.top("offset", "+1")
    with pytest.raises(HeadscopeError, match="not of one run"):
        Scores(scores.tally, Manifest(scores.manifest.model, [], {"peak": ["all"]}, {}, 1.0))


def parsed(counted) -> Scores:
    """Two heads, three relations, two directions: `obj` is best from its governor, `amod` has more cases, `all` has most."""
    cases, more = np.full(12, 4.0), np.full(12, 8.0)
    obj = np.tile([[[1.0, 2.0]], [[3.0, 0.0]]], (12, 1, 1, 1))
    offsets = {"offset +2": cases / 4, "offset -1": cases / 2, "offset +1": cases / 2}
    amod = (2 * obj, more, {"offset +1": more / 8})
    return counted({"obj": (obj, cases, offsets), "amod": amod, "all": (3 * obj, 3 * cases, {}), "det": (obj, cases, {})})


def test_keys_that_the_corpus_has_are_in_the_order_of_their_cases(counted):
    scores = parsed(counted)
    ways = ("dependent-to-head", "head-to-dependent")
    assert [(s.key, s.direction) for s in scores.series()] == [
        (key, way) for key in ("all", "amod", "det", "obj") for way in ways
    ]
    assert [s.baseline for s in scores.series(baselines=True)] == ["offset +1", "offset -1", "offset +1", "offset +2"]
    assert scores.find("dependency", "obj", direction=ways[0]) in scores
    assert SERIES not in scores


def test_top_ranks_over_both_directions_and_says_which(counted):
    scores = parsed(counted)
    assert [(h.head, h.value, h.direction) for h in scores.top("dependency", "obj", 3)] == [
        ("1-1", 0.75, "head-to-dependent"), ("1-2", 0.5, "dependent-to-head"), ("1-1", 0.25, "dependent-to-head"),
    ]  # fmt: skip
    one = scores.top("dependency", "obj", direction="dependent-to-head")
    assert [(h.head, h.low, h.direction) for h in one] == [
        ("1-2", 0.5, "dependent-to-head"), ("1-1", 0.25, "dependent-to-head"),
    ]  # fmt: skip
    assert scores.top("dependency", "obj", 1, lowest=True)[0].value == 0
    assert made([[0.5]]).top("offset", "+1", direction="")[0].direction == "", "what a series without directions calls its own"


def test_a_direction_must_be_said_where_one_series_is_meant(counted):
    scores = parsed(counted)
    with pytest.raises(HeadscopeError, match="more than one direction: say which of dependent-to-head, head-to-dependent"):
        scores.find("dependency", "obj")
    with pytest.raises(HeadscopeError, match="more than one key: say which of all, amod, det, obj"):
        scores.top("dependency")
    with pytest.raises(HeadscopeError, match="no direction of 'dependency' in this run named 'dependent'"):
        scores.top("dependency", "obj", direction="dependent")
    with pytest.raises(HeadscopeError, match="'offset' has no directions in this run: leave 'dependent-to-head' out"):
        made([[0.5]]).find("offset", "+1", direction="dependent-to-head")
    assert len(scores.matching("dependency", direction="head-to-dependent")) == 4


def test_baselines_have_no_direction_and_equal_ones_go_to_the_nearest_first(counted):
    scores = parsed(counted)
    obj = scores.find("dependency", "obj", direction="head-to-dependent")
    assert scores.baselines(obj) == {"offset -1": 0.5, "offset +1": 0.5, "offset +2": 0.25}
    assert scores.baseline(obj, "offset +2") == 0.25 and scores.baseline(obj) is None
    assert scores.best_baseline(obj) == ("offset -1", 0.5)
    assert scores.best_baseline(scores.find("dependency", "det", direction=obj.direction)) is None
    assert made([[0.5]]).best_baseline(SERIES) == ("uniform", pytest.approx(0.01))


def test_interval_covers_the_truth_as_often_as_it_says():
    """100 made-up corpora of 60 groups with very unequal weights: the 95% interval holds the true mean in 88 to 99."""
    generator = np.random.default_rng(3)
    held = 0
    for _ in range(100):
        weights = generator.integers(1, 20, 60).astype(float)
        figures = 0.3 + 0.1 * generator.standard_normal(60)
        low, high = interval((figures * weights)[:, None, None], weights)
        held += bool(low[0, 0] <= 0.3 <= high[0, 0])
    assert 88 <= held <= 99


def test_interval_narrows_with_documents_and_needs_ten_groups():
    generator = np.random.default_rng(4)
    widths = []
    for groups in (20, 180):
        totals = generator.random((groups, 1, 1))
        low, high = interval(totals, np.ones(groups))
        assert low[0, 0] < totals.mean() < high[0, 0]
        widths.append((high - low)[0, 0])
    assert widths[1] < widths[0] / 2
    low, high = interval(generator.random((9, 2, 2)), np.ones(9))
    assert np.isnan(low).all() and np.isnan(high).all()


def test_layers_that_count_different_groups_have_their_own_values_and_intervals():
    """The first layer sees something in 60 groups, the second in 12, the third in 3: a value there, and no interval; the fourth nowhere."""
    generator, numbers = np.random.default_rng(3), (60, 12, 3, 0)
    weights = np.stack([(np.arange(GROUPS) < number) * 2.0 for number in numbers], -1)[..., None].repeat(2, -1)
    totals = weights * generator.uniform(0.2, 0.4, (GROUPS, 4, 2))
    even = weights[..., :1] * np.array([0.1, 0.2, 0.3, 0.9])[:, None]
    run = made(np.zeros((4, 2)))
    tally = Tally()
    tally.add(SERIES, totals, weights)
    tally.add(SERIES._replace(baseline="uniform"), even, weights[..., :1])
    scores = Scores(tally, run.manifest)
    low, high = scores.interval(SERIES)
    for layer, number in enumerate(numbers[:3]):
        expected = totals[:, layer].sum(0) / weights[:, layer].sum(0)
        assert scores.value(SERIES)[layer] == pytest.approx(expected)
        ends = interval(totals[:, layer], weights[:, layer, 0])
        np.testing.assert_allclose((low[layer], high[layer]), ends)
        assert np.isnan(low[layer]).all() == (number < 10)
    assert np.isnan(scores.value(SERIES)[3]).all() and np.isnan(low[3]).all()
    assert scores.baseline(SERIES) == pytest.approx(0.2), "the mean of the layers that count anything"
    assert scores.baseline_values(SERIES)[:3, 1] == pytest.approx([0.1, 0.2, 0.3])
    rows = scores.to_polars()
    assert rows["weight"].to_list() == [number * 2.0 for number in numbers for _ in range(2)]
    assert rows["total"].to_list() == pytest.approx(totals.sum(0).ravel().tolist()) and rows["value"].null_count() == 2
    frame = baselines_frame(scores)
    assert frame["value"].to_list() == pytest.approx([0.2])
    assert frame["total"][0] / frame["weight"][0] == pytest.approx(0.2)


def test_run_folder_holds_the_documented_columns(tmp_path):
    made([[0.25, 0.75]], groups=9).save(tmp_path / "run")
    scores = pl.read_parquet(tmp_path / "run" / "scores.parquet")
    assert scores.columns == [
        "model", "corpus", "stack", "layer", "head", "name", "measure", "key", "direction", "total", "weight", "value", "low", "high",
        "weights",
    ]  # fmt: skip
    assert scores.row(1, named=True) == {
        "model": "m", "corpus": "c", "stack": "encoder", "layer": 0, "head": 1, "name": "1-2", "measure": "offset", "key": "+1",
        "direction": None, "total": 6.75, "weight": 9.0, "value": 0.75, "low": None, "high": None, "weights": "raw",
    }  # fmt: skip
    baselines = pl.read_parquet(tmp_path / "run" / "baselines.parquet")
    assert baselines.columns == ["corpus", "measure", "key", "name", "total", "weight", "value", "low", "high"]
    assert baselines["name"].to_list() == ["uniform"]
    assert baselines["value"][0] == pytest.approx(0.01)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert {"model", "corpora", "options", "versions", "units", "tokens", "skipped", "seconds"} <= set(manifest)


def test_saved_and_read_back(tmp_path):
    scores = made([[0.25, 0.75]])
    scores.save(tmp_path / "run")
    again = open_run(tmp_path / "run")
    assert again.tally == scores.tally
    assert again.manifest == scores.manifest
    assert again.to_polars().equals(scores.to_polars())
    assert list(again.to_pandas().columns) == again.to_polars().columns
    with pytest.raises(HeadscopeError, match="finished run"):
        scores.save(tmp_path / "run")
    scores.save(tmp_path / "run", force=True)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 99}', "not json", '{"format": 1, "model": 3}', "\x00"])
def test_a_damaged_manifest_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(HeadscopeError):
        read_manifest(tmp_path / "manifest.json")


def test_merge_adds_shards_and_puts_corpora_side_by_side():
    halves = merge([made([[0.2]], shards=["1/2"]), made([[0.4]], shards=["2/2"])])
    assert halves.value(SERIES)[0, 0] == pytest.approx(0.3)
    assert halves.manifest.corpora[0].shards == ["1/1"]
    assert halves.manifest.units == 2 * GROUPS
    both = merge([made([[0.2]]), made([[0.4]], corpus="d")])
    assert [c.name for c in both.manifest.corpora] == ["c", "d"]
    assert both.top("offset", "+1", 1, corpus="d")[0].value == pytest.approx(0.4)
    assert merge([made([[0.2]], shards=["1/3"]), made([[0.4]], shards=["3/3"])]).manifest.corpora[0].shards == ["1/3", "3/3"]


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"sha256": "9"}, "their texts differ"),
        ({}, "is in two of the runs"),
        ({"shards": ["2/3"]}, "these can't be joined"),
        ({"shards": ["2/2"], "options": {"max_length": 64}}, "--max-length 128 and 64"),
        ({"shards": ["2/2"], "options": {"segment_ids": "zero"}}, "--segment-ids pair and zero"),
        ({"shards": ["2/2"], "options": {"smoothing": "published"}}, "--smoothing none and published"),
        ({"shards": ["2/2"], "measures": {"offset": ["-1", "0", "+1"]}}, "different measures"),
        ({"shards": ["2/2"], "model": {"name": "other", "stacks": {"encoder": [1, 1]}}}, "the model is m and other"),
    ],
)
def test_what_does_not_belong_together_is_not_merged(other, words):
    with pytest.raises(HeadscopeError, match=words):
        merge([made([[0.2]], shards=["1/2"] if other else ["1/1"]), made([[0.4]], **other)])


def test_shards_of_one_count_only():
    assert join_shards(["2/2"], ["1/2"], "c") == ["1/1"]
    with pytest.raises(HeadscopeError):
        join_shards(["1/1"], ["1/2"], "c")
