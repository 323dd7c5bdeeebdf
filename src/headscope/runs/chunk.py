"""One chunk, measured: what comes back from whoever measured it, and what happens to a unit on which the model raises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from headscope.errors import HeadscopeError, one_line
from headscope.runs.figures import BatchFigures
from headscope.runs.sums import Sum
from headscope.tokens import Encoded, Losses

RAISED = "the model raised an error"  # the reason under which such units are counted
ALLOWED = 0.01  # share of a corpus's units on which the model may raise

Result = TypeVar("Result")


@dataclass(frozen=True)
class Failed:
    """A unit on which the model, or a measure, raised; `chunk` is counted from 1."""

    chunk: int
    document: str
    error: str
    cause: Exception | None = field(default=None, compare=False, repr=False)  # where it is known still, for a traceback

    def to_json(self) -> dict[str, int | str]:
        return {"chunk": self.chunk, "document": self.document, "error": self.error}


@dataclass(frozen=True)
class Measured:
    """One chunk's figures: as its batches have them or, from a worker elsewhere, already added up."""

    index: int
    corpus: str
    losses: Losses
    units: int
    tokens: int
    batches: Sequence[BatchFigures] = ()
    sums: Sequence[Sum] = ()
    failed: tuple[Failed, ...] = ()


def sparing(
    task: Callable[[list[Encoded]], list[Result]], rows: list[Encoded], chunk: int
) -> tuple[list[Result], list[Failed]]:
    """What a task makes of a batch, without the units on which it raises. These are looked for one by one; the others then go together,
    so that the figures depend on the batch alone. An error of the batch that none of its units has by itself is raised."""
    try:
        return task(rows), []
    except HeadscopeError:
        raise
    except Exception as error:
        whole = error
    failed: dict[int, Failed] = {}
    for at, row in enumerate(rows):
        try:
            task([row])
        except HeadscopeError:
            raise
        except Exception as error:
            failed[at] = Failed(chunk + 1, row.document, f"{type(error).__name__}: {one_line(error)}", error)
    if not failed:
        raise whole
    rest = [row for at, row in enumerate(rows) if at not in failed]
    return task(rest) if rest else [], list(failed.values())


def check_failed(failed: Sequence[Failed], corpus: str, units: int, allowed: float) -> None:
    """Raises where the model raised on more of a corpus's units than is allowed."""
    if len(failed) <= allowed * units:
        return
    first = failed[0]
    raise HeadscopeError(
        f"The model raised an error on {len(failed):,} of the {units:,} units of '{corpus}', more than the {allowed:.3g} of them that are "
        f"allowed; the first is in document '{first.document}' (chunk {first.chunk}): {first.error}. Leave such documents out, or allow "
        "more with --allow-failed, as in --allow-failed 0.1."
    ) from first.cause
