"""Models some of whose layers have no attention weights: the others are measured and shown, and it is said which they are."""

import numpy as np
import pytest

from headscope.api.measure import measure
from headscope.views.attend import attend

TEXT = "The old king watered his tomatoes."


@pytest.fixture(scope="module")
def hybrid(connected, build):
    module = build("lfm2").float()
    module.resize_token_embeddings(16384)
    return connected("lfm2", module)


def test_a_view_shows_the_layers_that_have_maps_and_says_which(hybrid):
    attention = attend(hybrid, TEXT, vectors=True)
    one = attention.stack("decoder")
    assert one.maps.shape[:2] == (2, 4) and one.maps.sum(-1) == pytest.approx(1, abs=1e-5) and one.causal
    assert one.vectors is not None and one.vectors.query.shape[:2] == (2, 4)
    assert hybrid.own_layers == {"decoder": (1, 3)} and hybrid.present == {"decoder": (4, 4)}
    assert attention.remarks == (
        "Layers of the decoder are those with attention weights: layers 2, 4 of the model. The others have none to show.",
    )


def test_models_without_gaps_have_nothing_to_say(bundled):
    assert attend(bundled, TEXT).remarks == ()


def test_heads_that_a_layer_lacks_are_said(connected, build):
    """Stacks that differ from each other, as in BART, are no gap; layers of one stack that differ are one."""
    module = build("bart")
    module.resize_token_embeddings(16384)
    assert attend(connected("bart", module), TEXT).remarks == ()
    module.model.encoder.layers[1].self_attn.num_heads = 2
    module.model.encoder.layers[1].self_attn.head_dim = 16  # twice the size
    model = connected("bart", module)
    assert model.present["encoder"] == (4, 2, 4) and model.stacks["encoder"] == (3, 4)
    attention = attend(model, TEXT)
    assert attention.remarks == ("Layers of the encoder have 2 to 4 heads; those that a layer lacks are empty.",)
    sums = attention.stack("encoder").maps.sum(-1)
    assert not sums[1, 2:].any() and sums[1, :2] == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
def test_every_measure_of_text(hybrid, tmp_path):
    (tmp_path / "text.txt").write_text(f"{TEXT}\n{TEXT} Again and again.\n")
    scores = measure(hybrid, str(tmp_path / "text.txt"), progress=False)
    assert {"divergence", "gradient", "sink"} <= set(scores.manifest.measures) and scores.manifest.heads == 8
    assert scores.distances().shape == (8, 8)
    (series,) = scores.matching("entropy", "all")
    assert (scores.value(series) > 0).all()
    n = np.arange(1, 1 + scores.manifest.corpus(series.corpus).tokens)
    assert scores.baseline(series) == pytest.approx(np.log(n).mean(), abs=1e-6)
