"""Maps under other weights: in one pass as in several, whatever the batch, against the definitions in NumPy, with planted heads."""

import numpy as np
import pytest
import torch
import transformers

from headscope.api.measure import measure as run_measure
from headscope.api.merge import merge
from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.names import LEFT, WEIGHTS
from headscope.results.weighed import linear
from headscope.statistics.intervals import interval
from headscope.tokens import Encoder, collate
from headscope.types import Unit

NAMES = ["offset", "token", "entropy", "peak", "sink", "resting", "pattern=previous,same", "divergence"]
ALL = list(WEIGHTS)


@pytest.fixture(scope="module")
def encoder():
    return Encoder(transformers.AutoTokenizer.from_pretrained(FOLDER))


@pytest.fixture(scope="module")
def small(encoder):
    """A BERT of two layers whose heads are sharp enough that some rows have nothing left without [SEP]."""
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48, "vocab_size": 16384}
    torch.manual_seed(3)
    module = transformers.BertModel(transformers.BertConfig(**sizes, initializer_range=0.6)).eval().double()
    return connect(Model("small", module, encoder))


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("weights") / "text.txt"
    words = "the old king watered his tomatoes and a young queen sold them before breakfast , twice .".split()  # noqa: SIM905
    draw = np.random.default_rng(0)
    documents = ["\n".join(" ".join(draw.choice(words, draw.integers(3, 12))) for _ in range(6)) for _ in range(22)]
    path.write_text("\n\n".join(documents))
    return str(path)


@pytest.fixture(scope="module")
def together(small, text):
    return run_measure(small, text, NAMES, weights=ALL, progress=False)


def values(scores):
    return {series: scores.value(series) for series in (*scores.series(), *scores.series(baselines=True), *scores.pairs)}


def same(one, other, tolerance=0.0):
    assert values(one).keys() == values(other).keys()
    for series, value in values(one).items():
        np.testing.assert_allclose(value, values(other)[series], rtol=0, atol=tolerance, err_msg=str(series))


@pytest.mark.parametrize("kind", ALL)
def test_one_pass_is_as_several(together, small, text, kind):
    alone = run_measure(small, text, NAMES, weights=kind, progress=False)
    assert alone.weights == (kind,) and together.under(kind).weights == (kind,)
    same(together.under(kind), alone)
    example, other = together.under(kind).example, alone.example
    np.testing.assert_array_equal(example.stacks["encoder"].maps, other.stacks["encoder"].maps)


@pytest.mark.parametrize("size", [1, 5])
def test_the_batch_size_changes_nothing(small, text, size):
    """Nor does padding: units of one batch are of different lengths."""
    usual, other = (run_measure(small, text, NAMES, weights=ALL, limit=18, batch_size=n, progress=False) for n in (16, size))
    for kind in ALL:
        same(usual.under(kind), other.under(kind), tolerance=1e-8)


def test_shards_add_up_to_the_bit(together, small, text, tmp_path):
    shards = [run_measure(small, text, NAMES, weights=ALL, shard=f"{at}/2", progress=False) for at in (1, 2)]
    whole = merge(shards)
    assert whole.measured == together.measured
    whole.save(tmp_path / "run")
    import headscope

    again = headscope.open(tmp_path / "run")
    assert again.measured == together.measured and again.weights == tuple(ALL)
    for kind in ALL:
        same(again.under(kind), together.under(kind))


def test_the_definitions_in_numpy(together, small, text, encoder):
    """Every unit, head and row on its own: shares of norms; rows without sinks, those with nothing left not counted."""
    from headscope.corpora import open_corpus
    from headscope.runs.inputs import encode, read_chunks
    from headscope.runs.options import Options

    options = Options()
    units = [unit for chunk in read_chunks(open_corpus(text), "pair", small, options) for unit in chunk.units]
    rows, _ = encode(units, "pair", small, options)
    kinds = {kind: {"entropy": [[], []], "offset": [[], []]} for kind in ALL}
    rests = []
    for row in rows:
        batch = collate([row], encoder)
        special = np.array([encoder.is_special(token) for token in row.ids])
        heard = {}
        small.attend(batch, lambda site, call, heard=heard: heard.setdefault(site.layer, call))
        unit_rests, figures = np.zeros((2, 4)), {kind: np.full((2, 2, 4), np.nan) for kind in ALL}
        for layer, call in heard.items():
            moved = np.einsum("hkc,hcf->hkf", call.values[0].numpy(), small.values.projections[layer].matrix.numpy())
            for head in range(4):
                raw = call.weights[0, head].numpy()
                norm = raw * np.linalg.norm(moved[head], axis=-1)
                bare = np.where(special, 0, raw)
                unit_rests[layer, head] = (bare.sum(-1) < LEFT).mean()
                for kind, weights in (("raw", raw), ("norm", norm), ("no-sink", bare)):
                    kept = [i for i in range(len(raw)) if kind != "no-sink" or bare[i].sum() >= LEFT]
                    if not kept:
                        continue
                    shares = weights / np.maximum(weights.sum(-1, keepdims=True), 1e-300)
                    entropies = [-sum(a * np.log(a) for a in shares[i] if a > 0) for i in kept]
                    following = [shares[i, i + 1] if i + 1 < len(raw) else 0 for i in kept]
                    figures[kind][:, layer, head] = np.mean(entropies), np.mean(following)
        rests.append(unit_rests)
        for kind in ALL:
            for at, name in enumerate(("entropy", "offset")):
                kinds[kind][name][0].append(figures[kind][at])
    for kind in ALL:
        scores = together.under(kind)
        for name, key in (("entropy", "all"), ("offset", "+1")):
            expected = np.nanmean(np.stack(kinds[kind][name][0]), 0)
            np.testing.assert_allclose(scores.value(scores.find(name, key)), expected, atol=1e-7, err_msg=f"{kind} {name}")
    found = together.value(together.find("resting", "all"))
    np.testing.assert_allclose(found, np.mean(rests, 0), atol=1e-8)
    assert 0.01 < found.max() < 1  # rows were left out, and not all of them
    np.testing.assert_allclose(together.under("no-sink").value(together.find("resting", "all")), found, atol=1e-8)


def test_divergence_counts_the_rows_that_both_heads_count(small, encoder):
    """Against JS over such rows, one by one."""
    from headscope.measures import make
    from headscope.runs.accumulate import observe

    row, *_ = encoder.encode([Unit("d", "the old king watered his tomatoes before breakfast .")], 64)[0]
    batch = collate([row], encoder)
    (part,) = [
        part
        for part in observe(small, [make("divergence")], batch, weights=("no-sink",)).parts
        if part.measure.name == "divergence"
    ]
    special = torch.tensor([encoder.is_special(token) for token in row.ids])
    maps = []
    small.attend(batch, lambda site, call: maps.extend(call.weights[0].masked_fill(special, 0)))
    pair = 0
    for a in range(8):
        for b in range(a + 1, 8):
            found, counted = 0.0, 0
            for p, q in zip(maps[a], maps[b], strict=True):
                if p.sum() >= LEFT and q.sum() >= LEFT:
                    p, q = p / p.sum(), q / q.sum()
                    middle = (p + q) / 2
                    entropy = [-(x[x > 0] * x[x > 0].log()).sum() for x in (middle, p, q)]
                    found, counted = found + float(entropy[0] - (entropy[1] + entropy[2]) / 2), counted + 1
            assert part.weights[0, 0, 0, pair] == counted
            if counted:
                assert part.values[0, 0, 0, pair] == pytest.approx(found / counted, abs=1e-6)
            pair += 1


def test_a_head_that_moves_one_token_comes_out(encoder, tmp_path):
    """All heads attend evenly; the first head's value is large for one token and small for the others."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16, "vocab_size": 16384}
    module = transformers.BertModel(transformers.BertConfig(**sizes, max_position_embeddings=64)).eval().double()
    inside = module.encoder.layer[0].attention.self
    with torch.no_grad():
        inside.query.weight.zero_()
        (loud,) = encoder.tokenizer.convert_tokens_to_ids([","])
        for table in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
            getattr(module.embeddings, table).weight.zero_()
        module.embeddings.word_embeddings.weight[loud, 0] = 1.0  # the comma's first feature stands out
        inside.value.weight.zero_()
        inside.value.weight[0, 0] = 100.0  # head 1 reads that feature
        inside.value.bias.fill_(0.01)
        inside.value.bias[8:] = 1.0  # head 2 moves the same from everywhere
    model = connect(Model("planted", module, encoder))
    path = tmp_path / "text.txt"
    path.write_text("\n\n".join("king , queen . breakfast , tomatoes" for _ in range(12)))
    scores = run_measure(model, str(path), ["token"], weights=["raw", "norm"], progress=False)
    raw, norm = (scores.under(kind).value(scores.under(kind).find("token", "punct"))[0] for kind in ("raw", "norm"))
    np.testing.assert_allclose(raw, raw[0], atol=1e-9)
    assert raw[0] == pytest.approx(3 / 10) and norm[0] > 0.99 and norm[1] == pytest.approx(raw[1], abs=1e-9)


def test_what_belongs_to_different_weights_is_not_added(small, text):
    a, b = (run_measure(small, text, ["peak"], weights=kind, limit=20, progress=False) for kind in ("raw", "norm"))
    with pytest.raises(HeadscopeError, match=r"different options: --weights \['raw'\] and \['norm'\]"):
        merge([a, b])


@pytest.mark.parametrize("kind", ["nrom", "no sink"])
def test_unknown_weights_are_named(small, text, kind):
    with pytest.raises(HeadscopeError, match=f"kind of weights named '{kind}'.*Did you mean"):
        run_measure(small, text, ["peak"], weights=kind, progress=False)


def test_weights_that_a_run_does_not_have(together, small, text):
    with pytest.raises(HeadscopeError, match="kind of weights in this run named 'norm'"):
        run_measure(small, text, ["peak"], limit=20, progress=False).under("norm")


def test_smoothing_does_not_go_with_rows_that_are_left_out(small, text):
    with pytest.raises(HeadscopeError, match="--smoothing published does not go with --weights no-sink"):
        run_measure(small, text, ["entropy"], weights="no-sink", smoothing="published", progress=False)


def test_linear_sums_vary_as_the_ratio_does():
    """Intervals of a ratio with weights of its own, by leaving groups out one by one, and of the linearised sums: alike."""
    draw = np.random.default_rng(1)
    weights = draw.integers(1, 6, (60, 1, 3)).astype(float)
    totals = weights * draw.uniform(0.2, 0.5, (60, 1, 3))
    sums, common = linear(totals, weights)
    np.testing.assert_allclose(sums.sum(0) / common.sum(), totals.sum(0) / weights.sum(0))
    for head in range(3):
        own = np.stack(interval(totals[:, 0, head], weights[:, 0, head]))
        shown = np.stack(interval(sums, common))[:, 0, head]
        np.testing.assert_allclose(shown, own, atol=0.004)


def test_a_head_that_never_reads_has_no_value_and_the_others_have_theirs():
    sums, common = linear(np.zeros((5, 1, 2)), np.dstack([np.zeros((5, 1)), np.ones((5, 1))]))
    assert np.isnan(sums[..., 0]).all() and (sums[..., 1] == 0).all()
    assert common.tolist() == [0.5] * 5
