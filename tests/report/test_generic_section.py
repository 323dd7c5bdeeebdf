"""A measure that nobody here has heard of has its section, its columns and its words, in its own unit."""

from dataclasses import replace

import numpy as np
import pytest

from headscope.description import Description, Key, LabelRule, Section
from headscope.figures import draw
from headscope.findings.findings import found
from headscope.findings.labels import MIXED, behaviours
from headscope.quantities import TOKENS
from headscope.report.payload import payload
from headscope.report.sections import sections
from headscope.results.scores import Scores
from headscope.tables import TABLES
from headscope.tallies import GROUPS
from headscope.types import Series

ABOUT = Description(
    "distance",
    "How far a head looks",
    "Each point is a head: the mean distance in tokens. The dashed line is uniform attention.",
    "mean over i of Σ α(i, j) |i − j|",
    Section("distance", "Distance: how far heads look", 35, "Far is not better."),
    TOKENS,
    keys={
        ("all", ""): Key("looks far away", "mean distance", finding="highest", label=LabelRule("far", 40.0, 70)),
        ("left", ""): Key("looks far back", "to the left", by_layer=False, finding="none"),
    },
)


@pytest.fixture
def scores(made_run) -> Scores:
    """A run of a measure of distances beside all others; head 2-3 looks 46 tokens away."""
    run = made_run(5, 4)
    table = np.full((5, 4), 12.0)
    table[1, 2] = 46.26
    for key, times in (("all", 1.0), ("left", 0.5)):
        series = Series("text", "encoder", "distance", key)
        noise = np.random.default_rng(1).normal(0, 20, (GROUPS, 1, 1))
        run.measured.add(series, times * (table + noise - noise.mean()), np.ones(GROUPS))
        run.measured.add(series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), times * 30.0), np.ones(GROUPS))
    manifest = run.manifest
    measures = manifest.measures | {"distance": ["all", "left"]}
    return Scores(run.measured, replace(manifest, measures=measures, described={"distance": ABOUT}), run.example)


def test_it_stands_in_its_order_and_says_what_it_found(scores):
    made = sections(scores)
    assert [one["id"] for one in made] == [
        "surface", "gradients", "entropy", "distance", "parsers", "coreference", "probes", "mixing", "matter", "clusters", "paper",
    ]  # fmt: skip
    [mine] = [one for one in made if one["id"] == "distance"]
    assert mine["name"] == "Distance: how far heads look" and mine["read"] == ABOUT.read
    assert (
        mine["title"].startswith("Head 2-3 looks far away most: 46 tokens (4")
        and "uniform attention has 30 tokens" in mine["title"]
    )
    assert mine["formulas"] == [["distance", ABOUT.formula]] and mine["caveat"].endswith("Far is not better.")
    assert mine["measures"] == ["distance"] and mine["missing"] == ""
    [table] = mine["tables"]
    assert table["title"].endswith(": means by layer, in tokens")
    assert [column["title"] for column in table["columns"]] == ["layer", "mean distance"], "and none for a key that wants none"
    assert table["rows"][1][1] == pytest.approx((3 * 12 + 46.26) / 4) and table["rows"][-1] == ["uniform", pytest.approx(30.0)]
    assert table["texts"][1][1] == "21"


def test_a_unit_of_one_of_several_measures_stands_in_the_title_of_its_column(scores):
    surface = replace(ABOUT, section=scores.about("offset").section, place=15)
    again = Scores(scores.measured, replace(scores.manifest, described={"distance": surface}))
    [mine] = [one for one in sections(again) if one["id"] == "surface"]
    assert mine["measures"][:3] == ["offset", "distance", "token"], "by their places"
    titles = [column["title"] for column in mine["tables"][0]["columns"] if column["shown"] and not column["published"]]
    assert titles[:6] == ["layer", "previous token", "current token", "next token", "mean distance, tokens", "[CLS]"]


def test_tables_findings_labels_and_figures_have_it(scores):
    assert "distance.all: in tokens." in TABLES["by-layer"].make(scores).notes[-1]
    finding = found(scores, Series("text", "encoder", "distance", "all"))
    assert finding is not None and "46 tokens" in finding.text and "%" not in finding.text
    assert scores.where("label far") == ["2-3"] and scores.where("distance > 40") == ["2-3"]
    assert "2-3 looks far away" in draw(scores, "four-heads", corpus="text").title
    page = payload(scores)
    assert "far" in page["label_names"]["behaviour"]
    [card] = [card for card in page["cards"] if (card["layer"], card["head"]) == (1, 2)]
    assert "looks far away: 46 tokens" in card["summary"]
    [surface] = [one for one in page["sections"] if one["id"] == "surface"]
    assert "1 looks far away" in surface["title"]


def test_heads_that_give_most_of_their_attention_to_several_kinds_of_token_together_are_counted(made_run):
    run = made_run(5, 4)
    for key, value in (("cls", 0.35), ("sep", 0.4)):
        series = Series("text", "encoder", "token", key)
        run.measured.totals(series)[:, 3, :] = value
    again = Scores(run.measured, run.manifest, run.example)
    [surface] = [one for one in sections(again) if one["id"] == "surface"]
    mixed = [one for one in behaviours(again) if one.label == MIXED and one.head.layer == 3]
    assert len(mixed) > 1
    assert f"{len(mixed)} attend mostly to [CLS], [SEP] and punctuation together" in surface["title"]


def test_special_tokens_are_called_by_their_own_names(made_run):
    run = made_run(5, 4)
    model = {**run.manifest.model, "special": {"cls": "<s>", "sep": "</s>"}}
    again = Scores(run.measured, replace(run.manifest, model=model, described={}), run.example)
    text = repr([one for one in sections(again) if one["id"] != "paper"])
    said = text.replace("that of [SEP] is very small, so that attending to [SEP] is close", "")  # of BERT-base, in the paper
    shown = said.replace("'[CLS]'", "").replace("'[SEP]'", "")  # tokens of the text under the heads
    assert "[CLS]" not in shown and "[SEP]" not in shown
    assert "</s>" in text and "<s>" in text
