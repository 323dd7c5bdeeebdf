"""Sentences made from scores claim what the intervals carry, and no more."""

import re

import numpy as np
import pytest

from headscope.findings.claims import claims
from headscope.findings.findings import findings, title, verdict
from headscope.findings.labels import behaviours, rules
from headscope.report.cards import cards
from headscope.report.payload import payload
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

RELATIONS = (
    "nsubj",
    "obj",
    "det",
    "case",
    "amod",
    "advmod",
    "conj",
    "cc",
    "mark",
    "aux",
    "nmod",
    "nmod:poss",
    "obl",
    "compound",
)


def run(spread: float = 0.0, stack: str = "encoder", **values) -> Scores:
    """A run whose scores (`offset_next=[[…]]`) vary by `spread` from group to group."""
    names = {
        "offset_next": ("offset", "+1"), "sep": ("token", "sep"), "rest": ("token-from-rest", "sep"), "entropy": ("entropy", "all"),
        "peak": ("peak", "all"), "sink": ("sink", "all"), "strong": ("sink", "strong"), "cls": ("token", "cls"),
        "rate": ("sink", "rate"), "prefix": ("induction", "prefix"), "new": ("induction-text", "rest"), "copying": ("copying", "all"),
        "direct": ("direct", "all"),
    }  # fmt: skip
    tally, measures = Tally(), {}
    noise = np.random.default_rng(0).standard_normal((GROUPS, 1, 1)) * spread
    for name, table in values.items():
        measure, key = names[name]
        measures[measure] = [key]
        series = Series("c", stack, measure, key)
        tally.add(series, np.array(table)[None] + noise, np.ones(GROUPS))
        tally.add(
            series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), 5.0 if measure == "entropy" else 0.01), np.ones(GROUPS)
        )
    shape = list(np.array(next(iter(values.values()))).shape)
    model = {
        "name": "m", "sha256": "1", "stacks": {stack: shape}, "dtype": "float32", "road": "tap", "architecture": "A",
        "parameters": 10, "difference": 0.0, "device": "cpu",
    }  # fmt: skip
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 2, 7, {"no token in the text": 4}, ["1/2"])
    return Scores(tally, Manifest(model, [record], measures, {"max_length": 128, "limit": None, "batch_size": 16}, 1.0))


def sentence(scores: Scores) -> str:
    return title(scores, next(scores.series()))


def test_a_score_about_zero_is_no_more_than_its_interval_carries():
    """Heads that add something to a logit, and heads of which nobody knows whether they do."""
    assert (
        sentence(run(0.01, direct=[[0.5, 0.1], [-0.3, 0.0]]))
        == "Head 1-1 writes the right next token most: 0.500 logits (0.499–0.501)."
    )
    nothing = sentence(run(1.0, direct=[[0.01, -0.02], [0.0, 0.0]]))
    assert re.fullmatch(
        r"No head significantly writes the right next token; the highest is 1-1 with -?0\.\d+ logits \(.*\)\.", nothing
    )


def test_a_card_says_on_which_text_a_share_was_measured():
    scores = run(stack="decoder", prefix=[[0.5, 0.01], [0.01, 0.02]])
    summary = cards(scores, claims(scores), 0)[0]["summary"]
    assert "before: 50.0% of its attention on repeated random tokens (50.0–50.0)." in summary


def test_attention_to_the_first_token_is_told_once_and_its_share_of_tokens_not_at_all():
    table = [[0.9, 0.1], [0.1, 0.1]]
    assert [one.series.measure for one in findings(run(sink=table, cls=table))] == ["token"]
    assert [one.series.measure for one in findings(run(stack="decoder", sink=table, cls=table))] == ["sink"]
    assert findings(run(strong=table)) == findings(run(stack="decoder", strong=table)) == []


def test_labels_and_findings_of_one_score_are_told_of_the_same_stacks():
    table = [[0.9, 0.1], [0.1, 0.1]]
    for stack, label in (("encoder", "cls"), ("decoder", "first")):
        scores = run(stack=stack, sink=table, cls=table)
        assert [one.label for one in behaviours(scores)] == [label, "mixed", "mixed", "mixed"]
        assert {"cls", "first"} & {rule.label for rule in rules(scores)} == {label}


def test_a_finding_counts_heads_by_the_bar_of_the_label():
    scores = run(sep=[[0.9, 0.55], [0.1, 0.7]])
    assert findings(scores)[0].text.startswith("Heads 1-1 and 2-2 mostly attend to [SEP]: ")
    assert [one.label for one in behaviours(scores)] == ["sep", "mixed", "mixed", "sep"]
    both = run(offset_next=[[0.55, 0.1], [0.9, 0.1]], sep=[[0.9, 0.1], [0.1, 0.1]])
    said = [one.text for one in findings(both)]
    assert any(text.startswith("Head 2-1 mostly attends to the next token: ") for text in said), "1-1 is counted under [SEP]"
    assert [one.label for one in behaviours(both)] == ["sep", "mixed", "next", "mixed"]


STORY = (
    "Heads 1-1 and 2-2 continue what was repeated, attending to what followed it before: 50.0% (50.0–50.0), 40.0% (40.0–40.0); they rest "
    "on [CLS] where a token is new: 70.0% (70.0–70.0), 80.0% (80.0–80.0); they copy what they attend to: 0.8000 (0.8000–0.8000), 0.9000 "
    "(0.9000–0.9000), where uniform attention has 0.010."
)


def test_the_story_of_a_causal_model_opens_with_the_heads_that_continue_what_was_repeated():
    prefix, new = [[0.5, 0.01], [0.01, 0.4]], [[0.7, 0.9], [0.1, 0.8]]
    scores = run(stack="decoder", sink=[[0.1, 0.95], [0.1, 0.1]], prefix=prefix, new=new, copying=[[0.8, -0.5], [0, 0.9]])
    assert [one.series.measure for one in findings(scores)][:2] == ["induction", "sink"]
    assert findings(scores)[0].text == STORY
    fewer = run(stack="decoder", prefix=prefix, new=[[0.7, 0.9], [0.1, 0.2]], copying=[[0.005, 0], [0, 0.9]])
    assert findings(fewer)[0].text == STORY.split("; they")[0] + ".", "only what holds of both is said of them"
    nothing = run(stack="decoder", prefix=[[0.02, 0.01], [0.01, 0.01]])
    assert sentence(nothing).startswith(
        "No head continues what was repeated, attending to what followed it before; the highest is 1-1"
    )


def test_the_sink_rate_is_the_mean_over_texts_and_heads():
    scores = run(stack="decoder", rate=[[0.9, 0.1], [0.5, 0.1]])
    assert (
        findings(scores)[0].text
        == "On average over all heads, a head uses the first token as a sink in 40.0% of texts (40.0–40.0)."
    )
    assert findings(run(rate=[[0.9, 0.1], [0.5, 0.1]])) == []


NINE, EIGHT = "90.0% (90.0–90.0)", "80.0% (80.0–80.0)"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[0.9, 0.1], [0.1, 0.1]], f"Head 1-1 mostly attends to the next token: {NINE}."),
        ([[0.9, 0.1], [0.1, 0.8]], f"Heads 1-1 and 2-2 mostly attend to the next token: {NINE}, {EIGHT}."),
        (
            [[0.9, 0.7, 0.1], [0.8, 0.1, 0.1]],
            f"Heads 1-1, 2-1 and 1-2 mostly attend to the next token: {NINE}, {EIGHT}, 70.0% (70.0–70.0).",
        ),
        ([[0.9, 0.7, 0.6], [0.8, 0.75, 0.1]], f"5 heads mostly attend to the next token, 1-1 and 2-1 most: {NINE}, {EIGHT}."),
        ([[0.4, 0.1], [0.1, 0.2]], "No head attends to the next token mostly; the highest is 1-1 with 40.0% (40.0–40.0)."),
    ],
)
def test_how_many_heads_do_it(table, words):
    assert sentence(run(offset_next=table)) == words


def test_a_head_whose_interval_reaches_below_one_half_is_not_claimed():
    assert sentence(run(0.01, offset_next=[[0.52, 0.1]])).startswith("Head 1-1 mostly")
    unsure = run(0.5, offset_next=[[0.52, 0.1]])
    assert "mostly attends" not in sentence(unsure)
    assert findings(unsure) == []


def test_the_broadest_layer_only_where_it_stands_out():
    clear = sentence(run(entropy=[[2.0, 2.0], [4.0, 4.0]]))
    assert "Layer 2 attends most broadly: 4.0000 nats (4.0000–4.0000) on average" in clear
    assert "uniform attention has 5.0000 and the other layers 2.0000" in clear
    assert sentence(run(entropy=[[3.99, 3.99], [4.0, 4.0]])) == "Head 2-1 attends broadly most: 4.0000 nats (4.0000–4.0000)."


def test_a_broader_layer_must_be_so_with_its_whole_interval():
    scores = run(entropy=[[2.0, 2.0], [2.2, 2.2]])
    series = next(scores.series())
    assert "Layer 2 attends most broadly" in title(scores, series)
    noise = np.random.default_rng(0).normal(0, 3, (GROUPS, 2, 1)) * np.array([[[1.0], [-1.0]]])
    scores.tally.totals(series)[:] += noise - noise.mean(0)
    assert "most broadly" not in title(Scores(scores.tally, scores.manifest), series)


def test_peak_is_a_title_and_no_finding():
    scores = run(peak=[[0.97, 0.2]])
    assert sentence(scores) == "Head 1-1 picks out one token most: 97.0% (97.0–97.0)."
    assert findings(scores) == []


def test_findings_are_ranked_and_repeat_nothing():
    made = findings(run(offset_next=[[0.9, 0.1]], sep=[[0.1, 0.7]], rest=[[0.1, 0.7]]))
    assert [f.series.measure for f in made] == ["offset", "token"]
    assert [f.heads for f in made] == [(Head(0, 0),), (Head(0, 1),)]


def test_planted_heads_are_found_and_said_with_their_interval(made_run):
    scores = made_run(6, 6, planted=True)
    known = claims(scores)
    found = [(claim.head, claim.series.key, claim.series.direction) for claim in known.made]
    assert set(found[:2]) == {(Head(2, 3), "obj", "dependent-to-head"), (Head(4, 1), "det", "head-to-dependent")}
    for claim in known.made[2:]:  # of the heads that lead by a little; each in its own relation
        at = claim.head.layer * 6 + claim.head.head
        assert at % 14 == RELATIONS.index(claim.series.key) and claim.series.direction == "dependent-to-head"
    assert verdict(scores, known) is None
    made = findings(scores, known)
    assert len(made) == 5 and all(re.search(r"\d \([\d.]+–[\d.]+\)|% \(|of the time \(", f.text) for f in made)
    texts = [f.text for f in made]
    assert any(re.fullmatch(
        r"Head 3-4 finds the verb of a direct object \(obj\) \d\d% of the time \(\d\d–\d\d\); the best fixed offset manages \d\d%\.", text
    ) for text in texts)  # fmt: skip
    assert any(text.startswith("Head 5-2 looks from the noun to its determiner (det) ") for text in texts)
    for claim in known.made[:2]:
        assert claim.low < scores.value(claim.series)[claim.head] < claim.high
        assert claim.value == pytest.approx(0.8, abs=0.06) and claim.baseline == pytest.approx(0.3, abs=0.06)


def test_where_nothing_is_planted_the_page_says_so(made_run):
    scores = made_run(6, 6, planted=False)
    known = claims(scores)
    assert known.made == () and known.number == 18
    said = verdict(scores, known)
    assert said.startswith("No head of this model does anything linguistic. None of 18 relations and kinds of mention ")
    assert findings(scores, known) == []
    page = payload(scores)
    assert page["verdict"] == said
    assert all(card["claims"] == [] and card["sentences"] == [] for card in page["cards"])
    for card in page["cards"]:
        assert re.fullmatch(r"Head \d-\d (perhaps )?attends broadly: .*|Head \d-\d is mixed: .*", card["summary"])


def test_a_head_that_copies_the_next_token_is_not_nothing(made_run):
    """Not linguistic, and not nothing: the sentence speaks of syntax and coreference alone."""
    scores = made_run(6, 6, planted=False)
    for series in list(scores.series()):
        if (series.measure, series.key) in (("offset", "+1"), ("entropy", "all")):
            scores.measured.totals(series)[:, 0, 0] = 0.9
    again = Scores(scores.measured, scores.manifest)
    assert verdict(again, claims(again)).startswith("No head of this model does anything with syntax or coreference. ")


def test_payload_carries_what_the_page_needs():
    data = payload(run(offset_next=[[0.9, 0.1]], entropy=[[1.0, 2.0]]))
    assert data["title"] == "m on c"
    assert [s["id"] for s in data["scores"]] == ["offset.+1", "entropy.all"]
    assert data["scores"][0]["value"] == [[0.9, 0.1]] and data["scores"][0]["baseline"] == {"name": "uniform", "value": 0.01}
    assert {f["score"] for f in data["findings"]} <= {s["id"] for s in data["scores"]}
    assert data["relations"] == [] and data["verdict"] is None and data["texts"] == {}
    notes = " ".join(data["notes"])
    assert "2 of 200 segments of c were cut to 128 tokens; 7 tokens were dropped." in notes
    assert "Of c were left out: no token in the text (4)." in notes
    assert "Only shards 1/2 of c" in notes
    assert "not why the model answers" in data["caveat"]


def test_a_relation_that_different_heads_find_is_neither_claimed_nor_denied(made_run):
    """On one half of the documents one head is the best, on the other another: nobody in particular, but not nothing."""
    scores = made_run(6, 6, planted=False)
    series = Series("trees", "encoder", "dependency", "obj", "dependent-to-head")
    totals = scores.measured.totals(series)
    totals[0::2, 0, 0] = totals[1::2, 0, 1] = 4
    totals[1::2, 0, 0] = totals[0::2, 0, 1] = 3
    again = Scores(scores.measured, scores.manifest)
    known = claims(again)
    assert known.made == () and not known.nothing
    assert verdict(again, known) is None
