"""Documents → units → chunks. Nothing is tokenised here, so skipping to a chunk costs no more than reading the text (but for
units that depend on the tokenizer: see filled.py and windows.py)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from headscope.registry import Registry
from headscope.types import Document, Sentence, Unit

CHUNK = 64  # consecutive units; the step in which shards, workers and resuming take work

Cut = Callable[[Document], Iterator[Unit]]  # how a document becomes units
UNITS: Registry[Cut] = Registry("unit")


def pairs(document: Document) -> Iterator[Unit]:
    """Paragraphs two by two, (1, 2), (3, 4), …; a last odd one alone.

    >>> [(unit.first, unit.second) for unit in pairs(Document("d", ("a", "b", "c")))]
    [('a', 'b'), ('c', None)]
    """
    for at in range(0, len(document.paragraphs), 2):
        two = document.paragraphs[at : at + 2]
        yield Unit(document.id, two[0], two[1] if len(two) > 1 else None, digest=document.digest)


def sentences(document: Document) -> Iterator[Unit]:
    """Annotated sentences, one by one."""
    for sentence in document.sentences:
        yield annotated(document.id, (sentence,))


def annotated(document: str, sentences: tuple[Sentence, ...]) -> Unit:
    """Sentences as a unit; its text is their words with a space between any two."""
    return Unit(document, " ".join(word for sentence in sentences for word in sentence.words), None, sentences)


def made(document: Document) -> Iterator[Unit]:
    """A document of token ids, as it is."""
    yield Unit(document.id, "", ids=document.ids)


UNITS.add("pair", pairs)
UNITS.add("sentence", sentences)
UNITS.add("own", made)
UNITS.add("none", made)


@dataclass(frozen=True)
class Chunk:
    """64 consecutive units of a corpus (the last one may have fewer), with the chunk's place in it."""

    index: int
    units: tuple[Unit, ...]


def chunks(documents: Iterable[Document], kind: str | Cut, limit: int | None = None) -> Iterator[Chunk]:
    """Cuts a corpus into chunks; `limit` keeps the first so many units."""
    cut = UNITS[kind] if isinstance(kind, str) else kind
    units = islice((unit for document in documents for unit in cut(document)), limit)
    index = 0
    while taken := tuple(islice(units, CHUNK)):
        yield Chunk(index, taken)
        index += 1
