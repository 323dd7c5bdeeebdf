"""Which half precisions torch can compute with on this processor.

Some processors report instructions that they may not execute (AMX under some hypervisors). torch then uses them for bfloat16, and the
process dies by SIGILL, which no `except` catches. So a child process computes what a layer of a model does, and the parent looks
at how it ended: once in a process, and only when somebody asks for such a dtype on a CPU.
"""

import os
import signal
import subprocess
import sys
from functools import cache

from headscope.errors import HeadscopeError

HALVES = ("bfloat16", "float16")
SECONDS = 180.0  # for a child that takes a few seconds, most of them to import torch

# A layer, forwards and backwards, at the sizes of a tiny and of a small model: torch chooses its instructions by size too.
LAYER = """
import sys
import torch
from torch import nn
from torch.nn import functional

dtype = getattr(torch, sys.argv[1])
for tokens, heads, size in ((8, 2, 16), (128, 4, 64)):
    width = heads * size
    project, norm = nn.Linear(width, 3 * width, dtype=dtype), nn.LayerNorm(width, dtype=dtype)
    out = nn.Linear(width, width, dtype=dtype)
    hidden = torch.ones(2, tokens, width, dtype=dtype)
    query, key, value = (part.unflatten(-1, (heads, size)).transpose(1, 2) for part in project(hidden).chunk(3, -1))
    attention = (query @ key.mT / size**0.5).softmax(-1)
    mixed = attention @ value + functional.scaled_dot_product_attention(query, key, value)
    norm(hidden + functional.gelu(out(mixed.transpose(1, 2).flatten(2)))).sum().backward()
"""


@cache
def trouble(dtype: str) -> str | None:
    """Why torch can't compute with a dtype on this CPU; None where it can.

    >>> trouble("float32") is None
    True
    """
    return trial(LAYER, dtype) if dtype in HALVES else None


def check(dtype: str) -> None:
    """Raises a sentence in place of what would end the process."""
    if why := trouble(dtype):
        raise HeadscopeError(
            f"The dtype '{dtype}' can't be used on this processor: a small layer in it, tried in a process of its own, {why}. "
            "Try --dtype float32."
        )


def trial(code: str, *arguments: str, seconds: float = SECONDS) -> str | None:
    """How a Python program failed in a process of its own; None where it came to its end.

    >>> trial("raise ValueError('no such thing')")
    "ended with 'ValueError: no such thing'"
    """
    beside = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}  # the child sees the same torch
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=beside,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return f"took more than {seconds:g} seconds"
    if done.returncode == 0:
        return None
    if done.returncode < 0:
        number = -done.returncode
        return f"was ended by {signal.Signals(number).name} ({signal.strsignal(number)})"
    said = done.stderr.strip().splitlines()
    return f"ended with '{said[-1]}'" if said else f"ended with status {done.returncode}"
