"""Models that one device does not hold as they are: in several files, laid out over places, in fewer bits; or a sentence why not."""

import importlib.util

import numpy as np
import pytest
import torch
from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer

import headscope as hs
from headscope.api.record import model_record
from headscope.errors import HeadscopeError
from headscope.measures import make
from headscope.models import large, load
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.runs.gradient import observe_gradient
from headscope.runs.needs import lacking
from headscope.tallies import Tally
from headscope.tokens import Encoded, collate
from headscope.tokens.masking import Masking

PLACES = {"bert.embeddings": "cpu", "bert.encoder.layer.0": "cpu", "bert.encoder.layer.1": "disk", "cls": "cpu"}


def values(tally: Tally):
    return {series: tally.value(series) for series in tally}


def scores(model, road=observe, names=("offset", "entropy", "peak", "divergence")):
    rows = [Encoded(f"d{n}", tuple(range(200, 200 + n)), (0,) * n, (0,) * n) for n in (20, 9)]
    measures = [one for one in map(make, names) if road is observe or not one.whole_maps]
    tally = Tally()
    road(model, measures, collate(rows, model.encoder, model.device)).add_to(tally, "made")
    return values(tally)


def assert_equal(found, expected):
    assert found.keys() == expected.keys() and found
    for series, value in expected.items():
        np.testing.assert_array_equal(found[series], value, err_msg=str(series))


def test_weights_in_several_files(small, small_folder, tmp_path):
    AutoModelForMaskedLM.from_pretrained(small_folder).save_pretrained(tmp_path, max_shard_size="50KB")
    AutoTokenizer.from_pretrained(small_folder).save_pretrained(tmp_path)
    files = sorted(tmp_path.glob("*.safetensors"))
    assert len(files) > 2
    model = load(tmp_path)
    assert_equal(scores(model), scores(small))
    files[-1].write_bytes(files[-1].read_bytes()[:-4] + b"\0\0\0\1")  # any file counts for what tells weights from others
    assert load(tmp_path).identity != model.identity
    files[0].unlink()
    with pytest.raises(HeadscopeError, match="can't be loaded"):
        load(tmp_path)


def test_layers_that_lie_in_several_places(small, small_folder):
    pytest.importorskip("accelerate")
    model = load(small_folder, device_map=PLACES)
    assert any(weight.is_meta for weight in model.module.parameters()), "nothing lies on disk"
    assert model.road == "tap" and model.without_maps is None and model.device.type == "cpu"
    for road in (observe, observe_by_row):
        assert_equal(scores(model, road), scores(small, road))
    assert model_record(model)["devices"] == ["cpu", "disk"] and "devices" not in model_record(small)
    assert "lie on disk" in (model.values.reason or "")
    with pytest.raises(HeadscopeError, match=r"Norm weights are not available.*lie on disk"):
        hs.measure(model, "bundled", ["offset"], limit=2, weights="norm", progress=False)


def test_all_on_one_device_by_a_device_map(small, small_folder):
    pytest.importorskip("accelerate")
    model = load(small_folder, device_map="auto")
    assert_equal(scores(model), scores(small))
    assert model.values.reason is None


def test_a_mask_is_brought_to_a_device_once(small):
    """As accelerate does for every layer: those that lie together are given one and the same."""
    from headscope.rows import Spans

    spans = Spans.whole([3, 2], 3, 3, torch.device("cpu"))
    assert spans.to("cpu") is spans
    there = spans.to("meta", non_blocking=True)
    assert there.low.is_meta and spans.to(torch.device("meta")) is there


@pytest.fixture(scope="module")
def wide_folder(small_folder, tmp_path_factory):
    """As `small`, of widths that can be cut into blocks of 32."""
    torch.manual_seed(0)
    config = AutoConfig.from_pretrained(
        small_folder, hidden_size=64, intermediate_size=128, num_attention_heads=2, tie_word_embeddings=False
    )
    place = tmp_path_factory.mktemp("wide")
    AutoModelForMaskedLM.from_config(config).save_pretrained(place)
    AutoTokenizer.from_pretrained(small_folder).save_pretrained(place)
    return place


@pytest.mark.parametrize("kind", large.BITS)
@pytest.mark.parametrize("library", ["bitsandbytes", "torchao"])
def test_weights_in_fewer_bits(kind, library, wide_folder, monkeypatch):
    """Another model: near the whole one, told apart from it, and measured by both roads and on the way back."""
    pytest.importorskip(library)
    if library == "torchao" and kind == "int4":
        pytest.skip("its 4 bits need CUDA")
    monkeypatch.setattr(large, "_libraries", lambda *_: (library,))
    small, model = load(wide_folder), load(wide_folder, quantize=kind)
    assert model.dtype.is_floating_point and model.difference < 1e-2
    assert model.identity["quantized"].startswith(f"{kind}, {library} ") and model.identity != small.identity
    whole, ours = scores(small, names=["entropy"]), scores(model, names=["entropy"])
    apart = max(float(np.abs(ours[series] - value).max()) for series, value in whole.items())
    assert 0 < apart < 0.5
    by_row = scores(model, observe_by_row, ["entropy"])
    assert all(np.allclose(by_row[series], value, atol=1e-2) for series, value in ours.items())
    assert "quantised" in (model.values.reason or "")
    rows = [Encoded("d", tuple(range(200, 220)), (0,) * 20, (0,) * 20)]
    reason = lacking("gradient", model)
    if library == "bitsandbytes" and kind == "int4":
        assert "no way back" in (reason or "")
        return
    assert reason is None
    tally = Tally()
    observe_gradient(model, [make("gradient")], rows, Masking()).add_to(tally, "made")
    assert any(np.abs(value).max() > 0 for value in values(tally).values())


def without(monkeypatch, *names):
    found = importlib.util.find_spec
    monkeypatch.setattr(large, "find_spec", lambda name: None if name in names else found(name))


def test_what_is_not_installed_is_said(small_folder, monkeypatch):
    without(monkeypatch, "accelerate", "bitsandbytes", "torchao")
    with pytest.raises(HeadscopeError, match=r"--device-map needs the package accelerate.*pip install accelerate"):
        load(small_folder, device_map="auto")
    with pytest.raises(HeadscopeError, match="--quantize int8 needs torchao or bitsandbytes"):
        load(small_folder, quantize="int8")
    monkeypatch.setattr(large, "find_spec", lambda name: object() if name == "bitsandbytes" else None)
    with pytest.raises(HeadscopeError, match="needs the package accelerate"):
        load(small_folder, quantize="int4")


def test_what_can_not_be_is_said(small_folder):
    with pytest.raises(HeadscopeError, match=r"'atuo'.*Did you mean 'auto'"):
        load(small_folder, device_map="atuo")
    with pytest.raises(HeadscopeError, match="'int9'"):
        load(small_folder, quantize="int9")
    with pytest.raises(HeadscopeError, match="leave --device cpu out"):
        load(small_folder, device="cpu", device_map="auto")
