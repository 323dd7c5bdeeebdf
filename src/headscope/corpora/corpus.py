"""A corpus: a name, its files, and the documents in them, read as a stream as often as needed."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from headscope import console
from headscope.corpora.bundled import ANNOTATED, FOLDER
from headscope.corpora.formats import FORMATS, POSSIBLE, READERS, files_in, stem, tell
from headscope.corpora.reading.bounds import USUAL, Bounds
from headscope.corpora.reading.faults import Broken, Ledger
from headscope.corpora.reading.original import Original, originals
from headscope.corpora.reading.spool import Spool
from headscope.corpora.remote import Told, fetch, is_remote, nobody
from headscope.errors import HeadscopeError, unknown_name
from headscope.registry import Registry
from headscope.types import Annotation, Document

CORPORA: Registry[Path] = Registry("corpus")
CORPORA.add("bundled", FOLDER)
CORPORA.add("annotated", ANNOTATED)
STANDARD_INPUT = "Standard input"  # how errors name it
BESIDE = {"bundled": "annotated"}  # a corpus that comes with another: the same texts in part, with trees and mentions


@dataclass(frozen=True)
class Corpus:
    """Documents in files. `origin` is what the user typed; `digest` is the SHA-256 of the files' bytes, in order, where it is known from
    the beginning. `sources` are the files as they were when the corpus was opened, or the copy of a stream; readings are of these.

    `skipped` counts by reason what was left out since the last reading began: broken sentences and documents where
    `skip_broken` allows it (else the first one is an error), and always mentions that no measure can use.
    """

    name: str
    origin: str
    files: tuple[Path, ...]
    format: str = "plain"
    digest: str = field(default="", compare=False)
    skip_broken: bool = field(default=False, kw_only=True)
    bounds: Bounds = field(default=USUAL, kw_only=True, compare=False)
    sources: tuple[Original | Spool, ...] = field(default=(), kw_only=True, compare=False, repr=False)
    skipped: Counter[str] = field(default_factory=Counter, init=False, compare=False, repr=False)
    broken: Broken = field(default_factory=Broken, init=False, compare=False, repr=False)  # what of `skipped` was broken
    _known: dict[int | None, frozenset[Annotation]] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def hash(self) -> str:
        """The SHA-256 of all bytes; of a stream of which a limit asks for a part, of what was read of it."""
        for stream in self._streams():
            if not stream.settled:
                for _ in self._read(Ledger(skip=True, bounds=self.bounds)):
                    pass
            return stream.digest
        return self.digest

    def settle(self) -> None:
        """Says that no more is needed than was read so far: a stream may be endless, and its hash is of what was read."""
        for stream in self._streams():
            stream.settle()

    def _streams(self) -> Iterator[Spool]:
        return (file for file in self.sources if isinstance(file, Spool))

    def documents(self) -> Iterator[Document]:
        """Every document, in order. Ids are its own, or its position in the file; after the file's name where there are
        several."""
        yield from self._read(self._new_ledger())

    def _new_ledger(self) -> Ledger:
        """For a reading from the start."""
        self.skipped.clear()
        self.broken.clear()
        return Ledger(self.skip_broken, self.skipped, self.bounds, self.broken)

    def remark_on_broken(self) -> None:
        """Tells a person, once, what the last reading left out as broken."""
        if self.broken.reasons and not self.broken.told:
            self.broken.told = True
            console.remark(self.broken.sentence(self.origin))

    def annotations(self, most: int | None = None) -> frozenset[Annotation]:
        """What the corpus has beside running text, found by reading until all that its format can hold was seen, or `most` sentences."""
        if most not in self._known:
            self._known[most] = self._annotations(most)
        return self._known[most]

    def _annotations(self, most: int | None) -> frozenset[Annotation]:
        possible, found, seen = POSSIBLE.get(self.format, frozenset()), set[Annotation](), 0
        if possible:
            for document in self._read(Ledger(self.skip_broken, bounds=self.bounds)):
                for sentence in document.sentences:
                    found.add("words")
                    if sentence.heads is not None:
                        found.add("trees")
                    if sentence.mentions:
                        found.add("mentions")
                seen += len(document.sentences)
                if found == possible or (most is not None and seen >= most):
                    break
        return frozenset(found)

    def _read(self, ledger: Ledger) -> Iterator[Document]:
        read = READERS[self.format]
        for file in self.sources or self.files:
            prefix = f"{file.name}:" if len(self.files) > 1 else ""
            shown = STANDARD_INPUT if self.origin == "-" else f"'{file.name}'"
            yield from read(file, shown, prefix, ledger)
        for file in self.sources:
            if isinstance(file, Original):
                file.check()  # one of several may have changed since it was read


@dataclass(frozen=True)
class MadeCorpus(Corpus):
    """Documents that a measure makes itself, as token ids: the same ones whenever they are read."""

    make: Callable[[], Iterator[Document]] = field(default=lambda: iter(()), compare=False)

    def documents(self) -> Iterator[Document]:
        return self.make()


def open_corpus(spec: str | Path, *, skip_broken: bool = False, bounds: str | None = None, told: Told = nobody) -> Corpus:
    """Opens `bundled`, a file, a folder of files of one format, `-` (standard input), a URL (`s3://…`), a dataset of the Hub
    (`hf:NAME:SPLIT`), or any of these as `format:path`.

    With `skip_broken`, broken sentences and documents are left out and counted in the corpus's `skipped`; without, the first
    one is an error when it is read. `bounds` are the most bytes of a line, of a document and of an unpacked file ("line=8M,document=1G").
    `told` hears how far a copy of what lies elsewhere is.

    >>> open_corpus("bundled").name
    'bundled'
    """
    return _open(str(spec), skip_broken, Bounds.parse(bounds), told)


def check_named(origin: str) -> None:
    """Raises where a corpus can be known to be nowhere, without reading anything or asking a network."""
    _, place = _split_format(origin)
    if place != "-" and not is_remote(place) and place not in CORPORA and not Path(place).expanduser().exists():
        raise _missing(place)


def _open(origin: str, skip_broken: bool, bounds: Bounds, told: Told) -> Corpus:
    format_, place = _split_format(origin)
    path = Path(place).expanduser()

    def streamed(name: str, copy: Spool, told_format: str) -> Corpus:
        return Corpus(name, origin, (Path(copy.name),), told_format, skip_broken=skip_broken, bounds=bounds, sources=(copy,))

    def filed(name: str, told_format: str, files: tuple[Path, ...]) -> Corpus:
        sources, digest = originals(files)
        return Corpus(name, origin, files, told_format, digest, skip_broken=skip_broken, bounds=bounds, sources=sources)

    if place == "-":
        corpus = streamed("stdin", _standard_input(bounds), format_ or "plain")
        next(corpus._read(Ledger(skip=True, bounds=bounds)), None)  # what is no text is refused before a model is loaded for it
        return corpus
    if is_remote(place):
        copy = fetch(place, told, bounds)
        return streamed(stem(copy), copy, format_ or tell(copy))
    if place in CORPORA and not path.exists():
        return filed(place, *_registered(CORPORA[place], format_))
    if path.is_dir():
        return filed(path.resolve().name, *files_in(path, format_))
    if not path.exists():
        raise _missing(place)
    if not path.is_file():
        raise HeadscopeError(f"'{place}' is neither a file nor a folder.")
    return filed(stem(path), format_ or tell(path), (path,))


def open_corpora(
    specs: Iterable[str | Path | Corpus], *, skip_broken: bool = False, bounds: str | None = None, told: Told = nobody
) -> list[Corpus]:
    """Opens several. The bundled corpus brings its annotated part, for the measures that need one.

    >>> [corpus.name for corpus in open_corpora(["bundled"])]
    ['bundled', 'annotated']
    """
    corpora: list[Corpus] = []
    for spec in specs:
        one = spec if isinstance(spec, Corpus) else open_corpus(spec, skip_broken=skip_broken, bounds=bounds, told=told)
        corpora.append(one)
        if isinstance(spec, str) and spec in BESIDE and not Path(spec).exists():
            corpora.append(open_corpus(BESIDE[spec]))
    return corpora


def _registered(path: Path, format_: str | None) -> tuple[str, tuple[Path, ...]]:
    """A corpus with a name is a file, or the plain text of a folder unless another format is asked for."""
    return files_in(path, format_ or "plain") if path.is_dir() else (format_ or tell(path), (path,))


def _missing(place: str) -> HeadscopeError:
    head, colon, rest = place.partition(":")
    if colon and Path(rest).expanduser().exists():
        return unknown_name("corpus format", head, FORMATS)
    if "/" not in place and "." not in place:
        unknown = str(unknown_name("corpus", place, CORPORA))
        return HeadscopeError(f"There is no file '{place}', and {unknown[0].lower()}{unknown[1:]}")
    return HeadscopeError(f"There is no file or folder '{place}'. Give a text file, a folder of them, 'bundled', or -.")


def _split_format(spec: str) -> tuple[str | None, str]:
    head, colon, rest = spec.partition(":")
    return (head, rest) if colon and head in FORMATS and not Path(spec).exists() else (None, spec)


def _standard_input(bounds: Bounds) -> Spool:
    """Standard input, kept as it is read, because a corpus is read twice: once to check and count it, once to measure it."""
    if sys.stdin is None or sys.stdin.isatty():
        raise HeadscopeError("- reads the corpus from standard input, but nothing was piped in.")
    stream = sys.stdin.buffer

    def read(count: int) -> bytes:
        try:
            return stream.read(count)
        except OSError as error:
            raise HeadscopeError(f"{STANDARD_INPUT} can't be read: {error.strerror or error}.") from None

    return Spool("stdin.txt", STANDARD_INPUT, read, bounds)
