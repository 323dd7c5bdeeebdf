"""The property: whatever engine, however many workers, whichever die, in whatever order chunks come back, stopped and resumed or not, by
the same engine or another: the same bytes. The driver of `runs/ray.py` and its workers are the real ones; Ray itself is played, so that
chance can decide what Ray and the machine decide. With the real Ray: test_ray.py.
"""

import random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from headscope.api.measure import planned
from headscope.errors import HeadscopeError
from headscope.runs import local
from headscope.runs import ray as driver
from headscope.runs.folder import RunFolder
from headscope.tallies import to_bytes

MEASURES = ["offset", "entropy", "gradient", "divergence"]


class Lost(Exception):
    """Ray's error for a worker that is gone."""


class Raised(Lost):
    """Ray's error for what a worker raised."""

    cause = None


class OutOfMemoryError(Lost):
    """Ray's error for a worker that Ray ended for want of memory; it is known by this name."""


class Result:
    """What an actor will have made of a call. It works when it is asked, or before."""

    def __init__(self, play, actor, method, given):
        self.play, self.actor, self.method, self.given, self.made = play, actor, method, given, None

    def work(self):
        if self.made is None and not self.actor.dead:
            if self.play.dies(self.method):
                self.actor.dead = True
            else:
                self.made = getattr(self.actor.worker, self.method)(*self.given)

    def get(self):
        self.work()
        if self.made is None:
            raise self.play.error("gone")
        return self.made


class Actor:
    """A worker in this process."""

    def __init__(self, play, worker):
        self.play, self.worker, self.dead = play, worker, False

    def __getattr__(self, method):
        return SimpleNamespace(remote=lambda *given: Result(self.play, self, method, given))


class Played:
    """As much of Ray as the driver uses. Chance picks who is done next, and over which call a worker dies, so many times in all."""

    exceptions = SimpleNamespace(RayError=Lost, RayTaskError=Raised)

    def __init__(self, seed, deaths=0, over="measure", odds=0.5, error=Lost):
        self.chance, self.deaths, self.over, self.odds, self.error = random.Random(seed), deaths, over, odds, error

    def dies(self, method):
        dies = method == self.over and self.deaths > 0 and self.chance.random() < self.odds
        self.deaths -= dies
        return dies

    def wait(self, results, num_returns, timeout):
        for one in results:  # some are done before they are asked for, and before their worker dies
            if self.chance.random() < 0.2:
                one.work()
        return [self.chance.choice(results)], []

    def remote(self, kind):
        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=lambda job: Actor(self, kind(job))))

    def kill(self, actor):
        actor.dead = True

    def get(self, result):
        return result.get()

    def put(self, thing):
        return thing

    def cluster_resources(self):
        return {"CPU": 4.0}

    def is_initialized(self):
        return True


class Stopped:
    """An engine that Ctrl-C stops after so many chunks."""

    def __init__(self, inner, most):
        self.inner, self.most, self.name, self.workers = inner, most, inner.name, ()

    def measured(self, *given):
        for done in self.inner.measured(*given):
            if self.most == 0:
                raise KeyboardInterrupt
            self.most -= 1
            yield done

    def close(self):
        self.inner.close()


@pytest.fixture
def played(monkeypatch):
    """The engine of `--engine ray`, on a Ray that is played."""
    monkeypatch.setattr(driver, "join", lambda ray, address: False)

    def make(workers, *given, **more):
        monkeypatch.setattr(driver, "load_ray", lambda address: Played(*given, **more))
        return driver.Ray("ray", workers, told=False)

    return make


@pytest.fixture
def plan(small, text_file):
    """150 units in three chunks, in two passes."""
    corpus = str(text_file(documents=90))
    with planned(small, corpus, MEASURES, {"max_length": 12, "limit": 150}, progress=False) as plan:
        yield plan


@pytest.fixture
def whole(plan):
    return local.run(plan, progress=False)


LEG = st.tuples(st.sampled_from(["local", "ray"]), st.integers(1, 6))


# What fails is small already, and looking for something smaller takes minutes.
@settings(
    max_examples=8,
    deadline=None,
    phases=(Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10**6),
    workers=st.integers(1, 4),
    deaths=st.integers(0, 2),
    legs=st.lists(LEG, max_size=3),
    last=st.sampled_from(["local", "ray"]),
)
def test_the_same_bytes(plan, whole, played, tmp_path_factory, seed, workers, deaths, legs, last):
    place = RunFolder(tmp_path_factory.mktemp("any") / "run")
    with place.locked():
        for at, (name, most) in enumerate([*legs, (last, 10**6)]):
            engine = local.Local() if name == "local" else played(workers, seed + at, deaths)
            try:
                done = local.run(plan, place, resume=True, progress=False, engine=Stopped(engine, most))
            except KeyboardInterrupt:
                continue
    assert to_bytes(done.tally) == to_bytes(whole.tally)
    assert done.counts == whole.counts


@pytest.mark.parametrize(
    ("error", "why"), [(OutOfMemoryError, r"\(out of memory\)"), (Lost, r"\(it was killed, perhaps .*or crashed\)")]
)
def test_a_chunk_that_ends_every_worker_is_named(plan, played, error, why):
    with pytest.raises(
        HeadscopeError, match=rf"^Chunk \d of 'text' ended its worker 3 times {why}\. If memory does not suffice"
    ):
        local.run(plan, progress=False, engine=played(2, 1, 10**6, odds=1, error=error))


def test_workers_that_can_not_start_are_a_sentence(plan, played, whole):
    with pytest.raises(HeadscopeError, match=r"^No worker could start \(it was killed"):
        local.run(plan, progress=False, engine=played(2, 1, 10**6, over="hello", odds=1))
    late = local.run(plan, progress=False, engine=played(2, 1, 3, over="hello", odds=1))
    assert to_bytes(late.tally) == to_bytes(whole.tally), "those that could do it"
