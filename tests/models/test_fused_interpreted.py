"""The Triton kernel, read by Triton's interpreter on a CPU: every figure, in every form of attention, against float64. Where Triton is not
installed, its plain version stands for it (`test_fused.py`)."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import torch
from fused_cases import cases, errors
from headscope.models.fused import triton_kernel

# The interpreter takes bfloat16 for whole numbers; float16 goes the same way through the kernel.
for dtype, bound, forms in ((torch.float32, 1e-5, None), (torch.float16, 5e-3, ("plain", "grouped", "all at once"))):
    for name, inputs in cases(dtype, n=70):
        if forms and name not in forms:
            continue
        found = errors(triton_kernel.attend, inputs)
        print(dtype, name, {part: f"{error:.1e}" for part, error in found.items()})
        output = found.pop("output")
        assert output < bound and max(found.values()) < 1e-5, (dtype, name, output, found)
"""


@pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="Triton is not installed")
def test_the_kernel_in_tritons_interpreter():
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "src"), *sys.path]
    there = {**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=there, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
