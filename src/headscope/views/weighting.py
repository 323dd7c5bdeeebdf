"""The maps of one text under other weights: what attention moves, or attention without the sinks.

`models.weighting` does the same to a run's batches, with torch; here it is NumPy, because maps that somebody has already are looked at
without torch, and web/src/views/weights.ts does it a third time, from the bytes of a page. Tests hold the three together.
"""

import numpy as np
from jaxtyping import Bool, Float32

from headscope.names import LAYER_WEIGHTS, LEFT
from headscope.types import Head

# What a number is a share of, for a title; and what a caption says of the weights.
SHARES = {
    "raw": "",
    "norm": " of what it moves",
    "no-sink": " of what is left without sinks",
    "rollout": " of what attention carried there",
    "value-zeroing": " of what its output depends on",
}
CAPTIONS = {
    "raw": "",
    "norm": " A weight here is what the head moves: attention times the norm of what it writes, as a share of the row.",
    "no-sink": " Special tokens, and a causal model's first token, are left out, and weights are shares of what is left; rows with less "
    "than 1% left are empty, because the head rests there.",
    "rollout": " A weight here is rollout: how much of the token on the right attention has carried to the one on the left, over all "
    "layers so far; one map for a layer.",
    "value-zeroing": " A weight here is value zeroing: how much the layer's output at the token on the left changes without the value of "
    "the one on the right, as a share of the row; one map for a layer.",
}


def called(kind: str, layer: int, head: int) -> str:
    """What a map is called: by its head, or where a layer has one map, by the layer.

    >>> called("norm", 2, 4), called("rollout", 2, 0)
    ('Head 3-5', 'Layer 3')
    """
    return f"Layer {layer + 1}" if kind in LAYER_WEIGHTS else f"Head {Head(layer, head)}"


def weighed(
    kind: str,
    maps: Float32[np.ndarray, "head query key"],
    norms: Float32[np.ndarray, "head key"] | None,
    sinks: Bool[np.ndarray, " key"],
    rests: Bool[np.ndarray, "head query"] | None = None,
) -> Float32[np.ndarray, "head query key"]:
    """One layer's maps under a kind of weights. `rests` are the rows that are empty without sinks; None finds them.

    A head that gives half of its attention to a token of which it moves a tenth:

    >>> maps, norms = np.array([[[0.5, 0.5]]], np.float32), np.array([[0.1, 1.0]], np.float32)
    >>> weighed("norm", maps, norms, np.array([True, False])).astype(float).round(3).tolist()
    [[[0.091, 0.909]]]
    >>> weighed("no-sink", maps, norms, np.array([True, False])).tolist()
    [[[0.0, 1.0]]]
    """
    if kind == "raw":
        return maps
    if kind == "norm":
        assert norms is not None, "checked before"
        moved = maps * norms[:, None]
        whole = moved.sum(-1, keepdims=True)
        shares: Float32[np.ndarray, "head query key"] = moved / np.where(whole > 0, whole, 1)
        return shares
    left = np.where(sinks, np.float32(0), maps)
    whole = left.sum(-1, keepdims=True)
    empty = (whole < LEFT) if rests is None else rests[..., None] | (whole <= 0)
    kept: Float32[np.ndarray, "head query key"] = np.where(empty, np.float32(0), left / np.where(empty, 1, whole))
    return kept


def resting(maps: Float32[np.ndarray, "head query key"], sinks: Bool[np.ndarray, " key"]) -> Bool[np.ndarray, "head query"]:
    """The rows that have next to nothing left without sinks."""
    found: Bool[np.ndarray, "head query"] = np.where(sinks, np.float32(0), maps).sum(-1) < LEFT
    return found
