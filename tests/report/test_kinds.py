"""A page about several kinds of weights: what each changes, what is said of which, and a head that has no figure."""

import json
from copy import deepcopy

import numpy as np
import polars as pl
import pytest

from headscope.report.change import change
from headscope.report.page import render
from headscope.report.payload import payload
from headscope.results.frames import scores_frame
from headscope.types import Head


def changed(before, difference):
    """What web/src/change.ts does."""
    if isinstance(difference, list):
        return difference[0]
    after = deepcopy(before)
    for name, part in difference.items():
        if isinstance(after, list) and name == "length":
            del after[part[0] :]
        elif isinstance(after, list):
            after += [None] * (int(name) + 1 - len(after))
            after[int(name)] = changed(after[int(name)], part)
        else:
            after[name] = changed(after.get(name), part)
    return after


@pytest.fixture(scope="module")
def three(made_run):
    return made_run(5, 4, relations=6, words=15, tokens=10, kinds=("raw", "norm", "no-sink"))


@pytest.fixture(scope="module")
def page(three):
    return payload(three)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": {}}]}),
        ([1, 2, 3], [1]),
        ([1], [1, {"new": [2]}, None]),
        ({"a": 1}, {"b": 1}),
        ({"a": True}, {"a": 1}),
        ([], {}),
        ("", None),
        ({"length": [1, 2]}, {"length": [1]}),
    ],
)
def test_a_change_makes_one_value_of_another(before, after):
    """Objects, lists that grow and shrink, and what only looks the same."""
    made = changed(before, json.loads(json.dumps(change(before, after))))
    assert json.dumps(made) == json.dumps(after)


@pytest.mark.slow
def test_every_kind_has_the_page_that_it_would_have_alone(three, page):
    """But for the sentence that says which of several it is, and the marks of what is the same under all."""
    assert [one["label"] for one in page["kinds"]] == ["Where heads read", "What heads move", "Without sinks"]
    for one in page["kinds"]:
        shown = changed({name: part for name, part in page.items() if name != "kinds"}, one["change"])
        alone = payload(three.under(one["name"]))
        assert shown["kind"]["name"] == one["name"]
        for part in (*shown["sections"], *shown["measures"]):
            part.pop("every_kind", None)
        same = {name: part for name, part in alone.items() if name not in ("kind", "kinds", "facts")}
        assert {name: shown[name] for name in same} == json.loads(json.dumps(same))


def test_a_page_about_attention_alone_says_nothing_of_weights(made_run):
    made = payload(made_run(5, 4, relations=6, words=15, tokens=10))
    assert (made["kind"], made["kinds"]) == (None, [])


def test_a_page_about_one_other_kind_says_which(three):
    made = payload(three.under("norm"))
    assert made["kind"]["label"] == "What heads move"
    assert made["kinds"] == []
    drawn = [chart for part in made["sections"] for chart in part["charts"] if chart["kind"] == "drawing"]
    assert all("norm weights" in chart["caption"] for chart in drawn if chart["name"] in ("four-heads", "patterns"))


def test_what_the_paper_says_of_attention_is_not_set_beside_other_weights(page):
    assert any(part["id"] == "paper" for part in page["sections"])
    norm = changed({"sections": page["sections"]}, {"sections": page["kinds"][1]["change"]["sections"]})
    assert not any(part["id"] == "paper" for part in norm["sections"])


def test_sections_that_weights_do_not_change_are_marked(page):
    """Of the made run only gradients under [SEP] differ from kind to kind, since it scales whatever has that key."""
    same = {part["id"] for part in page["sections"] if part.get("every_kind")}
    assert "surface" not in same


def test_measures_that_weights_do_not_change_are_marked(page, three):
    same = {one["name"] for one in page["measures"] if one.get("every_kind")}
    assert same and "offset" not in same
    for series in three.series():
        if series.measure in same:
            np.testing.assert_array_equal(three.under("norm").value(series), three.value(series))


def test_a_head_that_counts_nothing_has_no_figure(three, page):
    """Not 0: in scores, tables of numbers and on the page; others have theirs."""
    under, head = three.under("no-sink"), Head(0, 1)
    for series in under.series():
        assert np.isnan(under.value(series)[head]) == (not under.about(series.measure).pairs)
        assert np.isnan(under.interval(series)[0][head])
        assert np.isnan(under.value(series)).sum() == 1
    frame = scores_frame(three).filter(pl.col("weights") == "no-sink", pl.col("name") == "1-2")
    assert len(frame) and frame["value"].null_count() == len(frame) == frame["low"].null_count()
    shown = changed({"scores": page["scores"]}, {"scores": page["kinds"][2]["change"]["scores"]})
    assert {one["value"][0][1] for one in shown["scores"]} == {None}
    assert "1-2" not in [top.head for top in under.top("offset", "+1", 99)]
    card = changed({"cards": page["cards"]}, {"cards": page["kinds"][2]["change"]["cards"]})["cards"][1]
    assert "nan" not in json.dumps(card).lower()


def test_two_kinds_take_less_than_twice_the_bytes(three, page):
    """What both say is said once: of a small run the scripts count too, so the data alone is compared."""
    whole = len(json.dumps({**page, "kinds": []}))
    assert len(json.dumps(page["kinds"][1])) < 0.8 * whole


def test_every_page_can_be_written(page):
    assert "What heads move" in render(page)
