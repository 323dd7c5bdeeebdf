"""A run's folder: who may write there, what lies there, and writing so that nothing half-written is ever seen.

A folder with a manifest is a finished run, and all its files are of that run, whenever a writer is killed. A new run is written
into a hidden folder inside; a journal then names its files. From there on it will be put in place, now or, after a kill, by the
next writer: the manifest of the old run goes first, then its other files; the files of the new run come, its manifest last.
"""

import errno
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, FIGURES, JOURNAL, LOCK, MANIFEST, RESULTS, STAGED

_OURS = b'class="headscope"'  # in the first tag of every figure that we draw


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    @property
    def finished(self) -> bool:
        return (self.path / MANIFEST).is_file()

    @property
    def begun(self) -> bool:
        """Whether there is a run that can go on: one that was stopped at work, or while it was put in place."""
        return any((self.path / name).is_file() for name in (CHECKPOINT, JOURNAL))

    def check(self, *, resume: bool = False, force: bool = False) -> None:
        """Raises where a run must not write here. Touches nothing."""
        if self.path.exists() and not self.path.is_dir():
            raise HeadscopeError(f"'{self.path}' is a file: -o takes the folder to write the run to.")
        if not self.path.exists():
            self._check_parent()
            return
        names = {entry.name for entry in self.path.iterdir()} - {LOCK, STAGED}
        if self.finished and not (force or resume):
            raise HeadscopeError(f"'{self.path}' holds a finished run. Choose another folder, or replace it with --force.")
        if not self.finished and self.begun and not (force or resume):
            raise HeadscopeError(
                f"'{self.path}' holds a run that was stopped. Continue it with --resume, or start anew with --force."
            )
        if names and not (self.finished or self.begun):
            raise HeadscopeError(f"'{self.path}' is not empty and not a run. Choose another folder.")
        if not os.access(self.path, os.W_OK):
            raise HeadscopeError(f"The folder '{self.path}' can't be written to.")

    def _check_parent(self) -> None:
        parent = next(p for p in self.path.absolute().parents if p.exists())
        if not parent.is_dir() or not os.access(parent, os.W_OK):
            raise HeadscopeError(f"'{self.path}' can't be made: '{parent}' is no folder that can be written to.")

    @contextmanager
    def locked(self) -> Iterator["RunFolder"]:
        """Holds the folder for one run; makes it where it isn't, and takes it away again if nothing came of it."""
        made = [p for p in (self.path, *self.path.parents) if not p.exists()]
        with explained(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / LOCK, timeout=0)
            try:
                lock.acquire()
            except Timeout:
                raise HeadscopeError(
                    f"Another run is writing to '{self.path}'. Wait for it, or choose another folder."
                ) from None
        try:
            if (self.path / JOURNAL).is_file():
                self._put_in_place()  # what a killed writer had left to do
            self._sweep()
            yield self
        finally:
            self._sweep()
            with suppress(OSError):
                (self.path / LOCK).unlink()  # while the lock is still held, so that no other run's file goes
            lock.release()
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()  # only where empty

    @contextmanager
    def steady(self) -> Iterator[None]:
        """For reading: raises where another run replaced this one meanwhile, so that numbers of two runs never meet."""
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
            found = (self.path / MANIFEST).stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns

    def _sweep(self) -> None:
        """Takes away files that never became a run's; what a journal speaks of stays until it is put in place."""
        if not (self.path / JOURNAL).is_file():
            shutil.rmtree(self.path / STAGED, ignore_errors=True)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Files that are no finished run (a checkpoint, a certificate): renamed when all of them are on disk."""
        self._stage(files)
        for name in files:
            self._move(name)
        self._sweep()

    def publish(self, files: Mapping[str, bytes]) -> None:
        """A finished run: its files in, the checkpoint and whatever an earlier run left that this one did not make, out; all of it or
        nothing. Names may be of files in `figures/`."""
        self._stage(files)
        written = self.path / STAGED / JOURNAL
        with explained(self.path / JOURNAL):
            _write_through(written, json.dumps(list(files)).encode())
            _sync(self.path / STAGED)
            written.replace(self.path / JOURNAL)  # from here on the new run will be seen
            _sync(self.path)
        self._put_in_place()
        self._sweep()

    def _stage(self, files: Mapping[str, bytes]) -> None:
        """Writes files where no reader looks for them; takes them away again where one can't be written."""
        try:
            for name, data in files.items():
                with explained(self.path / name, len(data)):
                    (self.path / STAGED / name).parent.mkdir(parents=True, exist_ok=True)
                    _write_through(self.path / STAGED / name, data)
        except BaseException:
            self._sweep()
            raise

    def _put_in_place(self) -> None:
        """Does what the journal says, or what is left of it; each step can be repeated."""
        with explained(self.path):
            names = self._journal()
            if (self.path / STAGED / MANIFEST).is_file():  # else all of the new run is in place
                (self.path / MANIFEST).unlink(missing_ok=True)
                for name in self._stale(names):
                    (self.path / name).unlink(missing_ok=True)
                with suppress(OSError):
                    (self.path / FIGURES).rmdir()  # only where empty
            for name in sorted(names, key=lambda name: name == MANIFEST):
                if (self.path / STAGED / name).is_file():
                    self._move(name)
            _sync(self.path)
            (self.path / JOURNAL).unlink()

    def _journal(self) -> list[str]:
        """The names in the journal; raises where it is not one that we wrote, as in a folder from elsewhere."""
        journal = self.path / JOURNAL
        try:
            names = [Path(name) for name in json.loads(journal.read_bytes())]
        except (ValueError, TypeError):
            names = []
        if not names or any(".." in name.parts or name.parent not in (Path(), Path(FIGURES)) for name in names):
            raise HeadscopeError(f"'{journal}' is not a journal that headscope wrote, or is damaged. Choose another folder.")
        return [name.as_posix() for name in names]

    def _stale(self, names: Iterable[str]) -> list[str]:
        """What an earlier run made that this one has not; figures of others stay."""
        drawn = [path for path in (self.path / FIGURES).glob("*.svg") if _OURS in path.read_bytes()[:500]]
        made = [*RESULTS, *(f"{FIGURES}/{path.name}" for path in drawn), CHECKPOINT]
        return [name for name in made if name not in names]

    def _move(self, name: str) -> None:
        with explained(self.path / name):
            (self.path / name).parent.mkdir(exist_ok=True)
            (self.path / STAGED / name).replace(self.path / name)


def _sync(folder: Path) -> None:
    """Makes renames in a folder last through a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write_through(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # a full disk or quota may speak up only here


def write_whole(path: Path, data: bytes) -> None:
    """One file of its own, all of it or nothing, in a folder that may have to be made."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with explained(path, len(data)):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


@contextmanager
def explained(path: Path, size: int = 0) -> Iterator[None]:
    """Turns what the disk says into a sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            text = f"The disk is full: '{path}' ({size / 1e6:.1f} MB) could not be written. Free some space and run again."
        else:
            text = f"'{path}' can't be written: {error.strerror or error}."
        raise HeadscopeError(text) from None
