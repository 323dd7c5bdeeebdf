"""One text under every head: what a run keeps so that figures can show heads at work without the model."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float32
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from headscope.errors import HeadscopeError, one_line
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


@dataclass(frozen=True)
class StackExample:
    """The maps of one stack: α[layer, head, query, key]."""

    queries: Tokens
    keys: Tokens
    maps: Float32[np.ndarray, "layer head query key"]


@dataclass(frozen=True)
class Example:
    """The attention of every head over one text, or two; kept in half precision."""

    stacks: dict[Stack, StackExample]

    def to_bytes(self) -> bytes:
        sides = {stack: {"queries": asdict(one.queries), "keys": asdict(one.keys)} for stack, one in self.stacks.items()}
        arrays = {stack: one.maps.astype(np.float16) for stack, one in self.stacks.items()}
        data: bytes = save(arrays, {"headscope": json.dumps({"version": 1, "tokens": sides}, ensure_ascii=False)})
        return data


def read_example(path: Path) -> Example | None:
    """The example of a run folder; None where it has none."""
    if not path.exists():
        return None
    try:
        with safe_open(path, framework="np") as file:
            about = json.loads(file.metadata()["headscope"])
            stacks: dict[Stack, StackExample] = {}
            for stack in (stack for stack in STACKS if stack in file.keys()):  # noqa: SIM118
                queries, keys = (
                    Tokens(**{k: tuple(v) for k, v in about["tokens"][stack][side].items()}) for side in ("queries", "keys")
                )
                maps = file.get_tensor(stack).astype(np.float32)
                if maps.ndim != 4 or maps.shape[2:] != (len(queries.texts), len(keys.texts)):
                    raise ValueError(f"maps of shape {list(maps.shape)} for {len(queries.texts)} × {len(keys.texts)} tokens")
                stacks[stack] = StackExample(queries, keys, maps)
            return Example(stacks)
    except (SafetensorError, KeyError, TypeError, ValueError, OSError) as error:
        raise HeadscopeError(f"'{path}' is not an example that headscope wrote, or is damaged: {one_line(error)}.") from None
