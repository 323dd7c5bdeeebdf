"""What a head moves: which rows of which output projection are its own, found and proven once for a model.

α_ij says how much head h takes from token j; what it takes is f_h(x_j) = v_j W_O^h, with v_j the head's value vector at j and W_O^h the
rows of the output projection that belong to h. The bias b_O belongs to no head. A probe goes through the model; the projection of a
layer is the matrix whose input is what the tap handed back; and the proof, for any architecture, is that the heads add up:

    Σ_h Σ_j α_ij f_h(x_j) + b_O = the output of the attention block.

What it does not do: guess. Where no matrix reads the heads' output as it is (a gate or a norm stands between), or the sum is another,
the values are not available for that model, and the reason is kept.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.errors import HeadscopeError
from headscope.models.large import is_plain, unread
from headscope.models.tap import Call

if TYPE_CHECKING:
    from headscope.models.model import Model

# Of the proof, as a share of the largest output. In half precision the order of adding alone moves the sum by more.
TOLERANCE = {torch.float64: 1e-10, torch.float32: 1e-5}
HALF_TOLERANCE = 2e-2


@dataclass(frozen=True)
class Projection:
    """How the heads of one layer write what they read."""

    matrix: Float[Tensor, "head channel feature"]  # W_O^h, head by head
    bias: Float[Tensor, " feature"] | None
    difference: float = 0.0  # of the proof, as a share of the largest output

    @cached_property
    def _factor(self) -> Float[Tensor, "head channel rank"]:
        """A square root of W_O^h W_O^hᵀ, as wide as a head: ‖v W_O^h‖ = ‖v F‖. From the triangle of a QR decomposition, because vᵀ (W Wᵀ) v
        would cancel where v lies near the kernel."""
        wide = torch.promote_types(self.matrix.dtype, torch.float32)
        triangle: Tensor = torch.linalg.qr(self.matrix.to(wide).mT, mode="r").R
        return triangle.mT.contiguous()

    def norms(self, values: Float[Tensor, "batch head key channel"]) -> Float[Tensor, "batch head key"]:
        """‖f_h(x_j)‖ of every head and token.

        One head of two channels that writes (3, 4) from the first and nothing from the second:

        >>> projection = Projection(torch.tensor([[[3.0, 4.0], [0.0, 0.0]]]), None)
        >>> [round(norm, 4) for norm in projection.norms(torch.tensor([[[[1.0, 0.0], [2.0, 7.0], [0.0, 1.0]]]])).flatten().tolist()]
        [5.0, 10.0, 0.0]
        """
        found: Tensor = torch.linalg.vector_norm(values.to(self._factor.dtype) @ self._factor, dim=-1)
        return found

    def moved(self, values: Float[Tensor, "batch head key channel"]) -> Float[Tensor, "batch head key feature"]:
        """f_h(x_j) itself."""
        return values @ self.matrix


class Values:
    """The projections of a model's layers, in the order of its sites; or why there are none."""

    def __init__(self, projections: tuple[Projection, ...] = (), reason: str | None = None) -> None:
        self.projections, self.reason = projections, reason

    @property
    def difference(self) -> float:
        """The largest difference of any layer's proof."""
        return max((one.difference for one in self.projections), default=0.0)


def find(model: "Model") -> Values:
    """The projection of every layer, each proven; or the reason why not."""
    if model.road != "tap" or model.trial is None:
        formed = "only its maps are known" if model.road == "maps" else "its attention can't be listened to while it is formed"
        return Values(reason=f"{formed}, so its value vectors are not known")
    probe = _Probe(model)
    with torch.inference_mode(), probe.hooked():
        model.run(model.trial, probe.hear)
    projections = []
    for number, site in enumerate(model.sites):
        where = f"{site.stack} layer {site.layer + 1}"
        found = probe.found.get(number)
        if found is None:
            changed = f"in {where}, what the heads give is changed before a projection reads it"
            return Values(reason=unread(model.network) or changed)
        if found.difference > TOLERANCE.get(model.dtype, HALF_TOLERANCE):
            return Values(
                reason=f"in {where}, what the heads move does not add up to the layer's output (by {found.difference:.1g})"
            )
        projections.append(found)
    return Values(tuple(projections))


class _Probe:
    """One pass: after each attention call, the first matrix that reads exactly what the heads gave is their projection."""

    def __init__(self, model: "Model") -> None:
        self._model = model
        self._number, self._call, self._given = -1, None, None
        self.found: dict[int, Projection] = {}

    _call: Call | None
    _given: Tensor | None

    def hear(self, number: int, call: Call) -> None:
        if call.values is None:
            raise HeadscopeError("the tap handed on no value vectors")
        output = call.weights.to(call.values.dtype) @ call.values
        self._number, self._call, self._given = number, call, output.transpose(1, 2).flatten(2)

    @contextmanager
    def hooked(self) -> Iterator[None]:
        handles = [
            part.register_forward_hook(self._after)
            for part in self._model.base_network.modules()
            if matrix_of(part) is not None and not isinstance(part, nn.Embedding)
        ]
        try:
            yield
        finally:
            for handle in handles:
                handle.remove()

    def _after(self, part: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
        call, given = self._call, self._given
        if call is None or given is None or call.values is None or not inputs or not isinstance(inputs[0], Tensor):
            return
        read = inputs[0]
        if read.numel() != given.numel() or not torch.equal(read.reshape_as(given), given):
            return
        matrix = matrix_of(part)
        assert matrix is not None
        heads, channels = call.values.shape[1], call.values.shape[-1]
        bias = getattr(part, "bias", None)
        projection = Projection(
            matrix.detach().reshape(heads, channels, -1), bias.detach() if isinstance(bias, Tensor) else None
        )
        self.found[self._number] = Projection(projection.matrix, projection.bias, proof(projection, call, output))
        self._call = self._given = None


def proof(projection: Projection, call: Call, output: Tensor) -> float:
    """How far Σ_h Σ_j α_ij f_h(x_j) + b_O is from the block's output at most, as a share of the largest output."""
    assert call.values is not None
    moved = projection.moved(call.values)
    added = torch.einsum("bhqk,bhkf->bqf", call.weights.to(moved.dtype), moved)
    if projection.bias is not None:
        added = added + projection.bias
    whole = output.reshape_as(added)
    return float((added - whole).abs().max()) / max(float(whole.abs().max()), torch.finfo(whole.dtype).tiny)


def matrix_of(part: nn.Module) -> Float[Tensor, "channel feature"] | None:
    """The matrix that a layer multiplies its input with, input by output; None where it is no plain layer."""
    weight = getattr(part, "weight", None)
    if not isinstance(weight, Tensor) or weight.ndim != 2 or not is_plain(weight):
        return None
    return weight.T if isinstance(part, nn.Linear) else weight
