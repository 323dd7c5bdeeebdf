"""Scores → the files of a run folder, written all together or not at all."""

from pathlib import Path

from headscope.findings import frames as told
from headscope.names import EXAMPLES, MANIFEST, PROBES, TALLY
from headscope.results import frames as measured
from headscope.results.sample_text import FILE
from headscope.results.scores import Scores
from headscope.runs.folder import RunFolder
from headscope.runs.remote import check_place, delivered_at_once
from headscope.runs.seal import sealed
from headscope.tallies import to_bytes


def files(scores: Scores) -> dict[str, bytes]:
    """The files of a run folder, by name."""
    made = {"scores.parquet": measured.scores_frame(scores), "baselines.parquet": measured.baselines_frame(scores)}
    said = {
        "labels.parquet": told.labels_frame(scores),
        "patterns.parquet": told.patterns_frame(scores),
        "best.parquet": told.best_frame(scores),
    }
    made |= {name: frame for name, frame in said.items() if len(frame)}
    if scores.layered:
        made["layers.parquet"] = measured.layers_frame(scores)
    if scores.pairs:
        made |= {"distances.parquet": measured.distances_frame(scores), "clusters.parquet": told.clusters_frame(scores)}
    tables = {name: measured.to_parquet(frame) for name, frame in made.items()}
    shown = {} if scores.example is None else {FILE: scores.example.to_bytes()}
    shown |= {name: data for name, data in ((EXAMPLES, scores.examples), (PROBES, scores.probes)) if data is not None}
    return {TALLY: to_bytes(scores.measured), **tables, **shown, MANIFEST: scores.manifest.to_bytes()}


def save(scores: Scores, folder: str | Path, *, force: bool = False) -> None:
    """Writes a run to a folder or a URL, all of it or nothing."""
    with delivered_at_once(folder, force=force) as near:
        place = RunFolder(near)
        place.check(force=force)
        with place.locked():
            place.publish(sealed(files(scores)))


def check_folder(folder: str | Path, *, resume: bool = False, force: bool = False) -> None:
    """Raises where a run must not be written. Touches nothing."""
    check_place(folder, resume=resume, force=force)
