"""A disk that fills up in the middle of a run: a sentence, what is finished is kept, and the run goes on to the same bytes."""

from pathlib import Path

import pytest

from headscope.api.measure import measure
from headscope.names import CHECKPOINT
from headscope.tallies import to_bytes

OPTIONS = {"measures": ["peak"], "max_length": 24, "progress": False}


@pytest.mark.slow
def test_what_is_finished_is_kept(headscope, small_folder, text_file, tmp_path):
    corpus, folder = str(text_file(documents=120)), tmp_path / "run"
    code = (
        "import resource, sys; from headscope.runs import local; local.CHECKPOINT_SECONDS = 0\n"
        "real, calls = local._finished, []\n"
        "def finished(*a):\n"
        "    calls.append(1)\n"
        "    if len(calls) == 3: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))\n"
        "    return real(*a)\n"
        "local._finished = finished\n"
        "import headscope as hs\n"
        f"try: hs.measure({str(small_folder)!r}, {corpus!r}, folder={str(folder)!r}, **{OPTIONS!r})\n"
        "except hs.HeadscopeError as error: print(error)"
    )
    done = headscope(code=code)
    assert "The disk is full" in done.stdout and "What is finished is kept: go on with --resume" in done.stdout, done.stderr
    assert (folder / CHECKPOINT).is_file() and {*map(Path, folder.iterdir())} <= {
        folder / CHECKPOINT,
        folder / "checkpoint-before.safetensors",
    }
    scores = measure(small_folder, corpus, folder=folder, resume=True, **OPTIONS)
    assert to_bytes(scores.measured) == to_bytes(measure(small_folder, corpus, **OPTIONS).measured)
