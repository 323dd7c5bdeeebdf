"""Sentences made from scores claim what the intervals carry, and no more."""

import numpy as np
import pytest

from headscope.report.findings import findings, title
from headscope.report.payload import payload
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Series


def run(spread: float = 0.0, **values) -> Scores:
    """A run whose scores (`offset_next=[[…]]`) vary by `spread` from group to group."""
    names = {
        "offset_next": ("offset", "+1"), "sep": ("token", "sep"), "rest": ("token-from-rest", "sep"), "entropy": ("entropy", "all"),
        "peak": ("peak", "all"),
    }  # fmt: skip
    tally, measures = Tally(), {}
    noise = np.random.default_rng(0).standard_normal((GROUPS, 1, 1)) * spread
    for name, table in values.items():
        measure, key = names[name]
        measures[measure] = [key]
        series = Series("c", "encoder", measure, key)
        tally.add(series, np.array(table)[None] + noise, np.ones(GROUPS))
        tally.add(
            series._replace(baseline="uniform"), np.full((GROUPS, 1, 1), 5.0 if measure == "entropy" else 0.01), np.ones(GROUPS)
        )
    shape = list(np.array(next(iter(values.values()))).shape)
    model = {
        "name": "m", "sha256": "1", "stacks": {"encoder": shape}, "dtype": "float32", "road": "tap", "architecture": "A",
        "parameters": 10, "difference": 0.0, "device": "cpu",
    }  # fmt: skip
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 2, 7, {"no token in the text": 4}, ["1/2"])
    return Scores(tally, Manifest(model, [record], measures, {"max_length": 128, "limit": None, "batch_size": 16}, 1.0))


def sentence(scores: Scores) -> str:
    return title(scores, next(scores.series()))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[0.9, 0.1], [0.1, 0.1]], "Head 1-1 mostly attends to the next token (0.9000)."),
        ([[0.9, 0.1], [0.1, 0.8]], "Heads 1-1 and 2-2 mostly attend to the next token (0.9000, 0.8000)."),
        ([[0.9, 0.7, 0.6], [0.8, 0.75, 0.1]], "5 heads mostly attend to the next token, 1-1 and 2-1 most (0.9000, 0.8000)."),
        ([[0.4, 0.1], [0.1, 0.2]], "No head attends to the next token mostly; the highest is 1-1 with 0.4000."),
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
    assert "Layer 2 attends most broadly: 4.00 nats" in sentence(run(entropy=[[2.0, 2.0], [4.0, 4.0]]))
    assert "even attention has 5.00 and the other layers 2.00" in sentence(run(entropy=[[2.0, 2.0], [4.0, 4.0]]))
    assert sentence(run(entropy=[[3.99, 3.99], [4.0, 4.0]])) == "Head 2-1 attends broadly most: 4.0000 nats."


def test_peak_is_a_title_and_no_finding():
    scores = run(peak=[[0.97, 0.2]])
    assert sentence(scores) == "Head 1-1 picks out one token most: 0.9700."
    assert findings(scores) == []


def test_findings_are_ranked_and_repeat_nothing():
    made = findings(run(offset_next=[[0.9, 0.1]], sep=[[0.1, 0.7]], rest=[[0.1, 0.7]]))
    assert [f.series.measure for f in made] == ["offset", "token"]


def test_payload_carries_what_the_page_needs():
    data = payload(run(offset_next=[[0.9, 0.1]], entropy=[[1.0, 2.0]]))
    assert data["title"] == "m on c"
    assert [s["id"] for s in data["scores"]] == ["offset.+1", "entropy.all"]
    assert data["scores"][0]["value"] == [[0.9, 0.1]] and data["scores"][0]["baseline"] == {"name": "uniform", "value": 0.01}
    assert {f["score"] for f in data["findings"]} <= {s["id"] for s in data["scores"]}
    notes = " ".join(data["notes"])
    assert "2 of 200 segments of c were cut to 128 tokens; 7 tokens fell away." in notes
    assert "Of c were left out: no token in the text (4)." in notes
    assert "Only shards 1/2 of c" in notes
    assert "not why the model answers" in data["caveat"]
