"""Heads that continue what was repeated: against slow oracles, in transformers' own maps, in a trained model and in a random one."""

import numpy as np
import pytest
import torch
import transformers
from hypothesis import given, settings
from hypothesis import strategies as st

from headscope.api.measure import measure as run_measure
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.measures import make
from headscope.measures.induction import DRAWS, LENGTHS
from headscope.models import Model, load
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.tokens import Encoder
from headscope.types import Head

GPT = FOLDER.parent / "gpt-8x8"


@pytest.fixture(scope="module")
def gpt():
    return load(GPT)


@pytest.fixture(scope="module")
def found(gpt):
    """64 random tokens twice would do; all lengths are taken, as a report does, four draws of each."""
    return run_measure(gpt, "bundled", ["induction"], limit=4 * len(LENGTHS), progress=False)


def own_maps(ids):
    """transformers' own attention, layer by layer, as NumPy: nothing of headscope in it."""
    model = transformers.AutoModelForCausalLM.from_pretrained(GPT, attn_implementation="eager", dtype=torch.float32).eval()
    with torch.no_grad():
        maps = model(torch.tensor([ids]), output_attentions=True).attentions
    return np.stack([one[0].double().numpy() for one in maps])


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), n=st.integers(2, 12))
def test_random_maps_agree_with_the_oracle(observed, oracle, random_segment, seed, n):
    segment = random_segment(seed, 2 * n + 1)
    (repeated,) = observed(make("induction"), [segment])
    (running,) = observed(make("induction-text"), [segment])
    for head, attention in enumerate(segment.maps):
        for key, figure in oracle.induction(attention).items():
            assert repeated[key][head] == pytest.approx(figure, abs=1e-12)
        for key, figure in oracle.induction_text(attention, segment.tokens).items():
            assert (running[key] is None) == (figure is None)
            if figure is not None:
                assert running[key][head] == pytest.approx(figure, abs=1e-12)


def test_the_input_is_a_first_token_and_random_ids_twice(gpt):
    documents = list(make("induction").documents(gpt.encoder, gpt.ordinary))
    assert len(documents) == DRAWS * len(LENGTHS) and len({one.id for one in documents}) == len(documents)
    assert documents == list(make("induction").documents(gpt.encoder, gpt.ordinary)), "the same every time"
    for at, one in enumerate(documents):
        n = LENGTHS[at % len(LENGTHS)]
        first, copies = one.ids[0], one.ids[1:]
        assert gpt.encoder.tokens([first]) == ["<s>"] and copies[:n] == copies[n:] and len(copies) == 2 * n
        assert len(set(copies)) == n and not set(copies) & set(gpt.encoder.tokenizer.all_special_ids)


@pytest.mark.slow
def test_equal_to_numpy_on_transformers_own_maps(gpt, found, oracle):
    documents = list(make("induction").documents(gpt.encoder, gpt.ordinary))[: 4 * len(LENGTHS)]
    maps = [own_maps(one.ids) for one in documents]
    for key in make("induction").keys:
        expected = [[np.mean([oracle.induction(m[l, h])[key] for m in maps]) for h in range(8)] for l in range(8)]  # noqa: E741
        np.testing.assert_allclose(found.value(found.find("induction", key)), expected, atol=1e-6)


@pytest.mark.slow
def test_the_induction_heads_of_the_bundled_causal_model(found):
    ranked = found.top("induction", "prefix", 3)
    assert [one.head for one in ranked[:2]] == ["7-4", "7-8"]
    assert ranked[0].value == pytest.approx(0.50, abs=0.05) and ranked[1].value == pytest.approx(0.42, abs=0.05)
    assert ranked[2].value < 0.05 and found.baseline(found.find("induction", "prefix")) < 0.02
    assert [one.head for one in found.top("induction", "duplicate", 1)] == ["3-5"]


@pytest.mark.slow
def test_in_running_text_they_do_the_same_and_rest_on_the_first_token(gpt, oracle):
    corpus = open_corpus("bundled")
    scores = run_measure(gpt, corpus, ["induction-text"], limit=2, progress=False)
    assert {one.head for one in scores.top("induction-text", "prefix", 2)} == {"7-4", "7-8"}
    rest = scores.value(scores.find("induction-text", "rest"))
    assert min(rest[Head.parse("7-4")], rest[Head.parse("7-8")]) > 0.5
    text = next(corpus.documents()).paragraphs
    ids = [gpt.encoder.encode([unit], 128)[0][0].ids for unit in units(text[:4])]
    every = [oracle.induction_text(own_maps(one)[6, 3], one) for one in ids]
    assert scores.value(scores.find("induction-text", "prefix"))[6, 3] == pytest.approx(
        np.mean([one["prefix"] for one in every]), abs=1e-6
    )


def units(paragraphs):
    from headscope.tokens.units import pairs
    from headscope.types import Document

    return list(pairs(Document("d", tuple(paragraphs))))


def test_random_weights_do_nothing():
    tokenizer = transformers.AutoTokenizer.from_pretrained(GPT)
    config = transformers.LlamaConfig(
        vocab_size=16384,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=70,
    )
    torch.manual_seed(0)
    model = connect(Model("random", transformers.LlamaForCausalLM(config).eval(), Encoder(tokenizer, 70)))
    scores = run_measure(model, "bundled", ["induction"], max_length=70, progress=False)
    chance = scores.baseline(scores.find("induction", "prefix"))
    for key in ("prefix", "duplicate"):
        np.testing.assert_allclose(scores.value(scores.find("induction", key)), chance, rtol=0.1)
    (record,) = scores.manifest.corpora
    assert (record.units, record.tokens) == (DRAWS, DRAWS * 65), "two copies of 32 fit into 70 tokens, two of 64 do not"


def test_an_encoder_is_refused_with_the_reason(bundled):
    with pytest.raises(HeadscopeError, match="'induction' can't be measured on 'bert-8x8': it reads a text as a whole"):
        run_measure(bundled, "bundled", ["induction"], progress=False)
