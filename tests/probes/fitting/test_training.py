"""Training: equal on repetition, on the same batches wherever maps lie, stopped early, and back at its best."""

import numpy as np
import pytest
import torch

from headscope.errors import HeadscopeError
from headscope.probes import PROBES, Settings, Shape
from headscope.probes.fitting.features import Batches
from headscope.probes.fitting.training import hold_out, mean_loss
from headscope.runs.map_shards import Shards, ShardWriter
from headscope.workers import workers

FAST = Settings(rate=0.01, batch_size=8, epochs=4)
TRAINED = ("attention", "attention-words", "distances-words")


def fit(name, parsed, vectors, settings=FAST):
    train, held = hold_out(parsed.documents)
    torch.manual_seed(settings.seed)
    probe = PROBES[name](Shape((3,), vectors))
    curve = probe.fit(Batches(parsed, train, size=4), Batches(parsed, held), settings)
    return probe, curve


def bytes_of(probe) -> bytes:
    return b"".join(parameter.detach().numpy().tobytes() for parameter in probe.parameters())


@pytest.mark.parametrize("name", TRAINED)
def test_repetition_gives_equal_bytes(name, planted, vectors):
    parsed = planted(50, noise=True)
    (first, curve), (second, again) = (fit(name, parsed, vectors) for _ in range(2))
    assert bytes_of(first) == bytes_of(second)
    assert curve == again and len(curve.passes) == 4
    other, _ = fit(name, parsed, vectors, Settings(rate=0.01, batch_size=8, epochs=4, seed=1))
    assert bytes_of(other) != bytes_of(first)


def test_the_number_of_threads_changes_nothing(planted, vectors):
    parsed, found = planted(50, noise=True), []
    threads = torch.get_num_threads()
    try:
        for number in (1, 3):
            torch.set_num_threads(number)
            found.append(bytes_of(fit("attention-words", parsed, vectors)[0]))
            assert torch.get_num_threads() == number
    finally:
        torch.set_num_threads(threads)
    assert found[0] == found[1]


def test_disk_equals_memory(planted, vectors, tmp_path):
    from dataclasses import replace

    parsed = planted(50, noise=True)
    writer = ShardWriter(tmp_path / "maps", {"of": "test"}, shard=3000)
    for number in reversed(range(50)):
        writer.add(number, parsed.maps[number])
    shards = writer.finish()
    assert len(list((tmp_path / "maps").glob("*.safetensors"))) > 3
    assert all(torch.equal(shards[number], parsed.maps[number]) for number in range(50))
    from_disk = replace(parsed, maps=shards)
    assert bytes_of(fit("attention-words", from_disk, vectors)[0]) == bytes_of(fit("attention-words", parsed, vectors)[0])
    again = Shards.find(tmp_path / "maps", {"of": "test"})
    assert again is not None and torch.equal(again[7], parsed.maps[7]) and again.heads == 3
    assert Shards.find(tmp_path / "maps", {"of": "other"}) is None


def test_a_lost_shard_is_said_so(planted, tmp_path):
    writer = ShardWriter(tmp_path / "maps", {})
    writer.add(0, planted(1).maps[0])
    shards = writer.finish()
    (tmp_path / "maps" / "00000.safetensors").write_bytes(b"not this")
    with pytest.raises(HeadscopeError, match=r"are damaged: their SHA-256 is not the one in index\.json"):
        shards[0]


def test_it_goes_back_to_its_best(planted, vectors):
    """At a rate that overshoots, the last pass is not the best; what is kept is the best."""
    parsed = planted(40, noise=True)
    probe, curve = fit("attention-words", parsed, vectors, Settings(rate=3.0, batch_size=8, epochs=12, patience=2))
    lows = [step.held_out for step in curve.passes]
    assert curve.best == int(np.argmin(lows)) < len(lows) - 1
    assert len(lows) == curve.best + 1 + 2
    with workers(torch.device("cpu")) as pool:
        now = mean_loss(probe, Batches(parsed, hold_out(parsed.documents)[1]), pool)
    assert now == pytest.approx(lows[curve.best], rel=1e-6)


def test_listeners_hear_every_pass(planted, vectors):
    parsed, heard = planted(20), []
    batches = Batches(parsed)
    curve = PROBES["attention"](Shape((3,))).fit(batches, batches, FAST, heard.append)
    assert tuple(heard) == curve.passes


def test_what_is_held_out():
    documents = [f"d{number // 5}" for number in range(1000)]
    train, held = hold_out(documents)
    assert sorted(train + held) == list(range(1000)) and 50 < len(held) < 150
    assert not {documents[n] for n in train} & {documents[n] for n in held}
    assert hold_out(["one"] * 2) == ([0], [1])
    with pytest.raises(HeadscopeError, match="at least 2"):
        hold_out(["one"])


@pytest.mark.parametrize("values", [{"rate": 0.0}, {"epochs": 0}, {"batch_size": -1}])
def test_settings_that_make_no_sense(values):
    with pytest.raises(HeadscopeError, match="too small"):
        Settings(**values)
