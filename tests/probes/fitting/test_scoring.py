"""Counts by hand on two sentences."""

import numpy as np

from headscope.probes.fitting.features import Parsed
from headscope.probes.fitting.scoring import RELATION, UAS, UUAS, WITH_PUNCTUATION, counts
from headscope.types import Sentence

# "a saw b ." : saw is the root; b hangs on saw, a on saw, the full stop on saw.
FIRST = Sentence(("a", "saw", "b", "."), (1, -1, 1, 1), ("nsubj", "root", "obj", "punct"))
SECOND = Sentence(("go", "!"), (-1, 0), ("root", "punct:other"))


def scores(*heads: int) -> np.ndarray:
    table = np.zeros((len(heads), len(heads) + 1), dtype=np.float32)
    table[np.arange(len(heads)), heads] = 1
    return table


def test_counts_by_hand():
    parsed = Parsed([FIRST, SECOND], ["", ""])
    # a → b (wrong), saw → root, b → saw, . → saw; go → ! (wrong), ! → go
    found = counts(parsed, {0: scores(2, -1, 1, 1), 1: scores(1, 0)}, ["argmax"])
    assert found[UAS, "argmax"].right.tolist() == [2, 0] and found[UAS, "argmax"].total.tolist() == [3, 1]
    assert found[WITH_PUNCTUATION, "argmax"].value == 4 / 6
    # of the edges a–saw and saw–b, the second was found; the second sentence has none without punctuation
    assert found[UUAS, "argmax"].right.tolist() == [1, 0] and found[UUAS, "argmax"].total.tolist() == [2, 0]
    assert {key: one.value for (metric, key), one in found.items() if metric == RELATION} == {
        "root": 0.5, "nsubj": 0.0, "obj": 1.0, "punct": 1.0, "punct:other": 1.0,
    }  # fmt: skip
    assert next(key for metric, key in found if metric == RELATION) == "root"  # the most frequent first


def test_an_edge_found_the_wrong_way_counts_undirected():
    parsed = Parsed([FIRST], [""])
    found = counts(parsed, {0: scores(-1, 0, 1, 1)}, ["argmax"])  # saw → a instead of a → saw
    assert found[UAS, "argmax"].value == 1 / 3
    assert found[UUAS, "argmax"].value == 1


def test_as_a_tree_no_word_is_its_own_ancestor():
    parsed = Parsed([SECOND], [""])
    found = counts(parsed, {0: np.array([[0, 3, 1], [3, 0, 0]], dtype=np.float32)})
    assert found[WITH_PUNCTUATION, "argmax"].value == 0.5  # each points at the other
    assert found[WITH_PUNCTUATION, "tree"].value == 1


def test_other_governors_than_the_tree():
    parsed = Parsed([FIRST], [""], governors=[(2, 2, -1, 0)])
    assert counts(parsed, {0: scores(2, 2, -1, 0)}, ["argmax"])[UAS, "argmax"].value == 1
