"""Progress on standard error: a bar on a terminal or in a notebook, a line now and then in a log."""

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from tqdm.auto import tqdm

QUIET_SECONDS = 1.0  # a run that is over sooner shows no bar
LOG_SECONDS = 15.0


Item = TypeVar("Item")


def _interactive() -> bool:
    """Whether a bar can move: on a terminal, or in a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def reading(items: Iterable[Item], label: str, shown: bool = True) -> Iterator[Item]:
    """The items, with a bar of no known end where going through them takes long."""
    hidden = not (shown and _interactive())
    yield from tqdm(items, desc=label, unit=" chunks", delay=QUIET_SECONDS, file=sys.stderr, leave=False, disable=hidden)


class Progress:
    """Units done, units and tokens per second, time left. `shown=False` says nothing at all."""

    def __init__(self, label: str, total: int, done: int = 0, shown: bool = True) -> None:
        self.label, self.total, self.done, self.tokens = label, total, done, 0
        self.shown, self.began, self.spoke, self.skipped = shown, time.monotonic(), time.monotonic(), done
        self._bar = None
        if shown and _interactive():
            self._bar = tqdm(
                desc=label,
                total=total,
                initial=done,
                unit=" units",
                delay=QUIET_SECONDS,
                file=sys.stderr,
                dynamic_ncols=True,
                leave=False,
            )

    def advance(self, units: int, tokens: int) -> None:
        self.done += units
        self.tokens += tokens
        if self._bar is not None:
            self._bar.set_postfix_str(f"{self.rate(self.tokens):,.0f} tokens/s", refresh=False)
            self._bar.update(units)
        elif self.shown and time.monotonic() - self.spoke > LOG_SECONDS:
            self.spoke = time.monotonic()
            left = (self.total - self.done) / max(self.rate(self.done - self.skipped), 1e-9)
            self._say(f"{self.label}: {self.done:,} of {self.total:,} units, {self._rates()}, {left:,.0f} s left")

    def rate(self, number: int) -> float:
        return number / max(time.monotonic() - self.began, 1e-9)

    def _rates(self) -> str:
        return f"{self.rate(self.done - self.skipped):,.1f} units/s, {self.rate(self.tokens):,.0f} tokens/s"

    def _say(self, text: str) -> None:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()
        if self.shown and kind is None:
            self._say(f"{self.label}: {self.done - self.skipped:,} units, {self.tokens:,} tokens, {self._rates()}")
