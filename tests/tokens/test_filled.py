"""Segments filled with lines: against a slow retelling of the rule, and by what must hold of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.tokens import Losses, chunks
from headscope.tokens.filled import Filled, _generator, fill, kept
from headscope.types import Document

WORDS = ["the", "house", "was", "in", "water", "of", ".", ","]


def words_of(lines):
    return [len(line.split()) for line in lines]


def slow_segments(document, room):
    """Lines word by word, joined until there are `room` words; the random numbers are the ones that headscope draws."""
    segments, current = [], []
    for line in document.paragraphs:
        current.append(line)
        if sum(len(line.split()) for line in current) >= room:
            segments.append(current)
            current = []
    segments += [current] if current else []
    found = []
    for number, lines in enumerate(segments):
        at = int(_generator("split", document.id, number).integers(1, len(lines))) if len(lines) > 1 else len(lines)
        first, second = " ".join(lines[:at]).split(), " ".join(lines[at:]).split()
        coins = iter(_generator("cut", document.id, number).random(10000))
        while len(first) + len(second) > room:
            longer = first if len(first) > len(second) else second
            if next(coins) < 0.5:
                del longer[0]
            else:
                del longer[-1]
        found.append((first, second))
    return found


@st.composite
def documents(draw):
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=40), min_size=1, max_size=12))
    return Document(str(draw(st.integers(0, 999))), tuple(" ".join(line) for line in lines))


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(document=documents(), room=st.integers(1, 30))
def test_agrees_with_the_slow_retelling(document, room):
    found = []
    for unit in fill(document, words_of, room):
        first, second = unit.first.split(), (unit.second or "").split()
        left = kept(unit, len(first), len(second), room)
        found.append((first[left[0].start : left[0].stop], second[left[1].start : left[1].stop]))
    assert found == slow_segments(document, room)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(document=documents(), length=st.integers(4, 40))
def test_what_holds_of_every_segment(bert, document, length):
    """Through the tokenizer: whole lines in order, none lost, none twice; inputs as long as may be, in the model's form."""
    units = list(fill(document, bert.lengths, bert.room(length)))
    assert [unit.number for unit in units] == list(range(len(units)))
    assert all(unit.document == document.id for unit in units)
    joined = " ".join(f"{unit.first} {unit.second}" if unit.second else unit.first for unit in units)
    assert joined == " ".join(document.paragraphs)
    for at, unit in enumerate(units):
        full = len(bert._ids(f"{unit.first} {unit.second or ''}", add_special_tokens=False))
        assert full >= length - 3 or at == len(units) - 1, "only the last may have room left"
    encoded, losses = bert.encode(units, length)
    whole, _ = bert.encode(units, 10_000)
    for unit, mine, uncut in zip(units, encoded, whole, strict=True):
        assert len(mine) == min(length, len(uncut))
        assert mine.types == mine.segments
        texts = [
            [i for i, of in zip(one.ids[1:-1], one.segments[1:-1], strict=True) if of == t and i != bert.sep]
            for one in (mine, uncut)
            for t in (0, 1)
        ]
        for cut, text in ((texts[0], texts[2]), (texts[1], texts[3])):
            assert any(text[at : at + len(cut)] == cut for at in range(len(text) - len(cut) + 1)), "one stretch of the text"
        assert mine.ids[0] == bert.cls and mine.ids.count(bert.sep) == (1 if unit.second is None else 2)
    assert losses == Losses(sum(len(one) > length for one in whole), sum(max(0, len(one) - length) for one in whole))


def test_a_document_of_one_line(bert):
    (unit,) = fill(Document("d", ("the house was in water",)), bert.lengths, bert.room(128))
    assert unit == Filled("d", "the house was in water", None, number=0)
    (short,), losses = bert.encode([unit], 128)
    assert len(short) == 7 and losses == Losses()


def test_a_line_longer_than_a_segment_is_one_text_cut_at_both_ends(bert):
    words = [WORDS[i % 6] for i in range(300)]
    (unit, rest) = fill(Document("d", (" ".join(words), "of water")), bert.lengths, bert.room(128))
    assert unit.second is None and rest.first == "of water"
    (cut,), losses = bert.encode([unit], 128)
    ids = bert.tokenizer.convert_tokens_to_ids(words)
    assert len(cut) == 128 and losses == Losses(1, 302 - 128)
    starts = [at for at in range(300 - 126 + 1) if tuple(ids[at : at + 126]) == cut.ids[1:-1]]
    left = kept(unit, 300, 0, 126)[0]
    assert left.start in starts and 0 < left.start < 174, "some of it from the front, some from the back"


def test_the_longer_text_loses_first_and_the_second_of_equal_ones():
    unit = Filled("d", "", "")
    assert [len(part) for part in kept(unit, 9, 4, 10)] == [6, 4]
    assert [len(part) for part in kept(unit, 4, 9, 10)] == [4, 6]
    assert [len(part) for part in kept(unit, 5, 5, 9)] == [5, 4]
    assert [len(part) for part in kept(unit, 5, 5, 8)] == [4, 4]
    assert kept(unit, 3, 4, 7) == kept(unit, 3, 4, 100) == (range(3), range(4))


def test_front_and_back_and_every_line_are_as_likely():
    fronts = [kept(Filled("d", "", "", number=number), 110, 0, 100)[0].start for number in range(2000)]
    assert np.mean(fronts) == pytest.approx(5, abs=0.15) and np.var(fronts) == pytest.approx(2.5, rel=0.15)
    lines = tuple("abcd")
    firsts = [next(fill(Document(str(d), lines), words_of, 4)).first for d in range(3000)]
    counts = [firsts.count(text) for text in ("a", "a b", "a b c")]
    assert sum(counts) == 3000 and min(counts) > 900


def test_the_same_in_every_run_and_another_for_another_document_or_number():
    """Known values: a change of the hash or the generator would change published-style runs."""
    assert kept(Filled("d", "", "", number=0), 300, 0, 100)[0] == kept(Filled("d", "", "", number=0), 300, 0, 100)[0]
    starts = [kept(Filled(name, "", "", number=number), 300, 0, 100)[0].start for name in "ab" for number in (0, 1)]
    assert len(set(starts)) > 1
    assert starts == [103, 108, 108, 93]


def test_chunks_and_limits_do_not_change_segments(bert):
    random = np.random.default_rng(0)
    corpus = [
        Document(str(d), tuple(" ".join(random.choice(WORDS, random.integers(1, 30))) for _ in range(random.integers(1, 20))))
        for d in range(60)
    ]

    def cut(document):
        return fill(document, bert.lengths, bert.room(32))

    whole = [unit for chunk in chunks(corpus, cut) for unit in chunk.units]
    alone = [unit for document in reversed(corpus) for unit in cut(document)]
    assert len(whole) > 130 and sorted(whole, key=str) == sorted(alone, key=str)
    assert [unit for chunk in chunks(corpus, cut, 70) for unit in chunk.units] == whole[:70]
    together, losses = bert.encode(whole, 32)
    one_by_one = [bert.encode([unit], 32) for unit in whole]
    assert together == [row for rows, _ in one_by_one for row in rows]
    assert losses.cut_tokens == sum(loss.cut_tokens for _, loss in one_by_one) > 0


@pytest.mark.parametrize("kind", ["roberta", "t5", "gpt", "llama"])
def test_other_tokenizers_keep_their_form(request, kind):
    """A model without a pair form reads both texts as one, and that is cut at both ends."""
    encoder = request.getfixturevalue(kind)
    lines = tuple(f"the cat sat on the mat {'. it is said' * (d % 3)}" for d in range(9))
    for length in (12, 23):
        units = list(fill(Document("d", lines), encoder.lengths, encoder.room(length)))
        encoded, _ = encoder.encode(units, length)
        assert len(units) == len(encoded) > 1 and max(map(len, encoded)) == length
        for unit, row in zip(units, encoded, strict=True):
            (uncut,), _ = encoder.encode([unit], 10_000)
            special = {encoder.cls, encoder.sep} - {None}
            assert [i for i in row.ids if i in special] == [i for i in uncut.ids if i in special]


def test_many_lines_are_counted_in_several_calls(bert):
    lines = [" ".join(["the"] * (1 + at % 7)) for at in range(600)]
    assert list(bert.lengths(lines)) == words_of(lines)
