"""Which corpora the parts of a paper are run on: those given, or the bundled ones; checked before a model is loaded."""

from dataclasses import dataclass

from headscope.corpora import Corpus, open_corpus
from headscope.corpora.split import refuse_shared, split, train_and_test
from headscope.errors import HeadscopeError


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
    probes: bool = True,
    limit: int | None = None,
    leave_out_shared: bool = False,
    skip_broken: bool = False,
    bounds: str | None = None,
) -> Sources:
    """Opens what is given; the bundled pair where nothing is. Without `train` and `test` a treebank is cut in two: every fourth
    document is tested on. With a limit, no more than about so many sentences are tested on. Where `probes` are run, raises where
    sentences that they are tested on are among those that they learn from."""
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
    if not probes:
        learning = scoring = None
    elif learning is not None and scoring is not None:
        learning, scoring = train_and_test(learning, scoring, most=limit, leave_out_shared=leave_out_shared)
    elif trees is not None and (sides := split(trees, limit)) is not None:  # with too few documents, probes are not run
        learning, scoring = sides
        if not leave_out_shared:
            refuse_shared(learning, scoring)
    return Sources(opened(text), trees, opened(coreference, "mentions", "--coreference"), learning, scoring)
