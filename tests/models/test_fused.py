"""Attention without maps: every figure of the rows, in every form of attention, against float64; the same scores as with maps."""

import numpy as np
import pytest
import torch
from tests.models.fused_cases import cases, errors, make_norms, make_request

from headscope.models.fused import attend_and_move, plain
from headscope.models.fused.moved import as_scores
from headscope.rows import Spans

CASES = dict(cases())


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("block", [plain.BLOCK, 1, 1 << 14], ids=["one block", "row by row", "blocks"])
def test_rows_in_float32(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "BLOCK", block)
    found = errors(plain.attend, CASES[name])
    assert max(found.values()) < 1e-5, found


@pytest.mark.parametrize("name", CASES)
def test_rows_in_bfloat16(name: str) -> None:
    """Scores of bfloat16 vectors are exact products, summed in float32: only the output is rounded."""
    found = errors(plain.attend, dict(cases(torch.bfloat16))[name])
    assert found.pop("output") < 3e-2
    assert max(found.values()) < 1e-5, found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("block", [plain.BLOCK, 1 << 12], ids=["one block", "blocks"])
def test_rows_of_norm_weights(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside those of attention, which stay as they are without them."""
    monkeypatch.setattr(plain, "BLOCK", block)
    inputs, norms = CASES[name], make_norms(CASES[name])

    def moved(given, request):
        output, rows, of_norms = attend_and_move(given, request, norms)
        alone = plain.attend(given, request)
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
    _, _, moved = attend_and_move(inputs, request, torch.zeros(*inputs.shape[:2], inputs.shape[-1]))
    assert moved is not None and moved.pieces is not None
    assert (moved.figures == 0).all() and (moved.pieces == 0).all()


def test_heads_of_a_group_have_their_own_figures() -> None:
    """Queries that share keys are asked one by one, neither added nor averaged."""
    inputs = CASES["grouped"]
    rows = plain.attend(inputs, make_request(inputs))[1]
    assert rows.figures.shape[2] == inputs.query.shape[1]
    assert not torch.allclose(rows.entropy[:, 0], rows.entropy[:, 1])


def test_spans_of_a_mask() -> None:
    seen = torch.tensor([[[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]], dtype=torch.bool)[:, None]
    for blocks in ([seen], [seen[:, :, :1], seen[:, :, 1:]]):
        spans = Spans.of(blocks)
        assert spans is not None
        np.testing.assert_array_equal(spans.seen(), seen[:, 0])
        assert spans.shape == (1, 1, 4, 4)
    assert Spans.of([torch.tensor([[[[True, False, True]]]])]) is None
