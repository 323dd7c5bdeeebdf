"""Runs that lie elsewhere, by URL: read from a copy, made in a folder of this machine and put there when finished.

The manifest is put last, and removed first where a run is replaced. So a run whose upload was cut off has no manifest, and is no run.
This does not lock: of two machines that write to one URL the last one wins, and digests tell files of the one from those of the other.
"""

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from headscope.errors import HeadscopeError
from headscope.files import read_regular, readable
from headscope.names import FIGURES, MANIFEST, PAGE, RESULTS
from headscope.runs.disk import explained as disk_explained
from headscope.runs.folder import RunFolder
from headscope.runs.progress import tell
from headscope.runs.seal import changed
from headscope.urls import explained, is_url, served


class RemoteRun:
    """A run at a URL."""

    def __init__(self, url: str) -> None:
        if not url.partition("://")[2].strip("/"):
            raise HeadscopeError(
                f"'{url.partition(':')[0]}://' names a store, and no place in it: give a folder there, as in s3://BUCKET/FOLDER."
            )
        self.url = url.rstrip("/")
        self.system, path = served(self.url)
        self.path = path.rstrip("/")

    def manifest(self) -> bytes | None:
        """What is written last; None where it is not there, and so no finished run."""
        with explained(self.url, "read"), suppress(FileNotFoundError):
            return bytes(self.system.cat_file(f"{self.path}/{MANIFEST}"))
        return None

    def names(self) -> set[str]:
        """What lies there, where the file system can tell."""
        with explained(self.url, "read"), suppress(FileNotFoundError):
            found = self.system.find(self.path, maxdepth=1, withdirs=True)
            return {PurePosixPath(one).name for one in found} - {PurePosixPath(self.path).name}
        return set()

    def check(self, *, resume: bool = False, force: bool = False) -> None:
        """Raises where a run must not be put. Changes nothing."""
        if self.url.startswith(("http://", "https://")):
            raise HeadscopeError(f"'{self.url}' can only be read: write to a store, as s3:// or gs://, or to a folder.")
        if resume or force:
            return
        if self.manifest() is not None:
            raise HeadscopeError(f"'{self.url}' holds a finished run. Choose another place, or replace it with --force.")
        if names := self.names():
            if names & {*RESULTS, FIGURES}:
                raise HeadscopeError(f"'{self.url}' holds a part of a run, without its manifest. Replace it with --force.")
            raise HeadscopeError(f"'{self.url}' is not empty and not a run. Choose another place.")

    def get(self, folder: Path, *, whole: bool = False) -> None:
        """Copies the run to a folder: the files with numbers or, of the whole, page and figures too."""
        manifest = self.manifest()
        if manifest is None:
            if self.names() & {*RESULTS, FIGURES}:
                raise HeadscopeError(
                    f"The run at '{self.url}' has no manifest, so its upload was not finished. Run the command that wrote it again, with "
                    "--resume."
                )
            raise HeadscopeError(f"There is no run '{self.url}'.")
        tell(f"Reading {self.url}…")
        with disk_explained(folder):
            (folder / FIGURES).mkdir(parents=True)
        for name in self._files(manifest):
            if whole or not (name == PAGE or name.startswith(f"{FIGURES}/")):
                with explained(f"{self.url}/{name}", "read"), suppress(FileNotFoundError):  # missed only where it is needed
                    self.system.get_file(f"{self.path}/{name}", str(folder / name))
        with suppress(OSError):
            (folder / FIGURES).rmdir()  # only where empty
        if self.manifest() != manifest:
            raise HeadscopeError(f"The run at '{self.url}' was replaced while it was read. Read it again.")
        with disk_explained(folder):
            (folder / MANIFEST).write_bytes(manifest)

    def _files(self, manifest: bytes) -> Iterable[str]:
        """The files that a manifest lists; in one of format 1, which lists none, all that a run may have."""
        try:
            names = list(json.loads(manifest).get("files") or RESULTS[:-1])
        except (ValueError, TypeError, AttributeError):
            return []  # whoever reads the manifest says what is wrong with it
        places = (PurePosixPath(name) for name in names)
        if any("\\" in str(one) or ".." in one.parts or str(one.parent) not in (".", FIGURES) for one in places):
            raise HeadscopeError(f"The manifest of '{self.url}' names a file outside of the run: headscope did not write it.")
        return names

    def put(self, folder: Path) -> None:
        """Puts the finished run of a folder there, instead of what is there."""
        data = read_regular(folder / MANIFEST)
        digests: dict[str, str] = json.loads(data)["files"]
        if bad := [*changed(folder, digests), *(name for name in digests if not (folder / name).is_file())]:
            raise HeadscopeError(f"'{folder / bad[0]}' was changed since it was written. Start anew with --force.")
        before = self.manifest()
        with explained(self.url, "written to"):
            if before is not None:
                self.system.rm_file(f"{self.path}/{MANIFEST}")
            for name in sorted({*self._stale(before), *self.names() & {*RESULTS}} - {*digests, MANIFEST}):
                with suppress(FileNotFoundError):
                    self.system.rm_file(f"{self.path}/{name}")
            for name in (*digests, MANIFEST):
                tell(f"Writing {self.url}/{name}…")
                there = f"{self.path}/{name}"
                self.system.makedirs(there.rpartition("/")[0], exist_ok=True)
                self.system.put_file(str(folder / name), there)
                if self.system.info(there)["size"] != (folder / name).stat().st_size:
                    raise HeadscopeError(f"'{self.url}/{name}' did not arrive whole.")

    def _stale(self, manifest: bytes | None) -> Iterable[str]:
        """What the run that is replaced has; nothing where its manifest is not one of ours."""
        with suppress(HeadscopeError):
            return [] if manifest is None else self._files(manifest)
        return []


@contextmanager
def nearby(run: str | Path, *, whole: bool = False) -> Iterator[str | Path]:
    """The folder of a run, for reading; of a run by URL, a copy for as long as the `with` lasts."""
    if not is_url(run):
        with readable(run):
            yield run
        return
    with tempfile.TemporaryDirectory(prefix="headscope-") as made:
        copy, there = Path(made) / "run", RemoteRun(str(run))
        there.get(copy, whole=whole)
        with _told(copy, there.url):
            yield copy


def workshop(url: str) -> Path:
    """Where on this machine a run for a URL is made: the same folder each time, so that `--resume` finds it."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = re.sub(r"[^\w.-]", "_", PurePosixPath(url).name)
    return cache / "headscope" / "runs" / f"{name}-{hashlib.sha256(url.rstrip('/').encode()).hexdigest()[:12]}"


def check_place(place: str | Path, *, resume: bool = False, force: bool = False) -> None:
    """Raises where a run must not be written, in a folder or at a URL. Touches nothing."""
    if not is_url(place):
        RunFolder(place).check(resume=resume, force=force)
        return
    url = str(place).rstrip("/")
    RemoteRun(url).check(resume=resume, force=force)
    made = RunFolder(workshop(url))
    if made.finished and not (resume or force):
        raise HeadscopeError(
            f"A run for '{url}' is finished, but could not be put there. --resume puts it there; --force measures again."
        )
    with _told(made.path, url):
        made.check(resume=resume, force=force)


@contextmanager
def delivered(place: str | Path, *, resume: bool = False, force: bool = False) -> Iterator[str | Path]:
    """The folder to make a run in: `place` itself or, for a URL, one of this machine, from which the run is put there at the end. It stays
    after an error, and `resume` goes on with it."""
    if not is_url(place):
        yield place
        return
    url = str(place).rstrip("/")
    check_place(url, resume=resume, force=force)
    there, folder = RemoteRun(url), RunFolder(workshop(url))
    before = there.manifest() if resume and not folder.path.exists() else None
    if before is not None:
        there.get(folder.path, whole=True)
    try:
        with _told(folder.path, url):
            yield folder.path
        if before is None or not _is(folder / MANIFEST, before):
            with folder.locked():
                _put(there, folder.path, ": --resume puts it there")
    except BaseException:
        if before is not None and not folder.begun and _is(folder / MANIFEST, before):
            shutil.rmtree(folder.path, ignore_errors=True)  # only a copy
        raise
    shutil.rmtree(folder.path, ignore_errors=True)


@contextmanager
def delivered_at_once(place: str | Path, *, force: bool = False) -> Iterator[str | Path]:
    """The same for a run that can't be stopped and gone on with: it stays on this machine only where it could not be put there."""
    if not is_url(place):
        yield place
        return
    there = RemoteRun(str(place))
    there.check(force=force)
    folder = Path(tempfile.mkdtemp(prefix="headscope-"))
    try:
        with _told(folder, there.url):
            yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _put(there, folder, "")
    shutil.rmtree(folder, ignore_errors=True)


def _put(there: RemoteRun, folder: Path, advice: str) -> None:
    try:
        there.put(folder)
    except HeadscopeError as error:
        raise HeadscopeError(f"{error} The finished run is kept in '{folder}'{advice}.") from None


def _is(path: Path, data: bytes) -> bool:
    return path.is_file() and read_regular(path) == data


@contextmanager
def _told(folder: Path, url: str) -> Iterator[None]:
    """Errors name the URL, not the folder of this machine that stands for it."""
    try:
        yield
    except HeadscopeError as error:
        text = str(error)
        if str(folder) not in text:
            raise
        raise HeadscopeError(text.replace(str(folder), url)) from error.__cause__
