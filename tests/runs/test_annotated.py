"""Runs over annotated sentences: in shards, stopped and resumed they come to the same bytes; what was left out is told."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, EARLIER
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.runs import local
from headscope.tallies import to_bytes

OPTIONS = {"measures": ["dependency", "idle"], "max_length": 48, "progress": False}


@pytest.fixture(scope="module")
def corpus(write_sentences, short_sentences):
    return str(write_sentences(short_sentences))


@pytest.fixture(scope="module")
def whole(small, corpus):
    return measure(small, corpus, **OPTIONS)


@contextmanager
def stopped_before_chunk(number):
    """Ctrl-C when the run asks for its so-manieth chunk."""
    real, calls = local._finished, []

    def finished(*arguments):
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "_finished", finished)
        yield


def test_counts(whole, short_sentences):
    record = whole.manifest.corpora[0]
    assert (record.units, record.documents) == (len(short_sentences), -(-len(short_sentences) // 3))
    assert record.skipped == {} and record.cut_units == record.cut_tokens == 0
    words = sum(len(sentence.words) for sentence in short_sentences)
    for series in whole.series():
        if series.key == "all":
            assert whole.tally.weights(series).sum() == words
    relations = {relation for sentence in short_sentences for relation in sentence.relations}
    assert {s.key for s in whole.measured if s.measure == "idle"} == {"all", *relations}
    assert {s.baseline for s in whole.measured if s.measure == "idle"} == {"", "uniform"}
    assert {s.baseline for s in whole.measured if s.measure == "dependency"} > {"offset -1", "offset +5"}


@pytest.mark.parametrize("count", [2, 3])
def test_shards_merge_to_the_same_bytes_in_any_order(small, corpus, whole, count):
    shards = [measure(small, corpus, shard=f"{i}/{count}", **OPTIONS) for i in range(1, count + 1)]
    assert len({frozenset(shard.measured) for shard in shards}) > 1, "some relation is not in every shard"
    for order in (shards, shards[::-1]):
        merged = merge(order)
        assert to_bytes(merged.measured) == to_bytes(whole.measured)
        assert merged.files()["best.parquet"] == whole.files()["best.parquet"]
        assert merged.manifest.corpora == whole.manifest.corpora


def test_interrupted_after_every_chunk_and_resumed(small, corpus, whole, tmp_path):
    folder = tmp_path / "run"
    for _ in range(2):
        with stopped_before_chunk(2), pytest.raises(KeyboardInterrupt):
            measure(small, corpus, folder=folder, resume=True, **OPTIONS)
        assert {p.name for p in folder.iterdir()} <= {CHECKPOINT, EARLIER}
    resumed = measure(small, corpus, folder=folder, resume=True, **OPTIONS)
    assert (folder / "tally.safetensors").read_bytes() == to_bytes(whole.measured)
    assert (folder / "best.parquet").read_bytes() == whole.files()["best.parquet"]
    assert resumed.manifest.corpora == whole.manifest.corpora
    assert open_run(folder).tally == whole.tally


@pytest.mark.parametrize("pending", [1, 1000])
def test_how_many_batches_wait_to_be_added_changes_nothing(small, corpus, whole, tmp_path, monkeypatch, pending):
    """Also where the run is stopped with some of them waiting."""
    monkeypatch.setattr(local, "PENDING", pending)
    with stopped_before_chunk(3), pytest.raises(KeyboardInterrupt):
        measure(small, corpus, folder=tmp_path / "run", **OPTIONS)
    measure(small, corpus, folder=tmp_path / "run", resume=True, **OPTIONS)
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == to_bytes(whole.measured)


@pytest.mark.parametrize("batch_size", [3, 64])
def test_batch_size_changes_nothing_that_matters(small, corpus, whole, batch_size):
    """To 1e-5; but a head may be so near to equal on two words that the last bit decides, which is allowed it thrice."""
    other = measure(small, corpus, batch_size=batch_size, **OPTIONS)
    assert set(other.measured) == set(whole.measured)
    flipped = 0.0
    for series in whole.measured:
        assert np.array_equal(other.measured.weights(series), whole.measured.weights(series))
        apart = np.abs(other.measured.totals(series) - whole.measured.totals(series))
        if series.measure == "dependency" and series.key == "all":
            flipped += apart.sum()
        if series.measure == "idle":
            np.testing.assert_allclose(other.value(series), whole.value(series), atol=1e-5)
    assert flipped <= 3


def test_what_is_left_out_is_told_by_reason(small, odd_sentences, write_sentences, tmp_path):
    corpus = write_sentences(odd_sentences, "odd")
    scores = measure(small, str(corpus), folder=tmp_path / "run", **OPTIONS)
    record = scores.manifest.corpora[0]
    assert record.skipped == {
        "longer than 48 tokens": 1,
        "no token in the text": 1,
        "not annotated": 2,
        "words without a token": 2,
    }
    assert record.units == len(odd_sentences) - 4 and record.cut_units == 0
    assert open_run(tmp_path / "run").manifest.corpora[0].skipped == record.skipped
    asked = [s for s in odd_sentences if s.heads is not None and len(s.words) <= 48 and s.words != ("\u200b", "\u200b")]
    words = sum(word != "\u200b" for sentence in asked for word in sentence.words)
    series = scores.find("dependency", "all", direction="dependent-to-head")
    assert scores.tally.weights(series).sum() == words
    few = measure(small, str(corpus), limit=20, **OPTIONS)
    assert few.manifest.corpora[0].skipped == {"no token in the text": 1, "not annotated": 1, "words without a token": 2}


def test_a_chunk_that_nobody_annotated_is_passed_over(small, short_sentences, write_sentences):
    """64 sentences without a tree, a whole chunk, between others."""
    bare = [replace(sentence, heads=None, relations=None) for sentence in short_sentences[:64]]
    corpus = write_sentences([*short_sentences[:64], *bare, *short_sentences[64:70]])
    scores = measure(small, str(corpus), **OPTIONS | {"measures": ["dependency=all"]})
    assert scores.manifest.units == 70 and scores.manifest.corpora[0].skipped == {"not annotated": 64}


def test_a_corpus_of_which_nothing_is_left_is_an_error(small, short_sentences, write_sentences):
    corpus = write_sentences([sentence for sentence in short_sentences if len(sentence.words) > 12][:5])
    with pytest.raises(HeadscopeError, match="No unit of the corpus reached the model"):
        measure(small, str(corpus), ["dependency"], max_length=6, progress=False)


def test_a_relation_that_is_asked_for_alone(small, corpus, whole):
    """Also where most batches have none of it."""
    scores = measure(small, corpus, **OPTIONS | {"measures": ["dependency=iobj,nmod:poss", "idle=iobj"]})
    keys = {(series.measure, series.key) for series in scores.measured}
    assert keys == {
        ("dependency", "iobj"),
        ("dependency", "nmod:poss"),
        ("dependency", "nmod:poss (own word)"),
        ("idle", "iobj"),
    }
    for series in scores.measured:
        exact = series.measure == "dependency"  # counts; `idle` sums weights, in products of another shape
        np.testing.assert_allclose(scores.measured.totals(series), whole.measured.totals(series), atol=0 if exact else 1e-6)
        assert np.array_equal(scores.measured.weights(series), whole.measured.weights(series))
