"""Word maps, heads as parsers and as trees, and the no-op question, slowly: written from the papers, not from headscope's code.

One map `attention[i][j]`, from token i to token j; of each token its word, -1 for special tokens; plain loops in float64.
"""

from collections.abc import Sequence

import numpy as np

from headscope.types import Sentence

TO_HEAD, TO_DEPENDENT, BOTH = "dependent-to-head", "head-to-dependent", "both"

Map = np.ndarray | Sequence[Sequence[float]]
Cases = dict[tuple[str, str], tuple[float, int]]  # by key and direction: how much is right, of how many


def word_map(
    attention: Map, words: Sequence[int], number: int, way: str = "mean", to: Sequence[int] | None = None
) -> np.ndarray:
    """Attention to a split word is the sum over its tokens, attention from it the mean over them (or the first's, or the
    largest); a word without a token has none. `to` are the words of the attended tokens, where they are others.

    >>> word_map([[.25, .25, .5], [.5, .25, .25], [.125, .125, .75]], [0, 1, 1], 2).tolist()
    [[0.25, 0.75], [0.3125, 0.6875]]
    """
    result = np.zeros((number, number))
    for u in range(number):
        for v in range(number):
            sums = []
            for i, of in enumerate(words):
                if of == u:
                    sums.append(0.0)
                    for j, its in enumerate(words if to is None else to):
                        if its == v:
                            sums[-1] += float(attention[i][j])
            if sums:
                result[u, v] = {"mean": sum(sums) / len(sums), "first": sums[0], "max": max(sums)}[way]
    return result


def prediction(weights: Map, word: int, present: Sequence[int], direction: str) -> int | None:
    """The other word that the word attends to most, or that attends most to it; of equal ones the earlier. None where there
    is no other."""
    best, found = -1.0, None
    for other in sorted(present):
        if other == word:
            continue
        there, back = float(weights[word][other]), float(weights[other][word])
        score = {TO_HEAD: there, TO_DEPENDENT: back, BOTH: there + back}[direction]
        if score > best:
            best, found = score, other
    return found


def marker_of(sentence: Sentence, word: int) -> int | None:
    """The possessive marker right behind a possessor."""
    assert sentence.relations is not None
    if sentence.relations[word] in ("poss", "nmod:poss"):
        behind = word + 1
        if behind < len(sentence.words) and sentence.words[behind] in ("'s", "'", "’s", "’"):
            return behind
    return None


def dependency(
    weights: Map, present: Sequence[int], sentence: Sentence, directions: Sequence[str], possessors: str = "marker"
) -> Cases:
    """Of every relation, and of all words, how many governors are found; words without a token are not asked."""
    assert sentence.heads is not None and sentence.relations is not None
    found: Cases = {}
    for direction in directions:
        for word in present:
            relation, governor = sentence.relations[word], sentence.heads[word]
            marker = marker_of(sentence, word)
            asked = marker if possessors == "marker" and marker in present and marker is not None else word
            right = prediction(weights, asked, present, direction) == governor  # a root's is -1, which nobody predicts
            own = prediction(weights, word, present, direction) == governor
            keys = [("all", right), (relation, right)]
            if possessors == "marker" and relation in ("poss", "nmod:poss"):
                keys.append((f"{relation} (own word)", own))
            for key, is_right in keys:
                so_far, cases = found.get((key, direction), (0, 0))
                found[key, direction] = (so_far + is_right, cases + 1)
    return found


def offset(sentence: Sentence, present: Sequence[int], distance: int) -> Cases:
    """The same for the rule "always the word at this distance": words are counted from 1 here, 0 is the root, and what lies
    outside is moved to the nearest of them."""
    assert sentence.heads is not None and sentence.relations is not None
    found: Cases = {}
    for word in present:
        guess = max(0, min(word + 1 + distance, len(sentence.words)))
        for key in ("all", sentence.relations[word]):
            so_far, cases = found.get((key, ""), (0, 0))
            found[key, ""] = (so_far + (guess == sentence.heads[word] + 1), cases + 1)
    return found


def idle(attention: Map, words: Sequence[int], rests: Sequence[int], sentence: Sentence) -> Cases:
    """How much of the attention of the words that bear a relation, as its dependents or as its governors, goes to the tokens
    `rests`, [SEP] or the first; a split word's is the mean over its tokens."""
    assert sentence.heads is not None and sentence.relations is not None
    found: Cases = {}
    for word in range(len(sentence.words)):
        rows = [attention[i] for i, of in enumerate(words) if of == word]
        if not rows:
            continue
        rested = 0.0
        for row in rows:
            for j in rests:
                rested += float(row[j]) / len(rows)
        names = {("all", TO_HEAD), ("all", TO_DEPENDENT), (sentence.relations[word], TO_HEAD)}
        for other, head in enumerate(sentence.heads):
            if head == word:
                names.add((sentence.relations[other], TO_DEPENDENT))
        for name in names:
            so_far, cases = found.get(name, (0.0, 0))
            found[name] = (so_far + rested, cases + 1)
    return found


def spanning_tree(weights: Map, words: Sequence[int]) -> set[frozenset[int]]:
    """The edges with the largest total of what two words give each other: a word at a time, from the first; of equal ones the edge to
    the earlier word, and of those the one whose other end was taken first.

    >>> sorted(map(sorted, spanning_tree([[0, 0.1, 0.2], [0.1, 0, 0.9], [0.2, 0.1, 0]], [0, 1, 2])))
    [[0, 2], [1, 2]]
    """
    taken, left, edges = list(words[:1]), list(words[1:]), set()
    while left:
        best, found = -1.0, (0, 0)
        for word in sorted(left):
            for end in taken:
                both = float(weights[word][end]) + float(weights[end][word])
                if both > best:
                    best, found = both, (word, end)
        taken.append(found[0])
        left.remove(found[0])
        edges.add(frozenset(found))
    return edges


def tree(edges: set[frozenset[int]], present: Sequence[int], sentence: Sentence) -> Cases:
    """Of the edges of the parse between words that are there and are no punctuation, how many are among these; and of the long ones."""
    assert sentence.heads is not None
    words = spanned(present, sentence)
    found: Cases = {}
    for word in words:
        governor = sentence.heads[word]
        if governor in words:
            apart = abs(words.index(word) - words.index(governor))
            for key in ("uuas", "long") if apart > 1 else ("uuas",):
                so_far, cases = found.get((key, ""), (0, 0))
                found[key, ""] = (so_far + (frozenset((word, governor)) in edges), cases + 1)
    return found


def spanned(present: Sequence[int], sentence: Sentence) -> list[int]:
    return [word for word in sorted(present) if sentence.relations is None or sentence.relations[word] != "punct"]
