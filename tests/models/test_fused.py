"""Attention without maps: every figure of the rows, in every form of attention, against float64; the same scores as with maps."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from tests.models.fused_cases import cases, errors, make_norms, make_request

from headscope.models.fused import compiled, plain
from headscope.models.fused.moved import as_scores
from headscope.rows import ENTROPY, Spans

CASES = dict(cases())
ROADS = {"plain": plain.attend_and_move, "compiled": compiled.attend_and_move}


@pytest.fixture(params=ROADS)
def attend(request):
    """One road, without norms. It must be the road itself and not its fallback, which takes soft caps alone."""
    yield lambda inputs, asked: ROADS[request.param](inputs, asked, None)[:2]
    assert request.param == "plain" or compiled.KERNEL.ready() is not None


@pytest.mark.parametrize("name", CASES)
def test_rows_in_float32(name: str, attend) -> None:
    found = errors(attend, CASES[name])
    assert max(found.values()) < 1e-5, found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("block", [1, 1 << 14], ids=["row by row", "blocks"])
def test_rows_in_blocks(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "BLOCK", block)
    found = errors(plain.attend, CASES[name])
    assert max(found.values()) < 1e-5, found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("n", [20, 300])
def test_texts_of_other_lengths(name: str, n: int, attend) -> None:
    """Of 300 tokens ALiBi's bias reaches 150: sums of numbers of that size are as far from exact as these are large."""
    found = errors(attend, dict(cases(n=n))[name])
    assert max(found.values()) < 2e-5, found


@pytest.mark.parametrize("name", CASES)
def test_rows_in_bfloat16(name: str, attend) -> None:
    """Scores of bfloat16 vectors are exact products, summed in float32: only the output is rounded."""
    found = errors(attend, dict(cases(torch.bfloat16))[name])
    assert found.pop("output") < 3e-2
    assert max(found.values()) < 1e-5, found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    ("road", "block"), [("compiled", 1), ("plain", plain.BLOCK), ("plain", 1 << 12)], ids=["compiled", "one block", "blocks"]
)
def test_rows_of_norm_weights(name: str, road: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside those of attention, which stay as they are without them."""
    monkeypatch.setattr(plain, "BLOCK", block)
    inputs, norms = CASES[name], make_norms(CASES[name])

    def moved(given, request):
        output, rows, of_norms = ROADS[road](given, request, norms)
        alone = ROADS[road](given, request, None)
        torch.testing.assert_close(output, alone[0], rtol=0, atol=1e-6)
        torch.testing.assert_close(rows.figures, alone[1].figures, rtol=0, atol=1e-6)
        return output, of_norms

    assert max(errors(moved, inputs, norms).values()) < 2e-5


@pytest.mark.parametrize("name", CASES)
def test_norm_weights_are_attention_with_other_scores(name: str) -> None:
    """What kernels without a road of their own compute, where every token moves something."""
    inputs, norms = CASES[name], make_norms(CASES[name]).clamp(min=1e-3)
    found = errors(lambda given, request: plain.attend(as_scores(given, norms), request), inputs, norms)
    found.pop("output")  # not that of the model
    assert max(found.values()) < 2e-5, found


def test_rows_that_move_nothing_are_zero() -> None:
    inputs = CASES["padded"]
    request = make_request(inputs)
    for road in ROADS.values():
        _, _, moved = road(inputs, request, torch.zeros(*inputs.shape[:2], inputs.shape[-1]))
        assert moved is not None and moved.pieces is not None
        assert (moved.figures == 0).all() and (moved.pieces == 0).all()


def test_heads_of_a_group_have_their_own_figures(attend) -> None:
    """Queries that share keys are asked one by one, neither added nor averaged."""
    inputs = CASES["grouped"]
    rows = attend(inputs, make_request(inputs))[1]
    assert rows.figures.shape[2] == inputs.query.shape[1]
    assert not torch.allclose(rows.figures[ENTROPY, :, 0], rows.figures[ENTROPY, :, 1])


def test_a_sink_that_takes_all_leaves_nothing(attend) -> None:
    """Not even in float32 is anything left of a row whose sink is 200 above its scores."""
    inputs = replace(CASES["plain"], sinks=torch.tensor([200.0, 0, 0, 0]))
    output, rows = attend(inputs, make_request(inputs))
    assert output.isfinite().all() and rows.figures.isfinite().all()
    assert (output[:, 0].abs() < 1e-30).all() and (rows.figures[:, :, 0].abs() < 1e-30).all()


def test_spans_of_a_mask() -> None:
    seen = torch.tensor([[[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]], dtype=torch.bool)[:, None]
    for blocks in ([seen], [seen[:, :, :1], seen[:, :, 1:]]):
        spans = Spans.of(blocks)
        assert spans is not None
        np.testing.assert_array_equal(spans.seen(), seen[:, 0])
        assert spans.shape == (1, 1, 4, 4)
    assert Spans.of([torch.tensor([[[[True, False, True]]]])]) is None
