"""Masks as stretches of keys, in the place of n × n numbers, wherever a mask is made of such."""

from collections.abc import Iterator
from typing import Any

import torch
from jaxtyping import Bool
from torch import Tensor
from transformers.masking_utils import eager_mask, sdpa_mask

from headscope.rows import Spans

BLOCK = 1 << 24  # pairs of a query and a key at a time


def span_mask(*given: Any, **named: Any) -> Any:
    """What transformers asks for when it makes a mask, answered with `Spans`; with an additive mask where rows see other than one
    stretch, or where it asks in a way that is not known here."""
    if given or not ("q_length" in named or "cache_position" in named):
        return eager_mask(*given, **named)
    return Spans.of(_blocks(named)) or eager_mask(**named)


def _blocks(named: dict[str, Any]) -> Iterator[Bool[Tensor, "batch 1 query key"]]:
    """transformers' own mask, some queries at a time. Older versions name the queries by their places, newer ones by how many."""
    places = named.get("cache_position")
    number = int(named["q_length"]) if places is None else len(places)
    size = max(1, BLOCK // (named["batch_size"] * named["kv_length"]))
    skips = {"allow_is_causal_skip": False, "allow_is_bidirectional_skip": False}
    for start in range(0, number, size):
        stop = min(start + size, number)
        if places is None:
            part = {"q_length": stop - start, "q_offset": named.get("q_offset", 0) + start}
        else:
            part = {"cache_position": places[start:stop]}
        mask = sdpa_mask(**{**named, **part, **skips})
        assert mask is not None
        yield mask.expand(named["batch_size"], 1, stop - start, named["kv_length"]).to(torch.bool)
