"""A corpus that changes while it is read: the run stops, and neither its numbers nor its checkpoint have anything of the changed text."""

import gzip
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.api.probe import probe
from headscope.corpora import open_corpus
from headscope.corpora.reading import original
from headscope.errors import HeadscopeError
from headscope.models.images.patches import PatchEncoder, open_images
from headscope.models.images.pixels import Preparation
from headscope.models.maps import open_maps
from headscope.names import CHECKPOINT, MANIFEST
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.tallies import to_bytes
from headscope.tokens import chunks

SENTENCE = "1\tit\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\trains\t_\tX\t_\t_\t0\troot\t_\t_\n3\t{}\t_\tX\t_\t_\t2\tobl\t_\t_\n\n"
UNITS = 330  # five chunks and a bit


def plain(number: int) -> str:
    return f"It rains on day {number:04} again.\nThen the sun is seen.\n\n"


def conllu(number: int) -> str:
    return SENTENCE.format(f"day{number:04}")


def conll2012(number: int) -> str:
    rows = "".join(
        f"d 0 {at} {word} NN * - - - - * {'(1)' if at else '(1'}\n" for at, word in enumerate(("it", f"day{number:04}"))
    )
    return f"#begin document (d{number}); part 000\n{rows.replace('(1)', '1)')}\n#end document\n"


def jsonl(number: int) -> str:
    return json.dumps({"words": ["it", "rains", f"day{number:04}"], "heads": [2, 0, 2], "relations": ["a", "root", "b"]}) + "\n"


KINDS = {
    "plain": ("text.txt", plain, ["peak"]),
    "packed": ("text.txt.gz", plain, ["peak"]),
    "folder": ("text", plain, ["peak"]),
    "conllu": ("trees.conllu", conllu, ["dependency"]),
    "conll2012": ("mentions.v4_gold_conll", conll2012, ["coreference"]),
    "jsonl": ("trees.jsonl", jsonl, ["dependency"]),
}


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def appended(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\n\n\n")


def rewritten(path: Path) -> None:
    """In place, with as many bytes and the times of before."""
    found, data = path.stat(), path.read_bytes()
    with path.open("r+b") as file:
        file.write(data.swapcase())
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes().swapcase())
    other.replace(path)


def removed(path: Path) -> None:
    path.unlink()


CHANGES = {
    truncated: r"it had [\d,]+ bytes when it was opened, and has [\d,]+ now",
    appended: r"it had [\d,]+ bytes when it was opened, and has [\d,]+ now",
    rewritten: "other ones",
    replaced: "other ones",
    removed: "it is not there any more",
}


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A corpus of each kind, of several blocks: what is given as the corpus, and the file that will change."""
    monkeypatch.setattr(original, "BLOCK", 2**10)

    def write(kind: str) -> tuple[Path, Path]:
        name, make, _ = KINDS[kind]
        given, text = tmp_path / name, "".join(map(make, range(UNITS))).encode()
        if kind == "folder":
            given.mkdir()
            half = text.index(plain(UNITS // 2).encode())
            (given / "a.txt").write_bytes(text[:half])
            (given / "b.txt").write_bytes(text[half:])
            return given, given / "b.txt"
        given.write_bytes(gzip.compress(text, 1) if kind == "packed" else text)
        return given, given

    return write


@pytest.fixture
def at_the_first_checkpoint(monkeypatch):
    """Does something to a file when the first checkpoint has been written."""

    def arrange(change, path: Path) -> None:
        done, real = [], RunFolder.write_checkpoint

        def write(folder, data):
            real(folder, data)
            if not done:
                done.append(change(path))

        monkeypatch.setattr(local, "CHECKPOINT_SECONDS", -1.0)
        monkeypatch.setattr(RunFolder, "write_checkpoint", write)

    return arrange


CASES = [*((kind, truncated) for kind in KINDS), *((kind, change) for kind in ("plain", "conllu") for change in CHANGES)]


@pytest.mark.parametrize(
    ("kind", "change"), dict.fromkeys(CASES), ids=lambda one: one if isinstance(one, str) else one.__name__
)
def test_the_run_stops_and_goes_on_with_the_original(small, tmp_path, written, at_the_first_checkpoint, kind, change):
    given, path = written(kind)
    asked = {"measures": KINDS[kind][2], "max_length": 24, "batch_size": 32, "progress": False}
    whole = measure(small, str(given), **asked)
    kept = Path(shutil.copy2(path, tmp_path / "kept"))
    at_the_first_checkpoint(change, path)
    with pytest.raises(HeadscopeError) as error:
        measure(small, str(given), folder=tmp_path / "run", **asked)
    said = str(error.value)
    assert said.startswith(f"'{path}' changed while it was read: ") and "\n" not in said
    assert said.endswith("What is finished is kept: go on with --resume.")
    assert (tmp_path / "run" / CHECKPOINT).is_file() and not (tmp_path / "run" / MANIFEST).exists()
    shutil.copy2(kept, path)
    again = measure(small, str(given), folder=tmp_path / "run", resume=True, **asked)
    assert to_bytes(again.measured) == to_bytes(whole.measured) and again.manifest.corpora == whole.manifest.corpora


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_changed_is_said(written, change):
    _, path = written("plain")
    reading = open_corpus(path).documents()
    next(reading)
    change(path)
    with pytest.raises(HeadscopeError, match=rf"'{path}' changed while it was read: .*{CHANGES[change]}"):
        list(reading)


def test_a_file_of_a_folder_that_was_read_already(written):
    folder, path = written("folder")
    reading = open_corpus(folder).documents()
    while next(reading).id.startswith("a.txt"):
        pass
    truncated(path.with_name("a.txt"))
    with pytest.raises(HeadscopeError, match=r"a\.txt' changed while it was read"):
        list(reading)


def test_bytes_are_held_to_the_digest_even_where_nothing_else_shows_it(written, monkeypatch):
    """As on a file system with coarse times."""
    _, path = written("plain")
    corpus = open_corpus(path)
    rewritten(path)
    monkeypatch.setattr(original, "_stamp", lambda found: corpus.sources[0]._stamp)
    with pytest.raises(HeadscopeError, match="its bytes are not those that were there when it was opened"):
        list(corpus.documents())


def test_one_that_was_touched_or_replaced_by_its_equal_is_no_other(written):
    _, path = written("plain")
    corpus = open_corpus(path)
    expected, reading = list(corpus.documents()), corpus.documents()
    first = next(reading)
    os.utime(path)
    shutil.copy(path, path.with_name("equal"))
    path.with_name("equal").replace(path)
    assert [first, *reading] == expected == list(corpus.documents())


def test_growing_for_ever_is_no_reason_to_read_for_ever(tmp_path, monkeypatch):
    """A file that grows as fast as it is hashed."""
    path = tmp_path / "log.txt"
    path.write_text("A line.\n" * 1000)
    real = original._stamp

    def stamp(found):
        appended(path)
        return real(found)

    monkeypatch.setattr(original, "_stamp", stamp)
    with pytest.raises(HeadscopeError, match="changed while it was read: it had 8,000 bytes"):
        list(open_corpus(path).documents())


def test_probes_stop_too(small, tmp_path, written, monkeypatch):
    given, path = written("conllu")
    train = open_corpus(given)
    truncated(path)
    with pytest.raises(HeadscopeError, match="changed while it was read"):
        probe(
            small, train, train, ["right-branching"], control=False, max_length=24, folder=tmp_path / "probed", progress=False
        )
    assert not (tmp_path / "probed").exists()


def test_the_command_line_says_so_with_status_2(main, small_folder, tmp_path, written, at_the_first_checkpoint):
    given, path = written("plain")
    at_the_first_checkpoint(appended, path)
    status, _, errors = main(
        "measure",
        "--measure",
        "peak",
        "-m",
        str(small_folder),
        "-c",
        str(given),
        "--max-length",
        "24",
        "-o",
        str(tmp_path / "run"),
    )
    assert (
        status == 2 and f"headscope: '{path}' changed while it was read" in errors and (tmp_path / "run" / CHECKPOINT).is_file()
    )


@pytest.mark.parametrize("change", [truncated, rewritten, replaced, removed], ids=lambda change: change.__name__)
def test_images(tmp_path, change):
    for number in range(3):
        np.save(tmp_path / f"{number}.npy", np.full((8, 8, 3), number, dtype=np.uint8))
    units = next(chunks(open_images(tmp_path).documents(), "pair")).units
    encoder = PatchEncoder(Preparation(8, 8), 1, 1, 1)
    assert len(encoder.encode(units, 9)[0]) == 3
    change(tmp_path / "1.npy") if change is not rewritten else np.save(
        tmp_path / "1.npy", np.full((8, 8, 3), 9, dtype=np.uint8)
    )
    with pytest.raises(HeadscopeError, match=r"1\.npy' changed while it was read"):
        encoder.encode(units, 9)


@pytest.mark.parametrize("suffix", [".npz", ".safetensors"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_maps(tmp_path, suffix, change):
    import safetensors.numpy

    path = tmp_path / f"maps{suffix}"
    maps = {f"m{number}": np.full((1, 1, 60, 60), 1 / 60) for number in range(100)}
    np.savez(path, **maps) if suffix == ".npz" else safetensors.numpy.save_file(maps, path)
    path.with_suffix(".jsonl").write_text("".join(json.dumps({"id": name, "tokens": ["w"] * 60}) + "\n" for name in maps))
    model, corpus = open_maps(path)
    change(path)
    with pytest.raises(HeadscopeError, match=rf"maps\{suffix}' changed while it was read"):
        measure(model, corpus, ["peak"], progress=False)
