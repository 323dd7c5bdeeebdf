"""The surface measures once more, slowly: written from the paper's words and the design's table, not from headscope's code.

One map `attention[i][j]`, from token i to token j, and the segment's tokens as strings; plain loops in float64. A figure is None
where the segment lacks the tokens it is a mean over.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import NamedTuple

import numpy as np

KINDS = {"cls": ("[CLS]",), "sep": ("[SEP]",), "punct": (".", ",")}

Map = np.ndarray | Sequence[Sequence[float]]
Figures = dict[tuple[str, str], float | None]


def offset(attention: Map, distance: int) -> float:
    """Mean of α(i, i + d) over all n query tokens; a missing neighbour gives 0.

    >>> offset([[0.25, 0.75], [0.5, 0.5]], +1)
    0.375
    """
    n = len(attention)
    total = 0.0
    for i in range(n):
        j = i + distance
        if 0 <= j < n:
            total += float(attention[i][j])
    return total / n


def share(attention: Map, tokens: Sequence[str], kind: str, sources: Sequence[int]) -> float | None:
    """Mean over the source tokens i of the sum over the tokens j of one kind of α(i, j).

    >>> share([[0.25, 0.75], [0.5, 0.5]], ["it", "[SEP]"], "sep", [0, 1])
    0.625
    """
    if not sources:
        return None
    total = 0.0
    for i in sources:
        for j, token in enumerate(tokens):
            if token in KINDS[kind]:
                total += float(attention[i][j])
    return total / len(sources)


def entropy(attention: Map, sources: Sequence[int]) -> float | None:
    """Mean over the source tokens i of −Σ_j α(i, j) ln α(i, j), in nats; 0 ln 0 = 0.

    >>> round(entropy([[0.5, 0.5], [0.0, 1.0]], [0, 1]), 4)
    0.3466
    """
    if not sources:
        return None
    total = 0.0
    for i in sources:
        for j in range(len(attention)):
            weight = float(attention[i][j])
            if weight > 0:
                total -= weight * log(weight)
    return total / len(sources)


def peak(attention: Map) -> float:
    """Mean over all query tokens of the largest weight.

    >>> peak([[0.25, 0.75], [0.5, 0.5]])
    0.625
    """
    total = 0.0
    for row in attention:
        largest = 0.0
        for weight in row:
            largest = max(largest, float(weight))
        total += largest
    return total / len(attention)


def smoothed(attention: Map, share: float) -> np.ndarray:
    """(1 − share)·α + share/n, n being the number of tokens of the segment: what the published code takes logarithms of.

    >>> smoothed([[0.0, 1.0], [0.5, 0.5]], 0.1).tolist()
    [[0.05, 0.9500000000000001], [0.5, 0.5]]
    """
    n = len(attention)
    result = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            result[i, j] = (1 - share) * float(attention[i][j]) + share / n
    return result


def divergence(first: Map, second: Map) -> float:
    """Sum over the query tokens of the Jensen–Shannon divergence of two heads' rows, in nats.

    >>> round(divergence([[1.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.5, 0.5]]), 4)
    0.2158
    """
    total = 0.0
    for p, q in zip(first, second, strict=True):
        for x, y in zip(p, q, strict=True):
            middle = (float(x) + float(y)) / 2
            if x > 0:
                total += float(x) * log(float(x) / middle) / 2
            if y > 0:
                total += float(y) * log(float(y) / middle) / 2
    return total


def induction(attention: Map) -> dict[str, float]:
    """A first token, then n tokens twice. Mean over the second copy of the weight on what followed, the same token, the one before.

    >>> induction([[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0.5, 0, 0, 0.5, 0]])
    {'prefix': 0.75, 'duplicate': 0.0, 'previous': 0.75}
    """
    n = (len(attention) - 1) // 2
    sums = {"prefix": 0.0, "duplicate": 0.0, "previous": 0.0}
    for at in range(n):  # place in the copy
        i, followed = 1 + n + at, 1 + at + 1
        sums["prefix"] += float(attention[i][followed])
        sums["duplicate"] += float(attention[i][1 + at])
        sums["previous"] += float(attention[i][i - 1])
    return {key: total / n for key, total in sums.items()}


def induction_text(attention: Map, tokens: Sequence[object]) -> dict[str, float | None]:
    """From tokens that occurred before, the weight on what followed them there; from new ones, the weight on the first token.

    >>> induction_text([[1, 0, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0.25, 0.75, 0]], "^aba")
    {'prefix': 0.75, 'rest': 0.75}
    """
    followed, rested = [], []
    for i in range(1, len(tokens)):
        places = [j + 1 for j in range(i) if tokens[j] == tokens[i]]
        if not places:
            rested.append(float(attention[i][0]))
        elif places != [i]:
            followed.append(sum(float(attention[i][j]) for j in places if j < i))
    return {key: sum(found) / len(found) if found else None for key, found in (("prefix", followed), ("rest", rested))}


def figures(attention: Map, tokens: Sequence[str]) -> Figures:
    """Every surface measure of one segment, by measure and key."""
    places = range(len(tokens))
    everywhere = list(places)
    from_cls = [i for i in places if tokens[i] == "[CLS]"]
    from_sep = [i for i in places if tokens[i] == "[SEP]"]
    from_rest = [i for i in places if tokens[i] != "[SEP]"]
    found: Figures = {("offset", key): offset(attention, distance) for key, distance in (("-1", -1), ("0", 0), ("+1", 1))}
    for measure, sources in (("token", everywhere), ("token-from-sep", from_sep), ("token-from-rest", from_rest)):
        for kind in KINDS:
            found[measure, kind] = share(attention, tokens, kind, sources)
    found["entropy", "all"] = entropy(attention, everywhere)
    found["entropy", "cls"] = entropy(attention, from_cls)
    found["peak", "all"] = peak(attention)
    return found


def even(n: int) -> np.ndarray:
    """Attention spread evenly over n tokens."""
    return np.full((n, n), 1 / n)


def uniform(tokens: Sequence[str]) -> Figures:
    """The baseline `uniform`: the same measures on even attention."""
    return figures(even(len(tokens)), tokens)


class Token(NamedTuple):
    """A token for the patterns: `word` is None for special tokens; pieces of one word have one number."""

    string: str
    text: int
    word: int | None
    vector: np.ndarray  # its input embedding


PATTERNS = ("next", "previous", "same", "same-other", "related", "related-other", "pieces", "delimiter")


def pattern(
    attention: Map, queries: Sequence[Token], keys: Sequence[Token], sees: Callable[[int, int], bool]
) -> dict[str, float | None]:
    """Vig's patterns of one map: the mean, over the tokens that see a token which the pattern names, of the weight on these."""
    sums: dict[str, list[float]] = {key: [] for key in PATTERNS}
    for i, asked in enumerate(queries):
        if asked.word is None:
            continue
        for key in PATTERNS:
            named = [j for j, other in enumerate(keys) if sees(i, j) and _names(key, i, asked, j, other, queries, keys)]
            if named:
                sums[key].append(sum(float(attention[i][j]) for j in named))
    return {key: sum(shares) / len(shares) if shares else None for key, shares in sums.items()}


def _names(key: str, i: int, asked: Token, j: int, other: Token, queries: Sequence[Token], keys: Sequence[Token]) -> bool:
    if key == "delimiter":
        return other.string in ("[CLS]", "[SEP]")
    if other.word is None:
        return False
    own_text = asked.text == other.text
    if key in ("next", "previous"):
        return own_text and j - i == (1 if key == "next" else -1)
    if key == "pieces":
        return asked.word == other.word and i != j
    first = [token.string for token in queries if token.word == asked.word]
    second = [token.string for token in keys if token.word == other.word]
    readable = any(map(str.isalnum, asked.string)) and any(map(str.isalnum, other.string))
    if key.startswith("same"):
        alike = asked.word != other.word and asked.string == other.string and first == second
    else:
        size = sqrt(float(asked.vector @ asked.vector) * float(other.vector @ other.vector))
        alike = (
            len(first) == len(second) == 1 and asked.string != other.string and float(asked.vector @ other.vector) / size > 0.5
        )
    return readable and alike and own_text != key.endswith("-other")


def sink(attention: Map) -> dict[str, float | None]:
    """From every token but the first, the weight on the first: its mean, how often it is above 0.3; and whether with the first token the
    mean is.

    >>> sink([[1, 0, 0], [0.9, 0.1, 0], [0.2, 0.5, 0.3]])
    {'all': 0.55, 'strong': 0.5, 'rate': 1.0}
    """
    n = len(attention)
    if n < 2:
        return dict.fromkeys(("all", "strong", "rate"))
    first = [float(row[0]) for row in attention]
    strong = sum(weight > 0.3 for weight in first[1:])
    return {"all": sum(first[1:]) / (n - 1), "strong": strong / (n - 1), "rate": float(sum(first) / n > 0.3)}
