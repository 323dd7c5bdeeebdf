"""Text and files, for both trainings: lines of plain or compressed text, files that are never half written, mistakes in a sentence."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class Mistake(Exception):
    """Something the person at the keyboard can put right, said in one sentence."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Gives a name beside `path` to write to, and renames it to `path` once all is written: there is never half a file."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def check_sources(sources: list[Path]) -> None:
    for source in sources:
        if not source.is_file():
            raise Mistake(f"There is no text file {source}.")


def text_lines(sources: list[Path]) -> Iterator[str]:
    for source in sources:
        try:
            with lzma.open(source, "rt", encoding="utf8") if source.suffix == ".xz" else source.open(encoding="utf8") as file:
                for line in file:
                    yield line.rstrip("\n")
        except UnicodeDecodeError as problem:
            raise Mistake(f"{source} is not UTF-8 text (byte {problem.start} of a read block cannot be decoded).") from problem
        except (lzma.LZMAError, EOFError) as problem:
            raise Mistake(f"{source} is not a whole .xz file.") from problem
        yield ""  # a file also ends a document


def documents(sources: list[Path], shortest: int = 0) -> Iterator[str]:
    """The documents of some texts, their paragraphs on lines of their own; those of `shortest` characters or fewer are left out."""
    paragraphs: list[str] = []
    for line in text_lines(sources):
        if line.strip():
            paragraphs.append(line)
        elif paragraphs:
            if len(document := "\n".join(paragraphs)) > shortest:
                yield document
            paragraphs = []


def run(work: Callable[[], str]) -> int:
    """The exit status of a command: its answer to standard output, or a person's mistake to standard error and 2."""
    try:
        print(work())
        return 0
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}." if problem.filename else str(problem), file=sys.stderr)
    return 2
