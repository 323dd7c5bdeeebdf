"""The structural probe: trees planted in vectors are found, the loss is its formula, and hidden vectors are the model's own."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import shortest_path

from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.probes.fitting.features import Batches, Parsed
from headscope.probes.fitting.hidden import in_order, number_of_layers, word_states
from headscope.probes.fitting.settings import Settings
from headscope.probes.structural import Structural, fit_structural, share, tree_distances, undirected_scores
from headscope.tokens import encode_annotated
from headscope.tokens.units import annotated
from headscope.types import Sentence

QUICK = Settings(rate=0.0005, batch_size=20, epochs=12, patience=3)


def random_tree(number, random) -> tuple[int, ...]:
    """Words in a random order, each hanging on one before it in that order."""
    order = random.permutation(number)
    heads = np.full(number, -1)
    for at in range(1, number):
        heads[order[at]] = order[random.integers(at)]
    return tuple(heads.tolist())


trees = st.integers(0, 2**32 - 1).flatmap(
    lambda seed: st.integers(1, 12).map(lambda n: random_tree(n, np.random.default_rng(seed)))
)


@given(trees)
def test_distances_in_trees(heads):
    joined = np.zeros((len(heads), len(heads)))
    for word, head in enumerate(heads):
        if head >= 0:
            joined[word, head] = 1
    assert tree_distances(heads).tolist() == shortest_path(joined, directed=False, unweighted=True).tolist()


def test_two_trees_meet_at_the_root():
    assert tree_distances([-1, 0, -1]).tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


SIZE, JUNK = 16, 8


def planted(number, seed=0, noise=0.0):
    """Sentences with random trees, and vectors in which ‖h_i − h_j‖² is the tree's distance, in some directions out of a few more, which
    hold nothing but noise: an edge is a direction of its own, a word the sum of the edges between it and the root."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(np.random.default_rng(99).standard_normal((SIZE + JUNK, SIZE + JUNK)))[0]
    sentences, hidden = [], []
    for _ in range(number):
        heads = random_tree(int(random.integers(3, SIZE)), random)
        edges = random.permutation(SIZE)  # the direction of each word's edge
        plain = np.zeros((len(heads), SIZE + JUNK))
        for word in range(len(heads)):
            at = word
            while heads[at] >= 0:
                plain[word, edges[at]] = 1
                at = heads[at]
        plain[:, SIZE:] = 2 * random.standard_normal((len(heads), JUNK))
        plain += noise * random.standard_normal(plain.shape)
        relations = tuple("root" if head < 0 else "dep" for head in heads)
        sentences.append(Sentence(tuple(f"w{n}" for n in range(len(heads))), heads, relations))
        hidden.append(torch.tensor(plain @ turn, dtype=torch.float32))
    return Parsed(sentences, [f"d{n}" for n in range(number)], hidden=hidden)


@pytest.fixture(scope="module")
def fitted():
    train, held = planted(300), planted(60, seed=1)
    probe = Structural(SIZE + JUNK)
    settings = Settings(rate=0.004, batch_size=20, epochs=60, patience=4)
    curve = probe.fit(Batches(train, size=20), Batches(held, size=20), settings)
    return probe, curve


@pytest.mark.slow
def test_planted_trees_are_found(fitted):
    probe, curve = fitted
    test = planted(60, seed=2)
    before = share(undirected_scores(Structural(SIZE + JUNK), test))
    assert share(undirected_scores(probe, test)) > 0.97 > 0.6 > before
    assert curve.passes[curve.best].held_out == min(one.held_out for one in curve.passes) < 0.3 * curve.passes[0].held_out
    assert np.abs(probe.distances(test.hidden[0]).detach().numpy() - tree_distances(test.sentences[0].heads)).mean() < 0.3


def test_noise_has_no_trees():
    def noisy(parsed, seed):
        generator = torch.Generator().manual_seed(seed)
        return replace(parsed, hidden=[torch.randn(one.shape, generator=generator) for one in parsed.hidden])

    train, held, test = (noisy(planted(n, seed=s), s) for n, s in ((100, 0), (30, 1), (60, 2)))
    probe = Structural(SIZE + JUNK)
    probe.fit(Batches(train, size=20), Batches(held, size=20), QUICK)
    total = sum(one.total for one in undirected_scores(probe, test))
    chance = sum(2 * (len(s.words) - 1) / len(s.words) for s in test.sentences) / total  # of n − 1 edges among n(n − 1) / 2
    assert share(undirected_scores(probe, test)) == pytest.approx(chance, abs=0.08)


def test_the_same_seed_gives_the_same_projection():
    def projection(seed):
        probe = Structural(SIZE + JUNK, seed=seed)
        probe.fit(Batches(planted(40), size=7), Batches(planted(10, seed=1)), replace(QUICK, epochs=3, seed=seed))
        return probe.projection.detach()

    assert torch.equal(projection(0), projection(0))
    assert not torch.equal(projection(0), projection(1))


def gold_of(parsed, batch):
    gold = torch.zeros(len(batch.members), batch.width, batch.width, dtype=torch.float64)
    for row, number in enumerate(batch.members):
        apart = torch.tensor(tree_distances(parsed.sentences[number].heads))
        gold[row, : len(apart), : len(apart)] = apart
    return gold


def test_the_loss_is_its_formula_and_padding_changes_nothing():
    parsed = planted(9, seed=3)
    probe = Structural(SIZE + JUNK, rank=5)
    assert probe.projection.shape == (5, SIZE + JUNK)
    B = probe.projection.detach().double().numpy()
    expected = []
    for sentence, hidden in zip(parsed.sentences, parsed.hidden, strict=True):
        h, gold, n, total = hidden.double().numpy(), tree_distances(sentence.heads), len(sentence.words), 0.0
        for i in range(n):
            for j in range(n):
                total += abs(gold[i, j] - ((B @ (h[i] - h[j])) ** 2).sum())
        expected.append(total / n**2)
    for size in (1, 4):
        for batch in Batches(parsed, size=size):
            loss = float(probe.loss(batch, gold_of(parsed, batch).float()).detach())
            assert loss == pytest.approx(np.mean([expected[number] for number in batch.members]), rel=1e-4)


def test_how_large_vectors_are_does_not_matter():
    parsed, held = planted(40), planted(10, seed=1)
    found = []
    for size in (1.0, 1000.0):
        one, other = (replace(part, hidden=[size * hidden for hidden in part.hidden]) for part in (parsed, held))
        probe = Structural(SIZE + JUNK)
        found.append(probe.fit(Batches(one, size=7), Batches(other), replace(QUICK, epochs=3)).passes)
    assert np.array(found[0]) == pytest.approx(np.array(found[1]), rel=1e-3)


def test_the_gradient_is_that_of_the_formula():
    parsed = planted(2, seed=4)
    batch = Batches(parsed, size=2)[0]
    probe = Structural(SIZE + JUNK, rank=3).double()
    gold = gold_of(parsed, batch)
    double = replace(batch, hidden=batch.hidden.double())
    probe.loss(double, gold).backward()
    for at in [(0, 0), (1, 7), (2, 20)]:
        ends = []
        for step in (1e-6, -1e-6):
            moved = Structural(SIZE + JUNK, rank=3).double()
            moved.projection.data[at] += step
            ends.append(float(moved.loss(double, gold).detach()))
        assert float(probe.projection.grad[at]) == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-3, abs=1e-6)


def test_punctuation_has_no_edge():
    probe = Structural(1, rank=1)
    probe.projection.data.fill_(1.0)
    places = torch.tensor([[0.0], [1.0], [2.0], [3.0]])
    counts = np.array([True, True, False, True])
    assert probe.edges(places, counts) == [(0, 1), (1, 3)]
    sentence = Sentence(("a", "b", ",", "c"), (-1, 0, 0, 1), ("root", "dep", "punct", "dep"))
    assert undirected_scores(probe, Parsed([sentence], ["d"], hidden=[places])) == [(2, 2)]


# Hidden vectors


@pytest.fixture(scope="module")
def rows(bundled):
    units = [annotated(one.id, (sentence,)) for one in open_corpus("annotated").documents() for sentence in one.sentences]
    encoded, _ = encode_annotated(bundled.encoder, units[:90], 64)
    return encoded


def parsed_of(rows) -> Parsed:
    return Parsed([row.sentences[0] for row in rows], [row.document for row in rows])


def test_hidden_vectors_are_means_over_tokens_whatever_the_batch(bundled, rows):
    some = sorted(rows[:12], key=len)
    split = [row for row in some if len(set(row.words) - {-1}) < len(row) - 2]
    assert split, "a sentence with a split word"
    together = word_states(bundled, some, [0, 3, 8])
    assert number_of_layers(bundled) == 8
    for row, states in zip(some, together, strict=True):
        with torch.no_grad():
            hidden = bundled.body(input_ids=torch.tensor([row.ids]), output_hidden_states=True).hidden_states
        for at, layer in enumerate((0, 3, 8)):
            for word in range(len(row.sentences[0].words)):
                tokens = [place for place, of in enumerate(row.words) if of == word]
                torch.testing.assert_close(states[at, word], hidden[layer][0, tokens].mean(0), atol=2e-4, rtol=1e-3)
    for one, other in zip(in_order(bundled, some, [3], batch_size=5), together, strict=True):
        torch.testing.assert_close(one[0], other[1], atol=2e-4, rtol=1e-3)


def test_no_hidden_vectors_from_maps(bundled, rows):
    with pytest.raises(HeadscopeError, match="can't be had from maps"):
        word_states(replace(bundled, road="maps"), rows[:2], [0])


def test_the_layer_with_the_trees_is_chosen(bundled, rows):
    """Three layers are made up: trees in the second, noise in the others."""
    parsed = planted(120, noise=0.05)
    generator = torch.Generator().manual_seed(0)
    noise = [torch.randn(3, *one.shape, generator=generator) for one in parsed.hidden]
    asked = []

    def read(numbers, layers):
        asked.append((len(numbers), list(layers)))
        states = [torch.stack([noise[n][0], parsed.hidden[n], noise[n][2]]) for n in numbers]
        return [one[list(layers)] for one in states]

    plain = replace(parsed, hidden=None)
    found = fit_structural(
        bundled, rows, plain, layers=[0, 1, 2], settings=Settings(rate=0.01, batch_size=5, epochs=60), tried=80, read=read
    )
    assert found.probe.layer == 1 == max(found.layer_scores, key=found.layer_scores.get)
    assert asked == [(80, [0, 1, 2]), (120, [1])], "all sentences are read for the chosen layer alone"
    assert share(undirected_scores(found.probe, planted(30, seed=5, noise=0.05))) > 0.8


def test_a_real_model_has_more_in_its_middle_than_in_its_embeddings(bundled, rows):
    found = fit_structural(bundled, rows, parsed_of(rows), layers=[0, 4], settings=QUICK)
    assert found.probe.layer == 4 and found.layer_scores[4] > found.layer_scores[0]
    assert found.curve.passes
