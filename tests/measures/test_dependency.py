"""Heads as parsers: against the slow oracle on made-up sentences, and planted by hand."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.measures import Maps
from headscope.measures.asked import Asked
from headscope.measures.dependency import MARKERS, OFFSETS, Dependency
from headscope.measures.worked import make_side
from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD
from headscope.types import Sentence

DIRECTIONS = (TO_HEAD, TO_DEPENDENT, BOTH)


def expected(parsing, unit, way="mean", possessors="marker"):
    """The oracle's figures of one unit: by baseline, key and direction, of every head, and how many cases there are."""
    (sentence,) = unit.sentences
    number, present = len(sentence.words), sorted({*unit.words} - {-1})
    found, cases = {}, {}
    for attention in unit.maps:
        weights = parsing.word_map(attention, unit.words, number, way)
        for name, (right, of) in parsing.dependency(weights, present, sentence, DIRECTIONS, possessors).items():
            found.setdefault(("", *name), []).append(right / of)
            cases["", *name] = of
    for distance in OFFSETS["five"]:
        for name, (right, of) in parsing.offset(sentence, present, distance).items():
            found[f"offset {distance:+d}", *name] = [right / of]
            cases[f"offset {distance:+d}", *name] = of
    return found, cases


def agree(parsing, annotated_figures, units, way="mean", possessors="marker"):
    made = annotated_figures(Dependency(possessors=possessors, directions="three"), units, words_from=way)
    for seen, unit in zip(made, units, strict=True):
        slow, _ = expected(parsing, unit, way, possessors)
        assert seen.keys() == slow.keys()
        for name, figures in slow.items():
            assert seen[name].tolist() == pytest.approx(figures, abs=1e-12), (name, unit.sentences)


@pytest.mark.parametrize("way", ["mean", "first", "max"])
@pytest.mark.parametrize("possessors", ["marker", "own"])
def test_agrees_with_the_oracle(parsing, annotated_figures, random_annotated, way, possessors):
    units = [random_annotated(seed, n) for seed, n in enumerate([1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12, 17] * 3)]
    agree(parsing, annotated_figures, units, way, possessors)


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 10**6), number=st.integers(1, 8))
def test_agrees_with_the_oracle_where_weights_are_equal(parsing, annotated_figures, random_annotated, seed, number):
    """Weights of 0, 1/4 or 1/2, and words of at most two tokens, so that every sum is exact and ties are many; no special
    tokens, or most words without a token."""
    random = np.random.default_rng(seed)
    unit = random_annotated(seed, number, specials=seed % 2 == 0, missing=0.6 if seed % 3 else 0.1)
    kept = [at for at, word in enumerate(unit.words) if word < 0 or unit.words[:at].count(word) < 2]
    maps = random.choice([0, 0.25, 0.5], (2, len(kept), len(kept)))
    unit = unit._replace(tokens=[unit.tokens[i] for i in kept], words=tuple(unit.words[i] for i in kept), maps=maps)
    agree(parsing, annotated_figures, [unit])


def pointing(unit, sentence, transposed):
    """One head whose every token puts its weight evenly on the tokens of its word's governor; special tokens, and the root, on
    [SEP]. Transposed: from the governor to its dependents."""
    n = len(unit.tokens)
    attention = np.zeros((n, n))
    for i, word in enumerate(unit.words):
        governor = sentence.heads[word] if word >= 0 else -1
        targets = [j for j, of in enumerate(unit.words) if of == governor and governor >= 0] or [n - 1]
        attention[i, targets] = 1 / len(targets)
    return attention.T[None] if transposed else attention[None]


@pytest.mark.parametrize("transposed", [False, True])
def test_a_planted_parser_is_right_everywhere_but_at_the_root(annotated_figures, random_annotated, transposed):
    """Every word on its governor: 1.0 from dependent to head; its transpose from head to dependent."""
    units = []
    for seed, number in enumerate([2, 3, 5, 8, 13, 21]):
        unit = random_annotated(seed, number, missing=0)
        units.append(unit._replace(maps=pointing(unit, unit.sentences[0], transposed)))
    direction = TO_DEPENDENT if transposed else TO_HEAD
    for seen, unit in zip(annotated_figures(Dependency(possessors="own"), units), units, strict=True):
        number = len(unit.sentences[0].words)
        for (baseline, key, way), figures in seen.items():
            if not baseline and way == direction:
                share = {"root": 0, "all": (number - 1) / number}.get(key, 1)
                assert figures.tolist() == pytest.approx([share]), (key, unit.sentences)


def parse(rows, words, heads, relations, **options):
    """One head over a sentence whose words are one token each, no special tokens; by key and direction."""
    side = make_side([f"word{at}" for at in range(len(words))])
    sentence = Sentence(tuple(words), tuple(heads), tuple(relations))
    maps = Maps(torch.tensor(rows, dtype=torch.float64)[None, None], side, side, sentences=((sentence,),))
    dependency = Dependency(**options)
    return by_name(dependency.observe(maps)), {
        name: {key: share for (key, _), share in by_name(seen).items()}
        for name, seen in dependency.baselines(maps, maps).items()
    }


def by_name(seen):
    return dict(zip(seen.names, seen.values[:, 0, 0].tolist(), strict=True))


@pytest.mark.parametrize("marker", ["'s", "'", "’s", "’", "s", "’S", "own"])
@pytest.mark.parametrize("relation", ["poss", "nmod:poss", "nmod"])
def test_the_marker_is_asked_for_the_possessor(marker, relation):
    """ "Mia 's cat": *Mia* looks at *'s*, *'s* at *cat*, which is right; only markers are asked, and only for possessors."""
    rows = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    words, heads, relations = ("Mia", marker, "cat"), (2, 0, -1), (relation, "case", "root")
    found, _ = parse(rows, words, heads, relations)
    is_ruled = marker in ("'s", "'", "’s", "’") and relation != "nmod"
    assert found[relation, TO_HEAD] == is_ruled and found["all", TO_HEAD] == pytest.approx(is_ruled / 3)
    assert found.get((f"{relation} (own word)", TO_HEAD)) == (None if relation == "nmod" else 0)
    off, _ = parse(rows, words, heads, relations, possessors="own")
    assert off[relation, TO_HEAD] == 0 and not any("own word" in key for key, _ in off)
    assert off["case", TO_HEAD] == found["case", TO_HEAD] == 0, "the marker's own governor is not touched"


def test_a_possessor_at_the_end_of_its_sentence_is_asked_itself(annotated_figures, random_annotated):
    """The sentence behind it in the batch, which begins with a marker, is no part of it."""
    rows = [[0, 1], [1, 0]]
    found, _ = parse(rows, ("friend", "Mia"), (-1, 0), ("root", "poss"))
    assert found["poss", TO_HEAD] == found["poss (own word)", TO_HEAD] == 1
    last = Sentence(("friend", "Mia"), (-1, 0), ("root", "poss"))
    longer = Sentence(("Mia", "'s", "cat", "'s"), (2, 0, -1, 2), ("poss", "case", "root", "case"))
    units = [
        random_annotated(0, len(s.words), missing=0)._replace(
            sentences=(s,), tokens=["[CLS]", *["house"] * len(s.words), "[SEP]"], words=(-1, *range(len(s.words)), -1)
        )
        for s in (last, longer)
    ]
    random = np.random.default_rng(0)
    units = [unit._replace(maps=random.random((2, len(unit.words), len(unit.words)))) for unit in units]
    alone = annotated_figures(Dependency(), units[:1])[0]
    assert {k: v.tolist() for k, v in annotated_figures(Dependency(), units)[0].items()} == {
        k: v.tolist() for k, v in alone.items()
    }


def test_a_marker_without_a_token_can_not_be_asked(annotated_figures, random_annotated):
    sentence = Sentence(("Mia", "'s", "cat"), (2, 0, -1), ("poss", "case", "root"))
    unit = random_annotated(0, 3)._replace(
        sentences=(sentence,), tokens=["house", "river"], words=(0, 2), maps=np.eye(2)[None, ::-1]
    )
    (seen,) = annotated_figures(Dependency(), [unit])
    assert seen["", "poss", TO_HEAD] == seen["", "poss (own word)", TO_HEAD] == 1
    assert ("", "case", TO_HEAD) not in seen, "a word without a token is left out"


def test_a_word_whose_only_company_has_no_token_has_no_prediction(annotated_figures, random_annotated):
    """The governor, first in the sentence, has no token: nothing can point to it."""
    sentence = Sentence(("Mia", "saw"), (-1, 0), ("root", "obj"))
    unit = random_annotated(0, 2)._replace(sentences=(sentence,), tokens=["house"], words=(1,), maps=np.ones((1, 1, 1)))
    (seen,) = annotated_figures(Dependency(directions="three"), [unit])
    assert [seen["", "obj", way].item() for way in DIRECTIONS] == [0, 0, 0]


def test_ties_go_to_the_earlier_and_nobody_points_at_itself():
    """Even attention: each word's prediction is the first word, the first word's the second."""
    even = [[0.25] * 4] * 4
    found, _ = parse(even, "abcd", (1, -1, 0, 0), ("x", "root", "y", "y"), directions="three")
    assert all(found["x", way] == found["y", way] == 1 for way in DIRECTIONS)
    selfish = np.eye(4) * 0.9 + 0.025
    found, _ = parse(selfish.tolist(), "abcd", (1, -1, 0, 0), ("x", "root", "y", "y"), directions="three")
    assert all(found["x", way] == found["y", way] == 1 for way in DIRECTIONS), "the largest weight is the word's on itself"


def test_the_sum_of_both_directions():
    """*a* looks at *b* a little more than at *c*, but *c* looks back much more."""
    rows = [[0, 0.5, 0.4], [0.1, 0, 0.9], [0.8, 0.2, 0]]
    found, _ = parse(rows, "abc", (2, 2, -1), ("x", "y", "root"), directions="three")
    assert [found["x", way] for way in DIRECTIONS] == [0, 1, 1]
    assert {way for _, way in parse(rows, "abc", (2, 2, -1), ("x", "y", "root"))[0]} == {TO_HEAD, TO_DEPENDENT}


def test_offsets_by_hand():
    """Governors counted from 1: 2, 0 (the root), 2, 3."""
    _, offsets = parse(np.eye(4).tolist(), "abcd", (1, -1, 1, 2), ("x", "root", "y", "z"))
    assert set(offsets) == {f"offset {d:+d}" for d in (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)}
    right = {name: [shares[key] for key in ("x", "root", "y", "z")] for name, shares in offsets.items()}
    assert right["offset +1"] == [1, 0, 0, 0], "the last word's, clamped, is itself"
    assert right["offset -1"] == [0, 0, 1, 1]
    assert right["offset -2"] == [0, 1, 0, 0] == right["offset -3"] == right["offset -5"], "clamped to the root"
    assert right["offset +5"] == [0, 0, 0, 0]
    assert offsets["offset -1"]["all"] == 0.5
    assert set(parse(np.eye(4).tolist(), "abcd", (1, -1, 1, 2), ("x", "root", "y", "z"), offsets="published")[1]) == {
        f"offset {d:+d}" for d in (-3, -2, -1, 1, 2)
    }


def test_asking_for_a_relation_with_its_subtypes():
    rows, words, heads = [[0, 1, 0], [0, 0, 1], [1, 0, 0]], "abc", (2, 2, -1)
    for asked, keys in (
        (["nmod:*"], {"nmod", "nmod:tmod"}),
        (["nmod"], {"nmod"}),
        (["nmod:tmod", "obj"], {"nmod:tmod"}),
        (["obj", "obj:*"], set()),
        (None, {"all", "nmod", "nmod:tmod", "root"}),
    ):
        found, offsets = parse(rows, words, heads, ("nmod", "nmod:tmod", "root"), keys=asked)
        assert {key for key, _ in found} == keys == set(offsets["offset +1"])


def test_governors_without_relations_count_in_all(annotated_figures, random_annotated):
    """A corpus of bare trees, beside a sentence that has relations."""
    full = random_annotated(1, 6, missing=0)
    (sentence,) = full.sentences
    bare = full._replace(sentences=(Sentence(sentence.words, sentence.heads),))
    named, unnamed = annotated_figures(Dependency(possessors="own"), [full, bare])
    assert {key for _, key, _ in unnamed} == {"all"}
    assert all(named[name].tolist() == figures.tolist() for name, figures in unnamed.items())


def test_a_relation_that_is_called_all_is_no_second_key():
    found, _ = parse([[0, 1], [1, 0]], "ab", (1, -1), ("all", "root"))
    assert found["all", TO_HEAD] == 0.5 and len(found) == 4


def test_the_markers_are_those_of_the_oracle(parsing):
    for marker in (*MARKERS, "s'", "'S", "`"):
        sentence = Sentence(("Mia", marker), (1, -1), ("poss", "root"))
        assert (parsing.marker_of(sentence, 0) == 1) == (marker in MARKERS)
    assert parsing.marker_of(Sentence(("Mia",), (-1,), ("poss",)), 0) is None


def seen_back(sentence, weights, directions="three"):
    """The measure on one causal map between words, by key and direction."""
    side = make_side(sentence.words)
    maps = torch.tensor(weights, dtype=torch.float64)[None, None]
    visible = torch.ones(maps.shape, dtype=torch.bool).tril()
    measure = Dependency(directions=directions)
    made = Maps(maps, side, side, visible=visible, sentences=((sentence,),))
    seen = measure.observe(made)
    found = {name: seen.values[at, 0, 0].item() for at, name in enumerate(seen.names)}
    rules = {
        name: dict(zip(one.names, one.values[:, 0, 0].tolist(), strict=True))
        for name, one in measure.baselines(made, made).items()
    }
    return found, rules


def test_of_a_causal_model_a_word_without_a_candidate_is_wrong():
    """The first word sees nobody, and nobody sees the last: neither is right by a tie."""
    sentence = Sentence(("it", "was", "late"), (1, -1, 1), ("nsubj", "root", "acomp"))
    found, _ = seen_back(sentence, [[1.0, 0, 0], [0.5, 0.5, 0], [0.1, 0.6, 0.3]])
    assert found["nsubj", TO_HEAD] == 0, "the governor stands later: not to be seen from the dependent"
    assert found["nsubj", TO_DEPENDENT] == 1, "but the governor looks back at it"
    assert found["acomp", TO_HEAD] == 1 and found["acomp", TO_DEPENDENT] == 0, "nobody sees the last word"
    assert found["nsubj", BOTH] == 1 and found["acomp", BOTH] == 1
    alone, _ = seen_back(Sentence(("it", "rains"), (1, -1), ("expl", "root")), [[1.0, 0], [0, 1.0]])
    assert alone["expl", TO_HEAD] == 0 and alone["expl", TO_DEPENDENT] == 1, "the only word that sees it, if with no weight"


def test_fixed_offsets_point_back_for_dependents_and_ahead_for_governors():
    sentence = Sentence(("the", "cat", "saw", "mice"), (1, 2, -1, 2), ("det", "nsubj", "root", "obj"))
    found, rules = seen_back(sentence, np.tril(np.full((4, 4), 0.25)).tolist(), "two")
    assert rules["offset +1"]["det", ""] == 1 and rules["offset -1"]["obj", ""] == 1
    assert found["det", TO_HEAD] == 0 and found["obj", TO_DEPENDENT] == 0


def test_answers_about_single_words_look_back_too():
    sentence = Sentence(("it", "was", "late"), (1, -1, 1), ("nsubj", "root", "acomp"))
    weights = np.array([[1, 0, 0], [0.5, 0.5, 0], [0.1, 0.6, 0.3]], np.float32)
    unit = Asked((sentence,), (True,) * 3, causal=True)
    told = {
        way: {one.word: one.predicted for one in Dependency().answers(unit, "all", way, weights)}
        for way in (TO_HEAD, TO_DEPENDENT)
    }
    assert told == {TO_HEAD: {1: 0, 2: 1}, TO_DEPENDENT: {0: 1, 1: 2}}


def test_what_the_page_says_of_a_model_that_looks_back():
    caveat = Dependency().described(causal=True).section.caveat
    assert "a word only looks back" in caveat and caveat.startswith(Dependency.section.caveat)
    assert Dependency().described().section.caveat == Dependency.section.caveat
