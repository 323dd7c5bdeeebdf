"""The other side of `runs/ray.py`: a worker process with a model of its own. It gets units and gives back sums."""

import os
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import Any, cast

import numpy as np
import torch

from headscope.errors import HeadscopeError
from headscope.measures.word_maps import From
from headscope.models import Model
from headscope.models.tap import register
from headscope.runs.batch import observe_batch
from headscope.runs.chunk import Measured, sparing
from headscope.runs.inputs import encode
from headscope.runs.options import Options
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan
from headscope.runs.probe_maps import word_maps
from headscope.runs.sums import sums_of
from headscope.tokens import Encoded, batches
from headscope.types import Unit
from headscope.workers import Fitting, give_back_memory

SAME = ("headscope", "torch", "transformers")  # packages whose versions decide bits


def versions() -> dict[str, str]:
    found = {}
    for name in SAME:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


@dataclass(frozen=True)
class Job:
    """All that a worker must know: the model itself, so that no worker needs its files, and what to measure with it."""

    model: Model
    options: Options
    passes: tuple[Pass, ...]
    each: tuple[
        int, ...
    ]  # of every pass, the threads of one batch: as many as the local engine would give it, so that bits agree
    share: int  # threads of a worker
    versions: dict[str, str]


class Worker:
    """One worker. Ray may call it from two threads, so that batches of the next chunk are there when one chunk ends."""

    def __init__(self, job: Job) -> None:
        register()  # the model is connected already, but transformers in this process does not know the tap
        self._job = job
        self._plan = Plan(job.model, job.options, job.passes)
        self._lock, self._at = Lock(), -1
        self._pool: ThreadPoolExecutor | None = None
        self._fitting: Fitting[Encoded, Any] | None = None

    def hello(self) -> tuple[str, int]:
        """Where this is; raises where other versions are installed than the driver has."""
        mine, wanted = versions(), self._job.versions
        for name in SAME:
            if mine[name] != wanted[name]:
                raise HeadscopeError(
                    f"The worker on {socket.gethostname()} has {name} {mine[name]}, this machine {wanted[name]}: numbers could differ. "
                    "Install the same versions on all machines."
                )
        return socket.gethostname(), os.getpid()

    def measure(self, at: int, chunk: int, units: Sequence[Unit]) -> Measured:
        """The sums of one chunk of pass `at`."""
        one, plan = self._job.passes[at], self._plan
        pool, fitting = self._ready(at, self._job.each[at], partial(observe_batch, plan, one))
        encoded, losses = encode(units, one.unit, plan.model, plan.options)
        tasks = [pool.submit(partial(sparing, fitting, rows, chunk)) for rows in batches(encoded, plan.size(one))]
        done = [task.result() for task in tasks]
        figures = [batch for made, _ in done for batch in made]
        failed = tuple(replace(one, cause=None) for _, few in done for one in few)
        sums = list(sums_of(one.corpus.name, figures))
        give_back_memory()
        units_done, tokens = sum(len(batch.documents) for batch in figures), sum(batch.tokens for batch in figures)
        return Measured(chunk, one.corpus.name, losses, units_done, tokens, (), sums, failed)

    def maps(self, rows: list[Encoded]) -> list[np.ndarray]:
        """The maps between the words of some sentences, for probes."""
        words_from = cast(From, self._job.options.words_from)
        pool, fitting = self._ready(0, self._job.each[0], partial(word_maps, self._job.model, words_from=words_from))
        made = pool.submit(partial(fitting, rows)).result()
        return [one.numpy() for part in made for one in part]

    def _ready(self, at: int, each: int, task: Any) -> tuple[ThreadPoolExecutor, Fitting[Encoded, Any]]:
        """Threads for one pass. They are made anew for another: a thread keeps the number of threads that it began with."""
        with self._lock:
            if self._at != at or self._pool is None or self._fitting is None:
                if self._pool is not None:
                    self._pool.shutdown()
                torch.set_num_threads(each)
                on_cpu = self._job.model.device.type == "cpu"
                self._pool = ThreadPoolExecutor(max(1, self._job.share // each) if on_cpu else 1)
                self._fitting, self._at = Fitting(task, self._job.model.device, told=False), at
            return self._pool, self._fitting
