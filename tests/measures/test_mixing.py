"""Mixing: against NumPy on transformers' own hidden states, attention and weights; planted layers; what a model can't give; its tables."""

import numpy as np
import pytest
import torch

import headscope
from headscope.api.measure import measure
from headscope.api.table import show, table
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.measures.mixing import Mixing
from headscope.measures.worked import moved_score
from headscope.models import load
from headscope.models.bundled import FOLDER
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.options import Options
from headscope.tokens import collate

LIMIT = 5


def bert_parts(weights, layer, x):
    """Values, output projection, residual, and the scale of the norm behind the sum."""
    at = f"encoder.layer.{layer}.attention"
    values = x @ weights[f"{at}.self.value.weight"].T + weights[f"{at}.self.value.bias"]
    return values, weights[f"{at}.output.dense.weight"].T, x, weights[f"{at}.output.LayerNorm.weight"]


def llama_parts(weights, layer, x):
    at = f"layers.{layer}"
    normal = x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * weights[f"{at}.input_layernorm.weight"]
    return normal @ weights[f"{at}.self_attn.v_proj.weight"].T, weights[f"{at}.self_attn.o_proj.weight"].T, x, None


def ratios(attention, values, projection, residual, scale):
    """Token by token, head by head, from the definitions."""
    heads, n, _ = attention.shape
    width = values.shape[-1] // heads
    moved = [values[:, h * width : (h + 1) * width] @ projection[h * width : (h + 1) * width] for h in range(heads)]  # f_h(x_j)
    found = {key: [] for key in Mixing.known}

    def note(key, other, own):
        found[key].append(np.linalg.norm(other) / (np.linalg.norm(other) + np.linalg.norm(own)))

    for i in range(n):
        weight = np.mean([attention[h, i, i] for h in range(heads)])
        others = np.mean([sum(attention[h, i, j] for j in range(n) if j != i) for h in range(heads)])
        other, own = np.zeros(residual.shape[1]), np.zeros(residual.shape[1])
        for h in range(heads):
            own += attention[h, i, i] * moved[h][i]
            other += sum(attention[h, i, j] * moved[h][j] for j in range(n) if j != i)
        note("Attn-W", others, weight)
        note("AttnRes-W", others / 2, weight / 2 + 0.5)
        note("Attn-N", other, own)
        note("AttnRes-N", other, own + residual[i])
        if scale is not None:
            total = other + own + residual[i]  # but for the bias, which moves only s, and s cancels
            s = total.std()
            note(
                "AttnResLn-N", (other - other.mean()) / s * scale, (own + residual[i] - (own + residual[i]).mean()) / s * scale
            )
    return {key: np.mean(values) for key, values in found.items() if values}


@pytest.mark.parametrize(("name", "parts"), [("bert-8x8", bert_parts), ("gpt-8x8", llama_parts)])
def test_every_layer_agrees_with_numpy(name, parts, tmp_path):
    model, options = load(FOLDER.parent / name), Options(limit=LIMIT, max_length=40)
    corpus = open_corpus("bundled")
    scores = measure(
        model, corpus, ["mixing"], limit=LIMIT, max_length=40, batch_size=3, progress=False, folder=tmp_path / "run"
    )
    units = [unit for chunk in read_chunks(corpus, "pair", model, options) for unit in chunk.units]
    rows, _ = encode(units, "pair", model, options)
    assert len(rows) == LIMIT
    model.module.set_attn_implementation("eager")
    weights = {name: part.detach().double().numpy() for name, part in model.body.named_parameters()}
    slow = {}
    for row in rows:
        with torch.inference_mode():
            inputs = model.inputs(collate([row], model.encoder))
            own = model.body(**inputs, output_attentions=True, output_hidden_states=True)
        for layer in (0, 5):
            x = own.hidden_states[layer][0].double().numpy()
            for key, value in ratios(own.attentions[layer][0].double().numpy(), *parts(weights, layer, x)).items():
                slow.setdefault((key, layer), []).append(value)
    assert {key for key, _ in slow} == {series.key for series in scores.layered}
    assert (("AttnResLn-N", 0) in slow) == (name == "bert-8x8")
    for one in (scores, headscope.open(tmp_path / "run")):
        for series in one.layered:
            assert one.value(series).shape == (8, 1)
            for layer in (0, 5):
                assert one.value(series)[layer, 0] == pytest.approx(np.mean(slow[series.key, layer]), abs=1e-5), series
    if name == "gpt-8x8":
        assert "no norm stands right behind the sum" in scores.manifest.left_out["mixing AttnResLn-N"]


def test_planted_layers():
    """A layer that reads only itself, one that reads only another, one whose own values are nothing."""
    away, still = [[0.0, 1.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]
    moved, residual = [[3.0, 4.0], [4.0, 3.0]], [[0.0, 5.0], [5.0, 0.0]]
    every = {"moved": moved, "residual": residual, "scale": [1.0, 1.0]}
    assert set(moved_score(Mixing(), still, **every).values()) == {0.0}
    seen = moved_score(Mixing(), away, **every)
    assert (seen["Attn-W"], seen["Attn-N"], seen["AttnRes-W"], seen["AttnRes-N"]) == (1, 1, 0.5, 0.5)
    # Centred, (4, 3) is (.5, −.5) and (0, 5) is (−2.5, 2.5): 1 / 6 of the length.
    assert seen["AttnResLn-N"] == pytest.approx(1 / 6, abs=1e-4)
    silent = moved_score(Mixing(), [[0.5, 0.5], [0.5, 0.5]], moved=[[0.0, 0.0], [3.0, 4.0]], residual=residual)
    assert silent["Attn-N"] == pytest.approx(0.5)  # all of the first's, nothing of the second's comes from elsewhere
    assert silent["Attn-W"] == 0.5


@pytest.fixture(scope="module")
def scores(bundled):
    return measure(bundled, "bundled", ["mixing", "entropy=all"], weights=["raw", "norm", "no-sink"], limit=8, progress=False)


def test_the_same_under_all_weights(scores):
    for kind in ("norm", "no-sink"):
        for series in scores.layered:
            np.testing.assert_allclose(scores.under(kind).value(series), scores.value(series), atol=1e-9)


def test_layers_are_not_heads(scores, tmp_path):
    """Its scores stand in tables of layers, never among those of heads."""
    assert {series.measure for series in scores.series()} == {"entropy"}
    assert set(scores.to_polars()["measure"]) == {"entropy"}
    scores.save(tmp_path / "run")
    import polars as pl

    frame = pl.read_parquet(tmp_path / "run" / "layers.parquet")
    assert len(frame) == 3 * 5 * 8 and set(frame["weights"]) == {"raw", "norm", "no-sink"}
    with pytest.raises(HeadscopeError, match="'mixing' is of layers, not of heads: see headscope show DIR mixing"):
        scores.top("mixing", "Attn-W")
    shown = show(scores, "mixing")
    assert shown.columns == ("layer", *Mixing.known) and [row[0] for row in shown.rows] == [*map(str, range(1, 9)), "mean"]
    assert show(scores, "mixing.Attn-N").columns == ("layer", "Attn-N")
    with pytest.raises(HeadscopeError, match="key of 'mixing' in this run named 'Attn-M'"):
        show(scores, "mixing.Attn-M")
    assert any("layer 1" in str(row[-1]) for row in show(scores).rows)
    assert "mixing.AttnRes-N" in table(scores, "by-layer").columns


def test_shards_add_up(bundled):
    from headscope.api.merge import merge

    whole = measure(bundled, "bundled", ["mixing"], limit=130, max_length=12, progress=False)
    parts = [
        measure(bundled, "bundled", ["mixing"], limit=130, max_length=12, shard=f"{at}/2", progress=False) for at in (1, 2)
    ]
    assert merge(parts).measured == whole.measured
