"""Rollout and value zeroing under the measures: one map for a layer, against the slow oracle."""

import numpy as np
import pytest

import headscope
from headscope.api.compare import compare
from headscope.api.measure import measure
from headscope.api.merge import merge
from headscope.api.report import report
from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED
from headscope.errors import HeadscopeError
from headscope.models.zeroing import zeroed
from headscope.names import LAYER_WEIGHTS, TO_DEPENDENT, TO_HEAD
from headscope.runs.options import Options
from headscope.runs.plan import make_plan
from headscope.tokens import collate, encode_annotated
from headscope.tokens.units import sentences

KINDS = ["raw", *LAYER_WEIGHTS]
LIMIT = 8


@pytest.fixture(scope="module")
def scores(bundled):
    return measure(bundled, ANNOTATED, ["dependency"], weights=KINDS, limit=LIMIT, progress=False)


def rolled_out(model, row):
    """Ā + I with rows scaled to 1, multiplied layer by layer."""
    maps, found, before = {}, {}, np.eye(len(row))
    model.attend(
        collate([row], model.encoder), lambda site, call: maps.setdefault(site.layer, call.weights[0].double().numpy())
    )
    for layer in range(8):
        mean = maps[layer].mean(0) + np.eye(len(row))
        before = found[layer] = mean / mean.sum(-1, keepdims=True) @ before
    return found


def without_values(model, row):
    return {site.layer: maps[0].numpy() for site, maps in zeroed(model, collate([row], model.encoder))}


@pytest.mark.parametrize(("kind", "maps"), [("rollout", rolled_out), ("value-zeroing", without_values)])
def test_every_layer_as_a_parser_agrees_with_the_oracle(bundled, parsing, scores, kind, maps):
    units = [unit for document in open_corpus(ANNOTATED).documents() for unit in sentences(document)][:LIMIT]
    rows, _ = encode_annotated(bundled.encoder, units, 128)
    right, words = np.zeros((2, 8)), 0
    for row in rows:
        present = sorted({*row.words} - {-1})
        words += len(present)
        for layer, one in maps(bundled, row).items():
            of = np.array(row.words)[:, None] == np.arange(len(row.sentences[0].words))
            weights = (of / of.sum(0).clip(1)).T @ one @ of  # between words: the mean over a word's tokens of the sum
            cases = parsing.dependency(weights, present, row.sentences[0], (TO_HEAD, TO_DEPENDENT))
            for at, direction in enumerate((TO_HEAD, TO_DEPENDENT)):
                right[at, layer] += cases["all", direction][0]
    mine = scores.under(kind)
    assert mine.manifest.model["stacks"] == {"encoder": [8, 1]} and mine.weights == (kind,)
    for at, direction in enumerate((TO_HEAD, TO_DEPENDENT)):
        series = mine.find("dependency", "all", direction=direction)
        np.testing.assert_allclose(mine.value(series)[:, 0], right[at] / words, atol=1e-9)
        assert scores.value(series).shape == (8, 8)


@pytest.fixture(scope="module")
def beside(small):
    return measure(small, ANNOTATED, ["dependency"], weights=KINDS, limit=LIMIT, progress=False)


@pytest.mark.parametrize("kind", LAYER_WEIGHTS)
def test_alone_as_beside_others_and_from_a_folder(small, beside, kind, tmp_path):
    alone = measure(small, ANNOTATED, ["dependency"], weights=kind, limit=LIMIT, progress=False, folder=tmp_path / "run")
    assert alone.manifest.heads == 2
    same = beside.under(kind)
    for one in (alone, headscope.open(tmp_path / "run")):
        assert one.weights == (kind,)
        for series in same.series():
            np.testing.assert_allclose(one.value(series), same.value(series), atol=1e-7)
    assert set(alone.to_polars()["weights"]) == {kind} and set(alone.to_polars()["head"]) == {0}
    assert alone.example.stacks["encoder"].maps.shape[:2] == (2, 1)
    np.testing.assert_allclose(alone.example.stacks["encoder"].maps.sum(-1), 1, atol=0.01)
    with pytest.raises(HeadscopeError, match="don't belong together"):
        merge([alone, beside.under("raw")])
    with pytest.raises(HeadscopeError, match="2 layers of 1"):
        compare(alone, beside.under("raw"))


def test_what_is_about_heads_is_refused(bundled, tmp_path):
    sentence = "'divergence' can't be measured on 'bert-8x8': it needs the model's heads, and --weights rollout has one map for a layer"
    with pytest.raises(HeadscopeError, match=sentence):
        measure(bundled, "bundled", ["divergence"], weights="rollout", limit=2, progress=False)
    plan = make_plan(bundled, [open_corpus("bundled")], None, Options(limit=2, weights=("rollout",)), progress=False)
    assert {"divergence", "gradient"} <= plan.left_out.keys()
    assert {"entropy", "offset"} <= {one.name for part in plan.passes for one in part.measures}
    with pytest.raises(HeadscopeError, match="A page shows heads, and --weights value-zeroing has one map for a layer"):
        report(bundled, weights="value-zeroing", folder=tmp_path / "atlas", progress=False)


def test_models_that_can_t(build_t5):
    with pytest.raises(HeadscopeError, match="Rollout is not available for 't5': its decoder reads from another text"):
        measure(build_t5, ANNOTATED, ["dependency"], weights="rollout", limit=2, progress=False)
    assert measure(build_t5, ANNOTATED, ["dependency"], weights="value-zeroing", limit=2, progress=False).manifest.heads == 6


@pytest.fixture
def build_t5(bundled):
    import torch
    import transformers

    from headscope.models import Model
    from headscope.models.connect import connect

    torch.manual_seed(1)
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_decoder_layers": 2, "num_heads": 4}
    config = transformers.T5Config(vocab_size=16384, **sizes, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0)
    return connect(Model("t5", transformers.T5Model(config).eval(), bundled.encoder))
