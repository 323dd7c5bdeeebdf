"""Word vectors as NumPy arrays: X.npy with a vocabulary beside it, or an .npz of `vectors` and `words`.

Rows are read a few megabytes at a time, and only those that are wanted are kept. Arrays of Python objects, which would have to be
unpickled, are refused.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
from jaxtyping import Float32, Int64

from headscope.errors import HeadscopeError, one_line
from headscope.probes.vectors.text import LARGEST, Stream, decoded, lines, opened, unpacking

BLOCK = 4 * 2**20  # bytes that are read at once
WIDEST = 64 * 2**20  # bytes of one row; stored column by column, of one column

Found = dict[str, Float32[np.ndarray, " feature"]]


def read_pair(path: Path, vocabulary: Path, wanted: Collection[str]) -> Found:
    """The vectors of the wanted words; of a word that comes twice, the first."""
    read = _parquet_words if vocabulary.suffix.lower() == ".parquet" else _listed_words
    number, rows = read(vocabulary, wanted)
    with unpacking(f"'{path}'"), path.open("rb") as stream:
        return _vectors(_Array.open(stream, f"'{path}'"), number, rows, f"'{vocabulary}'")


def read_npz(path: Path, wanted: Collection[str]) -> Found:
    with unpacking(f"'{path}'"), ZipFile(path) as archive:
        names = [name.removesuffix(".npy") for name in archive.namelist()]
        if not {"vectors", "words"} <= set(names):
            raise HeadscopeError(
                f"'{path}' must hold the arrays 'vectors' and 'words'; it holds {', '.join(names) or 'nothing'}."
            )
        with archive.open("words.npy") as stream:
            number, rows = _array_words(_Array.open(stream, f"'words' in '{path}'"), wanted)
        with archive.open("vectors.npy") as stream:
            return _vectors(_Array.open(stream, f"'vectors' in '{path}'"), number, rows, "'words'")


@dataclass(frozen=True)
class _Array:
    """An array in NumPy's format, of which the header has been read. One stored column by column is its transpose stored row by row."""

    stream: Stream
    place: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    by_column: bool

    @classmethod
    def open(cls, stream: Stream, place: str) -> "_Array":
        try:
            version = np.lib.format.read_magic(stream)
            read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}[version]
            shape, by_column, dtype = read(stream)
        except (ValueError, KeyError) as error:
            raise HeadscopeError(f"{place} is no array that NumPy saved: {one_line(error).rstrip('.')}.") from None
        if dtype.hasobject:
            raise HeadscopeError(
                f"{place} is an array of Python objects, which is not read: save it as numbers, or words as text."
            )
        return cls(stream, place, shape, dtype, by_column and len(shape) == 2)

    def blocks(self) -> Iterator[tuple[int, np.ndarray]]:
        """The array as it is stored, some rows at a time, with the number of the first."""
        stored = self.shape[::-1] if self.by_column else self.shape
        row = self.dtype.itemsize * math.prod(stored[1:])
        if not 0 < row <= WIDEST:
            raise HeadscopeError(f"{self.place} is stored in rows of {row:,} bytes: expected from 1 to {WIDEST:,}.")
        each = max(1, BLOCK // row)
        for start in range(0, stored[0], each):
            number = min(each, stored[0] - start)
            data = self.stream.read(number * row)
            if len(data) != number * row:
                raise HeadscopeError(
                    f"{self.place} ends too early, after {start + len(data) // row:,} of {stored[0]:,} rows: is it whole?"
                )
            yield start, np.frombuffer(data, self.dtype).reshape(number, *stored[1:])

    def take(self, rows: Int64[np.ndarray, " row"]) -> np.ndarray:
        """Some rows of a table, in their order, which must be ascending."""
        parts = []
        for start, block in self.blocks():
            if self.by_column:
                parts.append(block[:, rows])
            else:
                parts.append(block[rows[(rows >= start) & (rows < start + len(block))] - start])
        made = np.concatenate(parts)
        return made.T if self.by_column else made


def _vectors(array: _Array, number: int, rows: dict[int, str], vocabulary: str) -> Found:
    """The wanted rows, checked."""
    if len(array.shape) != 2 or array.dtype.kind not in "fiu" or 0 in array.shape:
        raise HeadscopeError(
            f"{array.place} must be a table of numbers [word, feature]: it is {array.dtype} of shape {array.shape}."
        )
    if array.shape[0] != number:
        raise HeadscopeError(
            f"{array.place} has {array.shape[0]:,} vectors, but {vocabulary} has {number:,} words: they must be as many."
        )
    wanted = np.array(sorted(rows), dtype=np.int64)
    table = array.take(wanted).astype(np.float64)
    wrong = np.flatnonzero(~(np.abs(table) <= LARGEST).all(1))  # NaN too
    if wrong.size:
        row = int(wanted[wrong[0]])
        raise HeadscopeError(
            f"{array.place}, row {row + 1} (the vector of '{rows[row]}') has a value that is no finite number."
        )
    return {rows[row]: vector for row, vector in zip(wanted.tolist(), table.astype(np.float32), strict=True)}


def _first(words: Iterator[tuple[int, str]], wanted: Collection[str]) -> tuple[int, dict[int, str]]:
    """How many words there are, and in which rows the wanted ones come first."""
    rows: dict[str, int] = {}
    number = 0
    for row, word in words:
        number = row + 1
        if word in wanted:
            rows.setdefault(word, row)
    return number, {row: word for word, row in rows.items()}


def _listed_words(path: Path, wanted: Collection[str]) -> tuple[int, dict[int, str]]:
    """One word a line."""
    with opened(path) as (stream, place):
        return _first(((at, decoded(line, place, number)) for at, (number, line) in enumerate(lines(stream, place))), wanted)


def _array_words(array: _Array, wanted: Collection[str]) -> tuple[int, dict[int, str]]:
    if len(array.shape) != 1 or array.dtype.kind not in "US":
        raise HeadscopeError(f"{array.place} must be a list of words as text: it is {array.dtype} of shape {array.shape}.")

    def words() -> Iterator[tuple[int, str]]:
        for start, block in array.blocks():
            for at, word in enumerate(block.tolist()):
                yield start + at, word if isinstance(word, str) else decoded(word, array.place, start + at + 1)

    return _first(words(), wanted)


def _parquet_words(path: Path, wanted: Collection[str]) -> tuple[int, dict[int, str]]:
    """A Parquet file whose one column of text is the words."""
    import polars as pl  # here alone: text and NumPy files need no more than NumPy

    try:
        table = pl.scan_parquet(path)
        columns = [name for name, kind in table.collect_schema().items() if kind == pl.String]
        if len(columns) != 1:
            raise HeadscopeError(f"'{path}' must have one column of text, the words: it has {len(columns)}.")
        number = int(table.select(pl.len()).collect().item())
        asked = pl.Series(sorted(wanted), dtype=pl.String)
        rows = (
            table.select(pl.col(columns[0]).alias("word")).with_row_index("row").filter(pl.col("word").is_in(asked.implode()))
        )
        found = rows.collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise HeadscopeError(f"'{path}' can't be read as a Parquet file of words: {one_line(error).rstrip('.')}.") from None
    return number, _first(((int(row), str(word)) for row, word in found.iter_rows()), wanted)[1]
