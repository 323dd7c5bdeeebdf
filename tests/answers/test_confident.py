"""Examples: a head's answers against hand-made maps, against a slow loop, and against the run's own counts."""

import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from headscope.answers import confident as module
from headscope.answers.answer import Prediction, Wanted
from headscope.answers.confident import _Kept, collect
from headscope.answers.questions import AskedUnit, ask
from headscope.answers.word_maps import check_head, word_maps
from headscope.api.measure import measure
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.measures.coreference.coreference import Coreference
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.options import Options, Shard
from headscope.ties import WEIGHT_DECIMALS
from headscope.tokens import encode_annotated
from headscope.tokens.units import annotated
from headscope.types import Head, Mention, Sentence

EVERY = 10**6
#                    0      1    2       3      4
POSSESSED = Sentence(("Mia", "'s", "red", "hat", "fell"), (3, 0, 3, 4, -1), ("nmod:poss", "case", "amod", "nsubj", "root"))


def answers(sentence, rows, key, direction="dependent-to-head", present=None, **options):
    wanted = Wanted("encoder", Head(0, 0), "dependency", key, direction)
    unit = AskedUnit((sentence,), present or (True,) * len(sentence.words), Options(**options))
    return [(p.word, p.asked, p.predicted, p.right, p.weight) for p in ask(wanted, unit, np.array(rows, np.float32))]


def looks_at(*targets, weight=1.0):
    return np.eye(len(targets))[list(targets)] * weight


def test_a_planted_head_is_asked_as_the_measure_asks():
    rows = looks_at(1, 3, 3, 4, 4, weight=0.75)  # the possessor looks at its marker, the marker at the hat
    assert answers(POSSESSED, rows, "nmod:poss") == [(0, 1, 3, True, 0.75)], "the marker answers"
    assert answers(POSSESSED, rows, "nmod:poss (own word)") == [(0, 0, 1, False, 0.75)]
    assert answers(POSSESSED, rows, "nmod:poss", possessors="own") == [(0, 0, 1, False, 0.75)]
    assert answers(POSSESSED, rows, "nmod:*") == [(0, 1, 3, True, 0.75)]
    assert answers(POSSESSED, rows, "nmod") == []
    assert answers(POSSESSED, rows, "root") == [(4, 4, 0, False, 0.0)], "a root is always wrong, and itself is no answer"
    assert [word for word, *_ in answers(POSSESSED, rows, "all")] == [0, 1, 2, 3, 4]


def test_the_other_directions():
    rows = np.zeros((5, 5))
    rows[3, 2], rows[0, 2], rows[2, 1] = 0.5, 0.25, 0.875
    assert answers(POSSESSED, rows, "amod", "head-to-dependent") == [(2, 2, 3, True, 0.5)]
    assert answers(POSSESSED, rows, "amod") == [(2, 2, 1, False, 0.875)]
    assert answers(POSSESSED, rows, "amod", "both") == [(2, 2, 1, False, 0.875)]


def test_words_without_a_token_neither_ask_nor_answer():
    rows = looks_at(1, 3, 3, 4, 4)
    present = (True, False, True, True, True)
    assert answers(POSSESSED, rows, "nmod:poss", present=present) == [(0, 0, 2, False, 0.0)], "the marker can't be asked"
    assert answers(POSSESSED, rows, "case", present=present) == []
    alone = Sentence(("Fire",), (-1,), ("root",))
    assert answers(alone, [[1.0]], "root") == [], "there is no other word"


def test_mentions():
    text = Sentence(
        ("Mia", "saw", "her", "cat"),
        tags=("PROPN", "VERB", "PRON", "NOUN"),
        mentions=(Mention(0, 1, "mia"), Mention(2, 4, "cat", 3), Mention(2, 3, "mia")),
    )
    rows = np.zeros((4, 4), np.float32)
    rows[2] = [0.25, 0.5, 0.125, 0.125]
    for kind, mentions, predicted in (("all", "words", 1), ("pronoun", "mentions", 0)):
        unit = AskedUnit((text,), (True,) * 4, Options(antecedents=mentions))
        (found,) = ask(Wanted("encoder", Head(0, 0), "coreference", kind), unit, rows)
        assert found == Prediction(2, 2, predicted, (0,), float(rows[2, predicted]))
    assert not list(ask(Wanted("encoder", Head(0, 0), "coreference", "proper"), unit, rows))


@pytest.fixture(scope="module")
def corpus():
    return open_corpus("annotated")


WANTED = [
    Wanted("encoder", Head(6, 6), "dependency", "obj", "dependent-to-head"),
    Wanted("encoder", Head(7, 7), "dependency", "compound:*", "head-to-dependent"),
    Wanted("encoder", Head(7, 3), "dependency", "nmod:poss", "dependent-to-head"),
    Wanted("encoder", Head(7, 3), "dependency", "nmod:poss (own word)", "dependent-to-head"),
    Wanted("encoder", Head(6, 0), "dependency", "all", "both"),
]  # fmt: skip


@pytest.fixture(scope="module")
def found(bundled, corpus):
    return collect(bundled, corpus, Options(limit=100), WANTED, 8, sentences=2, progress=False)


def slow(model, sentence, head):
    """One sentence, by itself, through transformers' own attention and two loops over words."""
    words = list(sentence.words)
    answer = model.encoder.tokenizer(words, is_split_into_words=True, return_tensors="pt")
    kept = model.module.config._attn_implementation
    model.module.set_attn_implementation("eager")
    try:
        with torch.no_grad():
            maps = model.module(**answer, output_attentions=True).attentions[head.layer][0, head.head]
    finally:
        model.module.set_attn_implementation(kept)
    ids = answer.word_ids()
    table = np.zeros((len(words), len(words)))
    for u in range(len(words)):
        of = [i for i, word in enumerate(ids) if word == u]
        for v in range(len(words)):
            table[u, v] = sum(float(maps[i, j]) for i in of for j, word in enumerate(ids) if word == v) / len(of)
    return table


def test_the_most_confident_against_a_slow_loop(bundled, corpus, found):
    head = Head(6, 6)
    right, wrong = [], []
    sentences = [sentence for document in corpus.documents() for sentence in document.sentences][:100]
    for order, sentence in enumerate(sentences):
        if "obj" not in sentence.relations:
            continue
        table = slow(bundled, sentence, head)
        for word, relation in enumerate(sentence.relations):
            if relation == "obj":
                best = max((v for v in range(len(table)) if v != word), key=lambda v: (table[word, v], -v))
                (right if best == sentence.heads[word] else wrong).append((-table[word, best], order, word, best))
    for kind, expected in (("right", sorted(right)[:8]), ("wrong", sorted(wrong)[:8])):
        mine = [one for one in found if one.wanted == WANTED[0] and one.kind == kind]
        assert [(one.order, one.predictions[0].word, one.predictions[0].predicted) for one in mine] == [
            (order, word, best) for _, order, word, best in expected
        ]
        np.testing.assert_allclose([one.predictions[0].weight for one in mine], [-weight for weight, *_ in expected], atol=6e-5)
        assert all(one.words == sentences[one.order].words and one.weights is None for one in mine)


def test_whole_sentences(found):
    for wanted in WANTED:
        most, least = (
            [one for one in found if one.wanted == wanted and one.kind == kind] for kind in ("most right", "least right")
        )
        assert len(most) == 2 and {one.order for one in most}.isdisjoint(one.order for one in least)
        assert most[0].score >= most[1].score >= (least[-1].score if least else 0)
        for one in (*most, *least):
            n = len(one.words)
            assert n <= 40 and len(one.predictions) >= 2 and one.weights.shape == (n, n)
            together = one.weights.sum(1) + one.cls + one.sep
            np.testing.assert_allclose(together, 1, atol=1e-5)


@pytest.mark.parametrize("size", [1, 7, 64])
def test_batches_change_nothing(bundled, corpus, found, size):
    """The same examples in the same order; a weight may be off by its rounding, where it lies on the edge between two steps."""
    again = collect(bundled, corpus, Options(limit=100, batch_size=size), WANTED, 8, sentences=2, progress=False)
    assert [without_weights(one) for one in again] == [without_weights(one) for one in found]
    mine, theirs = ([p.weight for one in examples for p in one.predictions] for examples in (again, found))
    np.testing.assert_allclose(mine, theirs, rtol=0, atol=1.001 * 10**-WEIGHT_DECIMALS)
    for one, other in zip(again, found, strict=True):
        if other.weights is not None:
            np.testing.assert_allclose(one.weights, other.weights, rtol=0, atol=2e-5)


def without_weights(example):
    return replace(example, predictions=tuple(replace(one, weight=0.0) for one in example.predictions))


def test_the_order_of_arrival_changes_nothing(bundled, corpus):
    chunk = next(iter(read_chunks(corpus, "sentence", bundled, Options())))
    rows, _ = encode(chunk.units, "sentence", bundled, Options())
    seen = module.look(bundled, Options(), list(enumerate(rows))[:40], WANTED[:1])
    results = []
    for seed in range(4):
        kept = _Kept(3, 2)
        for one in random.Random(seed).sample(seen, len(seen)):
            kept.add(one)
            assert all(len(alone) <= 3 for alone in kept._alone.values()) and all(len(w) <= 4 for w in kept._whole.values())
        results.append(list(kept.examples()))
    assert results[0] and all(result == results[0] for result in results)


def test_ties_go_to_the_earlier_unit_then_to_the_earlier_word(bundled):
    row = encode_annotated(bundled.encoder, [annotated("d", (POSSESSED,))], 64)[0][0]
    maps = word_maps(bundled, [row], [check_head(bundled, None, Head(0, 0))])
    (seen,) = next(iter(maps.values()))
    kept = _Kept(3, 0)
    for order, word in ((2, 1), (1, 3), (1, 0), (0, 2)):
        weight = 0.5 if order else 0.25
        kept.add(module.Seen(WANTED[0], order, row, POSSESSED.words, (Prediction(word, word, 4, (4,), weight),), seen))
    assert [(one.order, one.predictions[0].word) for one in kept.examples()] == [(1, 0), (1, 3), (2, 1)]


def test_shards_together_are_the_whole(bundled, corpus):
    def every(shards):
        made = collect(bundled, corpus, Options(limit=140), WANTED[:1], EVERY, shards=shards, progress=False)
        return {(one.kind, one.order, one.predictions) for one in made}

    first, second = (every([Shard(i, 2)]) for i in (1, 2))
    assert first and second and first.isdisjoint(second)
    assert every([Shard(1, 2), Shard(2, 2)]) == first | second == every(None)


def test_as_many_right_as_the_run_counts(bundled, corpus):
    scores = measure(bundled, corpus, ["dependency"], limit=100, progress=False, directions="three")
    every = collect(bundled, corpus, Options(limit=100), WANTED, EVERY, progress=False)
    for wanted in WANTED:
        series = scores.find("dependency", wanted.key, direction=wanted.direction)
        mine = [one for one in every if one.wanted == wanted]
        assert len(mine) == scores.tally.weights(series).sum() > 4
        right = sum(one.kind == "right" for one in mine)
        assert right == round(scores.value(series)[wanted.head] * len(mine)), wanted


def test_as_many_antecedents_as_the_measure_counts(bundled, corpus):
    from headscope.runs.accumulate import observe
    from headscope.tokens import collate

    head, right, cases = Head(4, 3), 0.0, 0.0
    for chunk in read_chunks(corpus, "window", bundled, Options(limit=20)):
        rows, _ = encode(chunk.units, "window", bundled, Options())
        for row in rows:
            part = observe(bundled, [Coreference(["pronoun"])], collate([row], bundled.encoder)).parts[0]
            right += float(part.values[0, head.layer, 0, head.head] * part.weights[0, 0])
            cases += float(part.weights[0, 0])
    wanted = Wanted("encoder", head, "coreference", "pronoun")
    every = collect(bundled, corpus, Options(limit=20), [wanted], EVERY, progress=False)
    assert len(every) == cases > 20
    assert sum(one.kind == "right" for one in every) == round(right) > 0


def test_a_head_that_is_not_there(bundled):
    with pytest.raises(HeadscopeError, match=r"There is no head 9-1: 'bert-8x8' has 8 layers of 8 heads, 1-1 to 8-8\."):
        check_head(bundled, None, Head(8, 0))
    with pytest.raises(HeadscopeError, match="no stack in 'bert-8x8' named 'decoder'"):
        check_head(bundled, "decoder", Head(0, 0))


def test_rounding_of_maps_and_the_way_from_words_are_the_runs(bundled):
    row = encode_annotated(bundled.encoder, [annotated("d", (Sentence(("unbelievably", "strawberries")),))], 64)[0][0]
    place = check_head(bundled, None, Head(3, 3))
    assert len(row) > 5, "split words"
    plain, first, half = (
        word_maps(bundled, [row], [place], **options)[place][0]
        for options in ({}, {"words_from": "first"}, {"precision": "float16"})
    )
    assert not np.allclose(plain.weights, first.weights)
    assert 0 < np.abs(plain.weights - half.weights).max() < 1e-3
    assert replace(plain, special=plain.cls + plain.sep).special == pytest.approx(plain.special, abs=1e-6)
