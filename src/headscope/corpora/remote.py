"""Corpora that lie elsewhere: files by URL, wherever fsspec serves them, and datasets of the Hub by name.

Each is copied to a temporary file, block by block, because a corpus is read several times: to know it, to count it, to measure it; and its
digest and its units must be known before the first is measured (docs/scale.md). The file goes when the process ends.
"""

import atexit
import re
import shutil
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from headscope.errors import HeadscopeError, one_line
from headscope.urls import explained, is_url, served

BLOCK = 2**20
_COPIES: dict[str, Path] = {}  # what was copied in this process
Told = Callable[[str], None]
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
    return is_url(place) or (place.startswith(HUB) and not Path(place).exists())


def nobody(words: str) -> None:
    """Hears nothing."""


def fetch(place: str, told: Told = nobody) -> Path:
    """A local copy of what lies elsewhere, made once in a process; `told` hears how far it is."""
    if place not in _COPIES:
        hub = place.startswith(HUB) and not is_url(place)
        _COPIES[place] = _dataset(place.removeprefix(HUB), told) if hub else _file(place, told)
    return _COPIES[place]


def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="headscope-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _file(url: str, told: Told) -> Path:
    name = PurePosixPath(urlsplit(url).path).name or urlsplit(url).netloc
    path = _folder() / re.sub(r"[^\w.+-]", "_", name)
    served(url)
    import fsspec

    with explained(url, "read"):
        opened = fsspec.open(url, "rb")
        size = opened.fs.info(opened.path).get("size")
        if size and size > (free := shutil.disk_usage(path.parent).free):
            raise HeadscopeError(
                f"'{url}' has {size / 1e9:,.1f} GB, and '{path.parent.parent}', where a copy is made, has {free / 1e9:,.1f} GB free. "
                "Set TMPDIR to a folder on a larger disk."
            )
        with opened as source, path.open("wb") as copy:
            whole, done = f" of {size / 1e6:,.0f}" if size else "", 0
            while block := source.read(BLOCK):
                copy.write(block)
                done += len(block)
                told(f"Copying {name}: {done / 1e6:,.0f}{whole} MB…")
    return path


def _dataset(spec: str, told: Told) -> Path:
    """NAME, NAME:SPLIT or NAME:CONFIG:SPLIT as plain text: each row is a document, each of its lines a paragraph. A split may be cut, as
    in train[:1000]."""
    try:
        import datasets
    except ImportError:
        raise HeadscopeError(f"'{HUB}{spec}' is read through the package datasets: pip install datasets.") from None
    name, *rest = spec.split(":")
    if not name or len(rest) > 2:
        raise HeadscopeError(f"'{HUB}{spec}' is not a dataset: expected hf:NAME, hf:NAME:SPLIT or hf:NAME:CONFIG:SPLIT.")
    config = rest[0] if len(rest) == 2 else None
    split, most = _rows(rest[-1] if rest else "train")
    path = (
        _folder() / f"{re.sub(r'[^a-zA-Z0-9.+-]', '_', PurePosixPath(name).name)}-{re.sub(r'[^a-zA-Z0-9.+-]', '_', split)}.txt"
    )
    try:
        rows = datasets.load_dataset(name, config, split=split, streaming=True)
        with path.open("w", encoding="utf-8") as file:
            for number, row in enumerate(islice(rows, most), 1):
                if number % 1000 == 0:
                    told(f"Copying {name}: {number:,} rows…")
                paragraphs = [line.strip() for line in _text(row, spec).splitlines() if line.strip()]
                if paragraphs:
                    file.write("\n".join(paragraphs) + "\n\n")
    except HeadscopeError:
        raise
    except Exception as error:  # as above
        raise HeadscopeError(f"The dataset '{spec}' can't be read: {type(error).__name__}: {one_line(error)}.") from None
    return path


def _rows(split: str) -> tuple[str, int | None]:
    """A split's name, and how many of its first rows to read.

    >>> _rows("train[:1000]"), _rows("test")
    (('train', 1000), ('test', None))
    """
    found = re.fullmatch(r"(.+)\[:(\d+)\]", split)
    return (found[1], int(found[2])) if found else (split, None)


def _text(row: dict[str, Any], spec: str) -> str:
    for name in TEXT:
        if isinstance(row.get(name), str):
            return str(row[name])
    raise HeadscopeError(f"The dataset '{spec}' has no text: expected a column {', '.join(TEXT)}; it has {', '.join(row)}.")
