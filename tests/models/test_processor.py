"""What torch can compute with on this processor: children that really end, hang and die."""

import os
import subprocess
import sys

import pytest

from headscope.errors import HeadscopeError
from headscope.models import load, processor

pytestmark = pytest.mark.slow  # each starts a process

DIES = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
# Only bfloat16 dies, as on the processors that there are.
DIES_OF_BFLOAT16 = f"import sys\nif sys.argv[1] == 'bfloat16':\n    {DIES}"


@pytest.fixture
def weak(monkeypatch):
    """A processor on which bfloat16 kills."""
    monkeypatch.setattr(processor, "LAYER", DIES_OF_BFLOAT16)
    processor.trouble.cache_clear()
    yield
    processor.trouble.cache_clear()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("pass", None),
        (DIES, "was ended by SIGILL (Illegal instruction)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was ended by SIGKILL (Killed)"),
        ("raise RuntimeError('not implemented for Half')", "ended with 'RuntimeError: not implemented for Half'"),
        ("import sys; sys.exit(3)", "ended with status 3"),
        ("import headscope.errors", None),
    ],
)
def test_how_a_child_ends(code, why):
    assert processor.trial(code) == why


def test_a_child_that_hangs():
    assert processor.trial("import time; time.sleep(10_000)", seconds=1.0) == "took more than 1 seconds"


def test_a_dtype_that_kills_is_refused_in_a_sentence(weak):
    with pytest.raises(HeadscopeError) as caught:
        load("bundled", device="cpu", dtype="bfloat16")
    assert str(caught.value) == (
        "The dtype 'bfloat16' can't be used on this processor: a small layer in it, tried in a process of its own, was ended by "
        "SIGILL (Illegal instruction). Try --dtype float32."
    )


def test_other_dtypes_are_not_refused(weak, monkeypatch):
    assert processor.trouble("float16") is None
    monkeypatch.setattr(processor, "LAYER", DIES)
    processor.trouble.cache_clear()
    for dtype in ("auto", "float32", "float64"):
        load("bundled", device="cpu", dtype=dtype)
    assert processor.trouble.cache_info().currsize == 2, "float32 and float64, of which no child is asked"


def test_it_is_asked_once(weak, monkeypatch):
    why = processor.trouble("bfloat16")
    monkeypatch.setattr(processor, "LAYER", "pass")
    assert processor.trouble("bfloat16") == why == "was ended by SIGILL (Illegal instruction)"


def test_tests_of_it_are_skipped_with_the_reason(weak, computes):
    computes("float32")
    computes("float16")
    with pytest.raises(pytest.skip.Exception, match=r"in bfloat16 on this processor: a trial was ended by SIGILL"):
        computes("bfloat16")


def test_the_layer_is_one_that_torch_can_compute():
    """In float32, which every processor can; in a half the answer is the processor's."""
    assert processor.trial(processor.LAYER, "float32") is None


def test_what_a_processor_is_said_to_compute_it_computes():
    """As an old processor would be: where the answer is yes, a real model in bfloat16 lives; where it is no, a sentence comes."""
    code = (
        "from headscope.models import load, processor\n"
        "from headscope.errors import HeadscopeError\n"
        "able = processor.trouble('bfloat16') is None\n"
        "try:\n    load('bundled', device='cpu', dtype='bfloat16')\n"
        "except HeadscopeError:\n    assert not able\n"
        "else:\n    assert able\n"
    )
    outside = os.environ | {"ATEN_CPU_CAPABILITY": "default", "ONEDNN_MAX_CPU_ISA": "SSE41", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=outside, timeout=300)
    assert done.returncode == 0, done.stderr
