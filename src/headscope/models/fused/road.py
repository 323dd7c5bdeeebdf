"""Which way a device takes to attention without maps."""

import logging
from importlib.util import find_spec

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.errors import one_line
from headscope.models.fused import compiled
from headscope.models.fused.inputs import Inputs
from headscope.models.fused.moved import as_scores
from headscope.rows import Request, Rows, Spans

logger = logging.getLogger("headscope")
WIDTH = 16  # the narrowest head that a kernel takes
_refused = False


def attend(inputs: Inputs, request: Request) -> tuple[Float[Tensor, "batch head query channel"], Rows]:
    """The heads' output and what was asked of their rows."""
    output, rows, _ = attend_and_move(inputs, request, None)
    return output, rows


def attend_and_move(
    inputs: Inputs, request: Request, norms: Float[Tensor, "batch head key"] | None
) -> tuple[Float[Tensor, "batch head query channel"], Rows, Rows | None]:
    """The same, and where there are norms ‖f(x_j)‖, what was asked of the rows of norm weights."""
    global _refused
    if inputs.query.device.type == "cuda" and inputs.query.dtype != torch.float64 and not _refused and find_spec("triton"):
        from headscope.models.fused import triton_kernel

        try:
            if norms is None or bool((norms > 0).all()):  # a head of zeros has no rows that sum to 1
                output, rows = triton_kernel.attend(inputs, request)
                return output, rows, None if norms is None else triton_kernel.attend(as_scores(inputs, norms), request)[1]
        except torch.OutOfMemoryError:
            raise
        except Exception as error:  # Triton makes its kernel now, with tools that a machine may lack
            _refused = True
            logger.warning("Long texts take longer than they could, for want of a Triton kernel: %s", one_line(error))
    return compiled.attend_and_move(inputs, request, norms)


def even(request: Request, spans: Spans | None, bias: Float[Tensor, "batch 1 query key"] | None) -> Rows:
    """The same figures of uniform attention over what each query sees: of one head whose scores are all 0."""
    seen = spans if bias is None else bias
    assert seen is not None
    batch, _, queries, keys = seen.shape
    wide = torch.promote_types(request.kinds.dtype, torch.float32)
    query = torch.zeros(batch, 1, queries, WIDTH, dtype=wide, device=request.kinds.device)
    key = torch.zeros(batch, 1, keys, WIDTH, dtype=wide, device=request.kinds.device)
    return attend(Inputs(None, query, key, key, 1.0, spans, bias), request)[1]
