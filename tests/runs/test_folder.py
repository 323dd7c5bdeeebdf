"""The run folder: all of a run or nothing, whatever the disk does."""

import errno
import os
from pathlib import Path

import pytest

from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, JOURNAL, MANIFEST, STAGED
from headscope.runs import folder as module
from headscope.runs.folder import RunFolder


def names(path: Path) -> set[str]:
    return {p.name for p in path.iterdir()}


def test_files_appear_together_the_manifest_last(tmp_path, monkeypatch):
    order = []
    real = Path.replace
    monkeypatch.setattr(Path, "replace", lambda self, target: (order.append(Path(target).name), real(self, target))[1])
    with RunFolder(tmp_path / "deep" / "run").locked() as folder:
        folder.publish({MANIFEST: b"{}", "a": b"1", "b": b"2"})
    assert order == [JOURNAL, "a", "b", MANIFEST]
    assert names(tmp_path / "deep" / "run") == {MANIFEST, "a", "b"}


@pytest.mark.parametrize("fail_at", [0, 1, 2])
def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch, fail_at):
    calls = []
    real = module.write_through

    def full(path: Path, data: bytes) -> None:
        calls.append(path)
        if len(calls) > fail_at:
            path.write_bytes(data[:1])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(path, data)

    monkeypatch.setattr(module, "write_through", full)
    with pytest.raises(HeadscopeError, match="The disk is full"), RunFolder(tmp_path / "run").locked() as folder:
        folder.publish({"a": b"11", "b": b"22", MANIFEST: b"{}"})
    assert not (tmp_path / "run").exists()


def test_a_failed_replacement_keeps_the_old_run(tmp_path, monkeypatch):
    with RunFolder(tmp_path / "run").locked() as folder:
        folder.publish({"a": b"old", MANIFEST: b"{}"})

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))

    monkeypatch.setattr(module, "write_through", full)
    with pytest.raises(HeadscopeError, match="full"), RunFolder(tmp_path / "run").locked() as folder:
        folder.publish({"a": b"new", MANIFEST: b"{}"})
    assert (tmp_path / "run" / "a").read_bytes() == b"old"


def test_what_an_earlier_run_left_goes_and_what_others_left_stays(tmp_path):
    folder = RunFolder(tmp_path)
    drawn = b'<svg xmlns="http://www.w3.org/2000/svg" class="headscope"/>'
    folder.write({"report.html": b"old page", CHECKPOINT: b"old", MANIFEST: b"{}", "figures/offsets.svg": drawn})
    mine = ("notes.txt", "download.partial", "figures/sketch.svg")
    for name in mine:
        (tmp_path / name).write_text("mine")
    (tmp_path / STAGED).mkdir()
    (tmp_path / STAGED / "scores.parquet").write_bytes(b"half")
    with folder.locked():
        folder.publish({"tally.safetensors": b"new", MANIFEST: b"{}"})
    assert names(tmp_path) == {"tally.safetensors", MANIFEST, "notes.txt", "download.partial", "figures"}
    assert names(tmp_path / "figures") == {"sketch.svg"}
    assert all((tmp_path / name).read_text() == "mine" for name in mine)


def test_where_a_run_may_go(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("x")
    (tmp_path / "empty").mkdir()
    RunFolder(tmp_path / "empty").check()
    RunFolder(tmp_path / "new" / "deeper").check()
    for name, words in (("file", "is a file"), ("full", "is not empty and not a run"), ("file/run", "can't be made")):
        with pytest.raises(HeadscopeError, match=words):
            RunFolder(tmp_path / name).check(force=True)
    assert names(tmp_path) == {"file", "full", "empty"}, "looking changes nothing"
    with pytest.raises(HeadscopeError, match="is not empty and not a run"):
        RunFolder(tmp_path / "full").check()


def test_the_lock_is_released_after_an_error(tmp_path):
    with pytest.raises(ZeroDivisionError), RunFolder(tmp_path / "run").locked():
        raise ZeroDivisionError
    with RunFolder(tmp_path / "run").locked() as folder:
        folder.write({"a": b"1"})
    assert names(tmp_path / "run") == {"a"}


def test_a_run_that_is_replaced_while_it_is_read_is_not_believed(tmp_path):
    with RunFolder(tmp_path / "run").locked() as folder:
        folder.publish({"a": b"old", MANIFEST: b"{}"})
        with folder.steady():
            pass
        with pytest.raises(HeadscopeError, match="was replaced while it was read"), folder.steady():
            folder.publish({"a": b"new", MANIFEST: b"{}"})


@pytest.mark.parametrize("journal", ["half", "[]", "5", '["../thesis.txt"]', '["/etc/passwd"]', '["figures/../../x"]'])
def test_a_journal_of_others_is_not_followed(tmp_path, journal):
    (tmp_path / "run" / STAGED).mkdir(parents=True)
    (tmp_path / "run" / JOURNAL).write_text(journal)
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(HeadscopeError, match="not a journal that headscope wrote"), RunFolder(tmp_path / "run").locked():
        pass
    assert (tmp_path / "thesis.txt").read_text() == "mine"
