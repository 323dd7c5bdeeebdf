"""A run's model and corpus again, or a sentence on why not."""

import shutil

import pytest

from headscope.api.measure import measure
from headscope.corpora.bundled import ANNOTATED
from headscope.errors import HeadscopeError
from headscope.models.bundled import FOLDER
from headscope.results.reopen import reopen


@pytest.fixture
def run(bundled, tmp_path):
    """A short run of a corpus in a file of its own."""
    path = tmp_path / "mine.conllu"
    shutil.copy(ANNOTATED, path)
    return path, measure(bundled, str(path), ["dependency"], limit=3, words_from="first", progress=False).manifest


def test_all_as_it_was(run):
    path, manifest = run
    again = reopen(manifest, "mine")
    assert again.corpus.files == (path,) and again.model.identity == {"sha256": manifest.model["sha256"]}
    assert again.options.limit == 3 and again.options.words_from == "first" and again.options.max_length == 128
    assert [str(shard) for shard in again.shards] == ["1/1"]


def test_a_changed_corpus(run):
    path, manifest = run
    with path.open("a") as file:
        file.write("\n")
    with pytest.raises(HeadscopeError, match="is not what the run read as 'mine': its SHA-256 begins with"):
        reopen(manifest, "mine")


def test_a_moved_corpus(run):
    path, manifest = run
    moved = path.with_name("moved.conllu")
    path.rename(moved)
    with pytest.raises(HeadscopeError, match=r"can't be opened again: There is no file .* Say where it is now, with -c\."):
        reopen(manifest, "mine")
    assert reopen(manifest, "mine", place=str(moved)).corpus.files == (moved,)


def test_standard_input_is_gone(run):
    _, manifest = run
    manifest.corpora[0].origin = "-"
    with pytest.raises(HeadscopeError, match="from standard input: give it again as a file, with -c"):
        reopen(manifest, "mine")


def test_a_model_from_a_folder_must_be_given(run, tmp_path):
    _, manifest = run
    manifest.model["name"] = "somebody"
    with pytest.raises(HeadscopeError, match="'somebody' was read from a folder: say where that is now, with -m"):
        reopen(manifest, "mine")
    shutil.copytree(FOLDER, tmp_path / "somebody")
    assert reopen(manifest, "mine", model=str(tmp_path / "somebody")).model.name == "somebody"


def test_another_model(run):
    _, manifest = run
    manifest.model["sha256"] = "f" * 64
    with pytest.raises(HeadscopeError, match="The model 'bert-8x8' is not the one of the run: its sha256 begins with"):
        reopen(manifest, "mine")
