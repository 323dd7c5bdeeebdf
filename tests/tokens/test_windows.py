"""Windows of whole sentences, and the published set-up's first tokens: against a slow retelling, and through tokenizers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.tokens import chunks, encode_annotated
from headscope.tokens.windows import first_window, windows
from headscope.types import Document, Mention, Sentence

KINDS = ["bert", "roberta", "t5", "gpt", "llama"]
WORDS = ["the", "cat", "sat", "on", "mat", "it", "said,", "strawberries", ".", "\u200b"]
MANY = settings(max_examples=50, deadline=None, derandomize=True, database=None)


def by_words(texts):
    return [len(text.split()) for text in texts]


@st.composite
def documents(draw):
    texts = draw(st.lists(st.lists(st.sampled_from(WORDS[:-1]), min_size=1, max_size=9), max_size=12))
    return Document(str(draw(st.integers(0, 9))), (), tuple(Sentence(tuple(words), tags=tuple(words)) for words in texts))


def slow_windows(document, room):
    """As many sentences as have no more than `room` words, but one at least."""
    found, left = [], list(document.sentences)
    while left:
        number = 1
        while number < len(left) and sum(len(sentence.words) for sentence in left[: number + 1]) <= room:
            number += 1
        found.append(tuple(left[:number]))
        left = left[number:]
    return found


@MANY
@given(document=documents(), room=st.integers(1, 30))
def test_windows_agree_with_the_slow_retelling(document, room):
    units = list(windows(document, by_words, room))
    assert [unit.sentences for unit in units] == slow_windows(document, room)
    assert all(unit.document == document.id and unit.second is None for unit in units)
    assert [unit.first for unit in units] == [" ".join(w for s in unit.sentences for w in s.words) for unit in units]


@MANY
@given(document=documents(), room=st.integers(1, 30))
def test_the_first_window_is_the_first_words(document, room):
    whole = [word for sentence in document.sentences for word in sentence.words]
    units = list(first_window(document, by_words, room))
    assert [unit.first.split() for unit in units] == ([whole[:room]] if whole else [])
    for unit in units:
        *before, last = unit.sentences
        assert tuple(before) == document.sentences[: len(before)], "only the last may be cut"
        assert last.words == document.sentences[len(before)].words[: len(last.words)] and last.tags == last.words


@pytest.mark.parametrize("kind", KINDS)
def test_every_window_fits_its_model_and_is_as_full_as_can_be(request, kind):
    """The tokens are counted behind a space where a sentence will stand behind one: it makes a difference to some tokenizers."""
    encoder = request.getfixturevalue(kind)
    random = np.random.default_rng(1)
    lengths = random.integers(1, 9, 150)
    document = Document("d", (), tuple(Sentence(tuple(map(str, random.choice(WORDS, n)))) for n in lengths))
    longest = max(encoder.lengths([" ".join(sentence.words) for sentence in document.sentences])) + encoder.specials + 2
    for length in (longest, longest + 1, longest + 7, 3 * longest):
        units = list(windows(document, encoder.lengths, length - encoder.specials))
        assert [sentence for unit in units for sentence in unit.sentences] == list(document.sentences)
        rows, losses = encode_annotated(encoder, units, length)
        assert not losses.skipped and len(rows) == len(units) > 5
        for row, behind in zip(rows, units[1:], strict=False):
            (more,) = encoder.lengths([f" {' '.join(behind.sentences[0].words)}"])
            assert len(row) + more > length, "the next sentence would have fitted"
        (first,) = first_window(document, encoder.lengths, length - encoder.specials)
        (row,), losses = encode_annotated(encoder, [first], length)
        assert not losses.skipped
        text = [word for sentence in document.sentences for word in sentence.words]
        number = sum(len(sentence.words) for sentence in first.sentences)
        assert first.first == " ".join(text[:number])
        (longer,) = encoder.lengths([" ".join(text[: number + 1])])
        assert longer + encoder.specials > length, "the next word would have fitted"


def test_a_sentence_that_is_too_long_is_a_window_of_its_own_and_left_out(bert):
    texts = ("the cat", "the " * 40 + "cat", "it sat")
    document = Document("d", (), tuple(Sentence(tuple(text.split())) for text in texts))
    units = list(windows(document, bert.lengths, 20))
    assert [unit.first for unit in units] == list(texts)
    rows, losses = encode_annotated(bert, units, 22)
    assert [row.sentences for row in rows] == [units[0].sentences, units[2].sentences]
    assert losses.skipped == {"longer than 22 tokens": 1}


def test_a_cut_sentence_keeps_what_is_said_of_the_words_it_keeps():
    """Mentions that end behind the cut are gone, and the tree, which is none any more."""
    sentence = Sentence(
        ("Mia", "saw", "her", "old", "cat"),
        (1, -1, 4, 4, 1),
        ("nsubj", "root", "poss", "amod", "dobj"),
        ("PROPN", "VERB", "PRON", "ADJ", "NOUN"),
        ("a", "b", "c", "d", "e"),
        (Mention(0, 1, "mia", 0), Mention(2, 3, "mia"), Mention(2, 5, "cat")),
        place="line 7",
    )
    document = Document("d", (), (Sentence(("yes",), mentions=()), sentence, Sentence(("no",))))
    (unit,) = first_window(document, by_words, 4)
    assert unit.first == "yes Mia saw her" and unit.sentences[0] == document.sentences[0]
    assert unit.sentences[1] == Sentence(
        ("Mia", "saw", "her"),
        tags=("PROPN", "VERB", "PRON"),
        features=("a", "b", "c"),
        mentions=(Mention(0, 1, "mia", 0), Mention(2, 3, "mia")),
        place="line 7",
    )
    (whole,) = first_window(document, by_words, 6)
    assert whole.sentences == document.sentences[:2], "what just fits is not cut"
    (one,) = first_window(document, by_words, 1)
    assert one.sentences == document.sentences[:1], "of the second no word is left"


def test_documents_without_sentences_have_no_window():
    document = Document("d", ("running text",))
    assert list(windows(document, by_words, 9)) == list(first_window(document, by_words, 9)) == []


def test_windows_never_join_two_documents():
    corpus = [Document(str(d), (), (Sentence(("a",)), Sentence(("b",)))) for d in range(3)]
    (chunk,) = chunks(corpus, lambda document: windows(document, by_words, 100))
    assert [(unit.document, unit.first) for unit in chunk.units] == [("0", "a b"), ("1", "a b"), ("2", "a b")]


def test_sentences_are_units_too():
    document = Document("d", ("running text",), (Sentence(("a", "b")), Sentence(("c",))))
    (chunk,) = chunks([document, Document("e", ("running text",))], "sentence")
    assert [(unit.first, unit.sentences) for unit in chunk.units] == [(" ".join(s.words), (s,)) for s in document.sentences]


def test_what_stands_behind_a_space_is_counted_with_it():
    """A tokenizer to which a space before a text is a token of its own."""

    def lengths(texts):
        return [len(text.split()) + text.startswith(" ") for text in texts]

    document = Document("d", (), tuple(Sentence(tuple(text)) for text in ("ab", "cdef", "g", "h")))
    assert [unit.first for unit in windows(document, lengths, 4)] == ["a b", "c d e f", "g h"]
    assert [unit.first for unit in windows(document, lengths, 7)] == ["a b c d e f", "g h"]
    assert [unit.first for unit in first_window(document, lengths, 5)] == ["a b c d"]
    assert [unit.first for unit in first_window(document, lengths, 7)] == ["a b c d e f"]
    assert [unit.first for unit in first_window(document, lengths, 1)] == ["a"]
