"""A corpus: a name, its files, and the documents in them, read as a stream as often as needed."""

import atexit
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from headscope.corpora import plain
from headscope.corpora.bundled import FOLDER
from headscope.errors import HeadscopeError, unknown_name
from headscope.registry import Registry
from headscope.types import Document

SUFFIXES = (".txt", ".gz", ".xz")
FORMATS: Registry[str] = Registry("corpus format")
FORMATS.add("plain", "one paragraph per line, a blank line between documents (.txt, .gz, .xz, or - for standard input)")

CORPORA: Registry[Path] = Registry("corpus")
CORPORA.add("bundled", FOLDER)


@dataclass(frozen=True)
class Corpus:
    """Documents in files. `origin` is what the user typed; `hash` is of the files' bytes, in order."""

    name: str
    origin: str
    files: tuple[Path, ...]
    format: str = "plain"
    hash: str = field(default="", compare=False)

    def documents(self) -> Iterator[Document]:
        """Every document, in order. Ids are the position in the file, after the file's name where there are several."""
        for path in self.files:
            prefix = f"{path.name}:" if len(self.files) > 1 else ""
            shown = "Standard input" if self.origin == "-" else f"'{path.name}'"
            yield from plain.documents(path, shown, prefix)


def open_corpus(spec: str | Path) -> Corpus:
    """Opens `bundled`, a file, a folder of text files, `-` (standard input), or any of these as `format:path`.

    >>> open_corpus("bundled").name
    'bundled'
    """
    origin = str(spec)
    format_, place = _split_format(origin)
    if place == "-":
        return _finish("stdin", "-", (_spool_standard_input(),), format_)
    if place in CORPORA and not Path(place).exists():
        return _finish(place, place, _text_files(CORPORA[place]), format_)
    path = Path(place).expanduser()
    if path.is_dir():
        return _finish(path.resolve().name, origin, _text_files(path), format_)
    if not path.exists():
        if "/" not in place and "." not in place:
            raise HeadscopeError(f"There is no file '{place}', and {_lowered(unknown_name('corpus', place, CORPORA))}")
        raise HeadscopeError(f"There is no file or folder '{place}'. Give a text file, a folder of them, 'bundled', or -.")
    if not path.is_file():
        raise HeadscopeError(f"'{place}' is neither a file nor a folder.")
    return _finish(_stem(path), origin, (path,), format_)


def _lowered(error: HeadscopeError) -> str:
    text = str(error)
    return text[0].lower() + text[1:]


def _split_format(spec: str) -> tuple[str, str]:
    head, colon, rest = spec.partition(":")
    if colon and head in FORMATS and not Path(spec).exists():
        return head, rest
    return "plain", spec


def _stem(path: Path) -> str:
    name = path.name
    for suffix in (".gz", ".xz", ".txt"):
        name = name.removesuffix(suffix)
    return name or path.name


def _text_files(folder: Path) -> tuple[Path, ...]:
    files = tuple(sorted(p for p in folder.iterdir() if p.is_file() and p.suffix.lower() in SUFFIXES))
    if not files:
        raise HeadscopeError(f"The folder '{folder}' holds no text file ({', '.join(SUFFIXES)}).")
    return files


def _spool_standard_input() -> Path:
    """Standard input on disk, because a corpus is read twice: once to check and count it, once to measure it."""
    if sys.stdin is None or sys.stdin.isatty():
        raise HeadscopeError("- reads the corpus from standard input, but nothing was piped in.")
    folder = tempfile.mkdtemp(prefix="headscope-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, "stdin.txt")
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return path


def _finish(name: str, origin: str, files: tuple[Path, ...], format_: str) -> Corpus:
    digest = hashlib.sha256()
    for path in files:
        with suppress(OSError), path.open("rb") as file:  # what can't be read is reported by the reader, in its words
            while block := file.read(2**20):
                digest.update(block)
    return Corpus(name, origin, files, format_, digest.hexdigest())
