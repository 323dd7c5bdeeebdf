"""A corpus as one run reads it: in which units, and as which tokens."""

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.options import Options
from headscope.tokens.units import annotated
from headscope.types import Mention, Sentence

TREE = Sentence(("it", "was"), (1, -1), ("nsubj", "root"))
BARE = Sentence(("it", "was"))
MENTIONS = Sentence(("it", "was"), mentions=(Mention(0, 1, "a"),))
NO_MENTION = Sentence(("it", "was"), mentions=())


def units(corpus, kind, model, options):
    return [unit for chunk in read_chunks(corpus, kind, model, options) for unit in chunk.units]


@pytest.fixture(scope="module")
def corpus():
    return open_corpus(ANNOTATED)


def test_every_kind_of_unit_holds_the_whole_corpus(bundled, corpus):
    documents = list(corpus.documents())
    every = [sentence for document in documents for sentence in document.sentences]
    options = Options(64)
    alone = units(corpus, "sentence", bundled, options)
    assert [unit.sentences for unit in alone] == [(sentence,) for sentence in every]
    joined = units(corpus, "window", bundled, options)
    assert [sentence for unit in joined for sentence in unit.sentences] == every and len(joined) < len(alone)
    assert all(not unit.sentences for unit in units(corpus, "pair", bundled, options))
    assert {unit.document for unit in joined} == {document.id for document in documents}


def test_windows_are_as_long_as_the_run_allows(bundled, corpus):
    for length in (32, 64, 128):
        rows, losses = encode(units(corpus, "window", bundled, Options(length)), "window", bundled, Options(length))
        assert max(map(len, rows)) <= length and (length < 64 or not losses.skipped)
        assert sum(len(row) > length / 2 for row in rows) > len(rows) / 2
    first = units(corpus, "window", bundled, Options(64, windows="first"))
    assert len(first) == len(list(corpus.documents()))
    rows, losses = encode(first, "window", bundled, Options(64, windows="first"))
    assert not losses.skipped and min(map(len, rows)) > 55, "full but for part of a word"


def test_a_limit_counts_units_of_the_kind(bundled, corpus):
    for kind in ("pair", "sentence", "window"):
        assert len(units(corpus, kind, bundled, Options(64, limit=5))) == 5


def test_sentences_without_a_tree_are_counted_and_not_read(bundled):
    given = [annotated(str(at), (sentence,)) for at, sentence in enumerate((TREE, BARE, MENTIONS, TREE))]
    rows, losses = encode(given, "sentence", bundled, Options(32))
    assert [row.document for row in rows] == ["0", "3"] and losses.skipped == {"not annotated": 2}
    rows, losses = encode(given[1:3], "sentence", bundled, Options(32))
    assert rows == [] and losses.skipped == {"not annotated": 2}


def test_a_window_is_read_where_anybody_looked_for_mentions(bundled):
    given = [annotated("w", sentences) for sentences in ((BARE, MENTIONS), (BARE, TREE), (NO_MENTION,), (BARE, NO_MENTION))]
    rows, losses = encode(given, "window", bundled, Options(32))
    assert [row.sentences for row in rows] == [given[0].sentences, given[2].sentences, given[3].sentences]
    assert losses.skipped == {"not annotated": 1}


def test_annotated_units_are_left_out_where_text_is_cut(bundled):
    longer = Sentence(("it",) * 40, (-1, *range(39)), ("dep",) * 40)
    rows, losses = encode([annotated("d", (longer,))], "sentence", bundled, Options(32))
    assert rows == [] and losses.skipped == {"longer than 32 tokens": 1}
    (row,), losses = encode([annotated("d", (longer,))], "pair", bundled, Options(32))
    assert len(row) == 32 and losses.cut_units == 1 and not losses.skipped


def test_segment_ids_of_sentences_are_zero_either_way(bundled):
    for segment_ids in ("pair", "zero"):
        (row,), _ = encode([annotated("d", (TREE,))], "sentence", bundled, Options(32, segment_ids=segment_ids))
        assert row.types == (0,) * len(row) and row.words == (-1, 0, 1, -1) and row.sentences == (TREE,)
