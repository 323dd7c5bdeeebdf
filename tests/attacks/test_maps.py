"""Files of maps that are damaged or meant to do harm: one sentence each, no memory, nothing run."""

import io
import json
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.models.maps import open_maps


def npy(array: np.ndarray | None = None, header: dict | None = None, version: bytes = b"\x01\x00", data: bytes = b"") -> bytes:
    """An array as NumPy writes it, or a header that says what it likes."""
    if array is not None:
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, array, allow_pickle=True)
        return buffer.getvalue()
    text = (repr(header) + "\n").encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text + data


GOOD = np.full((1, 1, 2, 2), 0.5)
LINE = {"id": "m", "tokens": ["a", "b"]}


def pack(folder: Path, members: dict[str, bytes], lines: str | None = None) -> Path:
    path = folder / "maps.npz"
    with zipfile.ZipFile(path, "w") as file:
        for name, data in members.items():
            file.writestr(name, data)
    path.with_suffix(".jsonl").write_text(json.dumps(LINE) + "\n" if lines is None else lines)
    return path


def refused(path: Path, *words: str) -> None:
    tracemalloc.start()
    with pytest.raises(HeadscopeError) as error:
        model, corpus = open_maps(path)
        measure(model, corpus, ["peak"], progress=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6
    assert "\n" not in str(error.value)
    for word in words:
        assert word in str(error.value)


def header(shape, dtype="<f8", order=False) -> dict:
    return {"descr": dtype, "fortran_order": order, "shape": shape}


ARRAYS = {
    "objects": (npy(np.array([[[[open]]]], dtype=object)), "dtype object"),
    "integers": (npy(np.ones((1, 1, 2, 2), np.int64)), "dtype int64"),
    "complex": (npy(np.ones((1, 1, 2, 2), np.complex64)), "dtype complex64"),
    "a structure": (npy(np.zeros((1, 1, 2, 2), [("a", "f8")])), "dtype"),
    "three axes": (npy(np.ones((1, 2, 2))), "expected [layer, head, 2, 2]"),
    "another length": (npy(np.ones((1, 1, 3, 3))), "[1, 1, 3, 3]: expected [layer, head, 2, 2] for its 2 tokens"),
    "no head": (npy(np.ones((1, 0, 2, 2))), "[1, 0, 2, 2]"),
    "a huge shape": (npy(header=header((1, 1, 2**31, 2**31)), data=b"x"), "where its header announces"),
    "fewer bytes": (npy(GOOD)[:-8], "where its header announces"),
    "more bytes": (npy(GOOD) + b"x", "where its header announces"),
    "a negative shape": (npy(header=header((-1, 1, 2, 2)), data=b"x" * 32), "'m'"),
    "a header that computes": (npy(header="__import__('os').system('touch harm')"), "'m'"),
    "an endless header": (npy(header=header((1,) * 15_000)), "'m'"),
    "another version": (npy(header=header((1, 1, 2, 2)), version=b"\x09\x00"), "'m'"),
    "no array": (b"hello", "'m'"),
    "nothing": (b"", "'m'"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    data, words = ARRAYS[name]
    refused(pack(tmp_path, {"m.npy": data}), words, "'m'")
    assert not (tmp_path / "harm").exists()


def test_zips(tmp_path):
    path = pack(tmp_path, {"m.npy": npy(GOOD)})
    whole = path.read_bytes()
    at = whole.index(GOOD.tobytes())
    path.write_bytes(whole[: at + 2] + b"\x01" + whole[at + 3 :])
    refused(path, "The map 'm'", "CRC")
    path.write_bytes(whole[: len(whole) // 2])
    refused(path, "is damaged or no such file")
    refused(pack(tmp_path, {"m.npy": npy(GOOD), "readme.txt": b"hello"}), "it holds 'readme.txt', which is no array")
    refused(pack(tmp_path, {}), "holds no map")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "w") as file:
        file.writestr("m.npy", npy(GOOD))
        file.writestr("m.npy", npy(GOOD))
    refused(path, "holds the map 'm' twice")


@pytest.mark.slow
def test_a_zip_bomb_is_not_unpacked(tmp_path):
    """A gigabyte of zeros in a megabyte: refused by its header, for two tokens."""
    path = tmp_path / "maps.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("m.npy", "w") as member:
        member.write(npy(header=header((1, 1, 11585, 11585))))
        for _ in range(64):
            member.write(bytes(2**24))
    path.with_suffix(".jsonl").write_text(json.dumps(LINE))
    refused(path, "'m'")


TREE = {"words": ["a", "b"], "deprels": ["x", "y"], "word_ids": [0, 1]}
LINES = {
    "no JSON": ("{", "line 1 is not JSON"),
    "deep JSON": ("[" * 100_000, "line 1 is not JSON"),
    "a list": ("[1]", "line 1 is not a JSON object"),
    "no id": ('{"tokens": ["a", "b"]}', "line 1 has no id"),
    "a number for an id": ('{"id": 1, "tokens": ["a", "b"]}', "line 1 has no id"),
    "no tokens": ('{"id": "m"}', "(the map 'm') has no tokens"),
    "a text for tokens": ('{"id": "m", "tokens": "ab"}', "tokens is not a list of texts"),
    "numbers for tokens": ('{"id": "m", "tokens": [1, 2]}', "tokens is not a list of texts"),
    "special outside": ({"special": [2]}, "special names position 2, but there are 2 tokens"),
    "special before": ({"special": [-1]}, "special is not a list of positions"),
    "special truths": ({"special": [True]}, "special is not a list of positions"),
    "segments too short": ({"segment": [0]}, "segment has 1 entries, but there are 2 tokens"),
    "a third segment": ({"segment": [0, 2]}, "segment is not a list of 0 or 1"),
    "word ids without end": ({"word_ids": [0, 1, 2]}, "word_ids has 3 entries"),
    "word ids outside": ({"word_ids": [0, 1], "words": ["a"]}, "word_ids names word 1"),
    "heads without words": ({"heads": [0]}, "heads has 1 entries, but there are no words"),
    "heads outside": ({"heads": [2], "words": ["a"]}, "word 1 has the head 2, but there are 1 words"),
    "too few relations": ({"deprels": ["root"], "words": ["a", "b"]}, "deprels has 1 entries"),
    "a number for a document": ({"document": 3}, "document is not a text"),
    "the same id twice": (json.dumps(LINE) + "\n" + json.dumps(LINE), "two lines with the id 'm'"),
    "an id without a map": (json.dumps(LINE) + '\n{"id": "n", "tokens": ["a"]}', "The map 'n' of"),
    "a cycle": ({**TREE, "heads": [2, 1]}, "no word is the root"),
    "a cycle beside the root": ({**TREE, "words": ["a", "b", "c"], "deprels": ["x"] * 3, "heads": [2, 1, 0]}, "form a cycle"),
    "its own head": ({**TREE, "heads": [1, 0]}, "is its own head"),
    "two roots": ({**TREE, "heads": [0, 0]}, "are both roots"),
    "a head out of range": ({**TREE, "heads": [0, 3]}, "has the head 3, but there are 2 words"),
    "a map without a line": ('{"id": "n", "tokens": ["a"]}', "'n'"),
    "nothing": ("", "The map 'm' of"),
    "not UTF-8": ("\udcff", "is not valid UTF-8"),
}


@pytest.mark.parametrize("name", LINES)
def test_lines(tmp_path, name):
    given, words = LINES[name]
    text = json.dumps(LINE | given) if isinstance(given, dict) else given
    path = pack(tmp_path, {"m.npy": npy(GOOD)})
    path.with_suffix(".jsonl").write_bytes(text.encode("utf-8", "surrogateescape"))
    refused(path, words)


def test_maps_of_two_models(tmp_path):
    lines = "".join(json.dumps(LINE | {"id": name}) + "\n" for name in "mn")
    path = pack(tmp_path, {"m.npy": npy(GOOD), "n.npy": npy(GOOD.repeat(2, 1))}, lines)
    refused(path, "The map 'n' has 1 layers of 2 heads, but 'm' has 1 of 1")


def test_safetensors(tmp_path):
    path = tmp_path / "maps.safetensors"
    path.with_suffix(".jsonl").write_text(json.dumps(LINE))
    for data in (b"", b"\xff" * 8, struct.pack("<Q", 2) + b"{}", struct.pack("<Q", 2**40) + b"{}"):
        path.write_bytes(data)
        refused(path, "maps.safetensors'")
    text = json.dumps({"m": {"dtype": "I64", "shape": [1, 1, 2, 2], "data_offsets": [0, 32]}}).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(32))
    refused(path, "the map 'm' is of dtype I64: expected float16, float32 or float64")
