"""Gradients by layer: four lines told apart in grey, and a logarithmic scale where it takes one."""

import math

import pytest

from headscope.figures import draw


def means(drawn, read_value):
    return [[read_value(float(point.split(",")[1])) for point in one.get("points").split()] for one in drawn.of_class("mean")]


def gradients(**kinds):
    return {f"gradient.{kind}": [[value] for value in values] for kind, values in kinds.items()}


def test_lines_lie_at_the_layers_means(run, read):
    drawn = read(
        draw(
            run({"gradient.sep": [[0.01, 0.03], [0.01, 0.01]], "gradient.other": [[0.04, 0.04], [0.03, 0.03]]}), "gradient"
        ).svg
    )
    assert means(drawn, drawn.value_of) == [pytest.approx([0.02, 0.01], abs=1e-4), pytest.approx([0.04, 0.03], abs=1e-4)]


def test_far_apart_values_go_on_a_logarithmic_scale(run, read):
    figure = draw(run(gradients(sep=[0.5, 0.001], other=[0.4, 0.1])), "gradient")
    assert "logarithmic" in figure.caption
    drawn = read(figure.svg)
    first, second = (float(point.split(",")[1]) for point in drawn.of_class("mean")[0].get("points").split())
    ticks = {
        float(t.text): float(t.get("y")) - 4
        for t in drawn.of_class("tick")
        if t.text.replace(".", "").isdigit() and t.get("text-anchor") == "end"
    }
    assert ticks[0.001] == pytest.approx(second, abs=0.1)
    decade = ticks[0.001] - ticks[0.01]
    assert ticks[0.01] - ticks[0.1] == pytest.approx(decade, abs=0.1), "a decade is everywhere equally long"
    assert ticks[0.1] - first == pytest.approx(decade * math.log10(5), abs=0.1), "0.5 lies that far above 0.1"


def test_a_zero_has_a_place_on_a_logarithmic_scale(run, read):
    drawn = read(draw(run(gradients(sep=[0.0, 0.001], other=[0.4, 0.1])), "gradient").svg)
    first, second = (float(point.split(",")[1]) for point in drawn.of_class("mean")[0].get("points").split())
    assert first == second


@pytest.mark.parametrize(
    ("kinds", "title"),
    [
        ({"sep": [0.2, 0.1, 0.05], "other": [0.1, 0.2, 0.1]},
         "The loss depends less on attention to [SEP] than to other tokens from layer 2 on: 0.50 times as much on average."),
        ({"sep": [0.05, 0.1], "other": [0.1, 0.2]},
         "The loss depends less on attention to [SEP] than to other tokens in every layer: 0.50 times as much on average."),
        ({"sep": [0.2, 0.05], "other": [0.1, 0.1]},
         "The loss depends less on attention to [SEP] than to other tokens in the last layer: 0.50 times as much on average."),
        ({"sep": [0.1, 0.3], "other": [0.2, 0.2]},
         "The loss depends most on attention to [SEP] in layer 2 (mean size of ∂L/∂α 0.3)."),
        ({"other": [0.1, 0.3]}, "The loss depends most on attention to other tokens in layer 2 (mean size of ∂L/∂α 0.3)."),
    ],
)  # fmt: skip
def test_titles(run, kinds, title):
    assert draw(run(gradients(**kinds)), "gradient").title == title


def test_what_intervals_do_not_carry_is_not_claimed(run):
    kinds = gradients(sep=[0.19, 0.19], other=[0.2, 0.2])
    assert "depends less" in draw(run(kinds, spread=0.001), "gradient").title
    assert "depends less" not in draw(run(kinds, spread=0.3), "gradient").title
