"""training/grammar.py: its text is repeatable, its trees are trees, its refrains come back."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from headscope.corpora import open_corpus

TRAINING = Path(__file__).resolve().parents[2] / "training"
if str(TRAINING) not in sys.path:
    sys.path.insert(0, str(TRAINING))
grammar = import_module("grammar")


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grammar")
    assert grammar.main([str(folder), "--documents", "50", "--test", "12"]) == 0
    return folder


def test_the_same_seed_gives_the_same_bytes(out: Path, tmp_path: Path) -> None:
    for seed, same in (("0", True), ("1", False)):
        assert grammar.main([str(tmp_path / seed), "--documents", "50", "--test", "12", "--seed", seed]) == 0
        for name in ("train.txt", "test.txt", "trees.conllu"):
            assert ((tmp_path / seed / name).read_bytes() == (out / name).read_bytes()) == same


def test_headscope_reads_what_it_writes(out: Path) -> None:
    plain, trees = (list(open_corpus(out / name).documents()) for name in ("test.txt", "trees.conllu"))
    assert len(plain) == len(trees) == 12 and len(list(open_corpus(out / "train.txt").documents())) == 50
    for text, tree in zip(plain, trees, strict=True):
        assert "".join("".join(text.paragraphs).split()) == "".join(word for one in tree.sentences for word in one.words)
        lines = [" ".join(one.words) for one in tree.sentences]
        assert len(lines) == 3 * grammar.VERSES and len(set(lines[1::3] + lines[2::3])) == 1, "the refrain comes back"
        for one in tree.sentences:
            assert one.heads.count(-1) == 1 and all(0 <= head < len(one.words) for head in one.heads if head >= 0)


def test_verbs_agree_with_their_subjects(out: Path) -> None:
    seen = set()
    for document in open_corpus(out / "trees.conllu").documents():
        for one in document.sentences:
            for at, relation in enumerate(one.relations):
                if relation == "nsubj":
                    verb, many = one.words[one.heads[at]], one.words[at].endswith("s")
                    assert verb.endswith("s") != many
                    assert one.words[at].removesuffix("s") in grammar.NOUNS
                    seen.add(many)
    assert seen == {True, False}


def test_a_mistake_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert grammar.main([str(tmp_path / "none"), "--documents", "0"]) == 2
    assert capsys.readouterr().err == "--documents 0 and --test 100 must be at least 1.\n" and not (tmp_path / "none").exists()
