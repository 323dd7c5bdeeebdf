"""A causal model and the beginning of a text → the attention by which it went on: each row is of the pass that read that token and chose
the next, the tokens before it being in the cache."""

import sys

import numpy as np

from headscope.errors import HeadscopeError
from headscope.models import Call, Model
from headscope.models.continuation import Choice, check_continues, check_room, continuation
from headscope.names import LAYER_WEIGHTS
from headscope.results.sample_maps import tokens_of
from headscope.tokens import Encoded, Encoder, collate
from headscope.types import Site, Stack
from headscope.views.attend import Heard, check_size, encode_text, norms_of, remarks
from headscope.views.attention import Attention, StackAttention, Vectors

STACK: Stack = "decoder"


def generate(
    model: Model,
    text: str,
    count: int,
    *,
    choice: Choice | None = None,
    vectors: bool = False,
    max_length: int | None = None,
    weights: str = "raw",
) -> Attention:
    """The attention of every head over a text and up to `count` tokens with which the model goes on. The text is segment 0 of the tokens,
    the continuation segment 1. With `max_length` the text is cut to so many tokens first; `vectors` keeps queries and keys too.

    >>> from headscope.models import load
    >>> side = generate(load("gpt-8x8"), "The capital of France", 3).stack().queries
    >>> side.texts[:5], side.segments
    (('<s>', 'The', ' capital', ' of', ' France'), (0, 0, 0, 0, 0, 1, 1, 1))
    """
    if weights in LAYER_WEIGHTS:
        raise HeadscopeError(f"--weights {weights} is of one pass over a whole text: leave --generate out.")
    check_continues(model, count)
    choice = choice or Choice()
    choice.check()
    row, cut = encode_text(model, text, max_length or sys.maxsize)
    prompt = _unclosed(row, model.encoder)
    check_room(model, len(prompt), count)
    passes: list[Heard] = []
    measured = norms_of(model)

    def hear(number: int, site: Site, call: Call) -> None:
        if number == len(passes):
            passes.append(Heard(model.stacks[STACK][1]))
        passes[number].keep(site.layer, call, vectors, measured(site, call))

    found = continuation(model, list(prompt.ids), count, hear, choice)
    batch = collate([_continued(prompt, found, model.encoder)], model.encoder, model.device, None)
    check_size(model, batch)
    side = tokens_of(model, batch.source)
    known = _vectors(passes) if vectors else None
    maps, norms = _square(passes, len(side.texts)), _norms(passes)
    stack = StackAttention(side, side, maps, known, causal=True, prompt=len(prompt), norms=norms)
    how = "the likeliest each time" if not choice.temperature else f"temperature {choice.temperature:g}, seed {choice.seed}"
    said = f"Generated {len(found)} tokens, {how}: {model.encoder.tokenizer.decode(found)!r}"
    made = Attention(model.name, {STACK: stack}, cut, (*remarks(model), said), no_norms=model.values.reason or "")
    return made.under(weights)


def _unclosed(row: Encoded, encoder: Encoder) -> Encoded:
    """The text without the token that some tokenizers end a text with: the text is to go on."""
    end = len(row.ids) - len(encoder.closing)
    if not encoder.closing or row.ids[end:] != tuple(encoder.closing):
        return row
    words = None if row.words is None else row.words[:end]
    return Encoded(row.document, row.ids[:end], None, row.segments[:end], words)


def _continued(prompt: Encoded, found: list[int], encoder: Encoder) -> Encoded:
    """The text with its continuation. A word goes on where letters or digits follow letters or digits with no space between."""
    words = list(prompt.words or range(len(prompt.ids)))
    before = encoder.text(prompt.ids[-1])
    for token in found:
        spelling = encoder.text(token)
        goes_on = before[-1:].isalnum() and spelling[:1].isalnum() and words[-1] >= 0
        following = words[-1] if goes_on else max(words, default=-1) + 1
        words.append(-1 if encoder.is_special(token) else following)
        before = spelling
    segments = (0,) * len(prompt.ids) + (1,) * len(found)
    return Encoded(prompt.document, (*prompt.ids, *found), None, segments, tuple(words))


def _square(passes: list[Heard], size: int) -> np.ndarray:
    """The rows of all passes under one another. The keys of a pass end with its last query; a window that has let go of earlier ones
    leaves zeros there."""
    first = passes[0].by_layer().shape
    maps = np.zeros((*first[:2], size, size), dtype=np.float32)
    end = 0
    for one in passes:
        block = one.by_layer()
        rows, keys = block.shape[2:]
        end += rows
        maps[:, :, end - rows : end, end - keys : end] = block
    return maps


def _norms(passes: list[Heard]) -> np.ndarray | None:
    """Of every token, from the pass that read it: there, its key is among the last."""
    parts = [(one.norms_by_layer(), one.by_layer().shape[2]) for one in passes]
    known = [norms[..., -read:] for norms, read in parts if norms is not None]
    return np.concatenate(known, axis=-1) if len(known) == len(parts) else None


def _vectors(passes: list[Heard]) -> Vectors | None:
    """Queries and keys of every token, each from the pass that read it; None where the model does not hand them over."""
    parts = [one.vectors() for one in passes]
    if any(part is None for part in parts):
        return None
    known = [part for part in parts if part is not None]
    query = np.concatenate([part.query for part in known], axis=2)
    key = np.concatenate([part.key[:, :, -part.query.shape[2] :] for part in known], axis=2)
    return Vectors(query, key, known[0].scaling)
