"""Published pickles of maps: every protocol, Python 2's own form, and what is refused for not being what it should."""

import pickle
import struct

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.models.maps.pickles import read_segments
from headscope.models.maps.unpickle import LARGE, load

TOKENS = (["[CLS]", "caf\u00e9", ".", "[SEP]"], ["[CLS]", "it", "[SEP]"])


def segments(dtype=np.float16, heads=2):
    random = np.random.default_rng(0)
    return [{"tokens": list(t), "attns": random.random((3, heads, len(t), len(t))).astype(dtype)} for t in TOKENS]


def write(path, data: object, protocol: int):
    path.write_bytes(pickle.dumps(data, protocol=protocol))
    return path


def assert_read(path, expected) -> None:
    found = list(read_segments(path))
    assert [list(one.tokens) for one in found] == [one["tokens"] for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert one.maps.dtype == other["attns"].dtype and np.array_equal(one.maps, other["attns"])


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("heads", [2, 100])
def test_every_protocol(tmp_path, protocol, heads):
    """With 100 heads the arrays are so large that they stay on disk."""
    made = segments(heads=heads)
    assert (made[0]["attns"].nbytes > LARGE) == (heads == 100)
    assert_read(write(tmp_path / "a.pkl", made, protocol), made)


def python2(made) -> bytes:
    """What Python 2's cPickle writes with protocol 2: byte strings for texts and for the data, long integers in shapes."""

    def short(text: bytes) -> bytes:
        return b"U" + bytes([len(text)]) + text

    parts = [b"\x80\x02]q\x01("]
    for one in made:
        array = one["attns"]
        parts.append(b"}q\x02(" + short(b"tokens") + b"](" + b"".join(short(t.encode()) for t in one["tokens"]) + b"e")
        parts.append(
            short(b"attns") + b"cnumpy.core.multiarray\n_reconstruct\nq\x03cnumpy\nndarray\nq\x04K\x00\x85" + short(b"b")
        )
        parts.append(b"\x87R(K\x01(" + b"".join(b"\x8a\x01" + bytes([n]) for n in array.shape) + b"t")
        parts.append(
            b"cnumpy\ndtype\n"
            + short(b"f2")
            + b"K\x00K\x01\x87R(K\x03"
            + short(b"<")
            + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xff"
        )
        parts.append(b"K\x00tb\x89T" + struct.pack("<i", array.nbytes) + array.tobytes() + b"tbu")
    return b"".join([*parts, b"e."])


@pytest.mark.parametrize("heads", [2, 100])
def test_python_2(tmp_path, heads):
    made = segments(heads=heads)
    data = python2(made)
    theirs = pickle.loads(data, encoding="bytes")  # noqa: S301
    assert np.array_equal(theirs[1][b"attns"], made[1]["attns"]), "the test's own form is one that Python reads"
    (tmp_path / "a.pkl").write_bytes(data)
    assert_read(tmp_path / "a.pkl", made)


@pytest.mark.parametrize("change", [np.asfortranarray, lambda a: a.astype(">f4"), lambda a: a.transpose(1, 0, 2, 3)])
@pytest.mark.parametrize("protocol", [2, 5])
def test_orders_of_bytes_and_axes(tmp_path, change, protocol):
    made = [{"tokens": one["tokens"], "attns": change(one["attns"])} for one in segments()]
    assert_read(write(tmp_path / "a.pkl", made, protocol), made)


@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_further_plain_fields_are_passed_over(tmp_path, protocol):
    more = {"n": 3, "x": 0.5, "s": np.float32(3), "t": (1, None, True), "b": b"\xff" * 300, "long": 2**80, "deep": {"a": [[]]}}
    made = [one | more for one in segments()]
    assert_read(write(tmp_path / "a.pkl", made, protocol), made)
    seen = load(tmp_path / "a.pkl")[0]
    assert seen["s"] == 3 and seen["long"] == 2**80 and seen["b"] == b"\xff" * 300 and seen["t"] == (1, None, True)


def test_what_is_shared_in_a_pickle_is_shared_when_read(tmp_path):
    (one, _) = segments()
    assert_read(write(tmp_path / "a.pkl", [one, one, one], 4), [one, one, one])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "holds no list of segments"),
        ([], "holds no list of segments"),
        ([3], "Segment 1 of"),
        ([{"tokens": ["a"]}], "Segment 1 of"),
        ([*segments(), {"tokens": [1], "attns": np.ones((1, 1, 1, 1), np.float16)}], "Segment 3 of"),
        ([{"tokens": ["a", "b"], "attns": np.ones((1, 1, 1, 1), np.float16)}], "[1, 1, 1, 1] (float16): expected [layer, head, 2, 2]"),
        ([{"tokens": ["a"], "attns": np.ones((1, 1, 1, 1), np.int8)}], "(int8)"),
        ([{"tokens": ["a"], "attns": np.ones((1, 1), np.float16)}], "shape [1, 1]"),
        ([{"tokens": [], "attns": np.ones((1, 1, 0, 0), np.float16)}], "Segment 1 of"),
    ],
)  # fmt: skip
def test_other_contents_are_refused_with_their_number(tmp_path, data, words):
    with pytest.raises(HeadscopeError) as error:
        list(read_segments(write(tmp_path / "a.pkl", data, 4)))
    assert words in str(error.value)


def test_no_file_and_no_pickle(tmp_path):
    with pytest.raises(HeadscopeError, match="There is no file"):
        load(tmp_path / "a.pkl")
    for content in (b"", b"PK\x03\x04 a zip, for one", b"plain text"):
        (tmp_path / "a.pkl").write_bytes(content)
        with pytest.raises(HeadscopeError, match=r"'.*a.pkl' (can't be read|is not a pickle)"):
            load(tmp_path / "a.pkl")
