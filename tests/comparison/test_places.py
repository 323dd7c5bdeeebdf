"""Where runs stand is told from names as people write them, and refused in a sentence where it can't be told."""

import math
from pathlib import Path

import pytest

from headscope.comparison.places import Arrangement, Place, arrange, label, place_of
from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest


def manifest(name: str = "model", corpus: str = "text", **model: object) -> Manifest:
    record = CorpusRecord(corpus, corpus, "plain", "a" * 64, 1, 1, 1, 0, 0, {}, ["1/1"])
    return Manifest({"name": name, **model}, [record], {}, {}, 0.0)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("step-512", 512), ("step1000", 1000), ("step_20k", 20_000), ("multiberts-seed_0-step_2000k", 2_000_000), ("checkpoint-500", 500),
        ("ckpt_70", 70), ("global_step100", 100), ("iter_0001000", 1000),
        ("step1000-tokens4B", 1000), ("gpt/final", math.inf), ("main", math.inf),
        ("bert-8x8", None), ("footsteps", None), ("domain", None), ("step-by-step", None),
    ],
)  # fmt: skip
def test_steps_are_read_as_people_write_them(name: str, step: float | None) -> None:
    assert place_of(manifest(name)).step == step


def test_the_model_comes_before_its_revision_and_its_folder() -> None:
    assert place_of(manifest("step-8"), Path("runs/step-16")).step == 8
    assert place_of(manifest("pythia-70m", asked="step1000"), Path("runs/step-16")).step == 1000
    found = place_of(manifest("model"), Path("runs/seed-3/step-16"))
    assert (found.step, found.seed, found.name) == (16, "3", "step-16")
    assert place_of(manifest(corpus="de_gsd-ud-test", parameters=7)) == Place("model", None, None, 7, "de")


def test_runs_are_put_in_order() -> None:
    steps = [Place("b", 1024.0), Place("c", math.inf), Place("a", 512.0)]
    assert arrange(steps) == Arrangement("step", None, (("", (2, 0, 1)),))
    assert [label(steps[at], "step") for at in (2, 0, 1)] == ["512", "1,024", "final"]
    assert arrange([Place("a", size=5), Place("b", size=3)]) == Arrangement("size", None, (("", (1, 0)),))
    seeds = [Place("x", seed="10"), Place("y", seed="9")]
    assert arrange(seeds) == Arrangement("given", "seed", (("9", (1,)), ("10", (0,))))
    spoken = [Place("x", language="en"), Place("y", language="de")]
    assert arrange(spoken).across == "language" and arrange(spoken, "given").across is None
    assert arrange([Place("x"), Place("y")]) == Arrangement("given", None, (("", (0, 1)),))
    both = [Place("a", 0.0, "1"), Place("b", 0.0, "2"), Place("c", 8.0, "2"), Place("d", 8.0, "1")]
    for by in (None, "step", "seed"):
        assert arrange(both, by) == Arrangement("step", "seed", (("1", (0, 3)), ("2", (1, 2))))


@pytest.mark.parametrize(
    ("places", "by", "said"),
    [
        ([Place("a", 1.0)], None, "A story needs at least two runs, got 1."),
        ([Place("a", 8.0), Place("b", 8.0), Place("c", 9.0)], None, "Two runs have the same training step, 'a' and 'b'"),
        (
            [Place("a"), Place("b")],
            "step",
            "The training step of the run 'a' can't be told from its model or its folder: name its folder",
        ),
        (
            [Place("a", seed="1"), Place("b", seed="1"), Place("c", seed="2")],
            None,
            "2 runs are of seed 1, and nothing tells their order",
        ),
        ([Place("a"), Place("b")], "stepp", "Did you mean 'step'?"),
    ],
)
def test_what_can_not_be_told_is_a_sentence(places: list[Place], by: str | None, said: str) -> None:
    with pytest.raises(HeadscopeError, match=said.replace("?", r"\?")):
        arrange(places, by)
