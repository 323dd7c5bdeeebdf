"""The figure of patterns: which head stands under a pattern."""

from dataclasses import replace

import numpy as np
import pytest

from headscope.figures.patterns import _best
from headscope.figures.source import LayerScores
from headscope.quantities import SHARE


def test_the_head_that_is_furthest_above_its_own_layer_s_chance():
    """A window leaves less to attend to: 0.5 there is chance, and less is more in a layer that sees the whole text."""
    values = np.array([[0.5, 0.4], [0.3, 0.45], [np.nan, np.nan]])
    ends = np.full((3, 2), np.nan)
    scores = LayerScores(values, ends, ends, values.mean(1), ends[:, 0], ends[:, 0], 0.25, np.full((3, 2), 0.25))
    assert str(_best("next", scores, SHARE).head) == "1-1", "one chance for all: the highest"
    best = _best("next", replace(scores, chance=np.array([[0.5, 0.5], [0.1, 0.1], [np.nan, np.nan]])), SHARE)
    assert str(best.head) == "2-2" and best.chance == 0.1
    assert best.excess == pytest.approx(0.35 / 0.9)
