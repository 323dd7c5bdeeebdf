"""Token ↔ word: of which word each token is, in running text and in annotated words.

It does not tokenise. Words that were given are joined by spaces, and a token belongs to the word in which it begins: this holds
for tokenizers of bytes, of sentence pieces and of word pieces alike.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any


def found_words(answer: Any, row: int, texts: tuple[str, str | None]) -> tuple[int, ...] | None:
    """The word that each token of running text is of. A word ends where the tokenizer says so, and at white space: tokenizers that don't
    split texts before they look for tokens call a whole text one word."""
    if not getattr(answer, "is_fast", False):
        return None
    found: list[int] = []
    last: tuple[int, int | None] | None = None
    number, begin, end = -1, 0, 0  # of the last token, where it begins and ends
    encoding = answer.encodings[row]
    for sequence, word, (start, stop) in zip(encoding.sequence_ids, encoding.word_ids, encoding.offsets, strict=True):
        if sequence is None:
            found.append(-1)
            last = None
            continue
        text = texts[sequence] or ""
        between = text[begin:end].lstrip() + text[end : start + 1]  # a token may have the next word's space at its end
        begins = last != (sequence, word) or any(map(str.isspace, between))
        number += begins
        found.append(number)
        last, begin, end = (sequence, word), start, stop
    return tuple(found)


def given_words(encoding: Any, words: Sequence[str]) -> tuple[int, ...]:
    """The word that each token is of, -1 for special tokens; `encoding` is of the words with a space between any two. A token
    that begins with that space is of the word behind it."""
    ends = list(accumulate(len(word) + 1 for word in words))  # where the next word begins
    found = []
    for sequence, (start, _) in zip(encoding.sequence_ids, encoding.offsets, strict=True):
        if sequence is None:
            found.append(-1)
            continue
        at = bisect_right(ends, start + 1)  # with the space behind it a word would be one longer
        found.append(min(at, len(words) - 1))
    return tuple(found)
