"""`tally.safetensors`: a tally as a file, the same bytes for the same tally.

One tensor `totals/N` [group, layer, head] and one `weights/N` [group] per series, float64; the series' names are a JSON list in
the metadata under the one key `headscope` (one, because the order of several is not fixed).
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
    head = {"version": VERSION, "groups": GROUPS, "series": [list(series) for series in tally], "extra": dict(extra or {})}
    return bytes(save(arrays, {"headscope": json.dumps(head, sort_keys=True, ensure_ascii=True)}))


def read(path: Path) -> tuple[Tally, dict[str, Any]]:
    """The tally in a file and what travelled along; anything that is not a whole, well-formed tally is refused."""
    try:
        with safe_open(path, framework="np") as file:
            head = json.loads((file.metadata() or {})["headscope"])
            if head["version"] != VERSION or head["groups"] != GROUPS:
                raise HeadscopeError(f"'{path.name}' is of format {head['version']}; this headscope reads format {VERSION}.")
            tally = Tally()
            for number, names in enumerate(head["series"]):
                series = Series(*names)
                if series.stack not in STACKS or not all(isinstance(name, str) for name in names):
                    raise ValueError(f"series {number} is malformed")
                totals, weights = file.get_tensor(f"totals/{number}"), file.get_tensor(f"weights/{number}")
                if totals.dtype != np.float64 or totals.ndim != 3 or totals.shape[0] != GROUPS or weights.shape != (GROUPS,):
                    raise ValueError(f"series {number} has the wrong shape")
                tally.add(series, totals, weights)
            return tally, dict(head["extra"])
    except FileNotFoundError:
        raise HeadscopeError(f"There is no tally '{path.name}' in '{path.parent}'.") from None
    except (SafetensorError, KeyError, ValueError, TypeError, OSError) as error:
        raise HeadscopeError(f"'{path}' is not a tally that headscope wrote, or is damaged: {one_line(error)}.") from None
