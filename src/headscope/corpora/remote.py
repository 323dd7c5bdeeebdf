"""Corpora that lie elsewhere: files by URL, wherever fsspec serves them, and datasets of the Hub by name.

Each is copied to a temporary file, block by block, because a corpus is read several times: to know it, to count it, to measure it; and its
digest and its units must be known before the first is measured (docs/scale.md). The file has no name, and is gone when the process ends.
What can't be a corpus is found while it is copied: a line without an end, a copy for which there is no room.
"""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from headscope.corpora.formats import PACKED
from headscope.corpora.reading.bounds import USUAL, Bounds
from headscope.corpora.reading.bounds import shown as size_of
from headscope.corpora.reading.spool import Spool
from headscope.errors import HeadscopeError, one_line
from headscope.urls import explained, is_url, served

_COPIES: dict[str, Spool] = {}  # what was copied in this process
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


def fetch(place: str, told: Told = nobody, bounds: Bounds = USUAL) -> Spool:
    """A local copy of what lies elsewhere, made once in a process; `told` hears how far it is."""
    if place not in _COPIES:
        hub = place.startswith(HUB) and not is_url(place)
        _COPIES[place] = _dataset(place.removeprefix(HUB), told, bounds) if hub else _file(place, told, bounds)
    return _COPIES[place]


def _file(url: str, told: Told, bounds: Bounds) -> Spool:
    name = PurePosixPath(urlsplit(url).path).name or urlsplit(url).netloc
    served(url)
    import fsspec

    with explained(url, "read"):
        opened = fsspec.open(url, "rb")
        size = opened.fs.info(opened.path).get("size")
        place = tempfile.gettempdir()
        if size and size > (free := shutil.disk_usage(place).free):
            raise HeadscopeError(
                f"'{url}' has {size / 1e9:,.1f} GB, and '{place}', where a copy is made, has {free / 1e9:,.1f} GB free. "
                "Set TMPDIR to a folder on a larger disk."
            )
        with opened as source:
            whole, done, line = f" of {size / 1e6:,.0f}" if size else "", 0, _Lines(url, bounds)

            def read(count: int) -> bytes:
                nonlocal done
                block: bytes = source.read(count)
                done += len(block)
                if block:
                    told(f"Copying {name}: {done / 1e6:,.0f}{whole} MB…")
                if not name.lower().endswith(PACKED):
                    line.check(block)
                return block

            copy = Spool(re.sub(r"[^\w.+-]", "_", name), f"'{url}'", read, bounds).read_all()
        if size and copy.size < size:
            raise HeadscopeError(f"'{url}' did not arrive whole: {copy.size:,} of its {size:,} bytes did. Run again.")
    return copy


class _Lines:
    """Raises where a text goes on for longer than a line may be, without an end of line."""

    def __init__(self, url: str, bounds: Bounds) -> None:
        self._url, self._most, self._length = url, bounds.line, 0

    def check(self, block: bytes) -> None:
        last = block.rfind(b"\n")
        self._length = self._length + len(block) if last < 0 else len(block) - last - 1
        if self._length > self._most:
            raise HeadscopeError(
                f"'{self._url}' has a line that is longer than {size_of(self._most)}: expected text, with one paragraph, word or object "
                f"per line. If it is one, allow it: --bounds line={size_of(8 * self._most, '')}."
            )


def _dataset(spec: str, told: Told, bounds: Bounds) -> Spool:
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
    title = "-".join(re.sub(r"[^a-zA-Z0-9.+-]", "_", part) for part in (PurePosixPath(name).name, split))
    try:
        rows = datasets.load_dataset(name, config, split=split, streaming=True)
        written = _Pieces(_written(islice(rows, most), spec, name, told))
        return Spool(f"{title}.txt", f"'{HUB}{spec}'", written.read, bounds).read_all()
    except HeadscopeError:
        raise
    except Exception as error:  # as above
        raise HeadscopeError(f"The dataset '{spec}' can't be read: {type(error).__name__}: {one_line(error)}.") from None


def _written(rows: Iterator[dict[str, Any]], spec: str, name: str, told: Told) -> Iterator[bytes]:
    for number, row in enumerate(rows, 1):
        if number % 1000 == 0:
            told(f"Copying {name}: {number:,} rows…")
        paragraphs = [line.strip() for line in _text(row, spec).splitlines() if line.strip()]
        if paragraphs:
            yield ("\n".join(paragraphs) + "\n\n").encode("utf-8")


class _Pieces:
    """Pieces of text, read as from a file: blocks as large as they are asked for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, memoryview(b"")

    def read(self, count: int) -> bytes:
        taken: list[memoryview] = []
        while count:
            if not self._left:
                piece = next(self._pieces, None)
                if piece is None:
                    break
                self._left = memoryview(piece)
            taken.append(self._left[:count])
            self._left = self._left[count:]
            count -= len(taken[-1])
        return b"".join(taken)


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
