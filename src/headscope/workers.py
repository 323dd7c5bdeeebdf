"""Batches side by side; memory that is freed; memory that does not suffice.

On a CPU each worker thread takes a whole batch and computes it alone. That beats sharing each operation among the cores: attention is
made of thousands of small operations, and at the end of each the cores would wait for one another, for milliseconds if another program
is running. A GPU has one worker, which keeps it fed.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock, current_thread, main_thread
from typing import Generic, TypeVar

import torch

from headscope import console
from headscope.errors import HeadscopeError

MOST = 8  # each holds one layer's maps of its batch

Given = TypeVar("Given")
Result = TypeVar("Result")
Row = TypeVar("Row", bound=Sized)  # a text as tokens


class Workers:
    """Threads that take tasks in order; `submit` returns at once, `map` when all is done."""

    def __init__(self, pool: ThreadPoolExecutor, number: int, device: torch.device) -> None:
        self._pool, self._device = pool, device
        self.number = number

    def submit(self, task: Callable[[], Result]) -> "Future[Result]":
        return self._pool.submit(task)

    def map(self, task: Callable[[Given], Result], items: Iterable[Given]) -> list[Result]:
        """The results in the order of the items, whoever was first. A GPU takes them one by one, from the calling thread."""
        return list(self._pool.map(task, items) if self._device.type == "cpu" else map(task, items))


def divided(threads: int, device: torch.device, tasks: int = MOST) -> tuple[int, int]:
    """How many batches go side by side, and on how many threads each: on that, not on the first, bits may depend.

    >>> divided(4, torch.device("cpu")), divided(16, torch.device("cpu")), divided(4, torch.device("cpu"), 1)
    ((4, 1), (8, 2), (1, 4))
    """
    number = min(threads, MOST, max(1, tasks)) if device.type == "cpu" else 1
    return number, max(1, threads // number) if device.type == "cpu" else threads


@contextmanager
def workers(device: torch.device, tasks: int = MOST) -> Iterator[Workers]:
    """As many workers as the device can use, dividing torch's threads among them while they work; no more than there are tasks, so that a
    single one has all threads."""
    threads = torch.get_num_threads()
    number, each = divided(threads, device, tasks)
    pool = ThreadPoolExecutor(number, thread_name_prefix="headscope")
    torch.set_num_threads(each)
    try:
        yield Workers(pool, number, device)
    finally:
        pool.shutdown(cancel_futures=True)
        torch.set_num_threads(threads)


FEW_WEIGHTS = 100_000_000


@contextmanager
def on_one_thread(weights: int) -> Iterator[None]:
    """Inside, torch computes on one thread, where a model of so many weights is small: it reads but a few tokens there. With more
    threads, operations of microseconds wait for one another, and if another program is running, for seconds in all. In the main thread
    only: torch's number is one for all, and a worker that begins meanwhile would keep it."""
    threads = torch.get_num_threads()
    if weights <= FEW_WEIGHTS and current_thread() is main_thread():
        torch.set_num_threads(1)
    try:
        yield
    finally:
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)


class Fitting(Generic[Row, Result]):
    """A task on a batch, and on its halves where the whole does not fit into memory. What did not fit is not tried again: later batches
    are cut to the smaller size from the start. The figures are the same, but for the order of rounding."""

    def __init__(self, task: Callable[[list[Row]], Result], device: torch.device, told: bool = True) -> None:
        self._task, self._device, self._told = task, device, told
        self._most: int | None = None  # units at once; None: nothing was too large yet
        self._lock = Lock()

    def __call__(self, rows: list[Row]) -> list[Result]:
        done: list[Result] = []
        left: Sequence[Row] = rows
        while left:
            size = min(len(left), self._most or len(left))
            result = self._attempt(list(left[:size]))
            if result is None:
                self._halve(left[:size])
            else:
                done.append(result)
                left = left[size:]
        return done

    def _attempt(self, rows: list[Row]) -> Result | None:
        """None where it did not fit; by then what it had made is free again, because nothing holds the error any more."""
        try:
            return self._task(rows)
        except RuntimeError as error:  # torch.OutOfMemoryError is one
            if not is_out_of_memory(error):
                raise
        empty_cache(self._device)
        return None

    def _halve(self, rows: Sequence[Row]) -> None:
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
            console.remark(text)


_SAID = ("can't allocate memory", "not enough memory")  # how torch says it on a CPU, where the error has no name of its own


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL("libc.so.6").malloc_trim
    except (OSError, AttributeError):
        return None


def give_back_memory() -> None:
    """Hands freed memory back to the system: some milliseconds, once a chunk.

    glibc keeps freed blocks in a heap per thread; batches of ever other shapes leave holes there, and over a long run the holes
    add up. Where there is no glibc this does nothing.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory did not suffice."""
    return isinstance(error, torch.OutOfMemoryError) or any(said in str(error) for said in _SAID)


def empty_cache(device: torch.device) -> None:
    """Gives back what a failed attempt left in torch's own stock of memory, so that the next one finds it in one piece."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()
