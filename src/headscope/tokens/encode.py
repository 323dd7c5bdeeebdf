"""Units → token ids, with a model's own tokenizer: pair form, segment ids, truncation, and what it cost.

It never decides what a token means to a measure; it only finds out which tokens the tokenizer puts around a text.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.tokens.align import found_words
from headscope.tokens.filled import Filled, kept
from headscope.tokens.spelling import is_byte_level, spelt
from headscope.types import Sentence, Unit

PUNCTUATION = (".", ",")
AT_ONCE = 256  # texts that are tokenised in one call,
LETTERS_AT_ONCE = 2**18  # as long as they have no more letters: a tokenizer takes some 250 bytes for each
_WORD_MARKS = ("##", "Ġ", "▁", "Ċ", " ")  # how tokenizers write "inside a word" and "after a space"
_WORD_END = "</w>"  # and some "at a word's end"
# A fast tokenizer keeps, as a state of its own, where it is to cut texts: a call sets it, then tokenises. Two threads at once would cut,
# or not cut, each other's texts, and nothing would say so.
_calling = Lock()


@dataclass(frozen=True)
class Encoded:
    """One unit as the model reads it. `segments` is 0 or 1 per token: which of the two texts it belongs to. `words` counts
    the words of both texts from 0; -1 for special tokens; None where the tokenizer does not tell."""

    document: str
    ids: tuple[int, ...]
    types: tuple[int, ...] | None
    segments: tuple[int, ...]
    words: tuple[int, ...] | None = None
    sentences: tuple[Sentence, ...] = ()
    pixels: Tensor | None = field(default=None, compare=False, repr=False)  # of an image: channel × height × width

    def __len__(self) -> int:
        return len(self.ids)


@dataclass
class Losses:
    """What did not reach the model: cut at the end, or left out whole, and why."""

    cut_units: int = 0
    cut_tokens: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    words_without_tokens: int = 0  # annotated words that the tokenizer made nothing of

    def __iadd__(self, other: "Losses") -> "Losses":
        self.cut_units += other.cut_units
        self.cut_tokens += other.cut_tokens
        self.skipped.update(other.skipped)
        self.words_without_tokens += other.words_without_tokens
        return self


class Encoder:
    """A tokenizer, with what must be known of it: which special tokens it adds, whether it has a pair form.

    `cls` and `sep` are the ids of the tokens that open and close a text where the tokenizer adds them ([CLS] and [SEP] in
    BERT, <s> and </s> in RoBERTa, </s> alone in T5); None where it adds none. `vocabulary` is how many tokens the model has
    embeddings for, where that is known.
    """

    def __init__(self, tokenizer: Any, longest: int | None = None, vocabulary: int | None = None) -> None:
        self.tokenizer = tokenizer
        self.longest, self.vocabulary = longest, vocabulary
        self._byte_level = is_byte_level(tokenizer)
        single, pair = self._ids("a"), self._ids("a", "b")
        first, second = (self._ids(text, add_special_tokens=False) for text in ("a", "b"))
        opening, closing = self.opening, self.closing = _around(single, first)
        added = {*opening, *closing}
        self.specials, self.pair_specials = len(single) - len(first), len(pair) - len(first) - len(second)
        self.cls = _first_in((tokenizer.cls_token_id, added), (tokenizer.bos_token_id, opening))
        self.sep = _first_in((tokenizer.sep_token_id, added), (tokenizer.eos_token_id, closing))
        self.has_pairs = self.sep is not None and pair.count(self.sep) > single.count(self.sep)
        self.punctuation = punctuation_ids(tokenizer)
        self._special = frozenset({*tokenizer.all_special_ids, self.cls, self.sep})
        self._lexical: dict[int, bool] = {}

    def is_special(self, token: int) -> bool:
        return token in self._special

    def is_lexical(self, token: int) -> bool:
        """Whether a token is a word or a part of one: not special, and a letter or a digit in it."""
        known = self._lexical.get(token)
        if known is None:
            known = self._lexical[token] = not self.is_special(token) and any(map(str.isalnum, self.text(token)))
        return known

    def tokens(self, ids: Sequence[int]) -> list[str]:
        """Tokens as the tokenizer writes them; those of bytes as the text that they are."""
        tokens = [str(token) for token in self.tokenizer.convert_ids_to_tokens(list(ids))]
        return [spelt(token) for token in tokens] if self._byte_level else tokens

    @property
    def special(self) -> dict[str, str]:
        """What the tokens are called that open and close a text, where the tokenizer adds them."""
        known = {"cls": self.cls, "sep": self.sep}
        return {name: self.tokens([token])[0] for name, token in known.items() if token is not None}

    def text(self, token: int) -> str:
        """A token as a reader would see it."""
        return str(self.tokenizer.decode([token]))

    def encode(self, units: Sequence[Unit], max_length: int) -> tuple[list[Encoded], Losses]:
        """The units as the model reads them, cut to `max_length` tokens, the longer text first; at its end, unless a unit is to
        be cut at random."""
        losses, encoded = Losses(), list[Encoded]()
        for some in portions([len(unit.first) + len(unit.second or "") for unit in units]):
            encoded += self._encode_some(units[some], max_length, losses)
        return encoded, losses

    def _encode_some(self, units: Sequence[Unit], max_length: int, losses: Losses) -> list[Encoded]:
        texts = [unit.first if self.has_pairs or unit.second is None else f"{unit.first} {unit.second}" for unit in units]
        seconds = [unit.second if self.has_pairs else None for unit in units]
        encoded: list[Encoded] = []
        for unit, text, second, tokens in zip(units, texts, seconds, self._encode_texts(texts, seconds), strict=True):
            length = len(tokens["ids"])
            if length <= (self.specials if second is None else self.pair_specials):
                losses.skipped["no token in the text"] += 1
                continue
            if length > max_length:
                losses.cut_units += 1
                losses.cut_tokens += length - max_length
                tokens = self._cut(unit, (text, second), tokens, max_length)
            encoded.append(Encoded(unit.document, **tokens))
        return encoded

    def lengths(self, texts: Sequence[str]) -> Iterator[int]:
        """Of every text how many tokens it has, special ones not counted; a few hundred are tokenised at a time."""
        for some in portions([len(text) for text in texts]):
            yield from map(len, self.call(list(texts[some]), None, add_special_tokens=False)["input_ids"])

    def room(self, max_length: int) -> int:
        """How many tokens of two texts an input has room for."""
        return max_length - (self.pair_specials if self.has_pairs else self.specials)

    def _cut(self, unit: Unit, texts: tuple[str, str | None], whole: dict[str, Any], max_length: int) -> dict[str, Any]:
        """A unit that is too long, cut; the special tokens stay."""
        text, second = texts
        seconds, words = None if second is None else [second], whole["words"]
        if not isinstance(unit, Filled) and (seconds is None or words is None):
            return _row(self.call([text], seconds, truncation="longest_first", max_length=max_length), 0, texts)
        if words is None:
            added = self.call([text], seconds, return_special_tokens_mask=True)["special_tokens_mask"][0]
        else:
            added = [word < 0 for word in words]
        places = [[at for at, of in enumerate(whole["segments"]) if of == which and not added[at]] for which in (0, 1)]
        stay = {at for at, is_added in enumerate(added) if is_added}
        lengths, room = (len(places[0]), len(places[1])), max_length - len(stay)
        left = kept(unit, *lengths, room) if isinstance(unit, Filled) else self._longest_first(*lengths, room)
        for mine, part in zip(places, left, strict=True):
            stay.update(mine[part.start : part.stop])
        cut = {name: values and tuple(v for at, v in enumerate(values) if at in stay) for name, values in whole.items()}
        return cut if isinstance(unit, Filled) else cut | {"words": _counted(cut["words"])}

    def _longest_first(self, first: int, second: int, room: int) -> tuple[range, range]:
        """Which tokens of two texts stay where the longer is cut first, as the tokenizer itself would do. It also makes every pair of what
        it cuts off, so that two texts of 16,000 tokens take 7 GB."""
        few = min(first, second, room // 2)
        one, other = (few, room - few) if first <= second else (room - few, few)
        if getattr(self.tokenizer, "truncation_side", "right") == "left":
            return range(first - one, first), range(second - other, second)
        return range(one), range(other)

    def _encode_texts(self, texts: list[str], seconds: list[str | None]) -> list[dict[str, Any]]:
        """All texts at their full length; pairs and single texts are two calls, because the tokenizer takes no gaps."""
        rows: list[dict[str, Any]] = [{} for _ in texts]
        alone = [i for i, second in enumerate(seconds) if second is None]
        both = [i for i, second in enumerate(seconds) if second is not None]
        for places, with_second in ((alone, False), (both, True)):
            if places:
                answer = self.call([texts[i] for i in places], [seconds[i] or "" for i in places] if with_second else None)
                for row, i in enumerate(places):
                    rows[i] = _row(answer, row, (texts[i], seconds[i]))
        return rows

    def _ids(self, text: str, second: str | None = None, **options: Any) -> list[int]:
        return list(self.call([text], None if second is None else [second], **options)["input_ids"][0])

    def call(self, texts: list[str], seconds: list[str] | None, **options: Any) -> Any:
        """The tokenizer's answer to some texts, or pairs of texts; one thread at a time. Raises where the model has no such token."""
        with _calling:
            answer = self.tokenizer(texts, seconds, return_attention_mask=False, verbose=False, **options)
        highest = max((token for ids in answer["input_ids"] for token in ids), default=0)
        if self.vocabulary is not None and highest >= self.vocabulary:
            raise HeadscopeError(
                f"The tokenizer does not fit the model: it gives '{self.tokens([highest])[0]}' the id {highest:,}, and the model has "
                f"embeddings for {self.vocabulary:,} tokens. Give the tokenizer that the model was trained with, or make room for its "
                "tokens: model.resize_token_embeddings(len(tokenizer)), and save both."
            )
        return answer

    @property
    def pad(self) -> int:
        """What fills up a row; any token will do, since it is hidden, but one that the model has."""
        pad = self.tokenizer.pad_token_id
        return 0 if pad is None or (self.vocabulary is not None and pad >= self.vocabulary) else int(pad)

    def check_length(self, max_length: int) -> None:
        """Raises unless inputs of `max_length` tokens fit the model and hold at least one token of text."""
        needed = max(self.specials, self.pair_specials if self.has_pairs else 0)
        if max_length <= needed:
            raise HeadscopeError(f"--max-length {max_length} leaves no room for text: this model adds {needed} special tokens.")
        if self.longest is not None and max_length > self.longest:
            raise HeadscopeError(f"--max-length {max_length} is longer than this model reads: at most {self.longest} tokens.")


def portions(lengths: Sequence[int]) -> Iterator[slice]:
    """Which texts, of so many letters each, are tokenised at once: few enough for the memory, however long they are.

    >>> [(some.start, some.stop) for some in portions([200_000, 60_000, 3_000_000, 5, 5])]
    [(0, 2), (2, 3), (3, 5)]
    """
    start = total = 0
    for at, length in enumerate(lengths):
        if at > start and (total + length > LETTERS_AT_ONCE or at - start == AT_ONCE):
            yield slice(start, at)
            start, total = at, 0
        total += length
    if lengths:
        yield slice(start, len(lengths))


def _around(whole: list[int], text: list[int]) -> tuple[list[int], list[int]]:
    """The tokens that were put before and behind a text.

    >>> _around([2, 43, 3], [43])
    ([2], [3])
    """
    for at in range(len(whole) - len(text) + 1):
        if text and whole[at : at + len(text)] == text:
            return whole[:at], whole[at + len(text) :]
    return whole, whole


def _first_in(*candidates: tuple[int | None, Collection[int]]) -> int | None:
    """The first token that is among those beside it."""
    return next((token for token, among in candidates if token is not None and token in among), None)


def _row(answer: Any, row: int, texts: tuple[str, str | None]) -> dict[str, Any]:
    ids = tuple(answer["input_ids"][row])
    types = tuple(answer["token_type_ids"][row]) if "token_type_ids" in answer else None
    segments = _segments(answer, row, types or (0,) * len(ids))
    return {"ids": ids, "types": types, "segments": segments, "words": found_words(answer, row, texts)}


def _counted(words: Sequence[int]) -> tuple[int, ...]:
    """Words counted from 0 again after some were cut off.

    >>> _counted((-1, 4, 4, 5, -1, 9, -1))
    (-1, 0, 0, 1, -1, 2, -1)
    """
    numbers = {word: number for number, word in enumerate(dict.fromkeys(word for word in words if word >= 0))}
    return tuple(numbers.get(word, -1) for word in words)


def _segments(answer: Any, row: int, otherwise: tuple[int, ...]) -> tuple[int, ...]:
    """Which text each token is of; a special token goes with the text before it. Tokenizers in Python don't tell."""
    if not getattr(answer, "is_fast", False):
        return otherwise
    segments, last = [], 0
    for sequence in answer.sequence_ids(row):
        last = last if sequence is None else int(sequence)
        segments.append(last)
    return tuple(segments)


def punctuation_ids(tokenizer: Any) -> frozenset[int]:
    """The ids of "." and ",", with and without the mark that some tokenizers put where a word starts."""

    def bare(token: str) -> str:
        for mark in _WORD_MARKS:
            token = token.removeprefix(mark)
        return token.removesuffix(_WORD_END)

    return frozenset(index for token, index in tokenizer.get_vocab().items() if bare(token) in PUNCTUATION)
