"""Scores of candidate governors → governors: word by word, or as one tree; and words' distances → an undirected tree.

Scores are [dependent, candidate] with n rows and n + 1 columns: a sentence's n words, and behind them the root. A governor is then
written as everywhere, -1 for the root, and `scores[dependent, governor]` is its score. A word is never its own governor, whatever
its score. It does not know where scores come from.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Float64, Int64

ROOT = -1

Scores = Float[np.ndarray, "dependent candidate"]
Heads = Int64[np.ndarray, " dependent"]
Edge = tuple[int, int]  # two words, the earlier first


def argmax_heads(scores: Scores) -> Heads:
    """governor of j = argmax_i score(j, i), each word for itself, as in the paper: what comes out need not be a tree. Of equals the
    earlier word, the root last.

    >>> argmax_heads(np.array([[9.0, 2.0, 1.0], [3.0, 9.0, 3.0]])).tolist()
    [1, 0]
    """
    best = _possible(_checked(scores)).argmax(1)  # where all others are ruled out too, still never the word itself
    return np.where(best == len(scores), ROOT, best).astype(np.int64)


def tree_heads(scores: Scores) -> Heads:
    """The governors with the highest Σ_j score(j, governor of j) of all trees in which exactly one word hangs on the root: the maximum
    spanning arborescence (Chu and Liu 1965, Edmonds 1967), in at most n steps of n² each. The same scores give the same tree.

    The two words above point at each other. As a tree, one of them must hang on the root, and the second loses nothing by it:

    >>> tree_heads(np.array([[9.0, 2.0, 1.0], [3.0, 9.0, 3.0]])).tolist()
    [1, -1]
    """
    number = len(scores)
    if number == 0:
        return np.zeros(0, dtype=np.int64)
    table = np.full((number + 1, number + 1), -np.inf)
    table[:number] = _possible(_checked(scores))
    # A tree with two edges from the root must lose against any with one: each costs more than all other edges together can differ by.
    known = table[:number][np.isfinite(table[:number])]
    table[:number, number] -= (number + 1) * np.ptp(known) + 1
    best = _arborescence(table)[:number]
    return np.where(best == number, ROOT, best).astype(np.int64)


def spanning_tree(distances: Float[np.ndarray, "word word"]) -> list[Edge]:
    """The edges that join all words with the least total distance, by Prim's algorithm; of equally short ones the edge of the earlier
    words is taken. (scipy's minimum_spanning_tree takes a distance of 0, as between equal vectors, for no edge at all.)

    >>> spanning_tree(np.array([[0.0, 1.0, 3.0], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]))
    [(0, 1), (1, 2)]
    """
    number = len(distances)
    if number and not np.isfinite(distances).all():
        raise ValueError("distances must be numbers")
    joined = np.arange(number) == 0
    nearest, near = np.zeros(number, dtype=np.int64), distances[0].astype(np.float64) if number else np.zeros(0)
    edges = []
    for _ in range(number - 1):
        new = int(np.where(joined, np.inf, near).argmin())
        edges.append(edge(int(nearest[new]), new))
        joined[new] = True
        closer = (distances[new] < near) & ~joined
        nearest[closer], near = new, np.where(closer, distances[new], near)
    return sorted(edges)


def edge(one: int, other: int) -> Edge:
    return (one, other) if one < other else (other, one)


def undirected(heads: Sequence[int] | Heads) -> set[Edge]:
    """The edges between words, without direction; the root is no word.

    >>> sorted(undirected([1, -1, 1]))
    [(0, 1), (1, 2)]
    """
    return {edge(word, int(head)) for word, head in enumerate(heads) if head >= 0}


class Found(NamedTuple):
    """How many of how many were found."""

    right: int
    total: int


def found_edges(predicted: Iterable[Edge], heads: Sequence[int] | Heads, counts: Bool[np.ndarray, " word"]) -> Found:
    """UUAS: of the tree's edges between two words that count (those that are not punctuation), how many were predicted, whichever way.

    >>> found_edges({(0, 1), (0, 2)}, [1, -1, 1], np.array([True, True, True]))
    Found(right=1, total=2)
    """
    gold = {(one, other) for one, other in undirected(heads) if counts[one] and counts[other]}
    return Found(len(gold & set(predicted)), len(gold))


def _checked(scores: Scores) -> Float64[np.ndarray, "dependent candidate"]:
    """The scores in float64, a word as its own governor ruled out."""
    number = len(scores)
    if scores.shape != (number, number + 1):
        raise ValueError(
            f"scores of {number} words must have {number + 1} columns, the last for the root, not {scores.shape[1]}"
        )
    if np.isnan(scores).any():
        raise ValueError("a score is not a number")
    table: Float64[np.ndarray, "dependent candidate"] = scores.astype(np.float64)
    table[np.arange(number), np.arange(number)] = -np.inf
    return table


def _possible(table: Float64[np.ndarray, "dependent candidate"]) -> Float64[np.ndarray, "dependent candidate"]:
    """Infinite scores as finite ones, so far out that a tree has as few ruled-out edges (and as many certain ones) as can be; a word as
    its own governor stays ruled out for good."""
    known = table[np.isfinite(table)]
    least, most = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    far = (len(table) + 1) * (most - least) + 1
    made: Float64[np.ndarray, "dependent candidate"] = np.clip(table, least - far, most + far)
    np.fill_diagonal(made, -np.inf)
    return made


class _Contraction(NamedTuple):
    """A cycle made one node: who was in it, with which governors; the others; where an edge from each other node would enter the
    cycle, and from which of its members each other node would be reached."""

    cycle: np.ndarray
    parents: np.ndarray
    others: np.ndarray
    enters: np.ndarray
    leaves: np.ndarray


def _arborescence(table: Float64[np.ndarray, "node node"]) -> Int64[np.ndarray, " node"]:
    """The best parent of every node but the last, which is the root: cycles are contracted until there is none, then opened."""
    steps: list[_Contraction] = []
    parents = _best(table)
    while (cycle := _cycle(parents)) is not None:
        others = np.setdiff1d(np.arange(len(table)), cycle)
        gains = table[np.ix_(cycle, others)] - table[cycle, parents[cycle]][:, None]  # of entering at each member
        costs = table[np.ix_(others, cycle)]
        steps.append(_Contraction(cycle, parents, others, cycle[gains.argmax(0)], cycle[costs.argmax(1)]))
        # The cycle becomes the first node, so that the root stays the last.
        smaller = np.full((len(others) + 1, len(others) + 1), -np.inf)
        smaller[1:, 1:] = table[np.ix_(others, others)]
        smaller[0, 1:], smaller[1:, 0] = gains.max(0), costs.max(1)
        table, parents = smaller, _best(smaller)
    for step in reversed(steps):
        opened = step.parents.copy()
        above = parents[1:-1]  # of the others, without the root
        opened[step.others[:-1]] = np.where(above == 0, step.leaves[:-1], step.others[above - 1])
        entry = parents[0] - 1
        opened[step.enters[entry]] = step.others[entry]
        parents = opened
    return parents


def _best(table: Float64[np.ndarray, "node node"]) -> Int64[np.ndarray, " node"]:
    """Every node's best parent; the root's own is itself."""
    best: Int64[np.ndarray, " node"] = table.argmax(1)
    best[-1] = len(table) - 1
    return best


def _cycle(parents: Int64[np.ndarray, " node"]) -> Int64[np.ndarray, " member"] | None:
    """The nodes of a cycle that does not hold the root; None where all lead to the root."""
    root = len(parents) - 1
    seen = np.full(len(parents), -1)
    seen[root] = root
    for start in range(root):
        node = start
        while seen[node] < 0:
            seen[node] = start
            node = int(parents[node])
        if seen[node] == start and node != root:
            members = [node]
            while (after := int(parents[members[-1]])) != node:
                members.append(after)
            return np.array(sorted(members), dtype=np.int64)
    return None
