"""Maps on disk: safetensors files of many sentences each, read one sentence at a time, and taken away when no longer needed.

Not the format of `headscope maps`: these are maps between words, in the order and the precision in which probes read them.
"""

import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from headscope.errors import HeadscopeError, one_line
from headscope.runs.folder import explained

SHARD = 64 * 2**20  # bytes of one file
INDEX = "index.json"


class ShardWriter:
    """Writes maps as they come. `about` says what they are of; a later run finds them again by it."""

    def __init__(self, folder: Path, about: dict[str, Any], shard: int = SHARD) -> None:
        self.folder, self.about, self.limit = folder, about, shard
        self._waiting: dict[int, Tensor] = {}
        self._size = 0
        self._places: list[list[int]] = []
        with explained(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)

    def add(self, number: int, maps: Float[Tensor, "word place head"]) -> None:
        self._waiting[number] = maps
        self._size += maps.nbytes
        if self._size >= self.limit:
            self._flush()

    def _flush(self) -> None:
        data = save({str(number): maps for number, maps in self._waiting.items()})
        path = self.folder / f"{len(self._places):05d}.safetensors"
        with explained(path, len(data)):
            path.write_bytes(data)
        self._places.append(list(self._waiting))
        self._waiting, self._size = {}, 0

    def finish(self) -> "Shards":
        """The maps, ready to be read; the index becomes visible last, so a folder with one is whole."""
        if self._waiting:
            self._flush()
        partial = self.folder / f"{INDEX}.partial"
        with explained(partial):
            partial.write_text(json.dumps({"about": self.about, "shards": self._places}))
            partial.replace(self.folder / INDEX)
        return Shards(self.folder, self._places)


class Shards:
    """Maps on disk, by the number of their sentence; files are mapped into memory, so reading one touches only its own pages."""

    def __init__(self, folder: Path, places: list[list[int]]) -> None:
        self.folder = folder
        self._file_of = {number: file for file, numbers in enumerate(places) for number in numbers}
        self._open: dict[int, Any] = {}

    @classmethod
    def find(cls, folder: Path, about: dict[str, Any]) -> "Shards | None":
        """The maps that an earlier run kept in the folder, if they are of the same model and sentences."""
        try:
            kept = json.loads((folder / INDEX).read_text())
            return cls(folder, kept["shards"]) if kept["about"] == about else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @property
    def heads(self) -> int:
        return int(self[next(iter(self._file_of))].shape[-1])

    def __getitem__(self, number: int) -> Float[Tensor, "word place head"]:
        file = self._file_of[number]
        path = self.folder / f"{file:05d}.safetensors"
        try:
            if file not in self._open:
                self._open[file] = safe_open(path, framework="pt")
            found: Tensor = self._open[file].get_tensor(str(number))
        except (OSError, SafetensorError) as error:
            raise HeadscopeError(f"The maps kept in '{path}' can't be read: {one_line(error)}. Remove the folder.") from None
        return torch.as_tensor(found)

    def remove(self) -> None:
        """Takes the files away."""
        self._open.clear()
        with suppress(OSError):
            shutil.rmtree(self.folder)
