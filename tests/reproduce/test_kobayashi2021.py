"""The certificate of kobayashi2021: its numbers, verdicts by the model that a number is of, from runs and from a folder."""

import numpy as np
import pytest

from headscope.api.certificate import from_runs
from headscope.api.measure import measure
from headscope.api.reproduce import reproduce
from headscope.reproduce import certificate, paper
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tables.certificate import markdown
from headscope.tallies import GROUPS, Tally
from headscope.types import Series

PUBLISHED = {
    "bert": (96.41, 85.28, 48.21, 22.25, 18.75),
    "roberta": (95.81, 84.42, 47.91, 19.55, 16.24),
}
KEYS = ("Attn-W", "Attn-N", "AttnRes-W", "AttnRes-N", "AttnResLn-N")
EVERY = {(model, key): value for model, values in PUBLISHED.items() for key, value in zip(KEYS, values, strict=True)}


def made(name, figures, text="wikipedia.txt"):
    """A run of twelve layers whose means are these, in every group but for noise."""
    tally, noise = Tally(), np.random.default_rng(0).normal(0, 0.0005, (GROUPS, 12, 1))
    for key, value in zip(KEYS, figures, strict=True):
        tally.add(Series("text", "encoder", "mixing", key), value / 100 + noise - noise.mean(), np.ones(GROUPS))
    records = [CorpusRecord("text", text, "plain", "0", 992, 992, 10**5, 0, 0, {}, ["1/1"])]
    model = {"name": name, "stacks": {"encoder": [12, 12]}, "dtype": "float32", "road": "tap"}
    return Scores(tally, Manifest(model, records, {"mixing": list(KEYS)}, {"max_length": 128, "limit": None}, 1.0))


def test_the_numbers_are_those_of_the_paper():
    source = paper("kobayashi2021")
    assert source.models == ("bert-base-uncased", "roberta-base") and source.parts == ("text",)
    printed = {(number.id.split(".")[0], number.way.key): number.paper for number in source.numbers if number.unit == "percent"}
    assert printed == EVERY


@pytest.mark.parametrize("name", ["google-bert/bert-base-uncased", "FacebookAI/roberta-base"])
def test_numbers_are_judged_by_the_model_they_are_of(name):
    mine = "roberta" if "roberta" in name else "bert"
    found = certificate([made(name, PUBLISHED[mine])], name="kobayashi2021")
    assert found.comparable and len(found.rows) == 11
    for row in found.rows[1:]:
        same = row.id.startswith(f"{mine}.")
        assert (row.status == "within the interval") == same
        assert same or row.status.startswith("no verdict: another model")
        assert row.where == "layers 1 to 12"
    assert "another model" not in found.remark


def test_what_explains_a_difference():
    figures = np.array(PUBLISHED["bert"]) + 3
    found = certificate([made("bert-base-uncased", figures)], name="kobayashi2021")
    row = found.rows[1]
    assert row.status.startswith("differs") and row.difference == pytest.approx(0.03, abs=1e-6)
    assert row.explained == ("masked", "segments", "token-mean", "other-texts")
    assert {"masked", "segments"} <= {one.id for one in found.departures} and "masks 12% of the tokens" in markdown(found)
    elsewhere = certificate([made("bert-base-uncased", figures, "novel.txt")], name="kobayashi2021").rows[1]
    assert elsewhere.status.startswith("no verdict") and "text" in elsewhere.explained


def test_the_bundled_models_run_it(bundled, tmp_path):
    done = []
    found = reproduce(
        bundled,
        tmp_path / "mixing",
        paper="kobayashi2021",
        limit=12,
        max_length=32,
        progress=False,
        done=lambda *a: done.append(a),
    )
    assert [(part, published) for part, published, _ in done] == [("text", False)]
    ours = {row.id: row.ours for row in found.rows}
    assert all(0 < ours[f"bert.{key}"] < 1 for key in KEYS) and ours["bert.AttnRes-N"] < ours["bert.Attn-N"]
    assert "Offsets and rules" not in found.remark
    again = from_runs([tmp_path / "mixing" / "text"], "kobayashi2021")
    assert {row.id: row.ours for row in again.rows} == pytest.approx(ours)


def test_a_variant_that_a_model_lacks_says_why(tmp_path):
    from headscope.models import load

    scores = measure(load("gpt-8x8"), "bundled", ["mixing"], limit=4, max_length=24, progress=False)
    row = next(row for row in certificate([scores], name="kobayashi2021").rows if row.id == "bert.AttnResLn-N")
    assert row.ours is None and row.status.startswith("not there: no norm stands right behind the sum")
