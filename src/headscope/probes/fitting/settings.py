"""How probes are trained, and what is kept of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from headscope.errors import HeadscopeError

LEAST_STEPS = 300  # in one pass, where there are sentences enough
BATCHES = (8, 16, 32, 64)  # sentences a step


@dataclass(frozen=True)
class Settings:
    """Adam with the learning rate `rate` for one sentence per step, as published. With `batch_size` sentences per step the rate is
    rate · √batch_size, which keeps the noise of a step about the same. It falls linearly to 0 over `epochs` passes. Training stops
    when `patience` passes have not lowered the held-out loss, and returns to the best pass. Without a `batch_size`, see `settled`.
    A probe may multiply the rate by its own `pace`."""

    rate: float = 0.002
    batch_size: int | None = None
    epochs: int = 10
    patience: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        for name, option in (("rate", "--rate"), ("batch_size", "--train-batch"), ("epochs", "--epochs")):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise HeadscopeError(f"{option} {value} is too small: expected more than 0.")

    def settled(self, sentences: int) -> "Settings":
        """The batch size is the given one, or the largest of 8, 16, 32 and 64 for which a pass has at least 300 steps.

        >>> [Settings().settled(number).batch_size for number in (300, 5000, 12000)]
        [8, 16, 32]
        """
        fitting = [size for size in BATCHES if sentences >= LEAST_STEPS * size]
        return self if self.batch_size else replace(self, batch_size=max(fitting, default=BATCHES[0]))

    @property
    def size(self) -> int:
        return self.batch_size or BATCHES[0]

    @property
    def step(self) -> float:
        """Adam's rate at the start."""
        return float(self.rate * self.size**0.5)


class Pass(NamedTuple):
    """One pass over the training sentences: the mean loss of a word while learning, and on the held-out part after it."""

    train: float
    held_out: float


Listener = Callable[[Pass], None]  # hears of each pass when it is over


@dataclass(frozen=True)
class Curve:
    """The passes of a training, and which was the best; none where nothing was learned by descent."""

    passes: tuple[Pass, ...] = ()
    best: int = 0
    seconds: float = field(default=0.0, compare=False)
