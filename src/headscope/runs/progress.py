"""Progress on standard error: on a terminal or in a notebook one bar over all stages of a job; in a log a line now and then.

A job is opened with `whole`; what runs inside reports to it through `Progress`, `reading` and `tell`, whoever calls it. Outside of a job
each stage has a bar of its own.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, TypeVar

from headscope import console
from headscope.characters import printable
from headscope.runs.pace import Pace, in_words

QUIET_SECONDS = 1.0  # a stage by itself that is over sooner shows no bar
LOG_SECONDS = 15.0
TOLD_SECONDS = 0.2  # between two words of one thing
STEPS = 1000  # of the one bar
FORMAT = "{desc:<32} {percentage:3.0f}%|{bar}| "

Item = TypeVar("Item")


def _interactive() -> bool:
    """Whether a bar can move: on a terminal, or in a notebook."""
    shell = getattr(
        sys.modules.get("IPython"), "get_ipython", lambda: None
    )()  # that ipykernel is loaded does not say that it runs
    return sys.stderr.isatty() or hasattr(shell, "kernel")


class Whole:
    """All stages of a job as one bar. Nothing is drawn where nobody looks."""

    def __init__(self, shown: bool = True) -> None:
        self.pace = Pace({})
        self._bar: Any = None
        if shown and _interactive():
            self._bar = console.bar(total=STEPS, dynamic_ncols=True, leave=False, bar_format=FORMAT)

    @property
    def drawn(self) -> bool:
        return self._bar is not None

    def tell(self, words: str) -> None:
        """What is being done now."""
        if self._bar is not None:
            self._bar.set_description_str(printable(words))

    def expect(self, costs: Mapping[str, float]) -> None:
        """The stages that are to come, and what each costs beside the others."""
        self.pace = Pace(costs)

    def step(self, name: str, done: float) -> None:
        self.pace.step(name, done)
        if self._bar is not None:
            left = self.pace.left
            self._bar.bar_format = FORMAT + ("" if left is None else f"about {in_words(left)} left")
            self._bar.n = round(self.pace.share * STEPS)
            self._bar.update(0)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


_JOB: ContextVar[Whole | None] = ContextVar("job", default=None)


@contextmanager
def whole(shown: bool = True) -> Iterator[Whole]:
    """A job with several stages: one bar, and one estimate of its end. A job inside another is a part of it."""
    if (outer := _JOB.get()) is not None:
        yield outer
        return
    job = Whole(shown)
    token = _JOB.set(job)
    try:
        yield job
    finally:
        _JOB.reset(token)
        job.close()


def tell(words: str) -> None:
    """What the job at hand is doing now."""
    if (job := _JOB.get()) is not None:
        job.tell(words)


def telling(shown: bool = True) -> Callable[[str], None]:
    """Says what is being done, as often as it is called: on the bar of the job at hand, or in a log, a line now and then."""
    spoke = heard = time.monotonic()

    def say(words: str) -> None:
        nonlocal spoke, heard
        now, job = time.monotonic(), _JOB.get()
        if now - heard > TOLD_SECONDS:
            heard = now
            tell(words)
        if shown and not (job is not None and job.drawn) and now - spoke > LOG_SECONDS:
            spoke = now
            console.remark(words)

    return say


def expect(costs: Mapping[str, float]) -> None:
    """The stages of the job at hand that are to come, and what each costs beside the others."""
    if (job := _JOB.get()) is not None:
        job.expect(costs)


def reading(items: Iterable[Item], label: str, shown: bool = True) -> Iterator[Item]:
    """The items, with a bar of no known end where going through them takes long."""
    tell(f"{label[:1].upper()}{label[1:]}…")
    hidden = not (shown and _interactive()) or _JOB.get() is not None
    yield from console.bar(items, desc=label, unit=" chunks", delay=QUIET_SECONDS, leave=False, disable=hidden)


class Progress:
    """Units done, units and tokens per second, time left. `shown=False` says nothing at all. Threads may advance it side by side."""

    def __init__(self, label: str, total: int, done: int = 0, shown: bool = True) -> None:
        self.label, self.total, self.done, self.tokens = label, total, done, 0
        self.shown, self.began, self.spoke, self.skipped = shown, time.monotonic(), time.monotonic(), done
        self._lock, self._job, self._bar = threading.Lock(), _JOB.get(), None
        self._pace = self._job.pace if self._job is not None else Pace({label: 1.0})
        tell(f"Measuring {label}")
        if shown and _interactive() and self._job is None:
            self._bar = console.bar(
                desc=label,
                total=total,
                initial=done,
                unit=" units",
                delay=QUIET_SECONDS,
                dynamic_ncols=True,
                leave=False,
            )

    def advance(self, units: int, tokens: int) -> None:
        with self._lock:
            self.done += units
            self.tokens += tokens
            share = self.done / self.total if self.total else 1.0
            if self._job is not None:
                self._job.step(self.label, share)
            else:
                self._pace.step(self.label, share)
            if self._bar is not None:
                self._bar.set_postfix_str(f"{self.rate(self.tokens):,.0f} tokens/s", refresh=False)
                self._bar.update(units)
            elif self._in_a_log and time.monotonic() - self.spoke > LOG_SECONDS:
                self.spoke = time.monotonic()
                left = self._pace.left
                words = "" if left is None else f", about {in_words(left)} left"
                console.remark(f"{self.label}: {self.done:,} of {self.total:,} units, {self._rates()}{words}")

    @property
    def _in_a_log(self) -> bool:
        """Whether lines are written: they would only disturb the one bar of a job."""
        return self.shown and not (self._job is not None and self._job.drawn)

    @property
    def share(self) -> float:
        """How much of the whole job is done."""
        return self._pace.share

    @property
    def left(self) -> float | None:
        """Seconds to its end, where that can be said yet."""
        return self._pace.left

    def rate(self, number: int) -> float:
        return number / max(time.monotonic() - self.began, 1e-9)

    def _rates(self) -> str:
        return f"{self.rate(self.done - self.skipped):,.1f} units/s, {self.rate(self.tokens):,.0f} tokens/s"

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()
        if kind is None and self._job is not None:
            self._job.step(self.label, 1.0)
        if self._in_a_log and kind is None and time.monotonic() - self.began > LOG_SECONDS:
            console.remark(f"{self.label}: {self.done - self.skipped:,} units, {self.tokens:,} tokens, {self._rates()}")
