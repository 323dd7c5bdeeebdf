"""What a probe learns from and what it is tested on: one treebank that is split by its documents, or two that share no sentences.

A treebank that is given alone, or twice, needs at least four documents: every fourth is tested on, and nothing is learned from it. A file
without documents has one for every 20 sentences.

Two treebanks that share sentences are refused before a model is loaded, and so are the two sides of one. A shared sentence has the same
words in the same order, and a tree in both. Short formulas occur in honest treebanks too: sentences of fewer than 5 words do not count,
and of those with 5 to 9 words up to 1% of the sentences tested on may be shared. One shared sentence of 10 words or more is enough to
refuse. `--leave-out-shared` takes all shared sentences of 5 words or more out of training, and the manifest counts them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from headscope.corpora.corpus import Corpus
from headscope.errors import HeadscopeError
from headscope.types import Annotation, Document

TESTED = 4  # of a corpus that is both learned from and tested on, every so-many-th document is tested on
RULE = "every fourth document is tested on, the others are learned from"
LEARNED_FROM, TESTED_ON = "three of four documents", "every fourth document"  # what the two portions are called

# What is held against each other. Honest treebanks share short formulas, as "Thank you for your time .": the parts of EWT share up to 5
# sentences of 5 words or more, at most 0.3% of those tested on, and of 10 words or more one.
SHORTEST = 5  # a sentence of fewer words may occur anywhere
LONG = 10  # one sentence of so many words is enough to refuse two corpora
SHARE = 0.01  # of the sentences tested on, how many of middling length may be among those learned from
SHOWN = 60  # characters of a sentence that an error quotes


def learned_from(position: int) -> bool:
    return position % TESTED != TESTED - 1


def scored_on(position: int) -> bool:
    return not learned_from(position)


def every_document(position: int) -> bool:
    return True


@dataclass(frozen=True)
class Portion(Corpus):
    """Some documents of a corpus, and of these only the first so many sentences, cut at the end of a document."""

    whole: Corpus = field(kw_only=True, compare=False, repr=False)
    takes: Callable[[int], bool] = field(default=every_document, kw_only=True, compare=False)
    most: int | None = field(default=None, kw_only=True)

    @property
    def hash(self) -> str:
        """Its own, which tells it from the whole."""
        return self.digest

    def documents(self) -> Iterator[Document]:
        sentences = 0
        try:
            for position, document in enumerate(self.whole.documents()):
                if self.takes(position):
                    yield document
                    sentences += len(document.sentences)
                if self.most is not None and sentences >= self.most:
                    return
        finally:
            self.skipped.clear()
            self.skipped.update(self.whole.skipped)

    def remark_on_broken(self) -> None:
        """The whole is what is read, and tells once of both sides."""
        self.whole.remark_on_broken()

    def annotations(self, most: int | None = None) -> frozenset[Annotation]:
        return self.whole.annotations(most)


def portion(corpus: Corpus, words: str = "", takes: Callable[[int], bool] = every_document, most: int | None = None) -> Portion:
    """Part of a corpus under a name of its own; its hash tells it from the whole."""
    name = f"{corpus.name} ({words})" if words else corpus.name
    parts = [corpus.hash, *([words] if words else []), *([str(most)] if most else [])]
    return Portion(
        name,
        corpus.origin,
        corpus.files,
        corpus.format,
        ":".join(parts),
        skip_broken=corpus.skip_broken,
        bounds=corpus.bounds,
        sources=corpus.sources,
        whole=corpus,
        takes=takes,
        most=most,
    )


def is_same(corpus: Corpus, other: Corpus) -> bool:
    """Whether two corpora are one: the same bytes, read in the same way, whatever their files are called."""
    return corpus is other or (bool(corpus.hash) and (corpus.hash, corpus.format) == (other.hash, other.format))


def is_split(train: Corpus, test: Corpus) -> bool:
    """Whether these are the two sides of one corpus."""
    return isinstance(train, Portion) and isinstance(test, Portion) and is_same(train.whole, test.whole)


def split(corpus: Corpus, most: int | None = None) -> tuple[Corpus, Corpus] | None:
    """Both sides of a corpus, by its documents; None where there are too few. With `most`, the documents tested on end once they have so
    many sentences."""
    train, test = portion(corpus, LEARNED_FROM, learned_from), portion(corpus, TESTED_ON, scored_on, most)
    return None if next(test.documents(), None) is None else (train, test)


def train_and_test(
    train: Corpus, test: Corpus | None = None, *, most: int | None = None, leave_out_shared: bool = False
) -> tuple[Corpus, Corpus]:
    """What to learn from and what to test on. A corpus that is given alone, or twice, is split by documents. Raises where the two
    sides share sentences, unless these are to be left out of training later. `most` is of the sentences tested on."""
    sides: tuple[Corpus, Corpus] | None
    if test is None or is_same(train, test):
        sides = split(train, most)
        if sides is None:
            raise _too_few(train)
    else:
        sides = (train, test if most is None else portion(test, most=most))
    if not leave_out_shared:
        refuse_shared(*sides)
    return sides


def _too_few(corpus: Corpus) -> HeadscopeError:
    documents = list(corpus.documents())
    if all(sentence.heads is None for document in documents for sentence in document.sentences):
        return HeadscopeError(
            f"'{corpus.origin}' has no usable sentence: probes need sentences with dependency trees, as in a .conllu file."
        )
    number = f"{len(documents)} document{'s' if len(documents) > 1 else ''}"
    return HeadscopeError(
        f"'{corpus.origin}' has {number}, too few to learn from some and test on others: a treebank that is given alone is split by "
        f"documents (every fourth is tested on), and needs at least {TESTED}. Give another treebank with --test."
    )


def refuse_shared(train: Corpus, test: Corpus) -> None:
    """Raises where sentences that are tested on are among those learned from, and says how many."""
    tested = Counter(words for words in _words(test) if len(words) >= SHORTEST)
    both = {words for words in _words(train) if words in tested}
    shared, total = sum(tested[words] for words in both), sum(tested.values())
    if max(map(len, both), default=0) < LONG and shared <= SHARE * total:
        return
    ours, theirs = (train.name, test.name) if train.origin == test.origin else (train.origin, test.origin)
    first = " ".join(" ".join(next(words for words in tested if words in both)).split())
    quoted = first if len(first) <= SHOWN else f"{first[:SHOWN].rstrip()}…"
    raise HeadscopeError(
        f"{shared:,} of the {total:,} sentences of '{theirs}' with {SHORTEST} words or more {'is' if shared == 1 else 'are'} in "
        f"'{ours}' too, the first “{quoted}”: a probe would be tested on what it learned from. Leave them out of training with "
        "--leave-out-shared, or give one treebank alone, which is split by documents."
    )


def _words(corpus: Corpus) -> Iterator[tuple[str, ...]]:
    """The sentences with a tree, as words."""
    for document in corpus.documents():
        for sentence in document.sentences:
            if sentence.heads is not None:
                yield sentence.words
