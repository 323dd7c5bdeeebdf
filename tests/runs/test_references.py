"""What even attention gives, in models whose layers see differently: the mean over layers, each by its own mask."""

import numpy as np
import pytest
import torch
import transformers
from transformers import AutoTokenizer

from headscope.measures import make
from headscope.models import Model
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.tallies import Tally
from headscope.tokens import Encoded, Encoder, collate
from headscope.types import Series

SIZES = {"vocab_size": 120, "hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 48, "initializer_range": 0.3}
ENDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
LENGTHS = (11, 4)
KINDS = ["sliding_attention", "full_attention", "sliding_attention", "sliding_attention"]


def connected(module):
    return connect(Model("made", module.eval(), Encoder(AutoTokenizer.from_pretrained(FOLDER))))


@pytest.fixture(scope="module")
def alternating():
    """Windows of three tokens in three layers, full attention in one."""
    config = transformers.Gemma3TextConfig(
        **SIZES, **ENDS, num_hidden_layers=4, num_key_value_heads=2, head_dim=8, sliding_window=3, layer_types=KINDS
    )
    torch.manual_seed(0)
    return connected(transformers.Gemma3ForCausalLM(config))


@pytest.fixture(scope="module")
def windowed():
    config = transformers.LongformerConfig(**SIZES, num_hidden_layers=2, max_position_embeddings=64, attention_window=[4, 8])
    torch.manual_seed(0)
    return connected(transformers.LongformerModel(config))


def baseline(model, name, key):
    """The value over two segments, alone and beside each other."""
    rows = [Encoded(f"d{n}", tuple(range(10, 10 + n)), None, (0,) * n) for n in LENGTHS]
    tally = Tally()
    observe(model, [make(f"{name}={key}")], collate(rows, model.encoder)).add_to(tally, "c")
    (stack,) = model.stacks
    return tally.value(Series("c", stack, name, key, baseline="uniform")).item()


def seen_by(layer_kind, n):
    """How many tokens each of n sees."""
    return np.arange(1, n + 1) if layer_kind == "full_attention" else np.minimum(np.arange(1, n + 1), 3)


def test_causal_windows_and_full_attention(alternating):
    assert alternating.road == "tap"
    entropy = np.mean([[np.log(seen_by(kind, n)).mean() for kind in KINDS] for n in LENGTHS])
    assert baseline(alternating, "entropy", "all") == pytest.approx(entropy, abs=1e-6)
    previous = np.mean([[(1 / seen_by(kind, n)[1:]).sum() / n for kind in KINDS] for n in LENGTHS])
    assert baseline(alternating, "offset", "-1") == pytest.approx(previous, abs=1e-6)
    with pytest.raises(KeyError):  # what no token can see has no figure, not the figure 0
        baseline(alternating, "offset", "+1")


def test_the_first_token_is_out_of_a_window_s_sight(alternating):
    def share(kind, n):
        counts = seen_by(kind, n)[1:]
        return (1 / counts * (np.arange(1, n) < (n if kind == "full_attention" else 3))).mean()

    expected = np.mean([[share(kind, n) for kind in KINDS] for n in LENGTHS])
    assert baseline(alternating, "sink", "all") == pytest.approx(expected, abs=1e-6)


def test_windows_to_both_sides(windowed):
    def seen(n, reach):
        at = np.arange(n)
        return (np.abs(at[:, None] - at) <= reach).sum(-1)

    assert windowed.road == "collect"
    expected = np.mean([[np.log(seen(n, reach)).mean() for reach in (2, 4)] for n in LENGTHS])
    assert baseline(windowed, "entropy", "all") == pytest.approx(expected, abs=1e-6)


def test_where_all_layers_see_the_same_there_is_nothing_to_average(bundled):
    expected = np.mean([np.log(n) for n in LENGTHS])
    assert baseline(bundled, "entropy", "all") == pytest.approx(expected, abs=1e-6)
