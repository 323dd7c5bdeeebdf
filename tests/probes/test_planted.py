"""What is known beforehand: a perfect head, heads that know nothing, trees that follow from places or from words alone."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from headscope.probes import PROBES, Settings, Shape
from headscope.probes.attention import Attention
from headscope.probes.attention_words import AttentionWords
from headscope.probes.baselines import BestOffset, RightBranching
from headscope.probes.fitting.ablation import ablate, importance
from headscope.probes.fitting.features import Batches, Parsed
from headscope.probes.fitting.scoring import RELATION, UAS, UUAS, WITH_PUNCTUATION, counts, predict
from headscope.probes.fitting.training import hold_out
from headscope.types import Sentence

FAST = Settings(rate=0.1, batch_size=8, epochs=8)


def fitted(kind, parsed, shape, settings=FAST):
    train, held = hold_out(parsed.documents)
    torch.manual_seed(settings.seed)
    probe = kind(shape)
    curve = probe.fit(Batches(parsed, train, size=4), Batches(parsed, held), settings)
    return probe, curve


def score(probe, parsed):
    return {name: one.value for name, one in counts(parsed, predict(probe, Batches(parsed, size=16))).items()}


@pytest.mark.parametrize("perfect", [0, 2])
def test_one_perfect_head_gives_everything(perfect, planted):
    probe, _ = fitted(Attention, planted(60, perfect=perfect), Shape((2, 1)))
    found = score(probe, planted(30, perfect=perfect, seed=7))
    for metric in (UAS, WITH_PUNCTUATION, UUAS):
        assert found[metric, "argmax"] == found[metric, "tree"] == 1
    assert found[RELATION, "nsubj"] == found[RELATION, "root"] == 1
    assert int(probe.u.argmax()) == perfect


def test_the_perfect_head_is_the_one_that_is_missed(planted):
    parsed = planted(60, perfect=1, noise=True)
    probe, _ = fitted(Attention, parsed, Shape((3,)))
    held = Batches(parsed, hold_out(parsed.documents)[1])
    rises = importance(probe, held)
    assert max(range(3), key=rises.__getitem__) == 1
    order = list(ablate(probe, held, Batches(parsed), steps=2))
    assert order[0][0] == 1 and order[0][1].value < 0.6
    assert score(probe, parsed)[UAS, "argmax"] == 1  # the probe itself lost nothing


def test_even_maps_give_chance(planted):
    """Under even attention all words of a sentence score the same; the root, one more candidate, may score more or less. So argmax is
    the first other word, or always the root."""
    train, test = planted(60), planted(60, seed=5)
    probe, _ = fitted(Attention, train, Shape((3,)))
    found = score(probe, test)[WITH_PUNCTUATION, "argmax"]
    trees = [np.array(sentence.heads) for sentence in test.sentences]
    roots = sum((tree < 0).sum() for tree in trees)
    first = sum(sum(head == (1 if word == 0 else 0) for word, head in enumerate(tree)) for tree in trees)
    words = sum(map(len, trees))
    assert any(found == pytest.approx(share / words) for share in (roots, first))
    assert found < 0.4


@pytest.mark.slow
def test_words_alone_are_found_with_words(planted, vectors):
    """The governor is the one word of type 0; attention is even, so only the vectors can tell."""
    random = np.random.default_rng(2)
    sentences, words = [], []
    for _ in range(120):
        kinds = random.integers(1, 12, 5)
        at = int(random.integers(5))
        kinds[at] = 0
        sentences.append(Sentence(tuple("abcde"), tuple(-1 if word == at else at for word in range(5)), ("dep",) * 5))
        words.append(kinds)
    even = planted(120, shortest=5, longest=5)
    parsed = Parsed(sentences, even.documents, even.maps, words)
    found = {}
    for kind in (Attention, AttentionWords):
        probe, _ = fitted(kind, parsed, Shape((3,), vectors), replace(FAST, rate=0.05, epochs=25))
        found[kind.name] = score(probe, parsed)[UAS, "argmax"]
    assert found["attention"] < 0.45
    assert found["attention-words"] > 0.9


def chain(step: int, number: int = 40) -> Parsed:
    """Sentences in which every word depends on the one `step` places on."""
    made = []
    for n in range(number):
        size = 5 + n % 3
        heads = tuple(word + step if 0 <= word + step < size else -1 for word in range(size))
        made.append(Sentence(("w",) * size, heads, ("dep",) * size))
    return Parsed(made, [str(n) for n in range(number)])


@pytest.mark.parametrize("step", [1, -1, 2, -3])
def test_offsets(step):
    parsed = chain(step)
    best, curve = fitted(BestOffset, parsed, Shape((1,)))
    assert best.offset == step and curve.passes == ()
    assert score(best, parsed)[UAS, "argmax"] == 1
    right, _ = fitted(RightBranching, parsed, Shape((1,)))
    assert (score(right, parsed)[UAS, "argmax"] == 1) == (step == 1)


def test_distances_learn_a_chain(vectors):
    parsed = chain(-2)
    parsed = replace(parsed, words=[np.zeros(len(s.words), dtype=np.int64) for s in parsed.sentences])
    probe, _ = fitted(PROBES["distances-words"], parsed, Shape((1,), vectors), replace(FAST, rate=0.005, epochs=20))
    assert score(probe, parsed)[UAS, "argmax"] == 1


def test_published_vectors_are_the_neighbours(vectors):
    """With the root first in the maps and last in the vectors, the governor's vector is that of the word after it."""
    sentence = Sentence(("a", "b", "c"), (1, -1, 1), ("dep",) * 3)
    parsed = Parsed([sentence], [""], words=[np.array([3, 5, 7])])
    (batch,) = Batches(parsed)
    published, ours = (AttentionWords(Shape((1,), vectors, way)) for way in (True, False))
    with torch.no_grad():
        for probe in (published, ours):
            probe.root_vector.fill_(9.0)
    found = published._candidates(batch, vectors[batch.words])[0]
    nine = torch.full((1, 5), 9.0)
    torch.testing.assert_close(found, torch.cat([vectors[[5, 7]], nine, vectors[[3]]]))
    torch.testing.assert_close(ours._candidates(batch, vectors[batch.words])[0], torch.cat([vectors[[3, 5, 7]], nine]))
