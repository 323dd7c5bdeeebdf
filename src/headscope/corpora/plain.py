"""Plain text: one paragraph per line, a blank line between documents; .txt, .gz, .xz, or standard input.

It does not split sentences or tokens. Lines are read one at a time, so that a file of any size needs the memory of its
longest document.
"""

import gzip
import lzma
import zlib
from collections.abc import Iterator
from io import BufferedIOBase
from pathlib import Path

from headscope.errors import HeadscopeError, one_line
from headscope.types import Document

LONGEST_LINE = 8 * 2**20  # bytes; a longer one is not a paragraph


def open_bytes(path: Path) -> BufferedIOBase:
    """The file's bytes, unpacked where its name says that it is packed."""
    match path.suffix.lower():
        case ".gz":
            return gzip.GzipFile(path, "rb")
        case ".xz":
            return lzma.LZMAFile(path, "rb")
        case _:
            return path.open("rb")


def read_lines(path: Path, shown: str) -> Iterator[str]:
    """The file's lines as text, checked: UTF-8, no binary data, no endless line. `shown` is how errors name the file."""
    at = 0
    try:
        with open_bytes(path) as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise HeadscopeError(
                        f"{shown}, line {number} is longer than {LONGEST_LINE // 2**20} MiB: "
                        "expected text, with one paragraph, word or object per line."
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
    except OSError as error:
        raise HeadscopeError(f"{shown} can't be read: {error.strerror or error}.") from None


def documents(path: Path, shown: str, prefix: str = "") -> Iterator[Document]:
    """The file's documents, numbered from 1; `prefix` tells files of one corpus apart."""
    paragraphs: list[str] = []
    number = 0
    for line in read_lines(path, shown):
        if text := line.strip():
            paragraphs.append(text)
        elif paragraphs:
            number += 1
            yield Document(f"{prefix}{number}", tuple(paragraphs))
            paragraphs = []
    if paragraphs:
        yield Document(f"{prefix}{number + 1}", tuple(paragraphs))
