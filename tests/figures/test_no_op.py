"""Attention to [SEP], what it moves, and what the loss depends on, in one figure: what it says follows the numbers."""

from dataclasses import replace

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.figures import draw
from headscope.figures.no_op import _found, title
from headscope.report.payload import payload


@pytest.fixture(scope="module")
def run(made_run):
    """Under norms, heads take a tenth from [SEP] of what they attend there."""
    return made_run(5, 4, relations=6, words=15, tokens=10, kinds=("raw", "norm"))


@pytest.fixture(scope="module")
def found(run):
    return _found(run, None, None)


def scaled(one, by):
    parts = {name: getattr(one, name) * by for name in ("values", "low", "high", "means", "mean_low", "mean_high")}
    return replace(one, **parts)


def test_the_numbers_are_those_of_the_run(run, found):
    sep = [run.under(kind).value(run.under(kind).find("token", "sep")).mean(1) for kind in ("raw", "norm")]
    np.testing.assert_allclose([found.read.means, found.moved.means], sep)
    assert found.less == [True] * 5 and found.more == [False] * 5
    assert list(found.gradient) == ["sep", "other"]


@pytest.mark.parametrize(
    ("less", "more", "slope", "said"),
    [
        (True, False, 0.2, "attending there is close to a no-op"),
        (True, False, 2.0, "less is moved than is read, but the loss depends on it no less"),
        (False, True, 0.2, "they take more from there than attention shows"),
        (False, False, 0.2, "attention shows what they move, though the loss hardly depends on it"),
        (False, False, 2.0, "attention shows what they move."),
    ],
)
def test_the_sentence_follows_the_numbers(found, less, more, slope, said):
    gradient = {"sep": scaled(found.gradient["other"], slope), "other": found.gradient["other"]}
    text = title(replace(found, less=[less] * 5, more=[more] * 5, gradient=gradient))
    assert said in text
    assert f"the loss depends {slope:.1f}" in text
    layer = int(found.read.means.argmax())
    assert text.startswith(
        f"In layer {layer + 1}, where heads attend to [SEP] most, it gets {100 * found.read.means[layer]:.1f}%"
    )


def test_it_opens_the_section_of_gradients_whichever_kind_is_shown(run):
    made = payload(run)
    part = next(one for one in made["sections"] if one["id"] == "gradients")
    assert [chart["name"] for chart in part["charts"]] == ["no-op", "gradient"]
    assert part["title"] == part["charts"][0]["title"] == draw(run, "no-op").title


def test_a_run_of_attention_alone_keeps_its_figure_and_says_how_to_get_this_one(run):
    alone = run.under("raw")
    alone.whole = alone
    part = next(one for one in payload(alone)["sections"] if one["id"] == "gradients")
    assert [chart["name"] for chart in part["charts"]] == ["gradient"]
    assert any("--weights raw --weights norm" in note for note in part["notes"])
    with pytest.raises(HeadscopeError, match="this run has raw weights only"):
        draw(alone, "no-op")
