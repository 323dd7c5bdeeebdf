"""Who measures the chunks of a run: this process, or workers elsewhere. What an engine promises, and what it says of its workers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from headscope.runs.chunk import Measured
from headscope.runs.plan import Plan
from headscope.runs.progress import Progress
from headscope.tokens import Chunk


@dataclass(frozen=True)
class WorkerState:
    """One worker, for those who watch a run."""

    name: str
    host: str
    pid: int
    doing: str  # "starting", "working", "lost"
    chunks: int = 0  # that it has measured
    restarts: int = 0


@runtime_checkable
class Engine(Protocol):
    """Measures chunks, in any order: sums add exactly, so that the order changes nothing."""

    name: str

    def measured(self, plan: Plan, at: int, chunks: Iterator[Chunk], bar: Progress) -> Iterator[Measured]:
        """These chunks of pass `at`, each once and whole, as they are done."""
        ...

    @property
    def workers(self) -> list[WorkerState]:
        """Who is at work."""
        ...

    def close(self) -> None:
        """Lets the workers go."""
        ...
