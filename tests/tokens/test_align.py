"""Token ↔ word, against brute force that never looks at offsets: what a word's tokens spell is the word, for tokenizers of
every kind and words of any script."""

import unicodedata
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

from headscope.tokens import Encoder
from headscope.tokens.align import found_words, given_words

SENTENCES = [
    ["the", "cat", "sat", "on", "the", "mat", ".", "don't", "it's", "well-known", "Mia", "'s"],
    ["'s", "don't", "n't", "’", "’s", "it’s", "well-known", "-", "--", "..."],
    ["🙂", "cat", "👩‍👩‍👧", "🇫🇷", "the🙂cat"],
    ["cafe\u0301", "e\u0301te\u0301", "\u0301", "naïve", "Ångström", "ﬁx"],
    ["日本", "語", "日本語", "the日本", "。", "한국어", "ภาษา"],
    ["\u200b", "cat", "\u200d", "\ufeff", "a\u200bb", "\u00ad"],
    ["x" * 300, "cat", "the" * 90],
    ["\u00a0", "a", "\u3000", "\u2028", "1\u00a0000"],
    ["1 000", "New York", "cat"],
    ["½", "´", "①", "İ", "ẞ"],
    ["##ab", "Ġ", "<s>", "[SEP]", "<0x41>", "\\", '"'],
    ["cat"],
    ["\u200b"],
]
LETTERS = sorted({letter for words in SENTENCES for word in words for letter in word} - {"▁"})
any_word = st.text(LETTERS, min_size=1, max_size=6).filter(lambda word: word[0] != " " != word[-1])
solid_word = st.text([letter for letter in LETTERS if not letter.isspace()], min_size=1, max_size=6)
sentences = st.lists(any_word, min_size=1, max_size=12) | st.lists(solid_word, min_size=1, max_size=12)
MANY = settings(max_examples=60, deadline=None, derandomize=True, database=None)
LEARNT = [" ".join(words) for words in SENTENCES] * 3


def finished(tokenizer, opening="", closing=""):
    if opening or closing:
        single, pair = (
            " ".join(filter(None, form)) for form in ([opening, "$A", closing], [opening, "$A", closing, "$B", closing])
        )
        ids = [(token, tokenizer.token_to_id(token)) for token in (opening, closing) if token]
        tokenizer.post_processor = processors.TemplateProcessing(single=single, pair=pair, special_tokens=ids)
    return Encoder(PreTrainedTokenizerFast(tokenizer_object=tokenizer))


def byte_level(prefix, trim):
    """GPT-2's kind, and RoBERTa's: with a space before the first word."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(LEARNT, trainer)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=trim)
    return finished(tokenizer)


def sentence_pieces(scheme, split):
    """T5's kind, ▁ for a space. Unless it splits at spaces first, a token may reach into the next word."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=split)
    trainer = trainers.UnigramTrainer(
        vocab_size=300,
        unk_token="<unk>",
        special_tokens=["<unk>", "</s>"],
        initial_alphabet=[*LETTERS, "▁"],
        show_progress=False,
    )
    tokenizer.train_from_iterator(LEARNT, trainer)
    return finished(tokenizer, closing="</s>")


def byte_fallback():
    """Llama's kind: the mark is written before anything is split, and what is not known becomes bytes."""
    tokenizer = Tokenizer(models.BPE(byte_fallback=True, fuse_unk=True, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    special = ["<unk>", "<s>", *[f"<0x{number:02X}>" for number in range(256)]]
    trainer = trainers.BpeTrainer(vocab_size=420, special_tokens=special, max_token_length=7, show_progress=False)
    tokenizer.train_from_iterator(["the cat sat on the mat the cat"] * 3, trainer)
    return finished(tokenizer, opening="<s>")


def letters():
    """Every letter a token, spaces too."""
    tokenizer = Tokenizer(models.WordLevel({letter: at for at, letter in enumerate([*LETTERS])}))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    return finished(tokenizer)


@cache
def kind(name):
    return REVERSIBLE[name]() if name in REVERSIBLE else word_pieces()


REVERSIBLE = {
    "byte-level": lambda: byte_level(False, True),
    "byte-level, spaces kept": lambda: byte_level(False, False),
    "byte-level, prefixed": lambda: byte_level(True, True),
    "sentence pieces": lambda: sentence_pieces("always", True),
    "sentence pieces, first only": lambda: sentence_pieces("first", True),
    "sentence pieces, never": lambda: sentence_pieces("never", True),
    "sentence pieces over spaces": lambda: sentence_pieces("always", False),
    "bytes where unknown": byte_fallback,
    "letters": letters,
}
REACHING = ("sentence pieces over spaces", "bytes where unknown")  # a token may begin in one word and end in the next
BYTES = {letter: number for number, letter in zip(  # how byte-level tokenizers write bytes
    [*range(33, 127), *range(161, 173), *range(174, 256), *range(33), *range(127, 161), 173],
    [*map(chr, [*range(33, 127), *range(161, 173), *range(174, 256)]), *map(chr, range(256, 324))],
    strict=True,
)}  # fmt: skip


def spelt(name, token):
    """The bytes that a token of a reversible tokenizer stands for."""
    if name.startswith("byte-level"):
        return bytes(BYTES[letter] for letter in token)
    if name == "bytes where unknown" and token.startswith("<0x") and token.endswith(">"):
        return bytes([int(token[3:-1], 16)])
    return token.replace("▁", " ").encode()


def walked(name, tokens, words):
    """Of each token the word that its first byte is of, by reading the text aloud; the space before a word is of that word."""
    owners = []
    for number, word in enumerate(words):
        owners += [number] * len(f" {word}".encode())
    text = "".join(f" {word}" for word in words).encode()
    spoken = b"".join(spelt(name, token) for token in tokens)
    at = len(text) - len(spoken)  # 1 where the first word has no space before it
    assert at in (0, 1) and text[at:] == spoken, "the tokenizer is not as the test takes it to be"
    found = []
    for token in tokens:
        found.append(owners[at])
        at += len(spelt(name, token))
    return found


def aligned(encoder, words):
    """Tokens and the word of each, as headscope tells."""
    answer = encoder.call([" ".join(words)], None)
    return encoder.tokenizer.convert_ids_to_tokens(answer["input_ids"][0]), given_words(answer.encodings[0], words)


def check(name, words):
    encoder = kind(name)
    tokens, found = aligned(encoder, words)
    inside = [(token, word) for token, word in zip(tokens, found, strict=True) if word >= 0]
    assert sorted(word for word in found if word >= 0) == [word for _, word in inside], "in order"
    assert len(tokens) - len(inside) == encoder.specials
    assert [word for _, word in inside] == walked(name, [token for token, _ in inside], words), (words, tokens)
    if name not in REACHING and not any(map(str.isspace, "".join(words))):
        for number, word in enumerate(words):
            mine = b"".join(spelt(name, token) for token, of in inside if of == number).decode()
            assert mine in (word, f" {word}"), "a word's tokens spell it"


@pytest.mark.parametrize("name", REVERSIBLE)
def test_a_word_s_tokens_spell_it(name):
    for words in SENTENCES:
        if kind(name).specials and "<s>" in words:
            continue  # its special tokens, which are not to be found in a text
        check(name, words)


@pytest.mark.parametrize("name", REVERSIBLE)
@MANY
@given(words=sentences)
def test_a_word_s_tokens_spell_it_whatever_the_words(name, words):
    check(name, words)


def test_a_token_that_reaches_into_the_next_word_is_of_the_one_it_begins_in():
    words = ["the", "cat", "sat", "on", "the", "mat"]
    for name in REACHING:
        tokens, found = aligned(kind(name), words)
        assert any("▁" in token[1:] for token in tokens), "otherwise this is no test"
        check(name, words)
        at = tokens.index("▁the▁")
        assert words[found[at]] == "the" and found[at + 1] == found[at] + 1, "what is behind it is of the next word"


def word_pieces():
    """BERT's kind, with everything that it throws away: capitals, accents, control characters."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=400))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    known = {token: at for at, token in enumerate(["[UNK]", "[CLS]", "[SEP]"])}
    for text in ("the", "ca", "ma", "##at", "##on"):
        known.setdefault(text, len(known))
    for letter in LETTERS:
        for piece in plain(letter):
            known.setdefault(piece, len(known))
            known.setdefault(f"##{piece}", len(known))
    tokenizer.model = models.WordPiece(known, unk_token="[UNK]", max_input_chars_per_word=400)
    return finished(tokenizer, "[CLS]", "[SEP]")


def plain(word):
    """What is left of a word: small letters without accents, no control characters, no spaces of any kind."""
    kept = "".join(c for c in word if c.isspace() or unicodedata.category(c)[0] != "C" or c in "\t\n\r")
    split = unicodedata.normalize("NFD", kept.lower())
    split = "".join(c for c in split if unicodedata.category(c) != "Mn")
    return "".join(c for c in split.lower() if not c.isspace())


def check_pieces(words):
    tokens, found = aligned(kind("word pieces"), words)
    assert (tokens[0], tokens[-1], found[0], found[-1]) == ("[CLS]", "[SEP]", -1, -1)
    assert "[UNK]" not in tokens and list(found[1:-1]) == sorted(found[1:-1])
    for number, word in enumerate(words):
        mine = "".join(token.removeprefix("##") for token, of in zip(tokens, found, strict=True) if of == number)
        assert mine == plain(word), (word, tokens)


def test_a_word_s_pieces_spell_what_is_left_of_it():
    for words in SENTENCES:
        if "[SEP]" not in words and "##ab" not in words:
            check_pieces(words)
    tokens, found = aligned(kind("word pieces"), ["\u200b", "Café", "\u0301", "the"])
    assert found == (-1, *[1] * (len(tokens) - 3), 3, -1), "two words give no token"


@MANY
@given(words=st.lists(any_word, min_size=1, max_size=12))
def test_a_word_s_pieces_spell_what_is_left_of_it_whatever_the_words(words):
    check_pieces(words)


def test_words_of_white_space_alone_give_nothing_where_it_is_thrown_away():
    tokens, found = aligned(kind("word pieces"), ["\u00a0", "cat", "\u3000", "\u2028"])
    assert set(found) == {-1, 1} and tokens[1] == "ca"


def test_the_bundled_tokenizer(bert):
    tokens, found = aligned(bert, ["Mia", "'s", "strawberries", "\u200b", "don't", "grow", "."])
    spelt = ["".join(t.removeprefix("##") for t, w in zip(tokens, found, strict=True) if w == n) for n in range(7)]
    assert spelt == ["mia", "'s", "strawberries", "", "don't", "grow", "."]


@pytest.mark.parametrize("name", [*REVERSIBLE, "word pieces"])
def test_in_running_text_a_new_word_begins_at_white_space_at_least(name):
    """No token that begins behind a space goes on the word before it; special tokens are of no word."""
    encoder = kind(name)
    text = "the cat don't sat"
    answer = encoder.call([text], None)
    found = found_words(answer, 0, (text, None))
    whole = given_words(answer.encodings[0], text.split())
    assert found is not None and [word < 0 for word in found] == [word < 0 for word in whole]
    inside = [both for both in zip(found, whole, strict=True) if both[1] >= 0]
    for (mine, written), (next_mine, next_written) in pairwise(inside):
        assert next_mine - mine in (0, 1)
        assert next_written == written or next_mine == mine + 1
