"""Kept maps: a folder that may hold a user's own files, of which none is ever touched."""

from pathlib import Path

import polars as pl
import pytest
import torch

from headscope.api.probe import probe
from headscope.errors import HeadscopeError
from headscope.probes import Settings
from headscope.runs.map_shards import Shards, ShardWriter

MAP = torch.arange(12, dtype=torch.float16).reshape(2, 3, 2)
FEW = {"settings": Settings(epochs=1), "control": False, "progress": False}
THESIS = "three years of work"


def keep(folder: Path, maps: int, about: str) -> Shards:
    """Each map in a file of its own."""
    writer = ShardWriter(folder, {"of": about}, shard=1)
    for number in range(maps):
        writer.add(number, MAP + number)
    return writer.finish()


def test_files_of_others_stay(tmp_path):
    (tmp_path / "maps" / "drafts").mkdir(parents=True)
    for name in ("thesis.txt", "drafts/one.txt", "weights.safetensors", "index.json.partial", "1.safetensors"):
        (tmp_path / "maps" / name).write_text(THESIS)
    keep(tmp_path / "maps", 3, "first")
    keep(tmp_path / "maps", 1, "second")
    left = {str(path.relative_to(tmp_path / "maps")) for path in (tmp_path / "maps").rglob("*") if path.is_file()}
    ours = {"index.json", "00000.safetensors"}
    assert left - ours == {"thesis.txt", "drafts/one.txt", "weights.safetensors", "index.json.partial", "1.safetensors"}
    assert all((tmp_path / "maps" / name).read_text() == THESIS for name in left - ours)
    assert Shards.find(tmp_path / "maps", {"of": "first"}) is None
    found = Shards.find(tmp_path / "maps", {"of": "second"})
    assert found is not None and torch.equal(found[0], MAP)


def test_what_is_not_kept_has_no_name_and_can_be_read(tmp_path):
    """So nothing stays where the process is killed."""
    writer = ShardWriter(tmp_path, {}, shard=1, kept=False)
    for number in range(3):
        writer.add(number, MAP + number)
        assert not list(tmp_path.iterdir())
    found = writer.finish()
    assert all(torch.equal(found[number], MAP + number) for number in range(3)) and found.heads == 2
    assert not list(tmp_path.iterdir())


def test_a_changed_bit_is_found_before_a_map_is_read(tmp_path):
    """In a file of maps a sentence; in the index, which says whose maps these are, none are found, and they are made anew."""
    keep(tmp_path, 2, "some")
    for name in ("00001.safetensors", "index.json"):
        path = tmp_path / name
        whole = path.read_bytes()
        for at in range(0, len(whole), 7):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
            found = Shards.find(tmp_path, {"of": "some"})
            if name == "index.json":
                assert found is None
                continue
            assert found is not None and torch.equal(found[0], MAP)
            with pytest.raises(HeadscopeError, match=r"00001\.safetensors' are damaged.*index\.json', and they are made anew"):
                found[1]
        path.write_bytes(whole)
    found = Shards.find(tmp_path, {"of": "some"})
    assert found is not None and torch.equal(found[1], MAP + 1)


@pytest.mark.parametrize("name", ["index.json", "00000.safetensors", "00007.safetensors"])
def test_a_file_of_others_in_the_way_is_a_sentence(tmp_path, name):
    (tmp_path / name).write_text(THESIS)
    with pytest.raises(HeadscopeError, match=rf"{name}' was not written by headscope.*another folder"):
        ShardWriter(tmp_path, {})
    assert (tmp_path / name).read_text() == THESIS


def test_what_a_killed_writer_left_is_known_and_replaced(tmp_path):
    writer = ShardWriter(tmp_path, {}, shard=1)
    for number in range(3):
        writer.add(number, MAP)
    (tmp_path / ".headscope-maps.partial").write_bytes(b"half")
    assert Shards.find(tmp_path, {}) is None
    keep(tmp_path, 1, "next")
    assert {path.name for path in tmp_path.iterdir()} == {"index.json", "00000.safetensors"}


def test_probing_leaves_a_users_files_and_tells_seeds_of_random_weights_apart(
    bundled, short_sentences, write_sentences, tmp_path
):
    """`--keep-maps DIR` with a thesis in DIR/train-random, which was deleted once; then maps of weights drawn with another seed."""
    corpus = str(write_sentences(short_sentences[:24]))
    thesis = tmp_path / "kept" / "train-random" / "thesis.txt"
    thesis.parent.mkdir(parents=True)
    thesis.write_text(THESIS)

    def numbers(seed: int, keep_maps: Path | None) -> pl.DataFrame:
        found = probe(bundled, corpus, corpus, ["random-words"], seeds=[seed], keep_maps=keep_maps, **FEW)
        return found.to_polars().drop("seconds")

    first = numbers(0, tmp_path / "kept")
    second = numbers(1, tmp_path / "kept")
    assert second.equals(numbers(1, None))
    assert not first["value"].equals(second["value"])
    assert thesis.read_text() == THESIS
