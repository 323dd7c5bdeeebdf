"""Attention and what is asked of its rows, in one go and without maps: one function, three roads to the same figures.

    plain        torch as it comes, queries in blocks; oracle and fallback
    compiled     float32 and narrower on a CPU, C that is compiled on first use
    triton       CUDA, one kernel that returns the output and all figures of the rows, and one for listed pairs

Causality, windows and padding are stretches of keys (`Spans`); grouped keys, additive masks and biases (ALiBi is one), sinks and
soft caps are served by all (soft caps on a CPU by `plain`); so are the rows of norm weights (`moved`). Triton is not imported before it
is needed.
"""

from headscope.models.fused.inputs import Inputs
from headscope.models.fused.road import attend, attend_and_move, even

__all__ = ["Inputs", "attend", "attend_and_move", "even"]
