"""The no-op question, word by word: against the slow oracle, planted by hand, and in models without [SEP]."""

from dataclasses import replace

import numpy as np
import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.measures import Maps
from headscope.measures.idle import Idle
from headscope.measures.worked import parse_scores
from headscope.names import TO_DEPENDENT, TO_HEAD
from headscope.tokens import collate, encode_annotated
from headscope.tokens.units import sentences
from headscope.types import Sentence


def agree(parsing, seen, maps, words, sentence, rests):
    """Every key and direction of one unit, of every head."""
    slow = [parsing.idle(attention, words, rests, sentence) for attention in maps]
    heads = {name[1:]: figures for name, figures in seen.items() if not name[0]}
    assert heads.keys() == slow[0].keys()
    for name, figures in heads.items():
        assert figures == pytest.approx([total / of for total, of in (one[name] for one in slow)], abs=1e-12), name


def test_agrees_with_the_oracle(parsing, annotated_figures, random_annotated):
    units = [random_annotated(seed, n) for seed, n in enumerate([1, 1, 2, 2, 3, 4, 5, 7, 9, 14] * 2)]
    for seen, unit in zip(annotated_figures(Idle(), units), units, strict=True):
        agree(parsing, seen, unit.maps, unit.words, unit.sentences[0], [len(unit.tokens) - 1])


def test_weighs_every_word_once(parsing, annotated_maps, random_annotated):
    """The weight is the number of words that bear the relation; as governors, of words that govern one at least."""
    units = [random_annotated(seed, 9) for seed in range(6)]
    seen = Idle().observe(annotated_maps(units))
    for at, name in enumerate(seen.names):
        for b, unit in enumerate(units):
            slow = parsing.idle(unit.maps[0], unit.words, [0], unit.sentences[0])
            assert seen.weights[at, b] == slow.get(name, (0, 0))[1]


def test_agrees_with_the_oracle_through_the_model(bundled, parsing):
    units = [unit for document in open_corpus(ANNOTATED).documents() for unit in sentences(document)][::45]
    rows, _ = encode_annotated(bundled.encoder, units, 128)
    batch = collate(rows, bundled.encoder)

    def hear(site, call):
        seen = Idle().observe(Maps(call.weights.double(), batch.source, batch.source, sentences=batch.sentences))
        for b, row in enumerate(rows):
            values = {("", *name): seen.values[at, b].numpy() for at, name in enumerate(seen.names) if seen.weights[at, b]}
            maps = call.weights[b].double().numpy()[:, : len(row), : len(row)]
            agree(parsing, values, maps, row.words, row.sentences[0], [len(row) - 1])

    bundled.attend(batch, hear)


ROWS = [
    [1.0, 0.0, 0.0, 0.0, 0.0],  # [CLS]
    [0.5, 0.0, 0.0, 0.0, 0.5],  # it
    [0.0, 0.0, 0.0, 0.25, 0.75],  # wal
    [0.0, 0.0, 0.75, 0.0, 0.25],  # ##ked
    [0.0, 0.0, 0.0, 0.0, 1.0],  # [SEP]
]


def test_planted_by_hand():
    """*walked*, of two tokens, rests (.75 + .25) / 2 on [SEP]; [SEP]'s own row is nobody's."""
    found = parse_scores(Idle(), ROWS, "[CLS] it wal ##ked [SEP]", [1, -1], "nsubj root")
    assert found == {
        ("all", TO_HEAD): 0.5,
        ("all", TO_DEPENDENT): 0.5,
        ("nsubj", TO_HEAD): 0.5,
        ("nsubj", TO_DEPENDENT): 0.5,
        ("root", TO_HEAD): 0.5,
    }
    rows = [*ROWS[:1], [1.0, 0.0, 0.0, 0.0, 0.0], *ROWS[2:]]
    found = parse_scores(Idle(), rows, "[CLS] it wal ##ked [SEP]", [1, -1], "nsubj root")
    assert found["nsubj", TO_HEAD] == 0 and found["nsubj", TO_DEPENDENT] == 0.5 and found["all", TO_HEAD] == 0.25


def test_a_governor_of_several_counts_once():
    """*saw* governs two *obj*: its rest counts once among the governors."""
    rows = [[0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    found = parse_scores(Idle(["obj"]), rows, "saw Mia Leo [SEP]", [-1, 0, 0], "root obj obj")
    assert found == {("obj", TO_HEAD): 0.25, ("obj", TO_DEPENDENT): 1.0}


def test_without_sep_the_first_token_is_rested_on(parsing, random_annotated, annotated_maps):
    """As in models that only open a text, or put nothing around it, where the first token is a word."""
    for specials in (True, False):
        units = [random_annotated(seed, n, specials=specials, missing=0.1) for seed, n in enumerate((4, 7, 3, 11))]
        maps = annotated_maps(units)
        side = replace(maps.queries, sep=maps.queries.sep & False, has_sep=False)
        seen = Idle().observe(replace(maps, queries=side, keys=side, memo={}))
        for b, unit in enumerate(units):
            values = {("", *name): seen.values[at, b].numpy() for at, name in enumerate(seen.names) if seen.weights[at, b]}
            agree(parsing, values, unit.maps, unit.words, unit.sentences[0], [0])


def test_a_sentence_without_its_sep_rests_nowhere():
    """A model that has the token, and a text in which it is not."""
    found = parse_scores(Idle(), [[0.5, 0.5], [0.25, 0.75]], "it was", [1, -1], "nsubj root")
    assert set(found.values()) == {0.0}


def test_all_less_a_relation_s_words_are_the_others(annotated_maps, random_annotated):
    """What the words that don't bear the relation rest is had from the two sums."""
    unit = random_annotated(3, 12, missing=0)
    seen = Idle().observe(annotated_maps([unit]))
    figures = {name: (seen.values[at, 0].numpy(), seen.weights[at, 0].item()) for at, name in enumerate(seen.names)}
    everything, number = figures["all", TO_HEAD]
    assert number == 12
    relations = unit.sentences[0].relations
    for relation in set(relations):
        share, of = figures[relation, TO_HEAD]
        others = (everything * number - share * of) / (number - of)
        rested = [unit.maps[:, [i for i, w in enumerate(unit.words) if w == word], -1].mean(-1) for word in range(12)]
        expected = np.mean([rest for rest, its in zip(rested, relations, strict=True) if its != relation], 0)
        assert others == pytest.approx(expected, abs=1e-12)


def test_governors_without_relations_count_in_all(annotated_figures, random_annotated):
    unit = random_annotated(1, 6)
    (sentence,) = unit.sentences
    bare = unit._replace(sentences=(Sentence(sentence.words, sentence.heads),))
    named, unnamed = annotated_figures(Idle(), [unit, bare])
    heads = {name: figures for name, figures in unnamed.items() if not name[0]}
    assert {name[1] for name in heads} == {"all"}
    assert all(named[name].tolist() == figures.tolist() for name, figures in heads.items())


def test_subtypes_can_be_asked_for_together():
    rows = [[0.5, 0.0, 0.0, 0.5], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    for asked, keys in ((["nmod:*"], {"nmod", "nmod:tmod"}), (["nmod"], {"nmod"}), (["obj"], set())):
        found = parse_scores(Idle(asked), rows, "a b c [SEP]", [2, 2, -1], "nmod nmod:tmod root")
        assert {key for key, _ in found} == keys
