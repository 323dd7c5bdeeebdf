"""Ties within rounding are ties: what is ranked is rounded first, and equals keep their order (the earlier head, key, unit).

The last digits of a number come from the order in which a machine adds: other batches, more threads or another processor change
them. Unrounded, they would decide which of two equal heads is called the best. A mean over a corpus differs by some 10⁻⁸ from one
machine to the next, a single float32 weight by some 10⁻⁶; each is rounded to a hundred times that. A number that lies on the edge
between two steps may still fall to either side; that is one in a hundred of the ties, where it was half of them.

Whole numbers need none of this. Nor has a head's answer about one word (the argmax of a row of weights) any: two words seldom have
the same weight, so that rounding would leave as many close calls as it found, and cost every map of a run.
"""

from typing import overload

import numpy as np

DECIMALS = 6  # of scores, distances, leads; also what a page holds of them
WEIGHT_DECIMALS = 4  # of single weights


@overload
def rounded(values: float, decimals: int = DECIMALS) -> float: ...
@overload
def rounded(values: np.ndarray, decimals: int = DECIMALS) -> np.ndarray: ...
def rounded(values: float | np.ndarray, decimals: int = DECIMALS) -> float | np.ndarray:
    """What numbers are ranked by.

    >>> a, b = 0.1 + 0.2, 0.3
    >>> a > b, rounded(a) > rounded(b)
    (True, False)
    """
    return np.round(values, decimals) if isinstance(values, np.ndarray) else round(float(values), decimals)


def highest(values: np.ndarray) -> int:
    """Where the highest number is, the first of equals; NaN is never the highest. Of several dimensions, the place in a row of all.

    >>> highest(np.array([np.nan, 0.3, 0.1 + 0.2, 0.2]))
    1
    """
    return int(np.where(np.isnan(values), -np.inf, rounded(values)).argmax())


def lowest(values: np.ndarray) -> int:
    """The same for the lowest.

    >>> lowest(np.array([np.nan, 0.1 + 0.2, 0.3, 0.4]))
    1
    """
    return highest(-values)
