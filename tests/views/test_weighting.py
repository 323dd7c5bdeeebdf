"""Other weights than attention's, on one text: as a run has them, and as the page computes them from its bytes."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import MPNetConfig, MPNetModel

import headscope as hs
from headscope.api.maps import write_maps
from headscope.errors import HeadscopeError
from headscope.models import Model, load
from headscope.models.connect import connect
from headscope.models.rollout import rollout
from headscope.models.weighting import weigh
from headscope.tokens import collate
from headscope.types import Unit
from headscope.views.attend import attend
from headscope.views.attention import Attention
from headscope.views.generate import generate
from headscope.views.head_view import head_view
from headscope.views.payload import decompress, payload, quantise, restore
from headscope.views.weighting import resting, weighed

TEXT = "The old king watered his tomatoes before breakfast."
CASE = json.loads((Path(__file__).parent / "weights.json").read_text())


@pytest.fixture(scope="module")
def gpt():
    return load("gpt-8x8")


def by_the_run(model, kind):
    """The same text as a run's batch, weighed with torch."""
    rows, _ = model.encoder.encode([Unit("text", TEXT)], 128)
    batch = collate(rows, model.encoder, model.device, model.start)
    maps = []
    model.attend(
        batch,
        lambda site, call: maps.append(
            weigh(kind, model, site, call, model.sides(batch, site.stack)[1]).weights[0].float().numpy()
        ),
    )
    return np.stack(maps)


@pytest.mark.parametrize("kind", ["raw", "norm", "no-sink"])
@pytest.mark.parametrize("name", ["bundled", "gpt"])
def test_a_view_has_the_weights_of_a_run(kind, name, request):
    model = request.getfixturevalue(name)
    seen = attend(model, TEXT, weights=kind)
    assert seen.weights == kind
    np.testing.assert_allclose(seen.stack().maps, by_the_run(model, kind), rtol=0, atol=1e-6)
    again = seen.under("norm").under("raw")
    np.testing.assert_array_equal(again.stack().maps, attend(model, TEXT).stack().maps)


def test_norms_of_what_a_model_wrote_are_those_of_one_pass(gpt):
    written = generate(gpt, "The capital of France", 4)
    whole = attend(gpt, "The capital of France").stack()
    length = len(whole.keys.texts)
    assert written.stack().norms.shape[-1] == len(written.stack().keys.texts) > length
    np.testing.assert_allclose(written.stack().norms[..., :length], whole.norms, rtol=1e-4)
    assert (written.stack().norms > 0).all()
    assert written.under("no-sink").stack().maps[:, :, :, 0].max() == 0


@pytest.mark.parametrize("kind", ["norm", "no-sink"])
def test_the_list_that_the_page_is_tested_by(kind):
    """web/test/views/weights.test.ts computes the same from the same bytes."""
    maps = restore(np.array(CASE["bytes"], np.uint8))
    norms, sinks, rests = np.array(CASE["norms"], np.float32), np.array(CASE["sinks"]), np.array(CASE["rests"], bool)
    for at, layer in enumerate(maps):
        np.testing.assert_array_equal(resting(layer, sinks), rests[at])
        np.testing.assert_allclose(weighed(kind, layer, norms[at], sinks, rests[at]), CASE[kind][at], rtol=0, atol=1e-6)
    assert rests.any() and not rests.all()


def test_a_page_holds_what_it_computes_from_and_says_how_exact_that_is(bundled):
    seen = attend(bundled, TEXT)
    made = payload(seen.under("norm"))
    [stack] = made.meta["stacks"]
    data = decompress(made.data)
    size = np.prod(stack["norms"]["shape"])
    norms = np.frombuffer(data, "<f4", size, stack["norms"]["at"]).reshape(stack["norms"]["shape"])
    np.testing.assert_array_equal(norms, seen.stack().norms)
    assert stack["sinks"] == seen.stack().sinks.tolist() and stack["sinks"][0] and stack["sinks"][-1]
    weights = made.meta["weights"]
    assert weights["first"] == "norm" and weights["missing"] == {} and list(weights["errors"]) == ["raw", "norm", "no-sink"]
    own = seen.stack()
    for kind in ("norm", "no-sink"):
        for at, maps in enumerate(own.maps):
            rests = resting(maps, own.sinks)
            shown = weighed(kind, restore(quantise(maps)), own.norms[at], own.sinks, rests)
            assert np.abs(shown - seen.under(kind).stack().maps[at]).max() <= weights["errors"][kind] < 0.05


def test_a_page_grows_by_one_number_a_head_and_token(bundled):
    made = payload(attend(bundled, TEXT))
    [stack] = made.meta["stacks"]
    heads, tokens = 64, len(stack["keys"]["texts"])
    assert len(decompress(made.data)) <= heads * tokens * (tokens + 4 + 1) + 4


def test_maps_alone_have_no_norms_and_say_so(make_maps):
    seen = Attention.from_arrays(make_maps(1, 2, 3, 3), ["[CLS]", "a", "b"], name="made")
    with pytest.raises(HeadscopeError, match=r"Norm weights are not available for 'made': only maps are known.*--weights raw"):
        seen.under("norm")
    with pytest.raises(HeadscopeError, match="no kind of weights named 'norms'"):
        seen.under("norms")
    left = seen.under("no-sink").stack().maps
    assert left[..., 0].max() == 0 and np.allclose(left.sum(-1), 1)
    weights = payload(seen).meta["weights"]
    assert "norm" not in weights["errors"] and weights["missing"]["norm"].startswith("only maps")


def test_a_layer_has_one_map_under_rollout_and_value_zeroing(small):
    raw = attend(small, TEXT).stack()
    rolled = attend(small, TEXT, weights="rollout")
    expected = [one[0].numpy() for one in rollout([torch.from_numpy(maps)[None] for maps in raw.maps])]
    assert rolled.stack().maps.shape == (2, 1, *raw.maps.shape[2:])
    np.testing.assert_allclose(rolled.stack().maps[:, 0], expected, atol=1e-6)
    view = head_view(small, TEXT, weights="value-zeroing", layer=2)
    maps = view.attention.stack().maps
    np.testing.assert_allclose(maps.sum(-1), 1, atol=1e-5)
    assert not np.allclose(maps[:, 0], rolled.stack().maps[:, 0], atol=1e-3)
    assert view._figure.title.startswith("Layer 2 of") and "value zeroing" in view._figure.caption
    weights = view.payload.meta["weights"]
    assert weights["first"] == "value-zeroing" and list(weights["errors"]) == ["value-zeroing"]


def test_maps_of_layers_are_refused_where_heads_are_meant(small, made_run):
    rolled = attend(small, TEXT, weights="rollout")
    with pytest.raises(HeadscopeError, match="run the model once more, with attend"):
        rolled.under("norm")
    with pytest.raises(HeadscopeError, match="run the model once more, with attend"):
        attend(small, TEXT).under("rollout")
    for ask in (
        lambda: hs.which(small, TEXT, "king", "old", weights="rollout"),
        lambda: hs.predict(small, "1-1", TEXT, weights="value-zeroing"),
        lambda: write_maps("x.npz", small, weights="rollout"),
    ):
        with pytest.raises(HeadscopeError, match="has one map for a layer and none for its heads"):
            ask()
    with pytest.raises(HeadscopeError, match="--run has scores of heads"):
        head_view(small, TEXT, weights="rollout", run=made_run(8, 8))
    with pytest.raises(HeadscopeError, match="leave --generate out"):
        head_view(small, TEXT, weights="rollout", generate=2)


def test_a_model_whose_values_are_not_known_says_so(bundled):
    torch.manual_seed(0)
    size = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16}
    module = MPNetModel(MPNetConfig(vocab_size=len(bundled.encoder.tokenizer), **size)).eval()
    model = connect(Model("mpnet", module, bundled.encoder))
    seen = attend(model, TEXT)
    assert model.road == "collect" and seen.stack().norms is None
    assert "value vectors are not known" in payload(seen).meta["weights"]["missing"]["norm"]
    with pytest.raises(HeadscopeError, match="Norm weights are not available for 'mpnet': its attention can't be listened to"):
        head_view(model, TEXT, weights="norm")


def test_pictures_follow_the_weights(bundled):
    raw, norm = (head_view(bundled, TEXT, heads="7-6", token=4, weights=kind) for kind in (None, "norm"))
    assert norm.attention.weights == norm.payload.meta["weights"]["first"] == "norm"
    assert "of what it moves" in norm._figure.title and "what the head moves" in norm._figure.caption
    assert raw.svg() != norm.svg() and "of what it moves" not in raw._figure.title
    assert "Special tokens" in hs.model_view(norm.attention, weights="no-sink")._figure.caption
    assert hs.neuron_view(attend(bundled, TEXT, vectors=True, weights="norm")).attention.weights == "raw"


def test_which_head_by_what_it_moves(bundled):
    seen = hs.attend(bundled, TEXT)
    found = hs.which(seen, None, "king", "old", weights="norm")
    weights = seen.under("norm").stack().maps[:, :, 3, 2]
    assert found.linked[0].weight == pytest.approx(weights.max(), abs=1e-6)
    assert found.linked[0].weight != hs.which(seen, None, "king", "old").linked[0].weight
