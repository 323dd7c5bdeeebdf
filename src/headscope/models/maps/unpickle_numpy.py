"""What a pickle may make beside plain values: NumPy arrays of numbers, each from bytes that are there. Nothing of NumPy's own
unpickling is called."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np


class Array:
    """An array that _reconstruct began and BUILD fills."""

    value: np.ndarray | None = None


class Dtype:
    """A dtype that BUILD may give another byte order."""

    def __init__(self, name: Any) -> None:
        name = text_of(name)
        if not re.fullmatch(r"b1|[iu][1248]|f[248]", name):
            raise ValueError(f"an array of dtype {name!r}")
        self.name, self.order = name, "|" if name.endswith("1") else "<"

    def numpy(self) -> np.dtype:
        made: np.dtype = np.dtype(self.order + self.name)
        return made


def make_array(raw: Any, dtype: Any, shape: Any, order: str, axes: Any = None) -> np.ndarray:
    """An array over bytes that are there; a shape that they don't fill is refused before anything is allocated."""
    if not isinstance(raw, bytes | memoryview) or type(dtype) is not Dtype or type(shape) is not tuple or len(shape) > 8:
        raise ValueError("an array that is not made of numbers")
    size = dtype.numpy().itemsize
    for length in shape:
        if type(length) is not int or length < 0:
            raise ValueError("an array of impossible shape")
        size *= length
    if size != len(raw):
        raise ValueError(f"an array of {size:,} bytes of which {len(raw):,} are there")
    flat = np.frombuffer(raw, dtype.numpy())
    if order == "K" and axes is not None:
        return flat.reshape(shape).transpose(axes)
    return flat.reshape(shape, order="F" if order == "F" else "C")


def _from_buffer(raw: Any, dtype: Any, shape: Any, order: Any, axes: Any = None) -> Array:
    made = Array()
    made.value = make_array(raw, dtype, shape, text_of(order), axes)
    return made


def _encode(text: Any, encoding: Any) -> bytes:
    """How Python 3 writes bytes for Python 2."""
    if type(text) is not str or text_of(encoding) != "latin1":
        raise ValueError("bytes in an unusual encoding")
    return text.encode("latin-1")


def text_of(value: Any) -> str:
    """Texts as texts: Python 2's are bytes, mostly UTF-8."""
    if not isinstance(value, bytes):
        return str(value) if isinstance(value, str) else "?"
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


MAKERS: dict[str, Callable[..., Any]] = {
    "numpy.dtype": lambda name, *_: Dtype(name),
    "_codecs.encode": _encode,
    "__builtin__.bytes": lambda: b"",
    "builtins.bytes": lambda: b"",
}
for _core in ("numpy.core", "numpy._core"):
    MAKERS |= {
        f"{_core}.multiarray._reconstruct": lambda *_: Array(),
        f"{_core}.multiarray.scalar": lambda dtype, raw: make_array(raw, dtype, (), "C").item(),
        f"{_core}.numeric._frombuffer": _from_buffer,
    }
