"""A live transformers model: measured as it is, and afterwards as it was, whatever happened."""

import copy

import pytest
import torch
import transformers

from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.models.bundled import FOLDER
from headscope.models.given import Unloaded, is_model, opened
from headscope.models.live import fingerprint, name_of
from headscope.models.loss import segment_losses
from headscope.tokens import collate
from headscope.types import Unit


@pytest.fixture
def live():
    """The bundled model as somebody has it who trains it: in training, one part frozen, a hook, attention by sdpa, in float64."""
    module = transformers.AutoModelForMaskedLM.from_pretrained(FOLDER, dtype=torch.float64, attn_implementation="sdpa")
    module.train()
    module.bert.encoder.layer[0].eval()
    module.bert.embeddings.requires_grad_(False)
    module.bert.encoder.layer[1].register_forward_hook(lambda *_: None)
    return module


@pytest.fixture(scope="module")
def tokenizer():
    return transformers.AutoTokenizer.from_pretrained(FOLDER)


def state(module):
    """All of a model that somebody could tell a difference by."""
    hooks = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return {
        "attention": module.config._attn_implementation,
        "training": [part.training for part in module.modules()],
        "gradients": [(parameter.requires_grad, parameter.grad) for parameter in module.parameters()],
        "kind": [(parameter.dtype, parameter.device, parameter.data_ptr()) for parameter in module.parameters()],
        "buffers": [(name, id(buffer)) for name, buffer in module.named_buffers()],
        "hooks": [{name: list(getattr(part, name).values()) for name in hooks} for part in module.modules()],
        "attributes": [sorted(vars(part)) for part in module.modules()],
        "config": module.config.to_dict(),
        "weights": fingerprint(module),
    }


def lose(model):
    """A pass with a loss: it puts a hook into the model."""
    rows, _ = model.encoder.encode([Unit("d", "The king sold tomatoes.")], 32)
    batch = collate(rows, model.encoder, model.device)
    heard = []
    segment_losses(model, batch, batch.source.ids, lambda *call: heard.append(call))
    return heard


def test_it_is_as_it_was(live, tokenizer):
    before = state(live)
    assert before["attention"] == "sdpa" and len({*before["training"]}) == 2
    with opened(live, tokenizer) as model:
        assert model.module is live, "not a copy"
        assert model.road == "tap" and model.dtype == torch.float64 and len(lose(model)) == 8
        during = state(live)
        assert not any(during["training"]) and not any(wanted for wanted, _ in during["gradients"])
        assert during["attention"] == "headscope" and during["hooks"] != before["hooks"]
    assert state(live) == before
    live(**tokenizer("Some text.", return_tensors="pt")).logits.sum().backward()  # and it can be trained on


def test_it_is_as_it_was_after_an_error(live, tokenizer):
    before = state(live)
    with pytest.raises(ZeroDivisionError), opened(live, tokenizer) as model:
        lose(model)
        1 / 0  # noqa: B018
    assert state(live) == before
    live.bert.encoder.layer[3].attention.self.query.weight.data.fill_(torch.nan)
    before = state(live)
    with pytest.raises(HeadscopeError), opened(live, tokenizer):
        pass
    assert str(state(live)) == str(before)


def test_a_model_with_configs_inside_its_config(tokenizer):
    config = transformers.T5Config(vocab_size=len(tokenizer), d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4)
    config.decoder_start_token_id = 0
    module = transformers.T5ForConditionalGeneration(config)
    parts = [module, module.encoder, module.decoder]
    for part, kind in zip(parts, ("eager", "sdpa", "eager"), strict=True):
        part.config._attn_implementation_internal = kind
    with opened(module, tokenizer) as model:
        assert model.stacks == {"encoder": (2, 4), "decoder": (2, 4), "cross": (2, 4)}
    assert [part.config._attn_implementation for part in parts] == ["eager", "sdpa", "eager"]


def test_the_same_weights_are_the_same_model(live, tokenizer):
    with opened(live, tokenizer) as model:
        first = dict(model.identity)
        assert model.name == "bert-8x8" and list(first) == ["sha256"]
    with opened(copy.deepcopy(live), tokenizer) as model:
        assert model.identity == first
    live.bert.encoder.layer[7].attention.self.query.weight.data[0, 0] += 1e-9
    with opened(live, tokenizer) as model:
        assert model.identity != first
    assert fingerprint(live) != fingerprint(live, tokenizer), "with another tokenizer it does something else"


@pytest.mark.parametrize(
    ("said", "name"),
    [("", "BertModel"), ("google/bert", "google/bert"), ("/somewhere/mine/final", "mine/final"), ("/somewhere/mine", "mine")],
)
def test_its_name(said, name):
    config = transformers.BertConfig(
        vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=8
    )
    module = transformers.BertModel(config)
    module.config._name_or_path = said
    assert name_of(module) == name


def test_a_live_model_of_images():
    config = transformers.ViTConfig(
        hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16, image_size=16, patch_size=8
    )
    module = transformers.ViTModel(config).train()
    with opened(module) as model:
        assert model.stacks == {"encoder": (2, 2)}
    assert module.training and module.config._attn_implementation != "headscope"


def test_what_was_given_is_opened(bundled, tokenizer):
    with opened(bundled) as model:
        assert model is bundled
    for given in ("bundled", FOLDER, Unloaded(dtype="float64")):
        with opened(given) as model:
            assert model.name == "bert-8x8" and model.identity == bundled.identity
    assert model.dtype == torch.float64
    assert is_model("bundled") and not is_model(torch.nn.Linear(1, 1)) and not is_model(None)


def test_what_is_no_model_or_lacks_its_tokenizer(live, bundled, tokenizer):
    mistakes = [
        ((torch.nn.Linear(2, 2), None), "'Linear' is not a model: expected a name, a folder"),
        ((live, None), "A BertForMaskedLM needs its tokenizer, and none was given"),
        ((live, "bundled"), "needs its tokenizer, and this is a str"),
        ((bundled, tokenizer), "a Model brings its own tokenizer"),
        (("bundled", tokenizer), "'bundled' brings its own tokenizer"),
    ]
    for given, words in mistakes:
        with pytest.raises(HeadscopeError, match=words), opened(*given):
            pass


def test_a_model_loaded_again_is_not_disturbed(live, tokenizer, bundled):
    """Listening to one does not silence another of the same class."""
    with opened(live, tokenizer) as model:
        assert len(lose(model)) == len(lose(bundled)) == 8
    assert len(lose(bundled)) == 8
    assert load("bundled").identity == bundled.identity
