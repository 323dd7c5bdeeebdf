"""A head as a classifier on somebody's own text: word in, word out, with the weight behind it.

As in the measures, a head never predicts the word itself and never a special token. Nothing is learned, and nothing is kept.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from headscope.answers.word_maps import WordMap, check_head, word_maps
from headscope.errors import HeadscopeError, unknown_name
from headscope.measures.asked import towards
from headscope.models import Model
from headscope.models.weighting import check_weights, make_kind
from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD
from headscope.tokens import Encoded, encode_annotated
from headscope.tokens.units import annotated
from headscope.types import Head, Sentence

DIRECTIONS = (TO_HEAD, TO_DEPENDENT, BOTH)
BATCH = 16

# Letters are themselves, digits 0, other writing w, apostrophes '; see `split_words`.
_WORD = re.compile(
    r"(?:[a-z]\.){2,}"  # U.S., e.g.
    r"|0+(?:[.,:]0+)+(?![a-z0w_])"  # 1,000.50 and 12:30
    r"|[a-z0w_]+?(?=n't(?![a-z0w_]))|n't(?![a-z0w_])"  # do n't
    r"|'(?:s|re|ve|ll|d|m)(?![a-z0w_])"  # king 's
    r"|[a-z0w_]+(?:(?!'(?:s|re|ve|ll|d|m)(?![a-z0w_]))(?:[-'])[a-z0w_]+)*"  # well-known, o'clock
    r"|\.{2,}|-{2,}|[^ ]"
)


@dataclass(frozen=True)
class Pointed:
    """A word and the word that a head points to from it. `text` is the number of its text, `word` its place there, both counted from
    0; `itself` and `special` are what the word gives to itself and to special tokens. What there is no word for is None."""

    head: Head
    direction: str
    text: int
    word: int
    spelling: str
    target: int | None
    target_spelling: str | None
    weight: float | None
    second: int | None
    second_spelling: str | None
    second_weight: float | None
    itself: float
    special: float


def split_words(text: str) -> list[str]:
    """A text's words, much as English treebanks have them: at white space, with punctuation apart, but not inside numbers,
    abbreviations like U.S., and words with hyphens; n't, 's, 're, 've, 'll, 'd and 'm are words. No character but white space is lost.

    >>> split_words("The king's horse didn't cost 1,000.50 in the U.S., I'm told...")
    ['The', 'king', "'s", 'horse', 'did', "n't", 'cost', '1,000.50', 'in', 'the', 'U.S.', ',', 'I', "'m", 'told', '...']
    """
    mask = "".join(map(_class, text))
    return [text[match.start() : match.end()] for match in _WORD.finditer(mask)]


def _class(character: str) -> str:
    """What a character is to `split_words`; one character for each, so that places in the text stay the same."""
    if character.isascii():
        small = character.lower()
        return "0" if character.isdigit() else " " if character.isspace() else small
    if character == "’":
        return "'"
    if character.isspace():
        return " "
    return "w" if unicodedata.category(character)[0] in "LMN" or character in "\u200c\u200d" else "?"


def predict(
    model: Model,
    heads: str | Head | Sequence[str | Head],
    texts: str | Sequence[str],
    *,
    direction: str = TO_HEAD,
    stack: str | None = None,
    words: bool = False,
    weights: str = "raw",
) -> list[Pointed]:
    """For every word of every text, the other word that each head points to: the one to which the word attends most
    (`dependent-to-head`), the one that attends most to it (`head-to-dependent`), or the one with the largest sum of `both`.

    With `words` a text is split at white space alone. `weights` is what the maps are made of: `raw`, `norm` or `no-sink`; under the last, a
    word of which nothing is left points nowhere. Of a model with several stacks the first is meant unless `stack` says which.

    >>> from headscope.models import load
    >>> [(one.spelling, one.target_spelling) for one in predict(load("bundled"), "3-5", "She found the key.")[:3]]
    [('She', 'found'), ('found', 'the'), ('the', 'key')]
    """
    if direction not in DIRECTIONS:
        raise unknown_name("direction", direction, DIRECTIONS)
    kind = make_kind(weights)
    check_weights([kind], model)
    named = [heads] if isinstance(heads, str | Head) else heads
    places = [check_head(model, stack, Head.parse(head) if isinstance(head, str) else head) for head in named]
    places = list(dict.fromkeys(places))
    given = [texts] if isinstance(texts, str) else list(texts)
    rows = [_encode(model, text, number, len(given), words) for number, text in enumerate(given, 1)]
    if not rows:
        raise HeadscopeError("There is no text: give a sentence, or - to read them from standard input, one per line.")
    found: list[Pointed] = []
    for at in range(0, len(rows), BATCH):
        batch = rows[at : at + BATCH]
        maps = word_maps(model, batch, places, kind=kind)
        for number, row in enumerate(batch):
            for place in places:
                found += _point(place.head, direction, at + number, row.sentences[0].words, maps[place][number])
    return found


def _encode(model: Model, text: str, number: int, of: int, words: bool) -> Encoded:
    """One text as the model reads it; raises where it can't be read, or not whole."""
    name = f"Text {number}" if of > 1 else "The text"
    try:
        text.encode()
    except UnicodeEncodeError:
        raise HeadscopeError(f"{name} is not valid UTF-8.") from None
    said = tuple(text.split() if words else split_words(text))
    if not said:
        raise HeadscopeError(f"{name} is empty: expected a sentence of at least one word.")
    longest = model.encoder.longest
    rows, losses = encode_annotated(model.encoder, [annotated("text", (Sentence(said),))], longest or sys.maxsize)
    if rows:
        return rows[0]
    if any(reason.startswith("longer") for reason in losses.skipped):
        raise HeadscopeError(
            f"{name} is too long: '{model.name}' reads at most {longest} tokens, and its {len(said)} words have more. "
            "Give it in shorter parts."
        )
    raise HeadscopeError(f"{name} gives no token: the tokenizer of '{model.name}' knows none of its characters.")


def _point(head: Head, direction: str, text: int, words: Sequence[str], seen: WordMap) -> Iterator[Pointed]:
    scored = np.where(np.array(seen.present), towards(seen.weights, direction), 0)
    for word, spelling in enumerate(words):
        first, second = _largest_two(scored[word], word) if seen.present[word] else (None, None)
        own, special = float(seen.weights[word, word]), float(seen.special[word])
        weights = [None if at is None else float(scored[word, at]) for at in (first, second)]
        names = [None if at is None else words[at] for at in (first, second)]
        yield Pointed(
            head, direction, text, word, spelling, first, names[0], weights[0], second, names[1], weights[1], own, special
        )


def _largest_two(row: Float32[np.ndarray, " word"], word: int) -> tuple[int | None, int | None]:
    """The two other words with the most weight, of equal ones the earlier; None where none has any."""
    ranked = [int(at) for at in np.argsort(-row, kind="stable") if at != word and row[at] > 0]
    first, second, *_ = [*ranked[:2], None, None]
    return first, second
