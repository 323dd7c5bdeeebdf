"""Means over heads, some of which may have no value: a head that counts no token under `--weights no-sink` has NaN."""

import warnings

import numpy as np
from jaxtyping import Float64

Array = Float64[np.ndarray, "..."]


def over_heads(figures: Array, axis: int | tuple[int, ...] = -1, *, keepdims: bool = False) -> Array:
    """The mean over the heads that have a value; NaN where none has.

    >>> over_heads(np.array([[0.2, np.nan, 0.4], [np.nan, np.nan, np.nan]])).round(3).tolist()
    [0.3, nan]
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of layers in which no head has one
        return np.asarray(np.nanmean(figures, axis=axis, keepdims=keepdims))
