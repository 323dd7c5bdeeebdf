"""Which corpora the parts of a paper are run on: those given, or the bundled ones; checked before a model is loaded."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from headscope.corpora import Corpus, open_corpus
from headscope.errors import HeadscopeError
from headscope.types import Document

TESTED = 4  # of a treebank that is both learned from and tested on, every so-many-th document is tested on


def learned_from(position: int) -> bool:
    return position % TESTED != TESTED - 1


def scored_on(position: int) -> bool:
    return not learned_from(position)


def everything(position: int) -> bool:
    return True


@dataclass(frozen=True)
class Portion(Corpus):
    """Some documents of a corpus, and of these only the first so many sentences, cut at the end of a document."""

    takes: Callable[[int], bool] = field(default=everything, kw_only=True, compare=False)
    most: int | None = field(default=None, kw_only=True)

    @property
    def hash(self) -> str:
        """Its own, which tells it from the whole."""
        return self.digest

    def documents(self) -> Iterator[Document]:
        sentences = 0
        for position, document in enumerate(super().documents()):
            if self.takes(position):
                yield document
                sentences += len(document.sentences)
            if self.most is not None and sentences >= self.most:
                return


def portion(corpus: Corpus, words: str = "", takes: Callable[[int], bool] = everything, most: int | None = None) -> Portion:
    """Part of a corpus under a name of its own; its hash tells it from the whole."""
    name = f"{corpus.name} ({words})" if words else corpus.name
    hash_ = ":".join([corpus.hash, *([words] if words else []), *([str(most)] if most else [])])
    return Portion(
        *(name, corpus.origin, corpus.files, corpus.format, hash_),
        skip_broken=corpus.skip_broken,
        bounds=corpus.bounds,
        sources=corpus.sources,
        takes=takes,
        most=most,
    )


@dataclass(frozen=True)
class Sources:
    """A corpus for each part; None where there is none. Probes learn from `train` and are scored on `test`."""

    text: Corpus | None = None
    treebank: Corpus | None = None
    coreference: Corpus | None = None
    train: Corpus | None = None
    test: Corpus | None = None


def open_sources(
    text: str | None = None,
    treebank: str | None = None,
    coreference: str | None = None,
    train: str | None = None,
    test: str | None = None,
    *,
    limit: int | None = None,
    skip_broken: bool = False,
    bounds: str | None = None,
) -> Sources:
    """Opens what is given; the bundled pair where nothing is. Without `train` and `test` a treebank is cut in two: every fourth
    document is tested on. With a limit, no more than about so many sentences are tested on."""
    if (train is None) != (test is None):
        given, other = ("--train", "--test") if test is None else ("--test", "--train")
        raise HeadscopeError(f"{given} needs {other} too: probes learn from one treebank and are scored on another.")
    if all(given is None for given in (text, treebank, coreference, train)):
        text, treebank, coreference = "bundled", "annotated", "annotated"

    def opened(spec: str | None, needs: str = "", option: str = "") -> Corpus | None:
        corpus = None if spec is None else open_corpus(spec, skip_broken=skip_broken, bounds=bounds)
        if corpus is not None and needs and needs not in corpus.annotations():
            what = {"trees": "dependency trees", "mentions": "coreference"}[needs]
            raise HeadscopeError(
                f"{option} '{corpus.origin}' has no {what}: it was read as {corpus.format}. Give an annotated file, as in "
                f"{option} FILE.conllu."
            )
        return corpus

    trees = opened(treebank, "trees", "--treebank")
    learning, scoring = opened(train, "trees", "--train"), opened(test, "trees", "--test")
    if learning is None and trees is not None:
        learning = portion(trees, "three of four documents", learned_from)
        scoring = portion(trees, "every fourth document", scored_on, limit)
        if next(scoring.documents(), None) is None:
            learning = scoring = None  # too few documents: probes are not run
    elif scoring is not None and limit is not None:
        scoring = portion(scoring, most=limit)
    return Sources(opened(text), trees, opened(coreference, "mentions", "--coreference"), learning, scoring)
