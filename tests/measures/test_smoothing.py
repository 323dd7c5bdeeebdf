"""Entropy and divergence of smoothed weights, as the published code takes them, against the slow oracle."""

import numpy as np
import pytest
import torch

from headscope.measures import make
from headscope.measures.kernels import pairwise_divergence

LENGTHS = (9, 2, 17, 5)
SHARES = {"entropy": 0.0001, "divergence": 0.001}
FLOAT32_PER_TOKEN = 1e-7  # nats: what the kernels promise between rows that are nearly equal
ROADS = ["plain", "compiled"] + (["triton"] if torch.cuda.is_available() else [])


@pytest.fixture(params=["whole", "causal"])
def segments(request, random_segment):
    """Of four lengths, so that three are padded; some weights are 0, some rows sum to less than 1."""
    made = [random_segment(seed, n, heads=3, tokens=["[CLS]", *["house"] * (n - 1)]) for seed, n in enumerate(LENGTHS)]
    return made if request.param == "whole" else [segment._replace(maps=np.tril(segment.maps)) for segment in made]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("garbage", [0.0, np.nan], ids=["zeros", "nan"])
def test_entropy(oracle, observed, segments, dtype, garbage):
    """n is the length of the segment, of a causal model's too: not what a token may see, not the padded length."""
    seen = observed(make("entropy", {"smoothing": "published"}), segments, dtype=dtype, garbage=garbage)
    plain = observed(make("entropy"), segments, dtype=dtype, garbage=garbage)
    for segment, figures, rough in zip(segments, seen, plain, strict=True):
        for head, attention in enumerate(segment.maps):
            smooth = oracle.smoothed(attention, SHARES["entropy"])
            everywhere = list(range(len(segment.tokens)))
            near = {"rel": 1e-6, "abs": 1e-8 if dtype == torch.float32 else 0}  # a weight near 1 has no more digits
            assert figures["all"][head] == pytest.approx(oracle.entropy(smooth, everywhere), **near)
            assert figures["cls"][head] == pytest.approx(oracle.entropy(smooth, [0]), **near)
            assert rough["all"][head] == pytest.approx(oracle.entropy(attention, everywhere), **near)
            assert abs(figures["all"][head] - rough["all"][head]) > 1e-5, "smoothing is seen"


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_divergence(oracle, observed, segments, dtype):
    seen = observed(make("divergence", {"smoothing": "published"}), segments, dtype=dtype)
    for segment, figures in zip(segments, seen, strict=True):
        smooth = [oracle.smoothed(attention, SHARES["divergence"]) for attention in segment.maps]
        expected = [oracle.divergence(smooth[a], smooth[b]) / len(segment.tokens) for a, b in ((0, 1), (0, 2), (1, 2))]
        assert figures["all"] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("road", ROADS)
def test_every_road_smooths_what_is_real(oracle, segments, road):
    """A batch with padding, whose rows hold anything: n is each item's own length."""
    longest = max(LENGTHS)
    maps = torch.zeros(len(LENGTHS), 3, longest, longest)
    for item, segment, n in zip(maps, segments, LENGTHS, strict=True):
        item[:, :n, :n] = torch.tensor(segment.maps)
        item[:, n:] = float("nan")
    found = pairwise_divergence(maps.to("cuda" if road == "triton" else "cpu"), LENGTHS, 0.001, road=road).cpu()
    for item, n, sums in zip(maps.double(), LENGTHS, found, strict=True):
        smooth = [oracle.smoothed(attention, 0.001) for attention in item[:, :n, :n].numpy()]
        for a in range(3):
            for b in range(a + 1, 3):
                expected = oracle.divergence(smooth[a], smooth[b])
                assert sums[a, b].item() == pytest.approx(expected, rel=1e-6, abs=FLOAT32_PER_TOKEN * n)
                rough = oracle.divergence(item[a, :n, :n].numpy(), item[b, :n, :n].numpy())
                assert n < 5 or sums[a, b].item() < rough * (1 - 1e-4), "smoothing is seen"


def test_only_the_measures_with_logarithms_take_it():
    assert make("entropy", {"smoothing": "published"}).smoothing == 0.0001
    assert make("divergence", {"smoothing": "published"}).smoothing == 0.001
    assert make("entropy").smoothing == make("divergence", {}).smoothing == 0
    assert "smoothing" not in make("peak").takes and make("peak", {"smoothing": "published"}).keys == ("all",)
