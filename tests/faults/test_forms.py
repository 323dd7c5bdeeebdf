"""Manifests and checkpoints of the wrong form, their digests right: one sentence from every verb, and never a traceback."""

import copy
import json
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from headscope.api.compare import compare
from headscope.api.examples import examples
from headscope.api.figure import figure
from headscope.api.find import find
from headscope.api.gallery import gallery
from headscope.api.merge import merge
from headscope.api.status import status, status_text
from headscope.api.table import show, table
from headscope.api.track import track
from headscope.api.verify import verify
from headscope.errors import HeadscopeError
from headscope.names import JOURNAL, MANIFEST
from headscope.report.track_page import render
from headscope.report.track_payload import payload
from headscope.reproduce.folders import read_runs
from headscope.results.manifest import read_manifest
from headscope.results.open import open_run
from headscope.results.sample_text import FILE, read_example
from headscope.runs.folder import RunFolder
from headscope.views.run_scores import run_parts

WRONG: list[Any] = [None, -1, 5, 1.5, True, "word", "", [], {}, [None], {"x": None}, 10**30, "1e999"]
EVERY = (
    23  # of the manifests that can be read, so many are skipped to the next that all verbs are tried on: each takes its time
)
VERBS = {
    "show": lambda run: show(run),
    "show a head": lambda run: show(run, "1-1"),
    "find": lambda run: find(run, "offset.+1 top 1"),
    "table": lambda run: table(run, "labels"),
    "figure": lambda run: figure(run, "grid"),
    "examples": lambda run: examples(run, "1-1", "nsubj", model="nowhere", progress=False),
    "compare": lambda run: compare(run, run),
    "merge": lambda run: merge([run]).save(run.parent / "merged", force=True),
    "reproduce": lambda run: read_runs([run]),
    "verify": lambda run: verify(run),
    "status": lambda run: status_text(status(run), run),
    "track": lambda run: render(payload(track([run, run], by="given", progress=False))),
    "gallery": lambda run: gallery(run, run.parent / "site", force=True, progress=False),
    "views and server": lambda run: run_parts({"encoder": (2, 3)}, open_run(run)),
}


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a manifest; of lists, and of the measures' descriptions, the first."""
    entries = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    entries = entries[:1] if isinstance(data, list) or at == ("described",) else entries
    return [place for key, value in entries for place in [(*at, key), *places(value, (*at, key))]]


def changed(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The manifest with another value, or without one (`...`), in that place."""
    made = copy.copy(data)  # what stands beside the place is shared: a whole copy each time would take most of the test
    inner = made
    for key in place[:-1]:
        inner[key] = copy.copy(inner[key])
        inner = inner[key]
    if value is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return made


@pytest.mark.slow
def test_every_verb_answers_a_manifest_of_another_form_with_a_sentence(run_folder, written, monkeypatch):
    monkeypatch.setattr(
        "headscope.api.gallery.find_spec", lambda name: None
    )  # drawings, not PNG files of them, which take long
    data = json.loads((run_folder / MANIFEST).read_text())
    data = {name: value for name, value in data.items() if name not in ("files", "digest")}
    refused = taken = 0
    for place in places(data):
        for value in (..., *WRONG):
            written(run_folder, changed(data, place, value))
            try:
                read_manifest(run_folder / MANIFEST)
            except HeadscopeError as error:
                assert "\n" not in str(error) and MANIFEST in str(error), (place, value)
                refused += 1
                continue
            taken += 1
            if taken % EVERY:
                continue
            for name, verb in VERBS.items():
                try:
                    verb(run_folder)
                except HeadscopeError as error:
                    assert "\n" not in str(error), (name, place, value)
                except Exception as error:
                    raise AssertionError(f"{name} raised {error!r} for {value!r} at {place}") from error
    assert refused > 300 and taken > 100


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "5", "{", "[" * 100_000, '{"format": 2}', '{"format": NaN}', "{}", "\xff\xfe"]
)
def test_other_texts(run_folder, text):
    (run_folder / MANIFEST).write_text(text, encoding="latin-1")
    for verb in VERBS.values():
        with pytest.raises(HeadscopeError, match="manifest") as error:
            verb(run_folder)
        assert "\n" not in str(error.value)


def test_other_formats_are_read_or_refused(run_folder, written):
    data = json.loads((run_folder / MANIFEST).read_text())
    data = {name: value for name, value in data.items() if name not in ("files", "digest")}
    (run_folder / MANIFEST).write_text(json.dumps({**data, "format": 1}))
    assert open_run(run_folder).manifest.files == {}, "format 1 has no digests, and is read"
    with pytest.raises(HeadscopeError, match="older headscope, without the SHA-256"):
        verify(run_folder)
    (run_folder / MANIFEST).write_text(json.dumps({**data, "format": 2}))
    with pytest.raises(HeadscopeError, match="its digest is not that of its text"):
        open_run(run_folder)
    written(run_folder, {**data, "format": 3})
    with pytest.raises(HeadscopeError, match="is of format 3; this headscope reads format 1 and 2"):
        open_run(run_folder)


def test_a_field_of_a_later_headscope_is_let_through(run_folder, written):
    data = json.loads((run_folder / MANIFEST).read_text())
    data = {name: value for name, value in data.items() if name not in ("files", "digest")}
    later = {"later": 1, "model": {**data["model"], "later": [1]}, "options": {**data["options"], "x": {}}}
    written(run_folder, {**data, **later, "corpora": [{**corpus, "later": None} for corpus in data["corpora"]]})
    open_run(run_folder)


def test_the_sentence_names_the_place(run_folder, written):
    data = json.loads((run_folder / MANIFEST).read_text())
    written(run_folder, changed(data, ("model", "stacks", "encoder", 1), "twelve"))
    with pytest.raises(HeadscopeError, match=r"model\.stacks\.encoder\[1\] is 'twelve', not a whole number\."):
        open_run(run_folder)


def test_a_journal_of_another_form_is_a_sentence(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.path.mkdir()
    for text in ("", "5", "[]", "[5]", "{", "[" * 100_000, '["../elsewhere"]', '["a/b"]', "\xff"):
        (folder / JOURNAL).write_bytes(text.encode("latin-1"))
        for way in (folder.steady, folder.locked):
            with pytest.raises(HeadscopeError, match=r"is not a journal that headscope wrote, or is damaged\."), way():
                pass


SIDE = {"texts": ["a", "b"], "special": [False, True], "segments": [0, 0], "words": [0, -1]}


def example_file(path, about, maps) -> None:
    text = about if isinstance(about, str) else json.dumps(about)
    path.write_bytes(save({"encoder": np.asarray(maps, np.float16)}, {"headscope": text}))


@pytest.mark.parametrize(
    ("about", "maps"),
    [
        ("[" * 100_000, 0.5), ("[]", 0.5), ("{}", 0.5), ({"tokens": {"encoder": {"queries": [], "keys": SIDE}}}, 0.5),
        ({"tokens": {"encoder": {"queries": SIDE, "keys": {**SIDE, "texts": [1, 2]}}}}, 0.5),
        ({"tokens": {"encoder": {"queries": SIDE, "keys": {**SIDE, "words": [0]}}}}, 0.5),
        ({"tokens": {"encoder": {"queries": SIDE, "keys": SIDE}}}, -0.5),
        ({"tokens": {"encoder": {"queries": SIDE, "keys": SIDE}}}, np.nan),
        ({"tokens": {"encoder": {"queries": SIDE, "keys": SIDE}}}, np.inf),
    ],
    ids=lambda one: str(one)[:60],
)  # fmt: skip
def test_a_sample_text_of_another_form_or_with_weights_that_can_not_be_is_a_sentence(tmp_path, about, maps):
    good = {"version": 1, "tokens": {"encoder": {"queries": SIDE, "keys": SIDE}}}
    example_file(tmp_path / FILE, good, np.full((1, 1, 2, 2), 0.5))
    assert read_example(tmp_path / FILE).stacks["encoder"].keys.texts == ("a", "b")
    example_file(tmp_path / FILE, about, np.full((1, 1, 2, 2), maps))
    with pytest.raises(HeadscopeError, match="is not an example that headscope wrote, or is damaged"):
        read_example(tmp_path / FILE)
