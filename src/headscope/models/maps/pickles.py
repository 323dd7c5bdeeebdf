"""Published `*_attn.pkl` files: pickles, Python 2's among them, of a list of dictionaries with `tokens` and `attns`.

How a pickle is read without running it is in unpickle.py; here is what must be in it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from jaxtyping import Shaped

from headscope.errors import HeadscopeError
from headscope.models.maps.unpickle import load
from headscope.models.maps.unpickle_numpy import Array, text_of


class Segment(NamedTuple):
    """One text of a published file."""

    tokens: tuple[str, ...]
    maps: Shaped[np.ndarray, "layer head query key"]


def read_segments(path: Path) -> Iterator[Segment]:
    """The segments of a published file, in its order."""
    top = load(path)
    if not isinstance(top, list | tuple) or not top:
        raise HeadscopeError(f"'{path}' holds no list of segments: expected dictionaries with tokens and attns.")
    for number, item in enumerate(top, 1):
        entry = {text_of(key): value for key, value in item.items()} if isinstance(item, dict) else {}
        tokens, maps = entry.get("tokens"), entry.get("attns")
        maps = maps.value if isinstance(maps, Array) else None
        if not isinstance(tokens, list | tuple) or not all(isinstance(t, str | bytes) for t in tokens) or maps is None:
            raise HeadscopeError(f"Segment {number} of '{path}' is not a dictionary with tokens (texts) and attns (an array).")
        if maps.dtype.kind != "f" or maps.ndim != 4 or maps.shape[2:] != (len(tokens),) * 2 or not maps.size:
            raise HeadscopeError(
                f"Segment {number} of '{path}' has maps of shape {list(maps.shape)} ({maps.dtype}): "
                f"expected [layer, head, {len(tokens)}, {len(tokens)}] for its {len(tokens)} tokens."
            )
        yield Segment(tuple(map(text_of, tokens)), maps)
