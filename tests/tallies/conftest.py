"""Tallies with made-up sums on the grid, and files written byte by byte."""

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jaxtyping
import numpy as np
import pytest

from headscope.tallies import GROUPS, Tally
from headscope.tallies.tally import GRID
from headscope.types import Series

SERIES = (
    Series("corpus", "encoder", "offset", "+1"),
    Series("corpus", "encoder", "offset", "+1", "", "uniform"),
    Series("corpus", "cross", "token", "sep"),
    Series("another", "decoder", "dependency", "nmod:*", "head-to-dependent"),
)


@pytest.fixture(scope="session")
def make_tally() -> Callable[..., Tally]:
    """Sums as a run makes them: multiples of 2⁻³², of very different sizes, in some groups."""

    def make(seed: int, series: tuple[Series, ...] = SERIES, layers: int = 2, heads: int = 3) -> Tally:
        random = np.random.default_rng(seed)
        tally = Tally()
        for one in series:
            weights = random.integers(0, 4, GROUPS).astype(np.float64)
            totals = random.random((GROUPS, layers, heads)) * 10.0 ** random.integers(-8, 3, (GROUPS, 1, 1))
            tally.add(one, np.round(totals * weights[:, None, None] * GRID) / GRID, weights)
        return tally

    return make


Tensors = dict[str, tuple[str, list[int], bytes]]


def _safetensors(head: str | None, tensors: Tensors) -> bytes:
    """A file in the safetensors format, with nothing checked."""
    header: dict[str, Any] = {} if head is None else {"__metadata__": {"headscope": head}}
    body = b""
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + body


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a tally file of one series; head fields and tensors can be replaced, the head also as a whole (`text`)."""

    def array(values: np.ndarray) -> tuple[str, list[int], bytes]:
        return "F64", list(values.shape), values.tobytes()

    def make(text: str | None = None, head: dict[str, Any] | None = None, **tensors: Any) -> Path:
        fields = {"version": 1, "groups": GROUPS, "series": [list(SERIES[0])], "extra": {}} | (head or {})
        given = {"totals/0": np.ones((GROUPS, 1, 1)), "weights/0": np.ones(GROUPS)} | tensors
        whole = {n: array(v) if isinstance(v, np.ndarray) else v for n, v in given.items() if v is not None}
        path = tmp_path / "tally.safetensors"
        path.write_bytes(_safetensors(json.dumps(fields) if text is None else text, whole))
        return path

    return make


@pytest.fixture
def as_shipped() -> Iterator[None]:
    """Without the shape checks that only tests switch on: a user's headscope must refuse by itself."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)
