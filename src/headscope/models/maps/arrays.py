"""FILE.npz or FILE.safetensors: one array [layer, head, n, n] per id, each read when it is asked for.

It does not judge weights; it says what is in the file and of which shape before any of it is read.
"""

import warnings
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from lzma import LZMAError
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from jaxtyping import Shaped
from numpy.lib import format as npy
from safetensors import SafetensorError, safe_open

from headscope.corpora.reading.original import Original
from headscope.errors import HeadscopeError, one_line
from headscope.files import check_regular

SUFFIXES = (".npz", ".safetensors")
DTYPES = {np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)}
_SAFETENSORS = {"F16", "F32", "F64"}


class Arrays(ABC):
    """The arrays of a file by id."""

    shapes: dict[str, tuple[int, ...]]

    @abstractmethod
    def read(self, name: str) -> Shaped[np.ndarray, "layer head query key"]:
        """One array, as stored. May be called from several threads."""


def check_file(path: Path) -> None:
    """Raises where there is no file of this name, or none that can be of maps."""
    if path.suffix.lower() in (".pkl", ".pickle"):
        raise HeadscopeError(f"'{path}' is a pickle: convert it first, with headscope maps {path.name} -o {path.stem}.npz.")
    if path.suffix not in SUFFIXES:
        raise HeadscopeError(f"'{path}' is not a file of maps: expected {' or '.join(SUFFIXES)}.")
    check_regular(path)
    if not path.is_file():
        raise HeadscopeError(f"There is no file '{path}'.")


def open_arrays(path: Path) -> Arrays:
    """Opens a file of maps and looks at the header of every array, at none of the weights."""
    check_file(path)
    arrays = NpzArrays(path) if path.suffix == ".npz" else SafetensorsArrays(path)
    if not arrays.shapes:
        raise HeadscopeError(f"'{path}' holds no map.")
    return arrays


class _Member(NamedTuple):
    """An array inside an .npz: where it is, and what its header says."""

    info: zipfile.ZipInfo
    start: int
    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype


class NpzArrays(Arrays):
    """The members of an .npz. Headers are read once; no pickled array is ever opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._members: dict[str, _Member] = {}
        with _explained(path):
            self._zip = zipfile.ZipFile(path)
        for info in self._zip.infolist():
            name = info.filename.removesuffix(".npy")
            if name in self._members:
                raise HeadscopeError(f"'{path}' holds the map '{name}' twice.")
            if name == info.filename:
                raise HeadscopeError(f"'{path}' is not a file of maps: it holds '{name}', which is no array.")
            with _explained(path, name):
                self._members[name] = self._look(info, name)
        self.shapes = {name: member.shape for name, member in self._members.items()}

    def _look(self, info: zipfile.ZipInfo, name: str) -> _Member:
        with self._zip.open(info) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy remarks on headers that Python 2 wrote; they are read all the same
            version = npy.read_magic(file)
            if version not in ((1, 0), (2, 0)):
                raise ValueError(f"an array header of version {version}")
            read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, fortran, dtype = read(file)
            member = _Member(info, file.tell(), tuple(shape), fortran, dtype)
        _check_dtype(self._path, name, str(dtype), dtype.newbyteorder("=") in DTYPES)
        size = member.start + _bytes(member)
        if info.file_size != size:
            raise ValueError(f"{info.file_size:,} bytes where its header announces {size:,}")
        return member

    def read(self, name: str) -> Shaped[np.ndarray, "layer head query key"]:
        member = self._members[name]
        with _explained(self._path, name), self._zip.open(member.info) as file:
            data = file.read(member.start + _bytes(member))
            flat = np.frombuffer(data, member.dtype, offset=member.start)
            return flat.reshape(member.shape, order="F" if member.fortran else "C")


class SafetensorsArrays(Arrays):
    """The tensors of a .safetensors file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.shapes = {}
        with _explained(path):
            self._file = cast(Any, safe_open(path, framework="np"))
        for name in self._file.keys():  # noqa: SIM118
            with _explained(path, name):
                part = self._file.get_slice(name)
                _check_dtype(path, name, part.get_dtype(), part.get_dtype() in _SAFETENSORS)
                self.shapes[name] = tuple(part.get_shape())

    def read(self, name: str) -> Shaped[np.ndarray, "layer head query key"]:
        with _explained(self._path, name):
            array: np.ndarray = self._file.get_tensor(name)
            return array


class HeldArrays(Arrays):
    """The arrays of a file that must stay as it is. It is looked at before an array is read, since one that was cut off would end this
    process where its end is mapped into memory, and after, since it may have changed meanwhile."""

    def __init__(self, arrays: Arrays, file: Original) -> None:
        self._arrays, self._file, self.shapes = arrays, file, arrays.shapes
        file.check()

    def read(self, name: str) -> Shaped[np.ndarray, "layer head query key"]:
        self._file.check()
        array = self._arrays.read(name)
        self._file.check()
        return array


def _bytes(member: _Member) -> int:
    count = member.dtype.itemsize
    for length in member.shape:
        count *= length
    return count


def _check_dtype(path: Path, name: str, dtype: str, good: bool) -> None:
    if not good:
        raise HeadscopeError(f"In '{path}', the map '{name}' is of dtype {dtype}: expected float16, float32 or float64.")


@contextmanager
def _explained(path: Path, name: str | None = None) -> Iterator[None]:
    """Turns what readers raise over a damaged file into a sentence."""
    what = f"'{path}'" if name is None else f"The map '{name}' in '{path}'"
    try:
        yield
    except MemoryError:
        raise HeadscopeError(f"{what} does not fit into this machine's memory.") from None
    except (OSError, zipfile.BadZipFile, SafetensorError, RuntimeError, ValueError, EOFError, zlib.error, LZMAError) as error:
        raise HeadscopeError(f"{what} can't be read, it is damaged or no such file: {one_line(error)}.") from None
