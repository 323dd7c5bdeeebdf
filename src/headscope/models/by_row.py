"""Attention without maps: whether a model allows it, tried once, on the batch of the check at load; and passes to which nobody listens."""

import math
from typing import TYPE_CHECKING

import torch

from headscope.errors import HeadscopeError, one_line
from headscope.models.fused import Inputs, attend
from headscope.models.tap import Attends
from headscope.rows import KINDS, Request

if TYPE_CHECKING:
    from headscope.models.model import Model


@torch.inference_mode()
def refusal(model: "Model") -> str | None:
    """Why not; None where the model's output is the same as with maps."""
    from headscope.models import connect  # which needs models itself

    if model.road != "tap" or model.trial is None:
        return "its attention is known as whole maps only"
    if model.trial.pixels is not None:
        return "it reads images"

    try:
        own = model.run(model.trial, lambda number, call: None)
        ours, heard = model.run_by_row(model.trial, _attend)
    except (HeadscopeError, RuntimeError, ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError) as error:
        return f"without maps it does not run ({one_line(error)})"
    if heard != len(model.sites):
        return "without maps some of its layers are not heard"
    difference = connect.largest_difference(own, ours, model.trial)
    if not difference <= connect.TOLERANCE.get(model.dtype, connect.HALF_TOLERANCE) or math.isnan(difference):
        return f"without maps its output changes by {difference:.1g}"
    return None


def unheard(model: "Model") -> Attends | None:
    """How attention is computed where nobody listens and no gradient is asked for; None: as with maps. On a CPU the kernel of the rows is
    faster than that; elsewhere this has not been measured."""
    return _attend if model.device.type == "cpu" and model.without_maps is None else None


@torch.no_grad()
def _attend(number: int, inputs: Inputs) -> torch.Tensor:
    batch, _, _, keys = inputs.shape
    return attend(inputs, Request(inputs.query.new_zeros(batch, keys, len(KINDS))))[0]
