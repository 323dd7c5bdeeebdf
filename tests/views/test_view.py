"""Views: what they take, what they become, how they are drawn where nothing moves."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import torch

from headscope.behaviours import BEHAVIOURS
from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.tallies import GROUPS, Tally
from headscope.types import Head, Series
from headscope.views import VIEWS
from headscope.views import view as views
from headscope.views.attend import attend
from headscope.views.attention import Attention
from headscope.views.head_view import DASHES, HUES, head_view
from headscope.views.model_view import model_view
from headscope.views.neuron_view import neuron_view
from headscope.views.payload import KINDS, Start

SVG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n"
MAKERS = {"head": head_view, "model": model_view, "neuron": neuron_view}


@pytest.fixture
def scores() -> Scores:
    """A run of a model with the bundled one's heads, of which 3-5 attends to the next token."""
    tally = Tally()
    values = np.full((GROUPS, 8, 8), 0.25)
    values[:, 2, 4] = 0.9
    tally.add(Series("c", "encoder", "offset", "+1"), values, np.ones(GROUPS))
    tally.add(Series("c", "encoder", "token", "sep"), np.zeros((GROUPS, 8, 8)), np.zeros(GROUPS))
    model = {"name": "m", "stacks": {"encoder": [8, 8]}, "dtype": "float32", "road": "tap"}
    record = CorpusRecord("c", "c", "plain", "0", 3, GROUPS, 10, 0, 0, {}, ["1/1"])
    return Scores(tally, Manifest(model, [record], {"offset": ["+1"], "token": ["sep"]}, {"max_length": 128}, 1.0))


def test_three_kinds():
    assert tuple(VIEWS) == KINDS == tuple(MAKERS)


def test_a_view_from_whatever_there_is(bundled, texts, pair, make_maps):
    tokens = list("abcd")
    maps = make_maps(2, 3, 4, 4)
    tensors = tuple(torch.from_numpy(layer)[None] for layer in maps)
    assert head_view(pair).attention is pair
    assert head_view(bundled, *texts).attention.stack().maps == pytest.approx(pair.stack().maps, abs=1e-5)
    assert head_view("bundled", texts[0]).attention.name == "bert-8x8"
    assert np.array_equal(head_view(tensors, tokens).attention.stack().maps, maps)
    assert model_view(maps, tokens, 2).attention.stack().queries.segments == (0, 0, 1, 1)
    assert head_view(maps, tokens, sentence_b_start=3).attention.stack().queries.segments == (0, 0, 0, 1)
    crossed = head_view(cross_attention=make_maps(1, 1, 2, 4), encoder_tokens=tokens, decoder_tokens=["x", "y"])
    assert list(crossed.attention.stacks) == ["cross"]


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ({}, Start()),
        ({"heads": "3-5"}, Start(None, 2, (4,))),
        ({"heads": ["3-5", "3-8"], "token": 3}, Start(None, 2, (4, 7), 2)),
        ({"heads": Head(2, 4)}, Start(None, 2, (4,))),
        ({"layer": 3, "heads": [5, 5, 2]}, Start(None, 2, (4, 1))),
        ({"layer": 3, "heads": "5"}, Start(None, 2, (4,))),
        ({"layer": 3, "heads": ["3-5", 2]}, Start(None, 2, (4, 1))),
        ({"layer": 2}, Start(None, 1)),
    ],
)
def test_what_is_shown_first(pair, given, start):
    view = head_view(pair, **given)
    assert view.start == start
    expected = {"layer": start.layer, "heads": list(start.heads), "token": start.token}
    assert view.payload.meta["start"] == expected


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda pair, _: head_view(pair, "more text"), "has its text already"),
        (lambda pair, _: head_view(pair, heads=["3-5", "4-5"]), "4-5 is not of layer 3"),
        (lambda pair, _: head_view(pair, heads="9-1"), "There is no head 9-1"),
        (lambda pair, _: head_view(pair, heads="x"), "'x' is not a head"),
        (lambda pair, _: head_view(pair, heads=5), "'5' is not a head: .* or give the layer too"),
        (lambda pair, _: head_view(pair, layer=3, heads=[0]), "'0' is not a head"),
        (lambda pair, _: head_view(pair, layer=0), "0 is not a layer: layers are counted from 1"),
        (lambda pair, _: head_view(pair, layer=9), "There is no head 9-1"),
        (lambda pair, _: head_view(pair, token=0), "0 is not a token: tokens are counted from 1"),
        (lambda pair, _: head_view(pair, stack="cross"), "There is no stack here named 'cross'"),
        (lambda pair, model: head_view(model), "A model takes a text"),
        (lambda pair, model: head_view(model, ["a"]), "A model takes a text"),
        (lambda pair, model: head_view(object(), "a"), "not of object"),
        (lambda pair, _: head_view(np.ones((1, 1, 1, 1)), ["a"], "b"), "sentence_b_start"),
        (lambda pair, _: neuron_view(Attention.from_arrays(np.ones((1, 1, 1, 1)), ["a"])), "needs queries and keys"),
        (lambda pair, model: neuron_view(model, "tomato " * 150), "at most 128 tokens, and this text has 152"),
    ],
)
def test_mistakes(pair, bundled, make, words):
    with pytest.raises(HeadscopeError, match=words):
        make(pair, bundled)


@pytest.mark.parametrize("kind", MAKERS)
def test_every_kind_becomes_every_file(tmp_path, pair, kind):
    view = MAKERS[kind](pair)
    for suffix in views.SUFFIXES:
        view.save(tmp_path / f"view{suffix}")
    assert (tmp_path / "view.html").read_text() == view.html()
    assert (tmp_path / "view.svg").read_text() == view.svg()
    assert (tmp_path / "view.png").read_bytes().startswith(PNG)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["view.html", "view.png", "view.svg"]
    assert view.payload.meta["kind"] == kind
    root = ElementTree.fromstring(view.svg())
    assert root.tag == f"{SVG}svg" and root.get("aria-label")


def test_files_that_can_not_be(tmp_path, pair, monkeypatch):
    view = head_view(pair)
    for name, words in (("a.gif", "ends in .html, .svg or .png"), ("no/a.svg", "is no folder that can be written to")):
        with pytest.raises(HeadscopeError, match=words):
            view.save(tmp_path / name)
    monkeypatch.setattr(views, "MOST_PIXELS", 100)
    with pytest.raises(HeadscopeError, match=r"save it as .svg or .html"):
        view.save(tmp_path / "a.png")
    assert not list(tmp_path.iterdir())


def paths(svg: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter(f"{SVG}path") if one.get("class", "").startswith("edges")]


def test_one_head_is_drawn_as_figures_draw_it(pair):
    whole, row = head_view(pair, heads="3-5"), head_view(pair, heads="3-5", token=4)
    assert {one.get("class") for one in paths(whole.svg())} == {"edges line-next"}
    strokes = "".join(one.get("d") for one in paths(whole.svg()))
    assert strokes.count("M") == int((pair.stack().maps[2, 4] >= 0.01).sum())
    drawn = "".join(one.get("d") for one in paths(row.svg()))
    assert drawn.count("M") == int((pair.stack().maps[2, 4, 3] >= 0.01).sum())
    assert "Head 3-5 of bert-8x8 attends from king most to water" in row.svg()


def test_heads_of_a_layer_have_their_own_colours(pair):
    svg = head_view(pair, layer=3, heads=[2, 5]).svg()
    made = paths(svg)
    assert {one.get("stroke") for one in made} == {HUES[1], HUES[4]}
    for head in (1, 4):
        strokes = "".join(one.get("d") for one in made if one.get("stroke") == HUES[head])
        assert strokes.count("M") == int((pair.stack().maps[2, head] >= 0.01).sum())
    assert "2 heads of layer 3" in svg
    assert len(paths(head_view(pair, layer=3).svg())) > len(made), "without heads, all of the layer"


def test_colours_and_dashes_are_the_pages(make_maps):
    made = paths(head_view(make_maps(1, 12, 3, 3), list("abc"), layer=1, heads=[1, 11]).svg())
    assert {one.get("stroke-dasharray") for one in made if one.get("stroke") == HUES[0]} == {None, "9 4"}
    source = (Path(__file__).parents[2] / "web" / "src" / "views" / "palette.ts").read_text("utf-8")
    assert "[" + ", ".join(f'"{one}"' for one in HUES) + "]" in source
    assert "[[], " + ", ".join(f"[{(one or '').replace(' ', ', ')}]" for one in DASHES[1:]) + "]" in source


def test_a_view_opens_with_the_head_that_has_most_to_show(make_maps):
    after, pick = np.eye(5, k=1), np.eye(5)[[2, 0, 4, 1, 1]]
    maps = np.stack([np.stack([after, after]), np.stack([after, pick])]).astype(np.float32)
    view = head_view(maps, list("abcde"))
    assert view.start == Start() and view.payload.meta["stacks"][0]["telling"] == {"layer": 1, "head": 1}
    assert "Head 2-2 of" in view.svg()
    assert "2 heads of layer 1" in head_view(maps, list("abcde"), layer=1).svg()


def test_a_model_view_has_a_map_for_every_head(pair):
    root = ElementTree.fromstring(model_view(pair).svg())
    images = list(root.iter(f"{SVG}image"))
    assert len(images) == 64
    assert all(one.get("href").startswith("data:image/png;base64,") for one in images)
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert titles[0] == "Head 1-1" and titles[-1] == "Head 8-8"


def test_a_neuron_view_shows_the_sums(pair):
    one = pair.stack()
    svg = neuron_view(pair, heads="3-5", token=4).svg()
    texts = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    dots = one.vectors.query[2, 4, 3] @ one.vectors.key[2, 4].T * one.vectors.scaling
    for dot, weight in zip(dots, one.maps[2, 4, 3], strict=True):
        assert f"{dot:.2f}" in texts and f"{weight:.2f}" in texts


@pytest.mark.parametrize("kind", ["head", "model"])
def test_hostile_tokens_in_drawings(make_maps, hostile, kind):
    n = len(hostile)
    attention = Attention.from_arrays(make_maps(1, 2, n, n), [*hostile[:-1], "\ud800"], name=hostile[0])
    root = ElementTree.fromstring(MAKERS[kind](attention).svg())
    names = {one.tag.removeprefix(SVG) for one in root.iter()}
    assert names <= {"svg", "desc", "style", "rect", "g", "text", "path", "title", "image"}
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on")]


def test_a_run_gives_scores_and_labels(pair, scores, tmp_path):
    made = model_view(pair, run=scores).payload.meta
    assert [(one["id"], one["stack"], one["words"]) for one in made["scores"]] == [
        ("offset.+1", "encoder", "attends to the next token"), ("token.sep", "encoder", "attends to [SEP]"),
    ]  # fmt: skip
    assert made["scores"][0]["value"][2][4] == 0.9 and made["scores"][1]["value"][0][0] is None
    assert made["labels"] == [{"stack": "encoder", "layer": 2, "head": 4, "label": "next"}]
    assert {"name": "next", "words": "next token", "sign": BEHAVIOURS[0].sign} in made["behaviours"]
    json.dumps(made, allow_nan=False)
    scores.save(tmp_path / "run")
    assert head_view(pair, run=tmp_path / "run").payload.meta["labels"] == made["labels"]


def test_a_run_of_another_model_is_refused(scores, make_maps):
    view = head_view(make_maps(2, 2, 3, 3), list("abc"), run=scores)
    with pytest.raises(HeadscopeError, match="The run is of another model: 'm' has in its encoder 8 layers of 8 heads"):
        view.html()


def test_a_frame_holds_the_whole_page(pair, page):
    view = head_view(pair)
    parsed = page(view._repr_html_())
    assert parsed.tags.count("img") == 1 and parsed.tags[-1] == "iframe", "a picture first, then the page"
    attributes = parsed.elements[-1][1]
    assert attributes["srcdoc"] == view.html()
    assert attributes["sandbox"] == "allow-scripts allow-downloads", "not same-origin: a frame can't reach the notebook"


def test_a_text_of_one_token(bundled):
    attention = attend(bundled, "king", vectors=True)
    for make in MAKERS.values():
        ElementTree.fromstring(make(attention).svg())
