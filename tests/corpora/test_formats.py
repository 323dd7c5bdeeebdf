"""Which format a file is in: by its name, by its first lines, by what the user says."""

import gzip
import lzma

import pytest

from headscope.corpora import CORPORA, FORMATS, open_corpus
from headscope.corpora.formats import POSSIBLE, READERS
from headscope.errors import HeadscopeError

CONLLU = "# sent_id = 1\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
CONLLX = "1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
CONLL2012 = "#begin document (d); part 000\nd 0 0 Go VB * - - - - * (1)\n\n#end document\n"
CLARK = "Go 0-root\n\n"
JSONL = '{"words": ["Go"]}\n'
TEXTS = {"plain": "Go\n", "conllu": CONLLU, "conllx": CONLLX, "conll2012": CONLL2012, "clark": CLARK, "jsonl": JSONL}


def test_every_format_can_be_read_and_says_what_it_is():
    assert set(TEXTS) == set(FORMATS) == set(READERS) == {*POSSIBLE, "plain"}
    for name, what in FORMATS.items():
        assert len(what) > 20 and "\n" not in what, name


@pytest.mark.parametrize("pack", ["", ".gz", ".xz", ".GZ"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "plain"),
        ("a", "plain"),
        ("a.csv", "plain"),
        ("a.conllu", "conllu"),
        ("a.CoNLLU", "conllu"),
        ("a.conllx", "conllx"),
        ("a.v4_gold_conll", "conll2012"),
        ("a.v9_auto_conll", "conll2012"),
        ("a_conll", "conll2012"),
        ("a.jsonl", "jsonl"),
    ],
)
def test_told_by_name(tmp_path, name, expected, pack):
    data = TEXTS[expected].encode()
    path = tmp_path / (name + pack)
    path.write_bytes({"": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".GZ": gzip.compress}[pack](data))
    corpus = open_corpus(path)
    assert (corpus.format, corpus.name) == (expected, "a.csv" if "csv" in name else "a")
    [document] = corpus.documents()
    assert document.paragraphs == ("Go",)


@pytest.mark.parametrize("name", TEXTS)
def test_said_by_the_user(tmp_path, name):
    (tmp_path / "a.dat").write_text(TEXTS[name])
    corpus = open_corpus(f"{name}:{tmp_path / 'a.dat'}")
    assert corpus.format == name
    assert [document.paragraphs for document in corpus.documents()] == [("Go",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CONLLU, "conllu"),
        ("1-1\tGo!\t_\t_\t_\t_\t_\t_\t_\t_\n" + CONLLX, "conllu"),
        (CONLLX.replace("root\t_\t_", "root\t0:root\t_"), "conllu"),
        (CONLLX.replace("root\t_\t_", "root\t_\tSpaceAfter=No"), "conllu"),
        (CONLLX, "conllx"),
        (CONLLX.replace("root\t_\t_", "root\t0\troot"), "conllx"),
        (CONLLX.replace("root\t_\t_", "root"), "conllx"),
        (CONLLX.replace("\t", " "), "conllx"),
        (CONLL2012, "conll2012"),
        ("\n" + CLARK, "clark"),
        ("3-4 0-root\n", "clark"),
    ],
)
@pytest.mark.parametrize("name", ["a.conll", "a.conll.gz"])
def test_told_by_the_first_lines(tmp_path, text, expected, name):
    (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    corpus = open_corpus(tmp_path / name)
    assert corpus.format == expected and corpus.name == "a"
    assert len(list(corpus.documents())) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "and it is empty"),
        ("# a comment\n", "its first line is '# a comment'"),
        ("Go on\nthen\n", "its first line is 'Go on'"),
        (CONLLX + CLARK, "its first line is '1→Go→go→VERB→VB→_→0→root→_→_'"),
        ("doc 0 0 Go VB * - - - - * -\n", "its first line is 'doc 0 0 Go VB"),
    ],
)
def test_what_stays_unclear_says_how_to_force_it(tmp_path, text, words):
    (tmp_path / "a.conll").write_text(text)
    with pytest.raises(HeadscopeError) as error:
        open_corpus(tmp_path / "a.conll")
    assert words in str(error.value) and f"Say which it is, as in conllx:{tmp_path / 'a.conll'}" in str(error.value)
    assert open_corpus(f"clark:{tmp_path / 'a.conll'}").format == "clark"


def test_a_folder_of_one_format(tmp_path):
    for name in ("b.conllu", "a.conll"):
        (tmp_path / name).write_text(CONLLU)
    (tmp_path / "README.md").write_text("no corpus")
    corpus = open_corpus(tmp_path)
    assert corpus.format == "conllu" and corpus.name == tmp_path.name
    assert [document.id for document in corpus.documents()] == ["a.conll:1", "b.conllu:1"]


def test_a_folder_of_several_formats_must_be_told_which(tmp_path):
    (tmp_path / "dev.conllu").write_text(CONLLU)
    (tmp_path / "LICENSE.txt").write_text("Do.\n")
    with pytest.raises(HeadscopeError) as error:
        open_corpus(tmp_path)
    assert f"several formats: plain (1), conllu (1). Say which to read, as in conllu:{tmp_path}" in str(error.value)
    assert [path.name for path in open_corpus(f"conllu:{tmp_path}").files] == ["dev.conllu"]
    assert [path.name for path in open_corpus(f"plain:{tmp_path}").files] == ["LICENSE.txt"]
    with pytest.raises(HeadscopeError, match="holds no file of the format 'jsonl'"):
        open_corpus(f"jsonl:{tmp_path}")


def test_in_a_folder_the_user_says_what_unclear_files_are(tmp_path):
    (tmp_path / "dev.conll").write_text("Go on\n")
    (tmp_path / "dev.txt").write_text("Go on\n")
    assert [path.name for path in open_corpus(f"clark:{tmp_path}").files] == ["dev.conll"]
    assert [path.name for path in open_corpus(f"plain:{tmp_path}").files] == ["dev.txt"]


def test_a_format_that_does_not_exist(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU)
    with pytest.raises(HeadscopeError, match=r"There is no corpus format named 'conlu'. Did you mean 'conllu'\?"):
        open_corpus(f"conlu:{tmp_path / 'a.conllu'}")


def test_a_registered_corpus_may_be_a_file(tmp_path, monkeypatch):
    (tmp_path / "a.conllu").write_text(CONLLU)
    monkeypatch.setattr(CORPORA, "_entries", {**dict(CORPORA.items()), "mine": tmp_path / "a.conllu"})
    corpus = open_corpus("mine")
    assert (corpus.name, corpus.format) == ("mine", "conllu")


def test_the_bundled_name_is_plain_text_whatever_else_lies_there():
    corpus = open_corpus("bundled")
    assert corpus.format == "plain" and {path.suffix for path in corpus.files} == {".txt"}


@pytest.mark.parametrize("name", TEXTS)
def test_annotations(tmp_path, name):
    (tmp_path / "a").write_text(TEXTS[name])
    expected = {
        "plain": set(),
        "conllu": {"words", "trees"},
        "conllx": {"words", "trees"},
        "conll2012": {"words", "mentions"},
        "clark": {"words", "trees"},
        "jsonl": {"words"},
    }
    assert open_corpus(f"{name}:{tmp_path / 'a'}").annotations() == expected[name]


def test_annotations_are_found_by_reading_no_further_than_needed(tmp_path):
    coreference = "# global.Entity = eid\n1\tGo\t_\tX\t_\t_\t_\t_\t_\tEntity=(e1)\n\n"
    text = f"# newdoc\n{coreference}# newdoc\n{CONLLU}# newdoc\n{CONLLU}broken\n"
    (tmp_path / "a.conllu").write_text(text)
    corpus = open_corpus(tmp_path / "a.conllu")
    assert corpus.annotations() == {"words", "trees", "mentions"}
    with pytest.raises(HeadscopeError, match="line 13"):
        list(corpus.documents())
    (tmp_path / "b.jsonl").write_text('{"text": "Go"}\n')
    assert open_corpus(tmp_path / "b.jsonl").annotations() == frozenset()
    (tmp_path / "c_conll").write_text(CONLL2012.replace("(1)", "-"))
    assert open_corpus(tmp_path / "c_conll").annotations() == {"words"}
