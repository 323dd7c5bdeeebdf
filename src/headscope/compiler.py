"""Kernels in C for a CPU: compiled on first use with the system's compiler, for the processor as torch sees it, in half a second.

A kernel is loaded from a folder of this process's own, which is deleted, and checked by whoever made it. Where there is no compiler, or
the kernel is wrong, its plain version takes over for good, with one remark in the log.
"""

import ctypes
import logging
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import torch

from headscope.errors import one_line

logger = logging.getLogger("headscope")

COMPILERS = ("cc", "gcc", "clang")  # any of them will do; the variable CC names another
OPTIONS = ("-x", "c", "-std=gnu11", "-O3", "-ffp-contract=fast", "-w", "-shared", "-fPIC")
PROCESSORS = {  # what torch calls the processor; any other has the compiler's least
    "AVX2": ("-mavx2", "-mfma"),
    "AVX512": ("-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mfma"),
}
MAPPED = Path("/proc/self/maps")  # the libraries that this process has loaded, on Linux
SECONDS = 120  # for compiling, on a machine with much else to do

Made = TypeVar("Made")


class Refusal:
    """Remembers that a faster road failed: from then on the plain one is taken, with a single remark in the log."""

    def __init__(self, remark: str) -> None:
        self.remark = remark
        self.given = False

    def give(self, error: Exception) -> None:
        if not self.given:
            self.given = True
            logger.warning("%s: %s", self.remark, one_line(error))


class Kernel(Generic[Made]):
    """What is made of C by whoever asks first, while others wait; None where it cannot be had."""

    def __init__(self, make: Callable[[], Made], remark: str) -> None:
        self._make, self._lock = make, threading.Lock()
        self.made: Made | None = None
        self.refusal = Refusal(remark)

    def ready(self) -> Made | None:
        if self.made is None and not self.refusal.given:
            with self._lock:
                if self.made is None and not self.refusal.given:
                    try:
                        self.made = self._make()
                    except Exception as error:  # a compiler can fail in any way, and none of them should stop a run
                        self.refusal.give(error)
        return None if self.refusal.given else self.made


def compiled(source: Path, numbers: Mapping[str, str] | None = None) -> ctypes.CDLL:
    """The functions of a file, in which each name of `numbers` stands for its number; compiled once by a process, for whichever
    processor torch sees."""
    return _compiled(source, tuple((numbers or {}).items()), torch.backends.cpu.get_cpu_capability())


@cache
def _compiled(source: Path, numbers: tuple[tuple[str, str], ...], processor: str) -> ctypes.CDLL:
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CC", ""), *COMPILERS))), None)
    if compiler is None:
        raise RuntimeError(f"there is no C compiler ({', '.join(COMPILERS)}) on PATH")
    options = [*OPTIONS, *PROCESSORS.get(processor, ()), *(f"-D{name}={number}" for name, number in numbers)]
    with tempfile.TemporaryDirectory(prefix="headscope-") as folder:
        library = Path(folder) / f"{source.stem}.so"
        command = [compiler, *options, os.fspath(source), "-o", os.fspath(library), "-lm"]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=SECONDS
        )
        if done.returncode:
            raise RuntimeError(f"{compiler} failed with exit status {done.returncode}: {done.stderr.strip()}")
        return ctypes.CDLL(os.fspath(library))


@cache
def parallel() -> int | None:
    """Where the function is by which torch's OpenMP runs another on its threads; None where torch has another OpenMP than GNU's. Threads
    of our own would find the cores taken: those of OpenMP stay awake for a while, waiting for torch's next operation."""
    try:
        loaded = {Path(line.split(maxsplit=5)[5].strip()) for line in MAPPED.read_text().splitlines() if "libgomp" in line}
        home = Path(torch.__file__).resolve().parent
        torchs = [path for path in loaded if home in path.parents or home.with_name("torch.libs") in path.parents]
        [path] = torchs or loaded  # other packages bring their own
        return ctypes.cast(ctypes.CDLL(str(path)).GOMP_parallel, ctypes.c_void_p).value
    except (OSError, ValueError, IndexError, AttributeError):
        return None
