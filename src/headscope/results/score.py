"""One head's score as it is handed out, and figures of pairs of heads as a table."""

from typing import NamedTuple

import numpy as np
from jaxtyping import Float64


class HeadScore(NamedTuple):
    """One head's score; the interval is None where there are too few documents for one, the direction empty where a measure has
    none."""

    head: str
    value: float
    low: float | None
    high: float | None
    direction: str = ""


def square(pairs: Float64[np.ndarray, " pair"]) -> Float64[np.ndarray, "head head"]:
    """Figures of the pairs (1, 2), (1, 3) … as a symmetric table.

    >>> square(np.array([1.0, 2.0, 3.0])).tolist()
    [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]]
    """
    heads = round((1 + (1 + 8 * len(pairs)) ** 0.5) / 2)
    table = np.zeros((heads, heads))
    table[np.triu_indices(heads, 1)] = pairs
    return table + table.T
