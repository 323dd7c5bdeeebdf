"""Maps on disk: safetensors files of many sentences each, read one sentence at a time, and replaced when maps of others are made.

Not the format of `headscope maps`: these are maps between words, in the order and the precision in which probes read them.
The folder may be a user's own: only files that a ShardWriter wrote are ever replaced or removed, all others stay as they are.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from headscope.errors import HeadscopeError, one_line
from headscope.runs.disk import explained
from headscope.runs.seal import digest_of
from headscope.urls import local_path

SHARD = 64 * 2**20  # bytes of one file
INDEX = "index.json"
TEMPORARY = ".headscope-maps.partial"  # every file is written under this name first, one at a time
MARK = {"written_by": "headscope probe"}  # in the header of each file of maps


class ShardWriter:
    """Writes maps as they come. `about` says what they are of; a later run finds them again by it. Files that are not `kept` have no name
    any more once they are written: they take no room after this process, however it ends."""

    def __init__(self, folder: Path, about: dict[str, Any], shard: int = SHARD, *, kept: bool = True) -> None:
        self.folder, self.about, self.limit, self._kept = local_path(folder), about, shard, kept
        self._open: dict[int, Any] = {}
        self._waiting: dict[int, Tensor] = {}
        self._size = 0
        self._places: list[list[int]] = []
        self._digests: list[str] = []
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
            for path in _own_files(folder):
                path.unlink()

    def add(self, number: int, maps: Float[Tensor, "word place head"]) -> None:
        self._waiting[number] = maps
        self._size += maps.nbytes
        if self._size >= self.limit:
            self._flush()

    def _flush(self) -> None:
        data = save({str(number): maps for number, maps in self._waiting.items()}, MARK)
        self._write(_shard_name(len(self._places)), data)
        if not self._kept:
            path = self.folder / _shard_name(len(self._places))
            with explained(path):
                self._open[len(self._places)] = safe_open(path, framework="pt")
            with suppress(OSError):  # where a file that is open can't be removed, it goes with the folder
                path.unlink()
        self._places.append(list(self._waiting))
        self._digests.append(hashlib.sha256(data).hexdigest())
        self._waiting, self._size = {}, 0

    def finish(self) -> "Shards":
        """The maps, ready to be read; the index becomes visible last, so a folder with one is whole."""
        if self._waiting:
            self._flush()
        if not self._kept:
            return Shards(self.folder, self._places, self._digests, self._open)
        said = {"about": self.about, "shards": self._places, "sha256": self._digests}
        self._write(INDEX, json.dumps(said | {"digest": _digest(said)}).encode())
        return Shards(self.folder, self._places, self._digests)

    def _write(self, name: str, data: bytes) -> None:
        path, temporary = self.folder / name, self.folder / TEMPORARY
        with explained(path, len(data)):
            temporary.write_bytes(data)
            temporary.replace(path)


class Shards:
    """Maps on disk, by the number of their sentence; files are mapped into memory, so reading one touches only its own pages. Each is
    compared with its SHA-256 when it is opened."""

    def __init__(
        self, folder: Path, places: list[list[int]], digests: list[str], opened: Mapping[int, Any] | None = None
    ) -> None:
        self.folder, self._digests = folder, digests
        self._file_of = {number: file for file, numbers in enumerate(places) for number in numbers}
        self._open: dict[int, Any] = dict(opened or {})

    @classmethod
    def find(cls, folder: Path, about: dict[str, Any]) -> "Shards | None":
        """The maps that an earlier run kept in the folder, if they are of the same model and sentences and the index is whole."""
        kept = _index(folder)
        if kept is None or kept["about"] != about or kept.pop("digest", None) != _digest(kept):
            return None
        return cls(folder, kept["shards"], kept["sha256"])

    @property
    def heads(self) -> int:
        return int(self[next(iter(self._file_of))].shape[-1])

    def __getitem__(self, number: int) -> Float[Tensor, "word place head"]:
        file = self._file_of[number]
        path = self.folder / _shard_name(file)
        try:
            if file not in self._open:
                if digest_of(path) != self._digests[file]:
                    raise HeadscopeError(
                        f"The maps kept in '{path}' are damaged: their SHA-256 is not the one in {INDEX}. "
                        f"Remove '{self.folder / INDEX}', and they are made anew."
                    )
                self._open[file] = safe_open(path, framework="pt")
            found: Tensor = self._open[file].get_tensor(str(number))
        except (OSError, SafetensorError) as error:
            raise HeadscopeError(
                f"The maps kept in '{path}' can't be read: {one_line(error)}. Remove '{self.folder / INDEX}', and they are made anew."
            ) from None
        return torch.as_tensor(found)


def _shard_name(number: int) -> str:
    return f"{number:05d}.safetensors"


def _index(folder: Path) -> dict[str, Any] | None:
    """What an earlier writer said at its end; None where there is no such file, or one that is not ours."""
    try:
        kept = json.loads((folder / INDEX).read_text())
    except (OSError, ValueError, RecursionError):
        return None
    ours = isinstance(kept, dict) and {"about", "shards"} <= kept.keys() <= {"about", "shards", "sha256", "digest"}
    return kept if ours and isinstance(kept["shards"], list) else None


def _digest(said: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _own_files(folder: Path) -> list[Path]:
    """The files of an earlier writer, the index first. Raises where a file that is not ours has a name that we need."""
    kept = _index(folder)
    named = set() if kept is None else {_shard_name(number) for number in range(len(kept["shards"]))}
    own: list[Path] = []
    foreign: list[Path] = []
    for path in sorted(folder.iterdir(), key=lambda path: path.name != INDEX):
        if path.name == INDEX:
            (foreign if kept is None else own).append(path)
        elif re.fullmatch(r"\d{5,}\.safetensors", path.name):
            (own if path.name in named or _is_marked(path) else foreign).append(path)
        elif path.name == TEMPORARY:
            own.append(path)
    if foreign:
        raise HeadscopeError(
            f"'{foreign[0]}' was not written by headscope, which needs a file of this name to keep maps in '{folder}'. "
            "Move it, or keep the maps in another folder."
        )
    return own


def _is_marked(path: Path) -> bool:
    """Whether a file says of itself that a ShardWriter wrote it."""
    try:
        with safe_open(path, framework="pt") as file:
            return bool(file.metadata() == MARK)
    except (OSError, SafetensorError):
        return False
