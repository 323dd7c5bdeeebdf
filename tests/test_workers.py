"""Batches that don't fit into memory: halves are tried, the run goes on, and says so."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import numpy as np
import pytest
import torch

from headscope.api.measure import measure
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.probes.fitting.hidden import in_order
from headscope.runs.estimate import estimate
from headscope.runs.options import Options
from headscope.runs.plan import make_measures, make_plan
from headscope.runs.probe_maps import make_maps, read_sentences
from headscope.workers import FEW_WEIGHTS, is_out_of_memory, on_one_thread

NAMES = ["offset", "entropy"]


class Small(Model):
    """A model on a device with room for a few texts at once: it runs out of memory in the middle of a pass."""

    room = 3

    def run(self, batch, listener, **options):
        def hear(number, call):
            if number == 2 and len(batch.documents) > self.room:
                raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")
            listener(number, call)

        return super().run(batch, hear, **options)

    def run_by_row(self, batch, attends):
        def compute(number, inputs):
            if number == 2 and len(batch.documents) > self.room:
                raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")
            return attends(number, inputs)

        return super().run_by_row(batch, compute)


@pytest.fixture(scope="module")
def small(bundled):
    return Small(**{one.name: getattr(bundled, one.name) for one in fields(bundled)})


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    random = np.random.default_rng(1)
    lines = [" ".join(random.choice(["old", "river", "saw", "the", "."], int(random.integers(3, 12)))) for _ in range(150)]
    path = tmp_path_factory.mktemp("corpus") / "made.txt"
    path.write_text("\n\n".join("\n".join(lines[at : at + 4]) for at in range(0, len(lines), 4)))
    return str(path)


def test_a_run_goes_on_with_halves_and_comes_to_the_same(bundled, small, corpus, capfd):
    whole = measure(bundled, corpus, NAMES, batch_size=16, progress=False)
    capfd.readouterr()
    halved = measure(small, corpus, NAMES, batch_size=16)
    said = [line for line in capfd.readouterr().err.splitlines() if "does not fit" in line]
    assert halved.manifest.units == whole.manifest.units == 75 and halved.manifest.tokens == whole.manifest.tokens
    assert list(halved.tally) == list(whole.tally)
    for series in whole.tally:
        assert np.abs(halved.tally.value(series) - whole.tally.value(series)).max() < 1e-6
        assert (halved.tally.weights(series) == whole.tally.weights(series)).all()
    steps = [[int(word) for word in line.split() if word.isdigit()] for line in said]
    assert [(size, half) for size, _, half in steps] == [(16, 8), (8, 4), (4, 2)], "told once for every step down"
    assert said[0].startswith("A batch of 16 × ") and said[0].endswith("into the memory of cpu: going on with 8 at a time.")


def test_it_says_nothing_where_nothing_is_to_be_said(small, corpus, capfd):
    measure(small, corpus, ["peak"], batch_size=16, limit=32, progress=False)
    assert capfd.readouterr().err == ""


def test_one_text_that_does_not_fit_is_the_end(bundled, corpus, tmp_path):
    class Tiny(Small):
        room = 0

    tiny = Tiny(**{one.name: getattr(bundled, one.name) for one in fields(bundled)})
    with pytest.raises(HeadscopeError, match=r"A single text of \d+ tokens does not fit into the memory of cpu. Try a smaller"):
        measure(tiny, corpus, ["peak"], folder=tmp_path / "run", progress=False)
    assert not (tmp_path / "run").exists()


def test_other_errors_are_not_taken_for_it(bundled, corpus, monkeypatch):
    monkeypatch.setattr(Model, "run", lambda *_, **__: (_ for _ in ()).throw(RuntimeError("shapes differ")))
    with pytest.raises(RuntimeError, match="shapes differ"):
        measure(bundled, corpus, ["peak"], progress=False)


def test_a_trial_is_not_halved(small, corpus):
    plan = make_plan(small, [open_corpus(corpus)], make_measures(["peak"]), Options(batch_size=16), progress=False)
    with pytest.raises(HeadscopeError, match=r"does not fit into the memory of cpu\. A run would go on with halves"):
        estimate(plan)


def test_a_cpu_says_it_in_other_words():
    with pytest.raises(RuntimeError) as error:
        torch.empty(2**60, dtype=torch.uint8)
    assert type(error.value) is RuntimeError and is_out_of_memory(error.value)
    assert is_out_of_memory(torch.OutOfMemoryError("CUDA out of memory")) and not is_out_of_memory(
        RuntimeError("shapes differ")
    )


@pytest.fixture
def crowded(bundled):
    """The bundled model, which asks the CPU for more memory than there is when it is given more than three texts at once."""

    def ask(module, given, named):
        if len(named["input_ids"]) > 3:
            torch.empty(2**60, dtype=torch.uint8)

    hook = bundled.body.register_forward_pre_hook(ask, with_kwargs=True)
    yield bundled
    hook.remove()


def test_probing_goes_on_with_halves_on_a_cpu(crowded, capfd):
    sentences = read_sentences(open_corpus("annotated"), crowded, Options(limit=24))
    made = make_maps(crowded, sentences.rows, Options(batch_size=16), label="maps")
    said = [line for line in capfd.readouterr().err.splitlines() if "does not fit" in line]
    assert said[0].endswith("into the memory of cpu: going on with 8 at a time.")
    alone = make_maps(crowded, sentences.rows, Options(batch_size=1), label="maps", progress=False)
    assert all((made[number].float() - alone[number].float()).abs().max() < 1e-2 for number in range(24))
    hidden = in_order(crowded, sentences.rows, [2], 16)
    apart = in_order(crowded, sentences.rows, [2], 1)
    assert all((one - other).abs().max() < 1e-3 for one, other in zip(hidden, apart, strict=True))


def test_one_sentence_that_does_not_fit_is_the_end_of_probing(bundled):
    rows = read_sentences(open_corpus("annotated"), bundled, Options(limit=4)).rows
    hook = bundled.body.register_forward_pre_hook(lambda *_: torch.empty(2**60, dtype=torch.uint8))
    try:
        with pytest.raises(HeadscopeError, match=r"A single text of \d+ tokens does not fit into the memory of cpu"):
            make_maps(bundled, rows, Options(), label="maps", progress=False)
    finally:
        hook.remove()


def test_a_small_model_is_tried_on_one_thread_and_the_number_comes_back() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        with on_one_thread(FEW_WEIGHTS):
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 3
        with on_one_thread(FEW_WEIGHTS + 1):
            assert torch.get_num_threads() == 3
        with pytest.raises(ValueError, match="of the trial"), on_one_thread(1):
            raise ValueError("of the trial")
        assert torch.get_num_threads() == 3
        with ThreadPoolExecutor(1) as pool:  # a worker leaves the number of all alone

            def inside() -> int:
                with on_one_thread(1):
                    return torch.get_num_threads()

            assert pool.submit(inside).result() == 3
    finally:
        torch.set_num_threads(before)
