"""Value zeroing: how much a layer's output at i changes if it can take nothing from j.

C_ij = 1 − cos(y_i, y_i without v_j), y_i the layer's output at i, v_j set to 0 in all heads; rows are scaled to 1 (Mohebbi et al. 2023). A
map for every layer, from n passes of that layer, n the tokens of the unit: the layer (`layers`) is run again on what it was given,
with copies of the unit side by side, each without another value.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from headscope.models.layers import Layer, record
from headscope.models.tap import Call
from headscope.tokens import TokenBatch
from headscope.types import Site

if TYPE_CHECKING:
    from headscope.models.model import Model

TOKENS = {"cpu": 4096}  # that go through a layer at once, which bounds the memory
MORE_TOKENS = 32768  # on other devices


def zeroed(model: "Model", batch: TokenBatch) -> Iterator[tuple[Site, Float[Tensor, "batch query key"]]]:
    """Every layer's map, in the order of the sites. Rows and columns of padding are 0; a row of which no value matters is 0."""
    units = [list(_of_unit(model, batch.unit(at))) for at in range(len(batch.documents))]
    for number, site in enumerate(model.sites):
        queries, keys = (side.ids.shape[1] for side in model.sides(batch, site.stack))
        maps = units[0][number].new_zeros(len(units), queries, keys)
        for at, mine in enumerate(units):
            maps[at, : mine[number].shape[0], : mine[number].shape[1]] = mine[number]
        yield site, maps


@torch.inference_mode()
def _of_unit(model: "Model", unit: TokenBatch) -> Iterator[Float[Tensor, "query key"]]:
    seen: dict[int, Bool[Tensor, "query key"]] = {}

    def hear(number: int, call: Call) -> None:
        seen[number] = (call.weights[0] > 0).any(0)

    for number, layer in enumerate(record(model, unit, hear)):
        changes = _changes(layer, number, seen[number])
        whole = changes.sum(-1, keepdim=True)
        yield changes / torch.where(whole > 0, whole, torch.ones_like(whole))


def _changes(layer: Layer, number: int, seen: Bool[Tensor, "query key"]) -> Float[Tensor, "query key"]:
    """C before its rows are scaled; 0 where a token does not read from another at all."""
    before = _direction(layer.output)
    queries, keys = seen.shape
    device = before.device.type
    rows = max(1, TOKENS.get(device, MORE_TOKENS) // max(queries, keys))
    found = []
    for first in range(0, keys, rows):
        left_out = range(first, min(first + rows, keys))

        def hear(heard: int, call: Call, left_out: range = left_out) -> Tensor | None:
            if heard != number:
                return None
            gates = call.weights.new_ones(len(left_out), call.weights.shape[1], keys)
            for row, key in enumerate(left_out):
                gates[row, :, key] = 0
            return gates

        after = _direction(layer.again(len(left_out), hear))
        # 1 − cos = ½‖difference of the directions‖²: a small change does not cancel.
        found.append((after - before).square().sum(-1) / 2)
    return torch.cat(found).T.masked_fill(~seen, 0)


def _direction(output: Float[Tensor, "row token feature"]) -> Float[Tensor, "row token feature"]:
    wide = torch.float32 if output.device.type == "mps" else torch.float64
    return nn.functional.normalize(output.to(wide), dim=-1)
