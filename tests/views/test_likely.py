"""What a model predicts whole and without some heads: against a hook that zeroes the heads' part before the output projection."""

import copy

import numpy as np
import pytest
import torch

import headscope as hs
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.views.attend import attend
from headscope.views.head_view import head_view
from headscope.views.likely import TOP
from headscope.views.switch import at_hand

MASKED = "The old king [MASK] his tomatoes before breakfast."
BEGUN = "The capital of France is"


@pytest.fixture(scope="module")
def gpt():
    return load("gpt-8x8")


def by_hand(model, text, place, heads, projection):
    """Softmax at one token of a copy in which these heads, (layer, head) from 0, give zeros to the output projection."""
    other = copy.deepcopy(model.module)
    other.set_attn_implementation("eager")
    wide = other.config.hidden_size // other.config.num_attention_heads
    for layer, head in heads:

        def cut(_, given, head=head):
            read = given[0].clone()
            read[..., head * wide : (head + 1) * wide] = 0
            return (read, *given[1:])

        dict(other.named_modules())[projection.format(layer)].register_forward_pre_hook(cut)
    with torch.inference_mode():
        outputs = other(**model.encoder.tokenizer(text, return_tensors="pt"))
    logits = outputs["prediction_logits"] if "prediction_logits" in outputs else outputs["logits"]
    return torch.softmax(logits[0, place].double(), -1)


@pytest.mark.parametrize(
    ("name", "text", "place", "projection", "heads"),
    [
        ("bundled", MASKED, 4, "bert.encoder.layer.{}.attention.output.dense", [(6, 6), (2, 4)]),
        ("gpt", BEGUN, 5, "model.layers.{}.self_attn.o_proj", [(1, 3)]),
    ],
)
def test_predictions_are_those_of_the_model_without_the_heads(name, text, place, projection, heads, request):
    model = request.getfixturevalue(name)
    names = [f"{layer + 1}-{head + 1}" for layer, head in heads]
    found = attend(model.gated(dict.fromkeys(names, 0)), text, predicts=True)
    assert set(found.off) == set(names) and found.likely.place == place and TOP <= len(found.likely.guesses) <= 2 * TOP
    whole, without = (by_hand(model, text, place, some, projection) for some in ([], heads))
    spelt = model.encoder.tokens(list(range(len(whole))))
    for guess in found.likely.guesses:
        at = [token for token, word in enumerate(spelt) if word == guess.text]
        assert min(abs(float(whole[token]) - guess.whole) for token in at) < 1e-5
        assert min(abs(float(without[token]) - guess.without) for token in at) < 1e-5
    best = [guess.text for guess in found.likely.guesses[:TOP]]
    assert best == [spelt[token] for token in whole.topk(TOP).indices.tolist()]
    assert {spelt[token] for token in without.topk(TOP).indices.tolist()} <= {guess.text for guess in found.likely.guesses}
    assert max(abs(guess.whole - guess.without) for guess in found.likely.guesses) > 1e-3


def test_a_text_with_nothing_to_predict_says_what_to_write(bundled):
    assert attend(bundled, "It rains.", predicts=True).likely.reason == (
        "Write [MASK] in the place of a word to see what the model expects there."
    )
    assert attend(bundled, MASKED).likely is None and not attend(bundled, MASKED).off


def test_a_model_without_a_vocabulary_says_so(small):
    found = attend(small, MASKED, predicts=True).likely
    assert found.guesses or found.reason.startswith("Predictions can't be shown: ")


def test_a_loaded_model_can_be_asked_again(bundled):
    view = head_view(bundled, MASKED)
    assert at_hand(bundled) and not at_hand("bundled") and view.again is not None
    other = view.again(["7-7"])
    assert other.payload.meta["off"] == ["7-7"] and other.payload.meta["title"] == "bert-8x8 without 7-7"
    guesses = other.payload.meta["likely"]["guesses"]
    assert any(guess["whole"] != guess["without"] for guess in guesses)
    # Attention up to layer 7 is the same, and after it is not.
    before, after = (one.attention.stack().maps for one in (view, other))
    np.testing.assert_allclose(before[:7], after[:7], atol=1e-5)
    assert np.abs(before[7] - after[7]).max() > 1e-4
    assert other.again([]).payload.meta["off"] == []
    assert head_view("bundled", MASKED).again is None, "not loaded anew for every click"


def test_a_live_model_is_left_as_it_was_and_can_be_asked_again(bundled):
    module = copy.deepcopy(bundled.module)
    module.set_attn_implementation("eager")
    view = hs.head_view(module, MASKED, tokenizer=bundled.encoder.tokenizer)
    assert view.again(["3-5"]).payload.meta["off"] == ["3-5"]
    assert module.config._attn_implementation == "eager"


def test_a_widget_answers_a_click(bundled):
    pytest.importorskip("anywidget")
    made = head_view(bundled, MASKED).widget()
    data = made.data
    assert made.live and made.off == [] and made.meta["off"] == []
    made.off = ["7-7", "3-5"]
    assert made.meta["off"] == ["3-5", "7-7"] and made.data != data and made.problem == ""
    made.off = ["99-1"]
    assert "There is no head 99-1" in made.problem and made.meta["off"] == ["3-5", "7-7"]
    assert not head_view(attend(bundled, MASKED)).widget().live


def test_no_such_head(bundled):
    with pytest.raises(HeadscopeError, match="There is no head 9-1"):
        head_view(hs.gated(bundled, {"9-1": 0}), MASKED)
