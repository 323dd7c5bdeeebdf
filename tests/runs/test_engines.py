"""Engines: what a checkpoint knows of chunks that came back early, documents that raise, damaged checkpoints, and what can't be. That any
engine gives the same bytes: test_any_engine.py."""

import json
import random
from dataclasses import replace

import pytest
from torch import nn

from headscope.api.engines import check_engine, opened_engine
from headscope.api.measure import Way, measure, planned
from headscope.errors import HeadscopeError
from headscope.names import CHECKPOINT, EARLIER
from headscope.results.merge import merge
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.runs.ray_worker import Job, Worker, versions
from headscope.tallies import to_bytes

OPTIONS = {"measures": ["offset", "entropy"], "max_length": 24, "progress": False}
ASKED = {"max_length": 24}
MEASURES = ["offset", "entropy", "gradient", "divergence"]


@pytest.fixture
def corpus(text_file):
    """180 units: three chunks."""
    return str(text_file(documents=90))


class Shuffled:
    """Workers of `runs/ray_worker.py` in this process: chunks come back in an order drawn by chance, and after `most` of them Ctrl-C."""

    name = "shuffled"

    def __init__(self, seed: int, workers: int = 1, most: int = 10**6) -> None:
        self._chance, self._number, self.most = random.Random(seed), workers, most

    def measured(self, plan, at, chunks, bar):
        from headscope.runs.ray import _sent

        job = Job(
            plan.model, plan.options, tuple(_sent(plan, one) for one in plan.passes), (1,) * len(plan.passes), 2, versions()
        )
        crew = [Worker(job) for _ in range(self._number)]
        waiting = [(chunk.index, plan.passes[at].taken(chunk)) for chunk in chunks]
        self._chance.shuffle(waiting)
        for index, units in waiting:
            if self.most == 0:
                raise KeyboardInterrupt
            self.most -= 1
            yield self._chance.choice(crew).measure(at, index, units)

    workers = ()

    def close(self):
        pass


@pytest.fixture
def plan(small, corpus):
    with planned(small, corpus, MEASURES, {"max_length": 12, "limit": 150}, progress=False) as plan:
        yield plan


def test_a_checkpoint_knows_the_chunks_ahead_of_its_place(small, corpus, tmp_path):
    with planned(small, corpus, ["peak"], ASKED, progress=False) as plan, RunFolder(tmp_path / "run").locked() as place:
        for seed in range(20):  # until the last chunk comes first
            order = [0, 1, 2]
            random.Random(seed).shuffle(order)
            if order[0] == 2:
                break
        with pytest.raises(KeyboardInterrupt):
            local.run(plan, place, progress=False, engine=Shuffled(seed, 1, 1))
        state = local.Run.resume(plan, place)
        assert (state.chunk, state.ahead) == (0, {2}) and [chunk.index for chunk in local._to_do(state)] == [0, 1]
        resumed = local.run(plan, place, resume=True, progress=False)
    assert to_bytes(resumed.tally) == to_bytes(local.run(plan, progress=False).tally)


class Bomb(nn.Module):
    """Embeddings that raise where a text has a certain token."""

    def __init__(self, inner: nn.Module, token: int) -> None:
        super().__init__()
        self.inner, self.token, self.weight = inner, token, inner.weight

    def forward(self, ids):
        if (ids == self.token).any():
            raise IndexError("this token is not for me")
        return self.inner(ids)


@pytest.fixture
def fragile(small_folder):
    """A model that raises on the word "tortoise", and what it would be without."""
    from headscope.models import load

    model = load(small_folder)
    inner = model.module.bert.embeddings
    token = model.encoder.tokenizer("zebra", add_special_tokens=False)["input_ids"][0]
    inner.word_embeddings = Bomb(inner.word_embeddings, token)
    return model


@pytest.fixture
def poisoned(text_file):
    """360 units, of which the text of one has a word that `fragile` raises on; and without it."""
    path = text_file(documents=180)
    lines = path.read_text().split("\n")
    lines[5 * 70] = "A zebra is here."
    path.write_text("\n".join(lines))
    return str(path)


@pytest.mark.parametrize("engine", [None, Shuffled(3, 2)], ids=["local", "workers"])
def test_a_document_that_raises_is_listed_and_counted(fragile, small, poisoned, tmp_path, engine):
    with planned(fragile, poisoned, ["peak"], ASKED, progress=False) as plan:
        run = local.run(plan, progress=False, engine=engine)
    (counts,) = run.counts.values()
    assert counts.units == 359 and counts.skipped == {"the model raised an error": 1}
    (failed,) = counts.failed
    assert (failed.chunk, failed.document) == (1 + 140 // 64, "71")
    assert failed.error == "IndexError: this token is not for me"
    scores = measure(fragile, poisoned, ["peak"], folder=tmp_path / "run", progress=False, **ASKED)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["corpora"][0]["failed"] == [{"chunk": 3, "document": "71", "error": failed.error}]
    assert to_bytes(scores.tally) == to_bytes(run.tally)
    parts = [measure(fragile, poisoned, ["peak"], shard=f"{i}/2", progress=False, **ASKED) for i in (1, 2)]
    assert merge(parts).manifest.corpora == scores.manifest.corpora


def test_too_many_that_raise_are_an_error_unless_allowed(fragile, poisoned, tmp_path):
    options = {"progress": False, "limit": 142, "folder": tmp_path / "run", **ASKED}
    text = r"raised an error on 1 of the 142 units of 'text', more than the 0\.005 .*document '71' \(chunk 3\): IndexError.*--allow-failed"
    with pytest.raises(HeadscopeError, match=text + r".*What is finished is kept: go on with --resume") as raised:
        measure(fragile, poisoned, ["peak"], allow_failed=0.005, **options)
    assert isinstance(raised.value.__cause__, IndexError), "a person who writes a measure sees where it was raised"
    assert measure(fragile, poisoned, ["peak"], resume=True, **options).manifest.units == 141


def test_a_damaged_checkpoint_leaves_the_one_before(small, corpus, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(local, "CHECKPOINT_SECONDS", 0.0)
    with planned(small, corpus, ["peak"], ASKED, progress=False) as plan:
        for damage in (lambda data: data[: len(data) // 2], lambda data: data[:-9] + bytes([data[-9] ^ 4]) + data[-8:]):
            with RunFolder(tmp_path / "run").locked() as place:
                with pytest.raises(KeyboardInterrupt):
                    local.run(plan, place, progress=False, engine=Shuffled(1, 1, 2))
                assert (place / EARLIER).is_file()
                (place / CHECKPOINT).write_bytes(damage((place / CHECKPOINT).read_bytes()))
                done = local.run(plan, place, resume=True, progress=False)
                assert to_bytes(done.tally) == to_bytes(local.run(plan, progress=False).tally)
                said = capsys.readouterr().err
                assert "is damaged" in said and "Going on from the checkpoint before it: chunk" in said
                (place / EARLIER).unlink(missing_ok=True)
                (place / CHECKPOINT).unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("engine", "workers", "text"),
    [
        ("rai", None, "no engine named 'rai'.*Did you mean 'ray'"), ("ray://", None, "no engine named"),
        ("local", 2, "--workers goes with --engine ray"), ("ray", 0, "--workers 0 is too small"),
    ],
)  # fmt: skip
def test_engines_that_can_not_be(engine, workers, text):
    with pytest.raises(HeadscopeError, match=text):
        check_engine(engine, workers)


def test_without_ray_a_sentence(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(HeadscopeError, match=r"pip install 'headscope\[ray\]'"), opened_engine("ray"):
        pass


def test_workers_of_another_version_are_refused(small, plan):
    job = Job(small, plan.options, plan.passes, (1,), 1, versions() | {"torch": "0.1"})
    with pytest.raises(HeadscopeError, match=r"has torch .*, this machine 0\.1: numbers could differ"):
        Worker(job).hello()
    assert Worker(replace(job, versions=versions())).hello()[1] > 0


def test_a_way_does_not_change_what_a_run_is(plan):
    assert Way("ray", 3, 0.5) != Way() and "engine" not in json.dumps(plan.identity())
