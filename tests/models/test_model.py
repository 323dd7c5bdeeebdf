"""Facts of a loaded model: what is run, what goes in, which tokens stand on which side of a map."""

import copy

import pytest
import torch
import transformers

import headscope as hs
from headscope.api.probe import probe
from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.models.connect import connect
from headscope.models.loss import backward
from headscope.tokens import collate
from headscope.types import Unit


@pytest.mark.parametrize("family", ["bert", "roberta", "gpt2", "llama", "gemma2", "bart", "t5"])
def test_the_vocabulary_s_logits_are_not_computed(connected, make_batch, family):
    model = connected(family)
    if model.road == "collect":
        pytest.skip("asked for its maps, T5 without a body of its own goes to the end")
    calls = []
    head = model.module.get_output_embeddings()
    head.register_forward_hook(lambda *_: calls.append(1))
    heard = []
    model.attend(make_batch(model), lambda site, call: heard.append(site))
    assert len(heard) == len(model.sites) and not calls
    model.module(**model.inputs(make_batch(model)))
    assert calls, "the hook does not see the head: this test could not fail"


@pytest.mark.parametrize("family", ["t5", "bart"])
def test_sides_of_an_encoder_decoder(connected, make_batch, family):
    model = connected(family)
    batch = make_batch(model)
    assert model.is_encoder_decoder and batch.target is not None
    assert model.sides(batch, "encoder") == (batch.source, batch.source)
    assert model.sides(batch, "decoder") == (batch.target, batch.target)
    queries, keys = model.sides(batch, "cross")
    assert queries is batch.target and keys is batch.source


@pytest.mark.parametrize(("family", "stack"), [("bert", "encoder"), ("llama", "decoder")])
def test_one_text_is_both_sides_where_there_is_one_stack(connected, make_batch, family, stack):
    model = connected(family)
    batch = make_batch(model)
    assert not model.is_encoder_decoder and batch.target is None and model.start is None
    queries, keys = model.sides(batch, stack)
    assert queries is keys is batch.source


def test_the_decoder_starts_with_the_model_s_own_token(connected, make_batch):
    for family, start in (("t5", 0), ("bart", 2)):
        model = connected(family)
        assert model.start == start == model.module.config.decoder_start_token_id
        batch = make_batch(model)
        assert batch.target.ids[:, 0].tolist() == [start] * 3
        own = model.module.prepare_decoder_input_ids_from_labels(batch.source.ids[:1])
        assert torch.equal(batch.target.ids[:1], own)


@pytest.mark.parametrize(
    ("family", "names"),
    [
        ("bert", {"input_ids", "attention_mask", "token_type_ids"}),
        ("distilbert", {"input_ids", "attention_mask"}),
        ("llama", {"input_ids", "attention_mask", "use_cache"}),
        ("t5", {"input_ids", "attention_mask", "decoder_input_ids", "decoder_attention_mask", "use_cache"}),
    ],
)
def test_a_model_gets_what_it_takes(connected, make_batch, family, names):
    model = connected(family)
    batch = make_batch(model)
    inputs = model.inputs(batch)
    assert names <= set(inputs) <= names | {"use_cache"}
    assert torch.equal(inputs["attention_mask"], batch.source.real.long())
    assert inputs.get("use_cache", False) is False


def test_segment_ids_reach_the_model(connected, make_batch):
    """They change what BERT attends to; if they did not reach it, nothing would."""
    model = connected("bert")
    batch = make_batch(model)
    assert batch.types.any()
    maps = []
    for types in (batch.types, torch.zeros_like(batch.types)):
        changed = type(batch)(batch.documents, batch.source, types)
        model.attend(changed, lambda site, call: maps.append(call.weights.clone()))
    assert (maps[0] - maps[3]).abs().max() > 0.01


def test_token_types_that_the_model_does_not_have_are_zero(bundled, folder, text_file):
    """Many RoBERTas have one token type and a tokenizer of BERT's form, which gives two."""
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
    config = transformers.RobertaConfig(vocab_size=len(bundled.encoder.tokenizer), type_vocab_size=1, pad_token_id=0, **sizes)
    model = hs.load(folder(transformers.RobertaForMaskedLM(config)))
    rows, _ = model.encoder.encode([Unit("d", "An old king.", "A red river.")], 32)
    batch = collate(rows, model.encoder)
    assert batch.types.max() == 1 and batch.source.sep.sum() == 2, "both separators of the pair are there"
    assert not model.inputs(batch)["token_type_ids"].any()
    scores = hs.measure(model, str(text_file()), ["offset", "gradient"], max_length=32, progress=False)
    assert scores.manifest.units
    assert list(hs.attend(model, "An old king.", "A red river.").stack().keys.texts).count("[SEP]") == 2
    two = bundled.inputs(collate(rows, bundled.encoder))["token_type_ids"]
    assert torch.equal(two, batch.types), "a model that has both types gets both"


def test_listening_keeps_no_gradient_and_no_cache(connected, make_batch):
    model = connected("gpt2")
    assert all(parameter.requires_grad for parameter in model.module.parameters())
    seen = []
    model.attend(make_batch(model), lambda site, call: seen.append((call.weights.requires_grad, call.weights.is_inference())))
    assert seen == [(False, True)] * 3


def test_device_and_dtype_are_the_weights_own(connected):
    model = connected("bert")
    assert model.device == torch.device("cpu") and model.dtype == torch.float64
    model.module.float()
    assert model.dtype == torch.float32


@pytest.fixture
def silenced(bundled):
    """One of two live models that share a config object, of which the other was set to sdpa after this one was tapped."""
    model = connect(Model("bert", copy.deepcopy(bundled.module), bundled.encoder))
    other = type(model.module)(model.module.config).eval()
    other.set_attn_implementation("sdpa")
    assert model.module.config is other.config
    return model


def test_a_pass_that_hears_fewer_maps_than_there_are_layers_is_an_error(silenced, make_batch):
    heard = []
    with pytest.raises(HeadscopeError, match=r"'bert' gave 0 attention maps in a pass, but 8 when .* 'sdpa'.*share one config"):
        silenced.attend(make_batch(silenced), lambda site, call: heard.append(site))
    assert not heard


def test_a_loss_hears_it_too(silenced, make_batch):
    batch = make_batch(silenced)
    with pytest.raises(HeadscopeError, match="gave 0 attention maps"):
        backward(silenced, batch, batch.source.ids.masked_fill(~batch.source.real, -100), lambda *_: None)


@pytest.mark.parametrize("way", ["measure", "gradient", "attend", "predict", "probe"])
def test_every_road_hears_it(silenced, way, text_file):
    ways = {
        "measure": lambda: hs.measure(silenced, str(text_file(2)), ["peak"], max_length=32, progress=False),
        "gradient": lambda: hs.measure(silenced, str(text_file(2)), ["gradient"], max_length=32, progress=False),
        "attend": lambda: hs.attend(silenced, "The old king saw a river."),
        "predict": lambda: hs.predict(silenced, "1-1", "She found the key."),
        "probe": lambda: probe(silenced, "annotated", "annotated", ["attention"], limit=4, max_length=32, progress=False),
    }
    with pytest.raises(HeadscopeError, match="gave 0 attention maps"):
        ways[way]()


def test_more_maps_than_layers_are_an_error_too(connected, make_batch):
    model = connected("bert")
    model.sites = model.sites[:2]
    with pytest.raises(HeadscopeError, match="gave 3 attention maps in a pass, but 2 when"):
        model.run(make_batch(model), lambda number, call: None)
