"""A run and how far it has come: what a checkpoint holds."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, NotRequired, TypedDict

from headscope import console
from headscope.errors import HeadscopeError
from headscope.forms import Count, fitted
from headscope.names import CHECKPOINT, EARLIER
from headscope.runs.chunk import RAISED, Failed, Measured
from headscope.runs.folder import RunFolder
from headscope.runs.plan import Plan
from headscope.runs.sums import add_batches
from headscope.tallies import Tally, read, to_bytes

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
    failed: tuple[Failed, ...] = ()  # these are in `skipped` too

    def plus(self, chunk: Measured) -> "Counts":
        losses = chunk.losses
        return Counts(
            self.units + chunk.units,
            self.tokens + chunk.tokens,
            self.cut_units + losses.cut_units,
            self.cut_tokens + losses.cut_tokens,
            self.skipped + losses.skipped + Counter({RAISED: len(chunk.failed)}),
            self.words_without_tokens + losses.words_without_tokens,
            tuple(sorted((*self.failed, *chunk.failed), key=lambda one: one.chunk)),
        )

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "skipped": dict(self.skipped), "failed": [one.to_json() for one in self.failed]}


class FailedForm(TypedDict):
    """`Failed` in a checkpoint."""

    chunk: Count
    document: str
    error: str


class CountsForm(TypedDict):
    """`Counts` in a checkpoint."""

    units: Count
    tokens: Count
    cut_units: Count
    cut_tokens: Count
    skipped: dict[str, Count]
    words_without_tokens: Count
    failed: NotRequired[list[FailedForm]]


class CheckpointForm(TypedDict):
    """What a checkpoint has beside its sums."""

    fingerprint: str
    at: Count
    chunk: Count
    ahead: NotRequired[list[Count]]
    seconds: float
    counts: dict[str, CountsForm]


@dataclass(frozen=True)
class Run:
    """A run and how far it has come: of pass `at` all chunks before `chunk` are done, and those `ahead` of it that came back before their
    turn. It is never changed, only replaced, so that whenever it is stopped, sums, counts and place agree."""

    plan: Plan
    sums: Tally = field(default_factory=Tally)
    pending: tuple[Measured, ...] = ()  # not yet in the sums
    counts: dict[str, Counts] = field(default_factory=dict)
    seconds: float = 0.0
    at: int = 0
    chunk: int = 0
    ahead: frozenset[int] = frozenset()

    def after(self, chunk: Measured, seconds: float) -> "Run":
        """The run with one more chunk."""
        one = self.plan.passes[self.at]
        counts = {**self.counts, one.name: self.counts.get(one.name, Counts()).plus(chunk)}
        place, ahead = self.chunk, self.ahead | {chunk.index}
        while place in ahead or not (self.plan.options.shard.takes(place) or place >= one.chunks):
            place += 1
        ahead = frozenset(number for number in ahead if number > place)
        pending = (*self.pending, chunk)
        after = replace(self, pending=pending, counts=counts, seconds=seconds, chunk=place, ahead=ahead)
        waiting = sum(max(1, len(one.batches)) for one in pending)
        return after if waiting < PENDING else replace(after, sums=after.tally, pending=())

    def lacks(self, chunk: int) -> bool:
        """Whether a chunk of the pass at hand is still to be measured."""
        return chunk >= self.chunk and chunk not in self.ahead

    @property
    def begun(self) -> bool:
        """Whether anything is done."""
        return bool(self.at or self.chunk or self.ahead)

    @property
    def tally(self) -> Tally:
        """All sums so far."""
        tally = self.sums.copy()
        for corpus in dict.fromkeys(chunk.corpus for chunk in self.pending):
            mine = [chunk for chunk in self.pending if chunk.corpus == corpus]
            add_batches(tally, corpus, [figures for chunk in mine for figures in chunk.batches])
            for one in (one for chunk in mine for one in chunk.sums):
                one.add_to(tally)
        return tally

    def to_bytes(self) -> bytes:
        state = {
            "fingerprint": self.plan.fingerprint(),
            "at": self.at,
            "chunk": self.chunk,
            "ahead": sorted(self.ahead),
            "seconds": self.seconds,
            "counts": {name: counts.to_json() for name, counts in self.counts.items()},
        }
        return to_bytes(self.tally, state)

    @classmethod
    def resume(cls, plan: Plan, folder: RunFolder) -> "Run":
        """The run where its last checkpoint left it, or the one before where that is damaged; a fresh one where there is none."""
        if not folder.begun:
            return cls(plan)
        kept = [name for name in (CHECKPOINT, EARLIER) if (folder / name).is_file()]
        for at, name in enumerate(kept):
            try:
                run = cls._read(plan, folder, name)
            except HeadscopeError as error:
                if isinstance(error, OtherRun) or at == len(kept) - 1:
                    raise
                damaged = error
                continue
            if at:
                console.remark(f"{damaged} Going on from the checkpoint before it: {run.place}.")
            return run
        return cls(plan)

    @property
    def place(self) -> str:
        """Where the run goes on, in words."""
        if self.at >= len(self.plan.passes):
            return "all is measured"
        one = self.plan.passes[self.at]
        return f"chunk {self.chunk + 1} of {one.chunks} of '{one.name}'"

    @classmethod
    def _read(cls, plan: Plan, folder: RunFolder, name: str) -> "Run":
        tally, extra = read(folder / name)
        if extra.get("fingerprint") != plan.fingerprint():
            raise OtherRun(
                f"The run in '{folder.path}' was begun with another model, corpus, measure or option, so it can't be continued. "
                "Give the same command as then, or start anew with --force."
            )
        try:
            state: CheckpointForm = fitted(extra, CheckpointForm)
            if state["at"] > len(plan.passes) or not state["counts"].keys() <= {one.name for one in plan.passes}:
                raise ValueError("it is of other passes than this run has")
        except ValueError as error:
            raise HeadscopeError(
                f"'{folder / name}' is not a checkpoint that headscope wrote: {error}. Start anew with --force."
            ) from None
        counts = {of: _counts(form) for of, form in state["counts"].items()}
        ahead = frozenset(state.get("ahead", []))
        return cls(plan, tally, (), counts, state["seconds"], state["at"], state["chunk"], ahead)


class OtherRun(HeadscopeError):
    """A checkpoint is whole, but of another run."""


def _counts(form: CountsForm) -> Counts:
    stored: dict[str, Any] = dict(form)
    failed = tuple(Failed(one["chunk"], one["document"], one["error"]) for one in form.get("failed", []))
    known = {name: stored[name] for name in ("units", "tokens", "cut_units", "cut_tokens", "words_without_tokens")}
    return Counts(**known, skipped=Counter(form["skipped"]), failed=failed)
