"""A manifest with a right seal that claims more than the run has: every verb refuses it, before anything is built from the claim."""

import json
import resource
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from headscope.api.compare import compare
from headscope.api.examples import examples
from headscope.api.figure import figure
from headscope.api.find import find
from headscope.api.gallery import gallery
from headscope.api.merge import merge
from headscope.api.status import status
from headscope.api.table import show, table
from headscope.api.track import track
from headscope.api.verify import verify
from headscope.errors import HeadscopeError
from headscope.names import MANIFEST, TALLY
from headscope.results.open import open_run
from headscope.results.sample_text import FILE, Example, StackExample, read_example
from headscope.runs.seal import sealed
from headscope.tallies import Tally, to_bytes

READERS = {
    "show": show,
    "show a head": lambda run: show(run, "1-1"),
    "find": lambda run: find(run, "layer > 0"),
    "table": lambda run: table(run, "labels"),
    "figure": lambda run: figure(run, "grid"),
    "examples": lambda run: examples(run, "1-1", "nsubj", model="nowhere", progress=False),
    "compare": lambda run: compare(run, run),
    "merge": lambda run: merge([run]),
    "verify": verify,
    "track": lambda run: track([run, run], by="given", progress=False),
    "gallery": lambda run: gallery(run, run.parent / "site", force=True, progress=False),
}
SECONDS, ROOM = 5.0, 200 * 2**20


def claim(run_folder, stacks) -> None:
    reseal(run_folder, lambda data: data["model"].update(stacks=stacks))


def reseal(run_folder, change) -> None:
    """A changed manifest, and a seal that is right for all files as they lie there."""
    files = {str(path.relative_to(run_folder)): path.read_bytes() for path in run_folder.rglob("*") if path.is_file()}
    data = {name: value for name, value in json.loads(files[MANIFEST]).items() if name not in ("files", "digest")}
    change(data)
    text = json.dumps(data).removesuffix("}") + "\n}\n"
    (run_folder / MANIFEST).write_bytes(sealed({**files, MANIFEST: text.encode()})[MANIFEST])


@pytest.fixture
def little_room():
    """Address space of 200 MB more than is in use, so that a claim that is believed ends in an error."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def refused(run_folder, words) -> None:
    began = time.process_time()
    for name, verb in READERS.items():
        with pytest.raises(HeadscopeError, match=words) as error:
            verb(run_folder)
        assert "\n" not in str(error.value), name
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize(
    ("stacks", "words"),
    [
        ({"encoder": [1000, 1000]}, r"model\.stacks\.encoder is \[1000, 1000\], not layers and heads of a model, 65,536 heads at most"),
        ({"decoder": [1000, 1000], "encoder": [2, 3]}, "65,536 heads at most"),
        ({"encoder": [2, 3], "decoder": [256, 256]}, "The example and the manifest are not of one run: only the manifest has the decoder"),
        ({"encoder": [256, 256]}, "the encoder has 256 × 256 heads, the maps of the example are 2 × 3"),
        ({"decoder": [2, 3]}, "not of one run"),
    ],
    ids=str,
)  # fmt: skip
def test_heads_that_are_not_there_are_refused_by_every_verb(run_folder, little_room, stacks, words):
    claim(run_folder, stacks)
    refused(run_folder, words)
    if max(map(np.prod, stacks.values())) > 2**16:
        with pytest.raises(HeadscopeError, match="65,536"):
            status(run_folder)


@pytest.mark.parametrize("stacks", [{"encoder": [2, 3], "decoder": [256, 256]}, {"encoder": [256, 256]}], ids=str)
def test_without_a_sample_text_the_tally_is_asked(run_folder, little_room, stacks):
    (run_folder / FILE).unlink()
    claim(run_folder, stacks)
    refused(run_folder, "The tally and the manifest are not of one run")


def test_a_tally_of_nothing_bears_out_no_heads(run_folder):
    (run_folder / FILE).unlink()
    (run_folder / TALLY).write_bytes(to_bytes(Tally()))
    claim(run_folder, {"encoder": [256, 256]})
    refused(run_folder, "only the manifest has the encoder")


def test_a_sample_text_of_other_heads_is_refused(run_folder):
    """Also under the kinds of weights of which there is one map for a layer."""
    one = read_example(run_folder / FILE)
    claim(run_folder, {"encoder": [2, 3]})
    assert open_run(run_folder).example.stacks.keys() == {"encoder"}
    stack = one.stacks["encoder"]
    more = StackExample(stack.queries, stack.keys, np.repeat(stack.maps, 2, 1))
    for example in (Example({"encoder": more}), Example(one.stacks, {"norm": {"encoder": more.maps}})):
        (run_folder / FILE).write_bytes(example.to_bytes())
        claim(run_folder, {"encoder": [2, 3]})
        refused(run_folder, "the encoder has 2 × 3 heads, the maps of the example are 2 × 6")
    rolled = Example(one.stacks, {"rollout": {"encoder": stack.maps[:, :1]}})
    (run_folder / FILE).write_bytes(rolled.to_bytes())
    claim(run_folder, {"encoder": [2, 3]})
    assert open_run(run_folder).example.kinds.keys() == {"rollout"}


HUGE = 10**15
NUMBERS = {
    "units": lambda data: [one.update(dict.fromkeys(("units", "documents", "tokens", "cut_units"), HUGE)) for one in data["corpora"]],
    "shards": lambda data: [one.update(shards=["1/999999999"]) for one in data["corpora"]],
    "options": lambda data: data["options"].update(max_length=HUGE, limit=HUGE, batch_size=HUGE, every={"offset": HUGE}),
    "the model": lambda data: data["model"].update(parameters=HUGE),
    "what was skipped": lambda data: [one.update(skipped={"broken": HUGE}) for one in data["corpora"]],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("change", NUMBERS.values(), ids=NUMBERS)
def test_numbers_that_are_only_shown_cost_nothing(run_folder, change, monkeypatch):
    """They can't be held against anything; nothing is built of them."""
    monkeypatch.setattr("headscope.api.gallery.find_spec", lambda name: None)  # drawings, and no PNG files of them
    reseal(run_folder, change)
    for name, verb in READERS.items():
        began = time.process_time()
        with suppress(HeadscopeError):
            verb(run_folder)
        assert time.process_time() - began < 2 * SECONDS, name
