"""Heads are matched back after being put in another order, by what they do."""

import copy

import numpy as np
import pytest
import torch

from headscope.api.compare import compare
from headscope.api.measure import measure
from headscope.comparison.matching import assign, by_divergence, by_scores, divergences
from headscope.errors import HeadscopeError
from headscope.results.sample_maps import make_example


@pytest.fixture(scope="module")
def permuted(bundled):
    """The bundled model with the heads of every layer in another order; it computes the same. And which head went where."""
    other = copy.copy(bundled)
    other.__dict__.pop("base_network", None)
    other.network = copy.deepcopy(bundled.module)
    generator, places = torch.Generator().manual_seed(1), []
    with torch.no_grad():
        for number, layer in enumerate(other.module.bert.encoder.layer):
            part, output = layer.attention.self, layer.attention.output.dense
            order = torch.randperm(part.num_attention_heads, generator=generator)
            size = part.attention_head_size
            rows = (order[:, None] * size + torch.arange(size)).reshape(-1)
            for linear in (part.query, part.key, part.value):
                linear.weight.copy_(linear.weight[rows].clone())
                linear.bias.copy_(linear.bias[rows].clone())
            output.weight.copy_(output.weight[:, rows].clone())
            places.append(order.argsort().numpy() + number * len(order))
    return other, np.concatenate(places)


def shaken(model, share):
    """The model with noise on its weights, `share` of their standard deviation."""
    other = copy.copy(model)
    other.__dict__.pop("base_network", None)
    other.network = copy.deepcopy(model.module)
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in other.module.bert.encoder.parameters():
            if parameter.ndim > 1:
                parameter.add_(torch.randn(parameter.shape, generator=generator) * parameter.std() * share)
    return other


@pytest.mark.parametrize("within", ["layer", "stack"])
@pytest.mark.parametrize("match", ["divergence", "scores"])
def test_permuted_heads_are_matched_back(bundled, permuted, match, within):
    other, places = permuted
    runs = [
        measure(model, "bundled", ["offset", "entropy"], limit=16, max_length=48, progress=False) for model in (bundled, other)
    ]
    moved = compare(*runs)
    assert max(abs(row.difference) for row in moved.rows) > 0.5
    found = compare(*runs, match=match, within=within)
    np.testing.assert_array_equal(found.matchings["encoder"].partner, places)
    assert max(abs(row.difference) for row in found.rows) < 1e-4
    assert not any(row.sure for row in found.rows)
    assert {(row.head.layer, places[row.head.layer * 8 + row.head.head] % 8) == row.matched for row in found.rows} == {True}


def test_one_text_is_enough_for_a_model_that_was_changed(bundled, permuted):
    other, places = permuted
    matching = by_divergence(make_example(bundled), make_example(shaken(other, 0.3)), "encoder", "layer")
    np.testing.assert_array_equal(matching.partner, places)
    assert matching.doubtful == 0 and 0.02 < matching.cost.mean() < matching.other.mean() / 2


def test_divergences_agree_with_loops():
    generator = np.random.default_rng(0)
    a, b = generator.dirichlet(np.ones(5), (2, 2, 2, 4)).astype(np.float32)  # [layer, head, query, key] each

    def entropy(row):
        return -sum(p * np.log(p) for p in row if p > 0)

    expected = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            one, two = (x.reshape(4, 4, 5)[n].astype(float) for x, n in ((a, i), (b, j)))
            one, two = one / one.sum(-1, keepdims=True), two / two.sum(-1, keepdims=True)
            expected[i, j] = np.mean(
                [entropy((p + q) / 2) - (entropy(p) + entropy(q)) / 2 for p, q in zip(one, two, strict=True)]
            )
    np.testing.assert_allclose(divergences(a, b), expected, atol=1e-12)
    inside = divergences(a, b, "layer")
    np.testing.assert_array_equal(np.isinf(inside), np.kron(np.eye(2), np.ones((2, 2))) == 0)
    assert (divergences(a, a).diagonal() == 0).all()


def test_equal_heads_stay_in_their_places():
    matching = assign(np.zeros((6, 6)), 2)
    assert matching.partner.tolist() == list(range(6)) and matching.moved == 0
    assert by_scores([(np.zeros((2, 3)), np.zeros((2, 3)))], 2, "stack").moved == 0


def test_a_text_that_only_one_run_has(bundled):
    runs = [
        measure(bundled, "bundled", ["peak"], limit=2, max_length=8, progress=False, example=text)
        for text in ("One.", "Two words.")
    ]
    with pytest.raises(HeadscopeError, match=r"different ones, '\[CLS\] one . \[SEP\]' and .* the same --example"):
        compare(*runs, match="divergence")
    runs[1].example = None
    with pytest.raises(HeadscopeError, match="the second run keeps none"):
        compare(*runs, match="divergence")
    with pytest.raises(
        HeadscopeError, match=r"There is no way of matching heads named 'divergance'. Did you mean 'divergence'"
    ):
        compare(*runs, match="divergance")
    with pytest.raises(HeadscopeError, match="not within 'head'"):
        compare(*runs, match="scores", within="head")
