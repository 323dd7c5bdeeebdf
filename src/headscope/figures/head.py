"""One head on one text: tokens in two columns, the one being updated on the left, the one attended to on the right, and a straight
stroke from each to each whose strength follows the weight.

`columns` says where everything lies, `draw_head` draws it there; other views can share the first and draw in their own way.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from headscope.figures.lettering import MONO, cells, shortened, visible
from headscope.figures.svg import Element, number, text
from headscope.results.sample_text import Tokens

LINE = 18.0  # pixels to a token
TYPE = 0.7  # the size of its type, in lines
SET_OFF = 0.7  # the gap before the second text, in lines
FEWEST = 0.01  # weights below are not drawn
NUMBER = 4.4  # the room for a weight as a number, in characters
_LEAST_GAP, _PAD = 36.0, 4.0


@dataclass(frozen=True)
class Columns:
    """Where the tokens of both sides lie: `queries` and `keys` are the middles of their lines; strokes go from `left` to
    `right`; `characters` is how much of a token there is room for."""

    queries: tuple[float, ...]
    keys: tuple[float, ...]
    left: float
    right: float
    bottom: float
    line: float
    characters: int

    @property
    def size(self) -> float:
        return self.line * TYPE


def columns(
    queries: Tokens, keys: Tokens, x: float, y: float, width: float, *, line: float = LINE, numbered: bool = False
) -> Columns:
    """Places for a head's two columns in a box that starts at (x, y); `numbered` leaves room for weights on the right."""
    character = line * TYPE * MONO
    room = width - (NUMBER * character if numbered else 0)
    most = max(3, int((room - _LEAST_GAP - 2 * _PAD) / 2 / character))
    longest = max((cells(visible(token)) for side in (queries, keys) for token in side.texts), default=1)
    characters = min(most, longest)
    column = characters * character + _PAD
    down, across = (_lines(side.segments, y, line) for side in (queries, keys))
    bottom = max([y, *down, *across]) + line / 2
    return Columns(down, across, x + column, x + room - column, bottom, line, characters)


def _lines(segments: Sequence[int], y: float, line: float) -> tuple[float, ...]:
    """The middles of the lines; a second text is set off by a gap."""
    places, gap = [], 0.0
    for at, segment in enumerate(segments):
        gap += SET_OFF * line if at and segment != segments[at - 1] else 0.0
        places.append(y + gap + (at + 0.5) * line)
    return tuple(places)


def draw_head(
    place: Columns,
    queries: Tokens,
    keys: Tokens,
    weights: Float[np.ndarray, "query key"],
    colour: str,
    *,
    selected: int | None = None,
    targets: Bool[np.ndarray, " key"] | None = None,
    numbered: bool = True,
) -> list[Element]:
    """A head on a text. With `selected`, that token's strokes only, its weights as numbers where `numbered`, and boxes over its targets."""
    shown = range(len(queries.texts)) if selected is None else [selected]
    made = [stroke for query in shown for stroke in _strokes(place, query, weights[query], colour)]
    for at, y in enumerate(place.queries):
        quiet = selected is not None and at != selected
        made.append(_token(queries, at, place.left - _PAD, y, place, "end", quiet, strong=at == selected))
    if selected is None:
        return made + [_token(keys, at, place.right + _PAD, y, place, None, False) for at, y in enumerate(place.keys)]
    made.append(_box(place, queries, selected, place.queries[selected], colour, left=True))
    for at, y in enumerate(place.keys):
        target = bool(targets is not None and targets[at])
        weight = float(weights[selected, at])
        made.append(_token(keys, at, place.right + _PAD, y, place, None, not target, strong=target))
        if target:
            made.append(_box(place, keys, at, y, colour, left=False))
        if numbered and weight >= FEWEST:
            style = "token strong" if target else "token quiet"
            made.append(
                _sized(text(_number_x(place), _baseline(y, place), f"{weight:.2f}", style, anchor="end"), place.size * 0.92)
            )
    return made


def _strokes(place: Columns, query: int, row: Float[np.ndarray, " key"], colour: str) -> list[Element]:
    """The strokes from one token, those of one strength as one path: few elements, and strokes of different tokens still add up."""
    alike: dict[float, list[int]] = defaultdict(list)
    for key, weight in enumerate(row):
        if weight >= FEWEST:
            alike[round(float(weight), 2)].append(key)
    start = f"M{number(place.left)} {number(place.queries[query])}"
    return [
        Element(
            "path",
            d="".join(f"{start}L{number(place.right)} {number(place.keys[key])}" for key in keys),
            class_=f"edges line-{colour}",
            stroke_opacity=weight,
            stroke_width=0.5 + 2.5 * weight,
        )
        for weight, keys in sorted(alike.items())
    ]


def _token(
    side: Tokens, at: int, x: float, y: float, place: Columns, anchor: str | None, quiet: bool, *, strong: bool = False
) -> Element:
    whole, seen = visible(side.texts[at]), shortened(side.texts[at], place.characters)
    kind = "special" if side.special[at] else "quiet" if quiet else ""
    made = text(x, _baseline(y, place), seen, f"token {kind}{' strong' if strong else ''}".strip(), anchor=anchor)
    return _sized(made.add(Element("title", whole)) if whole != seen else made, place.size)


def _box(place: Columns, side: Tokens, at: int, y: float, colour: str, *, left: bool) -> Element:
    width = cells(shortened(side.texts[at], place.characters)) * place.size * MONO + 2 * _PAD - 2
    x = place.left + 1 - width if left else place.right + 1
    return Element("rect", x=x, y=y - place.line / 2 + 1, width=width, height=place.line - 2, rx=2, class_=f"box line-{colour}")


def _number_x(place: Columns) -> float:
    return place.right + _PAD + (place.characters + NUMBER) * place.size * MONO


def _baseline(y: float, place: Columns) -> float:
    return y + place.size * 0.35


def _sized(element: Element, size: float) -> Element:
    element.attributes["font-size"] = size
    return element
