"""Memory that was freed goes back to the system between chunks; and how to tell that there is not enough of it.

glibc keeps freed blocks in a heap per thread; batches of ever other shapes leave holes there, and over a long run the holes
add up. Where there is no glibc this does nothing.
"""

import ctypes
from collections.abc import Callable
from functools import cache

import torch

_SAID = ("can't allocate memory", "not enough memory")  # how torch says it on a CPU, where the error has no name of its own


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


def is_short(error: BaseException) -> bool:
    """Whether an error says that memory did not suffice."""
    return isinstance(error, torch.OutOfMemoryError) or any(said in str(error) for said in _SAID)


def empty(device: torch.device) -> None:
    """Gives back what a failed attempt left in torch's own stock of memory, so that the next one finds it in one piece."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()
