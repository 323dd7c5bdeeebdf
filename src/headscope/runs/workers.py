"""Batches side by side: on a CPU each worker thread takes a whole batch and computes it alone.

That beats sharing each operation among the cores: attention is made of thousands of small operations, and at the end of each
the cores would wait for one another, for milliseconds if another program is running. A GPU has one worker, which keeps it fed.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import torch

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
