"""Small mistakes and small accidents, each one sentence."""

import shutil

import pytest

from headscope.api.corpus import open_sources
from headscope.api.measure import measure, planned
from headscope.errors import HeadscopeError
from headscope.models.reasons import reason
from headscope.names import CHECKPOINT
from headscope.runs import local
from headscope.runs.folder import RunFolder
from headscope.runs.progress import Progress

PIXEL = b"\x89PNG\r\n\x1a\n"


def test_a_folder_of_text_with_one_picture_is_text(tmp_path):
    (tmp_path / "a.txt").write_text("Some text.")
    (tmp_path / "b.txt").write_text("More text.")
    (tmp_path / "cover.png").write_bytes(PIXEL)
    (found,) = open_sources(str(tmp_path))
    assert found.format == "plain" and len(found.files) == 2
    for name in ("c.png", "d.png"):
        (tmp_path / name).write_bytes(PIXEL)
    assert open_sources(str(tmp_path))[0].format == "images", "pictures with a licence and a list beside them"


def test_everything_broken_says_how_much(small, tmp_path):
    (tmp_path / "a.conllu").write_text("1\tw\t_\tX\t_\t_\t1\troot\t_\t_\n\n" * 7)
    with (
        pytest.raises(HeadscopeError, match=r"all of it is broken.*sentences with a word that is its own head \(7\)"),
        planned(small, str(tmp_path / "a.conllu"), ["offset"], {"skip_broken": True, "max_length": 32}, progress=False),
    ):
        pass


def test_a_folder_that_was_removed_meanwhile_is_named(tmp_path):
    with (
        pytest.raises(HeadscopeError, match="was removed, or emptied, while this run was writing to it"),
        RunFolder(tmp_path / "run").locked() as folder,
    ):
        shutil.rmtree(tmp_path / "run")
        folder.write({CHECKPOINT: b"1"})
    assert not (tmp_path / "run").exists()


def test_a_running_job_whose_folder_was_removed_says_so(small, text_file, tmp_path, monkeypatch):
    real = Progress.advance

    def advance(*arguments):
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        return real(*arguments)

    monkeypatch.setattr(Progress, "advance", advance)
    for seconds in (0.0, 1e9):  # at a checkpoint, and when all is measured
        monkeypatch.setattr(local, "CHECKPOINT_SECONDS", seconds)
        with pytest.raises(HeadscopeError, match=r"run' was removed, or emptied, while this run was writing to it.*again\.$"):
            measure(small, str(text_file(documents=90)), ["peak"], folder=tmp_path / "run", max_length=24, progress=False)
        assert not (tmp_path / "run").exists()


def test_advice_of_others_that_is_wrong_here_is_not_passed_on():
    torch_says = RuntimeError(
        "Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` will likely succeed"
    )
    assert "weights_only" not in reason(torch_says) and "safetensors" in reason(torch_says)
    transformers_says = RuntimeError(
        "You set `ignore_mismatched_sizes` to `False`, thus raising an error. Look at the above report!"
    )
    assert "above" not in reason(transformers_says) and "config.json" in reason(transformers_says)
    assert reason(OSError("no file\nmore")) == "no file"


def test_a_path_of_5000_characters_is_a_sentence(main):
    for words in (("show", "a" * 5000), ("measure", "-c", "b" * 5000), ("measure", "--limit", "1", "-o", "c" * 5000)):
        status, _, errors = main(*words)
        assert status == 2 and errors.count("\n") == 1 and len(errors) < 300, errors
