"""Pickles that would do harm if they were run. None may do anything but end in one sentence."""

import io
import os
import pickle
import struct
import subprocess
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.models.maps import unpickle
from headscope.models.maps.pickles import read_segments

ARRAY = np.ones((1, 1, 1, 1), np.float16)
RECONSTRUCT = b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R"
DTYPE = b"cnumpy\ndtype\nU\x02f2K\x00K\x01\x87R"


class Call:
    """Pickles as a call of anything."""

    def __init__(self, function, *values, state=None):
        self.made = (function, values) if state is None else (function, values, state)

    def __reduce__(self):
        return self.made


def refused(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "attack.pkl"
    path.write_bytes(data)
    with pytest.raises(HeadscopeError) as error:
        list(read_segments(path))
    assert "\n" not in str(error.value) and len(str(error.value)) < 700 + len(str(path))
    return str(error.value)


CALLS = {
    "os.system": Call(os.system, "touch harm"),
    "eval": Call(eval, "open('harm', 'w')"),
    "exec": Call(exec, "open('harm', 'w')"),
    "open": Call(open, "harm", "w"),
    "getattr": Call(getattr, "x", "upper"),
    "import": Call(__import__, "antigravity"),
    "subprocess": Call(subprocess.check_output, ["touch", "harm"]),
    "touch": Call(Path("harm").touch),
    "bytearray": Call(bytearray, 10**12),
    "in a token": {"tokens": [Call(os.system, "touch harm")], "attns": ARRAY},
    "inside a call": Call(np.frombuffer, Call(os.system, "touch harm")),
    "in a state": Call(
        np._core.multiarray._reconstruct, np.ndarray, (0,), b"b", state=(1, (1,), Call(eval, "1"), False, b"12")
    ),
    "numpy load": Call(np.load, "harm.npy", None, True),
    "numpy's exec": Call(np.vectorize, "x"),
    "an object": io.StringIO("x"),
    "an exception": ValueError("x"),
    "a set": {1, 2},
    "a complex": 1j,
    "a range": range(10**12),
    "a path": Path("harm"),
}


@pytest.mark.parametrize("protocol", [2, 4, 5])
@pytest.mark.parametrize("name", CALLS)
def test_calls(tmp_path, monkeypatch, name, protocol):
    monkeypatch.chdir(tmp_path)
    data = pickle.dumps([CALLS[name], {"tokens": ["a"], "attns": ARRAY}], protocol=protocol)
    message = refused(tmp_path, data)
    assert "nothing in it was run: it asks for " in message
    assert [path.name for path in tmp_path.iterdir()] == ["attack.pkl"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"cos\nsystem\n(U\x0atouch harmtR.", "'os.system'"),
        (b"cposix\nsystem\n(U\x0atouch harmtR.", "'posix.system'"),
        (b"c__builtin__\neval\n(U\x011tR.", "'__builtin__.eval'"),
        (b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x0atouch harm\x85R.", "'os.system'"),
        (b"(ios\nsystem\n.", "INST 'os system'"),
        (b"(cos\nsystem\nU\x01xo.", "'os.system'"),
        (b"(U\x01xo.", "OBJ"),
        (b"\x80\x02cnumpy\nndarray\n)\x81.", "NEWOBJ"),
        (b"\x80\x04cnumpy\nndarray\n)}\x92.", "NEWOBJ_EX"),
        (b"\x80\x02\x82\x01.", "EXT1"),
        (b"Psome id\n.", "PERSID 'some id'"),
        (b"U\x07some idQ.", "BINPERSID"),
        (b"\x80\x05\x97.", "NEXT_BUFFER"),
        (b"\x80\x04\x8f(K\x01\x90.", "EMPTY_SET"),
        (b"\x80\x04U\x02osU\x06system\x93.", "'?.?'"),
        (b"cnumpy\nndarray\n(K\x01tR.", "a call of"),
        (b"U\x0bnumpy.dtype(U\x02f2tR.", "a call of"),  # a text that looks like an allowed name
        (b"cnumpy.core.multiarray\n_reconstruct.__globals__\n(tR.", "'numpy.core.multiarray._reconstruct.__globals__'"),
        (b"\x80\x04\x8c\x05numpy\x8c\x10ndarray.__reduce\x93.", "'numpy.ndarray.__reduce'"),
    ],
)
def test_every_road_to_a_call_is_named(tmp_path, data, words):
    assert words in refused(tmp_path, data)


BUILDS = {
    "a state of a list": b"]}b.",
    "a state of a function": b"cnumpy\ndtype\n}U\x08__code__K\x01sb.",
    "attributes of an array": RECONSTRUCT + b"}U\x05valueK\x01sb.",
    "slots of an array": RECONSTRUCT + b"N}U\x05valueK\x01s\x86b.",
    "an array filled twice": RECONSTRUCT + (b"(K\x01(K\x01t" + DTYPE + b"\x89U\x02\x00\x00tb") * 2 + b".",
    "fields of a dtype": DTYPE + b"(K\x03U\x01<NU\x01a}JJJJJ\xff\xff\xff\xffK\x00tb.",
    "a subclass of array": b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nmatrix\nK\x00\x85U\x01b\x87R.",
    "appending to an array": RECONSTRUCT + b"K\x01a.",
    "items of a name": b"cnumpy\ndtype\nU\x01aK\x01s.",
    "items of a text": b"U\x01aU\x01bK\x01s.",
}


@pytest.mark.parametrize("name", BUILDS)
def test_states_and_items_go_nowhere_else(tmp_path, name):
    refused(tmp_path, BUILDS[name])


def array(shape: bytes, dtype: bytes, raw: bytes) -> bytes:
    return RECONSTRUCT + b"(K\x01(" + shape + b"tcnumpy\ndtype\n" + dtype + b"K\x00K\x01\x87R\x89" + raw + b"tb."


ARRAYS = {
    "objects": array(b"K\x01", b"U\x02O8", b"](K\x01e"),
    "objects by another name": array(b"K\x01", b"U\x06object", b"](K\x01e"),
    "objects in a structure": array(b"K\x01", b"U\x05f2,O8", b"](K\x01e"),
    "a list of data": array(b"K\x01", b"U\x02f2", b"](K\x01e"),
    "a huge shape": array(b"\x8a\x08" + struct.pack("<q", 2**62), b"U\x02f2", b"U\x02\x00\x00"),
    "an overflowing shape": array((b"\x8a\x08" + struct.pack("<q", 2**32)) * 2, b"U\x02f2", b"U\x00"),
    "a negative shape": array(b"J\xff\xff\xff\xff", b"U\x02f2", b"U\x02\x00\x00"),
    "a shape of texts": array(b"U\x011", b"U\x02f2", b"U\x02\x00\x00"),
    "a shape of endless digits": array(b"\x8b" + struct.pack("<i", 9000) + b"\x7f" * 9000, b"U\x02f2", b"U\x02\x00\x00"),
    "too few bytes": array(b"K\x04", b"U\x02f2", b"U\x02\x00\x00"),
    "too many bytes": array(b"K\x01", b"U\x02f2", b"U\x04\x00\x00\x00\x00"),
    "too many axes": array(b"K\x01" * 70, b"U\x02f2", b"U\x02\x00\x00"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_that_are_none(tmp_path, name):
    tracemalloc.start()
    message = refused(tmp_path, ARRAYS[name])
    assert any(word in message for word in ("an array of", "an array that is not made of numbers", "digits")), message
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6


def test_object_arrays_as_numpy_writes_them(tmp_path):
    for protocol in (2, 4, 5):
        made = np.array([Call(os.system, "touch harm"), None], dtype=object)
        refused(tmp_path, pickle.dumps([{"tokens": ["a"], "attns": made}], protocol=protocol))


def bomb(depth: int, close: bytes) -> bytes:
    """((…), (…)) with both the same, `depth` times: a few bytes that stand for 2 to the power of `depth` entries."""
    data = b")q\x00"
    for level in range(depth):
        data += b"(h" + bytes([level]) + b"h" + bytes([level]) + close + b"q" + bytes([level + 1])
    return data


BOMBS = {
    "nested lists": bomb(200, b"l") + b".",
    "nested tuples as a key": bomb(200, b"t") + b"}h\xc8K\x01s.",
    "nested tuples as one of many keys": bomb(200, b"t") + b"}(h\xc8K\x01u.",
    "nested tuples as the key of an old dictionary": bomb(200, b"t") + b"(h\xc8K\x01d.",
    "a far place in the memo": b"]r\xff\xff\xff\x7f.",
    "a place that nobody filled": b"j\xff\xff\xff\x7f.",
    "bytes that are not there": b"\x80\x04\x8e" + struct.pack("<Q", 2**62) + b"x.",
    "a text that is not there": b"X\xff\xff\xff\x7fx.",
    "a number that is not there": b"\x8b\xff\xff\xff\x7fx.",
    "a frame that is not there": b"\x80\x04\x95" + struct.pack("<Q", 2**62) + b".",
    "a negative length": b"T\xff\xff\xff\xffx.",
    "a line without end": b"I" + b"1" * 100_000,
    "a number of many digits": b"L" + b"9" * 60_000 + b"L\n.",
    "no end": b"]" * 1000,
    "an empty stack": b"a.",
    "nothing at all": b".",
    "marks and no more": b"(" * 50_000 + b".",
    "a mark that is not there": b"]e.",
    "half a dictionary": b"}(U\x01au.",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_cost_neither_time_nor_memory(tmp_path, name):
    tracemalloc.start()
    began = time.process_time()  # not the clock's: the machine may be busy with other tests
    refused(tmp_path, BOMBS[name])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.process_time() - began < 5 and peak < 50e6


def test_endless_steps_have_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr(unpickle, "MOST_STEPS", 1000)
    assert "more than 1,000 steps" in refused(tmp_path, b"N0" * 600 + b"N.")


def test_a_spoiled_byte_never_raises_anything_else(tmp_path):
    """Every byte of a good pickle changed: it is read or refused, and never runs into an error of ours."""
    whole = pickle.dumps([{"tokens": ["a"], "attns": ARRAY}], protocol=2)
    path = tmp_path / "spoiled.pkl"
    for at in range(len(whole)):
        for flip in (0x01, 0x20, 0xFF):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
            try:
                list(read_segments(path))
            except HeadscopeError:
                continue
