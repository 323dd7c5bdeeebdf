"""Table 2: rules, one head, each kind's best head and the same held out, beside the paper's."""

import json

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.findings.best import best_heads
from headscope.tables import TABLES


def best_head(scores, measure, key, **where):
    """Of one key."""
    return next(best for best in best_heads(scores, measure, **where) if best.key == key)


KINDS = {"all": 40, "pronoun": 20, "proper": 12, "nominal": 8}
RATES = {"nearest": 0.25, "head match": 0.4, "sieves": 0.5}


def mentions(generator, kinds=KINDS, groups=40, good=0.65):
    """Two layers of three heads right in 20% of the mentions. Head 2-3 is the best over all; of nominal mentions 1-2 is better."""
    made = {}
    for key, each in kinds.items():
        right = generator.binomial(each, 0.2, (groups, 1, 2, 3))
        right[:, 0, 1, 2] = generator.binomial(each, good, groups)
        if key == "nominal":
            right[:, 0, 0, 1] = generator.binomial(each, 0.9, groups)
        rules = {name: generator.binomial(each, rate, groups) for name, rate in RATES.items()}
        made[f"coreference.{key}"] = (right, np.full(groups, float(each)), rules)
    return made


def records(table) -> dict[str, dict]:
    return {row["row"]: row for row in json.loads(table.to("json"))}


def test_rows_and_cells(annotated):
    scores = annotated(mentions(np.random.default_rng(0)))
    table = TABLES["coreference"].make(scores)
    rows = records(table)
    assert list(rows) == ["nearest", "head match", "sieves", "head 2-3", "best head", "best head, held out"]
    for key in KINDS:
        best = best_head(scores, "coreference", key)
        series = scores.find("coreference", key)
        assert {name: rows[name][key] for name in RATES} == scores.baselines(series)
        assert rows["nearest"][f"{key}_low"] < rows["nearest"][key] < rows["nearest"][f"{key}_high"]
        assert rows["head 2-3"][key] == scores.value(series)[1, 2]
        assert (rows["best head"][key], rows["best head"][f"{key}_head"]) == (best.value, str(best.head))
        held = best.held_out
        cells = [rows["best head, held out"][f"{key}{part}"] for part in ("", "_low", "_high", "_head")]
        assert cells == [held.value, held.low, held.high, "1-2" if key == "nominal" else "2-3"]
    assert rows["best head"]["nominal"] > rows["head 2-3"]["nominal"] and rows["best head"]["all"] == rows["head 2-3"]["all"]


def test_the_papers_numbers(annotated):
    rows = records(TABLES["coreference"].make(annotated(mentions(np.random.default_rng(0)))))
    assert [rows["sieves"][f"{key}_paper"] for key in KINDS] == [0.69, 0.7, 0.77, 0.6]
    assert [rows["head 2-3"][f"{key}_paper"] for key in KINDS] == [0.65, 0.64, 0.73, 0.58], "its best head was 5-4"
    assert rows["best head"]["all_paper"] is rows["best head, held out"]["all_paper"] is None


def test_on_a_terminal(annotated):
    scores = annotated(mentions(np.random.default_rng(0)))
    table = TABLES["coreference"].make(scores)
    lines = table.to("table").splitlines()
    assert lines[3].split() == ["row", *(name for key in KINDS for name in (key, f"{key}_paper"))]
    best = best_head(scores, "coreference", "nominal")
    last = " ".join(lines[9].split())
    assert last.endswith(
        f"{100 * best.held_out.value:.0f} ({100 * best.held_out.low:.0f}–{100 * best.held_out.high:.0f}) 1-2 –"
    )
    assert " 27 " in lines[4] and lines[4].startswith("nearest")
    assert lines[-1].startswith("held out: picked on one half")
    all_ = best_head(scores, "coreference", "all").held_out
    ends = f"({100 * all_.margin_low:.0f}–{100 * all_.margin_high:.0f}, p = 0.001)"
    assert table.finding == (
        f"Held out, the best head is {100 * all_.margin:.0f} points ahead of the best rule {ends}. "
        "Mentions: 1,600 all, 800 pronoun, 480 proper, 320 nominal."
    )


def test_a_head_that_is_behind_the_rules(annotated):
    scores = annotated(mentions(np.random.default_rng(1), good=0.3))
    finding = TABLES["coreference"].make(scores).finding
    assert "points behind the best rule (-" in finding and "p = 1)" in finding


def test_few_mentions_and_a_kind_without_any(annotated):
    scores = annotated(mentions(np.random.default_rng(2), {"all": 3, "pronoun": 2, "nominal": 0}, groups=20))
    table = TABLES["coreference"].make(scores)
    rows = records(table)
    assert rows["sieves"]["nominal"] is rows["best head"]["proper"] is rows["best head, held out"]["nominal_head"] is None
    assert rows["sieves"]["all"] is not None and rows["sieves"]["all_low"] is rows["head 2-3"]["all_low"] is None
    assert "p =" not in table.finding and table.finding.endswith("Mentions: 60 all, 40 pronoun.")
    text = table.to("table")
    assert "nan" not in text and "None" not in text
    assert f"sieves {100 * rows['sieves']['all']:.0f} 69 " in " ".join(text.split())


def test_without_all_there_is_no_one_head_and_no_lead(annotated):
    scores = annotated(mentions(np.random.default_rng(3), {"pronoun": 20}))
    table = TABLES["coreference"].make(scores)
    assert list(records(table)) == ["nearest", "head match", "sieves", "best head", "best head, held out"]
    assert table.finding == "Mentions: 800 pronoun."


def test_several_corpora(annotated):
    scores = annotated(mentions(np.random.default_rng(4)), corpora=("z", "a"))
    table = TABLES["coreference"].make(scores)
    assert [row[0] for row in table.rows] == ["z"] * 6 + ["a"] * 6 and table.columns[:2] == ("corpus", "row")
    assert table.finding.startswith("z: Held out") and " a: Held out" in table.finding
    assert len(TABLES["coreference"].make(scores, corpus="a").rows) == 6


def test_a_run_without_mentions(run):
    with pytest.raises(
        HeadscopeError, match="The table 'coreference' needs the measure coreference, of which there are no figures"
    ):
        TABLES["coreference"].make(run({"offset.+1": [[0.5]]}))


def test_on_the_command_line(annotated, main, tmp_path):
    scores = annotated(mentions(np.random.default_rng(5)))
    scores.save(tmp_path / "run")
    status, text, errors = main("table", tmp_path / "run", "coreference")
    assert status == 0 and errors == "" and text == TABLES["coreference"].make(scores).to("table")
