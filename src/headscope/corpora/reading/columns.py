"""The eight columns that CoNLL-U and CoNLL-X share, word by word → a sentence.

Number, form, lemma, tag, finer tag, features, head, relation; `_` is nothing. Of the two tags the first counts, the second
where that is `_`.
"""

from collections.abc import Sequence

from headscope.corpora.reading.faults import Fault, Where
from headscope.corpora.reading.trees import NOTHING, read_heads
from headscope.types import Sentence


class Columns:
    """The words of one sentence, and the lines they are from."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.lines: list[int] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.features: list[str] = []
        self.heads: list[str] = []
        self.relations: list[str] = []

    def add(self, cells: Sequence[str], line: int) -> None:
        if not cells[1].strip():
            raise Fault("sentences with an empty word", f"{self.where(line)}: the word has no form; expected it in column 2.")
        self.lines.append(line)
        self.words.append(cells[1])
        self.tags.append(cells[4] if cells[3] == NOTHING else cells[3])
        self.features.append(cells[5])
        self.heads.append(cells[6])
        self.relations.append(cells[7])

    def sentence(self) -> Sentence:
        """All of it, the tree checked; the line of the first word is its place."""
        if len(self.words) > 1 and all(word == NOTHING for word in self.words):
            raise Fault(
                "sentences without their words",
                f"{self.where(self.lines[0])}: every word is _, so this corpus is shared without its text; "
                "put the words back with the program that comes with it.",
            )
        heads = read_heads(self.heads, self.lines, self.where)
        features = column(self.features)
        return Sentence(
            tuple(self.words),
            heads,
            None if heads is None else column(self.relations),
            column(self.tags),
            None if features is None else tuple("" if value == NOTHING else value for value in features),
            place=self.where(self.lines[0]),
        )


def column(values: Sequence[str]) -> tuple[str, ...] | None:
    """A column of a sentence, None where nothing was written in it.

    >>> column(["nsubj", "_"]), column(["_", "_"])
    (('nsubj', '_'), None)
    """
    return tuple(values) if any(value != NOTHING for value in values) else None
