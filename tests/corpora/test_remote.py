"""Corpora by URL and datasets by name: the same documents as from a file beside us."""

import errno
import gzip
import json
import sys
import tracemalloc
from types import SimpleNamespace

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.corpora.reading.spool import BLOCK
from headscope.corpora.remote import fetch
from headscope.errors import HeadscopeError

fsspec = pytest.importorskip("fsspec")
TEXT = "One is here.\nTwo is there.\n\nThree is elsewhere.\n"


@pytest.fixture
def put():
    """Puts bytes at a URL of this process's memory."""
    store = fsspec.filesystem("memory")

    def write(name: str, data: bytes) -> str:
        with store.open(f"/{name}", "wb") as file:
            file.write(data)
        return f"memory://{name}"

    yield write
    store.store.clear()


@pytest.mark.parametrize(("name", "pack"), [("far.txt", bytes), ("packed/far.txt.gz", gzip.compress)])
def test_text_by_url(put, tmp_path, name, pack):
    (tmp_path / "far.txt").write_text(TEXT)
    near, far = open_corpus(tmp_path / "far.txt"), open_corpus(put(name, pack(TEXT.encode())))
    assert list(far.documents()) == list(near.documents()) and far.name == "far" and far.origin == f"memory://{name}"


def test_annotated_text_by_url(put):
    data = ANNOTATED.read_bytes()
    far = open_corpus(put("trees.conllu", data))
    assert far.format == "conllu" and far.hash == open_corpus(ANNOTATED).hash
    assert open_corpus("conllu:" + put("trees", data)).annotations() == far.annotations() >= {"trees"}


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("memory://nothing.txt", "There is no file 'memory://nothing.txt'"), ("gopher9://x/y.txt", "'gopher9://x/y.txt' can't be reached"),
        ("hf:", "is not a dataset"), ("hf:a:b:c:d", "is not a dataset"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_sentence(url, text):
    pytest.importorskip("datasets" if url.startswith("hf:") else "fsspec")
    with pytest.raises(HeadscopeError, match=text):
        open_corpus(url)


def test_copying_takes_no_memory_and_says_how_far_it_is(tmp_path):
    """48 MB in blocks of one."""
    with (tmp_path / "large.txt").open("wb") as file:
        file.write(b"\n" * 48 * BLOCK)
    said = []
    tracemalloc.start()
    copy = fetch(f"file://{tmp_path}/large.txt", said.append)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert copy.size == 48 * BLOCK and peak < 8 * BLOCK
    assert len(said) == 48 and said[-1] == "Copying large.txt: 50 of 50 MB…"
    assert fetch(f"file://{tmp_path}/large.txt") == copy


def test_a_copy_that_the_disk_has_no_room_for(put, monkeypatch):
    url = put("room.txt", TEXT.encode())
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=3))
    with pytest.raises(HeadscopeError, match=f"'{url}' has .* GB free. Set TMPDIR"):
        open_corpus(url)


def test_the_disk_gets_full_while_copying(put, monkeypatch):
    def full(words):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(HeadscopeError, match=r"The disk is full: 'memory://full.txt' could not be copied"):
        open_corpus(put("full.txt", TEXT.encode()), told=full)


@pytest.mark.parametrize(("spec", "package"), [("memory://some.txt", "fsspec"), ("hf:some:train", "datasets")])
def test_without_the_package_a_sentence(monkeypatch, spec, package):
    for name in (package, f"{package}.core"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(HeadscopeError, match="pip install"):
        open_corpus(spec)


@pytest.mark.slow
def test_a_dataset_by_name(tmp_path):
    pytest.importorskip("datasets")
    folder = tmp_path / "letters"
    folder.mkdir()
    rows = [{"text": "One is here.\n\nTwo is there."}, {"text": "  "}, {"text": "Three is elsewhere."}]
    (folder / "train.jsonl").write_text("\n".join(map(json.dumps, rows)))
    corpus = open_corpus(f"hf:{folder}:train")
    assert corpus.name == "letters-train"
    assert [document.paragraphs for document in corpus.documents()] == [
        ("One is here.", "Two is there."),
        ("Three is elsewhere.",),
    ]
    assert len([*open_corpus(f"hf:{folder}:train[:2]").documents()]) == 1
