"""A relation with its subtypes: exact sums when a run is read, nothing of it in what is saved and merged."""

import json

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.results.folds import folded
from headscope.results.merge import merge
from headscope.results.open import open_run
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, read, to_bytes
from headscope.types import Series

TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"
KEYS = ("all", "nmod", "nmod:poss", "nmod:poss (own word)", "nmod:tmod", "obj", "acl:relcl")


def numbers(seed=0, keys=KEYS, groups=30, offsets=("offset -1", "offset +1")):
    generator = np.random.default_rng(seed)
    made, counted = {}, {}
    for key in keys:
        # A possessor's own prediction is asked for in the same cases as its marker's.
        cases = counted.setdefault(key.removesuffix(" (own word)"), generator.integers(1, 9, groups).astype(float))
        right = generator.binomial(cases.astype(int)[:, None, None, None], 0.4, (groups, 2, 2, 3))
        made[key] = (
            right,
            cases,
            {} if "own" in key else {name: generator.binomial(cases.astype(int), 0.3) for name in offsets},
        )
    return made


def test_a_fold_is_the_sum_of_a_relation_and_its_subtypes_for_heads_and_baselines(counted):
    given = numbers()
    scores = counted(given)
    folds = {series.key for series in scores.tally} - set(KEYS)
    assert folds == {"nmod:*", "acl:*"}
    parts = [given[key] for key in ("nmod", "nmod:poss", "nmod:tmod")]
    for number, way in enumerate((TO_HEAD, TO_DEPENDENT)):
        series = scores.find("dependency", "nmod:*", direction=way)
        assert np.array_equal(scores.tally.totals(series)[:30], sum(right[:, number] for right, _, _ in parts))
        assert np.array_equal(scores.tally.weights(series)[:30], sum(cases for _, cases, _ in parts))
        alone = scores.find("dependency", "acl:*", direction=way)
        assert np.array_equal(scores.value(alone), scores.value(alone._replace(key="acl:relcl")))
    right = sum(simple["offset +1"].sum() for _, _, simple in parts)
    assert scores.baseline(series, "offset +1") == right / sum(cases.sum() for _, cases, _ in parts)


def test_idle_folds_dependents_only_as_a_word_may_govern_several_subtypes(counted):
    scores = counted(numbers(), "idle")
    assert [s.direction for s in scores.matching("idle", "nmod:*")] == [TO_HEAD]


def test_other_measures_and_corpora_without_subtypes_are_left_as_they_are(counted):
    plain = counted(numbers(keys=("all", "nmod", "obj")))
    assert plain.tally is plain.measured
    assert len(folded(counted(numbers(), "pattern").measured)) == len(KEYS) + 2 * (len(KEYS) - 1)


def test_a_label_that_looks_like_a_fold_is_not_counted_twice(counted):
    given = numbers(keys=("nmod", "nmod:poss", "nmod:*"))
    scores = counted(given)
    assert scores.tally is scores.measured
    assert scores.tally.weights(scores.matching("dependency", "nmod:*")[0]).sum() == given["nmod:*"][1].sum()


def test_of_keys_asked_for_one_by_one_there_is_no_fold_that_would_pass_for_a_whole(counted):
    some = numbers(keys=("nmod", "nmod:poss"))
    assert "nmod:*" not in {s.key for s in counted(some, asked=["nmod", "nmod:poss"]).series()}
    asked = counted(some, asked=["nmod:*"])
    assert next(s.key for s in asked.series() if s.direction == TO_HEAD) == "nmod:*"
    with pytest.raises(HeadscopeError, match="not of one run: only the tally has dependency nmod"):
        counted(some, asked=["obj"])
    own = counted(numbers(keys=("obj", "nmod:poss", "nmod:poss (own word)")), asked=["nmod:poss", "obj"])
    assert [s.key for s in own.series() if s.direction == TO_HEAD] == ["nmod:poss", "nmod:poss (own word)", "obj"]


def test_only_what_was_measured_is_saved(counted, tmp_path):
    scores = counted(numbers())
    scores.save(tmp_path / "run")
    saved = tmp_path / "run" / "tally.safetensors"
    assert saved.read_bytes() == to_bytes(scores.measured) != to_bytes(scores.tally)
    assert {series.key for series in read(saved)[0]} == set(KEYS)
    again = open_run(tmp_path / "run")
    assert again.measured == scores.measured and again.tally == scores.tally
    assert again.files()["scores.parquet"] == scores.files()["scores.parquet"]


def test_merged_shards_are_the_whole_to_the_byte_whichever_relations_each_has(counted):
    first, second = numbers(1, keys=("all", "nmod", "obj")), numbers(2, keys=("all", "nmod:poss", "acl:relcl"))
    parts = [counted(first, shards=["1/2"]), counted(second, shards=["2/2"])]
    merged, turned = merge(parts), merge(parts[::-1])
    assert to_bytes(merged.measured) == to_bytes(turned.measured) and merged.tally == turned.tally
    whole = Scores(parts[0].measured + parts[1].measured, merged.manifest)
    assert to_bytes(merged.measured) == to_bytes(whole.measured)
    assert {s.key for s in merged.series()} == {"all", "nmod", "obj", "nmod:poss", "acl:relcl", "nmod:*", "acl:*"}
    fold = merged.find("dependency", "nmod:*", direction=TO_HEAD)
    assert merged.tally.weights(fold).sum() == first["nmod"][1].sum() + second["nmod:poss"][1].sum()
    assert merge([merged]).tally == merged.tally, "a fold is not folded again"


def test_runs_with_different_measures_are_named_without_empty_brackets(counted):
    with pytest.raises(HeadscopeError, match=r"different measures: dependency; dependency \(obj\)\."):
        merge([counted(numbers(), shards=["1/2"]), counted(numbers(keys=("obj",)), asked=["obj"], shards=["2/2"])])


def test_the_tables_on_disk_have_directions_folds_and_every_offset(counted, tmp_path):
    scores = counted(numbers())
    scores.save(tmp_path / "run")
    table = pl.read_parquet(tmp_path / "run" / "scores.parquet")
    assert len(table) == (len(KEYS) + 2) * 2 * 6
    assert table["direction"].unique().sort().to_list() == [TO_HEAD, TO_DEPENDENT]
    row = table.filter(key="nmod:*", direction=TO_DEPENDENT, layer=1, head=2).row(0, named=True)
    series = scores.find("dependency", "nmod:*", direction=TO_DEPENDENT)
    assert (
        row["value"] == scores.value(series)[1, 2] == row["total"] / row["weight"] and row["low"] < row["value"] < row["high"]
    )
    baselines = pl.read_parquet(tmp_path / "run" / "baselines.parquet")
    names = baselines.select("corpus", "measure", "key", "name")
    assert len(names.unique()) == len(names) == (len(KEYS) + 1) * 2, "all but the possessor's own word, and two folds"
    row = baselines.filter(key="nmod:*", name="offset -1").row(0, named=True)
    assert row["value"] == scores.baselines(series)["offset -1"]
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["measures"] == {"dependency": []}


def test_groups_without_a_case_stay_empty(counted):
    scores = counted(numbers(groups=3), places=[5, 7, 199])
    held = np.flatnonzero(scores.tally.weights(Series("c", "encoder", "dependency", "nmod:*", TO_HEAD)))
    assert held.tolist() == [5, 7, 199] and GROUPS == 200
