"""A bit that changes on a disk changes no number in silence."""

import json
import os
import random

import numpy as np
import pytest

from headscope.api.verify import verify
from headscope.errors import HeadscopeError
from headscope.names import FIGURES, MANIFEST, PAGE, PROBES, TALLY
from headscope.results.open import open_run
from headscope.runs.seal import sealed
from headscope.tallies import read, to_bytes

FLIPS = 5  # in each file


def flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


@pytest.mark.slow
def test_no_flipped_bit_goes_unseen(run_folder):
    chance = random.Random(3)
    open_run(run_folder)
    names = sorted(str(path.relative_to(run_folder)) for path in run_folder.rglob("*") if path.is_file())
    assert {MANIFEST, PAGE, "tally.safetensors", "scores.parquet", "examples.parquet", "example.safetensors"} <= {*names}
    for name in names:
        path = run_folder / name
        whole = path.read_bytes()
        for _ in range(FLIPS):
            path.write_bytes(flip(whole, chance))
            if name == PAGE or name.startswith(FIGURES):  # a person may change these; verify says so
                open_run(run_folder)
                assert verify(run_folder).damaged == (name,)
            else:
                with pytest.raises(HeadscopeError) as error:
                    open_run(run_folder)
                assert path.name in str(error.value) and "\n" not in str(error.value)
        path.write_bytes(whole)
    assert verify(run_folder).ok


@pytest.mark.parametrize(
    ("measure", "figure"), [("offset", 1.2), ("offset", -0.1), ("token", 1.2), ("entropy", -0.1), ("offset", np.nan)]
)
def test_figures_that_can_not_be_are_refused_whoever_wrote_them(run_folder, measure, figure):
    """All digests are right, as in a run that somebody wrote by hand."""
    tally, extra = read(run_folder / TALLY)
    series = next(one for one in tally if one.measure == measure and not one.baseline)
    tally.totals(series)[:, 1, 2] = figure * tally.weights(series)
    (run_folder / TALLY).write_bytes(to_bytes(tally, extra))
    files = {str(path.relative_to(run_folder)): path.read_bytes() for path in run_folder.rglob("*") if path.is_file()}
    text = {name: value for name, value in json.loads(files[MANIFEST]).items() if name not in ("files", "digest")}
    files[MANIFEST] = (json.dumps(text, indent=2) + "\n").encode()
    (run_folder / MANIFEST).write_bytes(sealed(files)[MANIFEST])
    for way in (open_run, verify):
        with pytest.raises(HeadscopeError, match=r"not a tally that headscope wrote|of head 2-3 .* The run is damaged"):
            way(run_folder)


def test_a_file_is_read_once_for_its_digest(run_folder, monkeypatch):
    from headscope.runs import seal

    read = []
    real = seal._digest.__wrapped__
    monkeypatch.setattr(seal, "_digest", seal.lru_cache(lambda *key: (read.append(key[0]), real(*key))[1]))
    open_run(run_folder)
    once = len(read)
    open_run(run_folder)
    assert once == len(read) == len({*read}) > 5
    os.utime(run_folder / "tally.safetensors")
    open_run(run_folder)
    assert len(read) == once + 1


def test_verify_names_what_is_damaged_missing_and_not_of_the_run(run_folder, main):
    assert main("verify", run_folder)[0] == 0
    (run_folder / "best.parquet").write_bytes(b"PAR1")
    (run_folder / "labels.parquet").unlink()
    (run_folder / PROBES).write_bytes(b"from elsewhere")
    status, output, _ = main("verify", run_folder)
    assert status == 1
    assert [line.split(":")[0] for line in output.splitlines()[:-1]] == ["damaged", "missing", "not of this run"]
    assert "best.parquet" in output and "labels.parquet" in output and PROBES in output
    status, _, errors = main("show", run_folder)
    assert status == 2 and "best.parquet' is damaged" in errors and "headscope verify" in errors


def test_probes_are_checked_too(tmp_path, made_run):
    from headscope.api.probe import Probed
    from headscope.probes.rows import Row
    from headscope.reproduce.folders import open_probes
    from headscope.runs.folder import RunFolder
    from headscope.runs.seal import sealed
    from headscope.tables.probe_source import read_probes

    row = Row("made", "trees", "attention", "", 0, "uas", "argmax", 0.5, None, None, 1.0)
    manifest = made_run(2, 3, planted=False, relations=1, pairs=False).manifest
    with RunFolder(tmp_path / "run").locked() as folder:
        folder.publish(sealed(Probed([row], manifest).files()))
    assert len(read_probes(folder.path)) == len(open_probes(folder.path).rows) == 1
    path = folder / PROBES
    path.write_bytes(flip(path.read_bytes(), random.Random(1)))
    for reader in (read_probes, open_probes):
        with pytest.raises(HeadscopeError, match=r"probes\.parquet' is damaged"):
            reader(folder.path)
