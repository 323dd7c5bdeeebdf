"""Probes from the front door, on the bundled model and its annotated corpus: what is written, repeated, kept and left behind."""

import json
import tempfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import torch

from headscope.api.probe import probe
from headscope.corpora.bundled import ANNOTATED
from headscope.errors import HeadscopeError
from headscope.probes import NAMES, Settings
from headscope.probes.fitting.scoring import Counts
from headscope.probes.rows import difference, with_interval
from headscope.runs.probe_session import Session
from headscope.runs.random_weights import randomised

FEW = {"limit": 40, "settings": Settings(epochs=2), "progress": False}


@pytest.fixture(scope="module")
def test_file(tmp_path_factory) -> str:
    """A small treebank to score on."""
    lines = []
    for number in range(12):
        words = f"The {'old ' * (number % 3)}king saw a queen .".split()
        verb = words.index("saw")
        for at, word in enumerate(words):
            head, relation = {
                "saw": (0, "root"), "king": (verb + 1, "nsubj"), "queen": (verb + 1, "obj"), ".": (verb + 1, "punct"), "a": (at + 2, "det"),
            }.get(word, (verb, "amod"))  # fmt: skip
            lines.append("\t".join([str(at + 1), word, *["_"] * 4, str(head), relation, "_", "_"]))
        lines.append("")
    path = tmp_path_factory.mktemp("treebank") / "small.conllu"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


@pytest.fixture(scope="module")
def all_probes(bundled, test_file, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "probes"
    return probe(bundled, "annotated", test_file, folder=folder, ablation=True, sizes=(20,), **FEW), folder


def test_every_probe_has_its_rows(all_probes):
    found, _ = all_probes
    frame = found.to_polars()
    assert frame["probe"].unique(maintain_order=True).to_list() == list(NAMES)
    fitted = frame.filter(pl.col("probe") != "structural")
    scores = (
        ("uas", "argmax"),
        ("uas", "tree"),
        ("uas-punct", "argmax"),
        ("uuas", "tree"),
        ("control", "argmax"),
        ("size", "20"),
    )
    for metric, key in scores:
        one = fitted.filter(metric=metric, key=key)
        assert len(one) == len(NAMES) - 1
        assert one.select((pl.col("low") <= pl.col("value")) & (pl.col("value") <= pl.col("high"))).to_series().all()
    assert frame.filter(probe="structural", metric="uuas")["value"].is_between(0, 1).all()
    assert frame.filter(metric="weight", probe="attention")["key"].to_list()[:2] == ["w 1-1", "w 1-2"]
    assert len(frame.filter(metric="weight", probe="attention")) == 128
    assert frame.filter(metric="ablation", probe="attention")["key"][0].startswith("1 ")
    assert frame.filter(metric="loss", probe="attention")["key"].to_list() == ["train 1", "held-out 1", "train 2", "held-out 2"]
    assert frame.filter(metric="relation", probe="right-branching", key="amod")["value"].len() == 1
    select = frame.filter(metric="selectivity", probe="attention")["value"][0]
    assert select == pytest.approx(found.value("attention") - found.value("attention", "control"))


def test_right_branching_by_hand(all_probes):
    """Of "The old king saw a queen ." three words are right: the last before "king", "king", and "a"; with no, one or two "old"."""
    found, _ = all_probes
    assert found.value("right-branching") == 3 * 12 / sum(5 + number % 3 for number in range(12))
    assert found.value("right-branching", "relation", "det") == 1


def test_the_folder(all_probes, test_file, bundled):
    found, folder = all_probes
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "probes.parquet"]
    assert pl.read_parquet(folder / "probes.parquet").equals(found.to_polars())
    manifest = json.loads((folder / "manifest.json").read_text())
    assert [corpus["units"] for corpus in manifest["corpora"]] == [40, 12]
    assert manifest["options"]["probes"] == list(NAMES) and manifest["options"]["unknown_words"] == 0
    with pytest.raises(HeadscopeError, match="--force"):
        probe(bundled, "annotated", test_file, folder=folder, **FEW)


def test_repetition_memory_and_disk_are_equal(bundled, test_file, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names = ["attention-words"]

    def run(**options):
        frame = probe(bundled, "annotated", test_file, names, control=False, **options, **FEW).to_polars().drop("seconds")
        return frame.write_ipc(None).getvalue()

    first = run()
    assert run() == first
    assert run(memory=0.0001) == first
    assert not list(tmp_path.glob("headscope-maps-*"))  # the temporary cache is gone
    kept = tmp_path / "kept"
    assert run(keep_maps=kept) == first
    (shard,) = (kept / "train-model").glob("*.safetensors")
    before = shard.stat().st_mtime_ns
    assert run(keep_maps=kept) == first
    assert shard.stat().st_mtime_ns == before  # found again, not made again


def test_the_published_way_differs(bundled, test_file):
    runs = [
        probe(bundled, "annotated", test_file, ["attention-words"], control=False, as_published=way, **FEW)
        for way in (True, False)
    ]
    losses = [run.value("attention-words", "loss", "train 1") for run in runs]
    assert losses[0] != losses[1]
    assert runs[0].manifest.options["as_published"] is True


def test_random_weights_keep_the_embeddings(bundled):
    other, again, third = randomised(bundled, 1), randomised(bundled, 1), randomised(bundled, 2)
    own = dict(bundled.module.named_parameters())
    drawn = dict(other.module.named_parameters())
    assert torch.equal(own["bert.embeddings.word_embeddings.weight"], drawn["bert.embeddings.word_embeddings.weight"])
    assert torch.equal(own["bert.embeddings.LayerNorm.weight"], drawn["bert.embeddings.LayerNorm.weight"])
    name = next(name for name in own if name.endswith("query.weight"))
    assert not torch.equal(own[name], drawn[name])
    assert torch.equal(drawn[name], dict(again.module.named_parameters())[name])
    assert not torch.equal(drawn[name], dict(third.module.named_parameters())[name])
    assert other.body is not bundled.body and other.sites == bundled.sites


def test_no_test_sentence_and_unknown_names(bundled, tmp_path):
    bare = tmp_path / "bare.conllu"
    bare.write_text("1\tHello\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    with pytest.raises(HeadscopeError, match="no usable sentence"):
        probe(bundled, "annotated", str(bare), **FEW)
    with pytest.raises(HeadscopeError, match="Did you mean 'attention-words'"):
        probe(bundled, "annotated", probes=["attention-word"])
    with pytest.raises(HeadscopeError, match="twice"):
        probe(bundled, "annotated", probes=["attention", "attention"])


def test_what_is_tested_on_was_not_learned_from(bundled, monkeypatch):
    """Without a test corpus, and with one that is the training corpus; in the control task and from hidden vectors, too."""
    read = []
    monkeypatch.setattr(Session, "run", lambda self: read.append((self.train, self.test)) or [])
    runs = [probe(bundled, **given) for given in ({}, {"test": "annotated"}, {"train": ANNOTATED, "test": "annotated"})]
    for train, test in read:
        assert not set(train.documents) & set(test.documents) and not {*train.sentences} & {*test.sentences}
        assert len({*train.documents, *test.documents}) == 25 and len(train) + len(test) == 360
    for run in runs:
        said = run.manifest.options["split"]
        assert said["documents"] == {"train": 19, "test": 6} and "every fourth document is tested on" in said["rule"]
        assert len(set(said["sha256"].values())) == 2
        assert [(record.documents, record.units) for record in run.manifest.corpora] == [(19, 284), (6, 76)]


def test_words_of_a_document_in_both_are_refused_before_a_model_is_loaded(tmp_path):
    documents = ANNOTATED.read_text("utf-8").split("# newdoc")
    (tmp_path / "train.conllu").write_text("# newdoc".join(documents[:15]), "utf-8")
    (tmp_path / "test.conllu").write_text("# newdoc".join([documents[0], *documents[14:20]]), "utf-8")
    with pytest.raises(
        HeadscopeError, match=r"of the \d+ sentences of '.*test\.conllu' .* are in '.*train\.conllu' too, the first"
    ):
        probe("./nowhere", tmp_path / "train.conllu", tmp_path / "test.conllu")


def test_maps_kept_of_all_sentences_are_not_taken_for_those_of_some(bundled, test_file, tmp_path):
    """The same file and number of sentences, but others of them were left out of training."""
    trees = Path(test_file).read_text().strip().split("\n\n")
    found = []
    for number in (0, 1):  # sentences of six and of seven words
        (tmp_path / f"test{number}.conllu").write_text(f"{trees[number]}\n\n")
        test = str(tmp_path / f"test{number}.conllu")
        options = {"leave_out_shared": True, "settings": Settings(epochs=1), "control": False, "progress": False}
        for keep in (tmp_path / "kept", None):
            run = probe(bundled, test_file, test, ["attention"], keep_maps=keep, **options)
            found.append(run.value("attention", "loss", "train 1"))
    assert found[0] == found[1] and found[2] == found[3] != found[0]


def test_intervals_over_sentences():
    random = np.random.default_rng(0)
    total = random.integers(1, 20, 200).astype(np.float64)
    right = np.floor(total * random.random(200))
    found = with_interval(Counts(right, total))
    assert found["low"] < found["value"] < found["high"]
    nothing = difference(Counts(right, total), Counts(right, total))
    assert nothing == {"value": 0.0, "low": 0.0, "high": 0.0}
    apart = difference(Counts(total, total), Counts(right, total))
    assert apart["low"] < apart["value"] < apart["high"]
    few = with_interval(Counts(np.ones(3), np.ones(3)))
    assert few == {"value": 1.0, "low": None, "high": None}


def test_seeds_are_rows(bundled, test_file):
    found = probe(bundled, "annotated", test_file, ["attention"], seeds=(3, 5), control=False, **FEW)
    assert {row.seed for row in found.rows} == {3, 5}
    assert Path(test_file).stem == found.rows[0].corpus
