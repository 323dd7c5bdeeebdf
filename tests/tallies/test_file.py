"""`tally.safetensors`: what is written is read again, and the same tally gives the same bytes."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load

from headscope.errors import HeadscopeError
from headscope.tallies import GROUPS, Tally, read, to_bytes
from headscope.tallies.tally import GRID
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


def stored(data):
    """The arrays of a file and its head, by other means than our own."""
    length = int.from_bytes(data[:8], "little")
    return load(data), json.loads(json.loads(data[8 : 8 + length])["__metadata__"]["headscope"])


def test_the_format_is_as_documented(make_tally):
    """Other tools may read it by docs/run-format.md: whole numbers byte by byte, and the groups that they are of."""
    tally = make_tally(1)
    arrays, head = stored(to_bytes(tally))
    assert head["series"] == [list(series[:-1]) for series in sorted(tally)]

    def numbers(name, bits):
        return sum(part.astype(np.int64) * 256**at for at, part in enumerate(arrays[name])) / 2.0**bits

    for number, series in enumerate(sorted(tally)):
        which, bits = head["totals"][number]
        groups, totals, weights = np.zeros(GROUPS, bool), np.zeros((GROUPS, 2, 3)), np.zeros(GROUPS)
        groups[arrays[f"groups/{which}"]] = True
        totals[groups], weights[groups] = numbers(f"totals/{number}", bits), numbers(f"weights/{which}", 0)
        assert head["weights"][which] == [GROUPS, 0] and 0 < groups.sum() < GROUPS
        assert np.array_equal(totals, tally.totals(series)) and np.array_equal(weights, tally.weights(series))


@pytest.mark.parametrize("sign", [1, -1])
def test_the_program_of_the_docs_reads_a_file(make_tally, tmp_path, monkeypatch, sign):
    page = Path(__file__).parents[2] / "docs" / "run-format.md"
    [program] = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    whole, tally, names = make_tally(1), Tally(), {}
    series = next(iter(whole))
    tally.add(series, sign * whole.totals(series), whole.weights(series))
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "tally.safetensors").write_bytes(to_bytes(tally))
    monkeypatch.chdir(tmp_path)
    exec(compile(program, page.name, "exec"), names)
    assert np.array_equal(names["totals"], tally.totals(series))


def some(groups, heads=1024, layers=32):
    """Sums of a large model: shares of attention in a few groups."""
    random, tally = np.random.default_rng(0), Tally()
    totals = np.round(random.random((len(groups), layers, heads // layers)) * GRID) / GRID
    tally.add(Series("c", "encoder", "peak", "all"), totals, np.ones(len(groups)), np.array(groups, np.int64), GROUPS)
    return tally


def test_a_file_holds_the_groups_that_occur_in_the_bytes_that_they_need():
    """A thousand heads on one document: four bytes each, where all groups in float64 would be 1.6 MB."""
    assert 4 * 1024 < len(to_bytes(some([7]))) < 4 * 1024 + 600
    assert len(to_bytes(some([7, 9, 150]))) < 3 * 4 * 1024 + 600
    assert len(to_bytes(some(range(GROUPS)))) < GROUPS * 4 * 1024 + 1000


def test_series_of_the_same_cases_share_their_weights(make_tally):
    tally, cases = Tally(), np.array([3.0, 4.0])
    for key in ("nsubj", "obj"):
        for name in ("", "offset -1"):
            series = Series("c", "encoder", "dependency", key, "", name)
            tally.add(series, np.ones((2, 1, 1)), cases * (1 + (key == "obj")), np.array([5, 6]), GROUPS)
    arrays, head = stored(to_bytes(tally))
    assert sorted(arrays) == ["groups/0", "groups/1", *(f"totals/{n}" for n in range(4)), "weights/0", "weights/1"]
    assert [which for which, _ in head["totals"]] == [0, 0, 1, 1]


def test_groups_that_add_up_to_nothing_are_not_stored(tmp_path):
    series, groups = Series("c", "encoder", "peak", "all"), np.array([3, 4])
    tally, plain = Tally(), Tally()
    tally.add(series, np.array([[[0.5]], [[1.0]]]), np.array([0.0, 2.0]), groups, GROUPS)
    tally.add(series, np.array([[[-0.5]], [[0.0]]]), np.zeros(2), groups, GROUPS)
    plain.add(series, np.ones((1, 1, 1)), np.full(1, 2.0), np.array([4]), GROUPS)
    assert tally == plain and to_bytes(tally) == to_bytes(plain)


EDGES = [0.0, 2.0**-32, -(2.0**-32), 127, 128, -128, -129, 255, 256, 2.0**21 - 2.0**-32, -(2.0**21) + 2.0**-32, 1e-5, 0.1]


@pytest.mark.parametrize("number", EDGES)
@pytest.mark.parametrize("other", [0.0, 1.0, -(2.0**-20)])
def test_every_number_comes_back_to_the_bit(number, other, tmp_path):
    """Also those that are on no grid, as in sums that somebody made up."""
    tally, series = Tally(), Series("c", "encoder", "peak", "all")
    tally.add(series, np.array([[[number, other]]]), np.array([3.0]), np.array([77]), GROUPS)
    path = tmp_path / "tally.safetensors"
    path.write_bytes(to_bytes(tally))
    again = read(path)[0]
    assert again == tally and to_bytes(again) == path.read_bytes()


def test_a_file_of_the_format_before_is_read(tmp_path):
    """Written by the headscope that last wrote format 2."""
    tally, extra = read(Path(__file__).with_name("older") / "format-2.safetensors")
    share = Series("c", "encoder", "offset", "+1")
    one, apart = Series("c", "encoder", "token", "sep", "", "", "no-sink"), Series("c", "encoder", "divergence", "all")
    assert set(tally) == {share, one, apart} and extra == {"chunk": 3}
    assert tally.rows(share).groups.tolist() == [3, 150] and tally.weights(share)[[3, 150]].tolist() == [2, 4]
    assert tally.totals(share)[[3, 150]].tolist() == [[[0.5, 2.0**-32]], [[-1.25, 3.0]]]
    assert tally.totals(apart).tolist() == [[[1234.5]]] and tally.weights(one)[42].tolist() == [[1.0]]
    path = tmp_path / "tally.safetensors"
    path.write_bytes(to_bytes(tally, extra))
    assert read(path) == (tally, extra), "the same sums in the format of now"


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(HeadscopeError, match=r"There is no tally 'tally\.safetensors' in '.*'"):
        read(tmp_path / "tally.safetensors")
