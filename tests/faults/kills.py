"""Kills a writer at its file operations, one after the other, each time in a fork and a copy of a folder of its own.

A script for a process of its own, because it forks: kills.py WAY START COPIES STEP GIVEN. WAY is `publish` or `gallery` (GIVEN: the
files, as JSON), or `measure` (GIVEN: model, corpus and options, as JSON); START is the folder to begin with; COPIES gets one folder per
kill, named by the number of the operation, which is every STEP-th. Prints the number of the operations.

Python itself announces every open, rename, remove, mkdir and rmdir before it happens; fsync, which it does not announce, is counted by
hand, twice: once after half of the file is written.
"""

import json
import os
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("SIGKILL ends a process")


def killed_at(number: int, folder: Path) -> None:
    """This process will be killed at its operation of this number in the folder."""
    left, fsync = number, os.fsync

    def next_one() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    def heard(event: str, given: tuple[Any, ...]) -> None:
        # What removes a folder speaks of files by their name in it, without the path.
        if event in EVENTS and isinstance(given[0], str | os.PathLike):
            path = Path(given[0])
            if (not path.is_absolute() or path.is_relative_to(folder)) and next_one():
                die()

    def halved(handle: int) -> None:
        if next_one():
            if stat.S_ISREG((found := os.fstat(handle)).st_mode):
                os.ftruncate(handle, found.st_size // 2)
            die()
        if next_one():
            die()
        fsync(handle)

    os.fsync = halved
    sys.addaudithook(heard)


def each(prepare: Callable[[], Callable[[Path], None]], start: Path, copies: Path, step: int) -> int:
    """Does the work again and again, killed one operation later each time, until it is not killed; the number of that one. Each child
    prepares for itself: loading a model starts threads, and a process that has some must not fork."""
    for number in range(0, 100_000, step):
        folder = copies / str(number)
        if start.is_dir():
            shutil.copytree(start, folder)
        child = os.fork()
        if not child:
            status = 1
            try:
                work = prepare()
                killed_at(number, folder)
                work(folder)
                status = 0
            finally:
                os._exit(status)
        _, ended = os.waitpid(child, 0)
        if not os.WIFSIGNALED(ended):
            assert os.WEXITSTATUS(ended) == 0, f"not killed, and failed, at operation {number}"
            return number
    raise AssertionError("it never ends")


def publish(given: str) -> Callable[[Path], None]:
    from headscope.runs.folder import RunFolder

    files = {name: text.encode() for name, text in json.loads(given).items()}

    def work(path: Path) -> None:
        with RunFolder(path).locked() as folder:
            folder.publish(files)

    return work


def gallery(given: str) -> Callable[[Path], None]:
    from headscope.report.site import write_site

    files = [(name, text.encode()) for name, text in json.loads(given).items()]

    def work(path: Path) -> None:
        write_site(path, files, force=True)

    return work


def measure(given: str) -> Callable[[Path], None]:
    """A run that keeps a checkpoint after every chunk."""
    import torch

    from headscope.api.measure import measure as run
    from headscope.models import load
    from headscope.runs import local

    torch.set_num_threads(1)
    local.CHECKPOINT_SECONDS = 0
    asked = json.loads(given)
    model, corpus = load(asked.pop("model")), asked.pop("corpus")

    def work(path: Path) -> None:
        run(model, corpus, folder=path, progress=False, **asked)

    return work


if __name__ == "__main__":
    way, start, copies, step, given = sys.argv[1:]
    if way == "gallery":
        import headscope.report.site  # noqa: F401 – once for all children, since it takes more than a second
    print(
        each(
            partial({"publish": publish, "gallery": gallery, "measure": measure}[way], given),
            Path(start),
            Path(copies),
            int(step),
        )
    )
