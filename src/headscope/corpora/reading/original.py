"""A file as it was when its corpus was opened. Each later reading gets the bytes that were hashed then, or an error.

The file is hashed once, block by block, and what the digest was after each block is kept: 32 bytes for 256 KiB. A reading hashes what it
reads and hands out no block whose digest is another. So a file that shrinks, grows, is rewritten or replaced while a run reads it can't
get into the run's numbers.
"""

import hashlib
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from headscope.errors import HeadscopeError

BLOCK = 2**18
DIGEST = 32  # bytes of a SHA-256


@runtime_checkable
class Readable(Protocol):
    """What a reader needs of a file: its name, which says whether it is packed, and its bytes from the beginning."""

    @property
    def name(self) -> str: ...

    @property
    def suffix(self) -> str: ...

    def open(self, mode: str = "rb") -> io.BufferedReader: ...


@runtime_checkable
class Hash(Protocol):
    """A digest that goes on, from hashlib."""

    def update(self, data: bytes, /) -> None: ...

    def digest(self) -> bytes: ...

    def copy(self) -> "Hash": ...


class Original:
    """One file of a corpus. `before` is the digest of the files before it in the corpus; it goes on through this one."""

    def __init__(self, path: Path, before: Hash) -> None:
        self.path = path
        self._before = before.copy()
        self._digests = bytearray()  # after each block
        self._size = 0
        self._stamp: tuple[int, ...] | None = None
        try:
            with path.open("rb") as file:
                found = os.fstat(file.fileno())
                self._stamp = _stamp(found)
                # Not further than the file went at the beginning: one that grows all the time would have no end.
                while block := file.read(BLOCK if not found.st_size else min(BLOCK, found.st_size - self._size)):
                    before.update(block)
                    self._digests += before.digest()
                    self._size += len(block)
        except OSError:
            pass  # what can't be read is reported by the reader, in its words

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def suffix(self) -> str:
        return self.path.suffix

    def open(self, mode: str = "rb") -> io.BufferedReader:
        """The bytes of then, from the beginning."""
        return io.BufferedReader(_Checked(self), BLOCK)

    def check(self) -> None:
        """Raises where the file is not the one that was opened. It is read again only where its times or its place on the disk changed."""
        try:
            now = self.path.stat()
        except FileNotFoundError:
            raise changed(self.path, "it is not there any more") from None
        except OSError as error:
            raise changed(self.path, f"it can't be looked at any more ({error.strerror or error})") from None
        if _stamp(now) == self._stamp:
            return
        if self._size != now.st_size:
            raise changed(self.path, f"it had {self._size:,} bytes when it was opened, and has {now.st_size:,} now")
        again = Original(self.path, self.begin())
        if again._digests != self._digests:
            raise changed(self.path, "as many bytes as when it was opened, but other ones")
        self._stamp = again._stamp

    def block(self, number: int, data: bytes, running: Hash) -> None:
        """Raises unless this is the file's block of this number; `running` is the digest of all before it, and goes on through it."""
        self.check()
        wanted = self._digests[DIGEST * number : DIGEST * (number + 1)]
        if not wanted:
            if data:
                raise changed(self.path, f"it had {self._size:,} bytes when it was opened, and has more now")
            return
        running.update(data)
        if running.digest() != wanted:
            raise changed(self.path, "its bytes are not those that were there when it was opened")

    def begin(self) -> Hash:
        return self._before.copy()


def changed(path: Path, how: str) -> HeadscopeError:
    """The error for a file that is not the one that was opened."""
    return HeadscopeError(
        f"'{path}' changed while it was read: {how}. A corpus must stay as it is until all of it is read: put the file back as it "
        "was, or start anew with the changed one."
    )


def originals(paths: Sequence[Path]) -> tuple[tuple[Original, ...], str]:
    """The files of a corpus as they are now, and the SHA-256 of their bytes, one after the other."""
    digest = hashlib.sha256()
    return tuple(Original(path, digest) for path in paths), digest.hexdigest()


def _stamp(found: os.stat_result) -> tuple[int, ...]:
    """What is another number after a file was written to or another was put in its place; touching it changes it too."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


class _Checked(io.RawIOBase):
    """One reading of an original."""

    def __init__(self, original: Original) -> None:
        self._original = original
        self._file = original.path.open("rb")
        self._running, self._number = original.begin(), 0
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._left:
            data = self._file.read(BLOCK)
            self._original.block(self._number, data, self._running)
            self._number += 1
            self._left = memoryview(data)
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count

    def close(self) -> None:
        self._file.close()
        super().close()
