"""A run's folder: who may write there, what lies there, and writing so that nothing half-written is ever seen.

Files are written under a temporary name and renamed; a set of files is renamed only when all of it is on disk, the manifest
last: a folder with a manifest is a finished run.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, FIGURES, LOCK, MANIFEST, RESULTS

_TEMPORARY = ".partial"


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
        return (self.path / CHECKPOINT).is_file()

    def check(self, *, resume: bool = False, force: bool = False) -> None:
        """Raises where a run must not write here. Touches nothing."""
        if self.path.exists() and not self.path.is_dir():
            raise HeadscopeError(f"'{self.path}' is a file: -o takes the folder to write the run to.")
        if not self.path.exists():
            self._check_parent()
            return
        names = {entry.name for entry in self.path.iterdir() if not entry.name.endswith(_TEMPORARY)} - {LOCK}
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
            self._sweep()  # a killed run may have left temporary files
            yield self
        finally:
            self._sweep()
            with suppress(OSError):
                (self.path / LOCK).unlink()  # while the lock is still held, so that no other run's file goes
            lock.release()
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()  # only where empty

    def _sweep(self) -> None:
        for folder in (self.path, self.path / FIGURES):
            for path in folder.glob(f"*{_TEMPORARY}"):
                with suppress(OSError):
                    path.unlink()

    def write(self, files: Mapping[str, bytes]) -> None:
        """Writes all of the files or none; the manifest becomes visible last. Names may be of files in `figures/`."""
        temporary = {name: self.path / f"{name}{_TEMPORARY}" for name in files}
        try:
            for name, data in files.items():
                with explained(self.path / name, len(data)):
                    temporary[name].parent.mkdir(exist_ok=True)
                    _write_through(temporary[name], data)
            for name in sorted(files, key=lambda name: name == MANIFEST):
                with explained(self.path / name):
                    temporary[name].replace(self.path / name)
        except BaseException:
            self._sweep()
            raise

    def publish(self, files: Mapping[str, bytes]) -> None:
        """A finished run: its files in, the checkpoint and whatever an earlier run left that this one did not make, out."""
        self.write(files)
        drawn = [f"{FIGURES}/{path.name}" for path in (self.path / FIGURES).glob("*.svg")]
        for name in (*RESULTS, *drawn, CHECKPOINT):
            if name not in files:
                (self.path / name).unlink(missing_ok=True)
        with suppress(OSError):
            (self.path / FIGURES).rmdir()  # only where empty


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
