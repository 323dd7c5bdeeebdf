"""The best head of a key: by hand, held out without optimism, and what is left unsaid where there is too little."""

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.findings import best as module
from headscope.findings.best import Pick, best_heads, every_best
from headscope.findings.frames import BEST
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.statistics.held_out import crossed, evens, lead, luck, luck_of_picks, spread, toughest
from headscope.types import Head


def best_head(scores, measure, key, **where):
    """Of one key."""
    return next(best for best in best_heads(scores, measure, **where) if best.key == key)


TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"


def noise(generator, groups=40, shape=(2, 12, 12), cases=10, rate=0.2):
    return generator.binomial(cases, rate, (groups, *shape)).astype(float), np.full(groups, float(cases))


def test_by_hand(counted):
    """Four groups of 4 cases, one layer of two heads. Dependent to head the first gets 3 1 3 0 and the second 0 2 1 2; the other way
    round nothing. The offsets get 1 0 1 2 and 0 3 0 0."""
    right = [[[[3, 0]], [[0, 0]]], [[[1, 2]], [[0, 0]]], [[[3, 1]], [[0, 0]]], [[[0, 2]], [[0, 0]]]]
    scores = counted({"obj": (right, np.full(4, 4.0), {"offset -1": [1, 0, 1, 2], "offset +1": [0, 3, 0, 0]})})
    best = best_head(scores, "dependency", "obj")
    assert (best.key, best.cases, best.groups, best.head, best.direction) == ("obj", 16, 4, Head(0, 0), TO_HEAD)
    assert best.value == 7 / 16 and (best.baseline, best.baseline_value) == ("offset -1", 4 / 16) and best.margin == 3 / 16
    held = best.held_out
    assert held.picks == (Pick(Head(0, 0), TO_HEAD), Pick(Head(0, 1), TO_HEAD))
    assert held.value == (0 + 1 + 1 + 0) / 16
    assert held.baselines == ("offset -1", "offset +1") and held.baseline == (1 + 3 + 1 + 0) / 16
    assert held.margin == (2 - 5) / 16
    assert (
        best.small and best.low is best.high is best.p is held.low is held.high is held.margin_low is held.margin_high is None
    )


def test_it_is_the_sums_of_halves_over_all_heads_and_directions(counted):
    generator = np.random.default_rng(0)
    right, _ = noise(generator, shape=(2, 3, 4))
    cases = generator.integers(10, 20, 40).astype(float)
    simple = generator.binomial(10, 0.2, (40, 3)).astype(float)
    places = np.sort(generator.permutation(200)[:40])
    names = ["offset -1", "offset +1", "offset -2"]
    scores = counted({"obj": (right, cases, dict(zip(names, simple.T, strict=True)))}, places=places)
    best = best_head(scores, "dependency", "obj")
    flat, first = right.reshape(40, -1), evens(200)[places]
    at = flat.sum(0).argmax()
    way, layer, head = np.unravel_index(at, (2, 3, 4))
    assert (best.head, best.direction) == (Head(layer, head), (TO_HEAD, TO_DEPENDENT)[way])
    assert best.value == pytest.approx(flat[:, at].sum() / cases.sum())
    low, high = scores.interval(scores.find("dependency", "obj", direction=best.direction))
    assert (best.low, best.high) == (low[best.head], high[best.head])
    rival = simple.sum(0).argmax()
    assert best.baseline == names[rival]
    assert best.p == luck(flat, simple, cases)
    picks, scored = crossed(flat, first)
    theirs, other = toughest(simple, first)
    tied = luck_of_picks(flat, picks, cases, first)
    assert tied > 0
    held = best.held_out
    assert [np.ravel_multi_index((p.direction == TO_DEPENDENT, *p.head), (2, 3, 4)) for p in held.picks] == list(picks)
    assert held.baselines == tuple(names[i] for i in theirs)
    assert (held.value, held.margin) == pytest.approx((scored.sum() / cases.sum(), (scored - other).sum() / cases.sum()))
    assert (held.low, held.high) == spread(scored, cases, first, tied)
    assert (held.margin_low, held.margin_high) == lead(scored, simple, cases, first, tied)


def test_one_truly_good_head_is_found_on_both_halves(counted):
    generator = np.random.default_rng(1)
    right, cases = noise(generator, groups=150)
    right[:, 1, 7, 9] = generator.binomial(10, 0.6, 150)
    best = best_head(counted({"obj": (right, cases, {"offset -2": generator.binomial(10, 0.4, 150)})}), "dependency", "obj")
    assert best.head == Head(7, 9) and best.direction == TO_DEPENDENT
    assert best.held_out.picks == (Pick(Head(7, 9), TO_DEPENDENT),) * 2 and best.held_out.value == best.value
    assert best.low < 0.6 < best.high and best.held_out.low < 0.6 < best.held_out.high
    assert best.held_out.margin_low < 0.2 < best.held_out.margin_high and best.held_out.margin_low > 0.1
    assert best.p < 0.002


def test_held_out_there_is_no_optimism_and_on_the_same_data_there_is(counted):
    """288 heads and directions that guess: all are right in 20% of the cases."""
    generator = np.random.default_rng(2)
    keys = {f"relation {n}": (*noise(generator), {"offset +1": generator.binomial(10, 0.2, 40)}) for n in range(40)}
    found = best_heads(counted(keys), "dependency")
    assert len(found) == 40
    assert np.mean([best.value for best in found]) > 0.24
    assert np.mean([best.held_out.value for best in found]) == pytest.approx(0.2, abs=0.01)
    assert np.mean([best.held_out.margin for best in found]) == pytest.approx(0.0, abs=0.015)
    assert sum(best.p < 0.05 for best in found) <= 4


def test_the_held_out_margins_interval_covers_the_truth_as_often_as_it_says(counted):
    generator = np.random.default_rng(3)
    keys = {}
    for number in range(150):
        right, cases = noise(generator, shape=(2, 1, 2), rate=0.3)
        right[:, 0, 0, 1] = generator.binomial(10, 0.7, 40)
        keys[f"relation {number}"] = (right, cases, {"offset +1": generator.binomial(10, 0.5, 40)})
    held = [best.held_out for best in best_heads(counted(keys), "dependency")]
    assert 0.88 <= np.mean([h.margin_low <= 0.2 <= h.margin_high for h in held]) <= 0.99
    assert 0.88 <= np.mean([h.low <= 0.7 <= h.high for h in held]) <= 0.99


@pytest.mark.parametrize(
    ("groups", "each", "small"), [(10, 10, False), (10, 9, True), (9, 20, True), (33, 3, True), (34, 3, False)]
)
def test_small_is_under_a_hundred_cases_or_ten_groups(counted, groups, each, small):
    right = np.random.default_rng(4).integers(0, each, (groups, 2, 1, 2))
    best = best_head(counted({"obj": (right, np.full(groups, each), {"offset +1": right[:, 0, 0, 0]})}), "dependency", "obj")
    assert best.small == small
    assert (best.p is None) == (best.low is None) == (best.held_out.low is None) == (best.held_out.margin_low is None) == small
    assert best.held_out.value is not None and best.held_out.margin is not None, "the numbers themselves are there"


@pytest.mark.parametrize("odd", [0, 1])
def test_cases_in_one_half_only_leave_nothing_to_hold_out(counted, odd):
    right, cases = noise(np.random.default_rng(5), groups=20)
    scores = counted({"obj": (right, cases, {"offset +1": cases / 2})}, places=2 * np.arange(20) + odd)
    best = best_head(scores, "dependency", "obj")
    assert best.held_out is None and best.value > 0.2 and best.p == 1


def test_few_groups_in_one_half_have_values_but_no_held_out_interval(counted):
    right, cases = noise(np.random.default_rng(6), groups=14)
    scores = counted({"obj": (right, cases, {"offset +1": cases / 2})}, places=[*2 * np.arange(10), 1, 3, 5, 7])
    best = best_head(scores, "dependency", "obj")
    assert best.low is not None and best.p is not None
    assert best.held_out.value > 0 and best.held_out.low is best.held_out.margin_low is None


def test_one_group_one_head(counted):
    best = best_head(counted({"obj": (np.full((1, 2, 1, 1), 3.0), np.full(1, 4.0), {"offset +1": [1]})}), "dependency", "obj")
    assert (best.head, best.direction, best.value, best.margin) == (Head(0, 0), TO_HEAD, 0.75, 0.5)
    assert best.small and best.held_out is None and best.p is None


def test_without_baselines_there_is_no_margin(counted):
    right, cases = noise(np.random.default_rng(7))
    best = best_head(counted({"obj": (right, cases, {})}), "dependency", "obj")
    assert best.baseline is best.baseline_value is best.margin is best.p is None
    assert best.held_out.baseline is best.held_out.baselines is best.held_out.margin is best.held_out.margin_low is None
    assert best.held_out.low < best.held_out.value < best.held_out.high


def test_of_equal_heads_the_first_in_the_first_direction_and_both_directions_together_last(counted):
    right = np.full((12, 3, 2, 2), 5.0)
    names = ("both", TO_HEAD, TO_DEPENDENT)
    best = best_head(counted({"obj": (right, np.full(12, 10.0), {})}, directions=names), "dependency", "obj")
    assert (best.head, best.direction) == (Head(0, 0), TO_HEAD)
    right[:, 0, 1, 1] = 6
    best = best_head(counted({"obj": (right, np.full(12, 10.0), {})}, directions=names), "dependency", "obj")
    assert (best.head, best.direction) == (Head(1, 1), "both")


def test_a_possessors_own_word_has_the_baselines_of_its_relation(counted):
    right, cases = noise(np.random.default_rng(8))
    scores = counted({"poss": (right, cases, {"offset +1": cases / 4}), "poss (own word)": (right / 2, cases, {})})
    marker, own = best_heads(scores, "dependency")
    assert (marker.key, own.key) == ("poss", "poss (own word)")
    assert own.baseline == "offset +1" and own.held_out.baseline == marker.held_out.baseline == 0.25


def test_coreference_has_no_directions(counted):
    right, cases = noise(np.random.default_rng(9), shape=(1, 2, 2))
    keys = {key: (right, cases, {"nearest": cases / 5, "sieves": cases / 2}) for key in ("all", "pronoun")}
    best = best_heads(counted(keys, "coreference", asked=["all", "pronoun", "proper", "nominal"]), "coreference")
    assert [b.key for b in best] == ["all", "pronoun"] and best[0].direction == "" and best[0].baseline == "sieves"


def test_keys_come_in_the_order_of_the_run_and_those_without_a_case_not_at_all(counted):
    right, cases = noise(np.random.default_rng(10), groups=12)
    keys = {
        "amod": (right, cases, {}),
        "all": (right, cases, {}),
        "nsubj": (right, 3 * cases, {}),
        "dep": (0 * right, 0 * cases, {}),
    }
    scores = counted(keys)
    assert [best.key for best in best_heads(scores, "dependency")] == ["all", "nsubj", "amod"]


def test_one_corpus_at_a_time(counted):
    right, cases = noise(np.random.default_rng(11), groups=12)
    scores = counted({"obj": (right, cases, {})}, corpora=("c", "d"))
    with pytest.raises(HeadscopeError, match="more than one corpus: say which of c, d"):
        best_heads(scores, "dependency")
    assert [best.key for best in best_heads(scores, "dependency", corpus="d")] == ["obj"]


def test_directions_that_count_other_words_are_refused(counted):
    right, cases = noise(np.random.default_rng(12), groups=12)
    scores = counted({"obj": (right, cases, {"offset +1": cases / 2})})
    scores.tally.rows(scores.find("dependency", "obj", direction=TO_DEPENDENT)).weights[0] += 1
    with pytest.raises(HeadscopeError, match="counts other cases of 'obj' for head-to-dependent"):
        best_heads(scores, "dependency")


def chances(seed, *, keys=("obj", "det"), groups=40):
    """Two heads by two layers, with two baselines, for each key."""
    generator = np.random.default_rng(seed)
    made = {}
    for key in keys:
        right, cases = noise(generator, groups=groups, shape=(2, 2, 2))
        made[key] = (right, cases, {"offset -1": generator.binomial(10, 0.2, groups), "offset +1": np.zeros(groups)})
    return made


def test_it_is_computed_once_for_a_run(counted, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "luck", lambda *given: asked.append(1) or luck(*given))
    scores = counted(chances(3))
    first = best_heads(scores, "dependency")
    assert len(asked) == 2
    assert best_heads(scores, "dependency", corpus="c") == first and best_head(scores, "dependency", "obj") == first[1]
    assert [best for _, best in every_best(scores)] == first and len(asked) == 2
    assert best_heads(counted(chances(4)), "dependency") != first, "another run has its own"


def test_the_file_has_the_numbers(counted, tmp_path):
    scores = counted(chances(1, keys=("obj", "det")))
    scores.save(tmp_path / "run")
    file = pl.read_parquet(tmp_path / "run" / "best.parquet")
    assert dict(file.schema) == BEST
    assert file.columns == [
        "model", "corpus", "stack", "measure", "key", "layer", "head", "name", "direction", "cases", "value", "low", "high",
        "held_out", "held_low", "held_high", "picks", "baseline_name", "baseline", "margin", "margin_low", "margin_high", "p", "small",
    ]  # fmt: skip
    assert file["key"].to_list() == ["det", "obj"] and set(file["measure"]) == {"dependency"}
    for row, best in zip(file.iter_rows(named=True), best_heads(scores, "dependency"), strict=True):
        held = best.held_out
        assert (row["model"], row["corpus"], row["stack"], row["key"]) == ("m", "c", "encoder", best.key)
        assert (row["layer"], row["head"], row["direction"], row["cases"]) == (*best.head, best.direction, 400)
        assert (row["value"], row["low"], row["high"], row["p"]) == (best.value, best.low, best.high, best.p)
        assert (row["held_out"], row["held_low"], row["held_high"]) == (held.value, held.low, held.high)
        assert (row["baseline"], row["baseline_name"]) == (held.baseline, ", ".join(held.baselines))
        assert (row["margin"], row["margin_low"], row["margin_high"]) == (held.margin, held.margin_low, held.margin_high)
        assert row["picks"] == ", ".join(f"{pick.head} {pick.direction}" for pick in held.picks)
        assert row["small"] is False and None not in row.values()


def test_the_file_leaves_empty_what_there_is_too_little_for(counted, tmp_path):
    right = np.zeros((1, 1, 1, 2))
    right[0, 0, 0, 1] = 3
    scores = counted({"pronoun": (right, np.full(1, 4.0), {})}, "coreference")
    scores.save(tmp_path / "run")
    [row] = pl.read_parquet(tmp_path / "run" / "best.parquet").iter_rows(named=True)
    known = {name: value for name, value in row.items() if value is not None}
    assert known == {
        "model": "m", "corpus": "c", "stack": "encoder", "measure": "coreference", "key": "pronoun",
        "layer": 0, "head": 1, "name": "1-2", "cases": 4, "value": 0.75, "small": True,
    }  # fmt: skip
    counted({"all": (right, np.full(1, 4.0), {})}, "idle", directions=("",)).save(tmp_path / "run", force=True)
    assert not (tmp_path / "run" / "best.parquet").exists(), "nothing is right or wrong there, and the run before's is gone"


def test_the_file_is_the_same_however_the_run_was_made(counted, tmp_path):
    """In shards, merged in either order; opened from disk."""
    whole = chances(2)
    expected = counted(whole).files()["best.parquet"]

    def half(number):
        keys = {}
        for key, (right, cases, simple) in whole.items():
            mine = np.arange(40) % 3 == 0 if number == 1 else np.arange(40) % 3 != 0
            rivals = {name: numbers * mine for name, numbers in simple.items()}
            keys[key] = (right * mine[:, None, None, None], cases * mine, rivals)
        return counted(keys, shards=(f"{number}/2",))

    for order in ((1, 2), (2, 1)):
        merged = merge([half(number) for number in order])
        assert merged.files()["best.parquet"] == expected
    merged.save(tmp_path / "run")
    assert open_run(tmp_path / "run").files()["best.parquet"] == expected == (tmp_path / "run" / "best.parquet").read_bytes()
