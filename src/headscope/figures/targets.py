"""Where each pattern leads from each token of the example, as far as its tokens tell: the measure `pattern` on one text.

Which words are related, and which predict one another, takes the model and is not kept with the example: for those patterns all
other words are candidates, and a figure shows the one that gets most.
"""

from collections.abc import Callable

import numpy as np
from jaxtyping import Bool, Float

from headscope.results.sample_text import StackExample, Tokens
from headscope.ties import highest

Targets = Bool[np.ndarray, "query key"]
GUESSED = ("related", "related-other", "predictive")
BOXED = 0.1  # of the guessed ones, those above this weight are boxed


def targets(key: str, example: StackExample) -> Targets:
    """The tokens (or candidates) that a pattern names for each token of the text; none for special tokens."""
    found: Targets = _RULES[key](example.queries, example.keys) & ~np.array(example.queries.special)[:, None]
    return found


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


def _equal(queries: tuple[object, ...], keys: tuple[object, ...]) -> Targets:
    return np.array([[one == other for other in keys] for one in queries])


def _at(queries: Tokens, keys: Tokens, distance: int) -> Targets:
    return np.eye(len(queries.texts), len(keys.texts), distance, dtype=bool)


def _of_text(keys: Tokens) -> Bool[np.ndarray, " key"]:
    return ~np.array(keys.special)


def _one_text(queries: Tokens, keys: Tokens) -> Targets:
    return _equal(queries.segments, keys.segments)


def _spelling(side: Tokens) -> tuple[object, ...]:
    """A token with the whole word it is of; something that equals nothing else where there is no letter or digit."""
    words = {word: tuple(t for t, w in zip(side.texts, side.words, strict=True) if w == word) for word in side.words}
    return tuple(
        (token, words[word]) if any(map(str.isalnum, token)) and not special else object()
        for token, word, special in zip(side.texts, side.words, side.special, strict=True)
    )


def _neighbour(distance: int) -> Callable[[Tokens, Tokens], Targets]:
    return lambda q, k: _at(q, k, distance) & _of_text(k) & _one_text(q, k)


def _same(queries: Tokens, keys: Tokens) -> Targets:
    return np.asarray(_equal(_spelling(queries), _spelling(keys)) & ~_equal(queries.words, keys.words))


def _other_word(queries: Tokens, keys: Tokens) -> Targets:
    lexical = np.array([any(map(str.isalnum, token)) for token in keys.texts])
    mine = np.array([any(map(str.isalnum, token)) for token in queries.texts])
    different = ~_equal(queries.words, keys.words) & ~_equal(queries.texts, keys.texts)
    return np.asarray(different & (_of_text(keys) & lexical) & mine[:, None])


def _pieces(queries: Tokens, keys: Tokens) -> Targets:
    return np.asarray(_equal(queries.words, keys.words) & _of_text(keys) & ~_at(queries, keys, 0))


_RULES: dict[str, Callable[[Tokens, Tokens], Targets]] = {
    "next": _neighbour(1),
    "previous": _neighbour(-1),
    "same": lambda q, k: _same(q, k) & _one_text(q, k),
    "same-other": lambda q, k: _same(q, k) & ~_one_text(q, k),
    "related": lambda q, k: _other_word(q, k) & _one_text(q, k),
    "related-other": lambda q, k: _other_word(q, k) & ~_one_text(q, k),
    "predictive": _other_word,
    "pieces": _pieces,
    "delimiter": lambda q, k: np.tile(np.array(k.special), (len(q.texts), 1)),
}
