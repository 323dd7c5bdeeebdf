"""The menu of models: what is on disk, loaded when asked for, and never fetched."""

import pytest

from headscope.errors import HeadscopeError
from headscope.views.server import known_models as on_disk
from headscope.views.server.known_models import Models, cached_names, load_from_disk


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A Hub cache with a whole model, one without a config, and a data set."""
    for name, file in (
        ("models--a--whole", "config.json"),
        ("models--a--half", "README.md"),
        ("datasets--a--b", "config.json"),
    ):
        commit = "0" * 40
        folder = tmp_path / name
        (folder / "snapshots" / commit).mkdir(parents=True)
        (folder / "refs").mkdir()
        (folder / "refs" / "main").write_text(commit)
        (folder / "blobs").mkdir()
        (folder / "blobs" / "x").write_text("{}")
        (folder / "snapshots" / commit / file).symlink_to(folder / "blobs" / "x")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    return tmp_path


def test_models_in_the_cache_are_listed(cache, bundled):
    assert cached_names() == ["a/whole"]
    assert Models(bundled, "bundled").names() == ["bert-8x8", "gpt-8x8", "a/whole"]
    assert Models(bundled, "./mine").names() == ["./mine", "bert-8x8", "gpt-8x8", "a/whole"]


def test_no_cache_no_models(monkeypatch, tmp_path):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "none"))
    assert cached_names() == []


def test_what_is_not_in_the_menu_is_not_loaded(cache, bundled):
    loaded = []
    models = Models(bundled, fetch=lambda name: loaded.append(name) or bundled)
    for name in ("a/half", "b/other", "/etc", "../..", "", "x" * 5000):
        with pytest.raises(HeadscopeError, match="There is no model on this machine named"):
            models[name]
    assert loaded == []


def test_models_are_loaded_once_and_let_go(cache, bundled, monkeypatch):
    monkeypatch.setattr(on_disk, "cached_names", lambda: ["a/one", "a/two"])
    loaded = []

    def fetch(name):
        loaded.append(name)
        return bundled

    models = Models(bundled, "bundled", fetch)
    assert models["bert-8x8"] is bundled and loaded == []
    for name in ("a/one", "a/one", "a/two", "a/one", "bert-8x8"):
        models[name]
    assert loaded == ["a/one", "a/two", "a/one"], "one beside the first is kept"


def test_a_model_that_is_not_whole_is_a_sentence(cache):
    with pytest.raises(HeadscopeError, match=r"is not wholly in the cache|can't be loaded|has no tokenizer"):
        load_from_disk("a/whole")
    with pytest.raises(HeadscopeError, match="is not wholly in the cache"):
        load_from_disk("nobody/nothing")
