"""The site's folder: written as a run's is (headscope.runs.folder), so that a gallery is the old one or the new one whenever its writer is
killed, and nobody's own file is replaced or removed.

`gallery.json` lists the files that a gallery wrote; a later one with --force removes these and no others. It is put in place last.
"""

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from headscope.errors import HeadscopeError
from headscope.names import JOURNAL, LOCK, STAGED
from headscope.runs.disk import explained
from headscope.runs.folder import RunFolder

LIST = "gallery.json"
FORMER = ".headscope-gallery"  # where a gallery was put together before it had a journal


class SiteFolder(RunFolder):
    """The folder of one gallery."""

    whole, writer = LIST, "headscope gallery"

    def check(self, *, resume: bool = False, force: bool = False) -> None:
        """Raises where a gallery must not be written; none can be gone on with, so `resume` changes nothing. Touches nothing."""
        folder = self.path
        if folder.exists() and not folder.is_dir():
            raise HeadscopeError(f"'{folder}' is a file: -o takes the folder to write the site to.")
        parent = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
        if not os.access(parent, os.W_OK):
            raise HeadscopeError(f"'{folder}' can't be written: '{parent}' is no folder that can be written to.")
        names = {entry.name for entry in folder.iterdir()} - {FORMER, LOCK, STAGED} if folder.is_dir() else set()
        if not names:
            return
        if not self.finished:
            raise HeadscopeError(f"'{folder}' is not empty and not a gallery. Choose another folder.")
        if not force:
            raise HeadscopeError(f"'{folder}' holds a gallery. Choose another folder, or replace it with --force.")

    def settle(self) -> None:
        """Puts in place what a killed writer had left to do, and takes away what it had begun; raises where another one is at work."""
        super().settle()
        if any((self.path / name).exists() for name in (LOCK, STAGED)):
            with self._alone():
                pass
            with suppress(OSError):
                self.path.rmdir()  # of a first gallery that was killed nothing is left

    def write_site(self, files: Iterable[tuple[str, bytes]]) -> dict[str, int]:
        """A gallery of these files instead of the one that is there; returns their sizes. Files are written as they are made."""
        sizes: dict[str, int] = {}
        for name, data in files:
            self._stage({name: data})
            sizes[name] = len(data)
        listed = json.dumps({"headscope": "gallery", "files": sorted(sizes)}, indent=1)
        self._stage({LIST: listed.encode()})
        old = self._listed()
        strange = [name for name in sizes if name not in old and (self.path / name).exists()]
        if strange:
            raise HeadscopeError(
                f"'{self.path / strange[0]}' is there already, and no gallery wrote it. Move it, or choose another folder."
            )
        self._publish_staged([*sorted(sizes), LIST])
        return sizes

    def _remove_old(self, names: Iterable[str]) -> None:
        """The list of the old gallery stays until that of the new one takes its place: it says what to remove, to the next writer too."""
        for name in sorted(self._listed() - set(names)):
            (self.path / name).unlink(missing_ok=True)
            for parent in PurePosixPath(name).parents[:-1]:
                with suppress(OSError):
                    (self.path / parent).rmdir()  # stays where somebody's file lies in it

    def _may_hold(self, name: Path) -> bool:
        return not name.is_absolute()

    def _check_links(self) -> None:
        """Raises where a folder from elsewhere, about to be put in order, leads out of itself by a link."""
        folders = {parent for name in self._journal() for parent in Path(name).parents}
        for folder in sorted(folders):
            for path in (self.path / STAGED / folder, *([self.path / folder] if folder != Path() else [])):
                if path.is_symlink():
                    raise HeadscopeError(
                        f"'{path}' is a link, so the gallery there is not put in place: remove '{self.path / JOURNAL}'."
                    )

    def _sweep(self) -> None:
        super()._sweep()
        shutil.rmtree(self.path / FORMER, ignore_errors=True)

    def _listed(self) -> set[str]:
        """What the gallery that lies there says it wrote; places outside the folder are not believed."""
        try:
            listed = json.loads((self.path / LIST).read_text(encoding="utf-8"))["files"]
            names = {str(name) for name in listed}
        except FileNotFoundError:
            return set()
        except (ValueError, KeyError, TypeError, OSError, RecursionError):
            raise HeadscopeError(f"'{self.path / LIST}' is no list of a gallery's files. Choose another folder.") from None
        inside = {name for name in names if not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts}
        return {name for name in inside if (self.path / name).resolve().is_relative_to(self.path.resolve())}


def check_folder(folder: Path, *, force: bool = False) -> None:
    """Raises where a site must not be written. Changes nothing but what a killed writer left."""
    place = SiteFolder(folder)
    place.settle()
    place.check(force=force)


def write_site(folder: Path, files: Iterable[tuple[str, bytes]], *, force: bool = False) -> dict[str, int]:
    """Writes the files by their places, and the list of them; returns their sizes. `files` may be made while they are written."""
    check_folder(folder, force=force)
    with SiteFolder(folder).locked() as place, explained(folder):
        place.check(force=force)  # another writer may have been quicker
        return place.write_site(files)
