"""One process, one device: drives the corpora through the model, chunk by chunk, and can stop and go on at any of them."""

import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from headscope.errors import HeadscopeError
from headscope.measures.word_maps import From
from headscope.names import CHECKPOINT
from headscope.runs.accumulate import observe
from headscope.runs.effects import find_effects
from headscope.runs.figures import BatchFigures
from headscope.runs.folder import RunFolder
from headscope.runs.gradient import observe_gradient
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.plan import Pass, Plan
from headscope.runs.progress import Progress
from headscope.runs.sums import add_batches
from headscope.runs.weights import observe_weights
from headscope.tallies import Tally, read, to_bytes
from headscope.tokens import Encoded, Losses, batches, collate
from headscope.workers import Fitting, give_back_memory, is_out_of_memory, workers

CHECKPOINT_SECONDS = 5.0
PENDING = 16  # batches whose figures are added at once: adding makes new sums, so that stopping never finds them half-added


@dataclass(frozen=True)
class Counts:
    """What went through the model of one corpus, and what did not."""

    units: int = 0
    tokens: int = 0
    cut_units: int = 0
    cut_tokens: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    words_without_tokens: int = 0

    def plus(self, batches: Sequence[BatchFigures], losses: Losses) -> "Counts":
        return Counts(
            self.units + sum(len(batch.documents) for batch in batches),
            self.tokens + sum(batch.tokens for batch in batches),
            self.cut_units + losses.cut_units,
            self.cut_tokens + losses.cut_tokens,
            self.skipped + losses.skipped,
            self.words_without_tokens + losses.words_without_tokens,
        )


@dataclass(frozen=True)
class Run:
    """A run and how far it has come: `chunk` is the next one of pass `at`. It is never changed, only replaced, so that
    whenever it is stopped, sums, counts and place agree."""

    plan: Plan
    sums: Tally = field(default_factory=Tally)
    pending: tuple[tuple[str, BatchFigures], ...] = ()  # not yet in the sums, each with the name of its corpus
    counts: dict[str, Counts] = field(default_factory=dict)
    seconds: float = 0.0
    at: int = 0
    chunk: int = 0

    def after(self, chunk: int, batches: Sequence[BatchFigures], losses: Losses, seconds: float) -> "Run":
        """The run with one more chunk."""
        one = self.plan.passes[self.at]
        counts = {**self.counts, one.name: self.counts.get(one.name, Counts()).plus(batches, losses)}
        pending = (*self.pending, *((one.corpus.name, figures) for figures in batches))
        after = replace(self, pending=pending, counts=counts, seconds=seconds, chunk=chunk + 1)
        return after if len(pending) < PENDING else replace(after, sums=after.tally, pending=())

    @property
    def tally(self) -> Tally:
        """All sums so far."""
        tally = self.sums.copy()
        for corpus in dict.fromkeys(corpus for corpus, _ in self.pending):
            add_batches(tally, corpus, [figures for of, figures in self.pending if of == corpus])
        return tally

    def to_bytes(self) -> bytes:
        state = {
            "fingerprint": self.plan.fingerprint(),
            "at": self.at,
            "chunk": self.chunk,
            "seconds": self.seconds,
            "counts": {name: {**vars(counts), "skipped": dict(counts.skipped)} for name, counts in self.counts.items()},
        }
        return to_bytes(self.tally, state)

    @classmethod
    def resume(cls, plan: Plan, folder: RunFolder) -> "Run":
        """The run where its last checkpoint left it; a fresh one where there is none."""
        if not folder.begun:
            return cls(plan)
        tally, state = read(folder / CHECKPOINT)
        if state.get("fingerprint") != plan.fingerprint():
            raise HeadscopeError(
                f"The run in '{folder.path}' was begun with another model, corpus, measure or option, so it can't be continued. "
                "Give the same command as then, or start anew with --force."
            )
        counts = {name: Counts(**{**c, "skipped": Counter(c["skipped"])}) for name, c in state["counts"].items()}
        return cls(plan, tally, (), counts, state["seconds"], state["at"], state["chunk"])


def run(plan: Plan, folder: RunFolder | None = None, *, resume: bool = False, progress: bool = True) -> Run:
    """Carries out a plan. With a folder (locked by the caller), its state is kept there, to go on from when stopped."""
    state = Run.resume(plan, folder) if resume and folder is not None else Run(plan)
    began, saved = time.monotonic() - state.seconds, time.monotonic()
    try:
        while state.at < len(plan.passes):
            one = plan.passes[state.at]
            counts = state.counts.get(one.name, Counts())
            with Progress(one.name, one.units, counts.units + counts.skipped.total(), progress) as bar:
                for chunk, losses, figures in _measured(plan, one, state.chunk, bar):
                    state = state.after(chunk, figures, losses, time.monotonic() - began)
                    give_back_memory()
                    bar.advance(losses.skipped.total(), 0)
                    if folder is not None and time.monotonic() - saved > CHECKPOINT_SECONDS:
                        folder.write({CHECKPOINT: state.to_bytes()})
                        saved = time.monotonic()
            state = replace(state, at=state.at + 1, chunk=0)
    except KeyboardInterrupt:
        if folder is not None and (state.at or state.chunk):
            folder.write({CHECKPOINT: state.to_bytes()})
        raise
    if not any(counts.units for counts in state.counts.values()):
        reasons = sum((counts.skipped for counts in state.counts.values()), Counter())
        why = ", ".join(f"{reason} ({number:,})" for reason, number in reasons.items()) or "nothing in it gives a token"
        raise HeadscopeError(f"No unit of the corpus reached the model: {why}.")
    return state


def _measured(plan: Plan, one: Pass, start: int, bar: Progress) -> Iterator[tuple[int, Losses, list[BatchFigures]]]:
    """This shard's chunks from `start` on, measured, in order. Workers are one chunk ahead of what is handed out, so that
    none waits at a chunk's end; a chunk is handed out whole, so that stopping between two loses nothing."""
    options = plan.options
    mine = (
        chunk
        for chunk in read_chunks(one.corpus, one.unit, plan.model, options)
        if chunk.index >= start and options.shard.takes(chunk.index)
    )
    with workers(plan.model.device) as pool:
        waiting: deque[tuple[int, Losses, list[Future[list[BatchFigures]]]]] = deque()
        fitting = Fitting(partial(_observe, plan, one), plan.model.device, bar.shown)

        def work(rows: list[Encoded]) -> list[BatchFigures]:
            made = fitting(rows)
            bar.advance(len(rows), sum(batch.tokens for batch in made))  # as it is done, not when its chunk is
            return made

        for chunk in mine:
            encoded, losses = encode(chunk.units, one.unit, plan.model, options)
            tasks = [pool.submit(partial(work, rows)) for rows in batches(encoded, plan.size(one))]
            waiting.append((chunk.index, losses, tasks))
            if len(waiting) > 1:
                yield _finished(waiting.popleft())
        while waiting:
            yield _finished(waiting.popleft())


def _finished(chunk: tuple[int, Losses, "list[Future[list[BatchFigures]]]"]) -> tuple[int, Losses, list[BatchFigures]]:
    index, losses, tasks = chunk
    return index, losses, [figures for task in tasks for figures in task.result()]


def observe_rows(plan: Plan, one: Pass, rows: list[Encoded]) -> BatchFigures:
    """One batch of a pass, as it is: one that does not fit into memory is refused, not halved."""
    try:
        return _observe(plan, one, rows)
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
    raise HeadscopeError(
        f"A batch of {len(rows)} × {max(map(len, rows))} tokens does not fit into the memory of {plan.model.device}. "
        "A run would go on with halves of it; try a smaller --batch-size."
    )


def _observe(plan: Plan, one: Pass, rows: list[Encoded]) -> BatchFigures:
    """One batch of a pass, in whichever way the pass goes."""
    if one.unit == "none":
        return observe_weights(plan.model, one.measures, rows[0].document, plan.options.weights)
    options, words_from = plan.options, cast(From, plan.options.words_from)
    asked = any(measure.wanted("effects") for measure in one.measures)
    effects = find_effects(plan.model, rows) if asked else None
    if one.gradient:
        return observe_gradient(
            plan.model,
            one.measures,
            rows,
            options.masking,
            options.loss,
            effects=effects,
            words_from=words_from,
            precision=options.map_precision,
            weights=options.weights,
        )
    batch = collate(rows, plan.model.encoder, plan.model.device, plan.model.start)
    return observe(plan.model, one.measures, batch, options.map_precision, effects, words_from, options.weights)
