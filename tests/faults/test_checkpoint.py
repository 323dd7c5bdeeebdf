"""A checkpoint that was damaged, or is of another form, is not gone on from."""

import random

import pytest

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT
from headscope.runs.progress import Progress
from headscope.tallies import read, to_bytes

OPTIONS = {"measures": ["peak"], "max_length": 32, "batch_size": 16, "progress": False}
FLIPS = 20


@pytest.fixture
def stopped(small, text_file, tmp_path, monkeypatch):
    """A run of three chunks that was stopped after the first; goes on with `resume`."""
    corpus = str(text_file(documents=90))
    calls, real = [], Progress.advance

    def advance(*arguments):
        calls.append(1)
        if len(calls) > 9:
            raise KeyboardInterrupt
        return real(*arguments)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Progress, "advance", advance)
        measure(small, corpus, folder=tmp_path / "run", **OPTIONS)
    path = tmp_path / "run" / CHECKPOINT
    assert read(path)[1]["chunk"] > 0
    return path, lambda: measure(small, corpus, folder=tmp_path / "run", resume=True, **OPTIONS)


def test_flipped_bits_and_another_place_are_refused(stopped):
    path, resume = stopped
    whole, chance = path.read_bytes(), random.Random(5)
    for _ in range(FLIPS):
        at = chance.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        with pytest.raises(HeadscopeError, match=r"checkpoint\.safetensors"):
            resume()
    chunk = read_state(path, whole)["chunk"]
    lowered = whole.replace(f'\\"chunk\\": {chunk}'.encode(), f'\\"chunk\\": {chunk - 1}'.encode(), 1)
    assert lowered != whole
    path.write_bytes(lowered)
    with pytest.raises(HeadscopeError, match="its SHA-256 is not the one that stands in it"):
        resume()
    path.write_bytes(whole)
    assert resume().manifest.units == 180


def read_state(path, whole):
    path.write_bytes(whole)
    return read(path)[1]


@pytest.mark.parametrize(
    "change",
    [
        {"chunk": -1}, {"chunk": "1"}, {"chunk": None}, {"at": 9}, {"at": 0.5}, {"seconds": "long"}, {"counts": []}, {"counts": {"x": {}}},
        {"counts": {"elsewhere": {"units": 1, "tokens": 1, "cut_units": 0, "cut_tokens": 0, "skipped": {}, "words_without_tokens": 0}}},
    ],
    ids=str,
)  # fmt: skip
def test_another_form_is_a_sentence(stopped, change):
    path, resume = stopped
    tally, state = read(path)
    path.write_bytes(to_bytes(tally, {**state, **change}))
    with pytest.raises(HeadscopeError, match=r"is not a checkpoint that headscope wrote: .*Start anew with --force"):
        resume()
