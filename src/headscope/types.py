"""The nouns that every part of headscope shares. Standard library only; nothing here computes."""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from headscope.errors import HeadscopeError

Stack = Literal["encoder", "decoder", "cross"]
STACKS: tuple[Stack, ...] = get_args(Stack)
MOST_HEADS = 2**16  # of a stack: four times as many as the largest models have. A run that says more is not read

# own: made by the measure itself, which reads no corpus; none: no text at all
UnitKind = Literal["pair", "sentence", "window", "own", "none"]
NO_CORPUS: tuple[UnitKind, ...] = ("own", "none")

ROOT = "root"  # the relation of a word without a governor, however a treebank spells it: Root, ROOT

Annotation = Literal["words", "trees", "mentions"]  # what a corpus may have beside running text


@dataclass(frozen=True)
class Mention:
    """A span of a sentence that refers to an entity: words `start` to `end`, the end not included.

    `head` is the word that stands for it, where the annotation says so; None where a head finder must tell.
    """

    start: int
    end: int
    entity: str
    head: int | None = None


@dataclass(frozen=True)
class Sentence:
    """Words, and what a person or a program said of them; what was not annotated is None.

    `heads` are positions in the sentence counted from 0, -1 for the root. `mentions` is empty in a sentence that refers to
    nothing, and None where nobody looked. The relation of the root is `root`, whatever its case was. `features` are written
    Number=Sing|Person=3. `place` is for people: file and line.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...] | None = None
    relations: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    features: tuple[str, ...] | None = None
    mentions: tuple[Mention, ...] | None = None
    place: str = ""

    def __post_init__(self) -> None:
        if self.relations is not None and any(name != ROOT and name.lower() == ROOT for name in self.relations):
            one_spelling = tuple(ROOT if name.lower() == ROOT else name for name in self.relations)
            object.__setattr__(self, "relations", one_spelling)


@dataclass(frozen=True)
class Document:
    """A text that belongs together. Its id decides its group, so it must not depend on who reads it or when.

    An annotated document has sentences, and its running text as paragraphs too; plain text has paragraphs alone.
    """

    id: str
    paragraphs: tuple[str, ...]
    sentences: tuple[Sentence, ...] = ()
    ids: tuple[int, ...] = ()  # token ids, where a measure makes its own input: these are never decoded and tokenised again
    digest: str = (
        ""  # where the text is the name of a file, as of an image: the SHA-256 that the file must have when it is read
    )


@dataclass(frozen=True)
class Unit:
    """What goes into the model at once: one text, or two that the model's pair form joins; or annotated sentences, word by word,
    of which `first` is then the text."""

    document: str
    first: str
    second: str | None = None
    sentences: tuple[Sentence, ...] = ()
    ids: tuple[int, ...] = ()  # of a document that is made of these
    digest: str = ""  # as its document's


class Head(NamedTuple):
    """One attention head. Stored counted from 0, written and typed counted from 1, as the paper does.

    >>> str(Head(7, 9)), Head.parse("8-10")
    ('8-10', Head(layer=7, head=9))
    """

    layer: int
    head: int

    def __str__(self) -> str:
        return f"{self.layer + 1}-{self.head + 1}"

    @classmethod
    def parse(cls, text: str) -> "Head":
        match = re.fullmatch(r"\s*(\d+)-(\d+)\s*", text)
        if match is None or min(map(int, match.groups())) < 1:
            meant = re.fullmatch(r"\D*([1-9]\d*)\D+([1-9]\d*)\D*", text)
            hint = f" Did you mean {meant[1]}-{meant[2]}?" if meant else ""
            raise HeadscopeError(f"'{text}' is not a head: write layer-head, both counted from 1, as in 8-10.{hint}")
        return cls(int(match[1]) - 1, int(match[2]) - 1)


class Site(NamedTuple):
    """One place in a model where attention is formed: a layer of a stack, and how many heads it has."""

    stack: Stack
    layer: int
    heads: int


class Series(NamedTuple):
    """What a number is about, but for the head: the name of one row of a tally.

    `baseline` is empty for the model's own heads; a baseline's name (`uniform`) otherwise. `direction` is empty where it
    has no meaning. `weights` is empty for the weights that a run is about; where it is about several kinds, the name of a further one.
    """

    corpus: str
    stack: Stack
    measure: str
    key: str
    direction: str = ""
    baseline: str = ""
    weights: str = ""


@dataclass(frozen=True)
class Prediction:
    """One word's answer. `asked` is the word whose attention gave it: the word itself, or a possessor's marker. `gold` are the
    right answers: the governor, or the head words of the antecedents; none for a root."""

    word: int
    asked: int
    predicted: int
    gold: tuple[int, ...]
    weight: float

    @property
    def right(self) -> bool:
        return self.predicted in self.gold
