"""A writer that is killed at any of its file operations leaves the old run or the new one, or a run that can go on: never a mixture."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, JOURNAL, LOCK, MANIFEST, STAGED
from headscope.runs.folder import RunFolder

FIGURE = '<svg xmlns="http://www.w3.org/2000/svg" class="headscope">{}</svg>'
OLD = {name: f"old {name}" for name in ("tally.safetensors", "scores.parquet", "report.html", MANIFEST)}
OLD |= {f"figures/{name}.svg": FIGURE.format(f"old {name}") for name in ("offsets", "tokens")}
NEW = {name: f"new {name}" for name in ("tally.safetensors", "scores.parquet", "labels.parquet", MANIFEST)}
NEW |= {f"figures/{name}.svg": FIGURE.format(f"new {name}") for name in ("offsets", "layers")}
MINE = {"notes.txt": "mine", "figures/sketch.svg": "<svg>mine</svg>"}

# Publishes again and again in copies of a folder, each time in a fork that SIGKILL ends at its next operation. Python itself announces
# every open, rename, remove, mkdir and rmdir before it happens; fsync, which it does not announce, is counted by hand.
WRITER = """
import json, os, shutil, signal, sys
from headscope.runs.folder import RunFolder

start, copies, files = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "fsync"}

def publish(at):
    left, fsync = at, os.fsync
    def count(event, given):
        nonlocal left
        if event in EVENTS:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
    def counted(handle):
        count("fsync", ())
        fsync(handle)
    os.fsync = counted
    sys.addaudithook(count)
    with RunFolder(os.path.join(copies, str(at))).locked() as folder:
        folder.publish({name: text.encode() for name, text in files.items()})

for at in range(1000):
    shutil.copytree(start, os.path.join(copies, str(at)))
    child = os.fork()
    if not child:
        try:
            publish(at)
        finally:
            os._exit(0)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        print(at)
        break
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def seen(folder: Path) -> dict[str, str]:
    """What a reader finds; what a writer hides is left out."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {n: p.read_text() for n, p in found.items() if n not in (LOCK, JOURNAL) and not n.startswith(STAGED)}


@pytest.mark.slow
@pytest.mark.parametrize(("replaces", "begun"), [(True, True), (False, False)])
def test_killed_at_every_operation(tmp_path, replaces, begun):
    before = (OLD | MINE if replaces else {}) | ({CHECKPOINT: "begun"} if begun else {})
    start, copies = tmp_path / "start", tmp_path / "copies"
    for folder in (start, copies):
        folder.mkdir()
    write(start, before)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(start), str(copies), json.dumps(NEW)], capture_output=True, text=True, check=True
    )
    operations = int(done.stdout)
    assert operations > 3 * len(NEW), "each file is opened, synced and renamed"
    after = NEW | (MINE if replaces else {})
    states: dict[str, int] = {}
    for at in range(operations + 1):
        folder = RunFolder(copies / str(at))
        now = seen(folder.path) if folder.path.exists() else {}
        assert not replaces or MINE.items() <= now.items()
        if folder.finished:
            old = now == before
            # The checkpoint goes before the manifest comes; nothing else of the old run is left either.
            assert old or now == after, f"killed at operation {at}: {now}"
            states["old" if old else "new"] = at
        elif not begun and not folder.begun:
            assert now == before, "nothing is seen yet, and the folder is as good as new"
            folder.check()
            states["nothing"] = at
        else:
            with pytest.raises(HeadscopeError, match=r"was stopped.*--resume.*--force"):
                folder.check()
            states["stopped"] = at
        journal = (folder / JOURNAL).is_file()
        folder.check(resume=True)
        folder.check(force=True)
        with folder.locked():
            assert seen(folder.path) == (after if journal else now), f"what was left to do at operation {at} is done"
        assert not (folder / STAGED).exists() and not (folder / JOURNAL).exists()
    assert set(states) == {"old" if replaces else "nothing", "stopped", "new"}
    for at in states.values():  # whatever was left can be replaced
        with RunFolder(copies / str(at)).locked() as folder:
            folder.publish({name: text.encode() for name, text in NEW.items()})
        assert seen(folder.path) == after
