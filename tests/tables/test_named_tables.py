"""The tables that have a name: their rows, their sentence, and what a run must have for them."""

import json

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.statistics.clusters import between_layers, neighbours
from headscope.tables import TABLES

# Two layers of three heads; the heads of the first are alike, those of the second are not.
DISTANCES = np.array(
    [
        [0.0, 0.1, 0.2, 0.5, 0.6, 0.6],
        [0.1, 0.0, 0.2, 0.5, 0.6, 0.6],
        [0.2, 0.2, 0.0, 0.3, 0.6, 0.6],
        [0.5, 0.5, 0.3, 0.0, 0.6, 0.6],
        [0.6, 0.6, 0.6, 0.6, 0.0, 0.4],
        [0.6, 0.6, 0.6, 0.6, 0.4, 0.0],
    ]
)


def records(table) -> list[dict]:
    return json.loads(table.to("json"))


def test_every_table_says_what_it_is():
    assert list(TABLES) == ["labels", "by-layer", "dependency", "languages", "coreference", "neighbours", "layers"]
    for name, kind in TABLES.items():
        assert kind.name == name and len(kind.what) > 20


def test_labels(run):
    scores = run(
        {
            "offset.+1": [[0.9, 0.1], [0.2, 0.3]],
            "token.sep": [[0.1, 0.8], [0.3, 0.2]],
            "pattern.next": [[0.85, 0.3], [0.25, 0.7]],
            "pattern.same": [[0.25, 0.25], [0.55, 0.7]],
        }
    )
    table = TABLES["labels"].make(scores)
    rows = records(table)
    assert [(row["head"], row["label"], row["pattern"]) for row in rows] == [
        ("1-1", "next", "next"), ("1-2", "sep", "mixed"), ("2-1", "mixed", "same"), ("2-2", "mixed", "mixed"),
    ]  # fmt: skip
    assert rows[0]["score"] == pytest.approx(0.9) and rows[0]["margin"] == pytest.approx(0.4) == rows[0]["low"]
    assert rows[0]["excess"] == pytest.approx(0.8) and rows[0]["lead"] == pytest.approx(0.8)
    assert rows[2]["score"] is rows[2]["margin"] is None
    assert table.finding == "By label 1 next, 1 sep, 2 mixed. By pattern 1 next, 1 same, 2 mixed."
    text = table.to("table").splitlines()
    assert text[0].startswith("m on c · 4 heads") and text[1] == table.finding and text[2] == ""
    assert text[3].split() == ["head", "label", "score", "margin", "pattern", "excess", "lead"]
    assert text[4].split() == [
        "1-1",
        "next",
        "0.9000",
        "0.4000",
        "(0.4000–0.4000)",
        "next",
        "0.8000",
        "0.8000",
        "(0.8000–0.8000)",
    ]
    assert text[6].split()[:4] == ["2-1", "mixed", "–", "–"]


def test_labels_show_only_what_there_is(run):
    few = TABLES["labels"].make(run({"offset.+1": [[0.9, 0.1]]}, groups=5))
    assert few.columns == ("head", "label", "score", "margin", "low", "high")
    assert few.to("table").splitlines()[4].split() == ["1-1", "next", "0.900", "0.400"], "no interval under 10 groups"
    only = TABLES["labels"].make(run({"pattern.next": [[0.9, 0.1]]}))
    assert only.columns[:2] == ("head", "pattern") and only.finding == "By pattern 1 next, 1 mixed."
    with pytest.raises(
        HeadscopeError,
        match="The table 'labels' needs one of the measures offset, token, entropy, sink, pattern, induction, of which",
    ):
        TABLES["labels"].make(run({"peak.all": [[0.9, 0.1]]}))


def test_labels_of_several_stacks_and_corpora(run):
    scores = run({"offset.+1": [[0.9]]}, stacks=("encoder", "cross"), corpora=("c", "d"))
    table = TABLES["labels"].make(scores)
    assert [(row["stack"], row["head"]) for row in records(table)] == [("encoder", "1-1"), ("cross", "1-1")]
    assert table.finding == "By label 2 next. Of several corpora the first that has a score counts; see -c."
    one = TABLES["labels"].make(scores, corpus="d", stack="cross")
    assert [row["stack"] for row in records(one)] == ["cross"] and one.finding == "By label 1 next."


def test_by_layer_is_the_mean_over_heads_in_the_papers_order(run):
    tables = {
        "gradient.sep": [[0.00012, 0.00014], [0.3, 0.1]],
        "entropy.all": [[4.0, 3.0], [1.0, 2.0]],
        "token-from-sep.sep": [[0.9, 0.7], [0.0, 0.1]],
        "token-from-sep.cls": [[0.5, 0.5], [0.5, 0.5]],
        "offset.+1": [[0.25, 0.5], [0.75, 0.25]],
        "offset.-1": [[0.5, 0.0], [0.25, 0.25]],
    }
    table = TABLES["by-layer"].make(run(tables))
    assert table.columns == ("layer", "offset.-1", "offset.+1", "token-from-sep.sep", "gradient.sep", "entropy.all")
    rows = records(table)
    assert [row["layer"] for row in rows] == [1, 2, "uniform"]
    for number, row in enumerate(rows[:2]):
        for name in table.columns[1:]:
            assert row[name] == pytest.approx(sum(tables[name][number]) / 2), name
    assert rows[2]["entropy.all"] == pytest.approx(0.25) and rows[2]["gradient.sep"] is None
    lines = [line.split() for line in table.to("table").splitlines()]
    assert lines[3][-2] == "0.00013" and lines[4][-2] == "0.2000" and lines[5][-2] == "–", "small numbers are not shown as 0"
    assert lines[3][1] == "0.2500"
    assert table.notes == ("entropy.all: in nats.",)


def test_by_layer_shows_no_more_digits_than_the_means_interval_carries(run):
    scores = run({"offset.+1": [[0.5, 0.5]]})
    series = scores.find("offset", "+1")
    noise = np.random.default_rng(0).normal(size=(200, 1, 2)) * 0.3
    scores.tally.add(series, noise - noise.mean(0), np.zeros(200))
    line = TABLES["by-layer"].make(scores).to("table").splitlines()[3]
    assert line.split() == ["1", "0.50"]


def test_by_layer_of_several_corpora_and_stacks(run):
    scores = run({"offset.+1": [[0.5, 0.25]]}, corpora=("z", "a"), stacks=("decoder", "cross"))
    rows = records(TABLES["by-layer"].make(scores))
    assert [(row["corpus"], row["stack"], row["layer"]) for row in rows] == [
        (corpus, stack, layer) for corpus in "za" for stack in ("decoder", "cross") for layer in (1, "uniform")
    ]
    assert len(records(TABLES["by-layer"].make(scores, corpus="a", stack="cross"))) == 2
    with pytest.raises(HeadscopeError, match="The table 'by-layer' needs one of the measures offset, token, "):
        TABLES["by-layer"].make(run({"peak.all": [[0.5]]}))


def test_neighbours(run):
    table = TABLES["neighbours"].make(run({}, DISTANCES, shape=(2, 3)))
    rows = records(table)
    assert [(row["head"], row["nearest"], row["same_layer"]) for row in rows] == [
        ("1-1", "1-2", "yes"), ("1-2", "1-1", "yes"), ("1-3", "1-1", "yes"),
        ("2-1", "1-3", "no"), ("2-2", "2-3", "yes"), ("2-3", "2-2", "yes"),
    ]  # fmt: skip
    assert [row["value"] for row in rows] == pytest.approx([0.1, 0.1, 0.2, 0.3, 0.4, 0.4])
    found = neighbours(DISTANCES, 3)
    assert table.finding == (
        "5 of 6 heads (83%) have their nearest neighbour in their own layer, where 40% would by chance; of 10,000 random ways to "
        f"deal the heads to layers {found.reached:,} reached that (p = {found.p:.2g})."
    )
    assert 0.05 < found.p < 0.2, "1 way in 10 to deal six heads to two layers"


def test_none_of_the_shuffles_is_said_in_words(run):
    layer = np.repeat(np.arange(4), 6)
    distances = np.where(layer[:, None] == layer, 0.1, 0.6)
    np.fill_diagonal(distances, 0)
    finding = TABLES["neighbours"].make(run({}, distances, shape=(4, 6))).finding
    assert finding.startswith("24 of 24 heads (100%)") and finding.endswith("layers none reached that (p = 0.0001).")


def test_layers(run):
    table = TABLES["layers"].make(run({}, DISTANCES, shape=(3, 2)))
    between = between_layers(DISTANCES, 3, 2)
    assert table.columns == ("layer", "1", "2", "3")
    np.testing.assert_allclose([row[1:] for row in table.rows], between)
    assert table.finding == (
        "The first and the last layer are no more alike than two layers are on average: 0.600 nats apart, against 0.517; from the "
        "most alike, theirs is number 2 of 3 pairs."
    )
    near = DISTANCES.copy()
    near[:2, 4:] = near[4:, :2] = 0.05
    assert "are more alike than" in TABLES["layers"].make(run({}, near, shape=(3, 2))).finding


@pytest.mark.parametrize(
    ("shape", "near", "far"),
    [
        ((1, 1), "A single head has no neighbour.", "With 1 layer there are no other pairs"),
        ((1, 6), "With one layer every head's", "With 1 layer there are no other pairs"),
        ((6, 1), "With one head a layer no head's", "The first and the last layer are no more alike"),
        ((2, 3), "5 of 6 heads", "With 2 layers there are no other pairs"),
    ],
)
def test_little_to_compare(run, shape, near, far):
    number = shape[0] * shape[1]
    scores = run({}, DISTANCES[:number, :number], shape=shape)
    table = TABLES["neighbours"].make(scores)
    assert table.finding.startswith(near) and len(table.rows) == number
    assert table.rows[0][1] == ("1-2" if shape[1] > 1 else "2-1" if number > 1 else None)
    table = TABLES["layers"].make(scores)
    assert table.finding.startswith(far) and len(table.rows) == shape[0]
    assert (table.rows[0][1] is None) == (shape[1] == 1), "one head has no distance to another of its layer"
    assert "nan" not in table.to("csv")


@pytest.mark.parametrize("name", ["neighbours", "layers"])
def test_distances_of_several_corpora_and_stacks(run, name):
    scores = run({}, DISTANCES, corpora=("z", "a"), stacks=("encoder", "decoder"), shape=(2, 3))
    table = TABLES[name].make(scores)
    assert table.columns[:2] == ("corpus", "stack")
    assert list(dict.fromkeys(row[:2] for row in table.rows)) == [
        ("z", "encoder"), ("z", "decoder"), ("a", "encoder"), ("a", "decoder"),
    ]  # fmt: skip
    assert table.finding.count("z, decoder: ") == 1
    one = TABLES[name].make(scores, corpus="a", stack="decoder")
    assert {row[:2] for row in one.rows} == {("a", "decoder")} and one.finding.startswith("a, decoder: ")
    with pytest.raises(
        HeadscopeError, match=f"The table '{name}' needs the measure divergence, of which there are no figures here"
    ):
        TABLES[name].make(run({"peak.all": [[0.5]]}))


@pytest.mark.parametrize("name", list(TABLES))
def test_unknown_corpora_and_stacks_are_named(run, name):
    scores = run({"offset.+1": np.full((2, 3), 0.9)}, DISTANCES)
    with pytest.raises(HeadscopeError, match="There is no corpus in this run named 'wiki'"):
        TABLES[name].make(scores, corpus="wiki")
    with pytest.raises(HeadscopeError, match="There is no stack in this run named 'decodr'"):
        TABLES[name].make(scores, stack="decodr")
