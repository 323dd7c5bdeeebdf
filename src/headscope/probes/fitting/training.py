"""Gradient descent over batches of like length, in a random but fixed order, stopped early by a held-out part.

The same seed gives the same parameters, bit for bit, on the same kind of machine, however many cores it has.
"""

import time
from collections.abc import Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.probes.fitting.features import Batches
from headscope.probes.fitting.settings import Curve, Listener, Pass, Settings
from headscope.probes.probe import Probe
from headscope.tallies.groups import GROUPS, group_of
from headscope.ties import rounded
from headscope.workers import Workers, workers

HELD_OUT = 10  # one part in so many of the training documents


def hold_out(documents: Sequence[str]) -> tuple[list[int], list[int]]:
    """The numbers of the sentences to learn from, and of those held out: a tenth of the documents by their hash, or every tenth
    sentence where that would leave one side empty.

    >>> hold_out(["only"] * 11)
    ([0, 1, 2, 3, 4, 5, 6, 7, 8, 10], [9])
    """
    if len(documents) < 2:
        raise HeadscopeError("One training sentence is too few: a part of them is held out, so at least 2 are needed.")
    held = [group_of(document) < GROUPS // HELD_OUT for document in documents]
    if all(held) or not any(held):
        held = [number % HELD_OUT == HELD_OUT - 1 for number in range(len(documents))]
        held[-1] = held[-1] or not any(held)
    return [n for n, out in enumerate(held) if not out], [n for n, out in enumerate(held) if out]


def train(probe: Probe, batches: Batches, held_out: Batches, settings: Settings, listener: Listener | None = None) -> Curve:
    """Fits the probe's parameters. A step is as many batches as make up its size, on a CPU side by side; its loss is the mean
    over its words."""
    began = time.perf_counter()
    parameters = [parameter for parameter in probe.parameters() if parameter.requires_grad]
    optimiser = torch.optim.Adam(parameters, lr=settings.step * probe.pace, fused=True)
    generator = torch.Generator().manual_seed(settings.seed)
    passes: list[Pass] = []
    best = [parameter.detach().clone() for parameter in parameters]
    steps = batches.steps(settings.size)
    with workers(batches.device) as pool:
        while len(passes) < settings.epochs and len(passes) - _lowest(passes) <= settings.patience:
            order = torch.randperm(len(steps), generator=generator).tolist()
            share = 1 - len(passes) / settings.epochs
            loss = _learn(probe, batches, optimiser, [steps[at] for at in order], settings, share, pool)
            passes.append(Pass(loss, mean_loss(probe, held_out, pool)))
            if listener is not None:
                listener(passes[-1])
            if _lowest(passes) == len(passes) - 1:
                best = [parameter.detach().clone() for parameter in parameters]
    with torch.no_grad():
        for parameter, value in zip(parameters, best, strict=True):
            parameter.copy_(value)
    return Curve(tuple(passes), _lowest(passes), time.perf_counter() - began)


def _learn(
    probe: Probe,
    batches: Batches,
    optimiser: torch.optim.Optimizer,
    steps: Sequence[Sequence[int]],
    settings: Settings,
    share: float,
    pool: Workers,
) -> float:
    """One pass, which begins when `share` of the rate is left; sums stay on the device to its end, because asking for them makes a GPU
    wait."""
    (group,) = optimiser.param_groups
    parameters = group["params"]
    total = torch.zeros((), device=batches.device)
    for number, step in enumerate(steps):
        group["lr"] = settings.step * probe.pace * (share - number / len(steps) / settings.epochs)
        words = sum(batches.words_in(at) for at in step)
        found = pool.map(partial(gradients, probe, batches, parameters, words), step)
        for at, parameter in enumerate(parameters):
            parameter.grad = found[0][1][at]
            for _, others in found[1:]:
                parameter.grad = parameter.grad + others[at]
        optimiser.step()
        total += sum((loss * words for loss, _ in found[1:]), found[0][0] * words)
    return float(total) / batches.words


def gradients(
    probe: Probe, batches: Batches, parameters: Sequence[Tensor], words: int, at: int
) -> tuple[Float[Tensor, ""], tuple[Tensor, ...]]:
    """One batch's part in the mean loss of a step of so many words, and its gradient by every parameter. Touches nothing."""
    loss = probe.loss(batches[at]) / words
    return loss.detach(), torch.autograd.grad(loss, parameters)


def mean_loss(probe: Probe, batches: Batches, pool: Workers) -> float:
    """−ln p(governor | word), the mean over all words."""

    def one(at: int) -> Tensor:
        with torch.inference_mode():
            return probe.loss(batches[at])

    losses = pool.map(one, range(len(batches)))
    return float(torch.stack(losses).sum()) / batches.words


def _lowest(passes: Sequence[Pass]) -> int:
    """Which pass has the lowest held-out loss, the first of equals."""
    return min(range(len(passes)), key=lambda at: rounded(passes[at].held_out), default=0)
