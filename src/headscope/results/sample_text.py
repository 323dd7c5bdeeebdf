"""One text under every head: what a run keeps so that figures can show heads at work without the model."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TypedDict

import numpy as np
from jaxtyping import Float32
from safetensors import SafetensorError
from safetensors.numpy import save

from headscope.errors import HeadscopeError, one_line
from headscope.forms import fitted, read_json
from headscope.tensors import read_tensors
from headscope.types import STACKS, Stack

FILE = "example.safetensors"


@dataclass(frozen=True)
class Tokens:
    """The tokens on one side of a map: as `Encoder.tokens` spells them, which are special, of which of the two texts they are, and
    of which word (counted over both texts; -1 for special ones)."""

    texts: tuple[str, ...]
    special: tuple[bool, ...]
    segments: tuple[int, ...]
    words: tuple[int, ...]

    def __post_init__(self) -> None:
        if len({*map(len, (self.texts, self.special, self.segments, self.words))}) > 1:
            raise ValueError("its tokens are not all told of in full")


class SidesForm(TypedDict):
    """What the file says of a stack's tokens."""

    queries: Tokens
    keys: Tokens


class AboutForm(TypedDict):
    """What the file says of its maps."""

    tokens: dict[Stack, SidesForm]


@dataclass(frozen=True)
class StackExample:
    """The maps of one stack: α[layer, head, query, key]."""

    queries: Tokens
    keys: Tokens
    maps: Float32[np.ndarray, "layer head query key"]


@dataclass(frozen=True)
class Example:
    """The attention of every head over one text, or two; kept in half precision. `kinds` has the maps under further kinds of weights,
    where the run is about several."""

    stacks: dict[Stack, StackExample]
    kinds: dict[str, dict[Stack, Float32[np.ndarray, "layer head query key"]]] = field(default_factory=dict)

    def under(self, kind: str) -> "Example | None":
        """The same text under one kind of weights only; "" is the run's first. None where no maps of that kind were kept."""
        if kind and kind not in self.kinds:
            return None
        maps = self.kinds[kind] if kind else {stack: one.maps for stack, one in self.stacks.items()}
        return Example({stack: replace(one, maps=maps[stack]) for stack, one in self.stacks.items()})

    def to_bytes(self) -> bytes:
        sides = {stack: {"queries": asdict(one.queries), "keys": asdict(one.keys)} for stack, one in self.stacks.items()}
        arrays: dict[str, np.ndarray] = {stack: one.maps.astype(np.float16) for stack, one in self.stacks.items()}
        arrays |= {f"{stack}/{kind}": maps.astype(np.float16) for kind, of in self.kinds.items() for stack, maps in of.items()}
        data: bytes = save(arrays, {"headscope": json.dumps({"version": 1, "tokens": sides}, ensure_ascii=False)})
        return data


def read_example(path: Path) -> Example | None:
    """The example of a run folder; None where it has none."""
    if not path.exists():
        return None
    try:
        file = read_tensors(path)
        about: AboutForm = fitted(read_json(file.metadata["headscope"]), AboutForm)
        stacks: dict[Stack, StackExample] = {}
        kinds: dict[str, dict[Stack, Float32[np.ndarray, "layer head query key"]]] = {}
        for stack in (stack for stack in STACKS if stack in file.arrays):
            queries, keys = about["tokens"][stack]["queries"], about["tokens"][stack]["keys"]
            for name in sorted(name for name in file.arrays if name.partition("/")[0] == stack):
                maps = file.arrays[name].astype(np.float32)
                if maps.ndim != 4 or maps.shape[2:] != (len(queries.texts), len(keys.texts)):
                    raise ValueError(f"maps of shape {list(maps.shape)} for {len(queries.texts)} × {len(keys.texts)} tokens")
                if not (np.isfinite(maps).all() and (maps >= 0).all()):
                    raise ValueError(f"the maps '{name}' have weights that are not numbers from 0 up")
                if name == stack:
                    stacks[stack] = StackExample(queries, keys, maps)
                else:
                    kinds.setdefault(name.partition("/")[2], {})[stack] = maps
        return Example(stacks, kinds)
    except (SafetensorError, KeyError, TypeError, ValueError, OSError) as error:
        raise HeadscopeError(f"'{path}' is not an example that headscope wrote, or is damaged: {one_line(error)}.") from None
