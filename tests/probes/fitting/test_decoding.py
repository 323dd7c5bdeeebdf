"""Decoding against brute force: every tree of up to five words is tried; larger ones against scipy and against their definition."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse.csgraph import minimum_spanning_tree

from headscope.probes.fitting.decoding import ROOT, argmax_heads, found_edges, spanning_tree, tree_heads, undirected


def is_tree(heads) -> bool:
    """Exactly one word hangs on the root, and every word leads there."""
    if sum(head == ROOT for head in heads) != 1:
        return False
    for word in range(len(heads)):
        at, steps = word, 0
        while at != ROOT:
            at, steps = heads[at], steps + 1
            if steps > len(heads):
                return False
    return True


TREES = {n: [heads for heads in product(range(-1, n), repeat=n) if is_tree(heads)] for n in range(1, 6)}


def total(scores, heads) -> float:
    return float(sum(scores[word, head] for word, head in enumerate(heads)))


def scores_of(elements):
    return st.integers(1, 5).flatmap(lambda n: arrays(np.float64, (n, n + 1), elements=elements))


def test_the_oracle_has_every_tree():
    assert {n: len(trees) for n, trees in TREES.items()} == {n: n ** (n - 1) for n in range(1, 6)}  # Cayley


@given(scores_of(st.floats(-20, 20)))
def test_the_best_of_all_trees(scores):
    heads = tree_heads(scores).tolist()
    assert is_tree(heads)
    assert total(scores, heads) == pytest.approx(max(total(scores, tree) for tree in TREES[len(scores)]), abs=1e-9)


@given(scores_of(st.integers(0, 2).map(float)))
def test_the_best_of_all_trees_with_ties_and_twice_the_same(scores):
    heads = tree_heads(scores)
    assert is_tree(heads.tolist())
    assert total(scores, heads) == max(total(scores, tree) for tree in TREES[len(scores)])
    assert tree_heads(scores.copy()).tolist() == heads.tolist()


@given(scores_of(st.sampled_from([-np.inf, -1.0, 0.0, 2.0])))
def test_what_is_ruled_out_is_used_as_little_as_can_be(scores):
    heads = tree_heads(scores).tolist()
    assert is_tree(heads)

    def merit(tree):
        taken = [scores[word, head] for word, head in enumerate(tree)]
        return -sum(np.isinf(taken)), sum(value for value in taken if np.isfinite(value))

    assert merit(heads) == max(map(merit, TREES[len(scores)]))


def exhausted(scores):
    """The best tree of many words by the plain recursion of the textbook, over dictionaries."""
    n = len(scores)
    weights = {(word, head): float(scores[word, head]) for word in range(n) for head in range(-1, n) if word != head}

    def best(nodes, edges):
        chosen = {}
        for node in nodes:
            chosen[node] = max((edge for edge in edges if edge[0] == node), key=lambda edge: edges[edge][0])
        for start in nodes:
            path, at = [], start
            while at != -1 and at not in path:
                path.append(at)
                at = chosen[at][1]
            if at != -1:
                cycle = set(path[path.index(at) :])
                break
        else:
            return {edges[edge][1] for edge in chosen.values()}
        new = max([*nodes, n]) + 1
        merged = {}
        for (node, head), (weight, original) in edges.items():
            if node in cycle and head in cycle:
                continue
            gain = weight - edges[chosen[node]][0] if node in cycle else weight
            key = (new if node in cycle else node, new if head in cycle else head)
            if key not in merged or gain > merged[key][0]:
                merged[key] = (gain, original, node)
        inner = best([x for x in nodes if x not in cycle] + [new], {k: (v[0], (k, v)) for k, v in merged.items()})
        result, entered = set(), None
        for _key, (_, original, node) in inner:
            result.add(original)
            if node in cycle:
                entered = node
        return result | {edges[chosen[node]][1] for node in cycle if node != entered}

    candidates = []
    for child in range(n):  # one root child at a time
        edges = {e: (w, e) for e, w in weights.items() if e[1] != -1 or e[0] == child}
        edges = {e: v for e, v in edges.items() if e[0] != child or e[1] == -1}
        candidates.append(dict(best(list(range(n)), edges)))
    return max(total(scores, [tree[word] for word in range(n)]) for tree in candidates)


@pytest.mark.parametrize("seed", range(8))
def test_larger_sentences_against_the_textbook(seed):
    scores = np.random.default_rng(seed).standard_normal((14, 15))
    heads = tree_heads(scores).tolist()
    assert is_tree(heads) and total(scores, heads) == pytest.approx(exhausted(scores))


def test_many_words_that_all_point_in_rings():
    """Rings in rings: each contraction makes the next ring."""
    n = 128
    scores = np.full((n, n + 1), -50.0)
    for word in range(n):
        scores[word, word ^ 1] = 10.0
        for level in range(1, 7):
            scores[word, word ^ (1 << level)] = 10.0 - level
    heads = tree_heads(scores)
    assert is_tree(heads.tolist())
    # Of every ring of 2^(k+1) words, one edge between its halves: 64 × 10, 32 × 9, … and one word on the root.
    assert total(scores, heads) == sum((n >> (level + 1)) * (10 - level) for level in range(7)) - 50


def test_a_tree_that_is_the_best_guess_is_kept():
    heads = [1, 4, 1, 2, -1, 4]
    scores = np.zeros((6, 7))
    for word, head in enumerate(heads):
        scores[word, head] = 1
    assert tree_heads(scores).tolist() == argmax_heads(scores).tolist() == heads


def test_never_itself_and_ties_to_the_earlier_word():
    assert argmax_heads(np.zeros((3, 4))).tolist() == [1, 0, 0]
    assert argmax_heads(np.array([[5.0, -np.inf]])).tolist() == [-1] == tree_heads(np.array([[5.0, -np.inf]])).tolist()
    scores = np.eye(4, 5, dtype=np.float32)
    scores[:, -1] = 0.5
    assert argmax_heads(scores).tolist() == [-1] * 4
    assert argmax_heads(np.zeros((0, 1))).tolist() == tree_heads(np.zeros((0, 1))).tolist() == []


@pytest.mark.parametrize("decode", [argmax_heads, tree_heads])
def test_scores_without_a_root_or_without_a_number_are_refused(decode):
    with pytest.raises(ValueError, match="must have 3 columns, the last for the root, not 2"):
        decode(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="not a number"):
        decode(np.array([[0.0, np.nan]]))


def symmetric(table):
    return np.triu(table, 1) + np.triu(table, 1).T


@given(st.integers(1, 12).flatmap(lambda n: arrays(np.float64, (n, n), elements=st.floats(0.01, 9))))
def test_spanning_trees_are_as_short_as_scipys(table):
    distances = symmetric(table)
    edges = spanning_tree(distances)
    assert len(edges) == len(set(edges)) == len(table) - 1 and all(one < other for one, other in edges)
    assert sum(distances[edge] for edge in edges) == pytest.approx(minimum_spanning_tree(distances).sum())
    reached = {0}
    for _ in edges:
        reached |= {word for edge in edges if reached & set(edge) for word in edge}
    assert reached == set(range(len(table)))


def test_equal_distances_and_distances_of_zero():
    assert spanning_tree(np.zeros((4, 4))) == [(0, 1), (0, 2), (0, 3)]
    assert spanning_tree(np.zeros((1, 1))) == spanning_tree(np.zeros((0, 0))) == []
    with pytest.raises(ValueError, match="must be numbers"):
        spanning_tree(np.full((2, 2), np.nan))


def test_edges_found_without_punctuation():
    heads, counts = [1, -1, 1, 1, 3], np.array([True, True, True, False, True])
    assert undirected(heads) == {(0, 1), (1, 2), (1, 3), (3, 4)}
    # The edges of the fourth word, which does not count, are neither asked for nor missed.
    assert found_edges({(0, 1), (2, 4), (1, 3)}, heads, counts) == (1, 2)
    assert found_edges(undirected(heads), heads, np.ones(5, dtype=bool)) == (4, 4)
    assert found_edges([], [-1], np.array([True])) == (0, 0)
