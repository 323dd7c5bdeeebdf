"""Two runs: which scores and corpora are put together, what comes out of runs of which the truth is known, what is refused."""

from collections.abc import Callable

import numpy as np
import pytest

from headscope.api.compare import compare
from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

SHAPE = (3, 4)
KEYS = ("-1", "0", "+1")


@pytest.fixture
def run() -> Callable[..., Scores]:
    """A made-up run of `offset`: figures by document group around the same values, noise of `noise` a group."""

    def make(
        seed, *, shift=None, corpora=(("c", "1"),), groups=60, keys=KEYS, shape=SHAPE, model="m", options=None, noise=0.02
    ):
        values = np.random.default_rng(0).beta(0.5, 3, (len(KEYS), *shape)) + 0.1
        generator, tally = np.random.default_rng(seed), Tally()
        for name, _ in corpora:
            for number, key in enumerate(keys):
                weights = np.zeros(GROUPS)
                weights[:groups] = 3
                figures = values[number] + generator.normal(0, noise, (GROUPS, *shape))
                if shift is not None and key == "+1":
                    figures[:, shift.layer, shift.head] += 0.2
                tally.add(
                    Series(name, "encoder", "offset", key), np.round(figures * 2**20) / 2**20 * weights[:, None, None], weights
                )
        records = [CorpusRecord(name, name, "plain", sha, 60, 180, 9000, 0, 0, {}, ["1/1"]) for name, sha in corpora]
        about = {"name": model, "stacks": {"encoder": list(shape)}}
        return Scores(tally, Manifest(about, records, {"offset": list(keys)}, options or {"max_length": 128}, 1.0))

    return make


def test_a_run_does_not_differ_from_itself(run):
    scores = run(1)
    found = compare(scores, scores)
    assert len(found.rows) == 36 and found.contrasts == [] and found.left_out == []
    assert {(row.difference, row.low, row.high, row.p) for row in found.rows} == {(0.0, 0.0, 0.0, 1.0)}
    assert not any(row.sure or row.beyond for row in found.rows)


@pytest.mark.parametrize("paired", [True, False])
def test_a_planted_change_is_found_and_no_other(run, paired):
    planted = Head(1, 2)
    second = (("c", "1"),) if paired else (("d", "2"),)
    found = compare(run(1), run(2, shift=planted, corpora=second))
    assert {one.pair.paired for one in found.differences} == {paired}
    assert [(row.head, row.key) for row in found.rows if row.sure] == [(planted, "+1")]
    first = found.changes()[0]
    assert (first.head, first.matched, first.corpus_b) == (planted, planted, second[0][0])
    assert first.low < 0.2 < first.high and first.p < 0.01 and first.beyond
    assert first.difference == pytest.approx(first.value_b - first.value_a)


def test_the_numbers_are_those_of_the_runs(run):
    a, b = run(1), run(2)
    found = compare(a, b)
    series = found.differences[2].pair.first
    np.testing.assert_array_equal(found.differences[2].value_a, a.value(series))
    np.testing.assert_allclose(found.differences[2].difference, b.value(series) - a.value(series), atol=1e-12)
    both = np.concatenate([a.value(series).ravel(), b.value(series).ravel()])
    np.testing.assert_allclose(found.differences[2].effect * both.std(), found.differences[2].difference)
    back = compare(b, a)
    for one, other in zip(found.rows, back.rows, strict=True):
        assert one.difference == -other.difference and one.low == pytest.approx(-other.high, abs=0.002)


def test_its_frame_has_a_row_for_every_head_and_score(run):
    frame = compare(run(1), run(2, shift=Head(1, 2))).to_polars()
    assert frame.shape == (36, 21)
    assert frame.filter(frame["sure"]).select("layer", "head", "matched_layer", "matched_head", "key").rows() == [
        (1, 2, 1, 2, "+1")
    ]


def test_rounding_is_no_change(run):
    """Half precision moves every figure by a hair, surely: not a change that anybody could see."""
    a, b = run(1), run(1)
    for series in b.tally:
        rows = b.tally.rows(series)
        rows.totals[:] += 1e-5 * rows.weights[:, None, None]
    found = compare(a, b)
    assert all(row.beyond and row.p is not None and row.p < 0.05 and not row.sure for row in found.rows)


def test_too_few_documents_for_intervals(run):
    found = compare(run(1, groups=9), run(2, groups=60, shift=Head(1, 2)))
    assert all((row.low, row.high, row.p, row.sure, row.beyond) == (None, None, None, False, False) for row in found.rows)
    assert found.changes()[0].effect is not None


def test_corpora_are_put_together_by_hash_then_name_then_what_is_left(run):
    a = run(1, corpora=(("c", "1"), ("d", "2"), ("e", "3")))
    b = run(2, corpora=(("x", "2"), ("c", "9"), ("y", "8")))
    pairs = {(one.pair.first.corpus, one.pair.second.corpus, one.pair.paired) for one in compare(a, b).differences}
    assert pairs == {("d", "x", True), ("c", "c", False), ("e", "y", False)}
    lone = compare(run(1, corpora=(("c", "1"), ("d", "2"), ("e", "3"))), run(2, corpora=(("c", "1"),)))
    assert {one.pair.first.corpus for one in lone.differences} == {"c"}
    assert lone.left_out == ["only in the first: offset.-1, offset.0, offset.+1"]


def test_what_sets_the_runs_apart_is_said(run):
    a, b = (
        run(1),
        run(2, model="n", corpora=(("c", "7" * 64),), keys=("0", "+1"), options={"max_length": 64, "segment_ids": "zero"}),
    )
    found = compare(a, b)
    assert [str(one) for one in found.contrasts] == [
        "model m / n", "corpus c (1) / c (77777777)", "max-length 128 / 64", "segment-ids pair / zero",
    ]  # fmt: skip
    assert found.left_out == ["only in the first: offset.-1"]
    assert {row.key for row in found.rows} == {"0", "+1"}


def test_what_cannot_be_compared_is_refused(run):
    with pytest.raises(
        HeadscopeError, match=r"the first, m, has encoder 3 layers of 4 heads; the second, m, has encoder 2 layers of 5"
    ):
        compare(run(1), run(2, shape=(2, 5)))
    with pytest.raises(HeadscopeError, match="no score in common: the first has offset; the second offset"):
        compare(run(1, keys=("-1",)), run(2, keys=("+1",)))
    with pytest.raises(HeadscopeError, match=r"There is no measure in these runs named 'offsett'. Did you mean 'offset'"):
        compare(run(1), run(2), measures=["offsett"])


def test_lengths_of_a_real_model(bundled, tmp_path):
    """Shorter inputs: what a head gives to [SEP] rises, since there are fewer other tokens; folders do as well as scores."""
    runs = [measure(bundled, "bundled", ["token", "entropy"], max_length=size, limit=60, progress=False) for size in (64, 24)]
    for name, one in zip("ab", runs, strict=True):
        one.save(tmp_path / name)
    found = compare(tmp_path / "a", tmp_path / "b")
    assert [str(one) for one in found.contrasts] == ["max-length 64 / 24"]
    assert {one.pair.paired for one in found.differences} == {True}
    sure = [row for row in found.rows if row.sure and (row.measure, row.key) == ("token", "sep")]
    assert len(sure) > 32 and np.mean([row.difference for row in sure]) > 0.02
    assert "96 sure" not in repr(found) and repr(found).startswith("<Comparison of bert-8x8 and bert-8x8: 5 scores, ")
