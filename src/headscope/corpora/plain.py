"""Plain text: one paragraph per line, a blank line between documents; .txt, .gz, .xz, or standard input.

It does not split sentences or tokens. Lines are read one at a time, so that a file of any size needs the memory of its
longest document.
"""

import gzip
import lzma
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path

from headscope.corpora.reading.bounds import BLANK_LINES, LEAST, USUAL, Bounds
from headscope.corpora.reading.bounds import shown as size_of
from headscope.corpora.reading.original import Readable
from headscope.errors import HeadscopeError, one_line
from headscope.types import Document

EXPECTED = "expected text, with one paragraph, word or object per line"


@contextmanager
def open_bytes(file: Path | Readable) -> Iterator[BufferedIOBase]:
    """The file's bytes, unpacked where its name says that it is packed."""
    with file.open("rb") as stored:
        match file.suffix.lower():
            case ".gz":
                with gzip.GzipFile(fileobj=stored) as unpacked:
                    yield unpacked
            case ".xz":
                with lzma.LZMAFile(stored) as unpacked:
                    yield unpacked
            case _:
                yield stored


def read_lines(path: Path | Readable, shown: str, bounds: Bounds = USUAL) -> Iterator[str]:
    """The file's lines as text, checked: UTF-8, no binary data, no endless line. `shown` is how errors name the file."""
    at = number = blank = 0
    packed = path.suffix.lower() in (".gz", ".xz")
    try:
        with open_bytes(path) as file:
            while line := file.readline(bounds.line + 1):
                number += 1
                blank = 0 if len(line) > 2 else blank + 1
                if len(line) > bounds.line:
                    raise HeadscopeError(
                        f"{shown}, line {number} is longer than {size_of(bounds.line)}: {EXPECTED}. If it is one, allow it: "
                        f"--bounds line={size_of(8 * bounds.line, '')}."
                    )
                if blank > BLANK_LINES:
                    raise HeadscopeError(f"{shown} has {BLANK_LINES:,} empty lines in a row, up to line {number}: {EXPECTED}.")
                if packed and at > bounds.unpacked:
                    raise HeadscopeError(
                        f"{shown} unpacks to more than {size_of(bounds.unpacked)}. If that is meant, allow it: "
                        f"--bounds unpacked={size_of(4 * bounds.unpacked, '')}."
                    )
                if b"\0" in line:
                    raise HeadscopeError(f"{shown} is a binary file (a zero byte in line {number}): expected UTF-8 text.")
                try:
                    text = line.decode("utf-8")
                except UnicodeDecodeError as error:
                    raise HeadscopeError(
                        f"{shown} is not valid UTF-8: byte 0x{line[error.start]:02x} at offset {at + error.start} (line {number}, "
                        f"column {error.start + 1}). Convert it, for example with iconv -t utf-8."
                    ) from None
                yield text.removeprefix("\ufeff") if number == 1 else text
                at += len(line)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        raise HeadscopeError(f"{shown} can't be unpacked: {one_line(error)}.") from None
    except MemoryError:
        raise HeadscopeError(f"{shown} can't be read: a line of it, or what unpacks it, does not fit into memory.") from None
    except OSError as error:
        raise HeadscopeError(f"{shown} can't be read: {error.strerror or error}.") from None


def documents(path: Path | Readable, shown: str, prefix: str = "", bounds: Bounds = USUAL) -> Iterator[Document]:
    """The file's documents, numbered from 1; `prefix` tells files of one corpus apart."""
    paragraphs: list[str] = []
    number = size = 0
    for at, line in enumerate(read_lines(path, shown, bounds), 1):
        if text := line.strip():
            paragraphs.append(text)
            size += max(len(line), LEAST)
            bounds.check_document(size, f"{shown}, up to line {at}", "expected a blank line between documents")
        elif paragraphs:
            number += 1
            yield Document(f"{prefix}{number}", tuple(paragraphs))
            paragraphs, size = [], 0
    if paragraphs:
        yield Document(f"{prefix}{number + 1}", tuple(paragraphs))
