"""Runs: whole, in shards, stopped and resumed, they come to the same bytes."""

import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import torch

from headscope.api.measure import measure, planned
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, EARLIER, LOCK
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.tallies import to_bytes


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Five chunks (the last one not full), documents of uneven length, one paragraph that is nothing to the tokenizer."""
    generator = np.random.default_rng(5)
    words = [
        "the",
        "a",
        "river",
        "stone",
        "man",
        "woman",
        "saw",
        "found",
        "over",
        "red",
        "old",
        ",",
        ".",
        "and",
        "then",
        "she",
        "it",
    ]
    lines = []
    for document in range(150):
        for _ in range(int(generator.integers(1, 8))):
            lines.append(" ".join(generator.choice(words, int(generator.integers(3, 40)))))
        if document == 50:
            lines.append("\u200b\u200b")  # characters that the tokenizer drops
            lines.append("\u200b")
        lines.append("")
    path = tmp_path_factory.mktemp("corpus") / "made.txt"
    path.write_text("\n".join(lines))
    return str(path)


# The cheap measures, for the many runs here; all of them take part in the tests that say so.
OPTIONS = {"measures": ["offset", "token", "token-from-sep", "entropy"], "max_length": 32, "progress": False}


@contextmanager
def stopped_before_chunk(number: int):
    """Ctrl-C when the run asks for its so-manieth chunk."""
    real, calls = local._finished, []

    def finished(*arguments):
        calls.append(1)
        if len(calls) == number:
            raise KeyboardInterrupt
        return real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local, "_finished", finished)
        yield


@pytest.fixture(scope="module")
def whole(small, corpus):
    return measure(small, corpus, **OPTIONS)


def test_counts(whole):
    record = whole.manifest.corpora[0]
    assert record.documents == 150
    assert record.units > 4 * 64
    assert record.cut_units > 0
    assert record.cut_tokens > record.cut_units
    assert record.units + sum(record.skipped.values()) == sum(1 for _ in units(record.origin))
    for series in whole.series():
        if series.measure == "offset":
            assert whole.tally.weights(series).sum() == record.units


def units(path):
    from headscope.corpora import open_corpus
    from headscope.tokens import pairs

    return (unit for document in open_corpus(path).documents() for unit in pairs(document))


@pytest.mark.parametrize("count", [2, 3, 5])
def test_shards_merge_to_the_same_bytes_in_any_order(small, corpus, whole, count):
    shards = [measure(small, corpus, shard=f"{i}/{count}", **OPTIONS) for i in range(1, count + 1)]
    merged = merge(shards)
    assert to_bytes(merged.tally) == to_bytes(whole.tally)
    assert to_bytes(merge(shards[::-1]).tally) == to_bytes(whole.tally)
    assert merged.manifest.corpora[0] == whole.manifest.corpora[0]
    nested = merge([shards[-1], merge(shards[:-1])]) if count > 2 else merged
    assert to_bytes(nested.tally) == to_bytes(whole.tally)


def test_every_kind_of_pass_in_shards_and_stopped_between_them(small, corpus, tmp_path):
    """Gradients and divergences too; stopped in the second pass over the corpus, the one with the gradient."""
    options = {"measures": ["token", "gradient", "divergence"], "max_length": 12, "limit": 130, "progress": False}
    whole = measure(small, corpus, **options)
    merged = merge([measure(small, corpus, shard=f"{i}/3", **options) for i in (3, 1, 2)])
    assert to_bytes(merged.tally) == to_bytes(whole.tally)
    with stopped_before_chunk(5), pytest.raises(KeyboardInterrupt):  # of three, and of three again
        measure(small, corpus, folder=tmp_path / "run", **options)
    measure(small, corpus, folder=tmp_path / "run", resume=True, **options)
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == to_bytes(whole.tally)


def test_a_run_that_mixes_roads_in_shards_and_stopped_on_each(small, corpus, tmp_path):
    """One pass row by row, one on whole maps: stopped in the first and again in the second, or in shards, one run's bytes in the end."""
    options = {"measures": ["offset", "peak", "pattern", "gradient"], "max_length": 12, "limit": 130, "progress": False}
    with planned(small, corpus, options["measures"], {"limit": 130}, progress=False) as plan:
        assert [one.maps for one in plan.passes] == [None, "gradient reads whole maps"]
    whole = measure(small, corpus, **options)
    merged = merge([measure(small, corpus, shard=f"{i}/3", **options) for i in (2, 3, 1)])
    assert to_bytes(merged.tally) == to_bytes(whole.tally)
    for chunk in (2, 4):  # of three by rows, of which one is done then, and of three with maps
        with stopped_before_chunk(chunk), pytest.raises(KeyboardInterrupt):
            measure(small, corpus, folder=tmp_path / "run", resume=True, **options)
    measure(small, corpus, folder=tmp_path / "run", resume=True, **options)
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == to_bytes(whole.tally)


def test_batches_side_by_side_give_the_same_bytes(small, corpus, whole):
    threads = torch.get_num_threads()
    torch.set_num_threads(3)  # as many workers
    try:
        other = measure(small, corpus, **OPTIONS)
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(threads)
    assert to_bytes(other.tally) == to_bytes(whole.tally)


def test_batch_size_changes_nothing_that_matters(small, corpus):
    once = measure(small, corpus, limit=64, **OPTIONS)
    for batch_size in (1, 7, 64):
        other = measure(small, corpus, limit=64, batch_size=batch_size, **OPTIONS)
        for series in once.series():
            np.testing.assert_allclose(other.value(series), once.value(series), atol=1e-5)


def test_the_order_of_documents_changes_nothing_that_matters(small, corpus, whole, tmp_path):
    text = Path(corpus).read_text()
    turned = tmp_path / "made.txt"
    turned.write_text("\n\n".join(reversed(text.split("\n\n"))))
    other = measure(small, str(turned), **OPTIONS)
    for series in whole.series():
        np.testing.assert_allclose(other.value(series), whole.value(series), atol=1e-5)


def test_interrupted_after_every_chunk_and_resumed(small, corpus, whole, tmp_path):
    """Ctrl-C after the first, second … chunk, five times over: one run's bytes in the end."""
    folder = tmp_path / "run"
    for _ in range(4):
        with stopped_before_chunk(2), pytest.raises(KeyboardInterrupt):
            measure(small, corpus, folder=folder, resume=True, **OPTIONS)
        assert {p.name for p in folder.iterdir()} <= {CHECKPOINT, EARLIER}
    resumed = measure(small, corpus, folder=folder, resume=True, **OPTIONS)
    assert (folder / "tally.safetensors").read_bytes() == to_bytes(whole.tally)
    assert resumed.manifest.corpora == whole.manifest.corpora
    assert CHECKPOINT not in {p.name for p in folder.iterdir()}


def test_interrupted_in_the_middle_of_adding(small, corpus, whole, tmp_path, monkeypatch):
    """Ctrl-C between two batches of a chunk: none is counted twice, none is lost."""
    from headscope.runs.progress import Progress

    calls, real = [], Progress.advance

    def advance(*arguments):
        calls.append(1)
        if len(calls) == 7:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(Progress, "advance", advance)
    with pytest.raises(KeyboardInterrupt):
        measure(small, corpus, folder=tmp_path / "run", **OPTIONS)
    measure(small, corpus, folder=tmp_path / "run", resume=True, **OPTIONS)
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == to_bytes(whole.tally)


@pytest.mark.slow
def test_killed_without_warning_and_resumed(server, small_folder, corpus, whole, tmp_path):
    """SIGKILL in the middle, a checkpoint after every chunk: the same command with --resume ends with the same bytes."""
    folder = tmp_path / "run"
    code = (
        "from headscope.runs import local; local.CHECKPOINT_SECONDS = 0\n"
        "import time; real = local._finished\n"
        "def slow(*a): time.sleep(0.3); return real(*a)\n"
        "local._finished = slow\n"
        f"import headscope as hs; options = {OPTIONS | {'folder': str(folder), 'resume': True}!r}\n"
        f"hs.measure({str(small_folder)!r}, {corpus!r}, **options)"
    )
    with Path(os.devnull).open("r+") as nothing:
        process = server.start([], [nothing] * 3, code=code)
    deadline = time.monotonic() + 240
    while not (folder / CHECKPOINT).exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (folder / "manifest.json").exists(), "killed too late to be a test"
    measure(small_folder, corpus, folder=folder, resume=True, **OPTIONS)
    assert (folder / "tally.safetensors").read_bytes() == to_bytes(whole.tally)
    assert {p.name for p in folder.iterdir()} == {
        "tally.safetensors", "scores.parquet", "baselines.parquet", "labels.parquet", "example.safetensors", "manifest.json",
    }  # fmt: skip


def test_another_run_can_not_be_resumed(small, corpus, tmp_path):
    folder = tmp_path / "run"
    with stopped_before_chunk(2), pytest.raises(KeyboardInterrupt):
        measure(small, corpus, folder=folder, **OPTIONS)
    with pytest.raises(HeadscopeError, match="Continue it with --resume"):
        measure(small, corpus, folder=folder, **OPTIONS)
    with pytest.raises(HeadscopeError, match="another model, corpus, measure or option"):
        measure(small, corpus, folder=folder, resume=True, **OPTIONS | {"measures": ["peak"]})


def test_resuming_a_finished_run_gives_it_back(small, corpus, whole, tmp_path):
    whole_again = measure(small, corpus, folder=tmp_path / "run", limit=64, **OPTIONS | {"measures": ["peak"]})
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    again = measure(small, corpus, folder=tmp_path / "run", limit=64, resume=True, **OPTIONS | {"measures": ["peak"]})
    assert again.tally == whole_again.tally
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before
    with pytest.raises(HeadscopeError, match="holds a finished run"):
        measure(small, corpus, folder=tmp_path / "run", limit=64, resume=True, **OPTIONS | {"measures": ["offset"]})


def test_a_run_that_was_stopped_while_it_was_put_in_place_is_put_there(small, corpus, tmp_path, monkeypatch):
    options, real = {**OPTIONS, "limit": 64, "measures": ["peak"], "folder": tmp_path / "run"}, Path.replace
    old = measure(small, corpus, **options | {"limit": 32})

    def stopped(path: Path, target: Path) -> None:
        if Path(target) == tmp_path / "run" / "manifest.json":
            raise KeyboardInterrupt
        real(path, target)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "replace", stopped)
        measure(small, corpus, **options, force=True)
    with monkeypatch.context() as patched:
        patched.setattr(small, "attend", None)  # it is measured already
        resumed = measure(small, corpus, **options, resume=True)
    assert resumed.tally != old.tally and open_run(tmp_path / "run").tally == resumed.tally
    assert resumed.manifest.units == 64


def test_two_runs_can_not_write_to_one_folder(small, corpus, tmp_path):
    folder = RunFolder(tmp_path / "run")
    with folder.locked(), pytest.raises(HeadscopeError, match="Another run is writing"):
        measure(small, corpus, folder=tmp_path / "run", **OPTIONS)
    assert not (tmp_path / "run").exists()


def test_limit_takes_the_first_units(small, corpus, whole):
    few = measure(small, corpus, limit=70, **OPTIONS | {"measures": ["peak"]})
    assert few.manifest.units == 70


def test_not_a_number_is_refused(small, corpus, tmp_path, monkeypatch):
    from headscope.measures import MEASURES

    monkeypatch.setattr(MEASURES["peak"], "observe", poisoned(MEASURES["peak"].observe))
    with pytest.raises(HeadscopeError, match="layer 1 is not a number"):
        measure(small, corpus, limit=8, folder=tmp_path / "run", **OPTIONS | {"measures": ["peak"]})
    assert not (tmp_path / "run").exists()


def poisoned(observe):
    def wrapped(self, maps):
        seen = observe(self, maps)
        seen.values[0, 0, 0] = float("nan")
        return seen

    return wrapped


@pytest.mark.slow
def test_memory_does_not_grow_with_the_corpus(headscope, small_folder, tmp_path):
    """Peak memory for 100 and for 1,000 segments differs by less than 50 MB: every kind of pass over plain text."""
    lines = []
    for d in range(500):
        lines += [" ".join(f"word{(d * 7 + p * 3 + w) % 90} is" for w in range(3 + (d + p) % 6)) for p in range(4)] + [""]
    (tmp_path / "made.txt").write_text("\n".join(lines))
    code = (
        "import resource, headscope as hs\n"
        "names = ['offset', 'entropy', 'pattern=next,same', 'gradient', 'divergence']\n"
        f"model = hs.load({str(small_folder)!r})\n"
        "for limit in (100, 1000):\n"
        f"    s = hs.measure(model, {str(tmp_path / 'made.txt')!r}, names, limit=limit, max_length=24, progress=False)\n"
        "    print(s.manifest.units, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    done = headscope(code=code)
    peaks = dict([*map(int, line.split())] for line in done.stdout.splitlines())
    assert peaks.keys() == {100, 1000}, done.stderr
    assert peaks[1000] - peaks[100] < 50, peaks


def test_lock_file_is_gone_after_a_run(small, corpus, tmp_path):
    measure(small, corpus, limit=8, folder=tmp_path / "run", **OPTIONS | {"measures": ["peak"]})
    assert LOCK not in {p.name for p in (tmp_path / "run").iterdir()}
    assert open_run(tmp_path / "run").manifest.units == 8
