"""Damaged and hostile files: refused with a sentence, never with another library's traceback, never taken for a tally."""

import hashlib
import json
import pickle
import struct
import tracemalloc

import numpy as np
import pytest
from safetensors.numpy import save

from headscope.errors import HeadscopeError
from headscope.tallies import GROUPS, Tally, read, to_bytes
from headscope.types import MOST_HEADS, Series

pytestmark = pytest.mark.usefixtures("as_shipped")
NAMES = ["corpus", "encoder", "peak", "all", "", ""]


def refused(path, sentence="is not a tally that headscope wrote, or is damaged"):
    with pytest.raises(HeadscopeError, match=sentence) as error:
        read(path)
    assert path.name in str(error.value) and "\n" not in str(error.value) and len(str(error.value)) < 600


def test_the_file_that_the_others_spoil_is_read(write):
    tally, extra = read(write())
    assert extra == {} and [tally.value(series).item() for series in tally] == [1]


FILES = {
    "empty": b"",
    "text": b"this is not a tally\n" * 50,
    "pickle": pickle.dumps({"totals": [1.0] * 500}),
    "zip": b"PK\x03\x04" + bytes(200),
    "header beyond the end": struct.pack("<Q", 1000) + b"{}",
    "huge header": struct.pack("<Q", 2**62) + b"{}" + bytes(64),
    "header of zeros": bytes(4096),
    "header not JSON": struct.pack("<Q", 8) + b"{]{]{]{]",
    "header not UTF-8": struct.pack("<Q", 8) + b'{"\xff\xff":1}',
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_other_files_are_refused(tmp_path, data):
    path = tmp_path / "tally.safetensors"
    path.write_bytes(data)
    refused(path)


def test_a_folder_is_refused(tmp_path):
    refused(tmp_path, "is a folder, not a regular file")


def test_a_file_cut_anywhere_is_refused(make_tally, tmp_path):
    whole = to_bytes(make_tally(1))
    path = tmp_path / "tally.safetensors"
    for length in (1, 7, 8, 9, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1):
        path.write_bytes(whole[:length])
        refused(path)
    path.write_bytes(whole + b"\0")
    refused(path)


HEADS = {
    "no series": {"series": None},
    "a number for series": {"series": 5},
    "a number for a series": {"series": [5]},
    "a word for a series": {"series": ["encoder"]},
    "too few names": {"series": [NAMES[:3]]},
    "too many names": {"series": [[*NAMES, "", ""]]},
    "an unknown stack": {"series": [["corpus", "backbone", "peak", "all", "", ""]]},
    "a number for a name": {"series": [["corpus", "encoder", 5, "all", "", ""]]},
    "a list for a name": {"series": [["corpus", ["encoder"], "peak", "all", "", ""]]},
    "a series that has no tensor": {"series": [NAMES, [*NAMES[:3], "cls", "", ""]]},
    "a number for extra": {"extra": 5},
    "a word for extra": {"extra": "word"},
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_wrong_metadata_is_refused(write, head):
    refused(write(head=head))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "5", '"word"', "{}", '{"version": 1}', '{"version": 1, "groups": 200}']
)
def test_metadata_that_is_no_head_is_refused(write, text):
    refused(write(text=text))


def test_tensors_and_names_must_match_one_to_one(write):
    refused(write(head={"series": [NAMES, NAMES]}, **{"totals/1": np.ones((GROUPS, 1, 1)), "weights/1": np.ones(GROUPS)}))
    refused(write(head={"series": []}))


def test_deeply_nested_metadata_is_refused(write):
    refused(write(text="[" * 100_000))


def test_a_file_without_metadata_is_refused(tmp_path):
    path = tmp_path / "tally.safetensors"
    path.write_bytes(save({"totals/0": np.zeros((GROUPS, 1, 1)), "weights/0": np.zeros(GROUPS)}))
    refused(path)


def test_other_versions_and_group_numbers_are_refused_with_the_format(write):
    refused(write(head={"version": 4}), "is of format 4; this headscope reads format 1, 2 and 3 with 200 groups")
    refused(write(head={"version": 2}), "its SHA-256 is not the one that stands in it")
    refused(write(head={"groups": 100}), "reads format|damaged")


SHAPES = {
    "one group less": {"totals/0": np.ones((GROUPS - 1, 1, 1))},
    "two dimensions": {"totals/0": np.ones((GROUPS, 1))},
    "four dimensions": {"totals/0": np.ones((GROUPS, 1, 1, 1))},
    "weights of one group less": {"weights/0": np.ones(GROUPS - 1)},
    "weights by head": {"weights/0": np.ones((GROUPS, 1))},
    "one weight": {"weights/0": np.ones(())},
    "no totals": {"totals/0": None},
    "no weights": {"weights/0": None},
}


@pytest.mark.parametrize("tensors", SHAPES.values(), ids=SHAPES)
def test_wrong_shapes_are_refused(write, tensors):
    refused(write(**tensors))


WIDTHS = {"F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1, "I64": 8, "U8": 1, "BOOL": 1, "C64": 8}


@pytest.mark.parametrize("which", ["totals", "weights"])
@pytest.mark.parametrize(("dtype", "width"), WIDTHS.items())
def test_other_dtypes_are_refused(write, which, dtype, width):
    shape = [GROUPS, 1, 1] if which == "totals" else [GROUPS]
    refused(write(**{f"{which}/0": (dtype, shape, bytes(GROUPS * width))}))


@pytest.mark.parametrize("which", ["totals", "weights"])
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 2.0**21, 1e300])
def test_numbers_that_no_run_sums_up_to_are_refused(write, which, number):
    """NaN, infinite, or too large to be exact."""
    values = np.ones((GROUPS, 1, 1) if which == "totals" else GROUPS)
    values[17] = number
    with pytest.raises(HeadscopeError):
        read(write(**{f"{which}/0": values}))


def test_the_sentence_about_a_damaged_number_names_the_file_and_not_the_model(write):
    refused(write(**{"totals/0": np.full((GROUPS, 1, 1), np.nan)}))


def test_negative_weights_are_refused(write):
    refused(write(**{"weights/0": np.full(GROUPS, -1.0)}))


def test_a_file_with_any_byte_spoiled_is_refused(tmp_path):
    """Header and sums: each file has its own digest."""
    tally = Tally()
    totals, weights = np.arange(GROUPS, dtype=np.float64)[:, None, None], np.arange(GROUPS, dtype=np.float64) + 1
    tally.add(Series(*NAMES), totals, weights)
    whole = to_bytes(tally)
    length = 8 + struct.unpack("<Q", whole[:8])[0]
    path = tmp_path / "tally.safetensors"
    for at in [*range(length), *range(length, len(whole), 37)]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x11]) + whole[at + 1 :])
        with pytest.raises(HeadscopeError):
            read(path)


def test_a_name_that_looks_like_a_digest_changes_nothing(tmp_path):
    tally = Tally()
    name = f'"sha256": "{"0" * 64}"'
    tally.add(Series(name, *NAMES[1:]), np.ones((GROUPS, 1, 1)), np.ones(GROUPS))
    (tmp_path / "tally.safetensors").write_bytes(to_bytes(tally))
    assert read(tmp_path / "tally.safetensors")[0] == tally


def of_today(tmp_path, change_arrays=None, **change_head):
    """A file of today's format with other arrays or another head, and its right digest: of two series, in the groups 5 and 6."""
    head = {
        "version": 3, "groups": GROUPS, "series": [NAMES, [*NAMES[:3], "cls", "", ""]], "totals": [[0, 1], [0, 0]],
        "weights": [[GROUPS, 0]], "extra": {}, "sha256": "0" * 64, **change_head,
    }  # fmt: skip
    arrays = {
        "groups/0": np.array([5, 6], np.uint8), "weights/0": np.array([[9, 9]], np.uint8),
        "totals/0": np.array([[[[1]], [[3]]]], np.uint8), "totals/1": np.array([[[[1]], [[3]]]], np.uint8), **(change_arrays or {}),
    }  # fmt: skip
    kept = {name: array for name, array in arrays.items() if array is not None}
    data = save(kept, {"headscope": json.dumps(head, sort_keys=True)})
    path = tmp_path / "tally.safetensors"
    path.write_bytes(data.replace(b"0" * 64, hashlib.sha256(data).hexdigest().encode(), 1))
    return path


def test_the_file_of_today_that_the_others_spoil_is_read(tmp_path):
    tally, _ = read(of_today(tmp_path))
    assert [tally.totals(series)[[5, 6], 0, 0].tolist() for series in tally] == [[0.5, 1.5], [1.0, 3.0]]


@pytest.mark.parametrize(
    "head",
    [
        {"totals": None}, {"totals": []}, {"totals": [[0, 1]]}, {"totals": [[0, 1], [1, 0]]}, {"totals": [[0, 1], [-1, 0]]},
        {"totals": [[0, 1], [True, 0]]}, {"totals": [[0, 1], [0, 33]]}, {"totals": [[0, 1], [0, -1]]}, {"totals": [[0, 1], [0, 0.5]]},
        {"totals": [[0, 1], [0, None]]}, {"totals": [[0, 1], 5]}, {"totals": [[0, 1], [0]]}, {"weights": []}, {"weights": [[GROUPS, None]]},
        {"weights": [[100, 0]]}, {"weights": [[1, 0]]}, {"weights": [[GROUPS, 64]]}, {"weights": [["200", 0]]}, {"series": [NAMES]},
        {"series": [NAMES, NAMES]}, {"weights": [[GROUPS, 0], [GROUPS, 0]]}, {"weights": [[True, 0]]},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_head_of_today_is_refused(tmp_path, head):
    refused(of_today(tmp_path, **head))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("groups/0", np.array([6, 5], np.uint8)), ("groups/0", np.array([5, 5], np.uint8)), ("groups/0", np.array([5, 200], np.uint8)),
        ("groups/0", np.array([5], np.uint8)), ("groups/0", np.array([[5, 6]], np.uint8)), ("groups/0", np.array([5, 6], np.int8)),
        ("groups/0", None), ("weights/0", None), ("totals/1", None), ("totals/2", np.zeros((1, 2, 1, 1), np.uint8)),
        ("weights/0", np.array([9, 9], np.uint8)), ("weights/0", np.array([[9]], np.uint8)), ("weights/0", np.array([[-1, 9]], np.int8)),
        ("weights/0", np.full((1, 2, 1), 9, np.uint8)), ("weights/0", np.full((1, 2, 1, 3), 9, np.uint8)),
        ("totals/1", np.zeros((0, 2, 1, 1), np.uint8)), ("totals/1", np.zeros((8, 2, 1, 1), np.uint8)),
        ("totals/1", np.zeros((1, 3, 1, 1), np.uint8)), ("totals/1", np.zeros((1, 2, 1), np.uint8)),
        ("totals/1", np.full((7, 2, 1, 1), 255, np.uint8)), ("totals/1", np.zeros((2, 1, 1))),
        ("totals/1", np.zeros((1, 2, 1, 1), np.float16)),
        ("totals/1", np.zeros((1, 2, 1, MOST_HEADS + 1), np.uint8)),
    ],
    ids=lambda one: one if isinstance(one, str) else "nothing" if one is None else f"{one.dtype} {one.shape}",
)  # fmt: skip
def test_wrong_tensors_of_today_are_refused(tmp_path, name, array):
    refused(of_today(tmp_path, {name: array}))


def test_little_comes_out_of_a_little_file(tmp_path):
    """One group of many heads is kept as one; only what is asked for is spread over all groups, series by series."""
    many, heads = 100, 2**14
    names = [[*NAMES[:3], f"key {number}", "", ""] for number in range(many)]
    arrays = {f"totals/{number}": np.ones((1, 1, 1, heads), np.uint8) for number in range(many)}
    one = {"groups/0": np.array([5], np.uint8), "weights/0": np.array([[9]], np.uint8)}
    path = of_today(tmp_path, {**arrays, **one}, series=names, totals=[[0, 0]] * many)
    tracemalloc.start()
    tally, _ = read(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tally) == many and most < 12 * path.stat().st_size, "all groups of all series would take 1,600 times its size"
