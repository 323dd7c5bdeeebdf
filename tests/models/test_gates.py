"""Gates of every family: 1 changes nothing, 0 is what zeroing the head's part before the output projection is, by a hook of our own in a
copy of the model that computes attention in its own way."""

import copy
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch

import headscope as hs
from headscope.errors import HeadscopeError
from headscope.models import collect
from headscope.models.connect import largest_difference
from headscope.models.layers import refusal
from headscope.models.tap import Cut
from headscope.runs.random_weights import randomised
from headscope.types import Head

# What the modules that read the heads' output are called, in the families' own code.
PROJECTIONS = re.compile(
    r"attention\.output\.dense$|attention\.out_lin$|(?<!bottleneck\.)attention\.dense$|attn\.Wo$|Attention\.o$|(?<!linear_)attn\.out_proj$|attn\.c_proj$"
    r"|attn\.o_proj$|attn\.o$|self_attention\.dense$|longformer_self_attn\.\.output$|self_attn\.output$"
)
UNGATED = {"xlnet"}  # its heads are written by an einsum over a parameter: no module reads what they give


def stack_of(name, several):
    if not several:
        return several
    if re.search(r"encoder_attn|EncDecAttention", name):
        return "cross"
    return "decoder" if "decoder" in name else "encoder"


def zeroed(module, inputs, stacks, stack, head, gate=0.0):
    """The outputs of a copy in which a head's part of what the output projection reads is multiplied by a number."""
    other, several, calls = copy.deepcopy(module), len(stacks) > 1, []
    if other.config._attn_implementation == "headscope":
        other.set_attn_implementation("eager")

    def cut(name):
        def hook(_, given):
            calls.append(stack_of(name, several) or stack)
            if calls[-1] != stack or calls.count(stack) != head.layer + 1:
                return None
            wide = given[0].clone()
            width = wide.shape[-1] // stacks[stack][1]
            wide[..., head.head * width : (head.head + 1) * width] *= gate
            return (wide, *given[1:])

        return hook

    for name, part in other.named_modules():
        if PROJECTIONS.search(name):
            part.register_forward_pre_hook(cut(name))
    with torch.inference_mode():
        outputs = getattr(other, "base_model", other)(**inputs)
    assert all(calls.count(one) == layers for one, (layers, _) in stacks.items()), "the projections of every layer are seen"
    return outputs


def outputs_of(model, batch):
    with torch.inference_mode():
        return model.run(batch, lambda *_: None)


def test_a_gate_of_every_family(connected, build, family, make_batch):
    own = build(family)
    model = connected(family)
    batch, tolerance = make_batch(model), 1e-9 if model.dtype == torch.float64 else 2e-5
    if family in UNGATED:
        with pytest.raises(HeadscopeError, match="can't be switched off"):
            model.gated({"1-1": 0} if len(model.stacks) == 1 else {"encoder/1-1": 0})
        return
    whole, name = outputs_of(model, batch), "{}/{}" if len(model.stacks) > 1 else "{1}"
    for stack, (layers, heads) in model.stacks.items():
        head = Head(layers - 2, heads - 1)
        same, off, half = (model.gated({name.format(stack, head): gate}) for gate in (1, 0, 0.5))
        assert largest_difference(whole, outputs_of(same, batch), batch) == 0
        for one, gate in ((off, 0.0), (half, 0.5)):
            found = outputs_of(one, batch)
            expected = zeroed(own, model.inputs(batch), model.stacks, stack, head, gate)
            assert largest_difference(expected, found, batch) <= tolerance
            assert largest_difference(whole, found, batch) > 100 * tolerance, "the head has a part in the output"


def test_a_gated_model_is_another_that_shares_the_weights(connected, make_batch):
    model = connected("llama")
    batch = make_batch(model)
    before = outputs_of(model, batch)
    off = model.gated({"2-3": 0})
    assert off.network is model.network and not model.gates and off.gates == {("decoder", Head(1, 2)): 0}
    assert off.name == "llama without 2-3"
    again = off.gated({"2-3": 1, "1-2": 0.5, "3-1": 0})
    assert again.name == "llama without 2-3, 3-1, with 1-2 × 0.5"
    assert model.gated({"1-2": 0.5}).gated({"1-2": 0.5}).gates == {("decoder", Head(0, 1)): 0.25}, "gates multiply"
    assert largest_difference(before, outputs_of(model, batch), batch) == 0


@pytest.mark.parametrize("attribute", ["module", "body"])
def test_the_network_of_a_gated_model_is_refused_because_it_would_run_without_gates(bundled, attribute):
    off = bundled.gated({"3-5": 0})
    sentence = (
        f".{attribute} of 'bert-8x8 without 3-5' would run without its gates. Give the gated model to headscope.attend, headscope.measure "
        "or another function of headscope, or call its run()."
    )
    with pytest.raises(HeadscopeError, match=re.escape(sentence)):
        getattr(off, attribute)
    assert getattr(bundled.gated({"3-5": 1}), attribute) is getattr(bundled, attribute), "a gate of 1 is none"


def test_maps_up_to_the_layer_stay_and_what_follows_changes(connected, make_batch):
    model = connected("bert")
    seen = {}
    for name, one in (("whole", model), ("off", model.gated({"2-1": 0}))):
        one.attend(make_batch(model), lambda site, call, name=name: seen.__setitem__((name, site.layer), call))
    for layer in (0, 1):
        assert torch.equal(seen["whole", layer].weights, seen["off", layer].weights)
    assert (seen["whole", 2].weights - seen["off", 2].weights).abs().max() > 1e-3
    assert not seen["off", 1].values[:, 0].any() and seen["off", 1].values[:, 1:].abs().min() > 0


def test_what_is_put_in_a_head_s_place(connected, make_batch):
    """Rows may be cut differently: the first as it is, the second without head 2, the third with a vector in its place."""
    model, given = connected("bert"), {}
    batch = make_batch(model)
    mean = torch.linspace(-1, 1, 4 * 8, dtype=torch.float64).reshape(4, 8)

    def cut(number, call):
        gates = torch.ones(call.weights.shape[:2], dtype=call.weights.dtype)
        gates[1:, 1] = 0
        instead = None if number else torch.stack([mean[0], mean[1], mean[2], mean[3]])
        return Cut(gates, instead) if number == 0 else None

    reader = model.body.encoder.layer[0].attention.output.dense
    for name, listener in (("whole", lambda *_: None), ("cut", cut)):
        hook = reader.register_forward_pre_hook(lambda _, inputs, name=name: given.__setitem__(name, inputs[0]))
        with torch.inference_mode():
            model.run(batch, listener)
        hook.remove()
    whole, found = (given[name].unflatten(-1, (4, 8)) for name in ("whole", "cut"))
    assert torch.equal(found[0], whole[0]) and torch.equal(found[:, :, [0, 2, 3]], whole[:, :, [0, 2, 3]])
    assert torch.equal(found[1:, :, 1], mean[1].expand_as(found[1:, :, 1]))


@pytest.mark.parametrize(
    ("gates", "said"),
    [
        ({"9-1": 0}, "There is no head 9-1 in 'bert-8x8': it has 8 layers of 8 heads."),
        ({"1-9": 0}, "There is no head 1-9 in 'bert-8x8'"),
        ({"0-1": 0}, "'0-1' is not a head"),
        ({"head": 0}, "'head' is not a head"),
        ({"cross/1-1": 0}, "There is no stack in 'bert-8x8' named 'cross'"),
        ({"1-1": float("nan")}, "The gate of head 1-1 is nan: expected a number"),
        ({"1-1": float("inf")}, "expected a number"),
        ({"1-1": True}, "expected a number"),
    ],
)
def test_what_is_no_gate(bundled, gates, said):
    with pytest.raises(HeadscopeError, match=re.escape(said)):
        bundled.gated(gates)


def test_a_head_of_several_stacks_says_of_which_it_is(connected):
    model = connected("bart")
    with pytest.raises(HeadscopeError, match=r"'2-1' does not say .* write one of encoder/2-1, decoder/2-1, cross/2-1"):
        model.gated({"2-1": 0})
    with pytest.raises(HeadscopeError, match="There is no head 3-1 in the decoder of 'bart': it has 2 layers of 2 heads"):
        model.gated({"decoder/3-1": 0})
    assert model.gated({"cross/2-1": 0, "encoder/1-1": 0}).name == "bart without encoder/1-1, cross/2-1"


def test_every_door_sees_the_gated_model(bundled, text_file):
    """A live model too, which is left as it was."""
    live = copy.deepcopy(bundled.module)
    live.set_attn_implementation("sdpa")
    text, tokenizer = "She found the old key.", bundled.encoder.tokenizer
    ways = [bundled.gated({"3-5": 0}), hs.gated(bundled, {"3-5": 0}), hs.gated("bundled", {"3-5": 0})]
    maps = [hs.attend(one, text) for one in ways] + [hs.attend(hs.gated(live, {"3-5": 0}), text, tokenizer=tokenizer)]
    whole = hs.attend(bundled, text)
    for one in maps:
        np.testing.assert_allclose(one.stack().maps, maps[0].stack().maps, atol=1e-5)
        assert one.name.endswith(" without 3-5") and np.abs(one.stack().maps - whole.stack().maps).max() > 0.01
    assert live.config._attn_implementation == "sdpa"
    scores = hs.measure(ways[1], str(text_file(2)), ["peak"], max_length=32, progress=False)
    assert scores.manifest.model["name"] == "bert-8x8 without 3-5" and scores.manifest.model["gates"] == {"3-5": 0}
    plain = hs.measure(bundled, str(text_file(2)), ["peak"], max_length=32, progress=False)
    series = plain.find("peak", "all")
    np.testing.assert_allclose(scores.value(series)[:3], plain.value(series)[:3], atol=1e-6)
    assert np.abs(scores.value(series)[3:] - plain.value(series)[3:]).max() > 1e-3
    with pytest.raises(
        HeadscopeError, match="These runs don't belong together: the model is bert-8x8 without 3-5 and bert-8x8"
    ):
        hs.merge([scores, plain])


def test_a_layer_run_once_more_has_its_gates(bundled):
    cut = bundled.gated({"2-3": 0})
    assert refusal(cut) is None, "a layer gives what it gave: with its gates both times"


def test_maps_from_a_file_have_no_heads_to_switch_off(tmp_path):
    np.savez(tmp_path / "maps.npz", text=np.full((2, 2, 3, 3), 1 / 3, dtype=np.float32))
    (tmp_path / "maps.jsonl").write_text('{"id": "text", "tokens": ["[CLS]", "it", "[SEP]"]}\n')
    model, _ = hs.open_maps(tmp_path / "maps.npz")
    with pytest.raises(HeadscopeError, match="Only maps are known of this model"):
        model.gated({"1-1": 0})


def test_passes_of_the_whole_and_of_a_gated_model_do_not_meet(connected, make_batch):
    """Side by side, without a tap: the hooks before the output projections are shared, the gates are not."""
    model = connected("deberta")
    batch = make_batch(model)
    whole, off = model, model.gated({"2-1": 0})
    expected = [outputs_of(one, batch).last_hidden_state for one in (whole, off)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda at: outputs_of((whole, off)[at % 2], batch).last_hidden_state, range(16)))
    assert not torch.equal(*expected) and all(torch.allclose(one, expected[at % 2]) for at, one in enumerate(found))


def test_readers_are_not_guessed(connected, monkeypatch):
    """Where the maps are not those by which values were summed, nothing is proven."""
    model = connected("mpnet")
    model.__dict__.pop("readers", None)
    real = collect.forward

    def turned(module, inputs, listener):
        return real(module, inputs, lambda number, call: listener(number, replace(call, weights=call.weights.flip(1))))

    monkeypatch.setattr(collect, "forward", turned)
    with pytest.raises(HeadscopeError, match="in encoder layer 1, no layer of its own reads what the heads give as it is"):
        model.gated({"1-1": 0})


def test_a_gated_model_with_random_weights_keeps_its_gates(connected, make_batch):
    """Of a model without a tap too, whose copy has output projections of its own."""
    for family in ("deberta", "llama"):
        model = connected(family)
        batch = make_batch(model)
        whole, off = randomised(model), randomised(model.gated({"2-1": 0}))
        assert largest_difference(outputs_of(whole, batch), outputs_of(off, batch), batch) > 1e-6
        assert largest_difference(outputs_of(whole.gated({"2-1": 0}), batch), outputs_of(off, batch), batch) < 1e-9


def test_a_live_model_without_a_tap_is_left_without_our_hooks(bundled, build):
    live = build("deberta").float().train()
    live.resize_token_embeddings(len(bundled.encoder.tokenizer))
    text, tokenizer = "She found the old key.", bundled.encoder.tokenizer
    seen = [hs.attend(hs.gated(live, gates), text, tokenizer=tokenizer).stack().maps for gates in ({"1-2": 1}, {"1-2": 0})]
    assert np.array_equal(seen[0][0], seen[1][0]) and np.abs(seen[0][1:] - seen[1][1:]).max() > 1e-4
    assert live.training and not any(part._forward_pre_hooks or part._forward_hooks for part in live.modules())
