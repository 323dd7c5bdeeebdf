"""Attention without maps in plain torch: the definition, queries in blocks. No more than a block of rows is ever held."""

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.models.fused.inputs import Inputs
from headscope.models.fused.moved import Moved
from headscope.rows import ENTROPY, LARGEST, SINGLE, Request, Rows, Spans

BLOCK = 1 << 23  # weights at a time
LOWEST = -1e30  # a score that counts as hidden: 0 times its exponential is 0, where -inf would give no number


def attend(inputs: Inputs, request: Request) -> tuple[Float[Tensor, "batch head query channel"], Rows]:
    """The heads' output and what was asked of their rows; figures in float32, or in float64 where the model is."""
    output, rows, _ = attend_and_move(inputs, request, None)
    return output, rows


def attend_and_move(
    inputs: Inputs, request: Request, norms: Float[Tensor, "batch head key"] | None
) -> tuple[Float[Tensor, "batch head query channel"], Rows, Rows | None]:
    """The same, and where there are norms, what was asked of the rows of norm weights."""
    batch, heads, queries, keys = inputs.shape
    exact = torch.promote_types(inputs.query.dtype, torch.float32)
    repeats = heads // inputs.key.shape[1]
    key, value = (part.repeat_interleave(repeats, 1) if repeats > 1 else part for part in (inputs.key, inputs.value))
    output = value.new_empty(batch, heads, queries, value.shape[-1])
    figures = torch.zeros(request.figures, batch, heads, queries, dtype=exact, device=value.device)
    moved = None if norms is None else Moved(inputs, request, norms)
    kinds = request.kinds.shape[-1]
    summed = [request.kinds.to(exact)[:, None].expand(-1, heads, -1, -1), *([] if moved is None else [moved.columns])]
    together = value.dtype == exact  # one product of the weights with all columns costs a third of three
    joint = torch.cat([value, *summed] if together else summed, -1)
    pairs = request.pairs
    taken = None if pairs is None else figures.new_empty(len(pairs.unit), heads)
    size = min(queries, max(1, BLOCK // (batch * heads * keys)))
    for start in range(0, queries, size):
        rows = slice(start, min(start + size, queries))
        low, high, hides = _seen(inputs.spans, rows, keys)
        columns = slice(low, high)
        scores = _scores(inputs, key, rows, columns, exact)
        if hides:
            assert inputs.spans is not None
            scores = scores.masked_fill_(~inputs.spans.seen(rows)[:, None, :, columns], LOWEST)
        weights, products, lse = _softmax(scores, inputs.sinks, figures[:, :, :, rows])
        sums = weights @ joint[:, :, columns]
        if together:
            own, sums = sums[..., : value.shape[-1]], sums[..., value.shape[-1] :]
        output[:, :, rows] = own if together else weights.to(value.dtype) @ value[:, :, columns]
        figures[SINGLE : SINGLE + kinds, :, :, rows] = sums[..., :kinds].permute(3, 0, 1, 2)
        if moved is not None:
            moved.put(rows, columns, weights, products, lse, sums[..., kinds:])
        for at, distance in enumerate(request.distances, SINGLE + kinds):
            _put_diagonal(figures[at], weights, rows.start, low, distance)
        if pairs is not None and taken is not None:
            here: slice | Tensor = slice(None)
            if size < queries:
                here = ((pairs.query >= rows.start) & (pairs.query < rows.stop)).nonzero()[:, 0]
            unit, query, at_key = (part[here].long() for part in (pairs.unit, pairs.query, pairs.key))
            inside = (at_key >= low) & (at_key < high)  # what no query of the block sees has no weight
            found = weights[unit, :, query - rows.start, (at_key - low).clamp(0, high - low - 1)]
            taken[here] = found * inside[:, None]
    answer = Rows(request, figures, None if pairs is None or taken is None else pairs.sums(taken))
    return output, answer, None if moved is None else moved.rows(figures, taken)


def _seen(spans: Spans | None, rows: slice, keys: int) -> tuple[int, int, bool]:
    """The stretch of keys that some of these queries see, and whether something in it is hidden from one of them."""
    if spans is None:
        return 0, keys, False
    low, low_most, high_least, high = (part[rows] for part in spans.bounds)
    first, last = min(low), max(high)
    if last <= first:  # queries that see nothing, as padding may: anything will do
        return 0, keys, True
    return first, last, max(low_most) > first or min(high_least) < last


def _scores(
    inputs: Inputs, key: Tensor, rows: slice, columns: slice, exact: torch.dtype
) -> Float[Tensor, "batch head query key"]:
    query, key = inputs.query[:, :, rows].to(exact), key[:, :, columns].to(exact)
    scores = torch.baddbmm(
        query.new_zeros(()), query.flatten(0, 1), key.flatten(0, 1).transpose(1, 2), beta=0, alpha=inputs.scaling
    ).view(*query.shape[:3], -1)
    if inputs.softcap is not None:
        scores = torch.tanh(scores / inputs.softcap) * inputs.softcap
    if inputs.bias is not None:
        bias = inputs.bias[..., columns]
        scores = scores.add_(bias if bias.shape[-2] == 1 else bias[:, :, rows]).clamp_min_(LOWEST)
    return scores


def _softmax(
    scores: Float[Tensor, "batch head query key"],
    sinks: Float[Tensor, " head"] | None,
    figures: Float[Tensor, "figure batch head query"],
) -> tuple[Float[Tensor, "batch head query key"], Float[Tensor, "batch head query key"], Float[Tensor, "batch head query"]]:
    """α, α t and ln l, and into `figures` the rows' entropy and largest weight. With t = s − max s and l = Σ exp t, α = exp t / l and the
    entropy is ln l · Σ α − Σ α t: nothing large cancels, and no weight has to have a logarithm."""
    most = scores.amax(-1, keepdim=True)
    if sinks is not None:
        sinks = sinks.to(scores.dtype).view(1, -1, 1, 1)
        most = most.maximum(sinks)
    apart = scores.sub_(most)
    weights = apart.exp()
    own = whole = weights.sum(-1, keepdim=True)
    if sinks is not None:
        whole = own + (sinks - most).exp()
    share = own / whole
    weights = weights.div_(whole)
    figures[LARGEST] = weights.amax(-1)
    lse, products = whole.log()[..., 0], apart.mul_(weights)
    figures[ENTROPY] = lse * share[..., 0] - products.sum(-1)
    return weights, products, lse


def _put_diagonal(
    figure: Float[Tensor, "batch head query"],
    weights: Float[Tensor, "batch head block key"],
    start: int,
    low: int,
    distance: int,
) -> None:
    """α_{i,i+d} of a block of rows from `start` on, whose first column is key `low`."""
    diagonal = weights.diagonal(start - low + distance, -2, -1)
    first = start + max(0, low - start - distance)
    figure[..., first : first + diagonal.shape[-1]] = diagonal
