"""The check at load: a tap that changes a model, or hears what the model does not do, is noticed before anything is measured."""

import functools

import pytest
import torch
import transformers
from transformers import AttentionInterface, AttentionMaskInterface

from headscope.errors import HeadscopeError
from headscope.models import collect, tap
from headscope.models.connect import _Heard, name_sites


@pytest.fixture
def tamper(monkeypatch):
    """A monkeypatch whose doings are also taken out of transformers' registries again."""
    yield monkeypatch
    monkeypatch.undo()
    tap.register()


def without_masks():
    AttentionInterface.register(tap.NAME, tap.attention)
    AttentionMaskInterface._global_mapping.pop(tap.NAME, None)


def maps_of(model, batch):
    heard = {}
    model.attend(batch, lambda site, call: heard.setdefault((site.stack, site.layer), call.weights.clone()))
    return heard


def furthest(heard, expected, model, batch):
    """The largest difference of two accounts of the same maps, at real queries."""
    return max(
        float((heard[stack, layer][row, :, :n] - expected[stack, layer][row, :, :n]).abs().max())
        for stack, layer in expected
        for row, n in enumerate(model.sides(batch, stack)[0].lengths)
    )


def test_dropped_masks_are_noticed(tamper, build, connected, reference, make_batch, tapped):
    """The trap: no mask function under the tap's name, and padding and causality vanish without a word."""
    family = tapped
    tamper.setattr(tap, "register", without_masks)
    model = connected(family)
    assert model.road == "collect", "the tap was trusted although it drops masks"
    batch = make_batch(model)
    own = build(family)
    expected, _ = reference(family, own.base_model, model.inputs(batch))
    assert furthest(maps_of(model, batch), expected, model, batch) < 1e-6
    tap_anyway = connected(family)
    tap_anyway.road = "tap"
    assert tap.attach(tap_anyway.module)
    assert furthest(maps_of(tap_anyway, batch), expected, model, batch) > 0.01, "the comparison does not see masks"


@pytest.mark.parametrize(
    ("family", "argument"),
    [("gemma2", "softcap"), ("gpt-oss", "s_aux"), ("t5", "position_bias"), ("llama", "scaling"), ("mobilebert", "scaling")],
)
def test_a_lost_argument_is_noticed(tamper, connected, families, road, family, argument):
    if road(families.SERVED[family]) != "tap" or (family, transformers.__version__[:4]) == ("gemma2", "5.0."):
        pytest.skip("this transformers does not hand it over, or leaves it out itself")
    real, wrong = tap.attention, {"scaling": 1.0}

    @functools.wraps(real)
    def forgetful(*arguments, **named):
        assert argument in named, f"{family} no longer hands over {argument}"
        return real(*arguments, **named | {argument: wrong.get(argument)})

    tamper.setattr(tap, "attention", forgetful)
    assert connected(family).road == "collect"


@pytest.mark.parametrize("family", ["t5", "bart"])
@pytest.mark.parametrize("stack", ["encoder", "decoder", "cross"])
def test_a_change_in_any_stack_is_noticed(tamper, connected, family, stack):
    """The probe's encoder has 12 tokens, its decoder 9."""
    lengths = {"encoder": (12, 12), "decoder": (9, 9), "cross": (9, 12)}[stack]
    real = tap.attention

    def spoiled(module, query, key, *arguments, **named):
        output, nothing = real(module, query, key, *arguments, **named)
        return (output + 10 if (query.shape[2], key.shape[2]) == lengths else output), nothing

    tamper.setattr(tap, "attention", spoiled)
    assert connected(family).road == "collect"


def test_the_fallback_is_checked_too(tamper, connected):
    real = collect.forward

    def spoiled(*arguments):
        outputs = real(*arguments)
        outputs["last_hidden_state"] = outputs["last_hidden_state"] + 10
        return outputs

    tamper.setattr(collect, "forward", spoiled)
    with pytest.raises(HeadscopeError):
        connected("xlnet")


def test_outputs_that_are_not_numbers_are_not_the_same(tamper, connected):
    real = tap.attention

    def spoiled(*arguments, **named):
        output, nothing = real(*arguments, **named)
        return output * torch.nan, nothing

    tamper.setattr(tap, "attention", spoiled)
    assert connected("bert").road == "collect"


def test_padding_that_reaches_the_model_is_noticed(build, connected, reference, make_batch, two_sided):
    """The same for every model that sees both ways, by whichever road: where it is not told what is padding, maps differ. Where
    nothing after a token is seen, padding on the right does not matter."""
    family = two_sided
    model = connected(family)
    batch = make_batch(model)
    own = build(family)
    expected, _ = reference(family, own.base_model, model.inputs(batch))
    assert furthest(maps_of(model, batch), expected, model, batch) < 1e-6
    real = model.inputs
    model.inputs = lambda batch: {name: value for name, value in real(batch).items() if name != "attention_mask"}
    assert furthest(maps_of(model, batch), expected, model, batch) > 0.01


def test_a_default_that_leaves_something_out_is_not_the_model(tamper, connected):
    """Fast attention may have no room for a cap; plain attention is then the model's own word."""
    real = AttentionInterface._global_mapping["sdpa"]

    def careless(*arguments, **named):
        output, nothing = real(*arguments, **named)
        return output * 1.01, nothing

    tamper.setitem(AttentionInterface._global_mapping, "sdpa", careless)
    model = connected("bert")
    assert model.road == "tap" and model.difference < 1e-9


@pytest.mark.parametrize("family", ["mamba", "fnet"])
def test_a_model_without_maps_of_every_pair_is_refused_with_a_sentence(connected, family):
    with pytest.raises(HeadscopeError, match=f"'{family}' gives no attention weights to measure .*recurrent, convolutions"):
        connected(family)


def test_the_sentence_says_what_was_tried(connected):
    with pytest.raises(
        HeadscopeError, match="no attention passed through the tap; asked with output_attentions=True it returns none"
    ):
        connected("mamba")


def test_layers_are_named_by_their_own_index_unless_one_is_run_again():
    """A module that runs three times under one index is three layers; modules that run out of order keep their index."""

    def layers(*indices):
        return [site.layer for site in name_sites([_Heard(12, 12, 4, False, index) for index in indices])]

    assert layers(0, 0, 0) == [0, 1, 2]
    assert layers(2, 0, 1) == [2, 0, 1]
    assert layers(1, 3, 5) == [0, 1, 2]
    assert layers(None, None, None) == [0, 1, 2]
