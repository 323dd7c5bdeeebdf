"""Memory that was freed goes back to the system between chunks.

glibc keeps freed blocks in a heap per thread; batches of ever other shapes leave holes there, and over a long run the holes
add up. Where there is no glibc this does nothing.
"""

import ctypes
from collections.abc import Callable
from functools import cache


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL("libc.so.6").malloc_trim
    except (OSError, AttributeError):
        return None


def give_back() -> None:
    """Hands freed memory back: some milliseconds, once a chunk."""
    trim = _trim()
    if trim is not None:
        trim(0)
