"""Whether the files of a run are still what was written."""

from dataclasses import dataclass, replace
from pathlib import Path

from headscope.api.open import open_run
from headscope.errors import HeadscopeError
from headscope.names import MANIFEST, RESULTS, TALLY
from headscope.results.manifest import read_manifest
from headscope.results.open import check_folder
from headscope.runs.remote import nearby
from headscope.runs.seal import changed


@dataclass(frozen=True)
class Verified:
    """What `verify` found. `files` were checked; `others` lie beside them, and are not of the run."""

    folder: str | Path
    files: tuple[str, ...]
    damaged: tuple[str, ...]
    missing: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not (self.damaged or self.missing)


def verify(folder: str | Path) -> Verified:
    """Reads every file of a run and compares it with the SHA-256 in its manifest; a run without them, of an older headscope, is refused.

    A run whose files are all as written is opened too, so that what would stop a reader is found as well.
    """
    with nearby(folder, whole=True) as near:
        return replace(_verify(near), folder=folder)


def _verify(folder: str | Path) -> Verified:
    place = check_folder(folder)
    with place.steady():
        manifest = read_manifest(place / MANIFEST)
        if not manifest.files:
            raise HeadscopeError(
                f"The run in '{folder}' was written by an older headscope, without the SHA-256 of its files, so nothing can be compared. "
                "Measure again, or merge it alone into another folder, to have them."
            )
        damaged = changed(place.path, manifest.files)
        missing = [name for name in manifest.files if not (place / name).is_file()]
        others = [name for name in RESULTS if (place / name).is_file() and name not in (*manifest.files, MANIFEST)]
    found = Verified(place.path, (MANIFEST, *manifest.files), tuple(damaged), tuple(missing), tuple(others))
    if found.ok and TALLY in manifest.files:
        open_run(folder)
    return found
