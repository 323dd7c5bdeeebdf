"""What a run's files were when they were written: the manifest has the SHA-256 of each and, on its last line, of all its own bytes before.

So a bit that changed on a disk or on the way is found before a number of the run is shown.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from headscope.errors import HeadscopeError
from headscope.files import check_regular, open_regular
from headscope.names import FIGURES, MANIFEST, PAGE

_LAST = re.compile(rb',\n  "digest": "([0-9a-f]{64})"\n}\n\Z')


def sealed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a run, the digests of all of them in its manifest."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != MANIFEST}
    listed = json.dumps(digests, indent=2, ensure_ascii=False).replace("\n", "\n  ")
    body = files[MANIFEST].removesuffix(b"\n}\n") + f',\n  "files": {listed}'.encode()
    end = f',\n  "digest": "{hashlib.sha256(body).hexdigest()}"\n}}\n'
    return {**files, MANIFEST: body + end.encode()}


def whole(data: bytes) -> bool | None:
    """Whether a manifest is what was written, by its digest; None where it has none, as those of format 1."""
    found = _LAST.search(data)
    return None if found is None else hashlib.sha256(data[: found.start()]).hexdigest() == found[1].decode()


def changed(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """Which of a run's files are there, but not as they were written."""
    for name in digests:
        check_regular(folder / name)
    return [name for name, digest in digests.items() if (folder / name).is_file() and digest_of(folder / name) != digest]


def check(folder: Path, digests: Mapping[str, str], names: Iterable[str] | None = None) -> None:
    """Raises where a file with numbers (or one of those named) is not what the run wrote. A page or a figure that somebody changed stops
    nobody from reading the run; `headscope verify` names it."""
    wanted = digests if names is None else {*names}
    numbers = {n: d for n, d in digests.items() if n in wanted and n != PAGE and not n.startswith(f"{FIGURES}/")}
    if bad := changed(folder, numbers):
        raise HeadscopeError(
            f"'{folder / bad[0]}' is damaged: its SHA-256 is not the one in the run's manifest. Take it from a copy of the run, or measure "
            f"again; headscope verify '{folder}' checks all files."
        )


def digest_of(path: Path) -> str:
    """A file's SHA-256; one that has neither another size nor another time than when it was last asked for is not read again."""
    try:
        found = path.stat()
        return _digest(str(path.absolute()), found.st_ino, found.st_size, found.st_mtime_ns)
    except OSError as error:
        raise HeadscopeError(f"'{path}' can't be read: {error.strerror or error}.") from None


@lru_cache(maxsize=4096)
def _digest(path: str, inode: int, size: int, time: int) -> str:
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
