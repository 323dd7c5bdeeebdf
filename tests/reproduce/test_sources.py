"""Which corpora are run: those given, the bundled pair without any, and a treebank cut in two for the probes."""

from pathlib import Path

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.split import portion, scored_on
from headscope.errors import HeadscopeError
from headscope.reproduce.sources import open_sources

TREE = "1\tDogs\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
DOCUMENT = "# newdoc id = d{}\n" + 2 * TREE


@pytest.fixture
def trees(tmp_path):
    path = tmp_path / "trees.conllu"
    path.write_text("".join(DOCUMENT.format(number) for number in range(9)))
    return str(path)


def names(corpus) -> list[str]:
    return [document.id for document in corpus.documents()]


def test_the_bundled_pair_where_nothing_is_given():
    sources = open_sources()
    assert (sources.text.name, sources.treebank.name, sources.coreference.name) == ("bundled", "annotated", "annotated")
    learned, scored = names(sources.train), names(sources.test)
    assert not set(learned) & set(scored) and {*learned, *scored} == set(names(sources.treebank))
    assert len(scored) == len(names(sources.treebank)) // 4


def test_only_what_is_given(trees):
    sources = open_sources(treebank=trees)
    assert sources.text is sources.coreference is None
    assert names(sources.test) == ["d3", "d7"] and names(sources.train) == ["d0", "d1", "d2", "d4", "d5", "d6", "d8"]
    assert len({sources.treebank.hash, sources.train.hash, sources.test.hash}) == 3, "a part is told from the whole"
    assert sources.test.name == "trees (every fourth document)" and sources.test.origin == trees


def test_a_limit_cuts_what_is_tested_on(trees):
    assert names(open_sources(treebank=trees, limit=1).test) == ["d3"]
    (others := Path(trees).with_name("others.conllu")).write_text("".join(DOCUMENT.format(number) for number in range(5)))
    given = open_sources(train=trees, test=str(others), limit=3)
    assert names(given.test) == ["d0", "d1"] and len(names(given.train)) == 9, "training is cut by the run"
    assert given.test.hash != given.train.hash and given.test.name == "others"
    same = open_sources(train=trees, test=trees, limit=1)
    assert names(same.test) == ["d3"] and "d3" not in names(same.train), "a treebank that is given twice is split, too"
    assert names(portion(open_corpus(trees), "some", scored_on, 100)) == ["d3", "d7"]


def test_too_few_documents_for_probes(tmp_path):
    (tmp_path / "one.conllu").write_text("".join(DOCUMENT.format(number) for number in range(3)))
    sources = open_sources(treebank=str(tmp_path / "one.conllu"))
    assert sources.treebank is not None and sources.train is sources.test is None


@pytest.mark.parametrize("option", ["train", "test"])
def test_one_half_of_a_pair(trees, option):
    with pytest.raises(HeadscopeError, match=f"--{option} needs --{'test' if option == 'train' else 'train'} too"):
        open_sources(**{option: trees})


def test_corpora_without_annotation(trees, text_file):
    with pytest.raises(HeadscopeError, match=r"--treebank .* has no dependency trees: it was read as plain"):
        open_sources(treebank=str(text_file()))
    with pytest.raises(HeadscopeError, match=r"--coreference .* has no coreference: it was read as conllu"):
        open_sources(coreference=trees)
