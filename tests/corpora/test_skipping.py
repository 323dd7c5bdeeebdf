"""What is broken is left out on request only, counted by reason, and moves nothing else."""

import pickle
from collections import Counter

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.reading.faults import Fault
from headscope.errors import HeadscopeError

GOOD = "1\tGo\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
ROOTLESS = "1\tGo\t_\tX\t_\t_\t2\tdep\t_\t_\n2\ton\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"
SHORT = "1\tGo\n\n"


@pytest.fixture
def corpus(tmp_path):
    def make(text: str, name: str = "a.conllu", skip_broken: bool = True):
        (tmp_path / name).write_text(text)
        return open_corpus(tmp_path / name, skip_broken=skip_broken)

    return make


def test_broken_sentences_are_counted_by_reason(corpus):
    made = corpus(GOOD + ROOTLESS + SHORT + ROOTLESS + GOOD)
    [document] = made.documents()
    assert document.paragraphs == ("Go", "Go") and len(document.sentences) == 2
    assert made.skipped == {"sentences without a root": 2, "sentences with a wrong number of columns": 1}


def test_by_default_the_first_is_an_error(corpus):
    made = corpus(GOOD + ROOTLESS, skip_broken=False)
    with pytest.raises(HeadscopeError, match="line 3: no word is the root"):
        list(made.documents())
    assert made.skipped == Counter()


def test_each_reading_counts_anew(corpus):
    made = corpus((GOOD + ROOTLESS) * 50)
    for _ in range(2):
        assert len(list(made.documents())) == 5
        assert made.skipped.total() == 50
    reading = made.documents()
    next(reading)
    assert made.skipped.total() == 10, "only what was read so far"
    assert made.annotations() == {"words", "trees"}
    assert made.skipped.total() == 10, "asking what there is counts nothing"


def test_left_out_sentences_move_no_document(corpus):
    whole = corpus(GOOD * 60)
    holes = corpus(GOOD * 5 + ROOTLESS + GOOD * 33 + SHORT + GOOD * 20, "b.conllu")
    assert [(d.id, len(d.sentences)) for d in whole.documents()] == [("1", 20), ("2", 20), ("3", 20)]
    assert [(d.id, len(d.sentences)) for d in holes.documents()] == [("1", 19), ("2", 19), ("3", 20)]


def test_a_document_of_which_nothing_is_left_is_none(corpus):
    made = corpus(f"# newdoc id = a\n{ROOTLESS}# newdoc id = b\n{GOOD}")
    assert [document.id for document in made.documents()] == ["b"]


def test_a_paragraph_may_begin_with_a_sentence_that_is_left_out(corpus):
    [document] = corpus(f"# newpar\n{GOOD}# newpar\n{ROOTLESS}{GOOD}{GOOD}").documents()
    assert document.paragraphs == ("Go", "Go Go")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.conllx", GOOD + ROOTLESS, "sentences without a root"),
        ("a.conll", "Go 0-root\n\n" * 60 + "Go\n", "sentences with unreadable lines"),
        ("a.jsonl", '{"words": ["Go"]}\n{\n', "lines that are not JSON"),
    ],
)
def test_every_format_skips(corpus, name, text, reason):
    made = corpus(text, name)
    assert list(made.documents())
    assert made.skipped == {reason: 1}


def test_skipping_tells_corpora_apart(tmp_path):
    (tmp_path / "a.conllu").write_text(GOOD)
    strict, lenient = (open_corpus(tmp_path / "a.conllu", skip_broken=skip) for skip in (False, True))
    assert strict != lenient and strict.hash == lenient.hash
    assert len({strict, lenient, open_corpus(tmp_path / "a.conllu")}) == 2


def test_a_fault_crosses_processes():
    fault = pickle.loads(pickle.dumps(Fault("sentences with a cycle", "It broke.")))  # noqa: S301
    assert (str(fault), fault.reason) == ("It broke.", "sentences with a cycle")


def test_a_person_is_told_once_in_one_line_what_was_broken(corpus, capsys):
    made = corpus(GOOD + ROOTLESS + SHORT + ROOTLESS + GOOD)
    for _ in range(2):
        list(made.documents())
        made.remark_on_broken()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("3 broken parts of '") and "a.conllu' were left out: " in line
    assert "sentences without a root (2), sentences with a wrong number of columns (1). The first: " in line
    assert "line 3: no word is the root" in line and "manifest.json" in line


def test_what_is_not_broken_is_not_told(corpus, capsys):
    made = corpus(GOOD * 2)
    list(made.documents())
    made.remark_on_broken()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_measuring_tells_it_unless_it_is_to_be_quiet(corpus, small, tmp_path, capsys):
    from headscope.api.measure import planned

    made = corpus((GOOD + ROOTLESS) * 3)
    for shown in (False, True):
        with planned(small, made, ["dependency"], {"max_length": 32}, progress=shown):
            pass
        assert ("3 broken parts of" in capsys.readouterr().err) == shown
