"""What sets a head apart from the median head: planted scores are named with their numbers, and no head is left without."""

import numpy as np
import pytest

from headscope.findings.claims import claims
from headscope.findings.strongest import Strongest, standing
from headscope.report.cards import cards
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

NEXT, PREVIOUS, BROAD = "offset.+1", "offset.-1", "entropy.all"
EVEN = {
    NEXT: [[0.06, 0.05], [0.07, 0.06]],
    PREVIOUS: [[0.11, 0.10], [0.12, 0.08]],
    BROAD: [[2.0, 2.2], [2.1, 2.3]],
}


def made(change: dict[str, dict[tuple[int, int], float]] | None = None, noise: float = 0.0) -> Scores:
    """A run of 2 × 2 heads; `change` plants values."""
    chance, tally, measures = np.random.default_rng(3), Tally(), {}
    for name, table in EVEN.items():
        measure, key = name.split(".", 1)
        measures.setdefault(measure, []).append(key)
        values = np.array(table)
        for at, value in (change or {}).get(name, {}).items():
            values[at] = value
        tally.add(Series("c", "encoder", measure, key), values + chance.normal(0, noise, (GROUPS, 2, 2)), np.ones(GROUPS))
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 0, 0, {}, ["1/1"])
    return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": [2, 2]}}, [record], measures, {}, 1.0))


def test_the_planted_score_leads_with_its_interval_and_the_median():
    run = made({NEXT: {(1, 0): 0.21}}, noise=0.05)
    strongest = Strongest(run, "encoder")
    assert strongest.of(Head(1, 0))[0].key == "+1"
    series = Series("c", "encoder", "offset", "+1")
    quantity = run.about("offset").quantity
    low, high = (float(end[1, 0]) for end in run.interval(series))
    number = quantity.text(float(run.value(series)[1, 0]), low, high)
    median = quantity.number(float(np.median(run.value(series))), low, high)
    assert strongest.told(Head(1, 0)).startswith(f"attends to the next token: {number}, the median head {median}")
    assert "(" in number


@pytest.mark.parametrize("at", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_every_head_has_two_or_three(at):
    told = Strongest(made(), "encoder").told(Head(*at))
    assert 2 <= told.count("the median head") <= 3


def test_a_head_below_the_median_in_everything_is_told_by_where_it_is_lowest():
    run = made({NEXT: {(0, 1): 0.0}, PREVIOUS: {(0, 1): 0.01}, BROAD: {(0, 1): 0.4}})
    strongest = Strongest(run, "encoder")
    assert [series.measure for series in strongest.of(Head(0, 1))] == ["entropy", "offset"]
    assert "attends broadly: 0.4000 nats" in strongest.told(Head(0, 1))


def test_a_score_that_says_the_same_is_not_said_again():
    doubled = {at: 2 * value for at, value in np.ndenumerate(np.array(EVEN[NEXT]))}
    told = Strongest(made({PREVIOUS: doubled}), "encoder").told(Head(1, 0))
    assert "next" in told and "previous" not in told  # the first of the two speaks for both


def test_what_is_small_is_no_strength():
    """Twice the median, but both are next to nothing: the breadth says more."""
    run = made({NEXT: {(1, 1): 0.012}, BROAD: {(1, 1): 3.4}})
    assert Strongest(run, "encoder").of(Head(1, 1))[0].measure == "entropy"


def test_heads_that_are_all_the_same_have_no_standing():
    assert standing(np.full((2, 2), 0.3)).tolist() == [[0, 0], [0, 0]]
    assert standing(np.array([[0.0, 0.0], [0.0, np.nan]]))[0].tolist() == [0, 0]


def test_the_card_of_a_head_without_a_label_says_it():
    run = made({NEXT: {(1, 0): 0.21}}, noise=0.05)
    summary = cards(run, claims(run), 0)[2]["summary"]
    assert summary.startswith("Head 2-1 is mixed; it stands out most where it attends to the next token: 2")
    assert "the median head" in summary and summary.endswith(".")
    labelled = made({NEXT: {(1, 0): 0.91}}, noise=0.05)
    assert "median" not in cards(labelled, claims(labelled), 0)[2]["summary"]
