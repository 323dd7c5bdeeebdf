"""What the page draws heads at work on: sentences on which a head is typical, and one text under every head.

Weights travel as the views' do, one byte b = round(255·√α) each, in base64 and query by query.
"""

import base64

import numpy as np

from headscope.answers.answer import Example
from headscope.answers.examples import Placed, from_bytes
from headscope.pages import clean
from headscope.report.score import Data, score_id
from headscope.results.sample_text import StackExample, Tokens
from headscope.results.scores import Scores
from headscope.types import Head, Series, Stack
from headscope.views.payload import quantise

MOST_BYTES = 3_000_000  # of the text under every head: more would make the page slow to open
SIDE = 64  # pixels of a head's picture in the grid of all heads, at most
MOST_OF_PICTURES = 1_500_000  # bytes of all these: of a model with many heads they are smaller


def sentences_of(
    scores: Scores, typical: dict[tuple[Stack, Head], Series], examples: int
) -> dict[tuple[Stack, Head], list[Data]]:
    """By head, the sentences of which it gets most right under the relation that is typical of it, and after them one of which it
    gets least right."""
    found: dict[tuple[Stack, Head], list[Placed]] = {}
    for one in () if scores.examples is None else from_bytes(scores.examples):
        place = (one.example.wanted.stack, one.example.wanted.head)
        if one.example.weights is not None and typical.get(place) == _series(one):
            found.setdefault(place, []).append(one)
    chosen = {}
    for place, kept in found.items():
        most, least = ([one for one in kept if one.example.kind == kind] for kind in ("most right", "least right"))
        shown = [*most[:examples], *[one for one in least if one.example.score < 1][: min(1, examples)]]
        chosen[place] = [_sentence(scores, one) for one in shown]
    return chosen


def _series(one: Placed) -> Series:
    stack, _, measure, key, direction = one.example.wanted
    return Series(one.corpus, stack, measure, key, direction)


def _sentence(scores: Scores, one: Placed) -> Data:
    example = one.example
    return {
        "score": score_id(scores, _series(one)),
        "kind": example.kind,
        "place": clean(example.place),
        "words": [clean(word) for word in example.words],
        "answers": [[p.word, p.asked, p.predicted, list(p.gold), p.weight] for p in example.predictions],
        "map": encoded(_with_special(example)),
    }


def _with_special(example: Example) -> np.ndarray:
    """[CLS] before and [SEP] behind the words that are attended to."""
    assert example.weights is not None and example.cls is not None and example.sep is not None
    return np.column_stack([example.cls, example.weights, example.sep])


def text_under_every_head(scores: Scores) -> dict[str, Data]:
    """By stack, the run's example: its tokens, and all heads' maps; without stacks that are too large."""
    stacks = {} if scores.example is None else scores.example.stacks
    return {name: _text(one) for name, one in stacks.items() if one.maps.size <= MOST_BYTES}


def pictures_of_heads(scores: Scores) -> dict[str, Data]:
    """By stack, every head's map as the grid of all heads draws it, where the text is too long for that. Another is drawn as it is."""
    stacks = {} if scores.example is None else scores.example.stacks
    made: dict[str, Data] = {}
    for name, one in stacks.items():
        layers, heads, *tokens = one.maps.shape
        if max(tokens) > SIDE or one.maps.size > MOST_BYTES:
            small = shrunk(one.maps, min(SIDE, int((MOST_OF_PICTURES / (layers * heads)) ** 0.5)))
            made[name] = {"rows": small.shape[2], "columns": small.shape[3], "maps": encoded(small)}
    return made


def shrunk(maps: np.ndarray, side: int) -> np.ndarray:
    """Maps of at most `side` × `side` pixels: a pixel has the largest of its weights, so that thin diagonals stay.

    >>> shrunk(np.eye(4)[None, None], 2).tolist()
    [[[[1.0, 0.0], [0.0, 1.0]]]]
    """
    for axis in (2, 3):
        length = maps.shape[axis]
        if length > side:
            maps = np.maximum.reduceat(maps, np.arange(side) * length // side, axis=axis)
    return maps


def _text(one: StackExample) -> Data:
    return {"queries": _side(one.queries), "keys": _side(one.keys), "maps": encoded(one.maps)}


def _side(tokens: Tokens) -> Data:
    return {
        "texts": [clean(text) for text in tokens.texts],
        "special": list(tokens.special),
        "segments": list(tokens.segments),
    }


def encoded(weights: np.ndarray) -> str:
    """Weights as base64.

    >>> encoded(np.array([[0.0, 1.0]], np.float32))
    'AP8='
    """
    return base64.b64encode(quantise(weights.astype(np.float32)).tobytes()).decode("ascii")
