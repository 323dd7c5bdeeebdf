"""How much of a job is done and how long the rest takes, from how its stages have gone so far. It reads a clock and draws nothing.

A stage has a cost, in any unit that is the same for all. What comes before a stage's first step (loading, compiling, the first batch)
is warm-up and not in the rate; nothing is foretold before a tenth of the job is done.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

TENTH = 0.1


@dataclass
class _Stage:
    cost: float
    done: float = 0.0  # share of it
    first: float = 0.0  # share that was done at its first step
    began: float | None = None  # when that was
    last: float = 0.0  # when its last step was

    @property
    def timed(self) -> tuple[float, float]:
        """Seconds and cost after warm-up."""
        return (0.0, 0.0) if self.began is None else (self.last - self.began, (self.done - self.first) * self.cost)


class Pace:
    """Stages by name, each with its cost, in the order in which they come.

    Two stages of equal cost; the first takes 10 s to its first step and then a second for each tenth:

    >>> now = iter([10.0, 11.0, 12.0, 13.0])
    >>> pace = Pace({"a": 1.0, "b": 1.0}, now=lambda: next(now))
    >>> for share in (0.1, 0.2, 0.3, 0.4): pace.step("a", share)
    >>> pace.share, round(pace.left)
    (0.2, 16)
    """

    def __init__(self, costs: Mapping[str, float], now: Callable[[], float] = time.monotonic) -> None:
        self._stages = {name: _Stage(max(cost, 0.0)) for name, cost in costs.items()}
        self._now = now

    def step(self, name: str, done: float) -> None:
        """A stage has come so far, as a share of it. One that nobody foretold is of no account."""
        if (stage := self._stages.get(name)) is None:
            return
        stage.last = self._now()
        if stage.began is None:
            stage.began, stage.first = stage.last, done
        stage.done = min(1.0, max(stage.done, done))

    @property
    def share(self) -> float:
        """How much of the job is done, from 0 to 1."""
        total = sum(stage.cost for stage in self._stages.values())
        return sum(stage.cost * stage.done for stage in self._stages.values()) / total if total else 0.0

    @property
    def left(self) -> float | None:
        """Seconds to go; None where that can't be said yet. The stage at work goes on at its own rate once a tenth of it is clocked."""
        clocked = [stage.timed for stage in self._stages.values()]
        seconds, cost = (sum(part) for part in zip(*clocked, strict=True)) if clocked else (0.0, 0.0)
        if self.share < TENTH - 1e-9 or cost <= 0:
            return None
        rest = 0.0
        for stage in self._stages.values():
            own, did = stage.timed
            rate = own / did if stage.cost and did / stage.cost >= TENTH else seconds / cost
            rest += (1 - stage.done) * stage.cost * rate
        return rest


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(3.2), in_words(48.0), in_words(200.0), in_words(5400.0)
    ('5 s', '50 s', '3 min', '1.5 h')
    """
    if seconds < 55:
        return f"{max(5, 5 * round(seconds / 5))} s"
    return f"{seconds / 60:.0f} min" if seconds < 3570 else f"{seconds / 3600:.1f} h"
