"""`tally.safetensors`: a tally as a file, the same bytes for the same tally.

One tensor `totals/N` [group, layer, head] and one `weights/N` [group], or of the shape of the totals, per series, float64; the
series' names are a JSON list in the metadata under the one key `headscope` (one, because the order of several is not fixed).
"""

import json
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

VERSION = 1


def to_bytes(tally: Tally, extra: Mapping[str, Any] | None = None) -> bytes:
    """The file's bytes; `extra` is JSON data that travels along (a checkpoint's state)."""
    arrays: dict[str, np.ndarray] = {}
    for number, series in enumerate(tally):
        arrays[f"totals/{number}"] = np.ascontiguousarray(tally.totals(series))
        arrays[f"weights/{number}"] = np.ascontiguousarray(tally.weights(series))
    head = {"version": VERSION, "groups": GROUPS, "series": [_names(series) for series in tally], "extra": dict(extra or {})}
    return bytes(save(arrays, {"headscope": json.dumps(head, sort_keys=True, ensure_ascii=True)}))


def _names(series: Series) -> list[str]:
    """The weights are named only where a run is about several kinds."""
    return list(series if series.weights else series[:-1])


def read(path: Path) -> tuple[Tally, dict[str, Any]]:
    """The tally in a file and what travelled along; anything that is not a whole, well-formed tally is refused."""
    try:
        with safe_open(path, framework="np") as file:
            head = json.loads((file.metadata() or {})["headscope"])
            version = head["version"]
            if version == VERSION and head["groups"] == GROUPS:
                return _tally(file, [Series(*names) for names in head["series"]]), dict(head["extra"])
    except FileNotFoundError:
        raise HeadscopeError(f"There is no tally '{path.name}' in '{path.parent}'.") from None
    except (HeadscopeError, SafetensorError, KeyError, ValueError, TypeError, OSError, RecursionError) as error:
        raise HeadscopeError(f"'{path}' is not a tally that headscope wrote, or is damaged: {one_line(error)}.") from None
    raise HeadscopeError(f"'{path.name}' is of format {version}; this headscope reads format {VERSION} with {GROUPS} groups.")


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
