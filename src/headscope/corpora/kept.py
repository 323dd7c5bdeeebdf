"""A corpus that is read once for many models: its documents stay in memory, as long as they are few enough."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from headscope.corpora.corpus import Corpus
from headscope.types import Document

MOST = 200_000_000  # characters; a corpus with more is read from its files each time


@dataclass(frozen=True)
class KeptCorpus(Corpus):
    """The same documents as those of the corpus that it is made of. What one reader has read, the next has without the file."""

    most: int = field(default=MOST, kw_only=True, compare=False)
    _read_already: list[Document] = field(default_factory=list, init=False, compare=False, repr=False)
    _rest: list[Iterator[Document]] = field(
        default_factory=list, init=False, compare=False, repr=False
    )  # of the one reading, while it lasts
    _size: list[int] = field(default_factory=lambda: [0], init=False, compare=False, repr=False)

    @classmethod
    def of(cls, corpus: Corpus) -> Corpus:
        """One that is kept; what is no corpus of files stays as it is."""
        if type(corpus) is not Corpus:
            return corpus
        return cls(
            corpus.name,
            corpus.origin,
            corpus.files,
            corpus.format,
            corpus.digest,
            skip_broken=corpus.skip_broken,
            bounds=corpus.bounds,
            sources=corpus.sources,
        )

    def documents(self) -> Iterator[Document]:
        if self._size[0] > self.most:
            yield from super().documents()
            return
        if not self._rest:
            self._rest.append(self._read(self._new_ledger()))
        at = 0
        while True:
            if at == len(self._read_already):
                document = next(self._rest[0], None)
                if document is None:
                    return
                self._size[0] += sum(map(len, document.paragraphs)) + sum(
                    len(word) for one in document.sentences for word in one.words
                )
                if self._size[0] > self.most:  # too many to keep: this reader goes on, others begin anew
                    self._read_already.clear()
                    yield document
                    yield from self._rest[0]
                    return
                self._read_already.append(document)
            yield self._read_already[at]
            at += 1
