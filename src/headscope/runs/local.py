"""Drives the corpora through the model, chunk by chunk, and can stop and go on at any of them; by itself in one process on one device,
or by another engine."""

import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from headscope.errors import HeadscopeError
from headscope.runs.batch import observe_batch
from headscope.runs.chunk import ALLOWED, Failed, Measured, check_failed, sparing
from headscope.runs.engine import Engine, WorkerState
from headscope.runs.figures import BatchFigures
from headscope.runs.folder import RunFolder
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan
from headscope.runs.progress import Progress
from headscope.runs.state import PENDING, Counts, Run
from headscope.runs.status import Reporter
from headscope.tokens import Chunk, Encoded, Losses, batches
from headscope.workers import Fitting, give_back_memory, workers

__all__ = ["CHECKPOINT_SECONDS", "PENDING", "Counts", "Local", "Run", "run"]

CHECKPOINT_SECONDS = 5.0


def run(
    plan: Plan,
    folder: RunFolder | None = None,
    *,
    resume: bool = False,
    progress: bool = True,
    engine: Engine | None = None,
    allowed: float = ALLOWED,
) -> Run:
    """Carries out a plan. With a folder (locked by the caller), its state is kept there, to go on from when stopped. `allowed` is the
    share of a corpus's units on which the model may raise."""
    engine = engine or Local()
    state = Run.resume(plan, folder) if resume and folder is not None else Run(plan)
    began, saved = time.monotonic() - state.seconds, time.monotonic()
    reporter = Reporter(folder, plan, engine)
    try:
        while state.at < len(plan.passes):
            one = plan.passes[state.at]
            counts = state.counts.get(one.name, Counts())
            with Progress(one.name, one.units, counts.units + counts.skipped.total(), progress) as bar:
                reporter.tell(state, bar)
                for chunk in engine.measured(plan, state.at, _to_do(state), bar):
                    state = state.after(chunk, time.monotonic() - began)
                    check_failed(state.counts[one.name].failed, one.corpus.name, one.units, allowed)
                    give_back_memory()
                    bar.advance(chunk.losses.skipped.total() + len(chunk.failed), 0)
                    if folder is not None and time.monotonic() - saved > CHECKPOINT_SECONDS:
                        folder.write_checkpoint(state.to_bytes())
                        saved = time.monotonic()
                    reporter.tell(state, bar)
            state = replace(state, at=state.at + 1, chunk=0, ahead=frozenset())
    except KeyboardInterrupt:
        if folder is not None and state.begun:
            folder.write_checkpoint(state.to_bytes())
        raise
    except Exception as error:
        if folder is None or not _kept(state, folder) or not isinstance(error, HeadscopeError):
            raise
        raise HeadscopeError(f"{error} What is finished is kept: go on with --resume.") from error.__cause__
    if not any(counts.units for counts in state.counts.values()):
        reasons = sum((counts.skipped for counts in state.counts.values()), Counter())
        why = ", ".join(f"{reason} ({number:,})" for reason, number in reasons.items()) or "nothing in it gives a token"
        raise HeadscopeError(f"No unit of the corpus reached the model: {why}.")
    return state


def _kept(state: Run, folder: RunFolder) -> bool:
    """Whether there is a checkpoint to go on from after an error: one of now or, where it can't be written, an earlier one."""
    if state.begun:
        with suppress(HeadscopeError):
            folder.write_checkpoint(state.to_bytes())
    return folder.begun


def _to_do(state: Run) -> Iterator[Chunk]:
    """This shard's chunks of the pass at hand that are still to be measured."""
    plan, one = state.plan, state.plan.passes[state.at]
    chunks = read_chunks(one.corpus, one.unit, plan.model, plan.options)
    return (chunk for chunk in chunks if plan.options.shard.takes(chunk.index) and state.lacks(chunk.index))


Work = tuple[list[BatchFigures], list[Failed]]


@dataclass(frozen=True)
class _Waiting:
    """A chunk whose batches are being measured."""

    chunk: int
    corpus: str
    losses: Losses
    tasks: "list[Future[Work]]"


class Local:
    """This process, on one device."""

    name = "local"

    def measured(self, plan: Plan, at: int, chunks: Iterator[Chunk], bar: Progress) -> Iterator[Measured]:
        """Chunks in order. Workers are one chunk ahead of what is handed out, so that none waits at a chunk's end; a chunk is handed out
        whole, so that stopping between two loses nothing."""
        one = plan.passes[at]
        with workers(plan.model.device, tasks_of(plan, one)) as pool:
            waiting: deque[_Waiting] = deque()
            fitting = Fitting(partial(observe_batch, plan, one), plan.model.device, bar.shown)

            def work(rows: list[Encoded], chunk: int) -> Work:
                made, failed = sparing(fitting, rows, chunk)
                bar.advance(
                    len(rows) - len(failed), sum(batch.tokens for batch in made)
                )  # as it is done, not when its chunk is
                return made, failed

            for chunk in chunks:
                encoded, losses = encode(one.taken(chunk), one.unit, plan.model, plan.options)
                tasks = [pool.submit(partial(work, rows, chunk.index)) for rows in batches(encoded, plan.size(one))]
                waiting.append(_Waiting(chunk.index, one.corpus.name, losses, tasks))
                if len(waiting) > 1:
                    yield _finished(waiting.popleft())
            while waiting:
                yield _finished(waiting.popleft())

    @property
    def workers(self) -> list[WorkerState]:
        return []

    def close(self) -> None:
        pass


def tasks_of(plan: Plan, one: Pass) -> int:
    """The batches of a pass, about."""
    return -(-one.units // plan.size(one))


def _finished(waiting: _Waiting) -> Measured:
    done = [task.result() for task in waiting.tasks]
    figures = [batch for made, _ in done for batch in made]
    failed = tuple(one for _, few in done for one in few)
    units, tokens = sum(len(batch.documents) for batch in figures), sum(batch.tokens for batch in figures)
    return Measured(waiting.chunk, waiting.corpus, waiting.losses, units, tokens, figures, failed=failed)
