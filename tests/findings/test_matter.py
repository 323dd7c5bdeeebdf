"""Does it matter: a head that the model needs is claimed, one that it does not need is told so, and of noise nothing is claimed."""

import numpy as np
import pytest

from headscope.findings.claims import claims
from headscope.findings.findings import findings
from headscope.findings.matter import needed, survives
from headscope.report.payload import payload
from headscope.statistics.intervals import FEWEST_GROUPS
from headscope.statistics.leads import leads, of_others
from headscope.types import Head

FINDER = Head(2, 3)  # of objects, in the made run


@pytest.fixture(scope="module")
def run(made_run):
    made = {cut: made_run(6, 5, relations=6, words=15, tokens=10, cut=cut) for cut in ("needed", "idle")}
    return made.__getitem__


def of_objects(scores):
    return next(need for claim, need in survives(scores, claims(scores)).items() if claim.series.key == "obj")


def test_a_head_that_is_needed_where_it_finds_something(run):
    need = of_objects(run("needed"))
    assert need.head == FINDER and need.sure and need.first
    assert need.value == pytest.approx(0.4, abs=0.01) and need.median == pytest.approx(0.02, abs=0.01)
    assert need.lead == pytest.approx(need.value - need.median)
    assert need.lead_low <= need.lead <= need.lead_high
    text = next(one.text for one in findings(run("needed")) if "(obj)" in one.text)
    assert text.startswith("Head 3-4 finds the verb of a direct object (obj)")
    assert "; without it the loss at a direct object (obj) rises by 0.40" in text
    assert text.endswith("more than without any other head of its layer.")


def test_a_head_that_finds_something_that_the_model_does_not_need(run):
    need = of_objects(run("idle"))
    assert need.head == FINDER and not need.sure and not need.first
    text = next(one.text for one in findings(run("idle")) if "(obj)" in one.text)
    assert "not significantly more than without other heads of its layer (median 0.02" in text
    assert text.endswith("what it finds, the model does not need.")


def test_of_all_heads_the_needed_one_stands_out(run):
    assert [one.head for one in needed(run("needed")) if one.sure] == [FINDER]
    assert [one.head for one in needed(run("idle")) if one.sure] == []


def test_a_run_without_cuts_says_nothing_of_them(made_run):
    scores = made_run(6, 5, relations=6, words=15, tokens=10)
    assert needed(scores) == [] and survives(scores, claims(scores)) == {}
    assert not any("without it" in one.text for one in findings(scores))


def test_the_page_has_the_section_the_sentence_and_the_correlation(run):
    page = payload(run("needed"))
    part = next(one for one in page["sections"] if one["id"] == "matter")
    assert part["title"].startswith("One of 30 heads is needed more than the others of its layer: without head 3-4")
    assert "the model needs the head for 1" in part["title"]
    assert part["charts"][0]["name"] == "matter"
    table = part["tables"][0]
    names = [column["name"] for column in table["columns"]]
    verdicts = {row[names.index("key")]: row[names.index("needed")] for row in table["rows"]}
    assert verdicts == {"obj": "yes", "det": "not significantly"}
    assert any("rank correlation" in note for note in part["notes"])
    cards = {Head(one["layer"], one["head"]): one["summary"] for one in page["cards"]}
    assert "Without it the loss at a direct object (obj) rises by 0.40" in cards[FINDER]
    assert all("Without it the loss" in summary for summary in cards.values())
    assert "not significantly more than without other heads of its layer" in cards[Head(0, 0)]


def test_the_page_says_on_which_part_of_the_corpus_heads_were_cut(made_run):
    scores = made_run(6, 5, relations=6, words=15, tokens=10, cut="needed")
    (name,) = {one.series.measure for one in needed(scores)}
    scores.manifest.options["every"] = {name: 3}
    part = next(one for one in payload(scores)["sections"] if one["id"] == "matter")
    assert f"{name} was measured on every 3rd of its units" in " ".join(part["notes"])
    assert f"--measure {name} takes all" in " ".join(part["notes"])
    assert ", every 3rd of " in part["charts"][0]["caption"]


def test_leads_of_noise_are_claimed_in_one_run_of_twenty():
    """Heads that all have the same mean: some head is called ahead in about 5% of 200 runs, not in each."""
    chance = np.random.default_rng(0)
    hits = sum(bool((leads(chance.normal(0, 1, (40, 3, 4)), np.ones(40)).p < 0.05).any()) for _ in range(200))
    assert hits <= 20  # 10 expected


def test_a_lead_is_over_the_median_of_the_others():
    values = np.array([[0.1, 0.5, 0.2, 0.3]])
    np.testing.assert_allclose(of_others(values), [[0.3, 0.2, 0.3, 0.2]])
    assert np.isnan(of_others(np.array([[1.0]]))).all()


def test_too_few_groups_give_a_lead_without_an_interval():
    made = leads(np.random.default_rng(0).normal(0, 1, (FEWEST_GROUPS - 1, 2, 3)), np.ones(FEWEST_GROUPS - 1))
    assert np.isnan(made.low).all() and np.isnan(made.p).all() and not np.isnan(made.lead).any()
