"""Runs without maps: the same scores as with maps, on every kind of model that a mask can make; whole maps where something needs them."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import transformers as t

from headscope.api.forecast import forecast
from headscope.measures import MEASURES, make
from headscope.models import Model
from headscope.models.connect import connect
from headscope.models.fused import plain
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row, obstacle
from headscope.runs.options import Options
from headscope.runs.plan import make_plan
from headscope.tallies import Tally
from headscope.tokens import Encoded, collate

BY_ROW = [name for name, measure in MEASURES.items() if not measure().whole_maps]
SIZES = {
    "vocab_size": 400, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 32,
    "max_position_embeddings": 128, "initializer_range": 0.3,
}  # fmt: skip
GROUPED = {**SIZES, "num_key_value_heads": 2, "head_dim": 6, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
KINDS = ["sliding_attention", "full_attention"]


def gpt_oss():
    experts = {"num_local_experts": 2, "num_experts_per_tok": 1, "sliding_window": 8, "layer_types": KINDS}
    model = t.GptOssForCausalLM(
        t.GptOssConfig(**GROUPED, **experts, rope_parameters={"rope_type": "default", "rope_theta": 1e4})
    )
    for layer in model.model.layers:
        torch.nn.init.normal_(layer.self_attn.sinks)
    return model


FAMILIES = {
    "bert": lambda: t.BertModel(t.BertConfig(**SIZES)),
    "llama, grouped": lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPED)),
    "gemma2, capped and windowed": lambda: t.Gemma2ForCausalLM(
        t.Gemma2Config(**GROUPED, sliding_window=8, query_pre_attn_scalar=6, layer_types=KINDS)
    ),
    "modernbert, windowed both ways": lambda: t.ModernBertModel(
        t.ModernBertConfig(
            **SIZES, local_attention=8, pad_token_id=0, cls_token_id=1, sep_token_id=2, bos_token_id=1, eos_token_id=2
        )
    ),
    "gpt-oss, sinks": gpt_oss,
}


def connected(name: str, encoder) -> Model:
    torch.manual_seed(0)
    return connect(Model(name, FAMILIES[name]().eval().requires_grad_(False), encoder))


def made_batch(model: Model, lengths=(40, 33, 2), words: int = 27):
    """Texts of unequal length in which words come back."""
    random = torch.Generator().manual_seed(3)
    rows = []
    for at, n in enumerate(lengths):
        ids = tuple(torch.randint(3, 3 + words, (n,), generator=random).tolist())
        rows.append(Encoded(f"d{at}", ids, (0,) * n, (0,) * n))
    return collate(rows, model.encoder, model.device, model.start)


def asked(model: Model):
    """The measures of rows that this model allows, with the keys that it allows."""
    found = [make(name) for name in BY_ROW if model.stacks.keys() <= model.causal or "causal" not in MEASURES[name].needs]
    keep = [m.without([key for key in m.keys if model.causal and not m.key(key).causal]) for m in found]
    return [measure for measure in keep if measure.keys]


def scores(road, model, measures, batch, weights=("raw",)):
    tally = Tally()
    road(model, measures, batch, weights=weights).add_to(tally, "made")
    return {series: tally.value(series) for series in tally}


@pytest.mark.parametrize("weights", [("raw",), ("raw", "norm"), ("norm",)], ids=" ".join)
@pytest.mark.parametrize("name", FAMILIES)
def test_scores_are_those_of_maps(name, weights, bundled, monkeypatch):
    model = connected(name, bundled.encoder)
    assert model.without_maps is None
    batch, measures = made_batch(model), asked(model)
    expected = scores(observe, model, measures, batch, weights)
    for block in (plain.BLOCK, 500):
        monkeypatch.setattr(plain, "BLOCK", block)
        monkeypatch.setattr("headscope.measures.follow.BLOCK", block)
        found = scores(observe_by_row, model, measures, batch, weights)
        assert found.keys() == expected.keys()
        for series, value in expected.items():
            np.testing.assert_allclose(found[series], value, atol=1e-5, err_msg=str(series))


@pytest.mark.parametrize("name", ["bert", "gemma2, capped and windowed"])
def test_a_long_text_by_both_roads(name, bundled, monkeypatch):
    """1,024 tokens, beside a short text, in many blocks: the same scores as from whole maps."""
    monkeypatch.setitem(SIZES, "max_position_embeddings", 1024)
    monkeypatch.setitem(GROUPED, "max_position_embeddings", 1024)
    model = connected(name, bundled.encoder)
    assert model.without_maps is None
    batch, measures = made_batch(model, (1024, 70), 390), asked(model)
    expected = scores(observe, model, measures, batch)
    monkeypatch.setattr(plain, "BLOCK", 1 << 20)  # ten blocks and more
    found = scores(observe_by_row, model, measures, batch)
    assert found.keys() == expected.keys()
    for series, value in expected.items():
        np.testing.assert_allclose(found[series], value, atol=1e-5, err_msg=str(series))


def test_bundled_models_are_measured_by_row(bundled, small):
    assert bundled.without_maps is None and small.without_maps is None


def test_nobody_reads_maps_that_were_not_formed(small):
    """Maps that were not formed are no numbers; one that reaches a score would make it none."""
    for series, value in scores(observe_by_row, small, asked(small), made_batch(small)).items():
        assert np.isfinite(value).all(), series


def test_why_maps_are_formed(small):
    few = [make("offset"), make("peak")]
    assert obstacle(small, few, Options()) is None
    assert obstacle(small, [*few, make("divergence")], Options()) == "divergence reads whole maps"
    assert obstacle(small, few, Options(weights=("raw", "norm"))) is None
    assert "no-sink weights" in obstacle(small, few, Options(weights=("raw", "no-sink")))
    assert "float16" in obstacle(small, few, Options(map_precision="float16"))
    assert obstacle(small, [make("entropy", {"smoothing": "published"})], Options()) == "entropy reads whole maps"
    assert obstacle(replace(small, road="maps"), few, Options()) == "its attention is known as whole maps only"


def test_a_dry_run_says_which(small_folder, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("One river.\nTwo rivers.\n")
    table = forecast(str(small_folder), str(text), ["offset"], progress=False)
    assert table.rows[0][table.columns.index("attention")] == "row by row"
    table = forecast(str(small_folder), str(text), ["offset", "divergence"], progress=False)
    assert table.rows[0][table.columns.index("attention")] == "whole maps"
    assert any("divergence reads whole maps" in note for note in table.notes)


def test_a_dry_run_of_what_reads_no_text(bundled, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("One river.\nTwo rivers.\n")
    config = t.LlamaConfig(**{**GROUPED, "vocab_size": len(bundled.encoder.tokenizer)})
    model = connect(Model("llama", t.LlamaForCausalLM(config).eval().requires_grad_(False), bundled.encoder))
    table = forecast(model, str(text), ["offset", "copying"], progress=False)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(row["measures"], row["tokens"] > 0) for row in rows] == [("offset", True), ("copying", False)]
    assert all(row["seconds"] >= 0 for row in rows)


def test_a_pass_says_which(small):
    from headscope.corpora import open_corpus

    plan = make_plan(small, [open_corpus("bundled")], [make("offset"), make("gradient")], Options(limit=4), progress=False)
    assert [one.maps for one in plan.passes] == [None, "gradient reads whole maps"]
