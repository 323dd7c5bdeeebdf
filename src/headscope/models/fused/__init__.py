"""Attention and what is asked of its rows, in one go and without maps: one function, two roads to the same figures.

    plain        torch as it comes, queries in blocks; oracle, fallback, and the road on a CPU
    triton       CUDA, one kernel that returns the output and all figures of the rows, and one for listed pairs

Causality, windows and padding are stretches of keys (`Spans`); grouped keys, additive masks and biases (ALiBi is one), soft caps and
sinks are served by both; so are the rows of norm weights (`moved`). Triton is not imported before it is needed.
"""

from headscope.models.fused.inputs import Inputs
from headscope.models.fused.road import attend, attend_and_move, even

__all__ = ["Inputs", "attend", "attend_and_move", "even"]
