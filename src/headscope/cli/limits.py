"""What a machine, a shell or a job system allows a process, in a sentence: memory, open files, the length of a path."""

import errno
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any

from headscope.errors import HeadscopeError

resource: ModuleType | None
try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

# Megabytes of address space below which a package, while it is imported or soon after, ends the process or waits for ever in a library of
# its own, where no sentence can be said any more. Measured on two cores; more cores take more.
ROOM = {"numpy": 300, "torch": 800, "transformers.modeling_utils": 1600}

# How libraries that run out of memory while they are loaded, or in C++, say it.
_NO_MEMORY = (
    *("failed to map segment", "cannot allocate memory", "can't allocate memory", "not enough memory", "out of memory"),
    *("static tls block", "bad_alloc", "can't start new thread", "can't spawn worker thread", "unable to allocate"),
)
_NO_FILES = ("too many open files",)


class Room(MetaPathFinder):
    """Refuses to import a package that would not fit into the address space that this process may use."""

    def __init__(self, megabytes: float) -> None:
        self.megabytes = megabytes

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        """Finds nothing: that is for the finders after it."""
        if self.megabytes < ROOM.get(name, 0):
            raise HeadscopeError(
                f"This process may use {self.megabytes:,.0f} MB of address space ('ulimit -v'), and {name.partition('.')[0]} alone needs "
                f"{ROOM[name]:,} MB or more. Allow it more, or all: ulimit -v unlimited"
            )


def heed_limits() -> None:
    """From now on packages are imported only where there is room for them."""
    if resource is None or any(isinstance(finder, Room) for finder in sys.meta_path):
        return
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY:
        sys.meta_path.insert(0, Room(allowed / 1e6))


def limit_reached(error: BaseException) -> HeadscopeError | None:
    """The sentence for an error that means that the process may have no more of something; None for any other.

    >>> print(limit_reached(MemoryError()))
    The memory that this process may use is not enough. Allow it more ('ulimit -v' shows a limit), or give it less to do at once.
    """
    for one in _causes(error):
        if isinstance(one, OSError) and one.errno == errno.ENAMETOOLONG:
            return HeadscopeError(f"'{str(one.filename)[:60]}…' is longer than a path can be here. Give a shorter one.")
        if _means(one, (errno.EMFILE, errno.ENFILE), _NO_FILES):
            return HeadscopeError(
                "This process may not open as many files as it needs ('ulimit -n' shows how many). Allow it more, as in: ulimit -n 1024"
            )
        if isinstance(one, MemoryError) or _means(one, (errno.ENOMEM,), _NO_MEMORY):
            return HeadscopeError(
                "The memory that this process may use is not enough. "
                "Allow it more ('ulimit -v' shows a limit), or give it less to do at once."
            )
    return None


def _means(error: BaseException, numbers: tuple[int, ...], words: tuple[str, ...]) -> bool:
    if isinstance(error, OSError) and error.errno in numbers:
        return True
    said = str(error).lower()
    of_a_library = isinstance(error, ImportError | RuntimeError | OSError) or type(error).__name__ == "PanicException"  # Rust's
    return of_a_library and any(word in said for word in words)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came of: libraries that fail to load say why in the first of several."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
