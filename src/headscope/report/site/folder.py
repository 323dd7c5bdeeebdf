"""The site's folder: never half written, and nobody's own file is replaced or removed.

`gallery.json` lists the files that a gallery wrote; a later one with --force removes these and no others. New files are put together in a
hidden folder inside, and moved into place when all are there.
"""

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from headscope.errors import HeadscopeError
from headscope.runs.disk import explained

LIST, NEW = "gallery.json", ".headscope-gallery"


def check_folder(folder: Path, *, force: bool = False) -> None:
    """Raises where a site must not be written. Touches nothing."""
    if folder.exists() and not folder.is_dir():
        raise HeadscopeError(f"'{folder}' is a file: -o takes the folder to write the site to.")
    parent = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not os.access(parent, os.W_OK):
        raise HeadscopeError(f"'{folder}' can't be written: '{parent}' is no folder that can be written to.")
    names = {entry.name for entry in folder.iterdir()} - {NEW} if folder.is_dir() else set()
    if not names:
        return
    if LIST not in names:
        raise HeadscopeError(f"'{folder}' is not empty and not a gallery. Choose another folder.")
    if not force:
        raise HeadscopeError(f"'{folder}' holds a gallery. Choose another folder, or replace it with --force.")


def write_site(folder: Path, files: Iterable[tuple[str, bytes]], *, force: bool = False) -> dict[str, int]:
    """Writes the files by their places, and the list of them; returns their sizes. `files` may be made while they are written."""
    check_folder(folder, force=force)
    new, sizes = folder / NEW, {}
    try:
        with explained(folder):
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(parents=True)
            for name, data in files:
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
                sizes[name] = len(data)
            (new / LIST).write_text(json.dumps({"headscope": "gallery", "files": sorted(sizes)}, indent=1), encoding="utf-8")
        old = _written(folder)
        strange = [name for name in sizes if name not in old and (folder / name).exists()]
        if strange:
            raise HeadscopeError(
                f"'{folder / strange[0]}' is there already, and no gallery wrote it. Move it, or choose another folder."
            )
        with explained(folder):
            for name in sorted(old - {*sizes}):
                (folder / name).unlink(missing_ok=True)
                for parent in PurePosixPath(name).parents[:-1]:
                    with suppress(OSError):
                        (folder / parent).rmdir()  # stays where somebody's file lies in it
            for name in [*sorted(sizes), LIST]:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).replace(folder / name)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        with suppress(OSError):
            folder.rmdir()  # nothing came of it
    return sizes


def _written(folder: Path) -> set[str]:
    """What the gallery that lies there says it wrote; places outside the folder are not believed."""
    try:
        listed = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
        names = {str(name) for name in listed}
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError, OSError, RecursionError):
        raise HeadscopeError(f"'{folder / LIST}' is no list of a gallery's files. Choose another folder.") from None
    inside = {name for name in names if not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts}
    return {name for name in inside if (folder / name).resolve().is_relative_to(folder.resolve())}
