"""Corpora that lie elsewhere: files by URL, wherever fsspec serves them, and datasets of the Hub by name.

Each is copied to a temporary file, block by block, because a corpus is read several times: to know it, to count it, to measure it. The
file goes when the process ends.
"""

import atexit
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from headscope.errors import HeadscopeError, one_line

BLOCK = 2**20
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://.+")
HUB = "hf:"
TEXT = (
    "text",
    "content",
    "sentence",
    "article",
    "document",
)  # columns that may hold the text of a dataset, the first of them is taken


def is_remote(place: str) -> bool:
    """Whether a corpus lies elsewhere.

    >>> is_remote("s3://bucket/text.txt"), is_remote("hf:wikitext:train"), is_remote("text.txt"), is_remote("conllu:text")
    (True, True, False, False)
    """
    return bool(_URL.fullmatch(place)) or (place.startswith(HUB) and not Path(place).exists())


def fetch(place: str) -> Path:
    """A local copy of what lies elsewhere; made once in a process."""
    return _dataset(place.removeprefix(HUB)) if place.startswith(HUB) and not _URL.fullmatch(place) else _file(place)


def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="headscope-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@cache
def _file(url: str) -> Path:
    try:
        import fsspec
    except ImportError:
        raise HeadscopeError(f"'{url}' is read through fsspec: pip install 'headscope[remote]'.") from None
    name = PurePosixPath(urlsplit(url).path).name or urlsplit(url).netloc
    path = _folder() / re.sub(r"[^\w.+-]", "_", name)
    try:
        with fsspec.open(url, "rb") as source, path.open("wb") as copy:
            shutil.copyfileobj(source, copy, BLOCK)
    except ImportError as error:
        raise HeadscopeError(
            f"'{url}' needs another package: {one_line(error)}. Try pip install 'headscope[remote]'."
        ) from None
    except FileNotFoundError:
        raise HeadscopeError(f"There is no file '{url}'.") from None
    except Exception as error:  # whatever a file system raises is about that file
        raise HeadscopeError(f"'{url}' can't be read: {type(error).__name__}: {one_line(error)}.") from None
    return path


@cache
def _dataset(spec: str) -> Path:
    """NAME, NAME:SPLIT or NAME:CONFIG:SPLIT as plain text: each row is a document, each of its lines a paragraph."""
    try:
        import datasets
    except ImportError:
        raise HeadscopeError(f"'{HUB}{spec}' is read through the package datasets: pip install datasets.") from None
    name, *rest = spec.split(":")
    if not name or len(rest) > 2:
        raise HeadscopeError(f"'{HUB}{spec}' is not a dataset: expected hf:NAME, hf:NAME:SPLIT or hf:NAME:CONFIG:SPLIT.")
    split, config = rest[-1] if rest else "train", rest[0] if len(rest) == 2 else None
    path = (
        _folder() / f"{re.sub(r'[^a-zA-Z0-9.+-]', '_', PurePosixPath(name).name)}-{re.sub(r'[^a-zA-Z0-9.+-]', '_', split)}.txt"
    )
    try:
        rows = datasets.load_dataset(name, config, split=split, streaming=True)
        with path.open("w", encoding="utf-8") as file:
            for row in rows:
                paragraphs = [line.strip() for line in _text(row, spec).splitlines() if line.strip()]
                if paragraphs:
                    file.write("\n".join(paragraphs) + "\n\n")
    except HeadscopeError:
        raise
    except Exception as error:  # as above
        raise HeadscopeError(f"The dataset '{spec}' can't be read: {type(error).__name__}: {one_line(error)}.") from None
    return path


def _text(row: dict[str, Any], spec: str) -> str:
    for name in TEXT:
        if isinstance(row.get(name), str):
            return str(row[name])
    raise HeadscopeError(f"The dataset '{spec}' has no text: expected a column {', '.join(TEXT)}; it has {', '.join(row)}.")
