"""What both trainings share: the options of a run, its schedule, optimizer and clock, held-out losses.

It knows no model and no text: whoever trains hands over a model, a function that cuts batches, and one that says what they cost.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from text import Mistake
from torch import Tensor, nn

COMPILING_STEPS = 5  # the first steps compile, and compiling is not training time
HELD_OUT_BATCHES = 20
PRECISIONS = ("auto", "bf16", "float32")

Losses = Callable[..., tuple[Tensor, ...]]  # the model and a batch → what is added up
Result = TypeVar("Result")
Given = TypeVar("Given", bound="Options")


def option(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"help": f"{meaning} (default {default})"})


@dataclass(frozen=True)
class Options:
    """What every run is asked to do; each field is a command-line option."""

    layers: int = option(8, "layers")
    heads: int = option(8, "heads per layer")
    hidden: int = option(256, "width of the model")
    feed_forward: int = option(1024, "width of the feed-forward layer")
    seconds: float = option(0.0, "training time, without compiling")
    steps: int = option(0, "stop after this many steps instead; 0 goes by --seconds")
    learning_rate: float = option(2e-3, "highest learning rate")
    warm_up: int = option(2500, "steps until it is reached")
    weight_decay: float = option(0.1, "of AdamW, for matrices")
    held_out: float = option(0.005, "share of the text, its beginning, that is never trained on")
    report_every: int = option(500, "steps between progress lines")
    precision: str = option("auto", "float32, or bf16 with compiled code; auto: bf16 on a GPU, float32 on a CPU")
    seed: int = option(0, "of the weights and the batches")

    def check(self) -> None:
        for name in ("layers", "heads", "hidden", "feed_forward", "report_every"):
            self.at_least_one(name)
        if not 0 < self.held_out < 1:
            raise Mistake(f"--held-out is {self.held_out}; it must lie between 0 and 1.")
        if not self.learning_rate > 0:
            raise Mistake(f"--learning-rate is {self.learning_rate}; it must be more than 0.")
        if self.hidden % self.heads:
            raise Mistake(f"--hidden {self.hidden} cannot be divided among --heads {self.heads}.")
        if self.steps <= 0 and not self.seconds > 0:
            raise Mistake("Without --steps, --seconds must be more than 0.")
        if self.precision not in PRECISIONS:
            raise Mistake(f"--precision is {self.precision!r}; it must be one of {', '.join(PRECISIONS)}.")

    def is_bf16(self, device: str) -> bool:
        """Whether matrix products are in bf16 and the code is compiled for it."""
        return self.precision == "bf16" or (self.precision == "auto" and device == "cuda")

    def autocast(self, device: str) -> AbstractContextManager[Any]:
        return torch.autocast(device, torch.bfloat16) if self.is_bf16(device) else nullcontext()

    def at_least_one(self, name: str) -> None:
        if getattr(self, name) < 1:
            raise Mistake(f"--{name.replace('_', '-')} is {getattr(self, name)}; it must be at least 1.")


@dataclass(frozen=True)
class Progress:
    """How far a run has come."""

    steps: int
    seen: int  # tokens that went through the model, padding included
    seconds: float  # of training, without compiling
    device: str


def add_options(parser: argparse.ArgumentParser, recipe: type[Options]) -> None:
    """The options of a recipe, and those that say where a run computes and what it keeps."""
    for one in fields(recipe):
        name = "--" + one.name.replace("_", "-")
        parser.add_argument(name, type=type(one.default), default=one.default, help=one.metadata["help"])
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="where to compute (default cuda)")
    parser.add_argument("--checkpoints", action="store_true", help="also write OUT/step-N before step 0, 16, 24, 32, 48, 64 …")
    parser.add_argument("--force", action="store_true", help="replace an OUT/final that is already there")


def taken(recipe: type[Given], asked: dict[str, Any]) -> Given:
    """The recipe that was asked for; its options are taken out of `asked`."""
    return recipe(**{one.name: asked.pop(one.name) for one in fields(recipe)})


def check_run(recipe: Options, out: Path, device: str, force: bool) -> None:
    """Raises where a run can't begin, before any text is read."""
    recipe.check()
    if (out / "final").exists() and not force:
        raise Mistake(f"{out / 'final'} is already there: choose another folder, or replace it with --force.")
    if device == "cuda" and not torch.cuda.is_available():
        raise Mistake("There is no CUDA device here: --device cpu does a small smoke run.")


def is_checkpoint(step: int) -> bool:
    """0, and from 16 on the powers of two and half way between them: each is 1.33 or 1.5 times the one before.

    >>> [step for step in range(800) if is_checkpoint(step)]
    [0, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768]
    """
    odd = step // (step & -step) if step else 0  # what is left of a number without its factors of two
    return step == 0 or (step >= 16 and odd in (1, 3))


def line(done: float) -> float:
    """From a tenth of the way on the rate falls along a line, never under 2%."""
    return min(1.0, max(0.02, 1 - (done - 0.1) / 0.9))


def cosine(done: float) -> float:
    """The rate falls from the start, along half a cosine, to 5%."""
    return 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * done))


def learning_rate(recipe: Options, fall: Callable[[float], float], step: int, done: float) -> float:
    """Rises over the warm-up steps, and falls with what is done."""
    return recipe.learning_rate * min(1, (step + 1) / max(1, recipe.warm_up)) * fall(done)


def held_out_losses(
    model: nn.Module, recipe: Options, device: str, losses: Losses, batches: Iterable[Sequence[Tensor]]
) -> list[float]:
    """The mean of each loss over some batches that were never trained on."""
    with torch.no_grad(), recipe.autocast(device):
        model.eval()
        found = np.mean([[loss.item() for loss in losses(model, *batch)] for batch in batches], 0)
        model.train()
    return [float(loss) for loss in found]


def train(
    model: nn.Module,
    recipe: Options,
    device: str,
    cut: Callable[[float], Sequence[Tensor]],
    losses: Losses,
    names: Sequence[str],
    fall: Callable[[float], float],
    checkpoints: bool,
    save: Callable[[str, Progress], Result],
) -> Result:
    """Trains to the end and says what the last `save` said. `cut` makes a batch for how much is done, its first tensor being token ids;
    `names` are those of the losses; `checkpoints` saves the model on the way, too."""
    compiled, on_gpu = recipe.is_bf16(device), device == "cuda"
    if compiled and on_gpu:
        torch.set_float32_matmul_precision("high")  # for what autocast leaves in float32
    step_losses = torch.compile(losses) if compiled else losses
    groups = [
        {"params": [weight for weight in model.parameters() if weight.ndim > 1], "weight_decay": recipe.weight_decay},
        {"params": [weight for weight in model.parameters() if weight.ndim <= 1], "weight_decay": 0.0},
    ]  # biases, norms
    optimizer = torch.optim.AdamW(groups, lr=recipe.learning_rate, betas=(0.9, 0.95), eps=1e-8, fused=True)
    began, step, seen = time.monotonic(), 0, 0
    place = torch.cuda.get_device_name() if on_gpu else "a CPU"
    while True:
        seconds = 0.0 if compiled and step < COMPILING_STEPS else time.monotonic() - began
        done = step / recipe.steps if recipe.steps > 0 else seconds / recipe.seconds
        if done >= 1:
            return save("final", Progress(step, seen, seconds, place))
        if checkpoints and is_checkpoint(step):
            paused = time.monotonic()
            save(f"step-{step}", Progress(step, seen, seconds, place))
            began += time.monotonic() - paused
        rate = learning_rate(recipe, fall, step, done)
        for group in optimizer.param_groups:
            group["lr"] = rate
        batch = cut(done)
        with recipe.autocast(device):
            costs = step_losses(model, *batch)
        torch.stack(costs).sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        step, seen = step + 1, seen + batch[0].numel()
        if compiled and step == COMPILING_STEPS:
            began = time.monotonic()
        if step % recipe.report_every == 0:
            said = " ".join(f"{name} {cost.item():.3f}" for name, cost in zip(names, costs, strict=True))
            speed = seen / (time.monotonic() - began) / 1e6
            print(f"step {step} {seconds:.0f}s {said} rate {rate:.1e} {speed:.2f} M tokens/s", file=sys.stderr, flush=True)
