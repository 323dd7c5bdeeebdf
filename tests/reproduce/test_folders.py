"""Runs on disk: told apart, put in their column, and refused where they are none; and the certificate's own files."""

import json
from io import BytesIO

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.probes.rows import Row
from headscope.probes.rows import parquet as probe_parquet
from headscope.reproduce import certificate, paper
from headscope.reproduce.folders import parquet, read_runs, write
from headscope.reproduce.probed import ProbeRun
from headscope.runs.seal import sealed

SHAPE = (12, 12)


@pytest.fixture
def folder(planted, tmp_path):
    """As `headscope reproduce --as-published` leaves it, but for the coreference part."""
    planted({"peak.all": np.full(SHAPE, 0.5)}).save(tmp_path / "text")
    planted({"peak.all": np.full(SHAPE, 0.4)}, as_published=True).save(tmp_path / "text-as-published")
    (tmp_path / "probes").mkdir()
    row = Row("google-bert/bert-base-uncased", "dev", "attention", "", 0, "uas", "argmax", 0.61, 0.6, 0.62)
    write_probes(tmp_path, planted, probe_parquet([row]))
    return tmp_path


def write_probes(folder, planted, data):
    """Probes, whole or not, that are what their manifest says."""
    manifest = planted({"peak.all": np.full(SHAPE, 0.5)}).manifest.to_bytes()
    for name, written in sealed({"probes.parquet": data, "manifest.json": manifest}).items():
        (folder / "probes" / name).write_bytes(written)


def test_a_folder_of_parts_and_single_runs(folder):
    ours, theirs = read_runs([folder])
    assert [type(run).__name__ for run in ours] == ["Scores", "ProbeRun"] and len(theirs) == 1
    assert [len(some) for some in read_runs([folder / "text-as-published", folder / "probes"])] == [1, 1]
    found = certificate(ours, theirs)
    peak, probe = (next(row for row in found.rows if row.id == id) for id in ("peak.lowest", "probe.attention"))
    assert (peak.ours, peak.as_published, probe.ours) == (0.5, pytest.approx(0.4), 0.61)


def test_what_is_no_run(folder, tmp_path, planted):
    with pytest.raises(HeadscopeError, match="There is no folder 'nowhere'"):
        read_runs(["nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(HeadscopeError, match="holds no finished run"):
        read_runs([tmp_path / "empty"])
    (folder / "probes" / "probes.parquet").write_bytes(b"PAR1 and no more")
    with pytest.raises(HeadscopeError, match=r"probes\.parquet' is damaged: its SHA-256"):
        read_runs([folder])
    write_probes(folder, planted, b"PAR1 and no more")
    with pytest.raises(HeadscopeError, match=r"probes\.parquet' can't be read as Parquet"):
        read_runs([folder])
    pl.DataFrame({"probe": ["attention"]}).write_parquet(other := BytesIO())
    write_probes(folder, planted, other.getvalue())
    with pytest.raises(HeadscopeError, match="has no column embeddings, metric"):
        read_runs([folder])


def test_the_files_of_a_certificate(planted, tmp_path):
    found = certificate([planted({"peak.all": np.full(SHAPE, 0.5)})])
    write(tmp_path / "new", found, "# words\n")
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["certificate.md", "certificate.parquet"]
    frame = pl.read_parquet(tmp_path / "new" / "certificate.parquet")
    assert frame["id"].to_list() == [number.id for number in paper().numbers]
    row = frame.row(by_predicate=pl.col("id") == "peak.lowest", named=True)
    assert row["ours"] == 0.5 and row["paper"] == 0.1 and row["explained"] and row["as_published"] is None
    assert frame.schema["as_published"] == pl.Float64 and frame.schema["explained"] == pl.List(pl.String)
    assert frame.equals(pl.read_parquet(parquet(found)))


def test_probe_runs_know_their_relations(folder):
    run = next(run for run in read_runs([folder])[0] if isinstance(run, ProbeRun))
    assert run.relations == frozenset() and json.loads(run.manifest.to_bytes())["format"] == 2
