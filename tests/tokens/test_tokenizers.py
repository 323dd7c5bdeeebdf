"""Tokenizers of other kinds: other special tokens, none, no pair form, other ways to write a word's start."""

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from headscope.tokens import Encoder
from headscope.types import Unit


def tokens(encoder, encoded):
    return encoder.tokenizer.convert_ids_to_tokens(list(encoded.ids))


def name(encoder, token):
    return None if token is None else encoder.tokenizer.convert_ids_to_tokens(token)


@pytest.mark.parametrize(
    ("kind", "cls", "sep", "specials", "has_pairs"),
    [
        ("bert", "[CLS]", "[SEP]", 2, True),
        ("roberta", "<s>", "</s>", 2, True),
        ("t5", None, "</s>", 1, True),
        ("llama", "<s>", None, 1, False),
        ("gpt", None, None, 0, False),
    ],
)
def test_opening_and_closing_tokens_are_found_where_the_tokenizer_adds_them(request, kind, cls, sep, specials, has_pairs):
    encoder = request.getfixturevalue(kind)
    assert (name(encoder, encoder.cls), name(encoder, encoder.sep)) == (cls, sep)
    assert (encoder.specials, encoder.has_pairs) == (specials, has_pairs)


def test_a_token_that_only_opens_a_text_does_not_close_it(byte_level):
    """OPT: one token is both bos and eos, and is put before the text only."""
    opt = byte_level(("</s>", "<pad>"), "</s> $A", "</s> $A </s> $B", bos_token="</s>", eos_token="</s>", pad_token="<pad>")
    assert name(opt, opt.cls) == "</s>"
    assert opt.sep is None


@pytest.mark.parametrize("kind", ["gpt", "llama"])
def test_without_a_pair_form_both_texts_are_joined_by_a_space(request, kind):
    encoder = request.getfixturevalue(kind)
    (joined,), _ = encoder.encode([Unit("d", "the cat.", "it sat")], 64)
    (single,), _ = encoder.encode([Unit("d", "the cat. it sat")], 64)
    assert joined.ids == single.ids
    assert set(joined.segments) == {0}
    assert encoder.tokenizer.decode(list(joined.ids), skip_special_tokens=True) == "the cat. it sat"


def test_without_special_tokens_an_empty_text_is_skipped(gpt):
    encoded, losses = gpt.encode([Unit("1", ""), Unit("2", "the")], 64)
    assert [one.document for one in encoded] == ["2"] and losses.skipped == {"no token in the text": 1}


def test_roberta_s_pair_form(roberta):
    (pair,), _ = roberta.encode([Unit("d", "the cat", "a mat")], 64)
    first, second = roberta.tokenizer.tokenize("the cat"), roberta.tokenizer.tokenize("a mat")
    assert tokens(roberta, pair) == ["<s>", *first, "</s>", "</s>", *second, "</s>"]
    assert pair.segments == (0,) * (len(first) + 3) + (1,) * (len(second) + 1)


def test_t5_s_pair_form_has_segments_without_segment_ids(t5):
    (pair,), _ = t5.encode([Unit("d", "the cat", "a mat")], 64)
    first, second = t5.tokenizer.tokenize("the cat"), t5.tokenizer.tokenize("a mat")
    assert tokens(t5, pair) == [*first, "</s>", *second, "</s>"]
    assert pair.segments == (0,) * (len(first) + 1) + (1,) * (len(second) + 1)


def punctuation(encoder):
    return sorted(encoder.tokenizer.convert_ids_to_tokens(list(encoder.punctuation)))


def test_punctuation_with_and_without_a_space_before_it(gpt):
    assert punctuation(gpt) == [",", ".", "Ġ,", "Ġ."]


def test_punctuation_of_the_bundled_tokenizer(bert):
    assert {".", ","} <= set(punctuation(bert)) <= {".", ",", "##.", "##,"}
    other = bert.tokenizer.convert_tokens_to_ids([";", ":", "!", "-", "'"])
    assert not set(other) & bert.punctuation and bert.tokenizer.unk_token_id not in other


def words(model, before, trainer):
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = before
    tokenizer.train_from_iterator(["the cat sat . the cat , it sat , on the mat ."] * 3, trainer)
    return Encoder(PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>"))


def marked(encoder, text="the cat, sat."):
    """The text's tokens that count as punctuation."""
    (encoded,), _ = encoder.encode([Unit("d", text)], 64)
    return [token for token, index in zip(tokens(encoder, encoded), encoded.ids, strict=True) if index in encoder.punctuation]


def test_punctuation_after_sentencepiece_s_mark():
    trainer = trainers.BpeTrainer(vocab_size=80, special_tokens=["<unk>"], show_progress=False)
    assert marked(words(models.BPE(unk_token="<unk>"), pre_tokenizers.Metaspace(), trainer), "the cat , sat .") == ["▁,", "▁."]


def test_punctuation_before_a_mark_that_ends_a_word():
    """GPT-1, XLM, FlauBERT and CTRL write the end of a word, not its start."""
    trainer = trainers.BpeTrainer(vocab_size=100, special_tokens=["<unk>"], end_of_word_suffix="</w>", show_progress=False)
    model = models.BPE(unk_token="<unk>", end_of_word_suffix="</w>")
    assert marked(words(model, pre_tokenizers.BertPreTokenizer(), trainer)) == [",</w>", ".</w>"]


def test_dots_that_are_more_than_one_are_not_punctuation(gpt):
    """The paper's kind is "." and "," alone."""
    vocabulary = gpt.tokenizer.get_vocab()
    assert {token for token, index in vocabulary.items() if index in gpt.punctuation} == {".", ",", "Ġ.", "Ġ,"}
    assert vocabulary["!"] not in gpt.punctuation and vocabulary["t"] not in gpt.punctuation
