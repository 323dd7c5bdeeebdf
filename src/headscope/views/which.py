"""Which heads connect two words of a text: every head's weight from one word to the other, the largest first.

Words are what the tokenizer parts a text into before it cuts words to pieces; special tokens are words of their own. The weight from a
word to a word is the sum over the pieces of the one attended to, and the mean over the pieces of the one that attends. The page does
the same (web/src/views/which.ts).
"""

import re
import unicodedata
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from headscope.errors import HeadscopeError
from headscope.figures.lettering import visible
from headscope.names import LAYER_WEIGHTS
from headscope.results.sample_text import Tokens
from headscope.ties import WEIGHT_DECIMALS, rounded
from headscope.types import Head, Stack
from headscope.views.attention import Attention

MOST = 40  # words that a message lists


@dataclass(frozen=True)
class Word:
    """A word of a text: its spelling, its tokens, and whether it is a special one; `place` counts the others, from 1, and is 0 for it."""

    text: str
    parts: tuple[int, ...]
    special: bool
    place: int


@dataclass(frozen=True)
class Linked:
    """How much one head attends from a word to another; `rank` is 1 for the head with the most."""

    rank: int
    stack: Stack
    head: Head
    weight: float


@dataclass(frozen=True)
class Which:
    """The heads of a stack by their weight from one word to another, the largest first."""

    model: str
    source: Word
    target: Word
    linked: tuple[Linked, ...]
    hidden: bool = False  # whether the target is later than the source, and a causal mask hides it


def which(attention: Attention, source: str | int, target: str | int, *, stack: str | None = None) -> Which:
    """Every head's weight from the word `source` to the word `target`. A word is given as it is written, `word#2` where it occurs
    several times, or by its place among the words, counted from 1.

    Two heads on two tokens; the second has more weight from "b" to "a":

    >>> maps = np.array([[[[1.0, 0.0], [0.2, 0.8]], [[0.5, 0.5], [0.7, 0.3]]]], np.float32)
    >>> found = which(Attention.from_arrays(maps, ["a", "b"]), "b", "a")
    >>> [(str(one.head), round(one.weight, 2)) for one in found.linked]
    [('1-2', 0.7), ('1-1', 0.2)]
    """
    if attention.weights in LAYER_WEIGHTS:
        raise HeadscopeError(
            f"--weights {attention.weights} has one map for a layer and none for its heads. Try --weights norm."
        )
    name = attention.stack_name(stack)
    one = attention.stack(name)
    start, end = word_named(one.queries, source), word_named(one.keys, target)
    weights = between(one.maps, start, end)
    order = np.argsort(-rounded(weights.ravel(), WEIGHT_DECIMALS), kind="stable")
    heads = [Head(*(int(at) for at in np.unravel_index(place, weights.shape))) for place in order]
    linked = tuple(Linked(rank, name, head, float(weights[head])) for rank, head in enumerate(heads, 1))
    return Which(attention.name, start, end, linked, bool(one.causal) and min(end.parts) > max(start.parts))


def between(maps: Float32[np.ndarray, "layer head query key"], source: Word, target: Word) -> Float32[np.ndarray, "layer head"]:
    """The mean over the pieces of the source of the sum over those of the target."""
    rows = maps[:, :, list(source.parts)][:, :, :, list(target.parts)]
    return np.asarray(rows.sum(-1).mean(-1))


def words_of(tokens: Tokens) -> list[Word]:
    """The words of one side.

    >>> side = Tokens(("[CLS]", "straw", "##berry", "."), (True, False, False, False), (0, 0, 0, 0), (-1, 0, 0, 1))
    >>> [(word.text, word.parts, word.place) for word in words_of(side)]
    [('[CLS]', (0,), 0), ('strawberry', (1, 2), 1), ('.', (3,), 2)]
    """
    groups: list[list[int]] = []
    for at, word in enumerate(tokens.words):
        before = at - 1
        goes_on = before >= 0 and word >= 0 and word == tokens.words[before] and tokens.segments[at] == tokens.segments[before]
        if goes_on:
            groups[-1].append(at)
        else:
            groups.append([at])
    made: list[Word] = []
    for parts in groups:
        special = tokens.special[parts[0]]
        texts = [tokens.texts[at] for at in parts]
        text = "".join(texts) if special else _read("".join([texts[0], *(_unmarked(piece) for piece in texts[1:])]))
        made.append(Word(text, tuple(parts), special, 0 if special else 1 + sum(not one.special for one in made)))
    return made


def _unmarked(token: str) -> str:
    """A token without the mark by which its tokenizer says that it goes on a word, or begins one.

    >>> _unmarked("##berry"), _unmarked("▁straw"), _unmarked("##")
    ('berry', 'straw', '##')
    """
    return re.sub("^(##(?=.)|[Ġ▁](?=.))", "", token)


def _read(text: str) -> str:
    """A word or a token as people read it: without marks, and without the space that tokens of bytes begin with.

    >>> _read(" tomatoes"), _read("Ġtomatoes"), _read(" ")
    ('tomatoes', 'tomatoes', ' ')
    """
    return _unmarked(text).strip() or text


def word_named(tokens: Tokens, named: str | int) -> Word:
    """The word that is meant; raises where there is none, or where there are several. A word is found as it stands in the text, also
    without the punctuation that some tokenizers leave on it; and so is a token that is a part of a word, which is then meant alone.

    >>> side = Tokens(("<s>", "▁Straw", "berry", "."), (True, False, False, False), (0, 0, 0, 0), (-1, 0, 0, 0))
    >>> [word_named(side, name).parts for name in ("Strawberry.", "strawberry", "▁Straw", "berry", 1)]
    [(1, 2, 3), (1, 2, 3), (1,), (2,), (1, 2, 3)]
    """
    words = words_of(tokens)
    text = str(named)
    spelling, mark, count = text.rpartition("#")
    found = _spelt(words, tokens, text)
    if isinstance(named, str) and len(found) == 1:
        return found[0]
    if isinstance(named, str) and len(found) > 1:
        ways = " or ".join(f"{text}#{number}" for number in range(1, len(found) + 1))
        raise HeadscopeError(f"'{text}' occurs {len(found)} times in the text: write {ways}.")
    if mark and spelling and count.isdecimal():
        found = _spelt(words, tokens, spelling)
        if 0 < int(count) <= len(found):
            return found[int(count) - 1]
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            raise HeadscopeError(f"'{spelling}' occurs {times} in the text: there is no {spelling}#{count}.")
    ordinary = [word for word in words if not word.special]
    if text.isdecimal():
        if 0 < int(text) <= len(ordinary):
            return ordinary[int(text) - 1]
        raise HeadscopeError(f"There is no word {text}: the text has {len(ordinary)} words, {_listed(words)}.")
    raise HeadscopeError(f"There is no word '{text}' in the text. Its words: {_listed(words)}.")


def _spelt(words: list[Word], tokens: Tokens, text: str) -> list[Word]:
    """The words that are spelt so, punctuation around them aside; where none is, the tokens that are."""
    wanted = {_plain(text), _plain(_read(text))}
    found = [word for word in words if wanted & {_plain(word.text), _plain(_bare(word.text))}]
    parts = [Word(_read(tokens.texts[at]), (at,), word.special, word.place) for word in words for at in word.parts]
    return found or [part for part in parts if _plain(part.text) in wanted]


def _bare(text: str) -> str:
    """Without punctuation around it.

    >>> _bare("“garden.”"), _bare("U.S."), _bare("...")
    ('garden', 'U.S', '...')
    """
    inside = [at for at, character in enumerate(text) if character.isalnum()]
    return text[inside[0] : inside[-1] + 1] if inside else text


def _listed(words: list[Word]) -> str:
    names = ", ".join(visible(word.text) for word in words[:MOST])
    return names + (f" and {len(words) - MOST} more" if len(words) > MOST else "")


def _plain(text: str) -> str:
    """Without capitals and accents: many tokenizers take them away."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
