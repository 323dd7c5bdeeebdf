"""The tap hears exactly what the model attends to, in every family, and leaves its outputs as they are."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from headscope.models.tap import listening
from headscope.runs.readings import visible
from headscope.tokens import Encoded, collate


def hear(model, batch):
    """All maps of a batch, by stack and layer."""
    maps, heard = {}, Counter()

    def listen(site, call):
        heard[site] += 1
        assert call.weights.shape[1] == site.heads
        maps[site.stack, site.layer] = call.weights.clone()

    model.attend(batch, listen)
    assert set(heard.values()) == {1} and set(heard) == set(model.sites)
    return maps


def test_stacks_layers_and_heads_are_told_apart(connected, families, road, family):
    model, known = connected(family), families.SERVED[family]
    assert model.road == road(known)
    assert model.stacks == known.stacks
    expected = [(stack, layer, heads) for stack, (layers, heads) in known.stacks.items() for layer in range(layers)]
    assert sorted(model.sites) == sorted(expected)
    assert model.present == {stack: (heads,) * layers for stack, (layers, heads) in known.stacks.items()}
    assert model.own_layers == ({"decoder": known.layers} if known.layers else {})
    assert model.causal == {"decoder"} & set(known.stacks)
    assert model.difference < 1e-5


def test_maps_and_outputs_are_the_model_s_own(build, connected, reference, make_batch, families, family):
    model, known = connected(family), families.SERVED[family]
    batch = make_batch(model)
    own = build(family)
    expected, outputs = reference(family, getattr(own, "base_model", own), model.inputs(batch))
    heard = hear(model, batch)
    assert heard.keys() == expected.keys()
    for (stack, layer), maps in heard.items():
        queries, keys = model.sides(batch, stack)
        assert maps.shape == (3, known.stacks[stack][1], queries.ids.shape[1], keys.ids.shape[1])
        for row, n in enumerate(queries.lengths):
            ours, theirs = maps[row, :, :n], expected[stack, layer][row, :, :n]
            assert (ours - theirs).abs().max() < 1e-5, (stack, layer, row)
            assert theirs.std(-1).mean() > 0.01, "attention is even: the comparison could not fail"
            assert not ours[..., keys.lengths[row] :].any(), "weight on padding"
    with torch.inference_mode():
        after = model.run(batch, lambda number, call: None)
    real = batch.source.real if batch.target is None else batch.target.real
    assert (after[0][real] - outputs[0][real]).abs().max() < 1e-5 * max(1, outputs[0].abs().max())


def test_rows_sum_to_one_but_where_the_model_has_sinks(connected, make_batch, family):
    model = connected(family)
    batch = make_batch(model)
    for (stack, _), maps in hear(model, batch).items():
        queries, _ = model.sides(batch, stack)
        sums = maps.sum(-1)[queries.real[:, None].expand(maps.shape[:3])]
        if family == "gpt-oss":
            assert (sums < 1).all() and sums.mean() < 0.9 and (sums > 0).all()
        else:
            assert (sums - 1).abs().max() < 1e-5


def test_what_even_attention_is_spread_over_is_what_may_get_weight(connected, make_batch, families, family):
    """The mask that measures are told of hides exactly what the model hides: nothing else has weight, and nothing more is hidden."""
    model = connected(family)
    if model.road == "collect" != families.SERVED[family].road:
        pytest.skip("asked for its maps by an old transformers, it does not say what its windows hide")
    batch = make_batch(model)

    def listen(site, call):
        _, keys = model.sides(batch, site.stack)
        seen = visible(call, keys, site.stack).expand_as(call.weights)
        assert not call.weights[0][~seen[0]].any()
        assert (call.weights[0] > 0)[seen[0]].float().mean() > 0.9, "much that could be seen has no weight"

    model.attend(batch, listen)


def test_decoders_do_not_look_ahead_and_encoders_do(connected, make_batch, family):
    model = connected(family)
    for (stack, _), maps in hear(model, make_batch(model)).items():
        assert stack == "cross" or bool(maps[0].triu(1).any()) == (stack == "encoder")


@pytest.mark.parametrize(
    ("family", "reach"), [("gemma2", 4), ("gemma3", 4), ("gpt-oss", 4), ("modernbert", 3), ("longformer", 3)]
)
def test_windows_hide_what_is_further_away(connected, make_batch, family, reach):
    """At least one layer sees a window only, and at least one sees everything."""
    model = connected(family)
    distant = [m[0].tril(-reach)[:, reach:].amax() for m in hear(model, make_batch(model)).values()]
    assert any(weight == 0 for weight in distant) and any(weight > 0.01 for weight in distant)


def parts_of(batch, model, rows):
    """The batch's first rows, each as a batch of its own, without padding."""
    for row, n in enumerate(batch.source.lengths[:rows]):
        ids, types = tuple(batch.source.ids[row, :n].tolist()), tuple(batch.types[row, :n].tolist())
        yield collate([Encoded("d", ids, types, types)], model.encoder, start=model.start)


def test_padding_changes_no_map(connected, make_batch):
    """A unit's maps are the same alone and beside a longer one."""
    model = connected("bert")
    batch = make_batch(model)
    together = hear(model, batch)
    for row, unit in enumerate(parts_of(batch, model, 3)):
        n = batch.source.lengths[row]
        for key, maps in hear(model, unit).items():
            assert (maps[0] - together[key][row, :, :n, :n]).abs().max() < 1e-6


@pytest.mark.parametrize("family", ["bert", "albert", "t5", "gpt-oss", "xlnet", "deberta"])
def test_batches_can_be_attended_side_by_side(connected, make_batch, family):
    """Each thread hears its own batch, layer by layer."""
    model = connected(family)
    whole = make_batch(model)
    units = [unit for n in (3, 2, 1) for unit in parts_of(whole, model, n)]
    alone = [hear(model, unit) for unit in units]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda unit: hear(model, unit), units * 3))
    for heard, expected in zip(together, alone * 3, strict=True):
        assert heard.keys() == expected.keys()
        assert all(heard[key].shape == expected[key].shape for key in expected)
        assert all((heard[key] - expected[key]).abs().max() < 1e-6 for key in expected)


def test_nothing_is_heard_outside_and_listeners_do_not_mix(connected, make_batch):
    model = connected("bert")
    inputs = model.inputs(make_batch(model))
    first, second = [], []
    with torch.inference_mode():
        model.body(**inputs)
        with listening(lambda number, call: first.append(number)):
            model.body(**inputs)
            with listening(lambda number, call: second.append(number)):
                model.body(**inputs)
        model.body(**inputs)
    assert first == [0, 1, 2] and second == [0, 1, 2]


def test_query_and_key_give_the_logits(connected, make_batch):
    """For the neuron view: what passed through the tap explains the weights."""
    model = connected("llama")
    batch = make_batch(model)

    def listen(site, call):
        assert call.query.shape == call.key.shape == (3, 4, 11, 8)
        logits = call.query @ call.key.transpose(-1, -2) / 8**0.5 + call.mask
        assert (logits.softmax(-1) - call.weights).abs().max() < 1e-6

    model.attend(batch, listen)
