"""A stream, of which no one knows how long it is, as a file that can be read again and again.

What was read of the stream lies on disk, in a file that has no name: it takes no room any more once this process has ended, however it
ended. The stream is read no further than a reader asks for, so a reader's bounds end it early, and so does a limit.
"""

import errno
import hashlib
import io
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from threading import Lock
from weakref import finalize

from headscope.corpora.reading.bounds import Bounds
from headscope.corpora.reading.bounds import shown as size_of
from headscope.errors import HeadscopeError

BLOCK = 2**20
LOOKED = 2**26  # bytes between two looks at how much room there is
LEFT = 2**30  # bytes that a copy leaves free on the disk for others
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Spool:
    """The copy. `name` is what its file would be called, `shown` how errors name it; `read` gives the next bytes of the stream, at most so
    many, and none at its end."""

    def __init__(self, name: str, shown: str, read: Callable[[int], bytes], bounds: Bounds) -> None:
        self.name, self.shown = name, shown
        self.size = 0
        self._read, self._bounds = read, bounds
        self._ended = self._enough = False
        self._hash = hashlib.sha256()
        self._lock = Lock()
        with self._explained():
            self._file = tempfile.TemporaryFile(prefix="headscope-", buffering=0)  # noqa: SIM115 (it is read as long as this is there)
        finalize(self, self._file.close)

    def __str__(self) -> str:
        return self.shown.strip("'")

    @property
    def suffix(self) -> str:
        return PurePath(self.name).suffix

    @property
    def settled(self) -> bool:
        """Whether the digest is what it will be: the stream has ended, or somebody said that they have enough."""
        return self._ended or self._enough

    @property
    def digest(self) -> str:
        """The SHA-256 of what was read of the stream so far."""
        return self._hash.hexdigest()

    def settle(self) -> None:
        """What was read so far is all that is needed."""
        self._enough = True

    def open(self, mode: str = "rb") -> io.BufferedReader:
        return io.BufferedReader(_Reading(self), BLOCK)

    def read_all(self) -> "Spool":
        """Reads the stream to its end."""
        while not self._ended:
            with self._lock:
                self._go_on()
        return self

    def at(self, place: int, count: int) -> bytes:
        """Bytes from a place on, read from the stream where they were not yet; fewer only at the end."""
        with self._lock:
            while place >= self.size and not self._ended:
                self._go_on()
            self._file.seek(place)
            return self._file.read(min(count, max(0, self.size - place)))

    def _go_on(self) -> None:
        """One block more. Blocks are full but for the last, so that how much is read depends on nothing but what is asked for."""
        block = self._read(BLOCK)
        if not block:
            self._ended = True
            return
        if self.size + len(block) > self._bounds.unpacked:
            raise HeadscopeError(
                f"{self.shown} is longer than {size_of(self._bounds.unpacked)}. If that is meant, allow it: "
                f"--bounds unpacked={size_of(4 * self._bounds.unpacked, '')}."
            )
        with self._explained():
            if self.size // LOOKED != (self.size + len(block)) // LOOKED:
                self._check_room()
            self._file.seek(self.size)
            left = memoryview(block)
            while left:
                left = left[self._file.write(left) :]
        self._hash.update(block)
        self.size += len(block)

    def _check_room(self) -> None:
        free = shutil.disk_usage(tempfile.gettempdir()).free
        if free < LEFT:
            raise self._no_room(f"it has {free / 1e9:,.1f} GB free")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if error.errno in _FULL:
                raise self._no_room((error.strerror or str(error)).lower()) from None
            raise HeadscopeError(
                f"{self.shown} can't be copied to a temporary file: {error.strerror or error}. Set TMPDIR to a folder to write to."
            ) from None

    def _no_room(self, why: str) -> HeadscopeError:
        return HeadscopeError(
            f"{self.shown} is kept in '{tempfile.gettempdir()}' while it is read, and there is no room after {self.size / 1e6:,.0f} MB: "
            f"{why}. Give less of it, or set TMPDIR to a folder on a larger disk."
        )


class _Reading(io.RawIOBase):
    """One reading of a spool, from the beginning."""

    def __init__(self, spool: Spool) -> None:
        self._spool, self._place = spool, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._spool.at(self._place, len(buffer))
        buffer[: len(data)] = data
        self._place += len(data)
        return len(data)
