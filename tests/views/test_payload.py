"""What travels: every weight within the stated error, every block where meta says it is."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from headscope.errors import HeadscopeError
from headscope.views import payload as payloads
from headscope.views.attention import Attention
from headscope.views.payload import ERROR, Start, check_start, compress, decompress, payload, quantise, restore

WEIGHTS = st.floats(0, 1, width=32)


@settings(max_examples=300, deadline=None)
@given(arrays(np.float32, array_shapes(min_dims=1, max_dims=4, max_side=9), elements=WEIGHTS))
def test_every_cell_is_within_the_stated_error(maps):
    back = restore(quantise(maps)).astype(np.float64)
    assert np.abs(back - maps).max() <= ERROR
    assert quantise(maps).dtype == np.uint8


def test_the_stated_error_is_that_of_the_worst_weight():
    steps = np.linspace(0, 1, 2_000_001).astype(np.float32)
    worst = np.abs(restore(quantise(steps)).astype(np.float64) - steps).max()
    assert 0.0039 < worst <= ERROR


def test_order_is_kept_and_the_ends_are_exact():
    steps = np.sort(np.random.default_rng(0).random(10_000).astype(np.float32))
    assert (np.diff(quantise(steps).astype(int)) >= 0).all()
    assert restore(quantise(np.array([0, 1], dtype=np.float32))).tolist() == [0, 1]
    assert restore(np.arange(256, dtype=np.uint8)).tolist() == sorted(restore(np.arange(256, dtype=np.uint8)).tolist())
    assert (quantise(restore(np.arange(256, dtype=np.uint8))) == np.arange(256)).all()


def read(data: bytes, block: dict, kind: str) -> np.ndarray:
    count = int(np.prod(block["shape"]))
    return np.frombuffer(data, kind, count, block["at"]).reshape(block["shape"])


def test_blocks_are_where_meta_says(pair):
    made = payload(pair, "neuron")
    [stack] = made.meta["stacks"]
    data = decompress(made.data)
    one = pair.stack()
    assert np.abs(restore(read(data, stack["maps"], "u1")) - one.maps).max() <= ERROR
    assert np.array_equal(read(data, stack["vectors"]["query"], "<f4"), one.vectors.query)
    assert np.array_equal(read(data, stack["vectors"]["key"], "<f4"), one.vectors.key)
    key = stack["vectors"]["key"]
    assert len(data) == key["at"] + 4 * np.prod(key["shape"]), "nothing behind the last block"
    assert key["at"] % 4 == stack["vectors"]["query"]["at"] % 4 == 0
    assert (stack["layers"], stack["heads"], stack["name"]) == (8, 8, "encoder")
    assert stack["queries"]["texts"] == list(one.queries.texts) and stack["queries"]["words"] == list(one.queries.words)
    assert made.meta["version"] == 1 and made.meta["kind"] == "neuron" and made.meta["error"] == ERROR
    assert (made.meta["scores"], made.meta["labels"], made.meta["behaviours"], made.meta["start"]) == ([], [], [], None)
    json.dumps(made.meta, allow_nan=False)


def test_whether_later_tokens_are_seen_is_said_where_it_is_known(pair, make_maps):
    assert payload(pair).meta["stacks"][0]["causal"] is False
    decoder = Attention.from_arrays(np.tril(make_maps(1, 1, 3, 3)), list("abc"))
    assert payload(decoder).meta["stacks"][0]["causal"] is None, "arrays say it themselves"


def test_the_stack_to_start_with_comes_first(make_maps):
    tokens = {"encoder_tokens": list("abc"), "decoder_tokens": list("de")}
    attention = Attention.from_arrays(encoder_attention=make_maps(1, 1, 3, 3), cross_attention=make_maps(1, 1, 2, 3), **tokens)
    made = payload(attention, start=Start("cross", 0, (0,), 1))
    assert [stack["name"] for stack in made.meta["stacks"]] == ["cross", "encoder"]
    assert made.meta["start"] == {"layer": 0, "heads": [0], "token": 1}
    data = decompress(made.data)
    for stack in made.meta["stacks"]:
        expected = attention.stack(stack["name"]).maps
        assert np.abs(restore(read(data, stack["maps"], "u1")) - expected).max() <= ERROR


def test_vectors_of_a_long_text_stay_at_home(bundled):
    from headscope.views.attend import attend

    attention = attend(bundled, "tomato " * 130, vectors=True)
    assert attention.stack().vectors is not None
    assert payload(attention).meta["stacks"][0]["vectors"] is None


@pytest.mark.parametrize(
    "data",
    [b"", b"a", bytes(3_000_000), np.random.default_rng(0).bytes(900_000), bytes(range(256)) * 5000],
    ids=["nothing", "one", "zeros", "noise", "repeats"],
)
def test_compression_gives_back_what_it_took(data):
    packed = compress(data)
    assert decompress(packed) == data
    assert len(packed) <= len(data) * 1.001 + 64


def test_broad_attention_fits_its_target(make_maps):
    """A sixth of the benchmark's heads: 2.5 MB for 144 of them are 17 kB a head, in base64."""
    made = payload(Attention.from_arrays(make_maps(2, 12, 128, 128), [str(at) for at in range(128)]))
    assert len(made.data) * 4 / 3 < 24 * 15_000


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (Start(layer=8), "There is no head 9-1: there are 8 layers of 8 heads"),
        (Start(layer=0, heads=(1, 8)), "There is no head 1-9"),
        (Start(layer=-1), "There is no head"),
        (Start(token=99), "There is no token 100: the text has"),
        (Start("cross"), "There is no stack here named 'cross'"),
    ],
)
def test_what_is_not_there_can_not_be_shown_first(pair, start, words):
    with pytest.raises(HeadscopeError, match=words):
        check_start(pair, start)


def test_more_than_a_browser_opens_is_refused(pair, monkeypatch):
    monkeypatch.setattr(payloads, "MOST_BYTES", 1000)
    with pytest.raises(HeadscopeError, match="more than a browser opens"):
        payload(pair)
