"""Models whose layers see differently: each layer's score is over the texts that have something for it to see, with maps and without."""

import numpy as np
import pytest
import torch
import transformers as t

from headscope.measures import make
from headscope.models import Model
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.tallies import Tally, to_bytes
from headscope.tokens import collate
from headscope.types import Series, Unit

TEXTS = [
    ("The king saw the queen and he saw her.", "The queen saw a prince near the old king."),
    ("Tomatoes grow in the garden, and the old gardener waters the tomatoes before the tomatoes are dry.", None),
    ("Tomatoes grow in his garden because he waters all these tomatoes.", None),
    ("We saw we.", None),
    ("Yes.", None),
    ("Strawberries, strawberries everywhere.", "He bought strawberries."),
]
SIZES = {
    "vocab_size": 16384, "hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2, "intermediate_size": 24,
    "max_position_embeddings": 64, "initializer_range": 0.4,
}  # fmt: skip
GROUPED = {**SIZES, "num_key_value_heads": 1, "head_dim": 8, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
DIVIDED = {name: value for name, value in GROUPED.items() if name != "head_dim"}
ENDS = {"pad_token_id": 0, "cls_token_id": 1, "sep_token_id": 2, "bos_token_id": 1, "eos_token_id": 2}
MIXED = ["sliding_attention", "full_attention", "sliding_attention"]


def modernbert():
    return t.ModernBertModel(t.ModernBertConfig(**SIZES, **ENDS, local_attention=8, global_attn_every_n_layers=2))


def gemma2():
    return t.Gemma2ForCausalLM(t.Gemma2Config(**GROUPED, sliding_window=4, query_pre_attn_scalar=8, layer_types=MIXED))


def gemma3():
    return t.Gemma3ForCausalLM(t.Gemma3TextConfig(**GROUPED, sliding_window=5, query_pre_attn_scalar=8, layer_types=MIXED))


def qwen2():
    return t.Qwen2ForCausalLM(t.Qwen2Config(**DIVIDED, use_sliding_window=True, sliding_window=4, max_window_layers=1))


def mistral():
    return t.MistralForCausalLM(t.MistralConfig(**GROUPED, sliding_window=4))


# What each layer sees, by `by_plain_maps`.
FAMILIES = {
    "modernbert": (modernbert, "encoder", lambda see: [see.everything, see.around(4), see.everything]),
    "gemma2": (gemma2, "decoder", lambda see: [see.back(4), see.earlier, see.back(4)]),
    "gemma3": (gemma3, "decoder", lambda see: [see.back(5), see.earlier, see.back(5)]),
    "qwen2": (qwen2, "decoder", lambda see: [see.earlier, see.back(4), see.back(4)]),
    "mistral": (mistral, "decoder", lambda see: [see.back(4)] * 3),
}
ROADS = {"with maps": observe, "without maps": observe_by_row}


@pytest.fixture(scope="module")
def rows(encoder):
    return encoder.encode([Unit(f"d{at}", *texts) for at, texts in enumerate(TEXTS)], 64)[0]


@pytest.fixture(scope="module")
def connected(encoder):
    def make_model(family):
        if family not in known:
            torch.manual_seed(1)
            known[family] = connect(Model(family, FAMILIES[family][0]().eval().requires_grad_(False), encoder))
        return known[family]

    known = {}
    return make_model


def tally_of(model, rows, road=observe, size=3, names=("pattern",), **more):
    """The sums of some texts, so many at a time; of the keys that the model's mask leaves a meaning, as a plan asks for them."""
    tally = Tally()
    causal = model.stacks.keys() <= model.causal
    asked = [one.without([key for key in one.keys if causal and not one.key(key).causal]) for one in map(make, names)]
    for at in range(0, len(rows), size):
        batch = collate(rows[at : at + size], model.encoder, start=model.start)
        road(model, asked, batch, **more).add_to(tally, "c")
    return tally


@pytest.mark.parametrize("family", FAMILIES)
def test_every_layer_agrees_with_its_own_plain_maps(by_plain_maps, connected, rows, family):
    _, stack, rules = FAMILIES[family]
    model = connected(family)
    scores, uniform = by_plain_maps.expected(model, rows, {stack: rules(by_plain_maps)})
    tallies = {name: tally_of(model, rows, road, names=by_plain_maps.MEASURES) for name, road in ROADS.items()}
    for (_, measure, key), values in scores.items():
        series = Series("c", stack, measure, key)
        for road, tally in tallies.items():
            if series not in tally:  # nothing that any layer sees, or that a causal mask leaves a meaning
                assert np.isnan(values).all() or (stack == "decoder" and not make(measure).key(key).causal), (
                    road,
                    measure,
                    key,
                )
                continue
            np.testing.assert_allclose(tally.value(series), values, atol=1e-5, err_msg=f"{road} {measure} {key}")
            even = tally.value(series._replace(baseline="uniform"))
            bare = uniform[stack, measure, key]
            level = bare[:, None] if len(even) > 1 else np.nanmean(bare)
            np.testing.assert_allclose(even, np.broadcast_to(level, even.shape), atol=1e-6, err_msg=f"{road} {measure} {key}")
    if family != "mistral":
        counted = [tally.weights(Series("c", stack, "pattern", "same")) for tally in tallies.values()]
        assert all(one.ndim == 3 and len(np.unique(one.sum((0, 2)))) > 1 for one in counted), "otherwise no window bites"


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("family", ["modernbert", "gemma3"])
def test_batches_and_shards_change_nothing(connected, rows, family, road):
    model = connected(family)
    whole, *others = [tally_of(model, rows, ROADS[road], size) for size in (5, 1, 2)]
    for other in others:
        assert list(other) == list(whole)
        for series in whole:
            assert np.array_equal(other.weights(series), whole.weights(series)), series
            np.testing.assert_allclose(other.totals(series), whole.totals(series), atol=1e-5, err_msg=str(series))
    # Text by text, as shards are: long ones first or short ones first, the file is the same.
    parts = [tally_of(model, [row], ROADS[road]) for row in rows]
    forwards, backwards = Tally(), Tally()
    for part in parts:
        forwards += part
    for part in reversed(parts):
        backwards += part
    assert to_bytes(forwards) == to_bytes(backwards) == to_bytes(tally_of(model, rows, ROADS[road], 1))


@pytest.mark.parametrize("road", ROADS)
def test_a_window_that_hides_nothing_leaves_the_layout_of_the_file_alone(connected, rows, road):
    """One weight for each group, and one baseline for the stack, as in models whose layers all see the same."""
    tally = tally_of(connected("gemma3"), [row for row in rows if len(row) <= 5], ROADS[road])
    assert len(tally) and all(tally.weights(series).ndim == 1 for series in tally)
    assert all(tally.totals(series).shape[1:] == (1, 1) for series in tally if series.baseline)


@pytest.mark.parametrize("weights", ["norm", "no-sink"])
def test_other_weights_count_by_layer_too(connected, rows, weights):
    """Of `no-sink` a layer's heads count what they give to text that they may see: [CLS] out of sight is no row left out."""
    tally = tally_of(connected("modernbert"), rows, weights=(weights,))
    series = Series("c", "encoder", "pattern", "same-other")
    cases = [tally.weights(series)[:, layer, 0].sum() for layer in range(3)]
    assert cases[0] == cases[2] > cases[1], "the two texts of a pair lie further apart than the window reaches"
    assert np.isfinite(tally.value(series)[[0, 2]]).all()


@pytest.mark.parametrize(
    ("family", "reach"),
    [
        ("mistral", lambda see: [see.back(4), see.back(7), see.back(10)]),
        ("gemma3", lambda see: [see.back(5), see.earlier, see.earlier]),
    ],
)
def test_rollout_reaches_further_than_a_window(by_plain_maps, connected, rows, family, reach):
    """What attention carried over two layers comes from beyond the window of the second: those tokens count as seen."""
    model, see = connected(family), by_plain_maps
    tally = tally_of(model, rows, weights=("rollout",))
    sums = [{} for _ in range(3)]
    for row, maps in zip(rows, see.maps_of(model, rows), strict=True):
        tokens, carried = see.tokens_of(row, model, shifted=False), np.eye(len(row))
        for layer, rule in enumerate(reach(see)):
            mean = maps["decoder", layer].mean(0) + np.eye(len(row))
            carried = mean / mean.sum(-1, keepdims=True) @ carried
            for key, value in see.oracle.pattern(carried, tokens, tokens, rule).items():
                sums[layer].setdefault(key, []).extend([] if value is None else [value])
    for key in ("previous", "same", "same-other", "related", "pieces", "delimiter"):
        expected = np.array([[np.mean(one[key]) if one[key] else np.nan] for one in sums])
        np.testing.assert_allclose(tally.value(Series("c", "decoder", "pattern", key)), expected, atol=1e-5, err_msg=key)


def test_a_measure_of_ones_own_that_counts_by_sight_is_told_to_say_so(connected, rows):
    from headscope.errors import HeadscopeError
    from headscope.measures.pattern import Pattern

    class Mine(Pattern):
        name = "mine"
        counts_by_sight = False

    batch = collate(rows, connected("gemma3").encoder)
    with pytest.raises(HeadscopeError, match=r"'mine' counts other units .* set its attribute counts_by_sight to True"):
        observe(connected("gemma3"), [Mine(["same-other"])], batch)
