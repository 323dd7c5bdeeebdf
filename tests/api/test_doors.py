"""Every door takes a name, a folder, a `Model` and a live model, says the same of each, and leaves a live one as it was."""

import pickle
from copy import copy, deepcopy

import numpy as np
import polars as pl
import pytest
import torch
import transformers

import headscope as hs
from headscope.corpora.bundled import ANNOTATED
from headscope.models.bundled import FOLDER
from headscope.probes import Settings

TEXT = "The old king watered his tomatoes."


@pytest.fixture(scope="module")
def live():
    """Two of a kind: a model in training, and its tokenizer."""
    module = transformers.AutoModelForPreTraining.from_pretrained(FOLDER, dtype=torch.float32)
    return module.train(), transformers.AutoTokenizer.from_pretrained(FOLDER)


@pytest.fixture(params=["name", "folder", "Model", "live"])
def given(request, bundled, live):
    """A model as people give it, with what goes with it."""
    module, tokenizer = live
    ways = {"name": ("bundled", {}), "folder": (FOLDER, {}), "Model": (bundled, {}), "live": (module, {"tokenizer": tokenizer})}
    yield ways[request.param]
    assert module.training and module.config._attn_implementation == "sdpa"
    assert all(parameter.requires_grad for parameter in module.parameters())
    assert not any(part._forward_pre_hooks for part in module.modules())


ASKED = {"measures": ["offset", "gradient"], "limit": 6, "progress": False}


@pytest.fixture(scope="module")
def same(bundled):
    return hs.measure(bundled, "bundled", **ASKED)


def test_measure(given, same):
    model, more = given
    scores = hs.measure(model, "bundled", **ASKED, **more)
    assert scores.manifest.model["name"] == "bert-8x8" and scores.manifest.heads == 64
    for series in same.series():
        assert scores.value(series) == pytest.approx(same.value(series), abs=1e-6)


def test_attend_and_views(given, bundled):
    model, more = given
    maps = hs.attend(bundled, TEXT, "She sold some.").stack().maps
    attention = hs.attend(model, TEXT, "She sold some.", **more)
    assert isinstance(attention, hs.Attention) and attention.stack().maps == pytest.approx(maps, abs=1e-6)
    for make in (hs.head_view, hs.model_view, hs.neuron_view):
        view = make(model, TEXT, "She sold some.", layer=3, heads=[5], **more)
        assert isinstance(view, hs.View) and view.attention.stack().maps == pytest.approx(maps, abs=1e-6)
        assert (view.start.layer, view.start.heads) == (2, (4,))


def test_predict(given):
    model, more = given
    found = hs.predict(model, "3-5", TEXT, **more)
    assert [(one.spelling, one.target_spelling) for one in found[:3]] == [("The", "old"), ("old", "king"), ("king", "watered")]


@pytest.fixture(scope="module")
def treebank(tmp_path_factory) -> str:
    """The first sentences of the annotated documents, as documents of two sentences each."""
    path = tmp_path_factory.mktemp("treebank") / "few.conllu"
    first = ANNOTATED.read_text("utf-8").split("\n\n")[:16]
    path.write_text("".join(f"# newdoc\n{first[at]}\n\n{first[at + 1]}\n\n" for at in range(0, 16, 2)), "utf-8")
    return str(path)


def test_probe(given, treebank, tmp_path):
    model, more = given
    more = {**more, "control": False, "folder": tmp_path / "probes", "settings": Settings(epochs=1), "progress": False}
    found = hs.probe(model, treebank, treebank, ["attention"], **more)
    assert 0 < found.value("attention") < 1 and found.manifest.model["name"] == "bert-8x8"
    assert hs.figure(tmp_path / "probes", "probes").svg.startswith("<svg")


@pytest.mark.slow
def test_report(live, tmp_path, text_file):
    model, more = live[0], {"tokenizer": live[1]}
    page = hs.report(model, text_file(4, 2), folder=tmp_path / "atlas", smoothing="published", progress=False, **more)
    assert page == tmp_path / "atlas" / "report.html" and page.stat().st_size > 10_000
    assert hs.open(tmp_path / "atlas").manifest.options["smoothing"] == "published"
    assert (tmp_path / "atlas" / "figures" / "offsets.svg").is_file()
    assert model.training and model.config._attn_implementation == "sdpa"


def test_a_live_model_is_as_it_was_when_measuring_fails(live, tmp_path):
    (tmp_path / "empty.txt").write_text("\n")
    module, tokenizer = live
    for door in (lambda **more: hs.measure(module, tmp_path / "empty.txt", progress=False, **more),
                 lambda **more: hs.attend(module, " ", **more), lambda **more: hs.predict(module, "9-9", "a", **more)):  # fmt: skip
        with pytest.raises(hs.HeadscopeError):
            door(tokenizer=tokenizer)
        assert module.training and module.config._attn_implementation == "sdpa"
        assert all(parameter.requires_grad for parameter in module.parameters())


@pytest.fixture(scope="module")
def scores(bundled):
    return hs.measure(bundled, "bundled", ["offset", "divergence"], limit=16, progress=False)


@pytest.mark.parametrize("again", [lambda one: pickle.loads(pickle.dumps(one)), deepcopy, copy])  # noqa: S301
def test_scores_can_be_sent_and_copied(scores, again):
    for fresh in (True, False):  # before and after intervals were asked for
        other = again(scores)
        assert repr(other) == repr(scores) and list(other.series()) == list(scores.series())
        for series in scores.series():
            assert np.array_equal(other.value(series), scores.value(series))
            assert np.array_equal(other.interval(series), scores.interval(series), equal_nan=True), fresh
        assert other.to_polars().equals(scores.to_polars())
        assert other.files().keys() == scores.files().keys()


def test_runs_are_scores_or_folders(scores, tmp_path):
    scores.save(tmp_path / "run")
    query = "offset.+1 top 2"
    assert hs.find(tmp_path / "run", query) == hs.find(scores, query) == scores.where(query)
    assert hs.figure(tmp_path / "run", "offsets").svg == hs.figure(scores, "offsets").svg
    assert isinstance(hs.compare(scores, tmp_path / "run"), hs.Comparison)
    merged = hs.merge([tmp_path / "run"])
    assert merged.tally.value(next(merged.series())).shape == (8, 8)
    with pytest.raises(hs.HeadscopeError, match="Did you mean 'offsets'"):
        hs.figure(tmp_path / "run", "offset")


def test_maps_from_a_file_are_a_model_and_its_corpus(bundled, tmp_path, text_file):
    from headscope.api.maps import write_maps

    written = write_maps(tmp_path / "maps.npz", bundled, text_file(), progress=False)
    assert written.maps == 24 and written.lines_file.is_file()
    model, corpus = hs.open_maps(tmp_path / "maps.npz")
    got = hs.measure(model, corpus, ["offset"], progress=False)
    same = hs.measure(bundled, text_file(), ["offset"], progress=False)
    values = (run.value(run.find("offset", "+1")) for run in (got, same))
    assert next(values) == pytest.approx(next(values), abs=1e-6)


def test_heads_have_names_in_every_table(scores, tmp_path):
    scores.save(tmp_path / "run")
    tables = {path.name: pl.read_parquet(path) for path in (tmp_path / "run").glob("*.parquet")}
    seen = 0
    for name, table in tables.items():
        for layer in [column for column in table.columns if "layer" in column]:
            spelt, head = layer.replace("layer", "name"), layer.replace("layer", "head")
            written = (pl.col(layer) + 1).cast(pl.String) + "-" + (pl.col(head) + 1).cast(pl.String)
            assert table.select((written == pl.col(spelt)).all()).item(), (name, layer)
            seen += 1
    assert seen == 6, "scores, labels, clusters and their nearest, distances twice"
    assert list(scores.to_pandas()["name"][:2]) == ["1-1", "1-2"]
    frame = hs.compare(scores, scores).to_polars()
    assert frame["name"][9] == frame["matched_name"][9] == "2-2"
