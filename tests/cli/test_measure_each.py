"""headscope measure of many models: a pattern of folders, revisions, one reading of the corpus, and going on after a stop; then track."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.api.measure_each import measure_each, named_models
from headscope.api.open import open_run
from headscope.api.track import track
from headscope.corpora import Corpus, open_corpus
from headscope.corpora.kept import KeptCorpus
from headscope.errors import HeadscopeError

STEPS = (0, 8, 16)


@pytest.fixture
def checkpoints(small_folder: Path, tmp_path: Path) -> Path:
    """Three checkpoints of the small model, each with a little more of its weights; and what is no model."""
    from safetensors.torch import load_file, save_file

    place = tmp_path / "checkpoints"
    for step in STEPS:
        shutil.copytree(small_folder, place / f"step-{step}")
        weights = load_file(place / f"step-{step}" / "model.safetensors")
        save_file(
            {name: one * (1 + step / 16) if one.ndim == 2 else one for name, one in weights.items()},
            place / f"step-{step}" / "model.safetensors",
            {"format": "pt"},
        )
    (place / "step-notes").mkdir()
    return place


def test_each_model_gets_the_run_that_it_would_get_alone(main, checkpoints: Path, text_file, tmp_path: Path) -> None:
    corpus = text_file(24)
    status, _, errors = main(
        "measure", "-m", checkpoints / "step-*", "-c", corpus, "--measure", "offset", "-o", tmp_path / "runs"
    )
    assert status == 0, errors
    assert (
        f"Wrote 3 runs to {tmp_path / 'runs'}. See them as one story: headscope track" in errors
        and "step-8: model 2 of 3" in errors
    )
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["step-0", "step-16", "step-8"]
    alone = measure(checkpoints / "step-8", str(corpus), ["offset"], progress=False)
    together = open_run(tmp_path / "runs" / "step-8")
    assert together.tally == alone.tally and together.manifest.corpora == alone.manifest.corpora
    story = track(sorted((tmp_path / "runs").iterdir()), progress=False)
    assert story.histories[0].labels == ("0", "8", "16")
    assert not np.allclose(story.histories[0].courses[0].value[0], story.histories[0].courses[0].value[2])


def test_the_corpus_is_read_once(checkpoints: Path, text_file, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    real = Corpus._read

    def counting(self, ledger):
        reads.append(self.name)
        return real(self, ledger)

    monkeypatch.setattr(Corpus, "_read", counting)
    models = {f"step-{step}": str(checkpoints / f"step-{step}") for step in STEPS}
    written = measure_each(models, str(text_file(24)), ["offset"], folder=tmp_path / "runs", progress=False)
    assert written == [tmp_path / "runs" / name for name in models] and reads == ["text"]


def test_a_stopped_job_goes_on(main, checkpoints: Path, text_file, tmp_path: Path) -> None:
    (checkpoints / "step-16" / "model.safetensors").rename(checkpoints / "weights")
    command = ("measure", "-m", checkpoints / "step-*", "-c", text_file(), "--measure", "offset", "-q", "-o", tmp_path / "runs")
    status, _, errors = main(*command)
    assert (
        status == 2
        and "step-16: The folder 'step-16' can't be loaded" in errors
        and "2 of 3 runs are finished: --resume keeps them." in errors
    )
    (checkpoints / "weights").rename(checkpoints / "step-16" / "model.safetensors")
    before = {name: (tmp_path / "runs" / name / "manifest.json").stat().st_mtime_ns for name in ("step-0", "step-8")}
    assert main(*command)[0] == 2, "a finished run is not overwritten unasked"
    assert main(*command, "--resume")[0] == 0
    assert {name: (tmp_path / "runs" / name / "manifest.json").stat().st_mtime_ns for name in before} == before
    assert open_run(tmp_path / "runs" / "step-16").manifest.model["name"] == "step-16"


def test_patterns_and_revisions_stand_for_models(checkpoints: Path, tmp_path: Path) -> None:
    found = named_models(str(checkpoints / "step-*"))
    assert list(found) == ["step-0", "step-8", "step-16"], "in the order of their steps, and only models"
    shutil.copytree(checkpoints, tmp_path / "more" / "seed-1")
    shutil.copytree(checkpoints, tmp_path / "more" / "seed-0")
    assert list(named_models(str(tmp_path / "more" / "*" / "step-*")))[:4] == [
        "seed-0/step-0",
        "seed-0/step-8",
        "seed-0/step-16",
        "seed-1/step-0",
    ]
    assert named_models("bert-8x8") is None and named_models(str(checkpoints)) is None
    for given in ("step0,,step1", "a,a", ""):
        with pytest.raises(HeadscopeError, match="--revisions takes names with commas"):
            named_models("some/model", given)
    for several in ("steps/*", "org/seed-{0,1}"):
        with pytest.raises(HeadscopeError, match="Give one or the other"):
            named_models(several, "a")
    with pytest.raises(HeadscopeError, match="No folder that"):
        named_models(str(tmp_path / "none-*"))


def test_braces_stand_for_each_of_their_words(checkpoints: Path) -> None:
    assert list(named_models(str(checkpoints / "step-{16,8}"))) == ["step-8", "step-16"], "folders, in the order of their steps"
    assert list(named_models(str(checkpoints / "ste{p-*,q}"))) == ["step-0", "step-8", "step-16"]
    assert named_models("{a,b}/m") == {"a-m": ("a/m", None), "b-m": ("b/m", None)}
    assert list(named_models("org/m-seed_{2..0}-step_{0,20k}")) == [
        f"m-seed_{seed}-step_{step}" for seed in (2, 1, 0) for step in ("0", "20k")
    ]
    assert named_models("org/m-{0..0}") == {"m-0": ("org/m-0", None)} and named_models("org/m{1}") is None
    for many in ("m-{0..999999999}", "m-{0..999}-{0..999}"):
        with pytest.raises(HeadscopeError, match="stands for more than"):
            named_models(many)


def test_a_revision_is_written_into_the_manifest(main, small_folder: Path, text_file, tmp_path: Path) -> None:
    """A folder has no revisions, so all are the same model here; on the Hub each is what it is called."""
    status, _, errors = main(
        "measure",
        "-m",
        small_folder,
        "--revisions",
        "step1000,step2000",
        "-c",
        text_file(),
        "--measure",
        "offset",
        "-q",
        "-o",
        tmp_path / "runs",
    )
    assert status == 0, errors
    told = [
        json.loads((tmp_path / "runs" / name / "manifest.json").read_text())["model"]["asked"]
        for name in ("step1000", "step2000")
    ]
    assert told == ["step1000", "step2000"]
    moved = [(tmp_path / "runs" / name).rename(tmp_path / f"run-{at}") for at, name in enumerate(("step2000", "step1000"))]
    assert track(moved, progress=False).histories[0].labels == ("1,000", "2,000"), "told from the manifest"


def test_mistakes_cost_no_work(main, checkpoints: Path, text_file, tmp_path: Path) -> None:
    file = text_file()
    assert "is a file: -o takes the folder" in main("measure", "-m", checkpoints / "step-*", "-c", file, "-o", file)[2]
    measure(checkpoints / "step-0", str(file), ["offset"], folder=tmp_path / "one", progress=False)
    assert "holds a run of one model" in main("measure", "-m", checkpoints / "step-*", "-c", file, "-o", tmp_path / "one")[2]
    status, table, errors = main(
        "measure", "-m", checkpoints / "step-*", "-c", file, "--measure", "offset", "--dry-run", "-o", tmp_path / "runs"
    )
    assert status == 0 and "offset" in table and "This is of the first of 3 models: step-0, step-8, step-16." in errors
    assert not (tmp_path / "runs").exists()


def test_a_corpus_that_is_kept_is_the_same_and_gives_up_when_large(text_file) -> None:
    plain = open_corpus(text_file(6))
    every = list(plain.documents())
    kept = KeptCorpus.of(plain)
    assert isinstance(kept, KeptCorpus) and kept.hash == plain.hash and KeptCorpus.of(kept) is kept
    first = kept.documents()
    assert [next(first), next(first)] == every[:2]
    assert list(kept.documents()) == every == list(kept.documents()), "one that stopped early leaves the rest to the next"
    small = KeptCorpus(plain.name, plain.origin, plain.files, plain.format, plain.hash, most=300)
    assert list(small.documents()) == every == list(small.documents()) and not small._read_already
