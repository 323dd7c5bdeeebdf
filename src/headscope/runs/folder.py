"""A run's folder: who may write there, what lies there, and writing so that nothing half-written is ever seen.

A folder with a manifest is a finished run, and all its files are of that run, whenever a writer is killed. A new run is written
into a hidden folder inside; a journal then names its files. From there on it will be put in place, now or, after a kill, by the
next reader or writer: the manifest of the old run goes first, then its other files; the files of the new run come, its manifest last.
So one sees the old run until the journal is there, and the new one afterwards.
"""

import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from headscope.errors import HeadscopeError
from headscope.files import open_regular, read_regular
from headscope.names import CHECKPOINT, EARLIER, FIGURES, JOURNAL, LOCK, MANIFEST, PROBES, RESULTS, STAGED, STATUS, TALLY
from headscope.runs.disk import explained, sync, write_through
from headscope.urls import local_path

PATIENCE = 10.0  # seconds that a reader waits for a writer that is putting a run in place, which takes milliseconds
_OURS = b'class="headscope"'  # in the first tag of every figure that we draw


class Busy(HeadscopeError):
    """Another process writes to the folder."""


class RunFolder:
    """The folder of one run. A folder of something else that is written in the same way says in these two what it is."""

    whole = MANIFEST  # the file without which it is not finished: the last that comes, when it is put in place
    writer = "run"  # what else may be writing there

    def __init__(self, path: Path | str) -> None:
        self.path = local_path(path)
        self._held = False  # whether this process writes there alone

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    @property
    def finished(self) -> bool:
        """Whether there is a whole run: in place, or, where its writer was killed meanwhile, about to be."""
        return any((self.path / name).is_file() for name in (self.whole, JOURNAL))

    @property
    def begun(self) -> bool:
        """Whether there is a run that was stopped at work and can go on; a finished one that it was to replace may lie beside it."""
        kept = any((self.path / name).is_file() for name in (CHECKPOINT, EARLIER))
        return kept and not (self.path / JOURNAL).is_file()

    def check(self, *, resume: bool = False, force: bool = False) -> None:
        """Raises where a run must not write here. Touches nothing."""
        with explained(self.path):
            self._check(resume=resume, force=force)

    def _check(self, *, resume: bool, force: bool) -> None:
        if self.path.exists() and not self.path.is_dir():
            raise HeadscopeError(f"'{self.path}' is a file: -o takes the folder to write the run to.")
        if not self.path.exists():
            self._check_parent()
            return
        names = {entry.name for entry in self.path.iterdir()} - {STATUS}
        if self.finished and not (force or resume):
            meanwhile = " A run that was to replace it was stopped; --resume continues that." if self.begun else ""
            raise HeadscopeError(
                f"'{self.path}' holds a finished run. Choose another folder, or replace it with --force.{meanwhile}"
            )
        if not self.finished and self.begun and not (force or resume):
            raise HeadscopeError(
                f"'{self.path}' holds a run that was stopped. Continue it with --resume, or start anew with --force."
            )
        if names - {LOCK, STAGED} and not (self.finished or self.begun):
            if not names & {LOCK, STAGED, TALLY, PROBES}:
                raise HeadscopeError(f"'{self.path}' is not empty and not a run. Choose another folder.")
            if not (force or resume):
                raise HeadscopeError(
                    f"'{self.path}' holds a part of a run, without its manifest, and nothing to continue from. Start anew with --force; "
                    "files that headscope did not write stay."
                )
        if not os.access(self.path, os.W_OK):
            raise HeadscopeError(f"The folder '{self.path}' can't be written to.")

    def _check_parent(self) -> None:
        parent = next(p for p in self.path.absolute().parents if p.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            raise HeadscopeError(f"'{self.path}' can't be made: '{parent}' is no folder that can be written to.")

    @contextmanager
    def locked(self) -> Iterator[Self]:
        """Holds the folder for one run; makes it where it isn't, and takes it away again if nothing came of it."""
        with explained(self.path):
            made = [p for p in (self.path, *self.path.parents) if not p.exists()]
            self.path.mkdir(parents=True, exist_ok=True)
            sync(*(folder.parent for folder in made))
        try:
            with self._alone():
                self._sweep()
                self._held = True
                yield self
        finally:
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()  # only where empty

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Holds the lock, with nothing left to be put in place; raises where another process holds it."""
        lock = FileLock(self.path / LOCK, timeout=0)
        with explained(self.path):
            try:
                lock.acquire()
            except Timeout:
                raise Busy(
                    f"Another {self.writer} is writing to '{self.path}'. Wait for it, or choose another folder."
                ) from None
        try:
            if (self.path / JOURNAL).is_file():
                self._check_links()
                self._put_in_place()  # what a killed writer had left to do
            yield
        finally:
            self._held = False
            self._sweep()
            with suppress(OSError):
                (self.path / STATUS).unlink(missing_ok=True)
            with suppress(OSError):
                (self.path / LOCK).unlink()  # while the lock is still held, so that no other run's file goes
            lock.release()

    def settle(self) -> None:
        """Before reading: puts in place what a killed writer had left to do, or waits for the writer that is at it."""
        until = time.monotonic() + PATIENCE
        while (self.path / JOURNAL).is_file():
            try:
                with self._alone():
                    return
            except Busy:
                if time.monotonic() > until:
                    raise
            time.sleep(0.01)

    @contextmanager
    def steady(self) -> Iterator[None]:
        """For reading: raises where another run replaced this one meanwhile, so that numbers of two runs never meet."""
        self.settle()
        before = self._stamp()
        replaced = HeadscopeError(f"The run in '{self.path}' was replaced while it was read. Read it again.")
        try:
            yield
        except HeadscopeError:
            if self._stamp() != before:
                raise replaced from None
            raise
        if self._stamp() != before:
            raise replaced

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = (self.path / self.whole).stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns

    def _sweep(self) -> None:
        """Takes away files that never became a run's; what a journal speaks of stays until it is put in place."""
        if not (self.path / JOURNAL).is_file():
            with suppress(OSError):
                (self.path / STAGED).unlink()  # a link, which would lead what is staged elsewhere
            shutil.rmtree(self.path / STAGED, ignore_errors=True)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Files that are no finished run (a checkpoint, a certificate), all of them or none."""
        if len(files) > 1:
            self.publish(files)
            return
        self._stage(files)
        for name in files:
            self._move(name)
        sync(self.path)
        self._sweep()

    def write_checkpoint(self, data: bytes) -> None:
        """A checkpoint; the one before it stays, for the case that this one gets damaged."""
        self._stage({CHECKPOINT: data})
        with explained(self.path / EARLIER), suppress(FileNotFoundError):
            (self.path / CHECKPOINT).replace(self.path / EARLIER)
        self._move(CHECKPOINT)
        sync(self.path)
        self._sweep()

    def publish(self, files: Mapping[str, bytes]) -> None:
        """A finished run: its files in, the checkpoint and whatever an earlier run left that this one did not make, out; all of it or
        nothing. Names may be of files in `figures/`."""
        self._stage(files)
        self._publish_staged(list(files))

    def _publish_staged(self, names: list[str]) -> None:
        """What was staged becomes what is seen, and the journal keeps that so whatever happens from here on."""
        written = self.path / STAGED / JOURNAL
        with explained(self.path / JOURNAL):
            write_through(written, json.dumps(names).encode())
            sync(*{(self.path / STAGED / name).parent for name in (*names, JOURNAL)})
            written.replace(self.path / JOURNAL)  # from here on the new run will be seen
            sync(self.path)
        self._put_in_place()
        self._sweep()

    def _stage(self, files: Mapping[str, bytes]) -> None:
        """Writes files where no reader looks for them; takes them away again where one can't be written."""
        self._check_there()
        try:
            for name, data in files.items():
                with explained(self.path / name, len(data)):
                    (self.path / STAGED / name).parent.mkdir(parents=True, exist_ok=True)
                    write_through(self.path / STAGED / name, data)
        except BaseException:
            self._sweep()
            raise

    def _check_there(self) -> None:
        """Raises where somebody removed the folder while it was being written to; nothing is made in its place, since the lock went with
        it."""
        if self._held and not (self.path / LOCK).exists():
            raise HeadscopeError(
                f"The folder '{self.path}' was removed, or emptied, while this run was writing to it. Start the run again."
            )

    def _put_in_place(self) -> None:
        """Does what the journal says, or what is left of it; each step can be repeated."""
        with explained(self.path):
            names = self._journal()
            if (self.path / STAGED / self.whole).is_file():  # else all of the new run is in place
                self._remove_old(names)
            folders = {(self.path / name).parent for name in names}
            for name in sorted(names, key=lambda name: name == self.whole):
                if name == self.whole:
                    sync(*folders)  # all of this on disk before the manifest, and that before the journal goes
                if (self.path / STAGED / name).is_file():
                    self._move(name)
            sync(*folders)
            (self.path / JOURNAL).unlink()
            sync(self.path)

    def _remove_old(self, names: Iterable[str]) -> None:
        """Takes away what a run with files of these names replaces, the manifest first."""
        (self.path / MANIFEST).unlink(missing_ok=True)
        for name in self._stale(names):
            (self.path / name).unlink(missing_ok=True)
        with suppress(OSError):
            (self.path / FIGURES).rmdir()  # only where empty

    def _check_links(self) -> None:
        """Raises where a folder from elsewhere, about to be put in order, leads out of itself by a link."""
        for name in (STAGED, f"{STAGED}/{FIGURES}", FIGURES):
            if (self.path / name).is_symlink():
                raise HeadscopeError(
                    f"'{self.path / name}' is a link, so the run there is not put in place: remove '{self.path / JOURNAL}'."
                )

    def _journal(self) -> list[str]:
        """The names in the journal; raises where it is not one that we wrote, as in a folder from elsewhere."""
        journal = self.path / JOURNAL
        try:
            names = [Path(name) for name in json.loads(read_regular(journal))]
        except (ValueError, TypeError, RecursionError):
            names = []
        if not names or any(".." in name.parts or not self._may_hold(name) for name in names):
            raise HeadscopeError(f"'{journal}' is not a journal that headscope wrote, or is damaged. Choose another folder.")
        return [name.as_posix() for name in names]

    def _may_hold(self, name: Path) -> bool:
        """Whether a file of this name can be one that we wrote here."""
        return name.parent in (Path(), Path(FIGURES))

    def _stale(self, names: Iterable[str]) -> list[str]:
        """What an earlier run made that this one has not; figures of others stay."""
        drawn = [path for path in (self.path / FIGURES).glob("*.svg") if _is_ours(path)]
        made = [*RESULTS, *(f"{FIGURES}/{path.name}" for path in drawn), CHECKPOINT, EARLIER]
        return [name for name in made if name not in names]

    def _move(self, name: str) -> None:
        with explained(self.path / name):
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / STAGED / name).replace(self.path / name)


def _is_ours(figure: Path) -> bool:
    if not figure.is_file():
        return False
    with open_regular(figure) as file:
        return _OURS in file.read(500)
