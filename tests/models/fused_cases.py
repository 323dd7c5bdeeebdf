"""Attention in every form that is served without maps, with the answer worked out in float64 NumPy, whole map and all."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import torch

from headscope.models.fused import Inputs
from headscope.rows import ENTROPY, LARGEST, SINGLE, Pairs, Request, Rows, Spans

Attend = Callable[[Inputs, Request], tuple[torch.Tensor, Rows]]
DISTANCES = (-2, -1, 0, 1)


def cases(dtype: torch.dtype = torch.float32, device: str = "cpu", n: int = 70) -> Iterator[tuple[str, Inputs]]:
    """Plain, padded, causal, windowed and grouped attention, with a bias (ALiBi's), a cap and sinks, and some of them at once."""
    random = torch.Generator().manual_seed(1)

    def draw(*shape: int, scale: float = 1.0) -> torch.Tensor:
        return (torch.randn(shape, generator=random) * scale).to(device, dtype)

    batch, heads, width = 3, 4, 32
    lengths = torch.tensor([n, n - 13, 5], device=device)[:, None].expand(-1, n).int()
    at = torch.arange(n, device=device, dtype=torch.int32).expand(batch, -1)
    padded = Spans(torch.zeros_like(lengths), lengths, n)
    causal = Spans(padded.low, lengths.minimum(at + 1), n)
    window = Spans((at - 7).clamp(min=0).minimum(causal.high - 1).clamp(min=0), causal.high, n)
    plain = Inputs(None, draw(batch, heads, n, width, scale=2), draw(batch, heads, n, width), draw(batch, heads, n, 24), 0.4)
    grouped = replace(plain, key=draw(batch, 2, n, width), value=draw(batch, 2, n, 24))
    away = (at[:1, None, :, None] - at[:1, None, None, :]).abs()
    alibi = -away * torch.tensor([0.5, 0.25, 0.1, 0.05], device=device)[None, :, None, None]
    hidden = torch.zeros(batch, 1, n, n, device=device).masked_fill_(~causal.seen()[:, None], torch.finfo(torch.float32).min)
    yield "plain", plain
    yield "padded", replace(plain, spans=padded)
    yield "causal", replace(plain, spans=causal)
    yield "windowed", replace(plain, spans=window)
    yield "grouped", replace(grouped, spans=causal)
    yield "alibi", replace(plain, spans=padded, bias=alibi.to(dtype))
    yield "mask of the model's own", replace(plain, bias=hidden.to(dtype))
    yield "capped", replace(plain, spans=causal, softcap=3.0)
    yield "sinks", replace(plain, spans=causal, sinks=draw(heads, scale=3))
    yield "all at once", replace(grouped, spans=window, bias=alibi.to(dtype), softcap=5.0, sinks=draw(heads))
    yield "wide", replace(plain, query=draw(batch, heads, n, 80), key=draw(batch, heads, n, 80), spans=causal, scaling=0.3)


def make_request(inputs: Inputs) -> Request:
    """Some kinds of tokens, some distances, and two lists of pairs, one of which has an empty piece."""
    random = torch.Generator().manual_seed(2)
    batch, _, queries, keys = inputs.shape
    device = inputs.query.device
    kinds = (torch.rand(batch, keys, 5, generator=random) < 0.3).float()
    kinds[..., 3] = 0
    kinds[:, 0, 3] = 1

    def listed(*lengths: int) -> Pairs:
        number = sum(lengths)
        places = [torch.randint(size, (number,), generator=random).to(device) for size in (batch, queries, keys)]
        return Pairs(*places, torch.tensor(lengths, device=device))

    return Request(kinds.to(device), DISTANCES, (listed(3, 0, 200), listed(1, 1)))


def make_norms(inputs: Inputs) -> torch.Tensor:
    """One number per head and token, of very different sizes; some tokens move nothing."""
    random = torch.Generator().manual_seed(4)
    batch, heads, _, keys = inputs.shape
    norms = (3 * torch.randn(batch, heads, keys, generator=random)).exp()
    return norms.masked_fill_(torch.rand(batch, heads, keys, generator=random) < 0.1, 0).to(inputs.query.device)


def expected(inputs: Inputs, request: Request, norms: torch.Tensor | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Output, figures and sums of pairs, in float64; with norms, of the rows that these make of attention."""

    def numpy(tensor: torch.Tensor) -> np.ndarray:
        return tensor.detach().double().cpu().numpy()

    batch, heads, queries, keys = inputs.shape
    repeats = heads // inputs.key.shape[1]
    key, value = (np.repeat(numpy(part), repeats, 1) for part in (inputs.key, inputs.value))
    scores = numpy(inputs.query) @ key.swapaxes(-1, -2) * inputs.scaling
    if inputs.softcap is not None:
        scores = np.tanh(scores / inputs.softcap) * inputs.softcap
    if inputs.bias is not None:
        scores = scores + numpy(inputs.bias)
    if inputs.spans is not None:
        scores = np.where(inputs.spans.seen()[:, None].cpu().numpy(), scores, -1e300)
    if inputs.sinks is not None:
        column = np.broadcast_to(numpy(inputs.sinks)[None, :, None, None], (batch, heads, queries, 1))
        scores = np.concatenate([scores, column], -1)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    alpha = (powers / powers.sum(-1, keepdims=True))[..., :keys]
    output = alpha @ value
    if norms is not None:
        alpha = alpha * numpy(norms)[:, :, None]
        whole = alpha.sum(-1, keepdims=True)
        alpha = alpha / np.where(whole > 0, whole, 1)
    figures = np.zeros((request.figures, batch, heads, queries))
    figures[ENTROPY] = -(alpha * np.log(np.where(alpha > 0, alpha, 1))).sum(-1)
    figures[LARGEST] = alpha.max(-1)
    figures[SINGLE : SINGLE + 5] = np.einsum("bhqk,bkc->cbhq", alpha, numpy(request.kinds))
    for at, distance in enumerate(request.distances, SINGLE + 5):
        for i in range(max(0, -distance), min(queries, keys - distance)):
            figures[at, :, :, i] = alpha[:, :, i, i + distance]
    sums = []
    for pairs in request.lists:
        taken = alpha[numpy(pairs.unit).astype(int), :, numpy(pairs.query).astype(int), numpy(pairs.key).astype(int)]
        ends = np.cumsum(numpy(pairs.lengths).astype(int))
        sums += [taken[end - length : end].sum(0) for end, length in zip(ends, numpy(pairs.lengths).astype(int), strict=True)]
    return output, figures, np.array(sums)


def errors(attend: Attend, inputs: Inputs, norms: torch.Tensor | None = None) -> dict[str, float]:
    """How far each part of the answer is from float64, at most; of queries that see something. Pairs are sums of up to 200 weights."""
    request = make_request(inputs)
    output, figures, sums = expected(inputs, request, norms)
    ours, rows = attend(inputs, request)
    assert rows.pieces is not None
    seen = np.ones(inputs.shape[::2], bool)
    if inputs.spans is not None:
        seen = (inputs.spans.high > inputs.spans.low).cpu().numpy()
    change = np.abs(rows.figures.double().cpu().numpy() - figures)[:, np.broadcast_to(seen[:, None], figures.shape[1:])]
    return {
        "output": float(
            np.abs(ours.double().cpu().numpy() - output)[np.broadcast_to(seen[:, None, :, None], output.shape)].max()
        ),
        "entropy": float(change[ENTROPY].max()),
        "largest": float(change[LARGEST].max()),
        "kinds": float(change[SINGLE : SINGLE + 5].max()),
        "distances": float(change[SINGLE + 5 :].max()),
        "pairs": float(np.abs(rows.pieces.double().cpu().numpy() - sums).max()) / 10,
    }
