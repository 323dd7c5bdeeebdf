"""Copying: against the eigenvalues of the whole vocabulary × vocabulary matrix, in every family that is served; and who is refused."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from headscope.api.measure import measure as run_measure
from headscope.errors import HeadscopeError
from headscope.measures import make
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.runs.random_weights import randomised
from headscope.runs.weights import observe_weights
from headscope.tokens import Encoder

GPT = FOLDER.parent / "gpt-8x8"
WIDE, HEADS, LAYERS, WORDS = 16, 4, 2, 60
PLAIN = {
    "vocab_size": WORDS,
    "hidden_size": WIDE,
    "intermediate_size": 24,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
}
SHARED = {**PLAIN, "num_key_value_heads": 2, "head_dim": WIDE // HEADS}  # two heads read with the same values
FAMILIES = {
    "gpt2": transformers.GPT2Config(vocab_size=WORDS, n_embd=WIDE, n_layer=LAYERS, n_head=HEADS, n_positions=64),
    "gpt_neox": transformers.GPTNeoXConfig(**PLAIN),
    "llama": transformers.LlamaConfig(**PLAIN),
    "mistral": transformers.MistralConfig(**SHARED),
    "qwen2": transformers.Qwen2Config(**SHARED),
    "qwen3": transformers.Qwen3Config(**SHARED),
    "gemma": transformers.GemmaConfig(**SHARED),
}


@pytest.fixture(scope="module")
def encoder():
    return Encoder(AutoTokenizer.from_pretrained(GPT), 64)


def tiny(config, encoder):
    """Every weight drawn at random, norms and biases too, so that nothing is 0 or 1 by accident."""
    torch.manual_seed(1)
    module = transformers.AutoModelForCausalLM.from_config(config).double().eval()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.normal_(0.3 if parameter.ndim == 1 else 0.0, 0.5)
    model = Model(config.model_type, module, encoder)
    model.__dict__["ordinary"] = list(range(WORDS))
    return connect(model)


def copied(model):
    """The measure's figures of every layer and head; the tokenizer's ids are beyond so small a vocabulary, so no text is shown."""
    figures = observe_weights(model, [make("copying")], "weights").parts
    return next(one for one in figures if not one.baseline).values[0, :, 0].numpy()


def normed(norm, x):
    """A norm by its own code, without its bias, its division taken back."""
    bias, small = (
        getattr(norm, "bias", None),
        next(getattr(norm, name) for name in ("eps", "variance_epsilon") if hasattr(norm, name)),
    )
    middle = x if bias is None else x - x.mean(-1, keepdim=True)
    divided = torch.sqrt(middle.pow(2).mean(-1, keepdim=True) + small)
    return (norm(x) - (0 if bias is None else bias)) * divided


def plainly(model, layer):
    """W_E W_V W_O W_U of every head, vocabulary × vocabulary, by the model's own modules: each token's embedding goes through norm, values,
    output and final norm as the model applies them, but for biases and the norms' divisions."""
    module = model.module
    embeddings = module.get_input_embeddings().weight
    body = module.base_model
    block = (body.h if hasattr(body, "h") else body.layers)[layer]
    first = block.ln_1 if hasattr(block, "ln_1") else block.input_layernorm
    final = next(getattr(body, name) for name in ("ln_f", "final_layer_norm", "norm") if hasattr(body, name))
    attention = next(getattr(block, name) for name in ("attn", "attention", "self_attn") if hasattr(block, name))
    heard = {}
    width = WIDE // HEADS

    def values(x):
        """The value vectors as the tap hears them, head by head, without the bias."""
        if hasattr(attention, "v_proj"):
            flat = torch.nn.functional.linear(x, attention.v_proj.weight)
        elif hasattr(attention, "c_attn"):
            flat = (x @ attention.c_attn.weight)[:, 2 * WIDE :]
        else:
            rows = [attention.query_key_value.weight[h * 3 * width + 2 * width : (h + 1) * 3 * width] for h in range(HEADS)]
            flat = x @ torch.cat(rows).T
        return flat.view(len(x), -1, width)

    project = next(getattr(attention, name) for name in ("o_proj", "c_proj", "dense") if hasattr(attention, name))
    read = values(normed(first, embeddings))
    for head in range(HEADS):
        spread = torch.zeros(WORDS, HEADS, width, dtype=torch.float64)
        spread[:, head] = read[:, head * read.shape[1] // HEADS]
        nothing = torch.zeros(1, HEADS * width, dtype=torch.float64)
        written = project(spread.flatten(1)) - project(nothing)
        heard[head] = normed(final, written) @ module.get_output_embeddings().weight.T
    return heard


@pytest.mark.parametrize("family", FAMILIES)
@torch.no_grad()
def test_equal_to_the_eigenvalues_of_vocabulary_by_vocabulary(encoder, family):
    model = tiny(FAMILIES[family], encoder)
    found = copied(model)
    for layer in range(LAYERS):
        for head, matrix in plainly(model, layer).items():
            eigenvalues = np.linalg.eigvals(matrix.numpy())
            assert found[layer, head] == pytest.approx((eigenvalues.sum() / np.abs(eigenvalues).sum()).real, abs=1e-6)
    assert np.std(found) > 0.05


@torch.no_grad()
def test_a_head_planted_to_copy_does_and_one_planted_to_forbid_does_the_contrary(encoder):
    model = tiny(FAMILIES["llama"], encoder)
    module, width = model.module, WIDE // HEADS
    module.lm_head.weight.copy_(module.get_input_embeddings().weight)
    for norm in (module.model.norm, *(block.input_layernorm for block in module.model.layers)):
        norm.weight.fill_(1)
    attention = module.model.layers[1].self_attn
    for head, sign in ((0, 1.0), (1, -1.0)):
        own = slice(head * width, (head + 1) * width)
        attention.o_proj.weight[:, own] = sign * attention.v_proj.weight[own].T
    found = copied(model)
    assert found[1, 0] == pytest.approx(1, abs=1e-9) and found[1, 1] == pytest.approx(-1, abs=1e-9)
    assert np.unravel_index(found.argmax(), found.shape) == (1, 0)


def test_no_corpus_is_read_and_random_weights_copy_nothing(encoder, monkeypatch):
    monkeypatch.setattr("headscope.api.measure.open_sources", lambda *_, **__: pytest.fail("a corpus was opened"))
    config = transformers.LlamaConfig(**{**PLAIN, "vocab_size": 16384, "hidden_size": 64, "num_hidden_layers": 3})
    model = randomised(connect(Model("llama", transformers.LlamaForCausalLM(config).double().eval(), encoder)))
    scores = run_measure(model, measures=["copying"], max_length=64, progress=False)
    found, series = scores.value(scores.find("copying", "all")), scores.find("copying", "all")
    bar = scores.baseline_values(series, "random weights")
    assert bar.shape == found.shape and (found > bar).mean() < 0.3 and 0 < bar.max() < 0.4
    assert [(one.name, one.units, one.tokens, one.unit) for one in scores.manifest.corpora] == [("copying", 1, 0, "none")]
    assert np.isnan(scores.interval(series)[0]).all(), "there is nothing to take an interval over"


REFUSED = {
    "gemma2": (transformers.Gemma2Config(**SHARED), "a norm of its own stands behind its attention"),
    "opt": (
        transformers.OPTConfig(vocab_size=WORDS, hidden_size=WIDE, ffn_dim=24, num_hidden_layers=1, num_attention_heads=HEADS,
                               word_embed_proj_dim=WIDE, max_position_embeddings=64),
        "where a head's weights lie is known of GPT-2, GPT-NeoX, Llama, Mistral, Qwen2, Qwen3 and Gemma, not of 'opt'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("family", REFUSED)
def test_other_families_are_refused_with_the_reason(encoder, family):
    config, reason = REFUSED[family]
    with pytest.raises(HeadscopeError, match=f"'copying' can't be measured on '{family}': {reason}"):
        run_measure(tiny(config, encoder), measures=["copying"], max_length=64, progress=False)


def test_an_encoder_is_refused_with_the_reason(bundled):
    with pytest.raises(HeadscopeError, match="'copying' can't be measured on 'bert-8x8': it does not predict the next token"):
        run_measure(bundled, measures=["copying"], progress=False)


def test_eigenvalues_of_nothing_are_no_copy():
    assert make("copying").share(torch.zeros(2, 3, 3)).tolist() == [0, 0]


@pytest.mark.slow
def test_the_bundled_induction_heads_copy():
    scores = run_measure(GPT, measures=["copying"], progress=False)
    found, bar = (table[6, [3, 7]] for table in (
        scores.value(scores.find("copying", "all")), scores.baseline_values(scores.find("copying", "all"), "random weights")))  # fmt: skip
    assert (found > 0.7).all() and (bar < 0.3).all()
