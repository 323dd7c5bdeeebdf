"""Heads in the plane, and layers in a table: distances stay distances, titles follow the permutation test."""

from dataclasses import replace

import numpy as np
import pytest

from headscope.description import LabelRule
from headscope.errors import HeadscopeError
from headscope.figures import draw
from headscope.figures.ramp import STEPS

LAYERS, HEADS = 4, 4


@pytest.fixture(scope="module")
def apart() -> np.ndarray:
    """Heads on a line: near in their layer, far from other layers."""
    places = np.array([layer * 0.1 + head * 0.001 for layer in range(LAYERS) for head in range(HEADS)])
    return np.abs(places[:, None] - places[None])


@pytest.fixture(scope="module")
def mixed() -> np.ndarray:
    """Heads whose nearest neighbour is always in the next layer."""
    places = np.array([head * 0.1 + layer * 0.001 for layer in range(LAYERS) for head in range(HEADS)])
    return np.abs(places[:, None] - places[None])


def values(**tables):
    return {"offset.+1": tables.get("next", np.full((LAYERS, HEADS), 0.1))}


def test_layers_that_hold_together_are_found(run, apart):
    title = draw(run(values(), distances=apart), "clusters").title
    assert (
        title == "Heads of one layer tend to attend alike: 100% have their nearest neighbour in their own layer, by chance 20%."
    )


def test_layers_that_do_not_are_not_claimed(run, mixed):
    title = draw(run(values(), distances=mixed), "clusters").title
    assert (
        title
        == "Heads of one layer are not clearly more alike: 0% have their nearest neighbour in their own layer, by chance 20%."
    )


def test_too_few_heads_to_tell(run):
    """Two layers of two heads that hold together: by chance that comes about in one of three ways."""
    pairs = np.array([[0, 0.1, 0.5, 0.5], [0.1, 0, 0.5, 0.5], [0.5, 0.5, 0, 0.1], [0.5, 0.5, 0.1, 0]])
    title = draw(run({"offset.+1": np.zeros((2, 2))}, distances=pairs), "clusters").title
    assert title.startswith("Heads of one layer are not clearly more alike: 100%")


def test_distances_in_the_plane_are_the_distances(run, read):
    """Heads on a grid: the plane keeps every distance, and pixels between marks go with them, in both panels."""
    corners = np.array([(layer * 0.1, head * 0.15) for layer in range(LAYERS) for head in range(HEADS)])
    apart = np.linalg.norm(corners[:, None] - corners[None], axis=-1)
    drawn = read(draw(run(values(), distances=apart), "clusters").svg)
    rings = [(float(m.get("cx")), float(m.get("cy"))) for m in drawn.of_class("ring") if len(m)]
    numbers = [(float(m.get("x")), float(m.get("y"))) for m in drawn.of_class("mark", "strong")]
    assert [m.text for m in drawn.of_class("mark", "strong")] == [str(at // HEADS + 1) for at in range(LAYERS * HEADS)]
    for places in (np.array(rings), np.array(numbers)):
        assert len(places) == LAYERS * HEADS
        pixels = np.linalg.norm(places[:, None] - places[None], axis=-1)
        scale = pixels[0, -1] / apart[0, -1]
        assert np.abs(pixels - apart * scale).max() < 2


def test_the_bar_is_as_long_as_it_says(run, apart, read):
    drawn = read(draw(run(values(), distances=apart), "clusters").svg)
    (bar,) = drawn.of_class("mean")
    (label,) = [one for one in drawn.of_class("tick") if one.text.endswith("nats")]
    numbers = drawn.of_class("mark", "strong")
    x, y = ([float(one.get(axis)) for one in (numbers[0], numbers[-1])] for axis in "xy")
    pixels = np.hypot(x[0] - x[1], y[0] - y[1])
    assert (float(bar.get("x2")) - float(bar.get("x1"))) / float(label.text.split()[0]) == pytest.approx(
        pixels / apart[0, -1], rel=0.02
    )


def test_behaviours_have_their_own_signs_and_a_legend_that_counts(run, apart, read):
    next_token = np.full((LAYERS, HEADS), 0.1)
    next_token[0, :3] = 0.9
    broad, sep = np.full((LAYERS, HEADS), 1.0), np.full((LAYERS, HEADS), 0.1)
    broad[1], sep[2] = 4.0, 0.9
    scores = run({"offset.+1": next_token, "entropy.all": broad, "token.sep": sep}, distances=apart)
    drawn = read(draw(scores, "clusters").svg)

    def signs(name):
        return [one for one in drawn.of_class("mark", name) if any(child.text for child in one)]

    assert [len(signs(f"fill-{name}")) for name in ("next", "broad", "sep")] == [3, 4, 4]
    assert len(signs("ring")) == 5
    legend = [one.text for one in drawn.of_class("tick")]
    assert {"next token 3", "broad 4", "[SEP] 4", "mixed 5"} <= set(legend)
    assert signs("fill-next")[0][0].text == "1-1: next token"


def test_special_tokens_have_the_models_own_names(run, apart, read):
    scores = run({"token.sep": np.full((LAYERS, HEADS), 0.9)}, distances=apart)
    scores.manifest.model["special"] = {"sep": "</s>"}
    assert "</s> 16" in [one.text for one in read(draw(scores, "clusters").svg).of_class("tick")]


def test_a_label_of_somebodys_own_is_drawn_with_its_own_sign_and_colour(run, apart, read):
    scores = run({"offset.+1": np.full((LAYERS, HEADS), 0.9)}, distances=apart)
    about = scores.about("offset")
    label = LabelRule("copy", 0.5, 70, words="copies", sign="©", colour="#004080")
    scores.manifest.described["offset"] = replace(about, keys={("+1", ""): replace(about.key("+1"), label=label)})
    drawn = read(draw(scores, "clusters").svg)
    marks = [one for one in drawn.of_class("mark", "own") if len(one)]
    assert len(marks) == 16 and {(one.text, one.get("color")) for one in marks} == {("©", "#004080")}
    assert "copies 16" in [one.text for one in drawn.of_class("tick")]


def test_a_doubtful_label_is_faded(run, apart, read):
    doubtful = run({"offset.+1": np.full((LAYERS, HEADS), 0.505)}, distances=apart, spread=0.1)
    assert "Faded" in draw(doubtful, "clusters").caption
    assert any(one.get("opacity") for one in read(draw(doubtful, "clusters").svg).of_class("mark"))
    assert "Faded" not in draw(run({"offset.+1": np.full((LAYERS, HEADS), 0.9)}, distances=apart), "clusters").caption


def test_without_behaviours_there_is_the_layers_panel(run, apart, read):
    drawn = read(draw(run({"peak.all": np.zeros((LAYERS, HEADS))}, distances=apart), "clusters").svg)
    assert [one.text for one in drawn.of_class("heading")] == ["by layer (the number)"]


def test_distances_of_other_heads_are_refused(run, apart):
    with pytest.raises(HeadscopeError, match="the encoder has 3 × 4 heads, the sums of divergence are 1 × 120"):
        draw(run({"offset.+1": np.zeros((3, 4))}, distances=apart), "layers")


def test_the_table_of_layers(run, read):
    """Three layers of one head: 0.3 between 1 and 2, 0.1 between 1 and 3, 0.6 between 2 and 3; none inside a layer."""
    scores = run({"offset.+1": np.zeros((3, 1))}, distances=[[0, 0.3, 0.1], [0.3, 0, 0.6], [0.1, 0.6, 0]])
    figure = draw(scores, "layers")
    assert figure.title == "Layers 2 and 3 attend least alike (0.60 nats a token), layers 1 and 3 most alike (0.10)."
    assert "The first and the last layer: 0.10, all pairs of layers on average 0.33." in figure.caption
    drawn = read(figure.svg)
    numbers = [
        one.text
        for one in drawn.root.iter()
        if one.tag.endswith("text") and one.get("text-anchor") == "middle" and one.get("class") != "tick quiet"
    ]
    assert numbers == ["–", "0.30", "0.10", "0.30", "–", "0.60", "0.10", "0.60", "–"]
    shades = [next(name for name in one.get("class").split() if name.startswith("step-")) for one in drawn.of_class("cell")]
    assert shades[1] == "step-0" and shades[3] == f"step-{STEPS - 1}"


def test_layers_that_are_all_alike(run):
    even = np.full((4, 4), 0.3) - np.eye(4) * 0.3
    assert draw(run({"offset.+1": np.zeros((4, 1))}, distances=even), "layers").title.startswith(
        "All pairs of layers are about equally"
    )
    assert draw(run({"offset.+1": np.zeros((1, 2))}, distances=[[0, 0.2], [0.2, 0]]), "layers").title == (
        "The heads of the one layer are 0.20 nats apart on average."
    )
