"""What `headscope show` prints of runs with relations: directions, the best baseline, and no more rows than fit."""

import json

import numpy as np
import pytest

from headscope.report.payload import payload
from headscope.tables.run import BRIEF, one_head, overview, ranking
from headscope.types import Head

TO_HEAD, TO_DEPENDENT = "dependent-to-head", "head-to-dependent"


@pytest.fixture
def scores(annotated):
    """Fourteen relations, `r00` with the most cases; head 1-2 is best, from the governor."""
    keys = {}
    for number in range(14):
        cases = np.full(12, 40.0 - number)
        right = np.zeros((12, 2, 1, 2))
        right[:, 0, 0, 0], right[:, 1, 0, 1] = cases / 4, cases / 2
        keys[f"dependency.r{number:02}"] = (right, cases, {"offset -1": cases / 8, "offset +1": cases / 16})
    return annotated(keys)


def records(table) -> list[dict]:
    return json.loads(table.to("json"))


def test_in_brief_the_most_frequent_relations_in_whichever_direction(scores):
    table = overview(scores)
    rows = records(table)
    assert [row["key"] for row in rows] == [f"r{number:02}" for number in range(BRIEF)]
    assert rows[0]["highest 3"] == "1-2< 0.5000  1-1 0.2500  1-2 0.000" and rows[0]["mean"] == pytest.approx(0.75 / 4)
    assert rows[0]["baseline"] == 0.125, "the best one"
    assert table.title.endswith(" · < is head-to-dependent")
    assert table.finding == "dependency has 14 keys, 10 are shown: see headscope show DIR dependency."


def test_of_other_measures_everything_and_as_it_was(run):
    table = overview(run({f"offset.+{number}": [[0.5, 0.25]] for number in range(1, 13)}))
    assert len(table.rows) == 12 and table.finding == "" and "<" not in table.title
    assert table.columns == ("measure", "key", "mean", "uniform", "highest 3")
    ranked = ranking(run({"offset.+1": [[0.5, 0.25]]}), "offset")
    assert ranked.columns == ("measure", "key", "head", "value", "low", "high")


def test_ranking_says_in_which_direction(scores):
    rows = records(ranking(scores, "dependency", "r03", 2))
    assert [(row["key"], row["direction"], row["head"], row["value"]) for row in rows] == [
        ("r03", TO_DEPENDENT, "1-2", 0.5), ("r03", TO_HEAD, "1-1", 0.25),
    ]  # fmt: skip
    assert len(records(ranking(scores, "dependency", None, 2))) == 28


def test_one_head_in_both_directions(scores):
    rows = records(one_head(scores, Head(0, 1)))
    assert [(row["key"], row["direction"], row["value"], row["rank"], row["baseline"]) for row in rows[:2]] == [
        ("r00", TO_HEAD, 0.0, 2, 0.125), ("r00", TO_DEPENDENT, 0.5, 1, 0.125),
    ]  # fmt: skip


def test_a_root_which_no_head_can_find_is_listed_only_where_it_is_asked_for(annotated):
    words = np.full(20, 5.0)
    rules = {"offset -1": np.full(20, 1.0)}
    right = np.full((20, 2, 1, 2), 2.0)
    scores = annotated({"dependency.obj": (right, words, rules), "dependency.root": (0 * right, words, rules)})
    shown = [overview(scores), ranking(scores, "dependency"), one_head(scores, Head(0, 0))]
    assert all("obj" in table.to_text() and "root" not in table.to_text() for table in shown)
    assert "root" in ranking(scores, "dependency", "root").to_text()
    assert [one["key"] for one in payload(scores)["relations"]] == ["obj", "obj"]
