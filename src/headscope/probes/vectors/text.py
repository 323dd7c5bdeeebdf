"""Word vectors as text: a word and its numbers a line, as GloVe, word2vec and fastText write them, plain or packed.

word2vec's and fastText's files open with how many words of how many dimensions follow. Files are read line by line; numbers are read
only of words that are wanted, but every line must have as many as the first.
"""

import gzip
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, runtime_checkable
from zipfile import BadZipFile, ZipFile

import numpy as np
from jaxtyping import Float32

from headscope.errors import HeadscopeError, one_line

LONGEST = 2**20  # bytes of a line: thousands of dimensions
LARGEST = float(np.finfo(np.float32).max)
BROKEN = (OSError, EOFError, zlib.error, BadZipFile, RuntimeError, NotImplementedError)  # what unpacking raises
_MARK = "\ufeff".encode()  # some editors open a file with it

Found = dict[str, Float32[np.ndarray, " feature"]]


@runtime_checkable
class Stream(Protocol):
    """Bytes that come one after the other, from a file or out of an archive."""

    def read(self, size: int = ..., /) -> bytes: ...

    def readline(self, size: int = ..., /) -> bytes: ...


def read_text(path: Path, member: str | None, wanted: Collection[str]) -> Found:
    """The vectors of the wanted words; of a word that comes twice, the first."""
    with opened(path, member) as (stream, place):
        return _read(stream, place, wanted)


@contextmanager
def opened(path: Path, member: str | None = None) -> Iterator[tuple[Stream, str]]:
    """The bytes of a file, unpacked, and how errors name it."""
    place = f"'{path}'"
    kind = path.suffix.lower()
    if member is not None and kind != ".zip":
        raise HeadscopeError(f"{place} is no .zip file, so it has no '{member}' inside.")
    with unpacking(place):
        if kind == ".zip":
            with ZipFile(path) as archive:
                name = _member(archive, member, place)
                with archive.open(name) as stream:
                    yield stream, f"'{name}' in {place}"
        else:
            with gzip.open(path) if kind == ".gz" else path.open("rb") as stream:
                yield stream, place


@contextmanager
def unpacking(place: str) -> Iterator[None]:
    """What goes wrong with a file, in a sentence."""
    try:
        yield
    except BROKEN as error:
        raise HeadscopeError(
            f"{place} can't be read: {one_line(error).rstrip('.')}. Is it whole, and what its name says?"
        ) from None


def _member(archive: ZipFile, member: str | None, place: str) -> str:
    names = [info.filename for info in archive.infolist() if not info.is_dir()]
    if member is not None and member not in names:
        raise HeadscopeError(f"There is no '{member}' in {place}: it holds {', '.join(names) or 'nothing'}.")
    if member is not None:
        return member
    if len(names) != 1:
        example = f": name one, as in {place.strip(chr(39))}:{names[0]}" if names else ""
        raise HeadscopeError(f"{place} holds {len(names)} files ({', '.join(names[:8])}){example}.")
    return names[0]


def lines(stream: Stream, place: str) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, without their ends; empty ones are left out."""
    number = 0
    while line := stream.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise HeadscopeError(f"{place}, line {number} is longer than {LONGEST:,} bytes: is it word vectors as text?")
        if number == 1:
            line = line.removeprefix(_MARK)
        if line := line.rstrip(b"\r\n"):
            yield number, line


def decoded(word: bytes, place: str, number: int) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise HeadscopeError(
            f"{place}, line {number}: the word is not UTF-8. Is this text? Binary files of word2vec must be saved as text first."
        ) from None


def _read(stream: Stream, place: str, wanted: Collection[str]) -> Found:
    rows = ((number, line.replace(b"\t", b" ").rstrip(b" ")) for number, line in lines(stream, place))
    first = next(rows, None)
    if first is None:
        raise HeadscopeError(f"{place} is empty: expected a word and its numbers on every line.")
    promised = _header(first[1])
    dimension = promised[1] if promised else first[1].count(b" ")
    if dimension < 1:
        raise HeadscopeError(f"{place}, line {first[0]}: expected a word and its numbers, separated by spaces.")
    found: Found = {}
    seen = 0
    for number, line in rows if promised else _again(first, rows):
        seen += 1
        word, numbers = _split(
            line, dimension, f"{place}, line {number}", "the first line says" if promised else "the first line has"
        )
        name = decoded(word, place, number)
        # Of the first line everything is read, so that a file of something else is known for what it is.
        if (name in wanted and name not in found) or seen == 1:
            values = _numbers(numbers, f"{place}, line {number}")
            if name in wanted:
                found[name] = values
    if promised and promised[0] != seen:
        raise HeadscopeError(f"{place} says that it has {promised[0]:,} words, but has {seen:,}: is it whole?")
    return found


def _again(first: tuple[int, bytes], rest: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    yield first
    yield from rest


def _header(line: bytes) -> tuple[int, int] | None:
    """How many words of how many dimensions, where the line says no more than that.

    >>> _header(b"400000 50"), _header(b"the 0.1 0.2")
    ((400000, 50), None)
    """
    parts = line.split()
    return (int(parts[0]), int(parts[1])) if len(parts) == 2 and all(part.isdigit() for part in parts) else None


def _split(line: bytes, dimension: int, place: str, said: str) -> tuple[bytes, list[bytes]]:
    """The word and its numbers. A word may have spaces in it (GloVe's largest file has some), but no number: then it is a vector that
    is too long."""
    word, *numbers = line.rsplit(b" ", dimension)
    inside = word.split(b" ")[1:]
    if len(numbers) != dimension or not word or any(map(_is_number, inside)):
        given = line.count(b" ")
        raise HeadscopeError(
            f"{place}: {given} numbers, but {said} {dimension}. All vectors of a file must have one dimension."
        )
    return word.rstrip(b" "), numbers


def _is_number(part: bytes) -> bool:
    try:
        float(part)
    except ValueError:
        return False
    return True


def _numbers(parts: list[bytes], place: str) -> Float32[np.ndarray, " feature"]:
    wrong = next((part for part in parts if not _is_number(part) or not abs(float(part)) <= LARGEST), None)  # NaN too
    if wrong is not None:
        shown = wrong[:20].decode("utf-8", "replace")
        raise HeadscopeError(f"{place}: '{shown}' is no finite number. Expected a word and its numbers, separated by spaces.")
    return np.array([float(part) for part in parts], dtype=np.float32)
