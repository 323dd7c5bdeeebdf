"""A document while it is being read: sentences, running text, brackets; and where it ends when the file does not say.

Where a file marks no paragraphs, each sentence is one: a paragraph of twenty sentences would be cut to its first few.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from headscope.corpora.reading.bounds import LEAST
from headscope.corpora.reading.brackets import Brackets, Node
from headscope.corpora.reading.faults import Fault, Ledger, Where
from headscope.types import Document, Sentence

SENTENCES = 20  # of a file without documents, so many are one


class Draft:
    """One document. Broken sentences are counted in `read`, so that leaving them out moves no other."""

    def __init__(self, id: str, ledger: Ledger) -> None:
        self.id, self.ledger = id, ledger
        self.read = self._size = 0
        self.has_brackets = False
        self._sentences: dict[int, Sentence] = {}
        self._texts: list[tuple[bool, str, bool]] = []  # opens a paragraph, text, a space follows
        self._opens = False
        self._marked = False
        self._spoiled = False
        self._brackets = Brackets(ledger)

    @property
    def is_full(self) -> bool:
        return self.read >= SENTENCES

    def open_paragraph(self) -> None:
        self._opens = self._marked = True

    def mark(self, nodes: Iterable[Node], where: Where) -> None:
        """The brackets of the sentence that is read next. One that does not fit spoils the document."""
        self.has_brackets = True
        if self._spoiled:
            return
        try:
            self._brackets.read(self.read, nodes, where)
        except Fault as fault:
            self.ledger.enter(fault)
            self._spoiled = True

    def add(self, sentence: Sentence | None, text: str = "", space: bool = True) -> None:
        """A sentence with its running text (without one, its words between spaces); None for one that is left out."""
        if sentence is not None:
            self._sentences[self.read] = sentence
            self._size += LEAST * len(sentence.words)
            self.add_text(text or " ".join(sentence.words), space)
        self.read += 1

    def add_text(self, text: str, space: bool = True) -> None:
        self._texts.append((self._opens, text, space))
        self._opens = False
        self._size += max(len(text), LEAST)
        self.ledger.bounds.check_document(self._size, f"The document '{self.id}'", "expected several documents in a large file")

    def finish(self) -> Iterator[Document]:
        """The document, if anything of it is left."""
        if self._spoiled or not self._texts:
            return
        sentences = self._sentences
        if self.has_brackets:
            try:
                mentions = self._brackets.mentions({at: sentence.heads for at, sentence in sentences.items()})
            except Fault as fault:
                self.ledger.enter(fault)
                return
            sentences = {at: replace(sentence, mentions=mentions.get(at, ())) for at, sentence in sentences.items()}
        yield Document(self.id, tuple(self._paragraphs()), tuple(sentences.values()))

    def _paragraphs(self) -> Iterator[str]:
        pieces: list[str] = []
        for opens, text, space in self._texts:
            if pieces and (opens or not self._marked):
                yield "".join(pieces).rstrip()
                pieces = []
            pieces += (text, " ") if space else (text,)
        yield "".join(pieces).rstrip()


def gather(sentences: Iterable[Sentence | None], prefix: str, ledger: Ledger) -> Iterator[Document]:
    """Documents of twenty sentences, numbered from 1, for files that have none of their own; None: one is left out there.

    >>> [(d.id, len(d.sentences)) for d in gather([Sentence(("Yes", "."))] * 45, "a:", Ledger())]
    [('a:1', 20), ('a:2', 20), ('a:3', 5)]
    """
    number, draft = 1, Draft(f"{prefix}1", ledger)
    for sentence in sentences:
        if draft.is_full:
            yield from draft.finish()
            number += 1
            draft = Draft(f"{prefix}{number}", ledger)
        draft.add(sentence)
    yield from draft.finish()
