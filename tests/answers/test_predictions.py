"""A head as a classifier: words, pointers, and what can't be pointed at."""

import numpy as np
import pytest

from headscope.answers.predictions import predict, split_words
from headscope.errors import HeadscopeError
from headscope.types import Head

TEXT = "The old king watered his tomatoes before breakfast ."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I can't, won't and don't.", "I ca n't , wo n't and do n't ."),
        ("The king's and the kings' horses’ hay", "The king 's and the kings ' horses ’ hay"),
        ("She’s sure they'll've gone; I'd've too.", "She ’s sure they 'll 've gone ; I 'd 've too ."),
        ("At 12:30 he paid $1,000.50 (or 3.5%).", "At 12:30 he paid $ 1,000.50 ( or 3.5 % ) ."),
        ("A well-known o'clock in the U.S., e.g. noon...", "A well-known o'clock in the U.S. , e.g. noon ..."),
        ("'Tis 'she said' -- no?", "' Tis ' she said ' -- no ?"),
        ("हिन्दी भाषा, 日本語。", "हिन्दी भाषा , 日本語 。"),
        ("snake_case 3rd v2.0 e-mail@x", "snake_case 3rd v2 . 0 e-mail @ x"),
    ],
)
def test_words(text, words):
    assert split_words(text) == words.split(" ")


def test_no_character_is_lost():
    random = np.random.default_rng(1)
    letters = list("ab's’nt.,-0 1_\u00a0\u200d\u0301é日\t\x1b[]{}😀İ")
    for _ in range(500):
        text = "".join(random.choice(letters, int(random.integers(0, 30))))
        words = split_words(text)
        assert "".join(words) == "".join(text.split()) and all(words)


def test_the_known_heads(bundled):
    words = TEXT.split()
    following = predict(bundled, "3-5", TEXT)
    assert [one.target for one in following[:-1]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [one.target_spelling for one in following[:-1]] == words[1:]
    previous = predict(bundled, Head(2, 3), TEXT, words=True)
    assert [one.target for one in previous[1:]] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert all(one.weight > 0.3 and one.weight >= one.second_weight > 0 for one in following[:-1])
    assert [one.spelling for one in previous] == words and {one.text for one in previous} == {0}


def test_the_other_way_round_a_next_head_points_back(bundled):
    turned = predict(bundled, "3-5", TEXT, direction="head-to-dependent")
    assert [one.target for one in turned[1:]] == [0, 1, 2, 3, 4, 5, 6, 7]
    straight = predict(bundled, "3-5", TEXT)
    assert turned[3].weight == straight[2].weight
    both = {one.word: one for one in predict(bundled, "3-5", TEXT, direction="both")}
    assert both[3].weight == pytest.approx(max(straight[3].weight, turned[3].weight), abs=0.05)


def test_all_the_weight_is_accounted_for(bundled):
    """Of two words, a row is what goes to the other, to itself and to special tokens."""
    for one in predict(bundled, ["1-1", "5-1", "8-8"], "Strawberries rot"):
        assert one.weight + one.itself + one.special == pytest.approx(1, abs=1e-5)
        assert one.target == 1 - one.word and one.second is None and one.second_weight is None


def test_several_heads_and_texts(bundled):
    texts = ["One sentence here.", "Two.", "A third one, which is longer than the others."] * 7
    found = predict(bundled, ["3-5", "3-8", "3-5"], texts)
    assert list(dict.fromkeys((one.text, str(one.head)) for one in found)) == [
        (text, head) for text in range(21) for head in ("3-5", "3-8")
    ]
    alone = predict(bundled, "3-8", texts[2])
    together = [one for one in found if one.text == 2 and one.head == Head(2, 7)]
    assert [one.target for one in alone] == [one.target for one in together]
    assert [one.weight for one in alone] == pytest.approx([one.weight for one in together], abs=1e-5)


def test_what_has_nothing_to_point_to(bundled):
    (one,) = predict(bundled, "3-5", "Hello")
    assert one.target is None and one.weight is None and one.itself + one.special == pytest.approx(1, abs=1e-5)
    lost = predict(bundled, "3-5", "a \u200d b")  # nothing to this tokenizer
    assert lost[1].target is None and lost[0].target == 2 and lost[1].itself == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("9-1", "a b"), "There is no head 9-1: 'bert-8x8' has 8 layers of 8 heads"),
        (("eight", "a b"), "'eight' is not a head"),
        (("3-5", " \n"), "The text is empty"),
        (("3-5", ["a b", ""]), "Text 2 is empty"),
        (("3-5", []), "There is no text"),
        (("3-5", "word " * 300), "The text is too long: 'bert-8x8' reads at most 256 tokens, and its 300 words have more"),
        (("3-5", "\u200d\u200d"), "gives no token"),
        (("3-5", "a \udcff b"), "The text is not valid UTF-8"),
    ],
)
def test_mistakes(bundled, arguments, words):
    with pytest.raises(HeadscopeError) as caught:
        predict(bundled, *arguments)
    assert words in str(caught.value)


def test_unknown_direction_and_stack(bundled):
    with pytest.raises(HeadscopeError, match="no direction named 'up'"):
        predict(bundled, "3-5", "a b", direction="up")
    with pytest.raises(HeadscopeError, match="no stack in 'bert-8x8' named 'cross'"):
        predict(bundled, "3-5", "a b", stack="cross")
