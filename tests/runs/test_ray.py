"""Workers by Ray, as real processes that are really killed: the same bytes as one process, or a sentence that names the chunk.

A worker takes seconds to start, so each test has as few as it can, and all share one Ray. `make test-ray` runs them with nothing beside
them: parts of Ray give up when they get no processor for 15 s.
"""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load as load_arrays
from torch import nn

from headscope.api.measure import measure, planned
from headscope.api.status import status, status_text
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.names import CHECKPOINT, STATUS
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.runs.ray_cluster import join, load_ray
from headscope.tallies import to_bytes

if importlib.util.find_spec("ray") is None and os.environ.get("HEADSCOPE_STRICT") != "1":
    pytest.skip("Ray is not installed: pip install 'headscope[ray]'", allow_module_level=True)
ADDRESS = "auto" if "RAY_ADDRESS" in os.environ else "ray"  # a Ray that runs already, or one of our own
ray = load_ray(ADDRESS)
# Ray leaves processes of its own to be collected, which Python warns of.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

ASKED = {"max_length": 24}
PLAIN = {**ASKED, "progress": False}


@pytest.fixture(scope="module")
def started():
    """One Ray for all tests of this file; starting it takes seconds."""
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers can't import a test
    assert join(ray, ADDRESS)
    yield
    ray.shutdown()


@pytest.fixture
def crew(started):
    """So many workers."""
    from headscope.runs.ray import Ray

    made = []

    def make(number: int) -> Ray:
        made.append(Ray("ray", number, told=True))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def corpus(text_file):
    """240 units: four chunks."""
    return str(text_file(documents=120))


@pytest.mark.parametrize("number", [1, 4])
def test_any_number_of_workers_gives_the_bytes_of_one_process(small, corpus, crew, number):
    """Two: below, where one of them is killed."""
    names = ["offset", "divergence", "gradient", "ablation"] if number == 1 else ["offset", "entropy"]
    with planned(small, corpus, names, ASKED, progress=False) as plan:
        alone = local.run(plan, progress=False)
        engine = crew(number)
        together = local.run(plan, progress=False, engine=engine)
    mine, theirs = load_arrays(to_bytes(alone.tally)), load_arrays(to_bytes(together.tally))
    off = {
        name: float(np.abs(theirs[name] - mine[name]).max()) for name in mine if not np.array_equal(theirs[name], mine[name])
    }
    assert not off, f"of the series {list(enumerate(alone.tally))}"
    assert to_bytes(together.tally) == to_bytes(alone.tally)
    assert together.counts == alone.counts
    # Light chunks may all be done before a second worker has started.
    assert len({one.pid for one in engine.workers} - {0, os.getpid()}) >= 1
    assert sum(one.chunks for one in engine.workers) == 4 * len(plan.passes)


def test_maps_of_probes_are_the_same(small, crew):
    from headscope.api.corpus import open_corpus
    from headscope.runs.options import Options
    from headscope.runs.probe_maps import make_maps, read_sentences

    options = Options(limit=40, max_length=32)
    rows = read_sentences(open_corpus("annotated"), small, options).rows
    mine = make_maps(small, rows, options, label="maps", progress=False)
    theirs = make_maps(small, rows, options, label="maps", progress=False, engine=crew(1))
    for number in range(len(rows)):
        assert np.array_equal(mine[number], theirs[number])


class Killer(nn.Module):
    """Embeddings that end their process with SIGKILL where a text has a certain token: always, or until a file says that it was done.
    They raise where it has another."""

    def __init__(self, inner: nn.Module, deadly: int, broken: int, once: Path | None) -> None:
        super().__init__()
        self.inner, self.deadly, self.broken, self.once, self.weight = inner, deadly, broken, once, inner.weight

    def forward(self, ids):
        if (ids == self.deadly).any() and not (self.once and self.once.exists()):
            if self.once:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if (ids == self.broken).any():
            raise IndexError("this token is not for me")
        return self.inner(ids)


@pytest.fixture
def deadly(small_folder, text_file):
    """A model that ends whoever reads "zebra" and raises on "tortoise", and a text of four chunks that has the first word in the third and,
    where asked, the other in the first."""

    def make(once: Path | None, broken: bool = False):
        path = text_file(documents=120)
        lines = path.read_text().split("\n")
        lines[5 * 70] = "A zebra is here."
        lines[5 * 20] = "A tortoise is here." if broken else lines[5 * 20]
        path.write_text("\n".join(lines))
        model = load(small_folder)
        inner = model.module.bert.embeddings
        tokens = [model.encoder.tokenizer(word, add_special_tokens=False)["input_ids"][0] for word in ("zebra", "tortoise")]
        inner.word_embeddings = Killer(inner.word_embeddings, *tokens, once)
        return model, str(path)

    return make


def test_a_killed_worker_and_a_document_that_raises_change_nothing_else(deadly, crew, tmp_path, capsys):
    model, corpus = deadly(tmp_path / "done", broken=True)
    with planned(model, corpus, ["peak"], ASKED, progress=False) as plan:
        engine = crew(2)
        run = local.run(plan, progress=False, engine=engine)
        assert (tmp_path / "done").exists() and sum(one.restarts for one in engine.workers) == 1
        alone = local.run(plan, progress=False)  # nobody is killed any more
    assert sum(one.chunks for one in engine.workers) == 4
    assert to_bytes(run.tally) == to_bytes(alone.tally)
    (counts,) = run.counts.values()
    assert run.counts == alone.counts and (counts.units, len(counts.failed)) == (239, 1)
    assert counts.failed[0].to_json() == {"chunk": 1, "document": "21", "error": "IndexError: this token is not for me"}
    assert "A worker was lost (" in capsys.readouterr().err


class Hungry(nn.Module):
    """Embeddings that, for more than eight texts at once, ask the system for more memory than any has."""

    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner, self.weight = inner, inner.weight

    def forward(self, ids):
        if len(ids) > 8:
            torch.empty(2**60, dtype=torch.uint8)
        return self.inner(ids)


def test_a_worker_out_of_memory_goes_on_with_halves(small_folder, corpus, crew):
    """Where the system ends it instead, it is one more killed worker."""
    model = load(small_folder)
    inner = model.module.bert.embeddings
    inner.word_embeddings = Hungry(inner.word_embeddings)
    with planned(model, corpus, ["peak"], {**ASKED, "limit": 70}, progress=False) as plan:
        engine = crew(1)
        run = local.run(plan, progress=False, engine=engine)
    whole = measure(small_folder, corpus, ["peak"], limit=70, **PLAIN).measured
    assert [*run.tally] == [*whole] and not sum(one.restarts for one in engine.workers)
    for series in whole:
        assert np.abs(run.tally.value(series) - whole.value(series)).max() < 1e-6, "the same but for rounding"
        assert (run.tally.weights(series) == whole.weights(series)).all()


def test_a_chunk_that_ends_every_worker_is_named_and_the_rest_is_kept(small_folder, deadly, crew, tmp_path, monkeypatch):
    monkeypatch.setattr("headscope.runs.ray.TRIES", 2)  # instead of 3, each of which is a worker to start
    model, corpus = deadly(None)
    with planned(model, corpus, ["peak"], ASKED, progress=False) as plan, RunFolder(tmp_path / "run").locked() as place:
        with pytest.raises(HeadscopeError, match=r"Chunk 3 of 'text' ended its worker 2 times .*go on with --resume"):
            local.run(plan, place, progress=False, engine=crew(1))
        state = local.Run.resume(plan, place)
        assert state.lacks(2) and not state.lacks(0), "what came back before is kept"
    scores = measure(small_folder, corpus, ["peak"], folder=tmp_path / "run", resume=True, **PLAIN)
    assert to_bytes(scores.measured) == to_bytes(measure(small_folder, corpus, ["peak"], **PLAIN).measured)


def test_the_driver_killed_and_resumed_and_watched_meanwhile(started, server, small_folder, corpus, tmp_path):
    """SIGKILL at the process that hands out the chunks, to workers of the Ray of all these tests; another goes on, without Ray."""
    folder = tmp_path / "run"
    known = {"RAY_ADDRESS": ray.get_runtime_context().gcs_address, **token()}
    code = (
        f"import os; os.environ |= {known!r}\n"
        "from headscope.runs import local, status, ray; local.CHECKPOINT_SECONDS = status.SECONDS = 0\n"
        "import time; real = ray.Ray._result\n"
        "def slow(*a): time.sleep(1); return real(*a)\n"
        "ray.Ray._result = slow\n"
        f"import headscope as hs; options = {PLAIN | {'folder': str(folder), 'engine': 'auto', 'workers': 1}!r}\n"
        f"hs.measure({str(small_folder)!r}, {corpus!r}, ['peak'], **options)"
    )
    with Path(os.devnull).open("r+") as nothing:
        process = server.start([], [nothing] * 3, code=code)
    deadline = time.monotonic() + 240
    while not (folder / CHECKPOINT).exists():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    while not ((found := status(folder)).get("workers") and found["workers"][0]["chunks"]):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    assert found["state"] == "running" and found["engine"] == "ray" and found["pid"] == process.pid
    assert "worker 1 on " in status_text(found, folder) and 0 < found["workers"][0]["chunks"] < 4
    with pytest.raises(HeadscopeError, match="Another run is writing"):
        measure(small_folder, corpus, ["peak"], folder=folder, resume=True, **PLAIN)
    worker = found["workers"][0]["pid"]
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert (folder / STATUS).exists() and status(folder)["state"] == "killed"
    assert "Go on with the same command and --resume" in status_text(status(folder), folder)
    scores = measure(small_folder, corpus, ["peak"], folder=folder, resume=True, **PLAIN)
    assert to_bytes(scores.measured) == to_bytes(measure(small_folder, corpus, ["peak"], **PLAIN).measured)
    assert status(folder)["state"] == "finished"
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:  # a worker does not outlive its driver
        time.sleep(0.1)
    assert not Path(f"/proc/{worker}").exists()


def token() -> dict[str, str]:
    """What a process must know that Ray is to answer."""
    return {name: value for name, value in os.environ.items() if name.startswith("RAY_AUTH_")}


@pytest.mark.skipif(ADDRESS == "auto", reason="a Ray that runs already has the token that it was given, or none")
def test_a_ray_of_our_own_answers_nobody_without_its_token(started):
    """It listens on every network interface, so that others must not be able to run code by it."""
    theirs = (
        "import sys, ray\nray.init(sys.argv[1], logging_level='ERROR')\nprint(ray.get(ray.remote(lambda: 'ran').remote()))\n"
    )
    outside = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    command = [sys.executable, "-c", theirs, ray.get_runtime_context().gcs_address]
    soon = {"RAY_gcs_server_port_wait_time_s": "1"}  # tries of a second each, before it gives up
    refused, heard = (
        subprocess.run(command, env=outside | known, capture_output=True, text=True, timeout=120) for known in (soon, token())
    )
    assert refused.returncode != 0 and "ran" not in refused.stdout
    assert "token" in refused.stderr and "Failed to connect" in refused.stderr, refused.stderr
    assert heard.stdout == "ran\n", heard.stderr
