"""Which head has most to show on a text: the one a view opens with.

A head has much to show where it picks out a token that neither the token's place nor a habit of the head explains. So a weight counts for
what it has beyond two guesses, both made from the head's other rows: what they give to that token, and what they give to a token that
stands as far away.

    telling(h) = mean over i of max over j of [α(i, j) − max(c(i, j), d(i, j))]₊

i and j run over tokens that are not special; c(i, j) is the mean of α(k, j), and d(i, j) the mean of α(k, k + j − i), each over the rows
k ≠ i that have such a token (0 where there are none). In an encoder–decoder's cross attention, rows and columns are different texts and
only c is guessed. It lies between 0 and 1; it is 0 for uniform attention, for "always the next token" and for "always [SEP]". Nothing in it
is fitted.
"""

import numpy as np
from jaxtyping import Float, Float32, Int

from headscope.results.sample_text import Tokens
from headscope.ties import WEIGHT_DECIMALS, highest, rounded
from headscope.types import Head


def telling(maps: Float32[np.ndarray, "layer head query key"], queries: Tokens, keys: Tokens) -> Head:
    """The head with most to show; of equals the first.

    >>> side = Tokens(("a", "b", "c", "d"), (False,) * 4, (0,) * 4, (0, 1, 2, 3))
    >>> after, pick = np.eye(4, k=1), np.eye(4)[[2, 0, 3, 0]]  # "always the next", and one that chooses
    >>> str(telling(np.stack([after, pick])[None].astype(np.float32), side, side))
    '1-2'
    """
    layers, heads = maps.shape[:2]
    found = np.array([shown(maps[layer, head], queries, keys) for layer in range(layers) for head in range(heads)])
    return Head(*divmod(highest(rounded(found, WEIGHT_DECIMALS)), heads))


def shown(weights: Float32[np.ndarray, "query key"], queries: Tokens, keys: Tokens) -> float:
    """telling(h) of one head."""
    rows, columns = (np.flatnonzero(~np.array(side.special, dtype=bool)) for side in (queries, keys))
    if not len(rows) or not len(columns):
        return 0.0
    weights = weights[np.ix_(rows, columns)]
    guess = _others(weights)
    if queries.texts == keys.texts:
        guess = np.maximum(guess, _as_far(weights, columns[None] - rows[:, None]))
    return float(np.clip(weights - guess, 0, None).max(-1).mean())


def _others(weights: Float32[np.ndarray, "query key"]) -> Float[np.ndarray, "query key"]:
    """c(i, j): what the other rows give to the same token."""
    count = max(1, len(weights) - 1)
    found: Float[np.ndarray, "query key"] = (weights.sum(0) - weights) / count
    return found


def _as_far(
    weights: Float32[np.ndarray, "query key"], distance: Int[np.ndarray, "query key"]
) -> Float[np.ndarray, "query key"]:
    """d(i, j): what the other rows give to a token that is as far from them."""
    place = (distance - distance.min()).ravel()
    counts = np.bincount(place) - 1
    means = np.divide(1, counts, out=np.zeros(len(counts)), where=counts > 0)
    sums = np.bincount(place, weights.ravel())
    found: Float[np.ndarray, "query key"] = ((sums[place] - weights.ravel()) * means[place]).reshape(weights.shape)
    return found
