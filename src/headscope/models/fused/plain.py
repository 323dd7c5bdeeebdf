"""Attention without maps in plain torch: the definition, in blocks. No more than a block of weights is ever held."""

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.models.fused.blocks import LOWEST, Block, blocks, heads_at_once
from headscope.models.fused.inputs import Inputs
from headscope.models.fused.moved import Moved
from headscope.rows import ENTROPY, LARGEST, SINGLE, Request, Rows

BLOCK = 1 << 19  # weights at a time for each thread of a CPU: with their scores they stay in its cache
BLOCK_ELSEWHERE = 1 << 23


def attend(inputs: Inputs, request: Request) -> tuple[Float[Tensor, "batch head query channel"], Rows]:
    """The heads' output and what was asked of their rows; figures in float32, or in float64 where the model is."""
    output, rows, _ = attend_and_move(inputs, request, None)
    return output, rows


def attend_and_move(
    inputs: Inputs, request: Request, norms: Float[Tensor, "batch head key"] | None
) -> tuple[Float[Tensor, "batch head query channel"], Rows, Rows | None]:
    """The same, and where there are norms, what was asked of the rows of norm weights."""
    batch, heads, queries, _ = inputs.shape
    exact = torch.promote_types(inputs.query.dtype, torch.float32)
    repeats = heads // inputs.key.shape[1]
    key, value = (part.repeat_interleave(repeats, 1) if repeats > 1 else part for part in (inputs.key, inputs.value))
    query, key = inputs.query.to(exact), key.to(exact)
    # As models go on with it: every token's heads side by side.
    output = value.new_empty(batch, queries, heads, value.shape[-1]).transpose(1, 2)
    figures = torch.zeros(request.figures, batch, heads, queries, dtype=exact, device=value.device)
    kinds = request.kinds.to(exact).transpose(1, 2)  # [unit, kind, key]
    moved = None if norms is None else Moved(inputs, request, norms)
    pairs = request.pairs
    taken = None if pairs is None else figures.new_zeros(len(pairs.unit), heads)
    size = BLOCK * torch.get_num_threads() if value.device.type == "cpu" else BLOCK_ELSEWHERE
    space = _Space(query)
    for block in blocks(inputs, request, size, exact):
        units, rows, columns = block.units, block.rows, block.columns
        number = heads_at_once(block, heads, size)
        for first in range(0, heads, number):
            some = slice(first, min(first + number, heads))
            scores = _scores(inputs, query[units, some, rows], key[units, some, columns], block, some, space)
            here = figures[:, units, some, rows]
            weights, products, lse = _softmax(scores, None if inputs.sinks is None else inputs.sinks[some], here, space)
            flat = weights.flatten(0, 1)  # [unit and head, query, key]
            product = torch.bmm(flat.to(value.dtype), value[units, some, columns].flatten(0, 1))
            output[units, some, rows] = product.view(*weights.shape[:3], -1)
            # Few rows times many: a third of what it costs the other way round.
            sums = torch.bmm(kinds[units, :, columns], weights.flatten(1, 2).transpose(1, 2))
            here[SINGLE : SINGLE + kinds.shape[1]] = sums.view(len(sums), -1, *weights.shape[1:3]).transpose(0, 1)
            for at, distance in enumerate(request.distances, SINGLE + kinds.shape[1]):
                _put_diagonal(here[at], weights, rows.start - columns.start + distance)
            if block.listed is not None and taken is not None:
                mine = block.listed
                taken[mine.which, some] = weights[mine.unit, :, mine.query, mine.key]
            if moved is not None:
                moved.put(block, some, weights, products, lse)
    answer = Rows(request, figures, None if pairs is None or taken is None else pairs.sums(taken))
    return output, answer, None if moved is None else moved.rows(figures, taken)


class _Space:
    """Room for the scores and weights of a block, the same for all of them."""

    def __init__(self, like: Tensor) -> None:
        self._like = like
        self._room: dict[str, Tensor] = {}

    def of(self, name: str, *shape: int) -> Tensor:
        number = 1
        for length in shape:
            number *= length
        if name not in self._room or self._room[name].numel() < number:
            self._room[name] = self._like.new_empty(number)
        return self._room[name][:number].view(shape)


def _scores(
    inputs: Inputs,
    query: Float[Tensor, "unit head query feature"],
    key: Float[Tensor, "unit head key feature"],
    block: Block,
    heads: slice,
    space: _Space,
) -> Float[Tensor, "unit head query key"]:
    shape = (*query.shape[:3], key.shape[2])
    room = space.of("scores", shape[0] * shape[1], *shape[2:])
    parts = query.flatten(0, 1), key.flatten(0, 1).transpose(1, 2)
    scores = torch.baddbmm(query.new_zeros(()), *parts, beta=0, alpha=inputs.scaling, out=room).view(shape)
    if inputs.softcap is not None:
        scores.div_(inputs.softcap).tanh_().mul_(inputs.softcap)
    if inputs.bias is not None:
        places = (block.units, heads, block.rows)
        where = tuple(slice(None) if length == 1 else place for place, length in zip(places, inputs.bias.shape, strict=False))
        scores.add_(inputs.bias[(*where, block.columns)]).clamp_min_(LOWEST)
    return scores if block.hidden is None else scores.add_(block.hidden)


def _softmax(
    scores: Float[Tensor, "unit head query key"],
    sinks: Float[Tensor, " head"] | None,
    figures: Float[Tensor, "figure unit head query"],
    space: _Space,
) -> tuple[Float[Tensor, "unit head query key"], Float[Tensor, "unit head query key"], Float[Tensor, "unit head query"]]:
    """α, α t and ln l, and into `figures` the rows' entropy and largest weight. With t = s − max s and l = Σ exp t, α = exp t / l, the
    largest is 1 / l and the entropy ln l · Σ α − Σ α t: nothing large cancels, and no weight has to have a logarithm."""
    most = scores.amax(-1, keepdim=True)
    weights = torch.softmax(scores, -1, out=space.of("weights", *scores.shape))
    largest = weights.amax(-1)
    lse = whole = largest.log().neg_()
    if sinks is not None:  # a sink takes its share of every row
        share = torch.sigmoid(lse + most[..., 0] - sinks.to(scores.dtype).view(1, -1, 1))
        share.clamp_min_(torch.finfo(share.dtype).tiny)  # it may take all, and nothing has no logarithm
        weights.mul_(share[..., None])
        lse, largest = lse - share.log(), largest * share
        whole = lse * share
    figures[LARGEST] = largest
    products = scores.sub_(most).mul_(weights)
    figures[ENTROPY] = whole - products.sum(-1)
    return weights, products, lse


def _put_diagonal(
    figure: Float[Tensor, "unit head query"], weights: Float[Tensor, "unit head query key"], distance: int
) -> None:
    """α_{i,i+d} of a block, whose rows and columns are counted from its own first ones."""
    diagonal = weights.diagonal(distance, -2, -1)
    first = max(0, -distance)
    figure[..., first : first + diagonal.shape[-1]] = diagonal
