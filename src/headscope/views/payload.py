"""Attention → what the page draws from: `meta`, which is JSON, and `data`, which is bytes.

A weight α travels as one byte b = round(255·√α) and is read back as (b / 255)²; on a square-root scale small weights, of which there
are most, keep more of their digits than large ones. The largest error is that of a weight half-way between the two highest steps,
1 − (254.5 / 255)² = 0.00392 (stated as `ERROR`). Queries, keys and norms are float32. Weights of other kinds are computed by the page,
from these bytes and one norm per head and token; their largest error is found here, in this very text. All blocks lie one after the
other, each at a multiple of its numbers' size, and are compressed as a whole (deflate without a header).

The other side is web/src/views: meta says at which byte each block starts and what shape it has.
"""

import zlib
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Float32, UInt8

from headscope.errors import HeadscopeError
from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.pages import clean
from headscope.results.sample_text import Tokens
from headscope.types import Head
from headscope.views.attention import Attention, StackAttention
from headscope.views.weighting import resting, weighed

VERSION = 1
ERROR = 0.00392
MOST_BYTES = 2**29  # before compression: what a browser still opens
LONGEST_VECTORS = 128  # tokens; queries and keys of more would outweigh the maps
Kind = Literal["head", "model", "neuron"]
KINDS: tuple[Kind, ...] = ("head", "model", "neuron")
_SAMPLE = 2**19


@dataclass(frozen=True)
class Start:
    """What is shown first: heads of one layer of one stack, and a token on the left whose row is shown; all counted from 0. None
    leaves it to the text: without a layer and heads, the head with most to show (`telling`); with a layer alone, all its heads."""

    stack: str | None = None
    layer: int | None = None
    heads: tuple[int, ...] = ()
    token: int | None = None

    def heads_of(self, one: StackAttention) -> tuple[int, tuple[int, ...]]:
        """The layer and the heads that this stack opens with, as web/src/views/state.ts has it."""
        if self.layer is None and not self.heads:
            return one.telling.layer, (one.telling.head,)
        return self.layer or 0, self.heads or tuple(range(one.heads))


@dataclass(frozen=True)
class Payload:
    """What a host hands to the page; `data` is compressed."""

    meta: dict[str, Any]
    data: bytes


def quantise(maps: Float32[np.ndarray, "..."]) -> UInt8[np.ndarray, "..."]:
    """b = round(255·√α), for every weight.

    >>> quantise(np.array([0.0, 0.25, 1.0], dtype=np.float32)).tolist()
    [0, 128, 255]
    """
    root = np.sqrt(np.clip(maps, 0, 1))
    root *= 255
    steps: UInt8[np.ndarray, "..."] = np.rint(root, out=root).astype(np.uint8)
    return steps


def restore(steps: UInt8[np.ndarray, "..."]) -> Float32[np.ndarray, "..."]:
    """α = (b / 255)², as the page reads it."""
    weights: Float32[np.ndarray, "..."] = (steps.astype(np.float32) / 255) ** 2
    return weights


def payload(
    attention: Attention,
    kind: Kind = "head",
    *,
    start: Start | None = None,
    scores: list[dict[str, Any]] | None = None,
    labels: list[dict[str, Any]] | None = None,
    behaviours: list[dict[str, Any]] | None = None,
) -> Payload:
    """The whole of it, for any host."""
    _check_size(attention)
    blocks = _Blocks()
    first = attention.stack_name(None if start is None else start.stack)  # the page opens with the first
    order = [first, *(name for name in attention.stacks if name != first)]
    stacks = [_stack(name, attention.stacks[name], blocks) for name in order]
    own = [one.raw or one for one in attention.stacks.values()]
    layered = attention.weights in LAYER_WEIGHTS  # then there is no other kind
    missing = {"norm": clean(attention.no_norms)} if any(one.norms is None for one in own) and not layered else {}
    kinds = [attention.weights] if layered else [kind for kind in WEIGHTS if kind not in missing]
    meta = {
        "version": VERSION,
        "kind": kind,
        "title": clean(attention.name),
        "stacks": stacks,
        "error": ERROR,
        "weights": {
            "first": attention.weights,
            "errors": {kind: max(_error(kind, one) for one in own) for kind in kinds},
            "missing": missing,
        },
        "off": [clean(name) for name in attention.off],
        "likely": _likely(attention),
        "scores": scores or [],
        "labels": labels or [],
        "behaviours": behaviours or [],
        "start": None if start is None else {"layer": start.layer, "heads": list(start.heads), "token": start.token},
    }
    return Payload(meta, compress(bytes(blocks.data)))


def compress(data: bytes) -> bytes:
    """Deflate without a header, in the way that suits these bytes: attention that is spread out has no repeats to look for, and runs of
    zeros at most; where it is sharp, looking pays."""
    middle = max(0, len(data) // 2 - _SAMPLE // 2)
    sample = data[: _SAMPLE // 2] + data[middle : middle + _SAMPLE // 2]
    strategies = (zlib.Z_RLE, zlib.Z_HUFFMAN_ONLY, zlib.Z_DEFAULT_STRATEGY)
    best = min(strategies, key=lambda strategy: len(_deflate(sample, strategy)))
    return _deflate(data, best)


def decompress(data: bytes) -> bytes:
    return zlib.decompress(data, -zlib.MAX_WBITS)


class _Blocks:
    """Arrays as bytes, one after the other."""

    def __init__(self) -> None:
        self.data = bytearray()

    def add(self, array: np.ndarray) -> dict[str, Any]:
        self.data += bytes(-len(self.data) % array.itemsize)
        at = len(self.data)
        self.data += np.ascontiguousarray(array).tobytes()
        return {"at": at, "shape": list(array.shape)}


def _stack(name: str, one: StackAttention, blocks: _Blocks) -> dict[str, Any]:
    own, vectors = one.raw or one, None
    maps = blocks.add(quantise(own.maps))
    norms = None if own.norms is None else blocks.add(own.norms.astype("<f4"))
    rests = blocks.add(np.stack([resting(layer, own.sinks) for layer in own.maps]).astype(np.uint8))
    if one.vectors is not None and max(one.maps.shape[2:]) <= LONGEST_VECTORS:
        vectors = {
            "query": blocks.add(one.vectors.query.astype("<f4")),
            "key": blocks.add(one.vectors.key.astype("<f4")),
            "scaling": one.vectors.scaling,
        }
    sides = {"queries": _tokens(one.queries), "keys": _tokens(one.keys)}
    size = {"layers": one.layers, "heads": one.heads}
    telling = {"layer": one.telling.layer, "head": one.telling.head}
    said = {"causal": one.causal, "prompt": one.prompt, "telling": telling}
    moved = {"norms": norms, "rests": rests, "sinks": one.sinks.tolist()}
    return {"name": name, **size, **sides, "maps": maps, "vectors": vectors, **moved, **said}


def _likely(attention: Attention) -> dict[str, Any] | None:
    found = attention.likely
    if found is None:
        return None
    guesses = [{"text": clean(one.text), "whole": one.whole, "without": one.without} for one in found.guesses]
    return {"what": found.what, "place": found.place, "reason": clean(found.reason), "guesses": guesses}


def _error(kind: str, own: StackAttention) -> float:
    """By how much a weight that the page shows may be wrong at most."""
    if kind == "raw" or kind in LAYER_WEIGHTS:
        return ERROR
    worst = 0.0
    for at, maps in enumerate(own.maps):
        norms, rests = None if own.norms is None else own.norms[at], resting(maps, own.sinks)
        shown = weighed(kind, restore(quantise(maps)), norms, own.sinks, rests)
        worst = max(worst, float(np.abs(shown - weighed(kind, maps, norms, own.sinks, rests)).max()))
    return round(worst + 5e-5, 4)


def _tokens(side: Tokens) -> dict[str, Any]:
    texts = [clean(text) for text in side.texts]
    return {"texts": texts, "special": list(side.special), "segments": list(side.segments), "words": list(side.words)}


def check_start(attention: Attention, start: Start) -> None:
    """Raises where a head or a token is not there."""
    one = attention.stack(start.stack)
    layer = start.layer or 0
    wrong = [head for head in start.heads or (0,) if not (0 <= layer < one.layers and 0 <= head < one.heads)]
    if wrong:
        raise HeadscopeError(f"There is no head {Head(layer, wrong[0])}: there are {one.layers} layers of {one.heads} heads.")
    if start.token is not None and not 0 <= start.token < len(one.queries.texts):
        raise HeadscopeError(f"There is no token {start.token + 1}: the text has {len(one.queries.texts)} tokens.")


def check_vectors_length(tokens: int) -> None:
    """Raises where a text is too long for its queries and keys to travel."""
    if tokens > LONGEST_VECTORS:
        raise HeadscopeError(
            f"A neuron view is of at most {LONGEST_VECTORS} tokens, and this text has {tokens:,}: give a shorter one, or cut it with "
            f"--max-length {LONGEST_VECTORS} (in Python, max_length={LONGEST_VECTORS})."
        )


def _check_size(attention: Attention) -> None:
    size = sum(one.maps.size for one in attention.stacks.values())
    if size > MOST_BYTES:
        longest = max(len(one.keys.texts) for one in attention.stacks.values())
        raise HeadscopeError(
            f"A view of {longest:,} tokens would hold {size / 1e6:,.0f} MB of weights, more than a browser opens "
            f"({MOST_BYTES / 1e6:,.0f} MB): give a shorter text, or fewer layers to Attention.from_arrays."
        )


def _deflate(data: bytes, strategy: int) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 9, strategy)
    return packer.compress(data) + packer.flush()
