"""What a model writes, and by which attention: the cache's own passes against one pass over the whole."""

import numpy as np
import pytest
import torch
from transformers import Gemma2Config, Gemma2ForCausalLM, GPT2Config, GPT2LMHeadModel, GPT2Model, LlamaConfig, LlamaForCausalLM

import headscope as hs
from headscope.errors import HeadscopeError
from headscope.models import load
from headscope.models.continuation import Choice
from headscope.views.attend import attend
from headscope.views.generate import generate
from headscope.views.payload import payload

TEXT = "The old king watered his tomatoes before"
SMALL = {"vocab_size": 16384, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 3, "num_attention_heads": 4}
WINDOW = 6


@pytest.fixture(scope="module")
def gpt():
    return load("gpt-8x8")


def made(name):
    torch.manual_seed(3)
    ids = {"bos_token_id": 0, "eos_token_id": 1, "pad_token_id": 1}
    if name == "gpt2":
        return GPT2LMHeadModel(GPT2Config(vocab_size=16384, n_embd=32, n_layer=3, n_head=4, n_positions=64, **ids))
    if name == "gemma2":
        config = Gemma2Config(
            **SMALL, **ids, head_dim=8, num_key_value_heads=2, max_position_embeddings=64, sliding_window=WINDOW,
            layer_types=["sliding_attention", "full_attention", "sliding_attention"], attn_logit_softcapping=5.0,
        )  # fmt: skip
        return Gemma2ForCausalLM(config)
    groups = {"llama": 4, "grouped": 2}[name]
    return LlamaForCausalLM(LlamaConfig(**SMALL, **ids, num_key_value_heads=groups, max_position_embeddings=64))


@pytest.fixture
def folder(gpt, tmp_path):
    def save(module):
        if hasattr(module, "generation_config"):
            module.generation_config.eos_token_id = None  # random weights may end a text at once
        with torch.no_grad():
            for weight in module.parameters():
                if weight.ndim > 1:
                    weight.mul_(6)  # uniform attention would prove nothing
        module.save_pretrained(tmp_path / "made")
        gpt.encoder.tokenizer.save_pretrained(tmp_path / "made")
        return load(tmp_path / "made")

    return save


def whole(model, ids):
    """All maps of one pass over these ids, and the token that it would write, by transformers alone."""
    model.module.set_attn_implementation("eager")
    with torch.no_grad():
        output = model.module(input_ids=torch.tensor([ids]), output_attentions=True, use_cache=False)
    return torch.cat(output.attentions).float().numpy(), int(output.logits[0, -1].argmax())


@pytest.mark.parametrize("name", ["llama", "gpt2", "gemma2", "grouped"])
def test_the_cache_says_what_one_pass_says(folder, name):
    model = folder(made(name))
    attention = generate(model, TEXT, 12, vectors=True)
    one = attention.stack()
    prompt = list(model.encoder.tokenizer(TEXT)["input_ids"])
    assert one.queries.segments == (0,) * len(prompt) + (1,) * 12 and one.causal
    assert attention.remarks[-1].startswith("Generated 12 tokens, the likeliest each time: ")
    found = [*prompt]
    for _ in range(12):
        found.append(whole(model, found)[1])
    maps, _ = whole(model, found)
    assert model.encoder.tokens(found) == list(one.queries.texts)
    assert np.abs(one.maps - maps).max() < 1e-5
    assert maps.max(-1).mean() > 1.5 / len(found), "not uniform"
    if name == "gemma2":
        far = np.tril(np.ones(maps.shape[2:], dtype=bool), -WINDOW)
        assert not one.maps[0][:, far].any() and one.maps[1][:, far].any()
    if name in ("llama", "gpt2", "grouped"):
        products = one.vectors.scaling * one.vectors.query @ one.vectors.key.swapaxes(-1, -2)
        products[..., ~np.tril(np.ones(maps.shape[2:], dtype=bool))] = -np.inf
        made_of = np.exp(products - products.max(-1, keepdims=True))
        assert np.abs(made_of / made_of.sum(-1, keepdims=True) - maps).max() < 1e-4


def test_the_bundled_model_goes_on_where_a_text_repeats(gpt):
    """An induction head writes on what it has read, and the view shows it looking there."""
    text = "Mr Dursley saw the quaint old zebra. Later that day Mr Dursley saw the quaint old"
    attention = generate(gpt, text, 6)
    side = attention.stack().queries
    whole = attend(gpt, text + "".join(side.texts[side.segments.index(1) :])).stack()
    assert whole.queries.texts == side.texts and np.abs(whole.maps - attention.stack().maps).max() < 1e-5
    assert "Ġ" not in "".join(side.texts) and side.texts[2].startswith(" ")


def test_temperature_and_seed(gpt):
    first, again, other = (
        generate(gpt, TEXT, 8, choice=Choice(1.0, seed)).stack().queries.texts for seed in (1, 1, 2)
    )  # fmt: skip
    assert first == again != other
    with pytest.raises(HeadscopeError, match=r"--temperature -1\.0 is not one"):
        generate(gpt, TEXT, 2, choice=Choice(-1.0))


def test_the_model_may_end_the_text(gpt, monkeypatch):
    free = generate(gpt, TEXT, 6).stack().queries
    third = gpt.encoder.tokenizer(TEXT + "".join(free.texts[free.segments.index(1) :]))["input_ids"][free.segments.index(1) + 2]
    monkeypatch.setattr(gpt.module.generation_config, "eos_token_id", third)
    assert generate(gpt, TEXT, 6).stack().queries.segments.count(1) <= 3


def test_every_view_shows_it(gpt, tmp_path):
    for make in (hs.head_view, hs.model_view, hs.neuron_view):
        view = make(gpt, TEXT, generate=5, heads="7-4")
        assert view.attention.stack().queries.segments.count(1) == 5
        stack = payload(view.attention).meta["stacks"][0]
        assert stack["queries"]["segments"].count(1) == 5 and stack["prompt"] == len(stack["queries"]["texts"]) - 5
        view.save(tmp_path / "view.svg")
        assert "generated" in (tmp_path / "view.svg").read_text()
    assert payload(attend(gpt, TEXT)).meta["stacks"][0]["prompt"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"generate": 0}, "--generate 0 is too few: expected at least 1 token"),
        (
            {"generate": 600},
            r"The text has \d+ tokens, and 600 more are too many: 'gpt-8x8' reads at most 512. Ask for at most",
        ),
        ({"generate": 3, "second": "Another."}, "goes on from one text: leave the second out"),
    ],
)
def test_what_can_not_be(gpt, options, said):
    with pytest.raises(HeadscopeError, match=said):
        hs.head_view(gpt, TEXT, **options)


def test_models_that_do_not_write(bundled, folder):
    with pytest.raises(
        HeadscopeError, match=r"'bert-8x8' can't go on from a text: it is not a causal language model.*-m gpt-8x8"
    ):
        generate(bundled, TEXT, 3)
    body = GPT2Model(GPT2Config(vocab_size=16384, n_embd=32, n_layer=2, n_head=4, n_positions=64))
    with pytest.raises(HeadscopeError, match="it was saved as GPT2Model, without the layer that predicts tokens"):
        generate(folder(body), TEXT, 3)


def test_the_command(main, tmp_path):
    status, output, errors = main("view", "-m", "gpt-8x8", TEXT, "--generate", 4, "-o", tmp_path / "a.html")
    assert (status, output) == (0, f"{tmp_path / 'a.html'}\n") and errors.startswith(
        "Generated 4 tokens, the likeliest each time: '"
    )
    status, _, errors = main("view", TEXT, "--generate", 4, "-o", tmp_path / "b.html")
    assert status == 2 and "it is not a causal language model" in errors
    status, _, errors = main("view", "-m", "gpt-8x8", TEXT, "--generate", 700, "-o", tmp_path / "b.html")
    assert status == 2 and "and 700 more are too many" in errors and not (tmp_path / "b.html").exists()
