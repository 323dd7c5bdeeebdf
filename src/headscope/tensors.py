"""A safetensors file as a whole: its bytes, its metadata, its arrays.

It is read once, so that what is checked, by a digest over the bytes, is what is used. safetensors itself checks the places of the arrays.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, deserialize

from headscope.files import read_regular

_KINDS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I8": "i1", "U8": "u1"}  # what headscope writes, or once wrote


@dataclass(frozen=True)
class Tensors:
    """What is in a file."""

    data: bytes
    metadata: Mapping[str, str]
    arrays: Mapping[str, np.ndarray]


def read_tensors(path: Path) -> Tensors:
    """Reads a file; raises SafetensorError where it is not one, ValueError where it has arrays of a kind that headscope never writes."""
    data = read_regular(path)
    try:
        entries = deserialize(data)  # type: ignore[no-untyped-call]
    except MemoryError:
        raise SafetensorError(f"it is too large for the memory here ({len(data) / 2**20:,.0f} MiB)") from None
    (length,) = struct.unpack("<Q", data[:8])
    metadata = json.loads(data[8 : 8 + length]).get("__metadata__") or {}
    return Tensors(data, metadata, {name: _array(name, **entry) for name, entry in entries})


def _array(name: str, dtype: str, shape: list[int], data: bytearray) -> np.ndarray:
    if dtype not in _KINDS:
        raise ValueError(f"{name} is {dtype} of shape {shape}")
    return np.frombuffer(data, _KINDS[dtype]).reshape(shape)
