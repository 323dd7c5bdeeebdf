"""Where each pattern leads from each token of the example, by the definition that the measure has too (headscope/patterns.py).

Which words are related, and which predict one another, takes the model and is not kept with the example: for those patterns all
other words are candidates, and a figure shows the one that gets most.
"""

import numpy as np
from jaxtyping import Bool, Float

from headscope import patterns
from headscope.patterns import Between, Texts
from headscope.results.sample_text import StackExample, Tokens
from headscope.ties import highest

Targets = Bool[np.ndarray, "query key"]
GUESSED = ("related", "related-other", "predictive")
BOXED = 0.1  # of the guessed ones, those above this weight are boxed


def targets(key: str, example: StackExample) -> Targets:
    """The tokens (or candidates) that a pattern names for each token of the text; none for special tokens."""
    known: dict[object, int] = {}
    between = Between(*(_texts(side, known) for side in (example.queries, example.keys)))
    if key not in GUESSED:
        return np.asarray(patterns.targets(key, between))
    place = {"related": between.one_text, "related-other": ~between.one_text}.get(key, True)
    return np.asarray(_other_word(example.queries, example.keys) & place)


def choose(
    key: str, example: StackExample, weights: Float[np.ndarray, "query key"]
) -> tuple[int, Bool[np.ndarray, " key"]] | None:
    """The token that gives most to its targets, and these; None where no token of the text has any."""
    found = targets(key, example)
    if not found.any():
        return None
    given = np.where(found, weights, 0)
    query = highest(given.max(1) if key in GUESSED else given.sum(1))
    boxed = found[query]
    if key in GUESSED:
        boxed = boxed & ((given[query] >= BOXED) | (given[query] == given[query].max()))
    return query, boxed


def _texts(side: Tokens, known: dict[object, int]) -> Texts:
    """The tokens as numbers; `known` numbers spellings for both sides alike."""
    words = {word: tuple(t for t, w in zip(side.texts, side.words, strict=True) if w == word) for word in side.words}
    spellings = [
        known.setdefault((token, words[word]), len(known)) if _lexical(token) and not special else -1
        for token, word, special in zip(side.texts, side.words, side.special, strict=True)
    ]
    numbers = (np.array(each) for each in (range(len(side.texts)), side.segments, side.words, spellings, side.special))
    return Texts(*numbers)


def _lexical(token: str) -> bool:
    return any(map(str.isalnum, token))


def _other_word(queries: Tokens, keys: Tokens) -> Targets:
    different = patterns.equal(np.array(queries.words), np.array(keys.words))
    different = ~different & ~patterns.equal(np.array(queries.texts), np.array(keys.texts))
    mine, theirs = (
        np.array([_lexical(token) and not special for token, special in zip(side.texts, side.special, strict=True)])
        for side in (queries, keys)
    )
    return np.asarray(different & theirs & mine[:, None])
