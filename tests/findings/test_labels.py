"""Labels of heads: planted ones are found and named, unsure ones are not, and a model with random weights gets none."""

import numpy as np
import polars as pl
import pytest
import torch

from headscope.errors import HeadscopeError
from headscope.findings.labels import FEWEST, Rule, behaviours, excess, patterns, rules
from headscope.measures import Maps
from headscope.measures.pattern import Pattern
from headscope.measures.worked import make_side
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.merge import merge
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series

# The paper's, in the order in which a later one overrides an earlier.
THRESHOLDS = (
    Rule("next", "offset", "+1", 0.5),
    Rule("previous", "offset", "-1", 0.5),
    Rule("broad", "entropy", "all", 3.8),
    Rule("cls", "token", "cls", 0.6),
    Rule("sep", "token", "sep", 0.6),
    Rule("punct", "token", "punct", 0.6),
)


def made(tables, *, corpus="c", groups=GROUPS, chance=0.01, stacks=("encoder",)) -> Scores:
    """A run whose scores are given by "measure.key": one [layer, head] table for all of its groups, or (totals [group, layer, head],
    weights [group]); `chance` is one number or one by score."""
    tally, measures = Tally(), {}
    for name, table in tables.items():
        measure, key = name.split(".", 1)
        measures.setdefault(measure, []).append(key)
        if isinstance(table, tuple):
            totals, weights = (np.array(part, dtype=float) for part in table)
        else:
            weights = (np.arange(GROUPS) < groups).astype(float)
            totals = weights[:, None, None] * np.array(table, dtype=float)
        level = chance[name] if isinstance(chance, dict) else chance
        for stack in stacks:
            series = Series(corpus, stack, measure, key)
            tally.add(series, totals, weights)
            if level is not None:
                tally.add(series._replace(baseline="uniform"), weights[:, None, None] * level, weights)
    model = {"name": "m", "stacks": {stack: list(totals.shape[1:]) for stack in stacks}}
    record = CorpusRecord(corpus, corpus, "plain", "0", 3, groups, 10 * groups, 0, 0, {}, ["1/1"])
    return Scores(tally, Manifest(model, [record], measures, {}, 1.0))


def names(labels) -> list[str]:
    return [label.label for label in labels]


def test_planted_behaviours_are_found_and_named():
    low, high = 0.1, 0.9
    planted = ["next", "previous", "broad", "cls", "sep", "punct", "mixed", "mixed"]
    tables = {
        f"{rule.measure}.{rule.key}": np.reshape(
            [(4.2 if label == "broad" else high) if label == rule.label else low for label in planted], (2, 4)
        )
        for rule in THRESHOLDS
    }
    assert rules(made(tables)) == THRESHOLDS, "measures bring them"
    labels = behaviours(made(tables))
    assert names(labels) == planted
    assert [label.head for label in labels] == [Head(layer, head) for layer in range(2) for head in range(4)]
    assert labels[0].score == pytest.approx(0.9) and labels[0].margin == pytest.approx(0.4)
    assert labels[2].score == pytest.approx(4.2) and labels[2].margin == pytest.approx(0.4), "in nats"
    assert labels[6].score is labels[6].margin is labels[6].low is None
    assert [label.sure for label in labels] == [True] * 6 + [False] * 2


def test_a_later_rule_overrides_an_earlier_and_a_threshold_must_be_passed():
    tables = {f"{rule.measure}.{rule.key}": np.full((1, 8), rule.threshold) for rule in THRESHOLDS}
    assert names(behaviours(made(tables))) == ["mixed"] * 8, "at a threshold is not above it"
    for number, rule in enumerate(THRESHOLDS):
        tables[f"{rule.measure}.{rule.key}"][0, number:] += 0.05
    labels = behaviours(made(tables))
    assert names(labels) == ["next", "previous", "broad", "cls", "sep", "punct", "punct", "punct"]
    assert labels[5].score == pytest.approx(0.65), "the score is that of the rule that had the last word"


def test_a_label_is_sure_where_the_whole_interval_is_above_the_threshold():
    generator = np.random.default_rng(0)
    weights = np.ones(GROUPS)
    figures = np.stack([0.9 + 0.1 * generator.standard_normal(GROUPS), 0.502 + 0.3 * generator.standard_normal(GROUPS)], 1)
    figures[:, 1] += 0.502 - figures[:, 1].mean()
    scores = made({"offset.+1": (figures[:, None], weights)})
    sure, unsure = behaviours(scores)
    assert names([sure, unsure]) == ["next", "next"]
    low, high = scores.interval(scores.find("offset", "+1"))
    assert sure.sure and sure.low == pytest.approx(low[0, 0] - 0.5) and sure.high == pytest.approx(high[0, 0] - 0.5)
    assert not unsure.sure and unsure.low < 0 < unsure.margin < unsure.high
    few = behaviours(made({"offset.+1": [[0.9]]}, groups=9))[0]
    assert few.label == "next" and few.low is None and not few.sure, "without an interval nothing is sure"


def test_what_was_not_measured_gives_no_label():
    assert behaviours(made({"peak.all": [[0.9]]})) == []
    assert patterns(made({"peak.all": [[0.9]]})) == []
    assert names(behaviours(made({"offset.-1": [[0.9, 0.2]]}))) == ["previous", "mixed"]
    weightless = made({"token.sep": (np.zeros((GROUPS, 1, 1)), np.zeros(GROUPS)), "offset.+1": [[0.9]]})
    assert names(behaviours(weightless)) == ["next"], "no text had a [SEP]"
    other = Rule("object", "dependency", "dobj", 0.8)
    assert names(behaviours(made({"dependency.dobj": [[0.9, 0.7]]}), thresholds=(*THRESHOLDS, other))) == ["object", "mixed"]


def test_of_several_corpora_the_first_that_has_the_score_counts():
    both = merge([made({"offset.+1": [[0.9]]}, corpus="z"), made({"offset.+1": [[0.1]]}, corpus="a")])
    assert names(behaviours(both)) == ["next"], "first as given, not by name"
    assert names(behaviours(both, corpus="a")) == ["mixed"]
    with pytest.raises(HeadscopeError, match="no corpus in this run named 'b'"):
        behaviours(both, corpus="b")
    for give in (behaviours, patterns):
        scores = made({"offset.+1": [[0.9]], "pattern.next": [[0.9]]}, stacks=("decoder", "cross"))
        with pytest.raises(HeadscopeError, match="more than one stack: say which of decoder, cross"):
            give(scores)
        with pytest.raises(HeadscopeError, match="no stack in this run named 'encoder'"):
            give(scores, stack="encoder")
        assert names(give(scores, stack="cross")) == ["next"]


def test_planted_patterns_against_the_definition():
    """Excess over each pattern's own chance, not the largest value: 0.6 is little where chance is 0.5."""
    values = {"next": [[0.02, 0.55, 0.3]], "predictive": [[0.9, 0.6, 0.5]], "same": [[0.3, 0.0, 0.3]]}
    chance = {"next": 0.02, "predictive": 0.5, "same": 0.04}
    scores = made({f"pattern.{k}": v for k, v in values.items()}, chance={f"pattern.{k}": v for k, v in chance.items()})
    labels = patterns(scores)
    assert names(labels)[:2] == ["predictive", "next"]
    for head, label in enumerate(labels):
        expected = sorted((values[key][0][head] - chance[key]) / (1 - chance[key]) for key in values)
        assert label.score == pytest.approx(expected[-1])
        assert label.margin == pytest.approx(expected[-1] - expected[-2])
        assert label.low == pytest.approx(label.margin), "all groups say the same"


def test_a_pattern_needs_a_tenth_of_the_way_from_chance_and_a_lead():
    just, under = FEWEST + 1e-6, FEWEST - 1e-6
    scores = made({"pattern.next": [[just, under, 0.5, 0.05]], "pattern.same": [[0.0, 0.0, 0.5, 0.0]]}, chance=0.0)
    labels = patterns(scores)
    assert names(labels) == ["next", "mixed", "mixed", "mixed"]
    assert labels[1].score == pytest.approx(under), "a mixed head keeps its numbers"
    assert labels[2].margin == 0, "a tie has no winner"
    few = patterns(made({"pattern.next": [[0.5, 0.5]], "pattern.same": [[0.49, 0.5]]}, chance=0.0, groups=9))
    assert names(few) == ["next", "mixed"] and few[0].low is None and not few[0].sure
    alone = patterns(made({"pattern.next": [[0.5, 0.05]]}, chance=0.0))
    assert names(alone) == ["next", "mixed"] and alone[0].margin is alone[0].low is None


def test_a_pattern_without_a_chance_level_takes_no_part():
    chance = {"pattern.next": None, "pattern.same": 0.1, "pattern.pieces": 1.0}
    scores = made({"pattern.next": [[0.9]], "pattern.same": [[0.5]], "pattern.pieces": [[1.0]]}, chance=chance)
    assert names(patterns(scores)) == ["same"]
    assert patterns(made({"pattern.next": [[0.9]]}, chance=None)) == []


def planted_scores(heads, text) -> Scores:
    """What `pattern` measures of heads made by hand (a function from query and words to weights by key) on one text."""
    tokens = text.split()
    side = make_side(tokens)
    words, keys, n = side.words[0].tolist(), ["next", "previous", "pieces"], len(tokens)
    maps = np.zeros((len(heads) + 1, n, n))
    for at, head in enumerate([*heads, lambda i, words: dict.fromkeys(range(n), 1 / n)]):
        for i in range(n):
            for j, weight in head(i, words).items():
                maps[at, i, j] += weight
    seen = Pattern(keys).observe(Maps(torch.tensor(maps)[None], side, side)).values[:, 0].numpy()  # the last head is chance
    return made(
        {f"pattern.{key}": [seen[at, :-1]] for at, key in enumerate(keys)},
        chance={f"pattern.{key}": float(seen[at, -1]) for at, key in enumerate(keys)},
    )


def near(after: float, before: float, inside: float = 1.0):
    """A head that gives so much to the token after and before, more by a factor inside words, and the rest to [CLS]."""

    def head(i, words):
        given = {}
        for j, weight in ((i + 1, after), (i - 1, before)):
            if 0 <= j < len(words):
                given[j] = weight * (inside if words[i] == words[j] else 1)
        return given | {0: given.get(0, 0) + 1 - sum(given.values())}

    return head


def to_pieces(i, words):
    others = [j for j, word in enumerate(words) if word == words[i] >= 0 and j != i]
    return dict.fromkeys(others, 1 / len(others)) if others else {0: 1.0}


@pytest.mark.parametrize("long", [2, 5])
def test_a_head_that_attends_to_neighbours_everywhere_is_not_named_for_pieces(long):
    """Long words make most neighbours pieces of the same word; even a head that is somewhat stronger inside words is no pieces head."""
    word = " ".join(["un", *["##ex"] * (long - 1)])
    text = f"[CLS] the {word} {word} of a {word} {word} {word} . [SEP]"
    heads = [near(0.9, 0.0), near(0.0, 0.9), near(0.5, 0.4), near(0.4, 0.5), near(0.1, 0.3, 1.15), to_pieces]
    labels = patterns(planted_scores(heads, text))
    assert names(labels) == ["next", "previous", "next", "previous", "previous", "pieces"]
    assert labels[-1].sure and labels[-1].margin < labels[-1].score, "it leads what its neighbours come to"


def test_pieces_must_lead_next_and_previous_together_in_the_groups():
    """A lead that not all groups have is no lead."""
    weights, turns = (np.arange(GROUPS) < 40).astype(float), (-1.0) ** np.arange(GROUPS)

    def table(value, spread):
        return (weights * (value + spread * turns))[:, None, None], weights

    tables = {"pattern.next": table(0.3, 0.01), "pattern.previous": table(0.2, 0.01)}
    (unsure,) = patterns(made({**tables, "pattern.pieces": table(0.53, 0.3)}, chance=0.0))
    (sure,) = patterns(made({**tables, "pattern.pieces": table(0.53, 0.01)}, chance=0.0))
    assert unsure.label == "mixed" and unsure.low < 0 < unsure.margin
    assert sure.label == "pieces" and sure.margin == pytest.approx(0.03, abs=0.01) and 0 < sure.low < sure.margin
    (alone,) = patterns(made({"pattern.pieces": table(0.53, 0.01)}, chance=0.0))
    assert alone.label == "pieces", "where neighbours were not measured, nothing can be said of them"


def uneven(seed: int, keys: int = 3, heads: int = 4):
    """Totals and weights of patterns that not every group has, of close figures: some leads are sure, some not."""
    generator = np.random.default_rng(seed)
    tables = {}
    for key in range(keys):
        weights = generator.integers(0, 4, GROUPS) * (generator.random(GROUPS) < 0.2)
        figures = generator.uniform(0.2, 0.35, (1, heads)) + 0.1 * generator.standard_normal((GROUPS, 1, heads))
        tables[f"pattern.{'abc'[key]}"] = (figures * weights[:, None, None], weights)
    return tables


@pytest.mark.parametrize("seed", range(4))
def test_the_lead_is_the_smallest_over_all_rivals(slow, seed):
    """Against loops: the interval of the best pattern's excess less each other's, and of these the lowest ends."""
    tables = uneven(seed)
    chance = {name: 0.05 * number for number, name in enumerate(tables)}
    for label in patterns(made(tables, chance=chance)):
        sums = {}
        for name, (totals, weights) in tables.items():
            mine = totals[:, label.head.layer, label.head.head]
            sums[name] = (mine - chance[name] * weights) / (1 - chance[name]), weights
        whole = {name: excess.sum() / weights.sum() for name, (excess, weights) in sums.items()}
        best = max(whole, key=whole.get)
        ends = [slow.slow_difference(*sums[name], *sums[best], True) for name in tables if name != best]
        low, high = min(low for low, _ in ends), min(high for _, high in ends)
        assert (label.low, label.high) == (pytest.approx(low), pytest.approx(high))
        assert label.label == (best.removeprefix("pattern.") if low > 0 and whole[best] >= FEWEST else "mixed")


def test_both_sure_and_unsure_leads_occur_above():
    given = [name for seed in range(4) for name in names(patterns(made(uneven(seed), chance=0.05)))]
    assert 0 < given.count("mixed") < len(given)


def test_a_pattern_of_few_groups_is_no_rival():
    """Two groups have the rare pattern: it takes no part in the interval, and no warning is given."""
    generator = np.random.default_rng(1)
    weights = (np.arange(GROUPS) < 40).astype(float)
    common = weights[:, None, None] * (0.6 + 0.05 * generator.standard_normal((GROUPS, 1, 1)))
    rare = (np.arange(GROUPS) < 2).astype(float)
    tables = {
        "pattern.next": (common, weights),
        "pattern.same": (common / 3, weights),
        "pattern.pieces": (rare[:, None, None] * 0.1, rare),
    }
    (label,) = patterns(made(tables, chance=0.0))
    assert label.label == "next" and label.sure and label.low < label.margin < label.high
    second = {**tables, "pattern.pieces": (rare[:, None, None] * 0.5, rare)}
    (label,) = patterns(made(second, chance=0.0))
    assert label.label == "next" and label.low is None, "the runner-up has too few groups for an interval"


def test_layers_that_see_differently_have_a_chance_of_their_own():
    """The window of the first layer leaves less to attend to, so that its chance is higher; it sees the rare pattern in few groups."""
    tally = Tally()
    for key, (first, second), even, groups in (
        ("next", (0.3, 0.3), (0.2, 0.05), (40, 40)),
        ("same", (0.1, 0.05), (0.1, 0.05), (40, 40)),
        ("pieces", (0.8, 0.0), (0.2, 0.05), (4, 40)),
    ):
        weights = np.stack([(np.arange(GROUPS) < number).astype(float) for number in groups], -1)[..., None]
        series = Series("c", "decoder", "pattern", key)
        tally.add(series, weights * np.array([[first], [second]]), weights)
        tally.add(series._replace(baseline="uniform"), weights * np.array(even)[:, None], weights)
    record = CorpusRecord("c", "c", "plain", "0", 3, 40, 400, 0, 0, {}, ["1/1"])
    model = {"name": "m", "stacks": {"decoder": [2, 1]}}
    scores = Scores(tally, Manifest(model, [record], {"pattern": ["next", "same", "pieces"]}, {}, 1.0))
    windowed, full = patterns(scores)
    assert windowed.label == "pieces" and windowed.score == pytest.approx(0.6 / 0.8) and not windowed.sure
    assert full.label == "next" and full.score == pytest.approx(0.25 / 0.95) and full.sure


def test_excess_is_0_at_chance_and_1_at_all():
    chance = np.array([0.0, 0.3, 0.5])
    assert excess(chance, chance).tolist() == [0, 0, 0] and excess(np.ones(3), chance).tolist() == [1, 1, 1]


def test_labels_and_patterns_are_files_of_a_run(tmp_path):
    tables = {"offset.+1": [[0.75, 0.25]], "pattern.next": [[0.8, 0.05]], "pattern.same": [[0.1, 0.0]]}
    made(tables, chance=0.0).save(tmp_path / "run")
    labels = pl.read_parquet(tmp_path / "run" / "labels.parquet")
    assert labels.schema == {
        "model": pl.String, "stack": pl.String, "layer": pl.Int32, "head": pl.Int32, "name": pl.String, "label": pl.String,
        "score": pl.Float64, "margin": pl.Float64,
    }  # fmt: skip
    assert labels.rows() == [
        ("m", "encoder", 0, 0, "1-1", "next", 0.75, 0.25),
        ("m", "encoder", 0, 1, "1-2", "mixed", None, None),
    ]
    patterned = pl.read_parquet(tmp_path / "run" / "patterns.parquet")
    assert patterned.schema == labels.schema
    assert patterned["label"].to_list() == ["next", "mixed"]
    assert patterned["score"].to_list() == pytest.approx([0.8, 0.05])
    assert patterned["margin"].to_list() == pytest.approx([0.7, 0.05])


def test_every_stack_has_its_rows_and_a_run_without_labels_no_file(tmp_path):
    scores = made({"offset.+1": [[0.9], [0.1]]}, stacks=("decoder", "cross"))
    scores.save(tmp_path / "run")
    labels = pl.read_parquet(tmp_path / "run" / "labels.parquet")
    assert labels.select("stack", "layer", "label").rows() == [
        ("decoder", 0, "next"), ("decoder", 1, "mixed"), ("cross", 0, "next"), ("cross", 1, "mixed"),
    ]  # fmt: skip
    assert not (tmp_path / "run" / "patterns.parquet").exists()
    made({"peak.all": [[0.9]]}).save(tmp_path / "run", force=True)
    assert not (tmp_path / "run" / "labels.parquet").exists(), "nor is that of the run before left there"


def test_a_random_model_gets_no_label_but_broad(bundled):
    """The negative control: its heads attend evenly, which is broad, and follow no pattern."""
    from transformers import BertModel

    from headscope.api.measure import measure
    from headscope.models.connect import connect
    from headscope.models.model import Model

    torch.manual_seed(0)
    module = BertModel(bundled.module.config).eval().requires_grad_(False)
    random = connect(Model("random", module, bundled.encoder))
    wanted = ["offset", "token", "entropy", "pattern=next,previous,same,same-other,pieces,delimiter"]
    scores = measure(random, "bundled", wanted, limit=32, progress=False)
    labels = behaviours(scores)
    assert len(labels) == 64 and set(names(labels)) <= {"broad", "mixed"} and "broad" in names(labels)
    assert names(patterns(scores)) == ["mixed"] * 64
    trained = measure(bundled, "bundled", wanted, limit=32, progress=False)
    assert {"next", "previous"} <= set(names(behaviours(trained))) & set(names(patterns(trained))), "the test can tell"
