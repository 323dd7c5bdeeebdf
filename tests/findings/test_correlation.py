"""`predictive` is stored as (1 + r) / 2 and read as the correlation r: in every sentence, table, page and query, and never as a share."""

import json
import re

import numpy as np
import pytest

from headscope.api.find import find
from headscope.comparison.story import sentences as told_of_runs
from headscope.description import Description
from headscope.figures import draw
from headscope.figures.card import card
from headscope.findings.claims import claims
from headscope.findings.findings import title
from headscope.findings.strongest import Strongest
from headscope.quantities import CORRELATION, SHARE
from headscope.report.cards import cards
from headscope.report.compare_payload import payload as compare_page
from headscope.report.payload import payload
from headscope.report.track_payload import payload as track_page
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.older import corrected
from headscope.results.sample_text import Example, StackExample, Tokens
from headscope.results.scores import Scores
from headscope.tables.comparison import comparison_table, opening
from headscope.tables.found import found_table
from headscope.tables.run import one_head, overview, ranking
from headscope.tables.track import onset_table
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series
from headscope.views.run_scores import run_scores

STORED = np.array([[0.74, 0.51], [0.61, 0.42]])  # r = 0.48, 0.02, 0.22, −0.16
SERIES = Series("c", "encoder", "pattern", "predictive")
SIDE = Tokens(("the", "king", "saw"), (False,) * 3, (0,) * 3, (0, 1, 2))


def run(stored: np.ndarray = STORED, seed: int = 0, **options: object) -> Scores:
    tally, weights = Tally(), np.ones(GROUPS)
    noise = np.random.default_rng(seed).normal(0, 0.05, (GROUPS, 2, 2))
    tally.add(SERIES, stored + noise - noise.mean(0), weights)
    tally.add(SERIES._replace(baseline="uniform"), np.full((GROUPS, 1, 1), 0.5), weights)
    next_word = SERIES._replace(key="next")
    tally.add(next_word, np.full((GROUPS, 2, 2), 0.02) + 0.001 * noise, weights)
    tally.add(next_word._replace(baseline="uniform"), np.full((GROUPS, 1, 1), 0.02), weights)
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 0, 0, {}, ["1/1"])
    manifest = Manifest(
        {"name": "m", "stacks": {"encoder": [2, 2]}, **options}, [record], {"pattern": ["next", "predictive"]}, {}, 1.0
    )
    maps = np.full((2, 2, 3, 3), 1 / 3, np.float32)
    return Scores(tally, manifest, Example({"encoder": StackExample(SIDE, SIDE, maps)}))


@pytest.fixture(scope="module")
def scores() -> Scores:
    return run()


def test_what_is_stored_stays_a_share_of_exact_sums(scores):
    np.testing.assert_allclose(scores.value(SERIES), STORED)
    assert scores.quantity(SERIES) == CORRELATION and scores.quantity(SERIES._replace(key="next")) == SHARE
    stored = scores.to_polars().filter(key="predictive")["value"].to_list()
    np.testing.assert_allclose(stored, STORED.ravel())


def test_sentences_say_r_and_no_share(scores):
    said = [
        title(scores, SERIES),
        Strongest(scores, "encoder").told(Head(0, 0)),
        *(f"{one['summary']} {one['notes'].get('pattern', '')}" for one in cards(scores, claims(scores), 0)),
        draw(scores, "patterns").svg,
        card(scores, Head(0, 0), "It looks.").svg,
    ]
    text = re.sub(r"<style>.*?</style>", "", " ".join(said), flags=re.S)
    assert "r = 0.48" in said[0] and "correlation" in said[0] and "r = 0.48" in said[1] and "r = 0.48" in said[2]
    assert "r = 0.48" in said[6] and "chance 0<" in said[6]
    assert "74%" not in text and "0.74" not in text and "words that predict" not in text
    none = run(np.full((2, 2), 0.5) - [[0.0, 0.1], [0.1, 0.1]])
    assert title(none, SERIES).startswith("No head significantly attends in correlation with") and "r = 0.00" in title(
        none, SERIES
    )


def test_printed_tables_have_r_and_data_what_is_stored(scores):
    best = next(line for line in overview(scores).to_text().splitlines() if "predictive" in line)
    assert "1-1 0.48" in best and " 0.000 " in best and "0.74" not in best  # the baseline, no correlation
    shown = [table.to_text() for table in (ranking(scores, "pattern", "predictive"), one_head(scores, Head(0, 0)))]
    assert all("0.48" in text and "0.74" not in text for text in shown)
    [row] = [row for row in json.loads(one_head(scores, Head(0, 0)).to_json()) if row["key"] == "predictive"]
    assert row["value"] == pytest.approx(0.74) and row["uniform"] == 0.5


def test_a_query_asks_for_the_number_that_is_shown(scores):
    assert find(scores, "pattern.predictive > 0.2") == ["1-1", "2-1"]
    assert find(scores, "pattern.predictive > 0.5") == [] and find(scores, "pattern.predictive < 0") == ["2-2"]
    assert find(scores, "pattern.predictive = 0.48") == ["1-1"]
    table = found_table(scores, "pattern.predictive > 0.2")
    assert "0.48" in table.to_text() and "0.74" not in table.to_text()
    assert json.loads(table.to_json())[0]["pattern.predictive"] == pytest.approx(0.74)


def test_two_runs_differ_in_r():
    import headscope as hs

    made = hs.compare(run(), run(STORED + np.array([[0.05, 0.0], [0.0, 0.0]])))
    text = opening(made) + comparison_table(made).to_text()
    assert re.search(r"1-1 0\.480* → 0\.580* \(0\.10", text) and "0.74" not in text
    [one] = [one for one in compare_page(made)["scores"] if one["key"] == "predictive"]
    assert one["own_quantity"]["times"] == 2 and one["first"][0][0] == pytest.approx(0.74)


def test_many_runs_are_followed_in_r():
    import headscope as hs

    low = np.full((2, 2), 0.5)
    runs = [run(low, 1), run(low, 2), run(STORED, 3), run(STORED, 4)]
    made = hs.track(runs)
    text = onset_table(made).to_text() + " ".join(one.text for one in told_of_runs(made))
    assert "r = 0.48" in text and "0.74" not in text and "74%" not in text
    [one] = [one for one in track_page(made)["scores"] if one["key"] == "predictive"]
    assert one["own_quantity"]["plus"] == -1


def test_pages_hold_what_is_stored_and_how_it_is_read(scores):
    [one] = [one for one in payload(scores, examples=0)["scores"] if one["key"] == "predictive"]
    assert one["value"][0][0] == pytest.approx(0.74) and one["baseline"]["value"] == 0.5
    assert one["own_quantity"] == CORRELATION.to_json() and "r = 0.48" in one["finding"]
    [seen] = [one for one in run_scores(("encoder",), scores) if one["id"] == "pattern.predictive"]
    assert seen["value"][0][0] == pytest.approx(0.48)  # a view shows the number as it is


def test_a_run_of_an_older_headscope_is_read_as_what_it_is(scores):
    old = {"key": "predictive", "direction": "", "does": "attends to words that predict the word", "short": "predictive words"}
    described = corrected(Description.from_json({**scores.about("pattern").to_json(), "keys": [old]}))
    assert described.quantity_of("predictive") == CORRELATION and "correlation" in described.key("predictive").does
