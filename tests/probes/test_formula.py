"""The batched probes against their formulas, written down for one sentence with plain loops, in float64: scores, loss and gradients."""

from collections.abc import Sequence

import numpy as np
import pytest
import torch

from headscope.probes.attention import Attention
from headscope.probes.attention_words import AttentionWords
from headscope.probes.distances import DistancesWords
from headscope.probes.fitting.features import Batches, Parsed
from headscope.probes.probe import Probe, Shape

HEADS = 3


def attention_score(probe: Attention, maps, words, j: int, i: int | None):
    n = len(maps)
    if i is None:
        a, b = probe.root
        return sum(probe.u[k] * (a * maps[j, n, k] + b * maps[j, n + 1, k]) for k in range(HEADS))
    return sum(probe.w[k] * maps[i, j, k] + probe.u[k] * maps[j, i, k] for k in range(HEADS))


def words_score(probe: AttentionWords, maps, words, j: int, i: int | None):
    n = len(maps)
    vector = [probe.vectors[word] for word in words]
    order = [*vector, probe.root_vector]  # the root last
    aligned, published = (
        (n, 0) if i is None else (i, i + 1)
    )  # published: the maps have the root first, the vectors have it last
    governor = order[aligned if probe.bias is None else published]
    both = torch.cat([governor, vector[j]])
    total = 0
    for k in range(HEADS):
        extra = (0, 0) if probe.bias is None else (probe.bias[k], probe.bias[HEADS + k])
        w, u = probe.W[k] @ both + extra[0], probe.U[k] @ both + extra[1]
        if i is None:
            total = total + u * (probe.root[0] * maps[j, n, k] + probe.root[1] * maps[j, n + 1, k])
        else:
            total = total + w * maps[i, j, k] + u * maps[j, i, k]
    return total


def distances_score(probe: DistancesWords, maps, words, j: int, i: int | None):
    n = len(words)
    features = torch.zeros(8, dtype=torch.float64)
    if i is None:
        features[7] = 1
        governor = probe.root_vector
    else:
        features[0], features[1] = max(j - i, 0) / n, max(i - j, 0) / n
        if abs(i - j) <= 2:
            features[2 + (i - j) + 2] = 1
        governor = probe.vectors[words[i]]
    hidden = probe.distance(features) + probe.governor(governor) + probe.dependent(probe.vectors[words[j]])
    return probe.out(torch.tanh(hidden))[0]


def loop(probe: Probe, parsed: Parsed, score) -> tuple[list[list[list[float]]], torch.Tensor]:
    """Scores of every candidate, and the loss summed over words, one pair at a time."""
    table, loss = [], torch.zeros((), dtype=torch.float64)
    for number, sentence in enumerate(parsed.sentences):
        maps, words, n = parsed.maps[number], parsed.words[number].tolist(), len(sentence.words)
        rows = []
        for j in range(n):
            candidates: Sequence[int | None] = [*(i for i in range(n) if i != j), None]
            found = torch.stack([score(probe, maps, words, j, i) for i in candidates])
            gold = None if sentence.heads[j] < 0 else sentence.heads[j]
            loss = loss - found[candidates.index(gold)] + torch.logsumexp(found, 0)
            rows.append({i: value.item() for i, value in zip(candidates, found, strict=True)})
        table.append(rows)
    return table, loss


CASES = {
    "attention": (Attention, attention_score, False),
    "attention-words": (AttentionWords, words_score, False),
    "attention-words, as published": (AttentionWords, words_score, True),
    "distances-words": (DistancesWords, distances_score, False),
}


@pytest.mark.parametrize("case", CASES)
def test_scores_loss_and_gradients_follow_the_formula(case, planted, vectors):
    kind, score, published = CASES[case]
    parsed = planted(7, HEADS, noise=True, dtype=torch.float64, longest=6)
    torch.manual_seed(3)
    probe = kind(Shape((2, 1), vectors, published)).double()
    with torch.no_grad():
        for parameter in probe.parameters():
            parameter.normal_()
    table, slow = loop(probe, parsed, score)
    expected = torch.autograd.grad(slow, list(probe.parameters()))
    batches = Batches(parsed, size=3)
    fast = sum(probe.loss(batch) for batch in batches)
    assert fast.item() == pytest.approx(slow.item(), rel=1e-9)
    for (name, _), mine, theirs in zip(
        probe.named_parameters(), torch.autograd.grad(fast, list(probe.parameters())), expected, strict=True
    ):
        np.testing.assert_allclose(mine.numpy(), theirs.numpy(), rtol=1e-6, atol=1e-9, err_msg=name)
    for batch in batches:
        scores = probe(batch).detach()
        for row, number in enumerate(batch.members):
            for j, candidates in enumerate(table[number]):
                for i, value in candidates.items():
                    assert scores[row, j, batch.width if i is None else i].item() == pytest.approx(value, rel=1e-9, abs=1e-12)
                assert scores[row, j, j] == -torch.inf


@pytest.mark.parametrize("case", CASES)
def test_batching_and_padding_change_nothing(case, planted, vectors):
    kind, _, published = CASES[case]
    parsed = planted(9, HEADS, noise=True, dtype=torch.float64)
    torch.manual_seed(3)
    probe = kind(Shape((HEADS,), vectors, published)).double()
    with torch.no_grad():
        for parameter in probe.parameters():
            parameter.normal_()
    losses = {size: sum(probe.loss(batch).item() for batch in Batches(parsed, size=size)) for size in (1, 4, 9)}
    assert losses[4] == pytest.approx(losses[1], rel=1e-12)
    assert losses[9] == pytest.approx(losses[1], rel=1e-12)


def test_what_lies_in_padding_does_not_matter(planted, vectors):
    """Maps are padded with zeros; whatever were there instead, no real word may see it."""
    from dataclasses import replace

    parsed = planted(5, HEADS, noise=True, dtype=torch.float64)
    (batch,) = Batches(parsed, size=5)
    assert len(set(batch.lengths.tolist())) > 1
    inside = torch.arange(batch.width) < batch.lengths[:, None]
    maps = batch.maps.masked_fill(~(inside[:, :, None] & inside[:, None])[..., None], 7.0)
    for kind in (Attention, AttentionWords):
        probe = kind(Shape((HEADS,), vectors)).double()
        with torch.no_grad():
            for parameter in probe.parameters():
                parameter.normal_()
        assert probe.loss(replace(batch, maps=maps)).item() == probe.loss(batch).item()
