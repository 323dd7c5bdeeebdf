"""Which head does this: weights between words, by hand and by a slow sum, and the ways to name a word."""

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.results.sample_text import Tokens
from headscope.types import Head
from headscope.views.attention import Attention, StackAttention
from headscope.views.which import between, which, word_named, words_of

TEXTS = ["[CLS]", "the", "straw", "##berry", "the", "crème", "[SEP]"]
WORDS = [None, 0, 1, 1, 2, 3, None]


def made(seed: int = 0, texts: list[str] | None = None, words: list[int | None] | None = None) -> Attention:
    raw = np.random.default_rng(seed).random((2, 3, 7, 7)).astype(np.float32)
    return Attention.from_arrays(raw / raw.sum(-1, keepdims=True), texts or TEXTS, words=words or WORDS)


def test_pieces_are_summed_on_the_one_side_and_averaged_on_the_other():
    attention = made()
    maps = attention.stack().maps
    found = which(attention, "strawberry", "the#2")
    for one in found.linked:
        assert one.weight == pytest.approx(np.mean([maps[one.head][2, 4], maps[one.head][3, 4]]), abs=1e-6)
    for one in which(attention, "the#1", "strawberry").linked:
        assert one.weight == pytest.approx(maps[one.head][1, 2] + maps[one.head][1, 3], abs=1e-6)


def test_heads_are_ranked_and_each_is_there_once():
    found = which(made(1), "strawberry", "[SEP]")
    weights = [one.weight for one in found.linked]
    assert weights == sorted(weights, reverse=True) and [one.rank for one in found.linked] == [1, 2, 3, 4, 5, 6]
    assert {one.head for one in found.linked} == {Head(layer, head) for layer in range(2) for head in range(3)}


def test_ties_within_rounding_keep_their_order():
    maps = np.full((1, 3, 2, 2), 0.5, np.float32)
    maps[0, 2, 0, 1] += 1e-6
    assert [str(one.head) for one in which(Attention.from_arrays(maps, ["a", "b"]), "a", "b").linked] == ["1-1", "1-2", "1-3"]


def test_a_row_that_is_all_of_a_head_s_attention_adds_up_to_one():
    side = made().stack().queries
    source = word_named(side, "strawberry")
    assert sum(between(made().stack().maps, source, word) for word in words_of(side)) == pytest.approx(np.ones((2, 3)))


@pytest.mark.parametrize(
    "named, parts",
    [("strawberry", (2, 3)), ("STRAWBERRY", (2, 3)), ("the#1", (1,)), ("the#2", (4,)),
     (2, (2, 3)), ("2", (2, 3)), ("creme", (5,)), ("[SEP]", (6,))],
)  # fmt: skip
def test_the_ways_to_name_a_word(named, parts):
    assert word_named(made().stack().queries, named).parts == parts


def test_a_word_that_is_a_number_is_meant_before_a_place():
    side = Tokens(("2", "b"), (False, False), (0, 0), (0, 1))
    assert word_named(side, "2").parts == (0,) and word_named(side, 2).parts == (1,)


def test_marks_of_other_tokenizers_are_no_part_of_a_word():
    side = Tokens(("<s>", "Ġold", "Ġto", "mato", "▁x", "Ġ"), (True, *[False] * 5), (0,) * 6, (-1, 0, 1, 1, 2, 3))
    assert [word.text for word in words_of(side)] == ["<s>", "old", "tomato", "x", "Ġ"]


BYTES = Tokens(  # as `Encoder.tokens` spells tokens of bytes: a space stands before a word
    ("<s>", "I", " grow", " tom", "atoes", ".", "\n", " I"), (True, *[False] * 7), (0,) * 8, (-1, 0, 1, 2, 2, 3, 4, 5)
)
PIECES = Tokens(  # of a tokenizer that parts a text at spaces alone
    ("▁I", "▁grow", "▁", "toma", "toes", ".", "▁(", "toma", "toes", ")", "</s>"), (*[False] * 10, True), (0,) * 11,
    (0, 1, 2, 2, 2, 2, 3, 3, 3, 3, -1),
)  # fmt: skip


@pytest.mark.parametrize(
    "side, named, parts",
    [(BYTES, "tomatoes", (3, 4)), (BYTES, " tomatoes", (3, 4)), (BYTES, "Grow", (2,)), (BYTES, "Ġgrow", (2,)), (BYTES, "I#2", (7,)),
     (BYTES, "tom", (3,)), (BYTES, "Ġtom", (3,)), (BYTES, "atoes", (4,)), (BYTES, ".", (5,)), (BYTES, "2", (2,)), (BYTES, "<s>", (0,)),
     (PIECES, "grow", (1,)), (PIECES, "▁grow", (1,)), (PIECES, "tomatoes#1", (2, 3, 4, 5)), (PIECES, "tomatoes#2", (6, 7, 8, 9)),
     (PIECES, "tomatoes.", (2, 3, 4, 5)), (PIECES, "toes#2", (8,)), (PIECES, "</s>", (10,))],
)  # fmt: skip
def test_a_word_is_named_as_it_stands_in_the_text(side, named, parts):
    assert word_named(side, named).parts == parts


@pytest.mark.parametrize(
    "side, named, said",
    [
        (BYTES, "plum", "There is no word 'plum' in the text. Its words: <s>, I, grow, tomatoes, ., ↵, I."),
        (BYTES, "I", "'I' occurs 2 times in the text: write I#1 or I#2."),
        (PIECES, "tomatoes", "'tomatoes' occurs 2 times in the text: write tomatoes#1 or tomatoes#2."),
        (PIECES, "plum", "There is no word 'plum' in the text. Its words: I, grow, tomatoes., (tomatoes), </s>."),
    ],
)
def test_a_message_has_words_as_people_read_them(side, named, said):
    with pytest.raises(HeadscopeError) as error:
        word_named(side, named)
    assert str(error.value) == said


@pytest.mark.parametrize(
    "named, said",
    [
        ("the", "'the' occurs 2 times in the text: write the#1 or the#2."),
        ("the#3", "'the' occurs 2 times in the text: there is no the#3."),
        ("plum", "There is no word 'plum' in the text. Its words: [CLS], the, strawberry, the, crème, [SEP]."),
        (5, "There is no word 5: the text has 4 words"),
        ("0", "There is no word 0"),
        ("#1", "There is no word '#1' in the text."),
    ],
)
def test_a_word_that_is_not_there_is_said(named, said):
    with pytest.raises(HeadscopeError) as caught:
        word_named(made().stack().queries, named)
    assert str(caught.value).startswith(said)


def test_a_later_word_is_hidden_from_a_causal_model():
    stack = made().stack()
    causal = Attention("toy", {"decoder": StackAttention(stack.queries, stack.keys, np.tril(stack.maps), causal=True)})
    found = which(causal, "the#1", "strawberry")
    assert found.hidden and {one.weight for one in found.linked} == {0.0}
    assert not which(causal, "strawberry", "the#1").hidden
