"""A finished run, read from its folder."""

import shlex
from difflib import get_close_matches
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.files import read_regular
from headscope.names import EXAMPLES, MANIFEST, PROBES, TALLY
from headscope.results import sample_text as examples
from headscope.results.fit import check_example
from headscope.results.manifest import read_manifest
from headscope.results.scores import Scores
from headscope.runs.folder import RunFolder
from headscope.runs.remote import nearby
from headscope.runs.seal import check
from headscope.tallies import read


def open_run(folder: str | Path) -> Scores:
    """Reads a finished run, from a folder or a URL."""
    with nearby(folder) as near:
        place = check_folder(near)
        with place.steady():
            manifest = read_manifest(place / MANIFEST)
            check(place.path, manifest.files)
            kept, probes = (read_regular(place / name) if (place / name).exists() else None for name in (EXAMPLES, PROBES))
            example = examples.read_example(place / examples.FILE)
            tally, _ = read(place / TALLY)
            check_example(example, tally, manifest)
            return Scores(tally, manifest, example, kept, probes)


def check_folder(folder: str | Path) -> RunFolder:
    """The folder of a finished run; raises where it is none."""
    place = RunFolder(folder)
    if not place.path.is_dir():
        raise HeadscopeError(f"There is no run '{folder}'. {_instead(place.path)}")
    place.settle()
    if place.begun and not place.finished:
        raise HeadscopeError(
            f"The run in '{folder}' was stopped before its end. Continue it with --resume, or start anew with --force."
        )
    return place


def _instead(missing: Path) -> str:
    """What to do where a run is not there: take one that lies beside it, or make it."""
    beside = missing.parent
    there = sorted(str(beside / one.name) for one in beside.iterdir() if (one / MANIFEST).is_file()) if beside.is_dir() else []
    near = get_close_matches(str(missing), there, n=1, cutoff=0.4) or there[:1]
    hint = f"Did you mean '{near[0]}'? " if near else ""
    return f"{hint}To make it: headscope report -o {shlex.quote(str(missing))}"
