"""Batches side by side: on a CPU each thread computes a whole batch alone, which beats sharing out every small operation of one; a
GPU takes them one by one. Results come in the order of the batches, whoever was first."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import torch

MOST = 8

Given = TypeVar("Given")
Result = TypeVar("Result")


class Team:
    """Threads that share work, or the calling thread alone."""

    def __init__(self, pool: ThreadPoolExecutor | None) -> None:
        self._pool = pool

    def map(self, task: Callable[[Given], Result], items: Iterable[Given]) -> list[Result]:
        return list(map(task, items) if self._pool is None else self._pool.map(task, items))


@contextmanager
def team(device: torch.device) -> Iterator[Team]:
    """As many threads as the device can use; each operation of theirs is computed by one thread."""
    if device.type != "cpu":
        yield Team(None)
        return
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with ThreadPoolExecutor(min(threads, MOST), thread_name_prefix="headscope-probe") as pool:
            yield Team(pool)
    finally:
        torch.set_num_threads(threads)
