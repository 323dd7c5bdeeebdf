"""Heads as trees: against the slow oracle on made-up sentences, planted by hand, and on chance."""

from itertools import combinations, pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.measures import Maps, make
from headscope.measures.tree import BRANCHING, RANDOM, Tree
from headscope.measures.worked import make_side, parse_scores
from headscope.types import Sentence


def agree(parsing, annotated_figures, units):
    for seen, unit in zip(annotated_figures(Tree(), units), units, strict=True):
        (sentence,) = unit.sentences
        present = sorted({*unit.words} - {-1})
        words = parsing.spanned(present, sentence)
        slow = {}
        for attention in unit.maps:
            drawn = parsing.spanning_tree(parsing.word_map(attention, unit.words, len(sentence.words)), words)
            for name, (right, of) in parsing.tree(drawn, present, sentence).items():
                slow.setdefault(("", *name), []).append(right / of)
        chain = {frozenset(pair) for pair in pairwise(words)}
        for name, (right, of) in parsing.tree(chain, present, sentence).items():
            slow[BRANCHING, *name] = [right / of]
            slow[RANDOM, *name] = [2 / len(words)]
        assert seen.keys() == slow.keys()
        for name, figures in slow.items():
            assert seen[name].tolist() == pytest.approx(figures, abs=1e-12), (name, unit.sentences)


def test_agrees_with_the_oracle(parsing, annotated_figures, random_annotated):
    units = [random_annotated(seed, n) for seed, n in enumerate([1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12, 17] * 3)]
    agree(parsing, annotated_figures, units)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**6), number=st.integers(1, 8))
def test_agrees_with_the_oracle_where_weights_are_equal(parsing, annotated_figures, random_annotated, seed, number):
    """Weights of 0, 1/4 or 1/2 and words of one token, so that every sum is exact and ties are many."""
    unit = one_token(random_annotated(seed, number, missing=0.2))
    maps = np.random.default_rng(seed).choice([0, 0.25, 0.5], (2, len(unit.tokens), len(unit.tokens)))
    agree(parsing, annotated_figures, [unit._replace(maps=maps)])


def every_tree(number):
    pairs = list(combinations(range(number), 2))
    for edges in combinations(pairs, number - 1):
        reached = {0}
        for _ in edges:
            reached |= {end for edge in edges if reached & set(edge) for end in edge}
        if len(reached) == number:
            yield edges


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_no_other_tree_has_more_weight(parsing, number):
    """Of all n^(n-2) trees, tried one by one, the heaviest is the oracle's."""
    trees = list(every_tree(number))
    assert len(trees) == number ** (number - 2)
    for seed in range(5):
        weights = np.random.default_rng(seed).random((number, number))
        both = weights + weights.T
        heaviest = max(trees, key=lambda edges: sum(both[edge] for edge in edges))
        assert parsing.spanning_tree(weights, list(range(number))) == set(map(frozenset, heaviest))


WORDS, HEADS = ("the", "old", "cat", ",", "asleep", "until", "now", ",", "woke"), (2, 2, 8, 4, 2, 6, 4, 4, -1)
RELATIONS = ("det", "amod", "nsubj", "punct", "acl", "case", "obl", "punct", "root")
# Without punctuation, three edges join neighbours (1-2, 2-4, 5-6) and three are long (0-2, 2-8, 4-6).


def planted(kind):
    """A map in which every word gives all its weight to one other, on top of a little for everybody."""
    number = len(WORDS)
    rows = np.full((number, number), 0.01)
    for word, head in enumerate(HEADS):
        if kind == "to governors" and head >= 0:
            rows[word, head] = 1
        if kind == "to dependents" and head >= 0:
            rows[head, word] = 1
        if kind == "next":
            rows[word, min(word + 1, number - 1)] = 1
        if kind == "comma":
            rows[word, 3] = 1
    return rows.tolist()


def test_planted_heads():
    """A parser finds every edge, whichever way it looks; one that looks at the next word finds those of neighbours; a head that rests on
    punctuation has nothing left but ties, which join all to the first word."""
    seen = {
        kind: parse_scores(Tree(), planted(kind), " ".join(WORDS), HEADS, " ".join(RELATIONS))
        for kind in ("to governors", "to dependents", "next", "comma")
    }
    assert seen["to governors"] == seen["to dependents"] == {("uuas", ""): 1.0, ("long", ""): 1.0}
    # Nobody looks across a comma: what stands behind one hangs on the first word, by a tie. 1-2 and 5-6 are right.
    assert seen["next"] == {("uuas", ""): pytest.approx(2 / 6, abs=1e-4), ("long", ""): 0}
    assert seen["comma"] == {("uuas", ""): pytest.approx(1 / 6, abs=1e-4), ("long", ""): pytest.approx(1 / 3, abs=1e-4)}


def test_baselines_by_hand():
    side = make_side([f"word{at}" for at in range(len(WORDS))])
    sentence = Sentence(WORDS, HEADS, RELATIONS)
    maps = Maps(torch.tensor(planted("next"))[None, None], side, side, sentences=((sentence,),))
    simple = Tree().baselines(maps, maps)
    assert simple[BRANCHING].values[:, 0, 0].tolist() == [3 / 6, 0] and simple[BRANCHING].weights.tolist() == [[6], [3]]
    assert simple[RANDOM].values[:, 0, 0].tolist() == pytest.approx([2 / 7, 2 / 7])
    assert make("tree=long").baselines(maps, maps)[RANDOM].names == (("long", ""),)


def test_heads_at_random_have_what_a_random_tree_has(annotated_figures, random_annotated):
    """Weights drawn independently favour no edge, so the share is 2/n on average: the negative control."""
    random = np.random.default_rng(0)
    units = []
    for seed in range(30):
        unit = one_token(random_annotated(seed, 9, missing=0))  # else words of more tokens would get more
        units.append(unit._replace(maps=random.random((40, len(unit.tokens), len(unit.tokens)))))
    found = annotated_figures(Tree(["uuas"]), units)
    gaps = np.concatenate([seen["", "uuas", ""] - seen[RANDOM, "uuas", ""] for seen in found])
    assert abs(gaps.mean()) < 4 * gaps.std() / np.sqrt(len(gaps)) and gaps.std() > 0.05


def one_token(unit):
    """The unit with the first token of each word alone."""
    kept = [at for at, word in enumerate(unit.words) if word < 0 or unit.words.index(word) == at]
    return unit._replace(
        tokens=[unit.tokens[at] for at in kept], words=tuple(unit.words[at] for at in kept), maps=unit.maps[:, kept][:, :, kept]
    )


def test_sentences_without_an_edge_have_no_say(annotated_figures, random_annotated):
    alone = random_annotated(0, 1, missing=0)
    marks = random_annotated(1, 3, missing=0)._replace(
        sentences=(Sentence(("no", "!", "?"), (-1, 0, 0), ("root", "punct", "punct")),)
    )
    assert annotated_figures(Tree(), [alone, marks]) == [{}, {}]


def test_bare_trees_have_no_punctuation(annotated_figures, random_annotated):
    unit = random_annotated(5, 6, missing=0)
    (sentence,) = unit.sentences
    bare = unit._replace(sentences=(Sentence(sentence.words, sentence.heads),))
    (seen,) = annotated_figures(Tree(), [bare])
    assert seen[RANDOM, "uuas", ""].tolist() == pytest.approx([2 / 6])
