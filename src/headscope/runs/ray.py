"""Ray: chunks go to workers as these get free, on this machine or on a cluster; sums come back, and this process adds them.

Ray schedules, restarts nothing by itself here, and moves the data. A worker that dies is replaced and its chunks are given out again, each
of them alone, so that one that ends its worker each time is known and named.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from headscope import console
from headscope.corpora import Corpus
from headscope.errors import HeadscopeError, one_line
from headscope.models import Model
from headscope.runs.batch import mean_units
from headscope.runs.chunk import Measured
from headscope.runs.engine import WorkerState
from headscope.runs.local import tasks_of
from headscope.runs.options import Options
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan
from headscope.runs.progress import Progress
from headscope.runs.ray_cluster import TRIES, join, load_ray
from headscope.runs.ray_worker import Job, Worker, versions
from headscope.tokens import Chunk, Encoded
from headscope.workers import divided

AHEAD = 2  # chunks that a worker has at once, so that it never waits for the next
TICK = 1.0
PATIENCE = 30.0  # seconds without a worker before that is said


@dataclass
class _Call:
    """Something for a worker to do."""

    name: str  # what an error calls it
    method: str
    given: tuple[Any, ...]
    lost: int = 0  # workers that died over it


@dataclass
class _Member:
    """A worker as the driver sees it."""

    number: int
    actor: Any
    hello: Any  # what it will say when it is ready; None once it has
    host: str = ""
    pid: int = 0
    busy: int = 0
    alone: bool = False  # with a call over which another worker died
    chunks: int = 0
    restarts: int = 0
    in_vain: int = 0  # starts since it was last ready


@dataclass
class _Flight:
    call: _Call
    member: _Member
    actor: Any


class Ray:
    """Workers by Ray. `address` is "ray" for a Ray of its own on this machine, or that of a cluster."""

    name = "ray"

    def __init__(self, address: str = "ray", workers: int | None = None, *, told: bool = True) -> None:
        self._ray = load_ray(address)
        self._address, self._number, self._told = address, workers, told
        self._members: list[_Member] = []
        self._make: Callable[[], Any] = lambda: None
        self._plan: Plan | None = None
        self._of: tuple[Model, Options] | None = None  # whose maps workers make
        self._mine = False  # whether this Ray is ours to shut down
        self._idle_since = time.monotonic()

    def measured(self, plan: Plan, at: int, chunks: Iterator[Chunk], bar: Progress) -> Iterator[Measured]:
        """These chunks of pass `at`, as they are done."""
        one = plan.passes[at]
        if plan is not self._plan:
            passes = tuple(_sent(plan, one) for one in plan.passes)
            each = tuple(divided(torch.get_num_threads(), plan.model.device, tasks_of(plan, one))[1] for one in plan.passes)
            self._start(plan.model, plan.options, passes, each)
            self._plan = plan
        calls = (
            _Call(f"Chunk {chunk.index + 1} of '{one.name}'", "measure", (at, chunk.index, one.taken(chunk)))
            for chunk in chunks
        )
        for _, done in self._results(calls):
            bar.advance(done.units, done.tokens)
            yield done

    def maps(self, model: Model, options: Options, batches: Iterable[Sequence[Encoded]]) -> Iterator[list[np.ndarray]]:
        """The maps of batches of sentences, in their order."""
        if (
            self._of is None or self._of[0] is not model or self._of[1] != options
        ):  # training and test sentences go to the same workers
            self._start(model, options, (), (divided(torch.get_num_threads(), model.device)[1],))
            self._of = (model, options)
        calls = (_Call(f"Batch {at + 1} of sentences", "maps", (list(rows),)) for at, rows in enumerate(batches))
        numbered, ready, wanted = {}, {}, 0

        def kept() -> Iterator[_Call]:
            for at, call in enumerate(calls):
                numbered[id(call)] = at
                yield call

        for call, made in self._results(kept()):
            ready[numbered.pop(id(call))] = made
            while wanted in ready:
                yield ready.pop(wanted)
                wanted += 1

    @property
    def workers(self) -> list[WorkerState]:
        return [
            WorkerState(
                str(one.number), one.host, one.pid, "starting" if one.hello is not None else "working", one.chunks, one.restarts
            )
            for one in self._members
        ]

    def close(self) -> None:
        """Lets the workers go, and Ray where it was started here."""
        self._let_go()
        if self._mine and self._ray.is_initialized():
            self._ray.shutdown()

    def _let_go(self) -> None:
        for one in self._members:
            with suppress(Exception):  # it may be gone already
                self._ray.kill(one.actor)
        self._members = []

    def _start(self, model: Model, options: Options, passes: tuple[Pass, ...], each: tuple[int, ...]) -> None:
        if model.road == "maps":
            raise HeadscopeError("Maps from a file are read by one process: leave --engine out.")
        self._let_go()
        self._mine |= join(self._ray, self._address)
        found = self._ray.cluster_resources()
        on_cpu, threads = model.device.type == "cpu", torch.get_num_threads()
        have = float(found.get("CPU" if on_cpu else "GPU", 0))
        if not have:
            raise HeadscopeError(
                f"Ray has no {'CPU' if on_cpu else 'GPU'} to offer here. It has: "
                + ", ".join(f"{name} {number:g}" for name, number in sorted(found.items()) if name in ("CPU", "GPU"))
                + f". Join a cluster that has one, or choose another --device than {model.device.type}."
            )
        number = self._number or max(1, int(have // threads) if on_cpu else int(have))
        share = min(threads, max(1, int(have // number))) if on_cpu else threads
        needs = {"num_cpus": min(share, have / number)} if on_cpu else {"num_cpus": 0, "num_gpus": min(1.0, have / number)}
        kind = self._ray.remote(Worker).options(
            max_concurrency=AHEAD, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD", **needs
        )
        job = self._ray.put(Job(model, options, passes, each, share, versions()))
        self._make = lambda: kind.remote(job)
        for at in range(number):
            actor = self._make()
            self._members.append(_Member(at + 1, actor, actor.hello.remote()))
        self._idle_since = time.monotonic()

    def _results(self, calls: Iterator[_Call]) -> Iterator[tuple[_Call, Any]]:
        """What workers make of each call, as it comes."""
        again: deque[_Call] = deque()
        flights: dict[Any, _Flight] = {}
        more = True
        while True:
            more = self._hand_out(calls, again, flights, more)
            if not (more or again or flights):
                return
            starting = [one.hello for one in self._members if one.hello is not None]
            done, _ = self._ray.wait([*flights, *starting], num_returns=1, timeout=TICK)
            self._say_waiting()
            for ref in done:
                if ref not in flights:
                    self._greet(next(one for one in self._members if one.hello == ref))
                    continue
                flight = flights.pop(ref)
                flight.member.busy -= flight.actor is flight.member.actor
                result = self._result(ref, flight, again)
                if result is not None:
                    yield flight.call, result

    def _hand_out(self, calls: Iterator[_Call], again: deque[_Call], flights: dict[Any, _Flight], more: bool) -> bool:
        """Gives every worker as much as it can take; says whether there is more to come."""
        for turn in range(AHEAD):  # one for each before any gets a second
            for one in self._members:
                if one.hello is not None or one.busy > turn or one.alone:
                    continue
                if again and not one.busy:
                    call: _Call | None = again.popleft()
                    one.alone = True
                elif more:
                    call = next(calls, None)
                    more = call is not None
                else:
                    call = None
                if call is not None:
                    flights[getattr(one.actor, call.method).remote(*call.given)] = _Flight(call, one, one.actor)
                    one.busy += 1
        return more

    def _result(self, ref: Any, flight: _Flight, again: deque[_Call]) -> Any:
        """What a call came to; None where its worker was lost, and it is to be done again."""
        errors, one, call = self._ray.exceptions, flight.member, flight.call
        try:
            result = self._ray.get(ref)
        except errors.RayTaskError as error:
            cause = error.cause
            raise (
                cause
                if isinstance(cause, HeadscopeError)
                else HeadscopeError(f"{call.name} could not be measured: {type(cause).__name__}: {one_line(cause)}.")
            ) from error
        except errors.RayError as error:
            call.lost += 1
            if one.actor is flight.actor:
                self._replace(one)
            if call.lost >= TRIES:
                raise HeadscopeError(
                    f"{call.name} ended its worker {TRIES} times ({_why(error)}). If memory does not suffice, try fewer --workers, a "
                    "smaller --batch-size or a smaller --max-length."
                ) from None
            self._tell(f"A worker was lost ({_why(error)}): {call.name[0].lower()}{call.name[1:]} is measured again.")
            again.append(call)
            return None
        one.chunks += 1
        if one.actor is flight.actor:  # its place may have been taken over meanwhile, by one that is alone with a call
            one.alone = False
        return result

    def _replace(self, one: _Member) -> None:
        with suppress(Exception):
            self._ray.kill(one.actor)
        one.actor = self._make()
        one.hello = one.actor.hello.remote()
        one.busy, one.alone, one.restarts, one.in_vain = 0, False, one.restarts + 1, one.in_vain + 1

    def _greet(self, one: _Member) -> None:
        """A worker is ready, or could not start."""
        try:
            one.host, one.pid = self._ray.get(one.hello)
            one.hello, one.in_vain = None, 0
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, HeadscopeError) else error from None
        except self._ray.exceptions.RayError as error:
            if one.in_vain + 1 < TRIES:
                self._replace(one)
                return
            self._members.remove(one)
            if not self._members:
                raise HeadscopeError(
                    f"No worker could start ({_why(error)}). If memory does not suffice, try fewer --workers."
                ) from None

    def _say_waiting(self) -> None:
        """Where no worker is ready, that is said, once."""
        if any(one.hello is None for one in self._members):
            self._idle_since = float("inf")
        elif time.monotonic() - self._idle_since > PATIENCE:
            self._tell("No worker is ready yet: Ray has not found the room for one. Other jobs may hold it.")
            self._idle_since = float("inf")

    def _tell(self, text: str) -> None:
        if self._told:
            console.remark(text)


def _why(error: BaseException) -> str:
    """Ray's reason, in a line. Of a worker that the system killed Ray lists what might have been the reason, memory among it."""
    if type(error).__name__ == "OutOfMemoryError":
        return "out of memory"
    return "it was killed, perhaps for want of memory, or crashed"


def _sent(plan: Plan, one: Pass) -> Pass:
    """A pass as workers need it: without the corpus, of which they get units."""
    corpus = Corpus(one.corpus.name, one.corpus.origin, (), one.corpus.format, one.corpus.hash)
    means = any(measure.wanted("mean-cuts") for measure in one.measures)
    return replace(one, corpus=corpus, mean_units=tuple(mean_units(plan, one)) if means else None)
