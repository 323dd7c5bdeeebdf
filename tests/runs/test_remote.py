"""Runs by URL: put there whole, manifest last, and read from there; what was cut off is no run."""

import json
import shutil
import sys
from contextlib import contextmanager

import pytest

from headscope.api.measure import measure
from headscope.api.measure_each import measure_each
from headscope.api.open import open_run
from headscope.api.report import report
from headscope.api.status import status
from headscope.api.verify import verify
from headscope.errors import HeadscopeError
from headscope.names import MANIFEST, TALLY
from headscope.runs import local
from headscope.runs.remote import workshop
from headscope.tallies import to_bytes

fsspec = pytest.importorskip("fsspec")
URL = "memory://bucket/runs/one"
ASKED = {"measures": ["peak"], "max_length": 24, "progress": False}


@pytest.fixture
def store(monkeypatch, tmp_path):
    """An empty store in memory; runs for it are made under `tmp_path`."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    system = fsspec.filesystem("memory")
    system.store.clear()
    yield system
    system.store.clear()


@pytest.fixture(scope="module")
def scores(made_run):
    return made_run(2, 4, planted=False, relations=2)


@pytest.fixture
def broken(store, monkeypatch):
    """Lets the store fail at the file of this name."""

    @contextmanager
    def at(name):
        def put(here, there, **more):
            if there.endswith(name):
                raise ConnectionError("the line is cut")
            return real(here, there, **more)

        real = store.put_file
        with monkeypatch.context() as patch:
            patch.setattr(store, "put_file", put)
            yield

    return at


def names(store, url=URL):
    return {one.removeprefix(f"/{url.partition('://')[2]}/") for one in store.find(url)}


def test_a_run_goes_there_and_comes_back(store, scores, tmp_path):
    order, real = [], store.put_file
    store.put_file = lambda here, there, **more: (order.append(there), real(here, there, **more))
    try:
        scores.save(URL + "/")
    finally:
        del store.put_file
    scores.save(tmp_path / "near")
    assert names(store) == {path.name for path in (tmp_path / "near").iterdir()} and order[-1].endswith(MANIFEST)
    assert to_bytes(open_run(URL).measured) == to_bytes(scores.measured)
    assert store.cat_file(f"{URL}/{TALLY}") == (tmp_path / "near" / TALLY).read_bytes()
    assert verify(URL).ok and verify(URL).folder == URL and status(URL)["state"] == "finished"
    assert not (tmp_path / "cache").exists()


def test_a_finished_run_is_replaced_only_by_force(store, scores, made_run):
    scores.save(URL)
    assert "distances.parquet" in names(store)
    store.pipe_file(f"{URL}/notes.txt", b"mine")
    with pytest.raises(HeadscopeError, match=f"'{URL}' holds a finished run.*--force"):
        scores.save(URL)
    other = made_run(2, 4, planted=False, relations=2, pairs=False)
    other.save(URL, force=True)
    assert to_bytes(open_run(URL).measured) == to_bytes(other.measured)
    assert "distances.parquet" not in names(store) and store.cat_file(f"{URL}/notes.txt") == b"mine"
    store.pipe_file("memory://other/notes.txt", b"mine")
    with pytest.raises(HeadscopeError, match="not empty and not a run"):
        scores.save("memory://other")


def test_an_upload_that_was_cut_off_is_no_run(store, scores, broken, tmp_path):
    said = rf"'{URL}' can't be written to: .*the line is cut. The finished run is kept in '(.*)'"
    with broken("scores.parquet"), pytest.raises(HeadscopeError, match=said) as error:
        scores.save(URL)
    kept = str(error.value).split("'")[-2]
    assert to_bytes(open_run(kept).measured) == to_bytes(scores.measured)
    shutil.rmtree(kept)
    assert MANIFEST not in names(store)
    with pytest.raises(HeadscopeError, match=f"run at '{URL}' has no manifest.*--resume"):
        open_run(URL)
    with pytest.raises(HeadscopeError, match=f"'{URL}' holds a part of a run.*--force"):
        scores.save(URL)


@pytest.mark.parametrize(
    ("name", "change", "text"),
    [
        (TALLY, lambda data: data[:-1] + b"!", f"'{URL}/{TALLY}' is damaged: its SHA-256"),
        (TALLY, None, f"There is no tally '{TALLY}' in '{URL}'"),
        (MANIFEST, lambda data: data.replace(b'"created"', b'"Created"'), f"{URL}/{MANIFEST}"),
        (MANIFEST, lambda data: b"{", f"{URL}/{MANIFEST}"),
        (MANIFEST, lambda data: json.dumps({"files": {"../../evil": ""}}).encode(), "names a file outside of the run"),
        (MANIFEST, lambda data: json.dumps({"files": {"/etc/evil": ""}}).encode(), "names a file outside of the run"),
    ],
)  # fmt: skip
def test_what_changed_there_is_refused_and_named_by_its_url(store, scores, name, change, text):
    scores.save(URL)
    if change is None:
        store.rm_file(f"{URL}/{name}")
    else:
        store.pipe_file(f"{URL}/{name}", change(store.cat_file(f"{URL}/{name}")))
    with pytest.raises(HeadscopeError) as error:
        open_run(URL)
    assert text in str(error.value) and "\n" not in str(error.value)


def test_a_page_that_is_lost_or_edited_is_named_by_verify_alone(store, scores):
    scores.save(URL)
    store.pipe_file(f"{URL}/baselines.parquet", b"edited")
    assert verify(URL).damaged == ("baselines.parquet",)


@pytest.mark.parametrize("url", ["https://example.invalid/run", "gopher9://x/run"])
def test_where_nothing_can_be_written_is_a_sentence(scores, url):
    with pytest.raises(HeadscopeError, match=f"'{url}' (can|needs)"):
        scores.save(url)


def test_without_fsspec_a_sentence(monkeypatch, scores):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    for act in (scores.save, open_run, verify, status):
        with pytest.raises(HeadscopeError, match=r"pip install 'headscope\[remote\]'"):
            act(URL)
    with pytest.raises(HeadscopeError, match="There is no run"):
        open_run("nothing")


def test_a_stopped_run_goes_on_here_and_then_goes_there(store, small, text_file, monkeypatch, tmp_path):
    corpus, real, done = str(text_file(documents=90)), local._finished, []

    def finished(waiting):
        if len(done) == 1:
            raise KeyboardInterrupt
        done.append(waiting)
        return real(waiting)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(local, "_finished", finished)
        measure(small, corpus, folder=URL, **ASKED)
    assert not names(store) and status(URL)["state"] == "stopped" and workshop(URL).is_dir()
    with pytest.raises(HeadscopeError, match=f"'{URL}' holds a run that was stopped.*--resume"):
        measure(small, corpus, folder=URL, **ASKED)
    run = measure(small, corpus, folder=URL, resume=True, **ASKED)
    assert to_bytes(open_run(URL).measured) == to_bytes(run.measured) == to_bytes(measure(small, corpus, **ASKED).measured)
    assert not workshop(URL).exists()


def test_what_could_not_be_put_there_is_not_measured_again(store, small, text_file, broken, monkeypatch):
    corpus = str(text_file())
    with broken(TALLY), pytest.raises(HeadscopeError, match=r"the line is cut\..* --resume puts it there"):
        measure(small, corpus, folder=URL, **ASKED)
    with pytest.raises(HeadscopeError, match=f"A run for '{URL}' is finished, but could not be put there"):
        measure(small, corpus, folder=URL, **ASKED)
    with monkeypatch.context() as patch:
        patch.setattr(local, "run", lambda *a, **k: pytest.fail("measured again"))
        measure(small, corpus, folder=URL, resume=True, **ASKED)
        created = json.loads(store.cat_file(f"{URL}/{MANIFEST}"))["created"]
        measure(small, corpus, folder=URL, resume=True, **ASKED)  # finished: nothing to do
    assert json.loads(store.cat_file(f"{URL}/{MANIFEST}"))["created"] == created and not workshop(URL).exists()
    with pytest.raises(HeadscopeError, match=f"'{URL}' holds a finished run"):
        measure(small, corpus, folder=URL, resume=True, **(ASKED | {"max_length": 25}))
    assert not workshop(URL).exists(), "only a copy"


def test_reports_and_many_models_go_there_too(store, small, text_file):
    corpus = str(text_file())
    page = report(small, corpus, folder=URL, **(ASKED | {"measures": ["offset", "entropy"]}))
    assert page == f"{URL}/report.html" and store.cat_file(page).startswith(b"<!DOCTYPE html>")
    assert any(name.startswith("figures/") for name in names(store)) and verify(URL).ok
    written = measure_each({"a": small, "b": small}, corpus, folder="memory://bucket/many", **ASKED)
    assert written == ["memory://bucket/many/a", "memory://bucket/many/b"] and all(verify(one).ok for one in written)


def test_the_verbs(main, made_run, tmp_path, monkeypatch):
    """By `file://`, which other processes see too."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    url = f"file://{tmp_path}/there/one"
    made_run(2, 4, planted=False, relations=2, pairs=False).save(tmp_path / "near")
    assert main("merge", tmp_path / "near", "-o", url)[0] == 0
    assert (tmp_path / "there" / "one" / MANIFEST).is_file()
    assert main("show", url)[1] == main("show", tmp_path / "near")[1]
    assert main("verify", url)[0] == 0 and "Finished" in main("status", url)[1]
    status_, _, errors = main("merge", tmp_path / "near", "-o", url)
    assert status_ == 2 and "holds a finished run" in errors
    assert main("measure", "--measure", "peak", "--limit", "8", "-o", url, "-q")[0] == 2
    assert main("measure", "--measure", "peak", "--limit", "8", "-o", url, "--force", "-q")[0] == 0
    assert "peak" in main("show", url)[1]
