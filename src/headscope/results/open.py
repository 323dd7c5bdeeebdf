"""A finished run, read from its folder."""

from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.names import EXAMPLES, MANIFEST, PROBES, TALLY
from headscope.results import sample_text as examples
from headscope.results.manifest import read_manifest
from headscope.results.scores import Scores
from headscope.runs.folder import RunFolder
from headscope.tallies import read


def open_run(folder: str | Path) -> Scores:
    """Reads a finished run."""
    place = RunFolder(folder)
    if not place.path.is_dir():
        raise HeadscopeError(f"There is no run '{folder}'.")
    if place.begun and not place.finished:
        raise HeadscopeError(
            f"The run in '{folder}' was stopped before its end. Continue it with --resume, or start anew with --force."
        )
    with place.steady():
        manifest = read_manifest(place / MANIFEST)
        kept, probes = ((place / name).read_bytes() if (place / name).is_file() else None for name in (EXAMPLES, PROBES))
        return Scores(read(place / TALLY)[0], manifest, examples.read_example(place / examples.FILE), kept, probes)
