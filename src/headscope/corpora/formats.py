"""Which format a file is in: said by its name, by its first lines, or by the user, as in conllx:FILE."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from headscope.corpora import clark, conll2012, conllu, conllx, jsonl, plain
from headscope.corpora.reading.blocks import cells
from headscope.corpora.reading.faults import Ledger, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import number
from headscope.errors import HeadscopeError
from headscope.registry import Registry
from headscope.types import Annotation, Document

Reader = Callable[[Path | Readable, str, str, Ledger], Iterator[Document]]  # file, how errors name it, what its ids begin with

FORMATS: Registry[str] = Registry("corpus format")
FORMATS.add("plain", "one paragraph per line, a blank line between documents (.txt, .gz, .xz, or - for standard input)")
FORMATS.add("conllu", "CoNLL-U: trees of Universal Dependencies, and mentions where Entity= has them (.conllu)")
FORMATS.add("conllx", "CoNLL-X: trees in eight or ten columns, without comments (.conllx, .conll)")
FORMATS.add("conll2012", "CoNLL-2012, as OntoNotes: mentions in the last column (.v4_gold_conll, .conll)")
FORMATS.add("clark", "the paper's lines: a word, a space, head-relation, as in board 9-dobj (.conll)")
FORMATS.add("jsonl", "JSON lines: text, or words with heads (counted from 1, 0 the root), relations, tags (.jsonl)")

READERS: dict[str, Reader] = {
    "plain": lambda path, shown, prefix, ledger: plain.documents(path, shown, prefix, ledger.bounds),
    "conllu": conllu.documents,
    "conllx": conllx.documents,
    "conll2012": conll2012.documents,
    "clark": clark.documents,
    "jsonl": jsonl.documents,
}

POSSIBLE: dict[str, frozenset[Annotation]] = {
    "conllu": frozenset({"words", "trees", "mentions"}),
    "conllx": frozenset({"words", "trees"}),
    "conll2012": frozenset({"words", "mentions"}),
    "clark": frozenset({"words", "trees"}),
    "jsonl": frozenset({"words", "trees"}),
}

PACKED = (".gz", ".xz")
_ENDINGS = {".txt": "plain", ".conllu": "conllu", ".conllx": "conllx", ".jsonl": "jsonl", "_conll": "conll2012"}
_UNCLEAR = ".conll"  # several formats have this name
_SAYS_FORMAT = re.compile(r"((\.v\d+_[a-z]+)?_conll|\.(txt|conllu|conllx|conll|jsonl))?(\.gz|\.xz)?$", re.IGNORECASE)
_TRIED = 50  # lines of such a file


def stem(path: Path | Readable) -> str:
    """The file's name without what says its format.

    >>> stem(Path("en_ewt-ud-dev.conllu.gz")), stem(Path("onto.dev.v4_gold_conll"))
    ('en_ewt-ud-dev', 'onto.dev')
    """
    return _SAYS_FORMAT.sub("", path.name) or path.name


def tell(path: Path | Readable) -> str:
    """The format of a file that someone names; what nothing speaks against is plain text."""
    return _tell(path) or "plain"


def is_text(path: Path) -> bool:
    """Whether a file of a folder is one that would be read as text, by its name."""
    name = _bare(path)
    return path.suffix.lower() in PACKED or name.endswith((*_ENDINGS, _UNCLEAR))


def files_in(folder: Path, wanted: str | None) -> tuple[str, tuple[Path, ...]]:
    """The files of one format in a folder, and which it is: the one asked for, or the only one there."""
    found: dict[Path, str] = {}
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        told = _tell(path, wanted)
        if told is not None and wanted in (None, told):
            found[path] = told
    kinds = Counter(found.values())
    if not kinds:
        looked = (
            f"no file of the format '{wanted}'" if wanted else f"no text file ({', '.join([*_ENDINGS, _UNCLEAR, *PACKED])})"
        )
        raise HeadscopeError(f"The folder '{folder}' holds {looked}.")
    if len(kinds) > 1:
        several = ", ".join(f"{kind} ({count})" for kind, count in kinds.items())
        likely = next(kind for kind in kinds if kind != "plain")  # text beside annotation is often a licence
        raise HeadscopeError(
            f"The folder '{folder}' holds files of several formats: {several}. Say which to read, as in {likely}:{folder}."
        )
    return next(iter(kinds)), tuple(found)


def _bare(path: Path | Readable) -> str:
    """The name in small letters, as it was before packing."""
    name = path.name.lower()
    return name.removesuffix(path.suffix.lower()) if path.suffix.lower() in PACKED else name


def _tell(path: Path | Readable, wanted: str | None = None) -> str | None:
    """The format of a file by its name; where that leaves it open, the one wanted, or else what the first lines say."""
    name = _bare(path)
    if name.endswith(_UNCLEAR):
        return _look(path) if wanted is None else wanted if wanted != "plain" else None
    for ending, told in _ENDINGS.items():
        if name.endswith(ending):
            return told
    return "plain" if path.suffix.lower() in PACKED else None


def _look(path: Path | Readable) -> str:
    """The format of a .conll file, by its first lines."""
    lines = [line.rstrip("\r\n") for line in islice(plain.read_lines(path, f"'{path.name}'"), _TRIED) if line.strip()]
    words = [line for line in lines if not line.startswith("#")]
    rows = [cells(line) for line in words]
    if any(line.startswith(conll2012.BEGIN) for line in lines):
        return "conll2012"
    if rows and all(len(row) == 10 for row in rows) and (len(words) < len(lines) or any(_is_conllu(row) for row in rows)):
        return "conllu"
    if rows and len(words) == len(lines) and all(len(row) in (8, 10) and number(row[0]) for row in rows):
        return "conllx"
    if rows and all(re.fullmatch(r"[0-9]+-\S+", row[-1]) and len(row) == 2 for row in rows):
        return "clark"
    shown = f"its first line is {quoted(lines[0])}" if lines else "it is empty"
    raise HeadscopeError(
        f"'{path.name}' may be in several formats, and {shown}. "
        f"Say which it is, as in conllx:{path}; known: {', '.join(FORMATS)}."
    )


def _is_conllu(row: list[str]) -> bool:
    """Whether a line of ten columns can't be of CoNLL-X: a range, an empty node, or what CoNLL-U alone has in the last two."""
    return not number(row[0]) or ":" in row[8] or "=" in row[9]
