"""Batches side by side: on a CPU each worker thread takes a whole batch and computes it alone.

That beats sharing each operation among the cores: attention is made of thousands of small operations, and at the end of each
the cores would wait for one another, for milliseconds if another program is running. A GPU has one worker, which keeps it fed.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

import torch
from tqdm.auto import tqdm

from headscope.errors import HeadscopeError
from headscope.runs import memory
from headscope.tokens import Encoded

MOST = 8  # each holds one layer's maps of its batch

Result = TypeVar("Result")


class Workers:
    """Threads that take tasks in order; `submit` returns at once."""

    def __init__(self, pool: ThreadPoolExecutor, number: int) -> None:
        self._pool = pool
        self.number = number

    def submit(self, task: Callable[[], Result]) -> "Future[Result]":
        return self._pool.submit(task)


@contextmanager
def workers(device: torch.device) -> Iterator[Workers]:
    """As many workers as the device can use, dividing torch's threads among them while they work."""
    threads = torch.get_num_threads()
    number = min(threads, MOST) if device.type == "cpu" else 1
    pool = ThreadPoolExecutor(number, thread_name_prefix="headscope")
    torch.set_num_threads(max(1, threads // number) if device.type == "cpu" else threads)
    try:
        yield Workers(pool, number)
    finally:
        pool.shutdown(cancel_futures=True)
        torch.set_num_threads(threads)


class Fitting(Generic[Result]):
    """A task on a batch, and on its halves where the whole does not fit into memory. What did not fit is not tried again: later batches
    are cut to the smaller size from the start. The figures are the same, but for the order of rounding."""

    def __init__(self, task: Callable[[list[Encoded]], Result], device: torch.device, told: bool = True) -> None:
        self._task, self._device, self._told = task, device, told
        self._most: int | None = None  # units at once; None: nothing was too large yet
        self._lock = Lock()

    def __call__(self, rows: list[Encoded]) -> list[Result]:
        done: list[Result] = []
        left: Sequence[Encoded] = rows
        while left:
            size = min(len(left), self._most or len(left))
            result = self._attempt(list(left[:size]))
            if result is None:
                self._halve(left[:size])
            else:
                done.append(result)
                left = left[size:]
        return done

    def _attempt(self, rows: list[Encoded]) -> Result | None:
        """None where it did not fit; by then what it had made is free again, because nothing holds the error any more."""
        try:
            return self._task(rows)
        except RuntimeError as error:  # torch.OutOfMemoryError is one
            if not memory.is_short(error):
                raise
        memory.empty(self._device)
        return None

    def _halve(self, rows: Sequence[Encoded]) -> None:
        longest = max(map(len, rows))
        if len(rows) == 1:
            raise HeadscopeError(
                f"A single text of {longest} tokens does not fit into the memory of {self._device}. "
                "Try a smaller --max-length, --dtype bfloat16, or --device cpu."
            )
        half = len(rows) // 2
        with self._lock:
            if self._most is None or half < self._most:
                self._most = half
                self._tell(
                    f"A batch of {len(rows)} × {longest} tokens does not fit into the memory of {self._device}: "
                    f"going on with {half} at a time."
                )

    def _tell(self, text: str) -> None:
        if self._told:
            tqdm.write(text, file=sys.stderr)  # over a bar, if there is one
