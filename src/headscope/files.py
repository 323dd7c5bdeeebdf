"""Opening files that somebody else may have put there: regular files only, and what the system says as a sentence.

A named pipe in place of a file would be waited for without end, and a device may act when it is opened. So a path is looked at before
it is opened, opened without waiting, and looked at once more: what was put there in between is refused, too.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from headscope.errors import HeadscopeError

_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}


class NotRegular(HeadscopeError):
    """Something else lies in place of a file."""


def check_regular(path: Path | str, shown: str | None = None) -> None:
    """Raises where something is there that is not a regular file; `shown` is what the sentence calls it. For libraries that open a path
    themselves; where nothing is there, they say so."""
    shown = shown or f"'{path}'"
    try:
        _check(Path(path).stat().st_mode, shown)
    except FileNotFoundError:
        return
    except OSError as error:
        raise HeadscopeError(f"{shown} can't be read: {error.strerror or error}.") from None


def open_regular(path: Path | str) -> BufferedReader:
    """A regular file, open for reading. Errors of the system are raised as they are.

    >>> import os
    >>> open_regular(os.devnull)
    Traceback (most recent call last):
    ...
    headscope.files.NotRegular: '/dev/null' is a device, not a regular file. Put a regular file in its place.
    """
    shown = f"'{path}'"
    _check(Path(path).stat().st_mode, shown)
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _check(os.fstat(handle).st_mode, shown)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: Path | str) -> bytes:
    """All bytes of a regular file."""
    with open_regular(path) as file:
        return file.read()


def _check(mode: int, shown: str) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "of a kind unknown here")
        raise NotRegular(f"{shown} is {kind}, not a regular file. Put a regular file in its place.")


@contextmanager
def readable(path: Path | str) -> Iterator[None]:
    """Turns what the system says about reading into a sentence that names the file, where the system names one."""
    try:
        yield
    except OSError as error:
        raise HeadscopeError(
            f"'{shown_path(error.filename or path, error)}' can't be read: {error.strerror or error}."
        ) from None


def shown_path(path: Path | str, error: OSError) -> str:
    """A path for a sentence: one that is too long for the system is too long to be shown."""
    return f"{str(path)[:60]}…" if error.errno == errno.ENAMETOOLONG else str(path)
