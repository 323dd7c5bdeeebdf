"""One sentence under one head: a row of words turned upright, what the head does arching on the left, what is annotated on the right.

Words that were asked stand on grey. Nothing but weights decides what is drawn; which sentence it is, others choose.
"""

import numpy as np
from jaxtyping import Float32

from headscope.answers.answer import Example, Prediction
from headscope.figures.lettering import MONO, cells, shortened, visible
from headscope.figures.svg import Element, number, text
from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD

LINE, SIZE = 15.0, 11.0
LEFT, RIGHT, NUMBER = 36.0, 19.0, 29.0  # the room for attention, for gold, and for a prediction's weight
FEWEST = 0.05  # weights below are not drawn
HEAD, GOLD = "next", "syntax"  # colours


def draw_sentence(
    example: Example, x: float, y: float, wide: float, special: tuple[str, str] | None = None
) -> tuple[list[Element], float]:
    """One sentence in a box that starts at (x, y); and where it ends. The special tokens that open and close it, where named, have a line
    of their own where words are read by what they attend to."""
    assert example.weights is not None and example.cls is not None and example.sep is not None
    around = special is not None and example.wanted.direction == TO_HEAD
    tokens = [special[0], *example.words, special[1]] if special is not None and around else list(example.words)
    first = int(around)
    lines = [y + (at + 0.5) * LINE for at in range(len(tokens))]
    room = int((wide - LEFT - RIGHT - NUMBER - 8) / (SIZE * MONO))
    column = min(room, max(cells(visible(token)) for token in tokens)) * SIZE * MONO
    left, right = x + LEFT, x + LEFT + column + 8
    bearing = {p.word + first: p for p in example.predictions}
    made = [
        Element("rect", x=left + 1, y=lines[at] - LINE / 2 + 1, width=column + 6, height=LINE - 2, rx=2, class_="fill-faint")
        for at in bearing
    ]
    for p in example.predictions:
        weights = _row(example, p, around)
        made += _attention(weights, p.asked + first, p.predicted + first, p.right, left, lines, example.wanted.direction)
        made += [_gold(right, lines[p.word + first], lines[at + first]) for at in p.gold]
        made += [Element("circle", cx=right, cy=lines[at + first], r=2.2, class_=f"fill-{GOLD}") for at in p.gold]
        made += _verdict(p, right + RIGHT + 2, lines[p.word + first])
    for at, token in enumerate(tokens):
        ours = not around or 0 < at < len(tokens) - 1
        made.append(_word(token, left + 4, lines[at], room, at in bearing, ours))
    return made, lines[-1] + LINE / 2


def _row(example: Example, p: Prediction, around: bool) -> Float32[np.ndarray, " line"]:
    """What the asked word gives to each line, or gets from it."""
    assert example.weights is not None and example.cls is not None and example.sep is not None
    way, asked = example.wanted.direction, p.asked
    to, of = example.weights[asked], example.weights[:, asked]
    row = to + of if way == BOTH else of if way == TO_DEPENDENT else to
    return np.concatenate([example.cls[asked, None], row, example.sep[asked, None]]) if around else row


def _attention(
    weights: Float32[np.ndarray, " line"],
    asked: int,
    predicted: int,
    is_right: bool,
    x: float,
    lines: list[float],
    direction: str,
) -> list[Element]:
    made = []
    for at, weight in enumerate(map(float, weights)):
        if at != asked and at != predicted and weight >= FEWEST:
            made.append(_arch(x, lines[asked], lines[at], 4 - LEFT, "quiet", min(1.0, 0.2 + weight)))
    strength = max(0.45, min(1.0, float(weights[predicted])))
    chosen = _arch(x, lines[asked], lines[predicted], 4 - LEFT, HEAD, strength)
    if not is_right:
        chosen.attributes["stroke-dasharray"] = "3 2"
    end = asked if direction == TO_DEPENDENT else predicted
    return [*made, chosen, Element("circle", cx=x, cy=lines[end], r=2.2, class_=f"fill-{HEAD}")]


def _gold(x: float, start: float, end: float) -> Element:
    return _arch(x, start, end, RIGHT - 4, GOLD, 0.6)


def _arch(x: float, start: float, end: float, most: float, colour: str, strength: float) -> Element:
    """From one line to another, the further the wider, up to `most` (to the left where negative)."""
    depth = min(abs(most), 7 + 0.22 * abs(end - start)) * 4 / 3 * (1 if most > 0 else -1)
    points = f"C{number(x + depth)} {number(start)} {number(x + depth)} {number(end)} {number(x)} {number(end)}"
    return Element(
        "path",
        d=f"M{number(x)} {number(start)}{points}",
        class_=f"edges line-{colour}",
        stroke_opacity=strength if colour != GOLD else 1.0,
        stroke_width=0.6 + 1.6 * strength,
    )


def _verdict(p: Prediction, x: float, y: float) -> list[Element]:
    """A tick or a cross, and the weight."""
    shape = "M0 0l2.5 3l4 -6.5" if p.right else "M0.5 -3l5.5 6m0 -6l-5.5 6"
    sign = Element("path", d=shape, transform=f"translate({number(x)} {number(y)})", class_="edges line-ink", stroke_width=1.4)
    said = text(x + 9, y + 3.6, f"{p.weight:.2f}".removeprefix("0"), "tick quiet")
    said.attributes["font-size"] = 10.0
    return [sign.add(Element("title", "right" if p.right else "wrong")), said]


def _word(token: str, x: float, y: float, room: int, strong: bool, ours: bool) -> Element:
    seen, whole = shortened(token, room), visible(token)
    made = text(x, y + SIZE * 0.35, seen, "token strong" if strong else "token" if ours else "token special")
    made.attributes["font-size"] = SIZE
    return made.add(Element("title", whole)) if whole != seen else made
