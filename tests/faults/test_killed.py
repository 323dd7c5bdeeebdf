"""A writer that is killed at any of its file operations leaves the old run or the new one, never a mixture, and no folder is stuck."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, EARLIER, JOURNAL, LOCK, MANIFEST, STAGED, STATUS
from headscope.report.site import check_folder, write_site
from headscope.results.open import open_run
from headscope.runs.folder import RunFolder

KILLS = Path(__file__).with_name("kills.py")
FIGURE = '<svg xmlns="http://www.w3.org/2000/svg" class="headscope">{}</svg>'
OLD = {name: f"old {name}" for name in ("tally.safetensors", "scores.parquet", "report.html", MANIFEST)}
OLD |= {f"figures/{name}.svg": FIGURE.format(f"old {name}") for name in ("offsets", "tokens")}
NEW = {name: f"new {name}" for name in ("tally.safetensors", "scores.parquet", "labels.parquet", MANIFEST)}
NEW |= {f"figures/{name}.svg": FIGURE.format(f"new {name}") for name in ("offsets", "layers")}
MINE = {"notes.txt": "mine", "figures/sketch.svg": "<svg>mine</svg>"}
STEP = 11  # of the operations of a real run, every so manieth is tried here; 1 tries all of them


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def seen(folder: Path) -> dict[str, bytes]:
    """What a reader finds; what a writer hides is left out."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {n: p.read_bytes() for n, p in found.items() if n not in (LOCK, JOURNAL) and not n.startswith(STAGED)}


def kills(way: str, place: Path, given: dict[str, object], step: int = 1) -> list[str]:
    """How to kill a writer at every `step`-th of its operations in copies of `start`; it says how many it has."""
    return [str(KILLS), way, str(place / "start"), str(place / "copies"), str(step), json.dumps(given)]


def as_bytes(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("replaces", "begun"), [(True, True), (False, False)])
def test_published_and_killed_at_every_operation(tmp_path, replaces, begun):
    before = (OLD | MINE if replaces else {}) | ({CHECKPOINT: "begun"} if begun else {})
    write(tmp_path / "start", before)
    command = [sys.executable, *kills("publish", tmp_path, {**NEW})]
    operations = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert operations > 4 * len(NEW), "each file is opened, synced twice and renamed"
    old, new = as_bytes(before), as_bytes(NEW | (MINE if replaces else {}))
    states: dict[str, int] = {}
    for at in range(operations + 1):
        folder = RunFolder(tmp_path / "copies" / str(at))
        folder.settle()
        now = seen(folder.path)
        assert now in (old, new), f"killed at operation {at}: {now}"
        states["old" if now == old else "new"] = at
        assert folder.finished == (replaces or now == new) and folder.begun == (begun and now == old)
        if folder.finished:
            with pytest.raises(HeadscopeError, match=r"holds a finished run.*--force"):
                folder.check()
        for flags in ({"resume": True}, {"force": True}):
            folder.check(**flags)
        with folder.locked():
            assert seen(folder.path) == now
        left = {path.name for path in folder.path.iterdir()} if folder.path.exists() else set()
        assert not left & {STAGED, JOURNAL, LOCK}
    assert [*states] == ["old", "new"]
    for at in states.values():  # whatever was left can be replaced
        with RunFolder(tmp_path / "copies" / str(at)).locked() as folder:
            folder.publish(as_bytes(NEW))
        assert seen(folder.path) == new


SITE = {"index.html": "old", "m/1-1/index.html": "old", "assets/page.js": "code"}
NEXT = {"index.html": "new", "n/1-1/index.html": "new", "assets/page.js": "code"}


@pytest.mark.slow
@pytest.mark.parametrize("replaces", [True, False])
def test_a_gallery_killed_at_every_operation(tmp_path, replaces):
    """The next gallery finds the old one or the new one, nothing else beside them but what somebody put there, and can replace it."""
    write(tmp_path / "start", {})
    if replaces:
        write_site(tmp_path / "start", [(name, text.encode()) for name, text in SITE.items()])
        write(tmp_path / "start", {"CNAME": "mine", "m/notes.txt": "mine"})
    old = seen(tmp_path / "start") if replaces else {}
    command = [sys.executable, *kills("gallery", tmp_path, {**NEXT})]
    operations = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert operations > 4 * len(NEXT)
    new = seen(tmp_path / "copies" / str(operations))
    assert {name: new.get(name) for name in NEXT} == as_bytes(NEXT) and "m/1-1/index.html" not in new
    states: dict[str, int] = {}
    for at in range(operations + 1):
        folder = tmp_path / "copies" / str(at)
        check_folder(folder, force=True)
        left = {path.name for path in folder.iterdir()} if folder.exists() else set()
        assert seen(folder) in (old, new) and not left & {STAGED, JOURNAL, LOCK}, f"killed at operation {at}: {left}"
        states["old" if seen(folder) == old else "new"] = at
        if seen(folder):
            with pytest.raises(HeadscopeError, match=r"holds a gallery.*--force"):
                check_folder(folder)
        else:
            check_folder(folder)
    assert [*states] == ["old", "new"]
    for at in states.values():
        write_site(tmp_path / "copies" / str(at), [("index.html", b"last")], force=True)
        mine = {"CNAME", "m/notes.txt"} if replaces else set()
        assert seen(tmp_path / "copies" / str(at)).keys() == {"index.html", "gallery.json", *mine}


@pytest.fixture
def asked(small_folder, text_file):
    """A run of two chunks."""
    return {
        "model": str(small_folder),
        "corpus": str(text_file(documents=40)),
        "measures": ["offset"],
        "max_length": 24,
        "batch_size": 64,
        "example": "A b.",
    }


def timeless(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a run without when it was made and how long it took."""
    manifest = {
        name: value for name, value in json.loads(files[MANIFEST]).items() if name not in ("created", "seconds", "digest")
    }
    return files | {MANIFEST: json.dumps(manifest).encode()}


def test_a_real_run_is_killed_read_and_resumed(small, asked, headscope, tmp_path):
    """The old run or the new one at every point, and one run's bytes in the end."""
    options = {name: value for name, value in asked.items() if name not in ("model", "corpus")} | {"progress": False}
    old = measure(small, asked["corpus"], folder=tmp_path / "start", **options | {"limit": 32})
    measure(small, asked["corpus"], folder=tmp_path / "whole", **options)
    before, whole = seen(tmp_path / "start"), timeless(seen(tmp_path / "whole"))
    arguments = kills("measure", tmp_path, asked | {"force": True}, STEP)
    done = headscope(code=f"import runpy, sys; sys.argv = {arguments!r}; runpy.run_path(sys.argv[0], run_name='__main__')")
    assert done.returncode == 0, done.stderr
    operations = int(done.stdout)
    assert operations > 60
    found = {"old": 0, "begun": 0, "new": 0}
    for at in range(0, operations + 1, STEP):
        folder = RunFolder(tmp_path / "copies" / str(at))
        scores = open_run(folder.path)
        now = {name: data for name, data in seen(folder.path).items() if name not in (CHECKPOINT, EARLIER, STATUS)}
        kept = folder.begun
        if now == before:
            assert scores.tally == old.tally and scores.manifest.units == 32
            found["begun" if kept else "old"] += 1
        else:
            assert timeless(now) == whole and not kept
            found["new"] += 1
        flags = {"resume": True} if kept or now != before else {"force": True}  # one that kept nothing can only begin anew
        measure(small, asked["corpus"], folder=folder.path, **options, **flags)
        assert timeless(seen(folder.path)) == whole, f"killed at operation {at}, and resumed"
    assert all(found.values()), found
    print(f"{operations} operations, killed at every {STEP}: {found}")


def test_a_folder_that_a_killed_run_left_is_known_and_replaced(tmp_path):
    """With a file that somebody put there meanwhile: it stays."""
    for left in (LOCK, "tally.safetensors", "probes.parquet"):
        place = tmp_path / left
        write(place, {left: "", "notes.txt": "mine"})
        folder = RunFolder(place)
        with pytest.raises(HeadscopeError, match=r"a part of a run, without its manifest.*--force"):
            folder.check()
        for flags in ({"force": True}, {"resume": True}):
            folder.check(**flags)
        with folder.locked():
            folder.publish(as_bytes(NEW))
        assert seen(place) == as_bytes(NEW | {"notes.txt": "mine"})
    write(tmp_path / "bare", {LOCK: "", f"{STAGED}/tally.safetensors": "ha"})
    RunFolder(tmp_path / "bare").check()  # as good as empty


def killed_before_its_manifest(place: Path) -> RunFolder:
    """A folder in which a run was killed while it was put in place, its manifest still to come."""
    write(place, {name: text for name, text in NEW.items() if name != MANIFEST})
    write(place / STAGED, {MANIFEST: NEW[MANIFEST]})
    (place / JOURNAL).write_text(json.dumps([*NEW]))
    return RunFolder(place)


def test_a_reader_waits_for_a_writer_and_does_its_work_where_it_was_killed(tmp_path, monkeypatch):
    from headscope.runs import folder as module

    folder = killed_before_its_manifest(tmp_path / "run")
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    lock = module.FileLock(folder / LOCK)
    with lock, pytest.raises(HeadscopeError, match="Another run is writing"), folder.steady():
        pass
    with folder.steady():
        assert seen(folder.path) == as_bytes(NEW)
    assert {path.name for path in folder.path.iterdir()}.isdisjoint({LOCK, JOURNAL, STAGED})


@pytest.mark.parametrize("link", [STAGED, f"{STAGED}/figures", "figures"])
def test_a_folder_from_elsewhere_leads_nowhere(tmp_path, link):
    """A journal with links in it would move, or take away, files of other folders when it is read."""
    theirs = {"thesis.txt": "mine", "layers.svg": FIGURE.format("mine"), MANIFEST: "mine"}
    write(tmp_path / "mine", theirs)
    folder = RunFolder(tmp_path / "run")
    write(folder.path, {JOURNAL: json.dumps([MANIFEST, "thesis.txt", "figures/layers.svg"])})
    (folder / link).parent.mkdir(exist_ok=True)
    (folder / link).symlink_to(tmp_path / "mine")
    for way in (folder.steady, folder.locked):
        with pytest.raises(HeadscopeError, match="is a link, so the run there is not put in place"), way():
            pass
    assert seen(tmp_path / "mine") == as_bytes(theirs)
