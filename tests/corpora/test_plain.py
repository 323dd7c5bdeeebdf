"""Plain text, as people have it: packed, with odd line ends, broken."""

import gzip
import io
import lzma
import sys

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import FOLDER
from headscope.errors import HeadscopeError

TEXT = "One.\nTwo.\n\n\nThree.\n \t \nFour.\nFive.\nSix."
DOCUMENTS = [("1", ("One.", "Two.")), ("2", ("Three.",)), ("3", ("Four.", "Five.", "Six."))]


def read(spec) -> list[tuple[str, tuple[str, ...]]]:
    return [(d.id, d.paragraphs) for d in open_corpus(spec).documents()]


@pytest.mark.parametrize(
    ("name", "pack"), [("a.txt", bytes), ("a.txt.gz", gzip.compress), ("a.xz", lzma.compress), ("no-suffix", bytes)]
)
def test_reads_documents(tmp_path, name, pack):
    (tmp_path / name).write_bytes(pack(TEXT.encode()))
    assert read(tmp_path / name) == DOCUMENTS
    assert read(f"plain:{tmp_path / name}") == DOCUMENTS
    assert open_corpus(tmp_path / name).name == name.split(".")[0]


@pytest.mark.parametrize("text", [TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT, "\n\n" + TEXT + "\n\n"])
def test_line_ends_and_byte_order_mark(tmp_path, text):
    (tmp_path / "a.txt").write_bytes(text.encode())
    assert read(tmp_path / "a.txt") == DOCUMENTS


def test_only_line_feeds_end_a_paragraph(tmp_path):
    """U+2028 and form feeds are characters of the text, not ends of lines."""
    (tmp_path / "a.txt").write_text("one\u2028two\x0cthree\n")
    assert read(tmp_path / "a.txt") == [("1", ("one\u2028two\x0cthree",))]


def test_a_folder_is_one_corpus_in_the_order_of_names(tmp_path):
    (tmp_path / "b.txt").write_text("B one.\n")
    (tmp_path / "a.txt").write_text("A one.\n\nA two.\n")
    (tmp_path / "notes.md").write_text("no text file")
    assert [id for id, _ in read(tmp_path)] == ["a.txt:1", "a.txt:2", "b.txt:1"]


def test_standard_input(monkeypatch):
    class Piped(io.TextIOWrapper):
        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", Piped(io.BytesIO(TEXT.encode())))
    corpus = open_corpus("-")
    assert [(d.id, d.paragraphs) for d in corpus.documents()] == DOCUMENTS
    assert [(d.id, d.paragraphs) for d in corpus.documents()] == DOCUMENTS, "it can be read twice"


def test_the_hash_is_of_the_text(tmp_path):
    for name, text in (("a.txt", "one"), ("b.txt", "one"), ("c.txt", "two")):
        (tmp_path / name).write_text(text)
    a, b, c = (open_corpus(tmp_path / name).hash for name in ("a.txt", "b.txt", "c.txt"))
    assert a == b != c


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"fine\nbad \xff byte\n", "not valid UTF-8: byte 0xff at offset 9 (line 2, column 5)"),
        ("a.txt", b"text\n\0\1\2", "binary file"),
        ("a.gz", b"not gzip", "can't be unpacked"),
        ("a.xz", lzma.compress(b"text" * 100)[:40], "can't be unpacked"),
        ("a.txt", b"x" * (2**20 + 2), "longer than 1 MiB"),
    ],
)
def test_broken_files_are_reported_with_their_place(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(HeadscopeError) as error:
        read(tmp_path / name)
    assert words in str(error.value)
    assert name in str(error.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("no/such/file.txt", "There is no file or folder 'no/such/file.txt'"),
        ("bundle", "Did you mean 'bundled'?"),
        ("/dev/null", "neither a file nor a folder"),
    ],
)
def test_what_is_not_there(spec, words):
    with pytest.raises(HeadscopeError) as error:
        open_corpus(spec)
    assert words in str(error.value)


def test_an_empty_folder_says_what_it_looked_for(tmp_path):
    with pytest.raises(HeadscopeError, match="holds no text file"):
        open_corpus(tmp_path)


def test_the_bundled_corpus_is_what_it_claims():
    documents = list(open_corpus("bundled").documents())
    words = [len(p.split()) for d in documents for p in d.paragraphs]
    assert len(documents) >= 60
    assert all(len(d.paragraphs) >= 2 for d in documents)
    assert 12_000 <= sum(words) <= 14_000
    assert {p.stem for p in FOLDER.glob("*.txt")} == {"dialogue", "encyclopaedia", "instructions", "narrative", "news"}
    paragraphs = [p for d in documents for p in d.paragraphs]
    assert len(set(paragraphs)) == len(paragraphs)
    assert all(p.isascii() and p[-1] in '.?!"' and "  " not in p for p in paragraphs)
