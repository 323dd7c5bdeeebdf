"""Documents → units → chunks."""

import pytest

from headscope.errors import HeadscopeError
from headscope.tokens import CHUNK, chunks, pairs
from headscope.types import Document, Unit


def document(number, paragraphs):
    return Document(str(number), tuple(f"{number}.{p}" for p in range(1, paragraphs + 1)))


@pytest.mark.parametrize(
    ("paragraphs", "expected"),
    [
        (0, []),
        (1, [("7.1", None)]),
        (2, [("7.1", "7.2")]),
        (5, [("7.1", "7.2"), ("7.3", "7.4"), ("7.5", None)]),
    ],
)
def test_paragraphs_go_two_by_two_and_a_last_odd_one_alone(paragraphs, expected):
    units = list(pairs(document(7, paragraphs)))
    assert [(unit.first, unit.second) for unit in units] == expected
    assert all(unit.document == "7" for unit in units)


def test_a_pair_never_joins_two_documents():
    (chunk,) = chunks([document(1, 3), document(2, 1), document(3, 2)], "pair")
    assert chunk.units == (Unit("1", "1.1", "1.2"), Unit("1", "1.3"), Unit("2", "2.1"), Unit("3", "3.1", "3.2"))


def test_a_chunk_is_64_consecutive_units_across_documents():
    corpus = [document(number, 6) for number in range(50)]  # 3 units each
    found = list(chunks(corpus, "pair"))
    assert CHUNK == 64
    assert [len(chunk.units) for chunk in found] == [64, 64, 22]
    assert [chunk.index for chunk in found] == [0, 1, 2]
    assert [unit for chunk in found for unit in chunk.units] == [unit for one in corpus for unit in pairs(one)]


@pytest.mark.parametrize(
    ("limit", "sizes"), [(1, [1]), (64, [64]), (65, [64, 1]), (100, [64, 36]), (150, [64, 64, 22]), (9999, [64, 64, 22])]
)
def test_a_limit_keeps_the_first_units_in_the_same_chunks(limit, sizes):
    corpus = [document(number, 6) for number in range(50)]
    found = list(chunks(corpus, "pair", limit))
    assert [len(chunk.units) for chunk in found] == sizes
    for chunk, whole in zip(found, chunks(corpus, "pair"), strict=False):
        assert chunk.units == whole.units[: len(chunk.units)]


def test_nothing_gives_no_chunk():
    assert list(chunks([], "pair")) == [] and list(chunks([document(1, 0)], "pair")) == []


def test_documents_are_read_no_further_than_needed():
    """A stream: the corpus may be larger than memory."""
    read = []

    def corpus():
        for number in range(1000):
            read.append(number)
            yield document(number, 2)

    next(chunks(corpus(), "pair"))
    assert len(read) <= 65
    read.clear()
    list(chunks(corpus(), "pair", limit=10))
    assert len(read) <= 11


def test_an_unknown_unit_gets_a_suggestion():
    with pytest.raises(HeadscopeError, match=r"no unit named 'pairs'\. Did you mean 'pair'\?"):
        list(chunks([document(1, 2)], "pairs"))
