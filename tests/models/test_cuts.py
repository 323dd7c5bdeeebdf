"""Cut heads: every one against a pass of its own, in every kind of model; what is proven, and what happens where it can't be."""

import copy
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
import transformers
from torch.nn.functional import cross_entropy

from headscope.errors import HeadscopeError
from headscope.models import Model, cuts, tap
from headscope.models.connect import connect
from headscope.models.cuts import Cutter
from headscope.models.loss import is_causal, next_tokens, word_losses
from headscope.models.replay import repeated
from headscope.models.tap import Cut
from headscope.models.vocabulary import token_losses
from headscope.tokens.masking import IGNORED

SMALL = {"vocab_size": 120, "hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
SHARED = SMALL | {"embedding_size": 16, "num_hidden_groups": 1, "initializer_range": 0.3}


@pytest.fixture(scope="module")
def albert(encoder):
    """One module for all layers, so that only the order of calls tells them apart."""
    torch.manual_seed(0)
    module = transformers.AlbertForMaskedLM(transformers.AlbertConfig(**SHARED)).eval().double().requires_grad_(False)
    return connect(Model("albert", module, encoder))


def asked(model, batch):
    """Labels for every second token; of causal models for the one after it."""
    labels = next_tokens(batch) if is_causal(model) else batch.source.ids.masked_fill(~batch.source.real, IGNORED)
    return labels.masked_fill(torch.arange(labels.shape[1]) % 2 == 0, IGNORED)


def by_itself(model, batch, labels, number, head, instead=None):
    """The losses of a whole pass with one head's gate closed, by what passes through the tap."""

    def hear(at, call):
        gates = call.weights.new_ones(call.weights.shape[:2])
        gates[:, head] = 0
        return Cut(gates, instead) if at == number else None

    with torch.inference_mode():
        return word_losses(model, batch, labels, hear)[0]


def check(model, batch, cutter):
    labels = asked(model, batch)
    whole, kept = cutter.whole(batch, labels)
    near = 1e-9 if kept.attention[0].dtype == torch.float64 else 1e-4  # parts of jamba are float32 whatever is asked for
    with torch.inference_mode():
        assert torch.allclose(whole.double(), word_losses(model, batch, labels, lambda *_: None)[0].double(), atol=near)
    means = [output.flatten(0, 1).mean(0) for output in kept.attention]
    changed = 0.0
    for number, (site, losses) in enumerate(cutter.losses(batch, labels, kept, ("zero", "mean"), means)):
        assert site == model.sites[number] and losses.shape == (2, site.heads, len(whole))
        for head in range(site.heads):
            for kind, instead in enumerate((None, means[number])):
                expected = by_itself(model, batch, labels, number, head, instead)
                assert torch.allclose(losses[kind, head].double(), expected.double(), atol=near), (site, head, kind)
                changed = max(changed, float((expected - whole).abs().max()))
    assert changed > 0.1, "cutting a head does something"


@pytest.mark.parametrize("family", ["bert", "llama", "gemma2", "jamba"])
def test_every_head_is_cut_as_a_pass_of_its_own_has_it(connected, make_batch, family):
    """gemma2 caps its logits, so that they are not made in tiles; jamba has layers without attention."""
    model = connected(family)
    assert model.cuts.replays and model.cuts.tiles == (family != "gemma2") and model.cuts.refusal is None
    check(model, make_batch(model), model.cuts)


@pytest.mark.parametrize("road", [(False, True), (False, False), (True, False)], ids=["plain", "plainest", "logits"])
def test_the_other_roads_give_the_same(connected, make_batch, road):
    model = connected("llama")
    assert model.cuts.replays  # from then on its layers can be skipped
    check(model, make_batch(model), Cutter(model, *road))


def test_layers_that_are_one_module(albert, make_batch):
    assert albert.cuts.replays
    check(albert, make_batch(albert), albert.cuts)


def test_blocks_of_any_size_give_the_same(connected, make_batch, monkeypatch):
    model = connected("bert")
    batch = make_batch(model)
    labels = asked(model, batch)
    _, kept = model.cuts.whole(batch, labels)
    together = [losses for _, losses in model.cuts.losses(batch, labels, kept)]
    monkeypatch.setitem(cuts.TOKENS, "cpu", 1)
    alone = [losses for _, losses in model.cuts.losses(batch, labels, kept)]
    assert all(torch.allclose(one, other, atol=1e-10) for one, other in zip(together, alone, strict=True))


def test_a_gated_model_is_cut_as_it_is(connected, make_batch):
    model = connected("llama")
    gated = model.gated({"2-3": 0, "3-1": 0.5})
    batch = make_batch(model)
    check(gated, batch, gated.cuts)
    labels = asked(model, batch)
    whole, kept = gated.cuts.whole(batch, labels)
    found = dict(gated.cuts.losses(batch, labels, kept))
    assert torch.allclose(found[model.sites[1]][0, 2], whole, atol=1e-12), "what is off already can't be missed"


def test_a_model_whose_layers_are_not_proven_takes_the_plain_road(connected, make_batch, monkeypatch):
    """Here a layer's output is spoilt when it is given once more: the proof sees it."""
    model = copy.copy(connected("llama"))
    model.__dict__.pop("cuts", None)
    monkeypatch.setattr(cuts, "repeated", spoilt)
    assert not model.cuts.replays and model.cuts.refusal is None and model.cuts.passes() > len(model.sites)


def spoilt(given, times, size):
    made = repeated(given, times, size)
    return made if isinstance(given, dict) else made + 1.0


def test_a_copy_of_a_model_that_was_cut_has_layers_of_its_own(connected, make_batch):
    model = connected("llama")
    batch = make_batch(model)
    assert model.cuts.replays
    other = copy.copy(model)
    other.__dict__.pop("base_network", None)
    other.__dict__.pop("cuts", None)
    other.network = copy.deepcopy(model.module)
    for parameter in other.module.model.layers.parameters():
        parameter.data.mul_(0.5)
    check(other, batch, other.cuts)
    check(model, batch, model.cuts)


def test_threads_do_not_see_each_other(connected, make_batch):
    model = connected("bert")
    batch = make_batch(model)
    labels = asked(model, batch)

    def work(_):
        whole, kept = model.cuts.whole(batch, labels)
        return torch.stack([losses for _, losses in model.cuts.losses(batch, labels, kept)]) - whole

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(work, range(8))
    assert all(torch.allclose(first, one, atol=1e-10) for one in others)


@pytest.mark.parametrize("bias", [False, True])
def test_losses_in_tiles_are_the_cross_entropy(bias):
    torch.manual_seed(0)
    head = torch.nn.Linear(8, 3000, bias=bias).requires_grad_(False)
    hidden, labels = torch.randn(1300, 8) * 3, torch.randint(3000, (1300,))
    hidden[7] *= 500  # logits whose exponentials no float holds
    expected = cross_entropy(head(hidden).double(), labels, reduction="none")
    found = token_losses(head, hidden, labels)
    assert torch.allclose(found, expected, rtol=1e-5, atol=1e-5)
    assert token_losses(head, hidden[:0], labels[:0]).shape == (0,)


def test_the_last_head_alone(connected, make_batch):
    model = connected("bert")
    batch = make_batch(model)
    labels = asked(model, batch)
    _, kept = model.cuts.whole(batch, labels)
    every, last = (dict(model.cuts.losses(batch, labels, kept, last=only)) for only in (False, True))
    assert all(torch.allclose(last[site], every[site][:, -1:], atol=1e-10) for site in model.sites)


def test_no_map_is_formed_where_nobody_listens(connected, make_batch, monkeypatch):
    """Neither of cut heads nor of plain losses; a listener still hears maps."""
    model = connected("llama")
    batch = make_batch(model)
    labels = asked(model, batch)
    assert model.cuts.replays and model.without_maps is None
    with torch.inference_mode():
        expected = word_losses(model, batch, labels, lambda *_: None)[0]

    def formed(*_):
        raise AssertionError("a map was formed")

    monkeypatch.setattr(tap, "_logits", formed)
    with torch.inference_mode():
        assert torch.allclose(word_losses(model, batch, labels)[0], expected, atol=1e-9)
        with pytest.raises(AssertionError, match="a map was formed"):
            word_losses(model, batch, labels, lambda *_: None)
    whole, kept = model.cuts.whole(batch, labels)
    assert torch.allclose(whole, expected, atol=1e-9) and len(list(model.cuts.losses(batch, labels, kept))) == len(model.sites)


def test_a_pass_that_does_not_come_through_the_tap_is_an_error(connected, make_batch):
    """As where another model of the same config was set to other attention: a gated model's losses would be those of the whole one."""
    model = connected("llama")
    batch = make_batch(model)
    assert model.without_maps is None
    model.module.set_attn_implementation("sdpa")
    try:
        with pytest.raises(HeadscopeError, match="gave 0 attention maps in a pass, but 3"), torch.inference_mode():
            word_losses(model, batch, asked(model, batch))
    finally:
        tap.attach(model.module)
