"""What is no regular file, or may not be read, in place of a run or a file of it: a sentence, at once."""

import os
import shutil
import signal
import socket
import stat
import tempfile
from pathlib import Path

import pytest

from headscope import files
from headscope.api.compare import compare
from headscope.api.figure import figure
from headscope.api.find import find
from headscope.api.merge import merge
from headscope.api.save import check_folder, save
from headscope.api.status import status
from headscope.api.table import show
from headscope.api.track import track
from headscope.api.verify import verify
from headscope.errors import HeadscopeError
from headscope.files import NotRegular, open_regular, readable
from headscope.models.maps import open_maps
from headscope.names import CHECKPOINT, EXAMPLES, JOURNAL, MANIFEST, PROBES, STATUS, TALLY
from headscope.reproduce.folders import read_runs
from headscope.results.open import open_run
from headscope.results.sample_text import FILE
from headscope.runs.folder import RunFolder
from headscope.tables.probe_source import read_probes
from headscope.tallies import read

NOBODY = 65534
SECONDS = 20  # a pipe that is waited for has no end; this has
VERBS = {
    "open": open_run,
    "show": show,
    "find": lambda run: find(run, "layer > 0"),
    "figure": lambda run: figure(run, "grid"),
    "compare": lambda run: compare(run, run),
    "merge": lambda run: merge([run]),
    "verify": verify,
    "track": lambda run: track([run, run], by="given", progress=False),
}


@pytest.fixture(autouse=True)
def no_waiting():
    """Whoever waits for a pipe is woken by an error that no verb expects."""

    def wake(*_):
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, wake)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def put_socket(path) -> None:
    with tempfile.TemporaryDirectory(prefix="hs-") as short:  # a socket's path is at most 107 characters long
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(f"{short}/s")
        Path(short, "s").rename(path)


STRANGE = {
    "a named pipe": os.mkfifo,
    "a socket": put_socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("name", [MANIFEST, TALLY, FILE, EXAMPLES, PROBES, "scores.parquet"])
@pytest.mark.parametrize("kind", STRANGE)
def test_no_verb_waits_for_what_is_no_file_of_a_run(run_folder, kind, name):
    (run_folder / name).unlink(missing_ok=True)
    STRANGE[kind](run_folder / name)
    for verb in VERBS.values() if kind == "a named pipe" else (open_run, verify):
        with pytest.raises(HeadscopeError, match=rf"{name}' is {kind}, not a regular file\. Put a regular file in its place\."):
            verb(run_folder)


@pytest.mark.parametrize("name", [CHECKPOINT, JOURNAL, STATUS, MANIFEST])
def test_nor_does_whoever_looks_how_far_a_run_is(tmp_path, name):
    folder = tmp_path / "run"
    folder.mkdir()
    os.mkfifo(folder / name)
    for verb in (status, verify, open_run, check_folder, lambda run: RunFolder(run).locked().__enter__()):
        try:
            verb(folder)
        except HeadscopeError as error:
            assert "\n" not in str(error)


def test_checkpoints_probes_and_maps_are_not_waited_for(tmp_path):
    for name, reader in {"checkpoint.safetensors": read, "maps.npz": open_maps, "maps.safetensors": open_maps}.items():
        os.mkfifo(tmp_path / name)
        with pytest.raises(NotRegular, match="is a named pipe"):
            reader(tmp_path / name)
    os.mkfifo(tmp_path / PROBES)
    with pytest.raises(NotRegular, match="is a named pipe"):
        read_probes(tmp_path)


def test_what_is_put_there_after_a_look_is_refused_too(tmp_path, monkeypatch):
    """The path is a regular file when it is looked at, and a pipe when it is opened."""
    regular = Path(__file__).stat()
    assert stat.S_ISREG(regular.st_mode)
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(files.Path, "stat", lambda self, **_: regular)
    with pytest.raises(NotRegular, match="is a named pipe"):
        open_regular(tmp_path / "pipe")


@pytest.fixture
def open_place(run_folder):
    """A folder that everybody may look into, with a run; those of pytest are their owner's alone."""
    place = Path(tempfile.mkdtemp(prefix="hs-"))
    place.chmod(0o755)
    shutil.copytree(run_folder, place / "parent" / "run")
    yield place / "parent" / "run"
    for path in (place / "parent", place / "parent" / "run"):
        path.chmod(0o755)
    shutil.rmtree(place)


def as_nobody(verb, run) -> str:
    """What a verb says to somebody who may not do everything, as root may: in a process of its own."""
    reads, writes = os.pipe()
    if not (child := os.fork()):
        try:
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            verb(run)
            said = "nothing was wrong"
        except HeadscopeError as error:
            said = f"sentence: {error}"
        except BaseException as error:
            said = f"traceback: {error!r}"
        os.write(writes, said.encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


CLOSED = {"its parent": "..", "the folder": ".", "the manifest": MANIFEST, "the tally": TALLY, "the sample text": FILE}
ALL = {
    **VERBS,
    "status": status,
    "probes": read_probes,
    "reproduce": lambda run: read_runs([run]),
    "a folder to write to": check_folder,
}


@pytest.mark.parametrize("closed", CLOSED)
def test_what_may_not_be_read_is_a_sentence(open_place, closed):
    (open_place / CLOSED[closed]).resolve().chmod(0)
    asked = ALL if "." in CLOSED[closed][:2] else {"open": open_run, "verify": verify, "compare": VERBS["compare"]}
    for name, verb in asked.items():
        said = as_nobody(verb, open_place)
        assert said.startswith("sentence: ") and "\n" not in said, (name, said)
        assert name == "a folder to write to" or "Permission denied" in said or "There is no run" in said, (name, said)


def test_a_run_is_not_written_where_nobody_may_write(open_place):
    scores = open_run(open_place)
    open_place.parent.chmod(0)
    said = as_nobody(lambda run: save(scores, run, force=True), open_place)
    assert said.startswith("sentence: "), said


def test_an_error_of_the_system_names_the_file(tmp_path):
    with pytest.raises(HeadscopeError, match=r"missing' can't be read: No such file or directory\."), readable(tmp_path):
        open_regular(tmp_path / "missing")
