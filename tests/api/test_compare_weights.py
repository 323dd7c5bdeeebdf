"""Two kinds of weights of one run side by side: what is said, what is paired, and what is refused."""

import numpy as np
import pytest

import headscope as hs
from headscope.comparison.overall import overall
from headscope.errors import HeadscopeError
from headscope.report.compare_payload import payload
from headscope.tables.comparison import sentences


@pytest.fixture(scope="module")
def run(made_run):
    """Attention to [SEP] is a tenth under norms; one head never reads the text under no-sink."""
    return made_run(5, 4, relations=6, words=15, tokens=10, kinds=("raw", "norm", "no-sink"))


def test_one_run_under_two_kinds(run):
    made = hs.compare(run, weights=["raw", "norm"])
    sep = next(one for one in made.differences if one.pair.first[2:4] == ("token", "sep"))
    assert sep.pair.paired
    np.testing.assert_allclose(sep.value_b, 0.1 * sep.value_a)
    first = sentences(made)[0]
    mean = sep.value_a.mean()
    assert first.startswith("Under norm weights, attention to [SEP] falls from")
    said = float(first.split(" from ")[1].split(" to ")[0])
    assert said == pytest.approx(mean, abs=0.001)
    assert payload(made)["title"] == "made: where heads read → what heads move"
    assert payload(made)["findings"][0]["text"].startswith("Under norm weights")


def test_the_mean_over_heads_has_a_paired_interval(run):
    """Both sides are of the same documents: the interval is that of the differences, document by document."""
    made = hs.compare(run, weights=["raw", "norm"], measures=["token"])
    found = {one.one.pair.first.key: one for one in overall(made)}
    assert list(found) == ["sep"]  # nothing else differs
    assert found["sep"].low <= found["sep"].difference <= found["sep"].high < 0


def test_the_other_way_round_it_rises(run):
    assert "attention to [SEP] rises from" in sentences(hs.compare(run, weights=["norm", "raw"]))[0]


def test_a_head_without_a_figure_is_left_out(run):
    made = hs.compare(run, weights=["raw", "no-sink"], measures=["offset"])
    assert {str(row.head) for row in made.rows} == {f"{layer}-{head}" for layer in range(1, 6) for head in range(1, 5)} - {
        "1-2"
    }
    assert not any(np.isnan(one.p).all() for one in made.differences)
    assert payload(made)["scores"][0]["value"][0][1] is None


def test_two_runs_under_one_kind_each(run):
    """By default the first kind of each: nothing then sets them apart."""
    same = hs.compare(run, run.under("raw"))
    assert max(np.abs(one.difference).max() for one in same.differences) < 1e-12
    assert same.contrasts == []
    both = hs.compare(run, run, weights="norm")
    assert both.first.weights == both.second.weights == ("norm",)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        (None, "say which two, as in --weights raw --weights norm"),
        (["raw"], "say which two"),
        (["raw", "raw"], "say which two"),
        (["raw", "norms"], "There is no kind of weights in this run named 'norms'"),
        (["raw", "norm", "no-sink"], "takes at most two kinds"),
    ],
)
def test_what_cannot_be_compared_is_refused(run, weights, said):
    with pytest.raises(HeadscopeError, match=said):
        hs.compare(run, weights=weights)


def test_a_run_of_one_kind_alone_has_nothing_beside_it(run):
    with pytest.raises(HeadscopeError, match="This run has one kind of weights, norm"):
        hs.compare(run.under("norm"))
