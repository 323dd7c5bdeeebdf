"""`headscope maps`, and `headscope measure --maps`: there and back, and what is said when it can't be."""

import json
import pickle
import signal
import subprocess
import time
import zipfile

import numpy as np
import polars
import pytest

import headscope as hs
from headscope.models.maps import write

KEYS = ["stack", "layer", "head", "measure", "key"]


@pytest.fixture
def here(tmp_path, monkeypatch, text_file):
    """A folder with a corpus, two small maps, and a pickle of maps."""
    monkeypatch.chdir(tmp_path)
    text_file(documents=5)
    maps = {f"m{i}": np.full((2, 3, n, n), 1 / n, np.float16) for i, n in ((1, 4), (2, 2))}
    np.savez(tmp_path / "small.npz", **maps)
    tokens = {"m1": ["[CLS]", "a", ",", "[SEP]"], "m2": ["[CLS]", "[SEP]"]}
    (tmp_path / "small.jsonl").write_text("".join(json.dumps({"id": name, "tokens": tokens[name]}) + "\n" for name in maps))
    segments = [{"tokens": tokens[name], "attns": maps[name]} for name in maps]
    (tmp_path / "old_attn.pkl").write_bytes(pickle.dumps(segments, protocol=2))
    return tmp_path


def frame(folder, name="scores") -> polars.DataFrame:
    keys = KEYS if name == "scores" else ["measure", "key", "name"]
    return polars.read_parquet(folder / f"{name}.parquet").sort(keys).select(*keys, "weight", "value", "low", "high")


def assert_same(one, other, tolerance: float, columns=("value", "low", "high")) -> None:
    for name in ("scores", "baselines"):
        a, b = frame(one, name), frame(other, name)
        assert a.height and a.drop("value", "low", "high").equals(b.drop("value", "low", "high"))
        for column in columns:
            if a[column].null_count() == 0:
                assert np.abs(a[column].to_numpy() - b[column].to_numpy()).max() <= tolerance


def test_there_and_back(tmp_path, main):
    """The bundled model's first segments, measured directly and from files of both kinds."""
    options = ["--limit", 24, "--max-length", 48, "-q"]
    shown = [arg for name in ("offset", "token", "token-from-sep", "entropy", "peak") for arg in ("--measure", name)]
    assert main("measure", *options, *shown, "-o", tmp_path / "direct")[0] == 0
    for name in ("a.npz", "b.safetensors", "half.npz"):
        precision = ["--precision", "float16"] if name == "half.npz" else []
        assert main("maps", *options, *precision, "-o", tmp_path / name) == (0, "", "")
        assert main("measure", "--maps", tmp_path / name, "-q", *shown, "-o", tmp_path / f"run-{name}") == (0, "", "")
    assert_same(tmp_path / "direct", tmp_path / "run-a.npz", 5e-6)  # entropy: of rows in float32 here, of maps in float64 there
    assert_same(tmp_path / "run-a.npz", tmp_path / "run-b.safetensors", 1e-9)
    # In half precision the least weights are 0, and the interval of a score of 0 is another than that of one close to it.
    assert_same(tmp_path / "direct", tmp_path / "run-half.npz", 5e-3, ("value",))
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines][:4] == [f"dialogue.txt:{place}" for place in ("1/1", "1/2", "1/3", "2/1")]
    assert lines[0]["special"][0] == 0 and lines[0]["document"] == "dialogue.txt:1"
    with np.load(tmp_path / "a.npz") as arrays:
        assert arrays["dialogue.txt:1/1"].shape == (8, 8, len(lines[0]["tokens"]), len(lines[0]["tokens"]))
        assert arrays["dialogue.txt:1/1"].dtype == np.float32
    with np.load(tmp_path / "half.npz") as arrays:
        assert {arrays[name].dtype for name in arrays} == {np.dtype(np.float16)}
    manifest = hs.open(tmp_path / "run-a.npz").manifest
    assert (manifest.model["name"], manifest.model["road"], manifest.corpora[0].format) == ("a", "maps", "maps")
    direct = hs.open(tmp_path / "direct").manifest
    assert manifest.units == 24 and manifest.corpora[0].documents == direct.corpora[0].documents > 1


def test_the_same_command_writes_the_same_bytes(here, main):
    for name in "ab":
        assert main("maps", "-c", "text.txt", "--batch-size", 3, "-q", "-o", f"{name}.npz")[0] == 0
    assert (here / "a.npz").read_bytes() == (here / "b.npz").read_bytes()
    assert (here / "a.jsonl").read_bytes() == (here / "b.jsonl").read_bytes()


def test_shards_and_a_dry_run_of_maps(here, main):
    status, output, errors = main("measure", "--maps", "small.npz", "-o", "run", "--dry-run")
    assert status == 0, errors
    assert "small: 6 heads through the maps on cpu" in output and not (here / "run").exists()
    assert main("measure", "--maps", "small.npz", "-o", "part", "--shard", "2/2")[0] == 2, "two maps are one chunk"
    assert main("measure", "--maps", "small.npz", "-o", "run", "--limit", 1, "-q")[0] == 0
    assert hs.open(here / "run").manifest.units == 1


def test_converting_a_published_pickle(here, main):
    status, output, errors = main("maps", "old_attn.pkl", "-o", "new.npz")
    assert (status, output) == (0, "")
    assert errors == "Wrote new.npz and new.jsonl: 2 maps, 0.0 MB. Measure them with: headscope measure --maps new.npz -o DIR\n"
    assert main("measure", "--maps", "new.npz", "-q", "-o", "from-pickle")[0] == 0
    assert main("measure", "--maps", "small.npz", "-q", "-o", "from-maps")[0] == 0
    assert_same(here / "from-pickle", here / "from-maps", 0)
    assert main("maps", "old_attn.pkl", "-o", "wide.safetensors", "--limit", 1, "--precision", "float32", "-q")[0] == 0
    (only,) = hs.models.maps.open_maps(here / "wide.safetensors")[0]._arrays.shapes.values()
    assert only == (2, 3, 4, 4)


def test_a_pickle_that_calls_something_is_refused(here, main):
    (here / "bad.pkl").write_bytes(b"cos\nsystem\n(U\x0atouch harmtR.")
    before = sorted(here.iterdir())
    status, _, errors = main("maps", "bad.pkl", "-o", "new.npz")
    assert status == 2 and "it asks for 'os.system'" in errors and errors.count("\n") == 1
    assert sorted(here.iterdir()) == before


def test_short_rows_are_told_once(here, main):
    maps = {f"m{i}": np.full((2, 3, n, n), 0.9 / n) for i, n in ((1, 4), (2, 2))}
    np.savez(here / "small.npz", **maps)
    _, _, errors = main("measure", "--maps", "small.npz", "-o", "run")
    assert (
        errors.count("sum to less than 1") == 1
        and "In 2 maps ('m1' for one) 36 rows sum to less than 1, the least to 0.9" in errors
    )
    assert main("measure", "--maps", "small.npz", "-o", "run", "--force", "-q") == (0, "", "")


CASES = {
    "no such maps": (["measure", "--maps", "none.npz", "-o", "run"], "There is no file 'none.npz'"),
    "no such format": (["measure", "--maps", "text.txt", "-o", "run"], "expected .npz or .safetensors"),
    "a pickle": (["measure", "--maps", "old_attn.pkl", "-o", "run"], "headscope maps old_attn.pkl -o old_attn.npz"),
    "no lines": (["measure", "--maps", "alone.npz", "-o", "run"], "There is no 'alone.jsonl' beside 'alone.npz'"),
    "a model too": (["measure", "--maps", "small.npz", "-m", "other", "-o", "run"], "--model does not go with it"),
    "segments too": (["measure", "--maps", "small.npz", "--segments", "filled", "-o", "run"], "--segments does not go with it"),
    "segment ids too": (["measure", "--maps", "small.npz", "--segment-ids", "pair", "-o", "run"], "--segment-ids does not go"),
    "a loss too": (["measure", "--maps", "small.npz", "--loss", "sum", "-o", "run"], "--loss does not go with it"),
    "gradients too": (["measure", "--maps", "small.npz", "--gradient-per", "token", "-o", "run"], "--gradient-per does not go"),
    "a corpus too": (["measure", "--maps", "small.npz", "-c", "text.txt", "-o", "run"], "--corpus does not go with it"),
    "a length too": (["measure", "--maps", "small.npz", "--max-length", "9", "-o", "run"], "--max-length does not go"),
    "a gradient": (["measure", "--maps", "small.npz", "--measure", "gradient", "-o", "run"], "'gradient' can't be measured"),
    "no attention": (["measure", "--maps", "wrong.npz", "-o", "run"], "The map 'm1' is not attention"),
    "another suffix": (["maps", "-o", "maps.zip"], "-o takes a file that ends in .npz or .safetensors"),
    "there already": (["maps", "-o", "small.npz"], "'small.npz' is there already"),
    "lines there already": (["maps", "-o", "small.safetensors"], "'small.jsonl' is there already"),
    "no folder": (["maps", "-o", "no/maps.npz"], "'no' is no folder"),
    "a folder": (["maps", "-o", "folder.npz"], "'folder.npz' is a folder"),
    "no precision": (["maps", "-o", "maps.npz", "--precision", "float8"], "There is no precision named 'float8'"),
    "no corpus": (["maps", "-c", "none.txt", "-o", "maps.npz"], "There is no file or folder 'none.txt'"),
    "an empty corpus": (["maps", "-c", "empty.txt", "-o", "maps.npz"], "The corpus 'empty.txt' is empty"),
    "no units": (["maps", "--limit", "0", "-o", "maps.npz"], "--limit 0 is too small"),
    "too long": (["maps", "--max-length", "900", "-o", "maps.npz"], "longer than this model reads"),
    "no pickle": (["maps", "none.pkl", "-o", "maps.npz"], "There is no file 'none.pkl'"),
    "a pickle and a model": (["maps", "old_attn.pkl", "-m", "other", "-o", "maps.npz"], "is converted as it is"),
}


@pytest.mark.parametrize("case", CASES)
def test_one_sentence_and_nothing_behind(here, main, case):
    np.savez(here / "alone.npz", m1=np.ones((1, 1, 1, 1)))
    np.savez(here / "wrong.npz", m1=np.full((1, 1, 2, 2), 0.7))
    (here / "wrong.jsonl").write_text('{"id": "m1", "tokens": ["a", "b"]}\n')
    (here / "folder.npz").mkdir()
    (here / "empty.txt").write_text("\n")
    before = {path: path.stat().st_mtime_ns for path in here.rglob("*")}
    arguments, words = CASES[case]
    status, output, errors = main(*arguments)
    assert status == 2 and words in errors and output == ""
    assert errors.startswith("headscope: ") and errors.count("\n") == 1, errors
    assert {path: path.stat().st_mtime_ns for path in here.rglob("*")} == before


def test_force_replaces_both_files(here, main):
    assert main("maps", "-c", "text.txt", "--limit", 3, "-q", "-o", "small.npz", "--force")[0] == 0
    assert len((here / "small.jsonl").read_text().splitlines()) == 3
    with zipfile.ZipFile(here / "small.npz") as file:
        assert sorted(file.namelist()) == ["1/1.npy", "1/2.npy", "2/1.npy"]


def test_several_stacks_are_refused(here, main, bundled):
    from transformers import BartConfig, BartModel

    sizes = {"encoder_layers": 1, "decoder_layers": 1, "encoder_attention_heads": 2, "decoder_attention_heads": 2}
    config = BartConfig(
        vocab_size=16384, d_model=16, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=256, **sizes
    )
    BartModel(config).save_pretrained("bart")
    bundled.encoder.tokenizer.save_pretrained("bart")
    status, _, errors = main("maps", "-m", "bart", "-c", "text.txt", "-o", "maps.npz")
    assert status == 2 and "'bart' has maps of 3 stacks" in errors.splitlines()[-1]
    assert not list(here.glob("*maps.*"))


def test_safetensors_that_would_not_fit_into_memory(here, main, monkeypatch):
    monkeypatch.setattr(write, "MOST_IN_MEMORY", 100_000)
    before = sorted(here.iterdir())
    status, _, errors = main("maps", "-c", "text.txt", "-q", "-o", "maps.safetensors")
    assert status == 2 and "write an .npz instead" in errors
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize("name", ["maps.npz", "maps.safetensors"])
@pytest.mark.parametrize("old", [False, True])
def test_a_real_full_disk(here, headscope, name, old):
    """A file system of 400 KB, where the machine lets us make one; old maps survive what could not replace them."""
    (here / "disk").mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", "disk"], capture_output=True)
    if mounted.returncode:
        pytest.skip("no permission to mount a small file system")
    try:
        if old:
            (here / "disk" / name).write_text("old")
        done = headscope("maps", "-c", "text.txt", "--force", "-o", f"disk/{name}")
        assert done.returncode == 2, done.stderr
        assert "The disk is full" in done.stderr and "Traceback" not in done.stderr and "Exception" not in done.stderr
        assert [path.name for path in (here / "disk").iterdir()] == ([name] if old else [])
        assert not old or (here / "disk" / name).read_text() == "old"
    finally:
        subprocess.run(["umount", "disk"], check=True)


@pytest.mark.slow
def test_stopped_by_a_signal_nothing_is_left(here, text_file, start):
    text_file(documents=3000)
    before = sorted(here.iterdir())
    process, said = start("maps", "-c", "text.txt", "-o", "maps.npz")
    while not any(path.stat().st_size for path in here.glob(".maps.npz*")):  # maps are being written
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.wait(240) == 130 and said().endswith("headscope: stopped. Nothing was written.\n")
    assert sorted(here.iterdir()) == before


def test_a_report_of_maps(here, main):
    """The page of attention made elsewhere; what a model would be needed for does not go with it."""
    status, output, errors = main("report", "--maps", "small.npz", "-o", "atlas", "-q")
    assert (status, output) == (0, "atlas/report.html\n"), errors
    assert "small" in (here / "atlas" / "report.html").read_text()
    assert hs.open("atlas").manifest.model["road"] == "maps"
    status, _, errors = main("report", "--maps", "small.npz", "-m", "other", "-o", "second", "-q")
    assert status == 2 and "--model does not go with it" in errors and not (here / "second").exists()
    status, output, _ = main("report", "--maps", "small.npz", "--dry-run", "-q", "-o", "third")
    assert status == 0 and "Nothing was written" in output and not (here / "third").exists()
