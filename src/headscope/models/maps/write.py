"""Writing maps for other tools, and for `--maps`: both files or neither, one map at a time.

An .npz is written as the maps come; a .safetensors file opens with the places of all its tensors, so it is kept in memory
until the end, and may not grow large.
"""

import errno
import os
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType

import numpy as np
import torch
from jaxtyping import Float
from numpy.lib import format as npy
from safetensors import SafetensorError
from safetensors.numpy import save_file

from headscope.errors import HeadscopeError, one_line
from headscope.models.maps.arrays import SUFFIXES
from headscope.models.maps.lines import Line, beside
from headscope.models.model import Model
from headscope.models.tap import Call
from headscope.models.weighting import Weights, weigh
from headscope.tokens import Encoded, collate
from headscope.types import Site
from headscope.urls import local_path

PRECISIONS = {"float16": torch.float16, "float32": torch.float32}
MOST_IN_MEMORY = 2 * 2**30


def check_output(path: Path, force: bool = False) -> None:
    """Raises where maps must not be written. Touches nothing."""
    local_path(path)
    if path.suffix not in SUFFIXES:
        raise HeadscopeError(f"'{path}' can't hold maps: -o takes a file that ends in {' or '.join(SUFFIXES)}.")
    for file in (path, beside(path)):
        if file.is_dir():
            raise HeadscopeError(f"'{file}' is a folder.")
        if file.exists() and not force:
            raise HeadscopeError(f"'{file}' is there already. Choose another name, or replace it with --force.")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise HeadscopeError(f"'{path}' can't be written: '{path.parent}' is no folder that can be written to.")


class MapsWriter:
    """Inside `with`, takes maps and lines; at its end both files are there, or after an error neither."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        check_output(path, force)
        self.path, self.maps, self.bytes = path, 0, 0
        self._temporary = {file: file.with_name(f".{file.name}.{os.getpid()}.partial") for file in (path, beside(path))}
        self._kept: dict[str, np.ndarray] = {}
        self._open = ExitStack()

    def __enter__(self) -> "MapsWriter":
        with self._explained():
            self._lines = self._open.enter_context(self._temporary[beside(self.path)].open("w", encoding="utf-8", newline="\n"))
            self._file = self._open.enter_context(self._temporary[self.path].open("wb"))
            self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_STORED) if self.path.suffix == ".npz" else None
        return self

    def add(self, name: str, array: Float[np.ndarray, "layer head query key"]) -> None:
        """One map; its line may come later."""
        self.maps, self.bytes = self.maps + 1, self.bytes + array.nbytes
        if self._zip is not None:
            with self._explained(), self._zip.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
                npy.write_array(member, array, allow_pickle=False)
            return
        if self.bytes > MOST_IN_MEMORY:
            raise HeadscopeError(
                f"The maps are more than {MOST_IN_MEMORY / 2**30:g} GiB, too much for one .safetensors file, "
                "which is written from memory: write an .npz instead, which is not."
            )
        self._kept[name] = np.ascontiguousarray(array)

    def note(self, line: Line) -> None:
        """What a map's tokens are. Lines stand in the order in which they come, and are measured in it."""
        with self._explained():
            self._lines.write(line.to_json() + "\n")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                with self._explained():
                    self._finish()
        finally:
            if self._zip is not None:
                with suppress(OSError, ValueError):  # a full disk refuses the rest, too; what matters has been said
                    self._zip.close()
                self._zip.fp = None  # stopped within a map it could not be closed, and would try again where nobody listens
            with suppress(OSError):
                self._open.close()
            for file in self._temporary.values():
                with suppress(OSError):
                    file.unlink(missing_ok=True)

    def _finish(self) -> None:
        if self._zip is not None:
            self._zip.close()
        else:
            save_file(self._kept, self._temporary[self.path])
        for file in (self._lines, self._file):
            file.flush()
            os.fsync(file.fileno())  # a full disk or quota may speak up only here
        self._open.close()
        self.path.unlink(missing_ok=True)  # so that old maps are never beside new lines
        for path in (beside(self.path), self.path):
            self._temporary[path].replace(path)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (OSError, SafetensorError) as error:
            number = getattr(error, "errno", None)
            if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or "os error 28" in str(error):
                text = f"The disk is full: '{self.path}' could not be written, {self.bytes / 1e6:,.1f} MB of maps and growing. "
                text += "Free some space, or write less, with --limit or --precision float16."
            else:
                text = f"'{self.path}' can't be written: {getattr(error, 'strerror', None) or one_line(error)}."
            raise HeadscopeError(text) from None


def check_model(model: Model) -> None:
    """Raises where a model's maps don't make one array [layer, head, n, n] a text."""
    if len(model.stacks) > 1:
        raise HeadscopeError(
            f"'{model.name}' has maps of {len(model.stacks)} stacks ({', '.join(model.stacks)}): "
            "a file of maps holds one. Measure it directly, with headscope measure."
        )
    if len({site.heads for site in model.sites}) > 1:
        raise HeadscopeError(f"The layers of '{model.name}' differ in their number of heads: its maps don't make one array.")


def unit_maps(
    model: Model, rows: Sequence[Encoded], precision: torch.dtype, kind: Weights = "raw"
) -> list[Float[np.ndarray, "layer head _ _"]]:
    """Runs one batch and keeps all layers' maps, each unit's without its padding."""
    ((layers, heads),) = model.stacks.values()
    batch = collate(rows, model.encoder, model.device, model.start)
    maps = [torch.zeros(layers, heads, len(row), len(row), dtype=precision) for row in rows]

    def hear(site: Site, call: Call) -> None:
        weights = weigh(kind, model, site, call, batch.source).weights.to(precision).cpu()
        for one, map_ in zip(weights, maps, strict=True):
            map_[site.layer] = one[:, : map_.shape[-1], : map_.shape[-1]]

    model.attend(batch, hear)
    return [map_.numpy() for map_ in maps]


def unit_line(name: str, row: Encoded, model: Model, kind: Weights = "raw") -> Line:
    """A unit's tokens as a line; tells which special tokens open the text where a reader of the line could not."""
    encoder = model.encoder
    opening = tuple(at for at, token in enumerate(row.ids) if token == encoder.cls)
    closing = tuple(at for at, token in enumerate(row.ids) if token == encoder.sep)
    tokens = tuple(encoder.tokenizer.convert_ids_to_tokens(list(row.ids)))
    words = None if row.words is None else tuple(None if word < 0 else word for word in row.words)
    special, weights = tuple(sorted({*opening, *closing})), None if kind == "raw" else kind
    line = Line(name, tokens, special, row.segments, words, document=row.document, weights=weights)
    told = tuple(at for at, kind in enumerate(line.kinds()) if kind == "cls")
    return line if told == opening or encoder.cls == encoder.sep else Line(**{**vars(line), "cls": opening})
