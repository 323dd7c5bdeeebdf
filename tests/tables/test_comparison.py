"""The table of two runs and its sentences, against numbers that were planted."""

import csv
import io
import json
import re

import numpy as np
import pytest

from headscope.api.compare import compare
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tables.comparison import COLUMNS, comparison_table, opening, sentences
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


def run(values, *, seed=0, groups=50, corpora=(("c", "1"),), stacks=("encoder",), order=None):
    """A run of offset.+1 with these values and a little noise."""
    generator, tally, values = np.random.default_rng(seed), Tally(), np.asarray(values)
    for name, _ in corpora:
        for stack in stacks:
            weights = np.zeros(GROUPS)
            weights[:groups] = 2
            figures = values + generator.normal(0, 0.01, (GROUPS, *values.shape))
            figures = figures if order is None else figures[:, :, order]
            tally.add(Series(name, stack, "offset", "+1"), np.round(figures * 2**20) / 2**20 * weights[:, None, None], weights)
    records = [CorpusRecord(name, name, "plain", sha, groups, 100, 900, 0, 0, {}, ["1/1"]) for name, sha in corpora]
    about = {"name": "m", "stacks": {stack: list(values.shape) for stack in stacks}}
    return Scores(tally, Manifest(about, records, {"offset": ["+1"]}, {"max_length": 128}, 1.0))


VALUES = [[0.1, 0.9], [0.3, 0.5]]
CHANGED = [[0.1, 0.4], [0.3, 0.5]]


@pytest.fixture
def changed():
    return compare(run(VALUES), run(CHANGED, seed=1))


def test_it_opens_with_what_was_compared_and_what_came_out(changed):
    lines = opening(changed).splitlines()
    assert lines[0] == "first   m on c · 4 heads · 100 units · 900 tokens"
    assert lines[1] == "second  m on c · 4 heads · 100 units · 900 tokens"
    assert lines[2] == "The runs differ in: nothing that is written down."
    assert lines[4].startswith(
        "1 of 4 differences are significant: p < 0.05, corrected for all 4 heads and scores that were looked at. "
    )
    row = next(row for row in changed.rows if row.sure)
    digits = f"({row.difference:.3f}, {row.low:.3f} to {row.high:.3f})"
    assert lines[5] == (
        f"1 of 4 heads differs significantly in offset.+1; the largest: 1-2 {row.value_a:.3f} → {row.value_b:.3f} {digits}."
    )
    assert row.difference == pytest.approx(-0.5, abs=0.01)


def test_every_form_has_the_same_rows(changed):
    table = comparison_table(changed)
    rows = json.loads(table.to("json"))
    assert [list(row) for row in csv.DictReader(io.StringIO(table.to("csv")))] == [list(COLUMNS)] * 4
    assert (rows[0]["head"], rows[0]["matched"], rows[0]["sure"], rows[0]["beyond"]) == ("1-2", "1-2", True, True)
    assert rows[0]["effect"] < -1 and rows[0]["p"] < 0.01
    text = table.to("table").splitlines()
    assert text[0].split() == ["measure", "key", "head", "value_a", "value_b", "difference", "effect", "p", "sure"]
    assert text[1].split()[:3] == ["offset", "+1", "1-2"] and text[1].endswith("yes") and not text[2].endswith("yes")
    assert "paired by document, since both runs read the same" in text[-2]


def test_columns_that_are_needed_to_tell_rows_apart_are_shown():
    both = [(("c", "1"), ("d", "2")), (("c", "1"), ("e", "3"))]
    found = compare(*(run(VALUES, seed=n, corpora=one, stacks=("encoder", "decoder")) for n, one in enumerate(both)))
    text = comparison_table(found, top=3).to("table").splitlines()
    assert text[0].split()[:5] == ["stack", "corpus_a", "corpus_b", "measure", "key"]
    assert "3 of 16 rows are shown" in text[5]
    assert "paired by document where both runs read the same corpus" in text[6]
    names = {line.split(" in ")[1].split(";")[0].rstrip(".") for line in sentences(found)[1:]}
    assert names <= {"offset.+1 (encoder, d / e)", "offset.+1 (decoder, c)"}


def test_partners_in_another_place_are_named():
    found = compare(run(VALUES), run(VALUES, seed=1, order=[1, 0]), match="scores")
    said = sentences(found)
    assert "compared with the head whose scores are most alike, within its layer: 4 of 4 are in another place" in said[0]
    assert "matched" in comparison_table(found).to("table").splitlines()[0].split()
    assert {(row.head, row.matched) for row in found.rows} >= {((0, 0), (0, 1))}


def test_nothing_changed_and_too_few_documents():
    same = run(VALUES)
    assert sentences(compare(same, same)) == ["All 4 numbers are the same in both runs."]
    alike = sentences(compare(same, run(VALUES, seed=1)))
    assert re.fullmatch(
        r"0 of 4 differences are significant: p < 0.05, corrected for all 4 heads and scores that were looked at. "
        r"\d are significant on their own; of heads that are the same, about 0 would be by chance.",
        alike[0],
    )
    few = compare(run(VALUES, groups=5), run(CHANGED, groups=5))
    assert sentences(few) == [
        "No interval can be given: a run needs documents in at least 10 groups, and so nothing is significant."
    ]
    assert comparison_table(few).to("table").splitlines()[1].split()[2:6] == ["1-2", "0.897", "0.397", "-0.500"]


def test_of_one_model_twice_no_head_is_said_to_have_changed():
    runs = [run(VALUES), run(CHANGED, seed=1)]
    for one in runs:
        one.manifest.model = {**one.manifest.model, "sha256": "ab"}
    said = sentences(compare(*runs))
    assert said[0] == "Both runs are of the same model: no head changed, only what it was measured on or how."
    assert "changed" not in " ".join(said[1:]) and "1 of 4 heads differs significantly" in said[-1]
    runs[1].manifest.model = {**runs[1].manifest.model, "sha256": "cd"}
    assert "same model" not in " ".join(sentences(compare(*runs)))
