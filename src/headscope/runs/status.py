"""How far a run has come, for those who watch it from elsewhere: a small file in its folder, written anew about once a second.

It is no part of the run: nothing goes on from it, and failing to write it stops nothing.
"""

import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, TypedDict

from headscope.errors import HeadscopeError
from headscope.files import open_regular
from headscope.forms import Count, fitted, read_json, within
from headscope.names import STATUS
from headscope.runs.engine import Engine
from headscope.runs.folder import RunFolder
from headscope.runs.plan import Plan
from headscope.runs.progress import Progress
from headscope.runs.state import Counts, FailedForm, Run

SECONDS = 1.0
LARGEST = 2**22  # bytes; what is larger nobody here wrote
SHOWN = 20  # failures
LAST_PID = 2**31 - 1
TRIES = 5  # at reading the file, which may be being written


class PassForm(TypedDict):
    """One pass over a corpus."""

    name: str
    units: Count
    done: Count


class WorkerForm(TypedDict):
    """One worker: `runs/engine.py`."""

    name: str
    host: str
    pid: Count
    doing: str
    chunks: Count
    restarts: Count


class StatusForm(TypedDict):
    """What stands in the file."""

    pid: Annotated[int, within(1, LAST_PID)]
    host: str
    engine: str
    began: float
    updated: float
    share: float
    left: float | None
    units_per_second: float
    tokens_per_second: float
    passes: list[PassForm]
    workers: list[WorkerForm]
    failed_units: Count
    failed: list[FailedForm]


class Reporter:
    """Writes the file while a run goes on."""

    def __init__(self, folder: RunFolder | None, plan: Plan, engine: Engine) -> None:
        self._folder, self._plan, self._engine = folder, plan, engine
        self._began, self._said, self._times = time.time(), 0.0, 0

    def tell(self, state: Run, bar: Progress) -> None:
        """Says how far the run is, unless it was said a moment ago; that it began, and its first chunk, are said at once."""
        if self._folder is None or (self._times > 1 and time.monotonic() - self._said < SECONDS):
            return
        self._said, self._times = time.monotonic(), self._times + 1
        failed = [one for counts in state.counts.values() for one in counts.failed]
        text: StatusForm = {
            "pid": os.getpid(),
            "host": socket.gethostname(),
            "engine": self._engine.name,
            "began": self._began,
            "updated": time.time(),
            "share": bar.share,
            "left": bar.left,
            "units_per_second": bar.rate(bar.done - bar.skipped),
            "tokens_per_second": bar.rate(bar.tokens),
            "passes": [
                {"name": one.name, "units": one.units, "done": _done(state.counts.get(one.name, Counts()))}
                for one in self._plan.passes
            ],
            "workers": [WorkerForm(**asdict(one)) for one in self._engine.workers],  # type: ignore[typeddict-item]
            "failed_units": len(failed),
            "failed": [FailedForm(chunk=one.chunk, document=one.document, error=one.error) for one in failed[:SHOWN]],
        }
        with suppress(OSError):
            (self._folder / STATUS).write_text(json.dumps(text))


def _done(counts: Counts) -> int:
    return counts.units + counts.skipped.total()


def read_status(folder: Path) -> StatusForm | None:
    """What a run that is at work in a folder says; None where none is. A file that a killed run left says so by `alive`."""
    path = folder / STATUS
    for left in reversed(range(TRIES)):
        try:
            with open_regular(path) as file:
                found: StatusForm = fitted(read_json(file.read(LARGEST).decode()), StatusForm)
            return found
        except FileNotFoundError:
            return None
        except (ValueError, OSError) as error:  # perhaps it is being written
            if not left:
                raise HeadscopeError(f"'{path}' is not what headscope wrote, or is damaged: {error}.") from None
            time.sleep(0.05)
    return None


def alive(status: StatusForm) -> bool | None:
    """Whether the process of a run is there; None where that can't be said from this machine."""
    if status["host"] != socket.gethostname():
        return None
    try:
        os.kill(status["pid"], 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is there, but another's
        return True
    return True
