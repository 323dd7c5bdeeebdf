"""When a line rises above its bar and stays there.

v_r, l_r and h_r are a head's value and the ends of its 95% interval in run r of R, b_r the bar there: the baseline (uniform attention,
the best fixed offset), or the threshold from which on a head gets a label. The onset is the first run r with

1. l_s > b_s for all s ≥ r: from here on the whole interval is above the bar;
2. r ≤ R − 1, so that at least one later run shows that it stays (of the last run nobody knows);
3. r > 1: a line that is above the bar in the first run is above it from the start, and has no onset;
4. h_{r−1} < the median of l_s over s ≥ r: most later intervals lie wholly above the last one before the onset. A line that hovers at
   its bar is now above it and now not; it has not risen. Of simulated lines that stay where they are (20 runs with errors of their
   own), at most 1 in 1,000 rises at the bar or below it, and at most 1 in 400 wherever they are; runs on the same text have errors in
   common, and fewer.

A fall is the same of the negative: the first run from which on the whole interval is below the bar, after two in a row above it.
"""

import numpy as np
from jaxtyping import Float64, Int64

NONE, FROM_START = -1, 0  # no onset; above the bar in the first run already

Lines = Float64[np.ndarray, "run *rest"]
Runs = Int64[np.ndarray, "*rest"]


def onsets(low: Lines, high: Lines, bar: Lines) -> Runs:
    """For each line the run, counted from 0, in which it rises; −1 where it does not, 0 where it was above the bar from the start.

    One rises in the third of five runs, one is flat below the bar of 0.1, one is above it in the last run alone, one from the start:

    >>> lines = [[0.02, 0.03, 0.3, 0.5, 0.5], [0.02, 0.03, 0.02, 0.03, 0.02], [0.02, 0.03, 0.02, 0.03, 0.4], [0.2, 0.2, 0.2, 0.2, 0.2]]
    >>> low = np.array(lines).T
    >>> onsets(low, low + 0.05, np.full((5, 4), 0.1)).tolist()
    [2, -1, -1, 0]
    """
    above = low > bar  # NaN is not
    stays = np.logical_and.accumulate(above[::-1], 0)[::-1]
    first = np.where(stays[-1], stays.argmax(0), NONE)
    runs = len(low)
    later = np.stack([np.median(low[run:], 0) for run in range(runs)])  # of the low ends from each run on
    inner = np.clip(first, 1, runs - 1)[None]
    before, after = (np.take_along_axis(part, at, 0)[0] for part, at in ((high, inner - 1), (later, inner)))
    risen = (first == FROM_START) | ((first > 0) & (first < runs - 1) & (before < after))
    return np.asarray(np.where(risen, first, NONE))


def falls(low: Lines, high: Lines, bar: Lines) -> Runs:
    """For each line the run from which on it is below its bar, having been above it in two runs in a row; −1 where there is none.

    >>> low = np.array([[0.02], [0.5], [0.6], [0.01], [0.02]])
    >>> falls(low, low + 0.05, np.full((5, 1), 0.1)).tolist()
    [3]
    """
    found = onsets(-high, -low, -bar)
    above = low > bar
    twice = above[1:] & above[:-1]
    held = np.logical_or.accumulate(
        np.concatenate([np.zeros_like(above[:2]), twice[:-1]]) if len(low) > 2 else np.zeros_like(above), 0
    )
    was = np.take_along_axis(held, np.clip(found, 0, None)[None], 0)[0]
    return np.asarray(np.where((found > 0) & was, found, NONE))
