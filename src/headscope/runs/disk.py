"""Writing to a disk so that it lasts, all of a file or nothing, and what the disk says as a sentence."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.files import shown_path
from headscope.urls import local_path


def sync(*folders: Path) -> None:
    """Makes renames in folders last through a power cut, where the system can."""
    for folder in folders:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def write_through(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # a full disk or quota may speak up only here


def write_whole(path: Path, data: bytes) -> None:
    """One file of its own, all of it or nothing, in a folder that may have to be made."""
    local_path(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with explained(path, len(data)):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_through(temporary, data)
            temporary.replace(path)
            sync(path.parent)
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
            text = f"'{shown_path(path, error)}' can't be written: {error.strerror or error}."
        raise HeadscopeError(text) from None
