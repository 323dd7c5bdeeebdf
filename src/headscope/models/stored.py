"""What a model's weight files hold, from their headers: nothing of the weights is read.

What it does not do: read pickles (`pytorch_model.bin`). Of these the size is known alone.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from huggingface_hub import hf_hub_download, snapshot_download
from huggingface_hub.errors import EntryNotFoundError
from safetensors import safe_open

# In the order in which transformers looks for them.
NAMES = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
MOST_INDEX = 2**28  # bytes of an index that are read


@dataclass(frozen=True)
class Stored:
    """All weight files of a model together."""

    size: int  # in bytes
    numbers: int  # as far as it is known how many there are; else the most that can be
    longest: int | None = None  # dimension of any tensor; None where the files do not say
    tensors: int = 0  # as far as the files say


def read_stored(path: str, options: Mapping[str, Any], *, is_folder: bool, named: object = None) -> Stored | None:
    """Of a folder, or of a name on the Hub; None where there are no weights. `named` is the file that a config names, if any."""
    get = _of_folder(Path(path)) if is_folder else _of_hub(path, options)
    for name in [named, *NAMES] if isinstance(named, str) and Path(named).name == named else NAMES:
        (file,) = get([name])
        if file is None:
            continue
        files: Iterable[Path | None] = get(_shards(file)) if name.endswith(".index.json") else [file]
        return _together([part for part in files if part is not None])
    return None


def _shards(index: Path) -> list[str]:
    """The files that an index names; none where it can't be read, which transformers says in its own words."""
    if index.stat().st_size > MOST_INDEX:
        return []
    names = json.loads(index.read_bytes()).get("weight_map", {}).values()
    return sorted({name for name in names if isinstance(name, str) and Path(name).name == name})


def _together(files: Iterable[Path]) -> Stored:
    size, numbers, longest, tensors, says = 0, 0, 0, 0, True
    for file in files:
        size += file.stat().st_size
        if file.suffix != ".safetensors":
            numbers, says = numbers + file.stat().st_size, False
            continue
        with safe_open(file, framework="pt") as opened:
            for name in opened.keys():  # noqa: SIM118  (it is no dictionary)
                shape = opened.get_slice(name).get_shape()
                numbers, longest, tensors = numbers + prod(shape), max(longest, *shape, 0), tensors + 1
    return Stored(size, numbers, longest if says else None, tensors)


Files = Callable[[list[str]], list[Path | None]]  # where files of these names are; None for one that is not there


def _of_folder(folder: Path) -> Files:
    return lambda names: [folder / name if (folder / name).is_file() else None for name in names]


def _of_hub(name: str, options: Mapping[str, Any]) -> Files:
    """Files are downloaded to the cache, where transformers finds them."""
    how = {key: options[key] for key in ("revision", "token", "local_files_only") if key in options}

    def get(names: list[str]) -> list[Path | None]:
        if len(names) == 1:
            try:
                return [Path(hf_hub_download(name, names[0], **how))]
            except EntryNotFoundError:  # also of one that is not in the cache, where the cache alone is looked at
                return [None]
        folder = Path(snapshot_download(name, allow_patterns=names, **how)) if names else Path()
        return _of_folder(folder)(names)

    return get
