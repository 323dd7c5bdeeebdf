"""A user's mistake: one sentence on standard error, exit status 2, nothing left behind."""

import subprocess

import pytest


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """A folder with a good corpus and several bad ones, and nothing else."""
    (tmp_path / "good.txt").write_text("One line.\nAnother one.\n")
    (tmp_path / "empty.txt").write_text("\n \n")
    (tmp_path / "binary.txt").write_bytes(b"\x7fELF\0\0\0\0")
    (tmp_path / "latin.txt").write_bytes("Caf\u00e9.\n".encode("latin-1"))
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("mine")
    (tmp_path / "no-model").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


CASES = {
    "no such file": (["-c", "missing.txt"], "There is no file or folder 'missing.txt'"),
    "empty file": (["-c", "empty.txt"], "The corpus 'empty.txt' is empty"),
    "binary file": (["-c", "binary.txt"], "is a binary file"),
    "invalid UTF-8": (["-c", "latin.txt"], "byte 0xe9 at offset 3 (line 1, column 4)"),
    "no such model": (["-m", "./nowhere"], "There is no folder './nowhere'"),
    "no such model on the Hub": (["-m", "nobody/nothing"], "The bundled models need no network: -m bert-8x8 or -m gpt-8x8."),
    "not a model": (["-m", "no-model"], "holds no model: expected a config.json"),
    "unknown measure": (["--measure", "entropi"], "There is no measure named 'entropi'. Did you mean 'entropy'?"),
    "unknown key": (["--measure", "token=spe"], "Did you mean 'sep'?"),
    "measure twice": (["--measure", "peak", "--measure", "peak"], "asked for twice"),
    "no offset": (["--measure", "offset=far"], "'far' is not an offset"),
    "too long": (["--max-length", "300"], "longer than this model reads: at most 256 tokens"),
    "too short": (["--max-length", "2"], "leaves no room for text"),
    "no units": (["--limit", "0"], "--limit 0 is too small"),
    "bad masking": (["--masking", "0.15"], "'0.15' is not a masking: expected three shares"),
    "impossible masking": (["--masking", "0.5,0.9,0.2"], "Masking takes shares from 0 to 1"),
    "unknown segments": (["--segments", "random"], "--segments 'random' is not known: expected paragraphs or filled."),
    "unknown segment ids": (["--segment-ids", "one"], "--segment-ids 'one' is not known: expected pair or zero."),
    "unknown precision of maps": (["--map-precision", "int8"], "--map-precision 'int8' is not known"),
    "unknown smoothing": (["--smoothing", ""], "--smoothing '' is not known: expected none or published."),
    "unknown loss": (["--as-published", "--loss", "max"], "--loss 'max' is not known: expected mean or sum."),
    "unknown gradient": (["--gradient-per", "head"], "--gradient-per 'head' is not known: expected pair or token."),
    "bad shard": (["--shard", "4/3"], "'4/3' is not a shard"),
    "empty shard": (["--shard", "2/2"], "Shard 2/2 is empty"),
    "no such device": (["--device", "abacus"], "'abacus' is not a device"),
    "no such dtype": (["--dtype", "int8"], "'int8' is not a dtype"),
    "folder in use": (["-o", "thesis"], "'thesis' is not empty and not a run"),
    "output is a file": (["-o", "good.txt"], "is a file"),
    "unknown format": (["--dry-run", "--format", "xml"], "There is no format named 'xml'"),
}


@pytest.mark.parametrize("case", CASES)
def test_one_sentence_and_nothing_behind(workplace, main, case):
    extra, words = CASES[case]
    before = sorted(workplace.rglob("*"))
    arguments = ["measure", *extra]
    arguments += [] if "-o" in extra else ["-o", "run"]
    arguments += [] if "-c" in extra else ["-c", "good.txt"]
    status, output, errors = main(*arguments)
    assert status == 2
    assert words in errors
    assert errors.startswith("headscope: ") and errors.count("\n") == 1, errors
    assert output == ""
    assert sorted(workplace.rglob("*")) == before


def test_reading_what_is_no_run(workplace, main):
    assert main("show", "nowhere")[0] == 2
    status, _, errors = main("show", "thesis")
    assert status == 2 and "is not a finished run" in errors
    assert main("merge", "thesis", "-o", "out")[0] == 2
    assert main("list", "heads")[0] == 2
    assert not (workplace / "out").exists()


def test_a_model_without_attention(workplace, main, bundled):
    from transformers import MambaConfig, MambaModel

    MambaModel(MambaConfig(vocab_size=100, hidden_size=16, num_hidden_layers=1)).save_pretrained("mamba")
    bundled.encoder.tokenizer.save_pretrained("mamba")
    status, _, errors = main("measure", "-m", "mamba", "-c", "good.txt", "-o", "run")
    assert status == 2
    assert "gives no attention weights" in errors
    assert not (workplace / "run").exists()


def test_a_real_full_disk(workplace, headscope):
    """A file system of 100 KB, where the machine lets us make one."""
    (workplace / "small").mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", "small"], capture_output=True)
    if mounted.returncode:
        pytest.skip("no permission to mount a small file system; tests/runs/test_folder.py has the made-up one")
    try:
        done = headscope("measure", "-c", "good.txt", "-o", "small/run")
        assert done.returncode == 2
        assert "The disk is full" in done.stderr and "Traceback" not in done.stderr
        assert not list((workplace / "small").iterdir())
    finally:
        subprocess.run(["umount", "small"], check=True)


def test_no_traceback_in_a_real_process(workplace, headscope):
    done = headscope("measure", "-c", "latin.txt", "-o", "run")
    assert done.returncode == 2
    assert done.stderr.startswith("headscope: 'latin.txt' is not valid UTF-8") and done.stdout == ""
