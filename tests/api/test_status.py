"""How far a run is, told from outside: at work, stopped, killed, finished; and never more than a sentence where nothing is."""

import json
import os

import pytest

from headscope.api.measure import measure
from headscope.api.status import status, status_text
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, STATUS
from headscope.runs import local
from headscope.runs import status as told
from headscope.tallies import read, to_bytes

OPTIONS = {"measures": ["peak"], "max_length": 24, "progress": False}


@pytest.fixture
def watched(small, text_file, tmp_path, monkeypatch):
    """A run of three chunks that is stopped at its third: what was said of it before, and its folder. Its begin and its first chunk are
    said at once, however seldom the rest."""
    monkeypatch.setattr(told, "SECONDS", 1e9)
    folder, said, real = tmp_path / "run", [], local._finished

    def finished(waiting):
        if len(said) == 2:
            raise KeyboardInterrupt
        said.append(status(folder))
        return real(waiting)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(local, "_finished", finished)
        measure(small, str(text_file(documents=90)), folder=folder, **OPTIONS)
    return said, folder


def test_running_stopped_killed_finished(small, watched, tmp_path):
    (first, second), folder = watched
    assert first["state"] == second["state"] == "running" and second["pid"] == os.getpid()
    assert first["passes"] == [{"name": "text", "units": 180, "done": 0}] and second["passes"][0]["done"] == 64
    text = status_text(second, folder)
    assert f"(process {os.getpid()}), engine local." in text and "text: 64 of 180 units" in text
    assert not (folder / STATUS).exists()
    stopped = status(folder)
    assert stopped["state"] == "stopped" and stopped["done"] == [{"name": "text", "done": 128}]
    assert "was stopped after" in status_text(stopped, folder)
    (folder / STATUS).write_text(json.dumps({k: v for k, v in second.items() if k != "state"} | {"pid": 2**22 + 1}))
    assert "was killed after" in status_text(status(folder), folder)
    measure(small, str(tmp_path / "text.txt"), folder=folder, resume=True, **OPTIONS)
    assert status(folder)["units"] == 180 and "Finished: 180 units" in status_text(status(folder), folder)


def test_the_verb_and_what_is_no_run(watched, tmp_path, main):
    _, folder = watched
    assert "Go on with the same command and --resume" in main("status", folder)[1]
    assert json.loads(main("status", folder, "--format", "json")[1])["state"] == "stopped"
    assert main("status", folder, "--format", "xml")[0] == 2
    (folder / CHECKPOINT).write_bytes(b"no")
    (folder / "checkpoint-before.safetensors").unlink(missing_ok=True)
    assert "is damaged" in main("status", folder)[2]
    assert "There is no folder" in main("status", tmp_path / "nothing")[2]
    (tmp_path / "empty").mkdir()
    with pytest.raises(HeadscopeError, match="is not a run"):
        status(tmp_path / "empty")
    for data in ("{", "[]", '{"pid": -1}'):
        (tmp_path / "empty" / STATUS).write_text(data)
        with pytest.raises(HeadscopeError, match="is not what headscope wrote"):
            status(tmp_path / "empty")


def test_names_from_elsewhere_are_safe_for_a_terminal():
    failed = [{"chunk": 1, "document": "a\x1b[2Jb", "error": "x\ny"}]
    text = status_text({"state": "stopped", "done": [], "seconds": 1.0, "failed_units": 1, "failed": failed}, "run")
    assert "\x1b" not in text and "document a�[2Jb: x�y" in text


@pytest.mark.parametrize(
    "change",
    [
        {"seconds": []},
        {"counts": {"text": {}}},
        {"counts": [1]},
        {"counts": {"text": {"units": "1", "skipped": {}}}},
        {"failed": 1},
    ],
    ids=str,
)
def test_a_checkpoint_of_another_form_is_a_sentence(watched, change):
    _, folder = watched
    (folder / "checkpoint-before.safetensors").unlink(missing_ok=True)
    tally, state = read(folder / CHECKPOINT)
    if "failed" in change:
        change = {"counts": {"text": {**state["counts"]["text"], "failed": [{}]}}}
    (folder / CHECKPOINT).write_bytes(to_bytes(tally, {**state, **change}))
    with pytest.raises(HeadscopeError, match="so how far the run came is not known"):
        status_text(status(folder), folder)


def test_a_process_that_can_not_be_is_a_sentence(watched):
    (_, said), folder = watched
    (folder / STATUS).write_text(json.dumps({k: v for k, v in said.items() if k != "state"} | {"pid": 10**12}))
    with pytest.raises(HeadscopeError, match=r"pid is 1000000000000, not a number from 1 to"):
        status(folder)
