"""Which heads a fitted probe lives on: left out one after the other, the most important first.

A head's importance is what the held-out loss rises by when it alone is left out. Nothing is fitted again.
"""

from collections.abc import Iterator
from copy import deepcopy

from headscope.probes.attention import Attention
from headscope.probes.attention_words import AttentionWords
from headscope.probes.fitting.decoding import argmax_heads
from headscope.probes.fitting.features import Batches
from headscope.probes.fitting.scoring import UAS, Counts, attachment, predict
from headscope.probes.fitting.training import mean_loss
from headscope.probes.probe import Probe
from headscope.workers import workers

STEPS = 16  # heads that are left out; beyond that little is left to lose


def importance(probe: Probe, held_out: Batches) -> list[float]:
    """What the held-out loss rises by when each head alone is left out."""
    assert isinstance(probe, Attention | AttentionWords), "only probes that see heads can lose one"
    found = []
    with workers(held_out.device) as pool:
        whole = mean_loss(probe, held_out, pool)
        for head in range(len(probe.shape.heads)):
            without = deepcopy(probe)
            without.leave_out(head)
            found.append(mean_loss(without, held_out, pool) - whole)
    return found


def ablate(probe: Probe, held_out: Batches, test: Batches, steps: int = STEPS) -> Iterator[tuple[int, Counts]]:
    """Heads in the order of their importance, each with the UAS on the test sentences when it and those before it are left out."""
    rises = importance(probe, held_out)
    order = sorted(range(len(rises)), key=lambda head: (-rises[head], head))
    without = deepcopy(probe)
    assert isinstance(without, Attention | AttentionWords)
    for head in order[:steps]:
        without.leave_out(head)
        heads = {number: argmax_heads(scores) for number, scores in predict(without, test).items()}
        yield head, attachment(test.parsed, heads)[UAS]
