"""Once per load: the model's outputs are the same through the tap, and every attention call is told apart.

The probe is two rows of ordinary token ids, of unequal length so that padding takes part; a decoder gets a length of its
own, so that cross attention shows itself by its shape.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from headscope.errors import HeadscopeError, one_line
from headscope.models import alibi, collect, tap
from headscope.models.model import Model
from headscope.models.tap import Call
from headscope.tokens import TokenBatch
from headscope.tokens.batches import side
from headscope.types import STACKS, Site, Stack

SOURCE_LENGTHS, TARGET_LENGTHS = (12, 7), (9, 5)
TOLERANCE = {torch.float64: 1e-6, torch.float32: 1e-4}  # relative to the largest output
HALF_TOLERANCE = 5e-2


@dataclass(frozen=True)
class _Heard:
    queries: int
    keys: int
    heads: int
    causal: bool
    layer_index: int | None


def connect(model: Model, batch: TokenBatch | None = None) -> Model:
    """Finds the road to this model's attention, checks it on the probe or a batch of its own kind, and fills in `sites`, `road`,
    `causal`, `difference` and `trial`."""
    with model.tried:
        return _connect(model, probe(model) if batch is None else batch)


def _connect(model: Model, batch: TokenBatch) -> Model:
    model.trial = batch
    own, _ = _run(model, batch, listen=False)
    tolerance = TOLERANCE.get(model.dtype, HALF_TOLERANCE)
    reasons = []
    if tap.attach(model.network):
        model.road = "tap"
        outputs, heard = _run(model, batch)
        model.difference = largest_difference(own, outputs, batch)
        if model.difference > tolerance:
            model.difference = _plain_difference(model, outputs, batch)
        if not heard:
            reasons.append("no attention passed through the tap")
        elif model.difference > tolerance:
            reasons.append(f"the tap changed its output by {model.difference:.1g}")
        else:
            return _named(model, heard)
    else:
        reasons.append("its attention can't be replaced")
    model.road = "collect"
    collect.prepare(model.network)
    try:
        outputs, heard = _run(model, batch)
    except HeadscopeError as error:
        reasons.append(str(error))
        heard = []
    else:
        reasons.append("asked with output_attentions=True it returns none")
    if not heard:
        raise HeadscopeError(
            f"'{model.name}' gives no attention weights to measure ({'; '.join(reasons)}). "
            "Layers that are recurrent, convolutions, state spaces or linear attention have none: headscope shows how each token "
            "attends to each other one."
        )
    model.difference = largest_difference(own, outputs, batch)
    _count_alibi_once(model, own, batch)
    if model.difference > tolerance:
        raise HeadscopeError(f"'{model.name}' gives other outputs when asked for its attention, by {model.difference:.1g}.")
    return _named(model, heard)


def _count_alibi_once(model: Model, own: Any, batch: TokenBatch) -> None:
    """Keeps what counts ALiBi once, where outputs are then nearer to the model's own. Tried also where they are near enough: in half
    precision a second ALiBi may pass for rounding."""
    hooks = alibi.count_once(model.network)
    if not hooks:
        return
    outputs, _ = _run(model, batch)
    difference = largest_difference(own, outputs, batch)
    if difference < model.difference:
        model.difference = difference
        return
    for hook in hooks:
        hook.remove()


def _plain_difference(model: Model, outputs: Any, batch: TokenBatch) -> float:
    """The same against the model's plain attention, where its default is another: a fast one may leave out what it has no room for,
    as Gemma 2's cap was left out in early versions of transformers 5."""
    collect.prepare(model.network)
    own, _ = _run(model, batch, listen=False)
    tap.attach(model.network)
    return largest_difference(own, outputs, batch)


def _named(model: Model, heard: Sequence[_Heard]) -> Model:
    model.sites = name_sites(heard)
    both = list(zip(model.sites, heard, strict=True))
    model.causal = frozenset(stack for stack in model.stacks if all(h.causal for site, h in both if site.stack == stack))
    for stack in model.stacks:
        own = sorted({h.layer_index for site, h in both if site.stack == stack and h.layer_index is not None})
        if len(own) == model.stacks[stack][0] != own[-1] + 1:
            model.own_layers[stack] = tuple(own)
    return model


def probe(model: Model) -> TokenBatch:
    """Two rows of ordinary tokens, the same for every load of a model."""
    ordinary = model.ordinary
    generator = torch.Generator().manual_seed(0)

    def rows(lengths: Sequence[int]) -> list[list[int]]:
        return [[ordinary[i] for i in torch.randint(len(ordinary), (n,), generator=generator).tolist()] for n in lengths]

    source = side(rows(SOURCE_LENGTHS), [[0] * n for n in SOURCE_LENGTHS], model.encoder, model.device)
    target = None
    if model.is_encoder_decoder:
        target = side(rows(TARGET_LENGTHS), [[0] * n for n in TARGET_LENGTHS], model.encoder, model.device)
    return TokenBatch(("probe", "probe"), source, torch.zeros_like(source.ids), target)


@torch.inference_mode()
def _run(model: Model, batch: TokenBatch, listen: bool = True) -> tuple[Any, list[_Heard]]:
    heard: list[_Heard] = []

    def note(_: int, call: Call) -> None:
        weights = call.weights
        lengths = {batch.source.ids.shape[1]} | ({batch.target.ids.shape[1]} if batch.target else set())
        if weights.ndim != 4 or not set(weights.shape[-2:]) <= lengths:
            raise HeadscopeError(f"its maps have the shape {tuple(weights.shape)}, expected batch × head × query × key")
        upper = torch.ones(weights.shape[-2:], dtype=torch.bool, device=weights.device).triu(1)
        causal = weights.shape[-1] == weights.shape[-2] and not weights[0][:, upper].any()
        index = getattr(call.module, "layer_idx", None)
        heard.append(
            _Heard(weights.shape[-2], weights.shape[-1], weights.shape[1], causal, index if isinstance(index, int) else None)
        )

    try:
        outputs = model.run(batch, note) if listen else model.base_network(**model.inputs(batch))
    except HeadscopeError:
        raise
    except (RuntimeError, ValueError, TypeError, IndexError, KeyError, AttributeError, AssertionError) as error:
        raise HeadscopeError(f"'{model.name}' could not be run on token ids: {one_line(error)}.") from error
    return outputs, heard


def largest_difference(own: Any, ours: Any, batch: TokenBatch) -> float:
    """The largest change of any output per token, at real positions, as a share of the largest value of that output (at
    least 1); infinite where an output is not a number or nothing can be compared."""
    sides = [batch.source.real] if batch.target is None else [batch.source.real, batch.target.real]
    changes = []
    for name, before in own.items():
        after = ours.get(name)
        for real in sides:
            if (
                isinstance(before, Tensor)
                and before.is_floating_point()
                and before.shape[:2] == real.shape
                and after is not None
            ):
                old, new = before[real].cpu().double(), after[real].cpu().double()
                changes.append(float((old - new).abs().max()) / max(1.0, float(old.abs().max())))
    return max((c if c == c else math.inf for c in changes), default=math.inf)


def name_sites(heard: Sequence[_Heard]) -> tuple[Site, ...]:
    """Tells calls apart by the shapes that the probe gave them: encoder, decoder, cross; layers by the order of their own indices
    where each call has one, else by the order of calls. Layers without attention weights are not counted."""
    several = any(h.queries != h.keys for h in heard) or len({h.queries for h in heard}) > 1
    causal = all(h.causal for h in heard)

    def stack(h: _Heard) -> Stack:
        if several:
            return "cross" if h.queries != h.keys else "encoder" if h.queries == SOURCE_LENGTHS[0] else "decoder"
        return "decoder" if causal else "encoder"

    named: dict[int, Site] = {}
    for name in STACKS:
        of_stack = [(number, h) for number, h in enumerate(heard) if stack(h) == name]
        indices = sorted({h.layer_index for _, h in of_stack if h.layer_index is not None})
        own = len(indices) == len(of_stack)
        for at, (number, h) in enumerate(of_stack):
            named[number] = Site(name, indices.index(h.layer_index) if own and h.layer_index is not None else at, h.heads)
    return tuple(named[number] for number in range(len(heard)))
