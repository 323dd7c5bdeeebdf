"""Divergence between heads, through a run: against loops over the model's own maps, and in shards."""

import numpy as np
import polars as pl
import pytest
import torch

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.results.merge import merge
from headscope.tallies import to_bytes

UNITS = 3


@pytest.fixture(scope="module")
def run(bundled, tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "run"
    return folder, measure(
        bundled, "bundled", ["divergence", "peak"], limit=UNITS, max_length=24, folder=folder, progress=False
    )


def divergence(p: np.ndarray, q: np.ndarray) -> float:
    """Σ over tokens of JS, as KL to the middle; rows of two heads' maps."""
    total = 0.0
    for row, other in zip(p, q, strict=True):
        for a, b in zip(row, other, strict=True):
            middle = (a + b) / 2
            total += sum(x * np.log(x / middle) / 2 for x in (a, b) if x > 0)
    return total


def test_every_pair_of_some_heads_agrees_with_loops(bundled, run):
    from transformers import AutoModel

    from headscope.corpora import open_corpus
    from headscope.models.bundled import FOLDER
    from headscope.tokens import pairs

    _, scores = run
    model = AutoModel.from_pretrained(FOLDER, dtype=torch.float32, attn_implementation="eager").eval()
    units = [unit for document in open_corpus("bundled").documents() for unit in pairs(document)][:UNITS]
    heads, tokens = [0, 5, 20, 63], 0
    sums = np.zeros((4, 4))
    for unit in units:
        inputs = bundled.encoder.tokenizer(unit.first, unit.second, truncation=True, max_length=24, return_tensors="pt")
        with torch.no_grad():
            maps = torch.cat(model(**inputs, output_attentions=True).attentions, 1)[0].double().numpy()
        tokens += maps.shape[-1]
        sums += [[divergence(maps[a], maps[b]) for b in heads] for a in heads]
    ours = scores.distances()[np.ix_(heads, heads)]
    np.testing.assert_allclose(ours, sums / tokens, rtol=1e-5, atol=1e-6)
    assert ours[0, 1] > 0.01, "something was compared"


def test_the_table_and_the_matrix_say_the_same(run):
    folder, scores = run
    table = pl.read_parquet(folder / "distances.parquet")
    assert table.columns == [
        "model", "corpus", "stack", "layer_a", "head_a", "name_a", "layer_b", "head_b", "name_b", "total", "weight", "value",
    ]  # fmt: skip
    assert len(table) == 64 * 63 // 2
    matrix = scores.distances()
    assert (matrix == matrix.T).all() and (np.diag(matrix) == 0).all()
    row = table.filter(layer_a=1, head_a=2, layer_b=6, head_b=7).row(0, named=True)
    assert row["value"] == pytest.approx(matrix[10, 55]) == pytest.approx(row["total"] / row["weight"])
    assert 0 < matrix.max() <= np.log(2)
    assert row["weight"] == scores.manifest.tokens
    assert [s.measure for s in scores.series()] == ["peak"], "pairs of heads are not among the heads' scores"


def test_shards_add_up_to_the_same_bytes(bundled):
    options = {"limit": 70, "max_length": 8, "progress": False}
    whole = measure(bundled, "bundled", ["divergence"], **options)
    parts = [measure(bundled, "bundled", ["divergence"], shard=f"{i}/2", **options) for i in (1, 2)]
    assert to_bytes(merge(parts).tally) == to_bytes(whole.tally)


def test_a_run_without_distances_says_so(bundled):
    scores = measure(bundled, "bundled", ["peak"], limit=2, max_length=8, progress=False)
    with pytest.raises(HeadscopeError, match="0 tables of distances"):
        scores.distances()
