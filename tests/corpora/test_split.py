"""What probes learn from and are tested on: a corpus split by documents, two that are held against each other."""

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.split import refuse_shared, train_and_test
from headscope.errors import HeadscopeError


def sentence(words: str) -> str:
    lines = [f"{at}\t{word}\t_\t_\t_\t_\t{at - 1}\tdep\t_\t_" for at, word in enumerate(words.split(), 1)]
    return "\n".join(lines) + "\n\n"


SHORT, MIDDLE, LONG = "Yes , please .", "What do you think of it ?", "The old king watered his tomatoes because they were dry ."


@pytest.fixture
def treebank(tmp_path):
    """Writes a treebank of sentences that are nowhere else, in documents of ten, and of those given."""

    def write(name: str, own: int, *given: str):
        documents = [
            [f"{name} number {at} is not in any other ." for at in range(first, min(first + 10, own))]
            for first in range(0, own, 10)
        ]
        text = "".join(
            "# newdoc\n" + "".join(map(sentence, document)) for document in [*documents, *([given] if given else [])]
        )
        (tmp_path / f"{name}.conllu").write_text(text)
        return open_corpus(tmp_path / f"{name}.conllu")

    return write


def ids(corpus) -> list[str]:
    return [document.id for document in corpus.documents()]


def test_a_corpus_alone_or_twice_is_split_by_documents(treebank, tmp_path):
    corpus = treebank("one", 80)
    (tmp_path / "copy.conllu").write_bytes((tmp_path / "one.conllu").read_bytes())
    for other in (None, corpus, open_corpus(tmp_path / "copy.conllu")):
        train, test = train_and_test(corpus, other)
        assert ids(train) == ["1", "2", "3", "5", "6", "7"] and ids(test) == ["4", "8"]
        assert (train.name, test.name) == ("one (three of four documents)", "one (every fourth document)")
        assert len({corpus.hash, train.hash, test.hash}) == 3


@pytest.mark.parametrize(
    ("given", "shared"),
    [
        ([SHORT] * 40, 0),  # of a word or four, as "Yes , please ."
        ([MIDDLE], 0),  # 1 of 101: a formula
        ([MIDDLE] * 2, 2),
        ([LONG], 1),
        ([LONG, LONG, MIDDLE, SHORT], 3),
    ],
)
def test_shared_sentences_are_counted(treebank, given, shared):
    train, test = treebank("train", 30, SHORT, MIDDLE, LONG), treebank("test", 99, *given, "Thus it has 100 at least .")
    if not shared:
        assert train_and_test(train, test) == (train, test)
        return
    with pytest.raises(HeadscopeError, match=f"^{shared} of the .*'.*test.conllu'.* '.*train.conllu' too") as error:
        train_and_test(train, test)
    assert f"the first “{next(words for words in given if words != SHORT)}”" in str(error.value)
    assert train_and_test(train, test, leave_out_shared=True) == (train, test)


def test_the_order_of_words_and_sentences_without_a_tree(treebank, tmp_path):
    train = treebank("train", 30, LONG)
    refuse_shared(train, treebank("turned", 30, " ".join(reversed(LONG.split()))))
    bare = "\n".join(f"{at}\t{word}" + 8 * "\t_" for at, word in enumerate(LONG.split(), 1))
    (tmp_path / "bare.conllu").write_text(f"{bare}\n\n")
    refuse_shared(train, open_corpus(tmp_path / "bare.conllu"))


def test_documents_of_one_corpus_that_repeat_each_other(treebank, tmp_path):
    corpus = treebank("twice", 30)
    (tmp_path / "twice.conllu").write_text(2 * (tmp_path / "twice.conllu").read_text())
    corpus = open_corpus(tmp_path / "twice.conllu")
    with pytest.raises(
        HeadscopeError, match=r"^10 of the 10 sentences of 'twice \(every fourth document\)' .* 'twice \(three of four"
    ):
        train_and_test(corpus)


def test_the_parts_of_an_honest_treebank_are_allowed(shared_data):
    parts = [open_corpus(shared_data / "ud-ewt" / f"en_ewt-ud-{part}.conllu") for part in ("train", "test")]
    refuse_shared(*parts)
