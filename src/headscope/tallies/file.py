"""`tally.safetensors`: a tally as a file, the same bytes for the same tally.

One tensor `totals/N` [group, layer, head] and one `weights/N` [group], or of the shape of the totals, per series, float64; the
series' names are a JSON list in the metadata under the one key `headscope` (one, because the order of several is not fixed). Beside them
stands the SHA-256 of the whole file, itself being zeros then: a tally, and a checkpoint with the place where it goes on, is what was
written, or is refused.
"""

import hashlib
import json
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from headscope.errors import HeadscopeError, one_line
from headscope.tallies.groups import GROUPS
from headscope.tallies.tally import Tally
from headscope.types import STACKS, Series

VERSION = 2  # what is written
VERSIONS = (1, 2)  # what is read: 1 has no digest
_DIGEST = rb"\"sha256\": \""  # as it stands in the file: JSON in a text of JSON
_BLANK = b"0" * 64


def to_bytes(tally: Tally, extra: Mapping[str, Any] | None = None) -> bytes:
    """The file's bytes; `extra` is JSON data that travels along (a checkpoint's state)."""
    arrays: dict[str, np.ndarray] = {}
    for number, series in enumerate(tally):
        arrays[f"totals/{number}"] = np.ascontiguousarray(tally.totals(series))
        arrays[f"weights/{number}"] = np.ascontiguousarray(tally.weights(series))
    head = {
        "version": VERSION,
        "groups": GROUPS,
        "series": [_names(series) for series in tally],
        "extra": dict(extra or {}),
        "sha256": _BLANK.decode(),
    }
    data = bytes(save(arrays, {"headscope": json.dumps(head, sort_keys=True, ensure_ascii=True)}))
    return data.replace(_DIGEST + _BLANK, _DIGEST + hashlib.sha256(data).hexdigest().encode(), 1)


def _is_whole(path: Path, digest: str) -> bool:
    """Whether a file has the digest that stands in it."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.find(_DIGEST + digest.encode())
        start, end = at + len(_DIGEST), at + len(_DIGEST) + len(_BLANK)
        with memoryview(data) as view, view[:start] as before, view[end:] as after:
            found = hashlib.sha256(before)
            found.update(_BLANK)
            found.update(after)
        return at >= 0 and found.hexdigest() == digest


def _names(series: Series) -> list[str]:
    """The weights are named only where a run is about several kinds."""
    return list(series if series.weights else series[:-1])


def read(path: Path) -> tuple[Tally, dict[str, Any]]:
    """The tally in a file and what travelled along; anything that is not a whole, well-formed tally is refused."""
    try:
        with safe_open(path, framework="np") as file:
            head = json.loads((file.metadata() or {})["headscope"])
            version = head["version"]
            if version in VERSIONS and head["groups"] == GROUPS:
                if (version > 1 or "sha256" in head) and not _is_whole(path, str(head.get("sha256"))):
                    raise ValueError("its SHA-256 is not the one that stands in it")
                return _tally(file, [Series(*names) for names in head["series"]]), dict(head["extra"])
    except FileNotFoundError:
        raise HeadscopeError(f"There is no tally '{path.name}' in '{path.parent}'.") from None
    except (HeadscopeError, SafetensorError, KeyError, ValueError, TypeError, OSError, RecursionError) as error:
        raise HeadscopeError(f"'{path}' is not a tally that headscope wrote, or is damaged: {one_line(error)}.") from None
    known = " and ".join(map(str, VERSIONS))
    raise HeadscopeError(f"'{path.name}' is of format {version}; this headscope reads format {known} with {GROUPS} groups.")


def _tally(file: Any, names: list[Series]) -> Tally:
    expected = {
        f"{kind}/{number}": ranks for number in range(len(names)) for kind, ranks in (("totals", (3,)), ("weights", (1, 3)))
    }
    if set(file.keys()) != set(expected) or len(set(names)) < len(names):
        raise ValueError("its tensors are not those of its series")
    for name, ranks in expected.items():
        stored = file.get_slice(name)  # looked at before it is read
        shape = stored.get_shape()
        if stored.get_dtype() != "F64" or len(shape) not in ranks or shape[0] not in (GROUPS, 1):
            raise ValueError(f"{name} is {stored.get_dtype()} of shape {shape}")
    tally = Tally()
    for number, series in enumerate(names):
        if not all(isinstance(name, str) for name in series) or series.stack not in STACKS:
            raise ValueError(f"series {number} has no proper name")
        totals, weights = file.get_tensor(f"totals/{number}"), file.get_tensor(f"weights/{number}")
        if len(totals) != len(weights):
            raise ValueError(f"series {number} has {len(totals)} groups of totals and {len(weights)} of weights")
        tally.add(series, totals, weights)
    return tally
