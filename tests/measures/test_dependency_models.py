"""Heads as parsers through a real model: the run, the batch and the word-level maps come to what the slow oracle finds."""

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.measures import Maps
from headscope.measures.dependency import OFFSETS, Dependency
from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD
from headscope.tokens import collate, encode_annotated
from headscope.tokens.units import sentences
from headscope.types import Head

DIRECTIONS = (TO_HEAD, TO_DEPENDENT, BOTH)


def word_map(attention, row):
    """The oracle's in fewer steps, for thousands of maps; held to it below. Padding is cut off."""
    of = np.array(row.words)[:, None] == np.arange(len(row.sentences[0].words))
    return (of / of.sum(0).clip(1)).T @ attention[: len(of), : len(of)] @ of


def test_the_quicker_word_map_is_the_oracle_s(parsing, random_annotated):
    for seed in range(5):
        unit = random_annotated(seed, 6)
        np.testing.assert_allclose(word_map(unit.maps[0], unit), parsing.word_map(unit.maps[0], unit.words, 6), atol=1e-15)


def present(row):
    return sorted({*row.words} - {-1})


def add(sums, name, right, of):
    so_far = sums.get(name, (0, 0))
    sums[name] = (so_far[0] + right, so_far[1] + of)


def read(path):
    return [unit for document in open_corpus(path).documents() for unit in sentences(document)]


def encode(model, units):
    rows, losses = encode_annotated(model.encoder, units, 128)
    assert len(rows) == len(units) and not losses.skipped
    return rows


def test_every_head_relation_and_direction_agrees_with_the_oracle(bundled, parsing):
    """64 heads on 40 sentences of the bundled corpus, in batches with padding."""
    units = [unit for unit in read(ANNOTATED) if 2 <= len(unit.sentences[0].words) <= 24]
    rows = encode(bundled, units[:: len(units) // 40][:40])
    found, slow = {}, {}

    def hear(site, call):
        maps = Maps(call.weights.double(), batch.source, batch.source, sentences=batch.sentences)
        seen = Dependency(directions="three").observe(maps)
        for name, values, weights in zip(seen.names, seen.values, seen.weights, strict=True):
            for head, right in enumerate((values * weights[:, None]).sum(0).tolist()):
                add(found, (site.layer, head, *name), right, weights.sum().item())
        for row, weights in zip(mine, maps.weights.numpy(), strict=True):
            for head, attention in enumerate(weights):
                cases = parsing.dependency(word_map(attention, row), present(row), row.sentences[0], DIRECTIONS)
                for name, (right, of) in cases.items():
                    add(slow, (site.layer, head, *name), right, of)

    for at in range(0, 40, 16):
        mine = rows[at : at + 16]
        batch = collate(mine, bundled.encoder)
        bundled.attend(batch, hear)
    found = {name: figures for name, figures in found.items() if figures[1]}
    assert found.keys() == slow.keys() and len({name[:2] for name in slow}) == 64
    assert {"all", "root", "nsubj", "nmod:poss", "nmod:poss (own word)"} <= {key for _, _, key, _ in slow}
    for name, figures in slow.items():
        assert found[name] == pytest.approx(figures, abs=1e-9), name


def test_a_run_adds_the_cases_up(bundled, parsing):
    """The share is of all words of the corpus that bear the relation, not a mean of sentences' shares."""
    scores = measure(bundled, str(ANNOTATED), ["dependency=det,all"], limit=20, progress=False)
    units = read(ANNOTATED)[:20]
    relations = [relation for unit in units for relation in unit.sentences[0].relations]
    for key, cases in (("det", relations.count("det")), ("all", len(relations))):
        known = {}
        for distance in OFFSETS["five"]:
            found = [parsing.offset(unit.sentences[0], range(len(unit.sentences[0].words)), distance) for unit in units]
            known[f"offset {distance:+d}"] = sum(one[key, ""][0] for one in found if (key, "") in one) / cases
        for direction in (TO_HEAD, TO_DEPENDENT):
            series = scores.find("dependency", key, direction=direction)
            assert scores.tally.weights(series).sum() == cases
            right = scores.value(series) * cases
            assert np.abs(right - right.round()).max() < 1e-6 and right.max() > 0
            assert scores.baselines(series) == pytest.approx(known, abs=1e-9)


# The bundled model's best heads on the Wall Street Journal sample.
BEST = {"pobj": "4-7", "dobj": "4-7", "det": "8-4", "amod": "8-8", "num": "4-5", "cop": "7-1", "conj": "6-1"}


def test_a_run_over_real_sentences_agrees_with_the_oracle(bundled, parsing, shared_data):
    """Its best heads, and every offset. The run's maps are float32: a case or two may have answers that are nearly equal."""
    path = shared_data / "wsj-sample-sd" / "wsj_sample_sd.conll"
    if not path.is_file():
        pytest.skip("needs the Wall Street Journal sample among the shared development data")
    scores = measure(bundled, str(path), [f"dependency={','.join(BEST)}"], limit=160, possessors="own", progress=False)
    rows = encode(bundled, read(path)[:160])
    heads, right, offsets = {Head.parse(name) for name in BEST.values()}, {}, {}

    def hear(site, call):
        for head in (head for head in heads if head.layer == site.layer):
            for row, attention in zip(mine, call.weights[:, head.head].double().numpy(), strict=True):
                cases = parsing.dependency(word_map(attention, row), present(row), row.sentences[0], DIRECTIONS[:2], "own")
                for name, figures in cases.items():
                    add(right, (head, *name), *figures)

    for at in range(0, 160, 20):
        mine = rows[at : at + 20]
        bundled.attend(collate(mine, bundled.encoder), hear)
    for row in rows:
        for distance in OFFSETS["five"]:
            for (key, _), figures in parsing.offset(row.sentences[0], present(row), distance).items():
                add(offsets, (key, f"offset {distance:+d}"), *figures)
    for key, name in BEST.items():
        head = Head.parse(name)
        known = {baseline: found / of for (relation, baseline), (found, of) in offsets.items() if relation == key}
        for direction in (TO_HEAD, TO_DEPENDENT):
            series = scores.find("dependency", key, direction=direction)
            found, of = right[head, key, direction]
            assert scores.tally.weights(series).sum() == of > 20
            assert scores.value(series)[head] == pytest.approx(found / of, abs=2.5 / of), key
            assert scores.baselines(series) == pytest.approx(known, abs=1e-9)
