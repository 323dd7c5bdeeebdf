"""Places that fsspec serves (`s3://`, `gs://`, `hf://`, `https://`, `memory://` …), and what goes wrong there as a sentence."""

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from headscope.errors import HeadscopeError, one_line

_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://.*")
_AS_PATH = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+:)(?:/(.*))?")  # what a `Path` makes of a URL


def is_url(place: object) -> bool:
    """Whether this is a URL; a `Path` never is, because it has lost a slash.

    >>> is_url("s3://bucket/run"), is_url("run"), is_url("conllu:text")
    (True, False, False)
    """
    return isinstance(place, str) and bool(_URL.fullmatch(place))


def local_path(place: str | Path) -> Path:
    """A file or a folder of this machine; raises where it is a URL, also one that became a `Path`, because the disk would get a folder
    named `s3:`.

    >>> local_path("runs/step0").name
    'step0'
    """
    found = _AS_PATH.fullmatch(str(place)) if isinstance(place, Path) else None
    if found is None and not is_url(place):
        return Path(place)
    url = str(place) if found is None else f"{found[1]}//{found[2] or ''}"
    raise HeadscopeError(
        f"'{url}' is a URL, and here only a file or a folder of this machine can be given. Runs can be written to a URL: by headscope "
        "measure, report, probe and merge."
    )


def inside(place: str | Path, name: str) -> str | Path:
    """What has this name in a folder, or under a URL.

    >>> inside("s3://bucket/runs/", "step0"), str(inside("runs", "step0"))
    ('s3://bucket/runs/step0', 'runs/step0')
    """
    return f"{str(place).rstrip('/')}/{name}" if is_url(place) else Path(place) / name


def served(url: str) -> tuple[Any, str]:
    """The file system that serves a URL, and what the place is called there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise HeadscopeError(f"'{url}' is reached through fsspec: pip install 'headscope[remote]'.") from None
    with explained(url, "reached"):
        system, path = url_to_fs(url)
        system.invalidate_cache()  # others may have written there since
    return system, path


@contextmanager
def explained(url: str, done: str) -> Iterator[None]:
    """Turns what a file system raises into a sentence; `done` is what can't be done there: "read", "written to"."""
    try:
        yield
    except HeadscopeError:
        raise
    except ImportError as error:
        raise HeadscopeError(
            f"'{url}' needs another package: {one_line(error)}. Try pip install 'headscope[remote]'."
        ) from None
    except FileNotFoundError:
        raise HeadscopeError(f"There is no file '{url}'.") from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise HeadscopeError(
            f"The disk is full: '{url}' could not be copied. Free some space and run again."
            if full
            else _said(url, done, error)
        ) from None
    except Exception as error:  # whatever a file system raises is about that place
        raise HeadscopeError(_said(url, done, error)) from None


def _said(url: str, done: str, error: Exception) -> str:
    return f"'{url}' can't be {done}: {type(error).__name__}: {one_line(error).rstrip('.')}."
