"""Workers by Ray, as real processes that are really killed: the same bytes as one process, or a sentence that names the chunk.

A worker takes seconds to start, so each test has as few as it can, and all share one Ray. `make test-ray` runs them with nothing beside
them: parts of Ray give up when they get no processor for 15 s.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load as load_arrays
from torch import nn

from headscope.api.measure import measure, planned
from headscope.api.status import status, status_text
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.names import CHECKPOINT, STATUS
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.tallies import to_bytes

ray = pytest.importorskip("ray")
# Ray leaves processes of its own to be collected, which Python warns of.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

ADDRESS = "auto" if "RAY_ADDRESS" in os.environ else "ray"  # a Ray that runs already, or one of our own
ASKED = {"max_length": 24}
PLAIN = {**ASKED, "progress": False}


@pytest.fixture(scope="module")
def started():
    """One Ray for all tests of this file; starting it takes seconds."""
    from headscope.runs.ray_cluster import join, load_ray

    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers can't import a test
    assert join(load_ray(ADDRESS), ADDRESS)
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
    """Embeddings that end their process with SIGKILL where a text has a certain token: always, or until a file says that it was done."""

    def __init__(self, inner: nn.Module, token: int, once: Path | None) -> None:
        super().__init__()
        self.inner, self.token, self.once, self.weight = inner, token, once, inner.weight

    def forward(self, ids):
        if (ids == self.token).any() and not (self.once and self.once.exists()):
            if self.once:
                self.once.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.inner(ids)


@pytest.fixture
def deadly(small_folder, text_file):
    """A model that ends whoever reads the word "zebra", and a text of four chunks that has it in the third."""
    path = text_file(documents=120)
    lines = path.read_text().split("\n")
    lines[5 * 70] = "A zebra is here."
    path.write_text("\n".join(lines))

    def make(once: Path | None):
        model = load(small_folder)
        inner = model.module.bert.embeddings
        token = model.encoder.tokenizer("zebra", add_special_tokens=False)["input_ids"][0]
        inner.word_embeddings = Killer(inner.word_embeddings, token, once)
        return model

    return make, str(path)


def test_a_killed_worker_changes_nothing(small_folder, deadly, crew, tmp_path, capsys):
    make, corpus = deadly
    with planned(make(tmp_path / "done"), corpus, ["peak"], ASKED, progress=False) as plan:
        engine = crew(2)
        run = local.run(plan, progress=False, engine=engine)
    assert sum(one.chunks for one in engine.workers) == 4
    assert (tmp_path / "done").exists() and sum(one.restarts for one in engine.workers) == 1
    assert to_bytes(run.tally) == to_bytes(measure(small_folder, corpus, ["peak"], **PLAIN).measured)
    assert "A worker was lost (" in capsys.readouterr().err


def test_a_chunk_that_ends_every_worker_is_named_and_the_rest_is_kept(small_folder, deadly, crew, tmp_path, monkeypatch):
    monkeypatch.setattr("headscope.runs.ray.TRIES", 2)  # instead of 3, each of which is a worker to start
    make, corpus = deadly
    with planned(make(None), corpus, ["peak"], ASKED, progress=False) as plan, RunFolder(tmp_path / "run").locked() as place:
        with pytest.raises(HeadscopeError, match=r"Chunk 3 of 'text' ended its worker 2 times .*go on with --resume"):
            local.run(plan, place, progress=False, engine=crew(1))
        state = local.Run.resume(plan, place)
        assert state.lacks(2) and not state.lacks(0), "what came back before is kept"
    scores = measure(small_folder, corpus, ["peak"], folder=tmp_path / "run", resume=True, **PLAIN)
    assert to_bytes(scores.measured) == to_bytes(measure(small_folder, corpus, ["peak"], **PLAIN).measured)


def test_the_driver_killed_and_resumed_and_watched_meanwhile(started, server, small_folder, corpus, tmp_path):
    """SIGKILL at the process that hands out the chunks, to workers of the Ray of all these tests; another goes on, without Ray."""
    folder = tmp_path / "run"
    code = (
        f"import os; os.environ['RAY_ADDRESS'] = {ray.get_runtime_context().gcs_address!r}\n"
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


def test_a_ray_of_our_own_answers_nobody_without_its_token():
    """It listens on every network interface, so that others must not be able to run code by it."""
    ours = (
        "from headscope.runs.ray_cluster import join, load_ray\n"
        "ray = load_ray('ray')\njoin(ray, 'ray')\n"
        "print(ray.get_runtime_context().gcs_address, flush=True)\ninput()\n"
    )
    theirs = (
        "import sys, ray\nray.init(sys.argv[1], logging_level='ERROR')\nprint(ray.get(ray.remote(lambda: 'ran').remote()))\n"
    )
    outside = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    options = {"env": outside, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", ours], stdin=subprocess.PIPE, **options) as process:
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        done = subprocess.run([sys.executable, "-c", theirs, address], timeout=120, **options)
        process.communicate("\n", timeout=60)
    assert done.returncode != 0 and "ran" not in done.stdout
    assert "oken" in done.stderr or "Failed to connect" in done.stderr, done.stderr
