"""`tally.safetensors`: what is written is read again, and the same tally gives the same bytes."""

import numpy as np
import pytest
from safetensors.numpy import load

from headscope.errors import HeadscopeError
from headscope.tallies import GROUPS, Tally, read, to_bytes
from headscope.types import Series


def test_what_is_written_is_read_again(make_tally, tmp_path):
    path = tmp_path / "tally.safetensors"
    extra = {
        "chunk": 3,
        "counts": {"corpus": {"skipped": {"no token in the text": 1}}},
        "seconds": 0.1,
        "text": "ü \u2028 \ud800",
    }
    path.write_bytes(to_bytes(make_tally(1), extra))
    tally, travelled = read(path)
    assert tally == make_tally(1) and list(tally) == sorted(make_tally(1))
    assert travelled == extra
    assert all(isinstance(series, Series) for series in tally)


def test_nothing_is_a_tally_too(tmp_path):
    path = tmp_path / "tally.safetensors"
    path.write_bytes(to_bytes(Tally()))
    assert read(path) == (Tally(), {})


def test_a_tally_read_can_be_added_to(make_tally, tmp_path):
    path = tmp_path / "tally.safetensors"
    path.write_bytes(to_bytes(make_tally(1)))
    assert read(path)[0] + make_tally(2) == make_tally(1) + make_tally(2)


def test_the_same_tally_gives_the_same_bytes_whoever_came_first(make_tally):
    names = [Series("corpus", "encoder", "offset", key) for key in ("-1", "0", "+1")]
    parts = [make_tally(seed, (name,)) for seed, name in enumerate(names)]
    forward, backward = parts[0] + parts[1] + parts[2], parts[2] + parts[1] + parts[0]
    assert to_bytes(forward, {"a": 1, "b": 2}) == to_bytes(backward, {"b": 2, "a": 1})
    assert to_bytes(forward) != to_bytes(parts[0])
    assert to_bytes(forward) != to_bytes(forward, {"a": 1})


def test_strided_sums_are_written_as_they_are(tmp_path):
    """A run hands over transposed arrays; safetensors writes memory as it lies."""
    totals = np.arange(GROUPS * 6, dtype=np.float64).reshape(2, GROUPS, 3).transpose(1, 0, 2)
    series = Series("corpus", "encoder", "peak", "all")
    tally = Tally()
    tally.add(series, totals, np.ones(GROUPS))
    path = tmp_path / "tally.safetensors"
    path.write_bytes(to_bytes(tally))
    assert np.array_equal(read(path)[0].totals(series), totals)


def test_the_format_is_as_documented(make_tally):
    """Other tools may read it: two float64 tensors a series, numbered in the order of the names."""
    tally = make_tally(1)
    arrays = load(to_bytes(tally))
    assert set(arrays) == {f"{what}/{number}" for what in ("totals", "weights") for number in range(len(tally))}
    for number, series in enumerate(sorted(tally)):
        assert np.array_equal(arrays[f"totals/{number}"], tally.totals(series))
        assert np.array_equal(arrays[f"weights/{number}"], tally.weights(series))
        assert arrays[f"totals/{number}"].dtype == arrays[f"weights/{number}"].dtype == np.float64


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(HeadscopeError, match=r"There is no tally 'tally\.safetensors' in '.*'"):
        read(tmp_path / "tally.safetensors")
