"""Maps that somebody has already → stacks, or a sentence that says what is wrong with them.

Rows may sum to less than 1 (part of the attention went where no token is), but not to more, and every weight must be a number.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Float32

from headscope.errors import HeadscopeError
from headscope.results.sample_text import Tokens
from headscope.types import Head, Stack
from headscope.views.attention import StackAttention

TOLERANCE = 0.01  # a row may sum to so much more than 1: half precision, and maps that went through it on their way
_SPECIAL = re.compile(r"\[(CLS|SEP|PAD|MASK|BOS|EOS)\]|</?s>|<(pad|bos|eos|mask|cls|sep)>|<\|[\w-]+\|>", re.IGNORECASE)
_SHAPES = "one array [layer, head, n, n], or one [1, head, n, n] per layer"


@dataclass
class Made:
    """Stacks, and what a reader should know about them."""

    stacks: dict[Stack, StackAttention] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def add(self, stack: Stack, maps: Any, queries: Tokens, keys: Tokens) -> None:
        name = {"encoder": "The attention", "decoder": "The decoder's attention", "cross": "The cross attention"}[stack]
        array = _checked(name, stacked(name, maps), len(queries.texts), len(keys.texts))
        short = array.sum(-1, dtype=np.float64) < 1 - TOLERANCE
        if short.any():
            self.remarks += (f"{name} has {int(short.sum()):,} rows that sum to less than 1; they are shown as they are.",)
        self.stacks[stack] = StackAttention(queries, keys, array)


def one_stack(
    maps: Any,
    tokens: Sequence[str] | None,
    second: int | None,
    special: Iterable[int] | None,
    words: Sequence[int | None] | None,
    mixed: bool,
) -> Made:
    """The stack of a model that has only one: a decoder where no token sees a later one, otherwise an encoder."""
    if maps is None or tokens is None:
        raise HeadscopeError("Attention from arrays takes maps and their tokens: head_view(attentions, tokens).")
    if mixed:
        raise HeadscopeError(
            "Give either maps and tokens, or encoder_attention, decoder_attention and cross_attention with encoder_tokens and "
            "decoder_tokens, not both."
        )
    side = name_tokens(tokens, second, special, words)
    array = stacked("The attention", maps)
    causal = array.shape[-1] > 1 and array.shape[-1] == array.shape[-2] and not np.triu(array, 1).any()
    made = Made()
    made.add("decoder" if causal else "encoder", array, side, side)
    return made


def encoder_decoder(encoder: Any, decoder: Any, cross: Any, source: Sequence[str] | None, target: Sequence[str] | None) -> Made:
    """The stacks of an encoder–decoder model, those that were given."""
    parts: list[tuple[Stack, Any, Sequence[str] | None, Sequence[str] | None]] = [
        ("encoder", encoder, source, source),
        ("decoder", decoder, target, target),
        ("cross", cross, target, source),
    ]
    made = Made()
    for stack, maps, queries, keys in parts:
        if maps is None:
            continue
        if queries is None or keys is None:
            needed = {"encoder": "encoder_tokens", "decoder": "decoder_tokens", "cross": "encoder_tokens and decoder_tokens"}[
                stack
            ]
            raise HeadscopeError(f"{stack}_attention needs its tokens: give {needed}.")
        made.add(stack, maps, name_tokens(queries), name_tokens(keys))
    if not made.stacks:
        raise HeadscopeError(f"There is no attention: expected maps ({_SHAPES}) and their tokens.")
    return made


def stacked(name: str, maps: Any) -> Float32[np.ndarray, "..."]:
    """All layers as one array; the batch of one falls away."""
    if hasattr(maps, "shape"):
        array = _array(name, maps)
        if array.ndim == 5 and array.shape[1] == 1:
            array = array[:, 0]
    elif isinstance(maps, Sequence) and not isinstance(maps, str | bytes) and len(maps):
        if any(layer is None for layer in maps):
            raise HeadscopeError(
                f"{name} has a layer that is None: ask the model with output_attentions=True and attn_implementation='eager'."
            )
        layers = [_array(name, layer) for layer in maps]
        layers = [layer[0] if layer.ndim == 4 and len(layer) == 1 else layer for layer in layers]
        shapes = {layer.shape for layer in layers}
        if len(shapes) > 1:
            raise HeadscopeError(f"{name} has layers of different shapes, {' and '.join(map(str, sorted(shapes)[:2]))}.")
        array = np.stack(layers)
    else:
        raise HeadscopeError(f"{name} is no array and no list of arrays: expected {_SHAPES}.")
    if array.ndim != 4 or 0 in array.shape:
        of = (
            f" ({len(maps)} layers of {list(maps[0].shape)})"
            if isinstance(maps, Sequence) and hasattr(maps[0], "shape")
            else ""
        )
        raise HeadscopeError(f"{name} has the shape {list(array.shape)}{of}: expected {_SHAPES}, of one text.")
    return array


def _array(name: str, maps: Any) -> Float32[np.ndarray, "..."]:
    if hasattr(maps, "detach"):  # a tensor, of whatever device and precision
        maps = maps.detach().float().cpu().numpy()
    try:
        found = np.asarray(maps)
    except ValueError:
        raise HeadscopeError(f"{name} is not an array: its rows have different lengths.") from None
    if found.dtype.kind not in "fiub":
        raise HeadscopeError(f"{name} holds {found.dtype}, not numbers: expected {_SHAPES}.")
    return found.astype(np.float32)


def _checked(name: str, array: Float32[np.ndarray, "layer head query key"], queries: int, keys: int) -> np.ndarray:
    if array.shape[2:] != (queries, keys):
        tokens = f"{queries} tokens" if queries == keys else f"{queries} × {keys} tokens"
        raise HeadscopeError(f"{name} has maps of {array.shape[2]} × {array.shape[3]} for {tokens}: both must be of one text.")
    sums = array.sum(-1, dtype=np.float64)
    wrong = ~(sums <= 1 + TOLERANCE) | ~(array.min(-1) >= 0)  # what is no number is neither
    if wrong.any():
        layer, head, row = (int(at) for at in np.argwhere(wrong)[0])
        weights = array[layer, head, row]
        if np.isnan(weights).any():
            what = "a weight that is not a number (NaN)"
        elif weights.min() < 0:
            what = f"a negative weight ({weights.min():.3g}); give weights after the softmax"
        else:
            what = f"a sum of {sums[layer, head, row]:.4g}, more than 1"
        raise HeadscopeError(f"{name} is not attention: head {Head(layer, head)}, row {row} counted from 0, has {what}.")
    array = np.minimum(array, 1)  # a weight of 1.0003 is a rounded 1
    return array


def name_tokens(
    tokens: Sequence[str],
    second: int | None = None,
    special: Iterable[int] | None = None,
    words: Sequence[int | None] | None = None,
) -> Tokens:
    """Tokens with what can be told from how they are written; what is given is taken.

    >>> name_tokens(["<s>", "Ġold", "Ġstraw", "berry", "</s>"]).words
    (-1, 0, 1, 1, -1)
    """
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise HeadscopeError("Tokens are a list of strings, one for each row of a map: a text must be tokenised first.")
    texts = tuple(tokens)
    if second is not None and not 0 < second <= len(texts):
        raise HeadscopeError(f"sentence_b_start is {second}, but there are {len(texts)} tokens: expected 1 to {len(texts)}.")
    marked = {at for at, token in enumerate(texts) if _SPECIAL.fullmatch(token)} if special is None else set(special)
    if marked - set(range(len(texts))):
        raise HeadscopeError(f"The special token {max(marked)} is none of the {len(texts)} tokens, counted from 0.")
    if words is not None and len(words) != len(texts):
        raise HeadscopeError(f"There are {len(words)} words for {len(texts)} tokens: expected the word of each token.")
    numbers = _words(texts, marked, second) if words is None else tuple(-1 if w is None else int(w) for w in words)
    segments = tuple(int(second is not None and at >= second) for at in range(len(texts)))
    return Tokens(texts, tuple(at in marked for at in range(len(texts))), segments, numbers)


def _words(texts: Sequence[str], special: set[int], second: int | None) -> tuple[int, ...]:
    """Words by the marks of their tokens: ## goes on, Ġ and ▁ begin. Where there are no such marks, every token is one."""
    ordinary = [token for at, token in enumerate(texts) if at not in special]
    begins = any(token.startswith(("Ġ", "▁")) for token in ordinary)
    found, word, fresh = [], -1, True
    for at, token in enumerate(texts):
        if at in special:
            found.append(-1)
            fresh = True
            continue
        goes_on = not token.startswith(("Ġ", "▁")) if begins else token.startswith("##") and len(token) > 2
        word += not goes_on or fresh or at == second
        found.append(word)
        fresh = False
    return tuple(found)
