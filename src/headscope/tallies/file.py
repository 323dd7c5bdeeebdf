"""`tally.safetensors`: a tally as a file, the same bytes for the same tally.

Of the document groups only those are stored that hold something, and sums as whole numbers of few bytes (exact.py). Series N has a tensor
`totals/N` [byte, row, layer, head]. Its rows are of the groups in `groups/K`, with the weights in `weights/K`, which series of the same
cases share. The metadata has JSON under the one key `headscope` (one, because the order of several is not fixed): the series' names, for
each N its K and its bits behind the point, for each K of how many groups it is and its bits. docs/run-format.md says it in full.

Beside them stands the SHA-256 of the whole file, itself being zeros then: a tally, and a checkpoint with the place where it goes on, is
what was written, or is refused. Formats 1 and 2, with all groups in float64, are read in older.py.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import save

from headscope.errors import HeadscopeError, one_line
from headscope.files import NotRegular
from headscope.tallies.exact import MOST_BYTES, pack, unpack
from headscope.tallies.groups import GROUPS
from headscope.tallies.older import tally_of_all_groups
from headscope.tallies.tally import Rows, Tally, bits_of
from headscope.tensors import Tensors, read_tensors
from headscope.types import MOST_HEADS, STACKS, Series

VERSION = 3  # what is written
VERSIONS = (1, 2, 3)  # what is read: 1 has no digest, 1 and 2 have all groups
_DIGEST = rb"\"sha256\": \""  # as it stands in the file: JSON in a text of JSON
_BLANK = b"0" * 64


def to_bytes(tally: Tally, extra: Mapping[str, Any] | None = None) -> bytes:
    """The file's bytes; `extra` is JSON data that travels along (a checkpoint's state)."""
    arrays: dict[str, np.ndarray] = {}
    shared: dict[tuple[Any, ...], int] = {}  # groups and weights → their number K
    totals: list[tuple[int, int | None]] = []
    weights: list[tuple[int, int | None]] = []
    for number, series in enumerate(tally):
        rows = tally.rows(series)
        cases = (rows.size, rows.groups.tobytes(), rows.weights.shape, rows.weights.tobytes())
        if cases not in shared:
            shared[cases] = len(shared)
            arrays[f"groups/{shared[cases]}"] = rows.groups.astype(np.uint8)
            arrays[f"weights/{shared[cases]}"], bits = _packed(rows.weights, rows)
            weights.append((rows.size, bits))
        arrays[f"totals/{number}"], bits = _packed(rows.totals, rows)
        totals.append((shared[cases], bits))
    head = {
        "version": VERSION,
        "groups": GROUPS,
        "series": [_names(series) for series in tally],
        "totals": totals,
        "weights": weights,
        "extra": dict(extra or {}),
        "sha256": _BLANK.decode(),
    }
    data = bytes(save(arrays, {"headscope": json.dumps(head, sort_keys=True, ensure_ascii=True)}))
    return data.replace(_DIGEST + _BLANK, _DIGEST + hashlib.sha256(data).hexdigest().encode(), 1)


def _packed(values: np.ndarray, rows: Rows) -> tuple[np.ndarray, int | None]:
    """As whole numbers, and their bits; what is not on the grid stays as it is, and has none."""
    packed = pack(values, bits_of(rows.size))
    return (np.ascontiguousarray(values), None) if packed is None else packed


def _is_whole(data: bytes, digest: str) -> bool:
    """Whether a file has the digest that stands in it."""
    at = data.find(_DIGEST + digest.encode())
    start, end = at + len(_DIGEST), at + len(_DIGEST) + len(_BLANK)
    with memoryview(data) as view:
        found = hashlib.sha256(view[:start])
        found.update(_BLANK)
        found.update(view[end:])
    return at >= 0 and found.hexdigest() == digest


def _names(series: Series) -> list[str]:
    """The weights are named only where a run is about several kinds."""
    return list(series if series.weights else series[:-1])


def read(path: Path) -> tuple[Tally, dict[str, Any]]:
    """The tally in a file and what travelled along; anything that is not a whole, well-formed tally is refused."""
    try:
        file = read_tensors(path)
        head = json.loads(file.metadata["headscope"])
        version = head["version"]
        if version in VERSIONS and head["groups"] == GROUPS:
            if (version > 1 or "sha256" in head) and not _is_whole(file.data, str(head.get("sha256"))):
                raise ValueError("its SHA-256 is not the one that stands in it")
            names = _series_of(head["series"])
            tally = tally_of_all_groups(file, names) if version < 3 else _tally(file, names, head)
            return tally, dict(head["extra"])
    except NotRegular:
        raise
    except FileNotFoundError:
        raise HeadscopeError(f"There is no tally '{path.name}' in '{path.parent}'.") from None
    except (HeadscopeError, SafetensorError, KeyError, ValueError, TypeError, OSError, RecursionError) as error:
        raise HeadscopeError(f"'{path}' is not a tally that headscope wrote, or is damaged: {one_line(error)}.") from None
    known = " and ".join([", ".join(map(str, VERSIONS[:-1])), str(VERSIONS[-1])])
    raise HeadscopeError(f"'{path.name}' is of format {version}; this headscope reads format {known} with {GROUPS} groups.")


def _series_of(names: Any) -> list[Series]:
    every = [Series(*one) for one in names]
    for number, series in enumerate(every):
        if not all(isinstance(name, str) for name in series) or series.stack not in STACKS:
            raise ValueError(f"series {number} has no proper name")
    if len({*every}) < len(every):
        raise ValueError("two of its series have the same name")
    return every


def _tally(file: Tensors, names: list[Series], head: Mapping[str, Any]) -> Tally:
    """Everything is looked at before it is unpacked: no more comes out than eight bytes for each that is stored."""
    places, cases = list(head["totals"]), list(head["weights"])
    expected = {f"totals/{number}" for number in range(len(names))}
    expected |= {f"{kind}/{number}" for kind in ("groups", "weights") for number in range(len(cases))}
    if file.arrays.keys() != expected or len(places) != len(names):
        raise ValueError("its tensors are not those of its series")
    held = [_cases(file, number, size, bits) for number, (size, bits) in enumerate(cases)]
    tally = Tally()
    for number, (series, (which, bits)) in enumerate(zip(names, places, strict=True)):
        if type(which) is not int or not 0 <= which < len(held):
            raise ValueError(f"series {number} has no weights")
        groups, weights, size = held[which]
        totals = _values(file, f"totals/{number}", bits, size)
        if totals.ndim != 3 or len(totals) != len(groups):
            raise ValueError(f"totals/{number} has the shape {list(totals.shape)} for {len(groups)} groups")
        if size > 1 and totals[:1].size > MOST_HEADS:
            raise ValueError(f"totals/{number} is of more than {MOST_HEADS:,} heads")
        tally.add(series, totals, weights, groups, size)
    return tally


def _cases(file: Tensors, number: int, size: Any, bits: Any) -> tuple[np.ndarray, np.ndarray, int]:
    """The groups and weights that series share."""
    stored = file.arrays[f"groups/{number}"]
    groups = stored.astype(np.int64)
    if type(size) is not int or size not in (1, GROUPS):
        raise ValueError(f"weights/{number} are of {size} groups")
    if stored.dtype != np.uint8 or groups.ndim != 1 or (np.diff(groups) <= 0).any() or groups.max(initial=0) >= size:
        raise ValueError(f"groups/{number} are not numbers of groups in rising order")
    weights = _values(file, f"weights/{number}", bits, size)
    if weights.ndim not in (1, 3) or len(weights) != len(groups):
        raise ValueError(f"weights/{number} has the shape {list(weights.shape)} for {len(groups)} groups")
    return groups, weights, size


def _values(file: Tensors, name: str, bits: Any, size: int) -> np.ndarray:
    """The numbers in a tensor, whole ones divided by 2**bits."""
    stored = file.arrays[name]
    if bits is None and stored.dtype == np.float64:
        return stored
    whole = stored.dtype in (np.uint8, np.int8) and stored.ndim > 1 and 1 <= len(stored) <= MOST_BYTES
    if not whole or type(bits) is not int or not 0 <= bits <= bits_of(size):
        raise ValueError(f"{name} is {stored.dtype} of shape {list(stored.shape)}, with {bits} bits behind the point")
    return unpack(stored, bits)
