"""Units → token ids with the bundled tokenizer: BERT's form, truncation, and what it cost."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from headscope.errors import HeadscopeError
from headscope.tokens import Encoded, Losses
from headscope.tokens.encode import _row
from headscope.types import Unit

NOTHING = "\u200b"  # a zero-width space: not blank to a reader of lines, no token to the tokenizer


def tokens(encoder, encoded):
    return " ".join(encoder.tokenizer.convert_ids_to_tokens(list(encoded.ids)))


def test_what_is_known_of_the_bundled_tokenizer(bert):
    names = bert.tokenizer.convert_ids_to_tokens
    assert (names(bert.cls), names(bert.sep), bert.specials, bert.has_pairs) == ("[CLS]", "[SEP]", 2, True)


def test_a_pair_has_the_pair_form_and_segment_ids(bert):
    (pair,), losses = bert.encode([Unit("d", "the house was", "in water")], 128)
    assert tokens(bert, pair) == "[CLS] the house was [SEP] in water [SEP]"
    assert pair.segments == pair.types == (0, 0, 0, 0, 0, 1, 1, 1)
    assert pair.document == "d" and len(pair) == 8
    assert losses == Losses()


def test_a_single_text_has_the_single_form(bert):
    (single,), _ = bert.encode([Unit("d", "the house was")], 128)
    assert tokens(bert, single) == "[CLS] the house was [SEP]"
    assert single.segments == single.types == (0, 0, 0, 0, 0)


def test_pairs_and_single_texts_keep_their_order(bert):
    units = [Unit("1", "the"), Unit("2", "in", "was"), Unit("3", "house"), Unit("4", "was", "in"), Unit("5", "of")]
    encoded, _ = bert.encode(units, 128)
    assert [one.document for one in encoded] == ["1", "2", "3", "4", "5"]
    assert [tokens(bert, one) for one in encoded] == [
        "[CLS] the [SEP]",
        "[CLS] in [SEP] was [SEP]",
        "[CLS] house [SEP]",
        "[CLS] was [SEP] in [SEP]",
        "[CLS] of [SEP]",
    ]


def test_the_longer_text_is_cut_first(bert):
    unit = Unit("d", "the house was in the water of the house", "in the water")  # 9 + 3 tokens, 3 special ones
    (cut,), losses = bert.encode([unit], 10)
    assert tokens(bert, cut) == "[CLS] the house was in [SEP] in the water [SEP]"
    assert cut.segments == (0,) * 6 + (1,) * 4
    assert losses == Losses(cut_units=1, cut_tokens=5)
    (cut,), losses = bert.encode([Unit("d", unit.second, unit.first)], 10)
    assert tokens(bert, cut) == "[CLS] in the water [SEP] the house was in [SEP]"


def test_two_long_texts_are_cut_to_the_same_length(bert):
    (cut,), _ = bert.encode([Unit("d", "the " * 30, "of " * 50)], 13)
    assert tokens(bert, cut) == "[CLS] the the the the the [SEP] of of of of of [SEP]"


def test_what_was_cut_is_counted_over_all_units(bert):
    units = [Unit("d", "the " * n) for n in (5, 6, 7, 10)]  # 7, 8, 9 and 12 tokens
    encoded, losses = bert.encode(units, 8)
    assert [len(one) for one in encoded] == [7, 8, 8, 8]
    assert losses == Losses(cut_units=2, cut_tokens=1 + 4)


def test_a_text_without_a_token_is_skipped_and_counted(bert):
    encoded, losses = bert.encode([Unit("1", NOTHING), Unit("2", "the"), Unit("3", "")], 128)
    assert [one.document for one in encoded] == ["2"]
    assert losses.skipped == {"no token in the text": 2} and losses.cut_units == 0


def test_a_pair_without_a_token_is_skipped_and_counted(bert):
    encoded, losses = bert.encode([Unit("1", NOTHING, NOTHING)], 128)
    assert [tokens(bert, one) for one in encoded] == []
    assert losses.skipped == {"no token in the text": 1}


def test_a_pair_of_which_one_text_has_no_token_is_kept(bert):
    encoded, losses = bert.encode([Unit("1", NOTHING, "the"), Unit("2", "the", NOTHING)], 128)
    assert [one.document for one in encoded] == ["1", "2"] and not losses.skipped


def test_no_units_give_nothing(bert):
    assert bert.encode([], 128) == ([], Losses())


def test_losses_add():
    losses = Losses(1, 10)
    losses.skipped["no token in the text"] += 2
    more = Losses(2, 5)
    more.skipped.update({"no token in the text": 1, "too long": 4})
    losses += more
    assert (losses.cut_units, losses.cut_tokens, losses.skipped) == (3, 15, {"no token in the text": 3, "too long": 4})


def test_lengths_that_do_not_fit_are_refused(bert):
    bert.check_length(256)
    with pytest.raises(HeadscopeError, match=r"--max-length 257 is longer than this model reads: at most 256 tokens"):
        bert.check_length(257)
    for length in (1, 2):
        with pytest.raises(HeadscopeError, match=f"--max-length {length} leaves no room for text: this model adds"):
            bert.check_length(length)


def allowed_lengths(encoder):
    for length in range(1, 12):
        try:
            encoder.check_length(length)
        except HeadscopeError:
            continue
        yield length


@pytest.mark.parametrize("kind", ["bert", "roberta", "t5", "gpt", "llama"])
def test_every_allowed_length_is_kept_to_and_leaves_text(request, kind):
    """A pair has more special tokens than a single text."""
    encoder = request.getfixturevalue(kind)
    for length in allowed_lengths(encoder):
        for unit in (
            Unit("d", "the cat sat on the mat", "it was in a sense a cat"),
            Unit("d", "the cat sat on the mat, it was"),
        ):
            (whole,), _ = encoder.encode([unit], 1000)
            (encoded,), losses = encoder.encode([unit], length)
            assert len(encoded) == min(length, len(whole)), (length, tokens(encoder, encoded))
            assert set(encoded.ids) - {encoder.cls, encoder.sep}, (length, tokens(encoder, encoded))
            assert losses == Losses(int(len(whole) > length), max(0, len(whole) - length))


def test_threads_do_not_cut_each_others_texts(bert):
    """A tokenizer keeps how it cuts as a state: one thread's call must not reach into another's."""
    units = [
        Unit("d", "one two three four five six " * (1 + at % 7), "seven eight" if at % 3 == 0 else None) for at in range(60)
    ]
    alone = {length: bert.encode(units, length) for length in (9, 200)}
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            lengths = [9, 200] * 40
            for length, found in zip(lengths, pool.map(lambda length: bert.encode(units, length), lengths), strict=True):
                assert found == alone[length]
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("way", ["pairs", "sentences", "lengths"])
def test_long_texts_are_tokenised_a_few_at_a_time(bert, monkeypatch, way):
    """Sixty-four units of two lines of a mebibyte, which every bound allows, would take 30 GB at once; the answer is the same."""
    from headscope.tokens import encode as module
    from headscope.tokens.annotated import encode_annotated
    from headscope.types import Sentence

    texts = ["the house was in water " * (1 + at % 7) for at in range(40)]
    units = [Unit(str(at), text, "of the" if at % 3 else None) for at, text in enumerate(texts)]
    said = [Unit(one.document, one.first.strip(), None, (Sentence(tuple(one.first.split())),)) for one in units]
    ways = {
        "pairs": lambda: bert.encode(units, 16),
        "sentences": lambda: encode_annotated(bert, said, 16),
        "lengths": lambda: list(bert.lengths(texts)),
    }
    at_once = ways[way]()
    asked, real = [], bert.call
    monkeypatch.setattr(bert, "call", lambda texts, *more, **options: (asked.append(texts), real(texts, *more, **options))[1])
    monkeypatch.setattr(module, "LETTERS_AT_ONCE", 200)
    monkeypatch.setattr(module, "AT_ONCE", 5)
    assert ways[way]() == at_once
    assert len(asked) > 8 and all(len(some) == 1 or (sum(map(len, some)) <= 200 and len(some) <= 5) for some in asked)


@pytest.mark.parametrize("side", ["right", "left"])
def test_pairs_are_cut_as_the_tokenizer_would(bert, side, monkeypatch):
    """It can't be asked to: it makes every pair of what it cuts off, gigabytes where both texts are long."""
    chance = random.Random(4)
    words = ["the", "house", "was", "in", "water", "unfathomably"]
    monkeypatch.setattr(bert.tokenizer, "truncation_side", side)
    for first, second, most in [(a, b, most) for a in (1, 5, 6, 7, 30) for b in (1, 6, 7, 29, 30) for most in (9, 16, 17)]:
        texts = [" ".join(chance.choices(words, k=number)) for number in (first, second)]
        ((mine,), _), answer = (
            bert.encode([Unit("d", *texts)], most),
            bert.call([texts[0]], [texts[1]], truncation="longest_first", max_length=most),
        )
        assert mine == Encoded("d", **_row(answer, 0, tuple(texts))), (first, second, most)


def test_two_long_texts_cost_no_more_than_their_lengths(bert):
    text = "the house was in water " * 6000
    (one,), losses = bert.encode([Unit("d", text, text)], 16)
    assert len(one) == 16 and losses.cut_tokens == 2 * 30_000 + 3 - 16
