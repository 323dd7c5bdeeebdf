"""Annotated units → tokens that know their word: the model reads the words with spaces between them, and nothing is cut."""

from collections import Counter

import pytest
import torch
from transformers import PreTrainedTokenizer

from headscope.tokens import Encoder, Losses, collate, encode_annotated
from headscope.tokens.units import annotated, sentences
from headscope.types import Document, Sentence

KINDS = ["bert", "roberta", "t5", "gpt", "llama"]


def unit(*texts, document="d"):
    return annotated(document, tuple(Sentence(tuple(text.split(" "))) for text in texts))


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_reads_the_running_text(request, kind):
    encoder = request.getfixturevalue(kind)
    (row,), losses = encode_annotated(encoder, [unit("the cat sat on it .")], 64)
    assert row.ids == tuple(encoder.call(["the cat sat on it ."], None)["input_ids"][0]) and losses == Losses()
    inside = [word for word in row.words if word >= 0]
    assert inside == sorted(inside) and set(inside) == set(range(6))
    assert len(row) - len(inside) == encoder.specials and row.segments == (0,) * len(row)
    assert row.document == "d" and row.sentences == (Sentence(("the", "cat", "sat", "on", "it", ".")),)
    (alone,), _ = encoder.encode([unit("the cat sat on it .")], 64)
    assert (row.ids, row.types) == (alone.ids, alone.types)


@pytest.mark.parametrize("kind", KINDS)
def test_words_are_counted_through_the_sentences_of_a_unit(request, kind):
    encoder = request.getfixturevalue(kind)
    (row,), _ = encode_annotated(encoder, [unit("the cat sat .", "it was a cat .")], 128)
    pieces = [[token for token, of in zip(row.ids, row.words, strict=True) if of == word] for word in range(9)]
    read = [encoder.tokenizer.decode(tokens).strip() for tokens in pieces]
    assert read == ["the", "cat", "sat", ".", "it", "was", "a", "cat", "."]


def test_units_one_by_one_are_as_they_are_together(bert):
    units = [unit("the house"), unit("strawberries \u200b .", "it was"), unit("a " * 30 + "b")]
    together, losses = encode_annotated(bert, units, 24)
    alone = [encode_annotated(bert, [one], 24) for one in units]
    assert together == [row for rows, _ in alone for row in rows]
    added = Losses()
    for _, its in alone:
        added += its
    assert added == losses == Losses(skipped=Counter({"longer than 24 tokens": 1}), words_without_tokens=1)


def test_what_is_too_long_is_left_out_and_never_cut(bert):
    exact, longer = unit("the " * 9 + "house"), unit("the " * 10 + "house")
    for units, kept in (([exact], 1), ([longer], 0), ([longer, exact, longer], 1)):
        rows, losses = encode_annotated(bert, units, 12)
        assert [len(row) for row in rows] == [12] * kept and losses.cut_units == losses.cut_tokens == 0
        assert losses.skipped == ({"longer than 12 tokens": len(units) - kept} if kept < len(units) else {})


def test_a_unit_without_a_token_is_left_out(bert, gpt):
    rows, losses = encode_annotated(bert, [unit("\u200b \u00ad"), unit("the \u200b \u0301 house")], 32)
    assert [row.words for row in rows] == [(-1, 0, 3, -1)]
    assert losses == Losses(skipped=Counter({"no token in the text": 1}), words_without_tokens=2), (
        "of what is left out nothing more is told"
    )
    assert encode_annotated(gpt, [unit("\u200b")], 32)[1] == Losses(), "bytes always give a token"


def test_no_units_give_no_rows(bert):
    assert encode_annotated(bert, [], 32) == encode_annotated(Encoder(Letters()), [], 32) == ([], Losses())


def test_a_batch_carries_words_and_sentences(bert):
    document = Document("d", (), (Sentence(("strawberries", "grow")), Sentence(("it",))))
    rows, _ = encode_annotated(bert, list(sentences(document)), 32)
    batch = collate(rows, bert)
    assert batch.sentences == tuple((sentence,) for sentence in document.sentences)
    words = [[*row.words, *[-1] * (len(rows[0]) - len(row))] for row in rows]
    assert torch.equal(batch.source.words, torch.tensor(words)) and words[1] == [-1, 0, -1, *[-1] * (len(rows[0]) - 3)]
    assert batch.types is not None and not batch.types.any()


class Letters(PreTrainedTokenizer):
    """A tokenizer in Python: every letter a token, one that has no width none. With `spaces`, as tokenizers of bytes do it,
    spaces are tokens too; with `marks` it writes where a word begins, also at the text's beginning."""

    def __init__(self, spaces=False, marks=False):
        self.spaces, self.marks = spaces, marks
        tokens = ["[UNK]", "[CLS]", "[SEP]", *"abcdefghijklmnopqrstuvwxyz'.-", " ", "▁"]
        self.known = {token: index for index, token in enumerate(tokens)}
        super().__init__(unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]")

    @property
    def vocab_size(self):
        return len(self.known)

    def get_vocab(self):
        return dict(self.known)

    def _tokenize(self, text, **options):
        if self.marks:
            text = "".join(f"▁{word}" for word in text.split())
        return [letter for letter in text if letter != "\u200b" and (self.spaces or letter != " ")]

    def _convert_token_to_id(self, token):
        return self.known.get(token, 0)

    def _convert_id_to_token(self, index):
        return list(self.known)[index]

    def build_inputs_with_special_tokens(self, token_ids_0, token_ids_1=None):
        return [1, *token_ids_0, 2] if token_ids_1 is None else [1, *token_ids_0, 2, *token_ids_1, 2]


@pytest.mark.parametrize("options", [{}, {"spaces": True}, {"marks": True}], ids=["letters", "spaces", "marks"])
def test_tokenizers_in_python_that_do_not_tell_where_a_token_is_from(options):
    encoder = Encoder(Letters(**options))
    assert not encoder.tokenizer.is_fast
    rows, losses = encode_annotated(encoder, [unit("it's \u200b a b-c ."), unit("\u200b" if not options else "x")], 32)
    assert rows[0].ids == tuple(encoder.call(["it's \u200b a b-c ."], None)["input_ids"][0]), "the running text"
    assert rows[0].words[0] == rows[0].words[-1] == -1 and len(rows[0].words) == len(rows[0])
    words = [
        "".join(token for token, of in zip(encoder.tokens(rows[0].ids), rows[0].words, strict=True) if of == word).strip(" ▁")
        for word in range(5)
    ]
    assert words == ["it's", "", "a", "b-c", "."]
    if not options:
        assert losses == Losses(skipped=Counter({"no token in the text": 1}), words_without_tokens=1)
    assert rows[0].types is None and collate(rows, encoder).types is None


def test_tokenizers_in_python_leave_out_what_is_too_long():
    encoder = Encoder(Letters())
    rows, losses = encode_annotated(encoder, [unit("abc de"), unit("abc def")], 7)
    assert [len(row) for row in rows] == [7] and losses == Losses(skipped=Counter({"longer than 7 tokens": 1}))
