"""How unlike the layers are: the mean divergence between the heads of every two."""

import numpy as np
from jaxtyping import Float64

from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.ramp import STEPS, step
from headscope.figures.source import Source
from headscope.figures.svg import Element, text
from headscope.results.scores import Scores
from headscope.statistics.clusters import between_layers, ends
from headscope.ties import rounded

NAME = "layers"
_LEFT, _TOP = 40.0, 34.0

Between = Float64[np.ndarray, "layers layers"]


def layers(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """How unlike the layers are: mean divergence between the heads of every two."""
    source = Source(NAME, scores, corpus, stack)
    number, heads = source.shape()
    between = between_layers(source.distances(), number, heads)
    caption = (
        "The number in row a, column b is the mean Jensen–Shannon divergence, in nats a token (at most 0.69), between a head of layer a "
        "and a head of layer b; on the diagonal, between two heads of one layer. The stronger the colour, the less alike. "
        + _ends(between)
        + source.about()
    )
    return Figure(NAME, _title(between), caption, _draw(between))


def _ends(between: Between) -> str:
    """Are the first and the last layer alike? For the caption."""
    found = ends(between)
    return (
        ""
        if found is None
        else f"The first and the last layer: {found.value:.2f}, all pairs of layers on average {found.mean:.2f}. "
    )


def _title(between: Between) -> str:
    number = len(between)
    if number == 1:
        return (
            f"The heads of the one layer are {between[0, 0]:.2f} nats apart on average."
            if not np.isnan(between[0, 0])
            else "There is one head."
        )
    above = [(a, b) for a in range(number) for b in range(a + 1, number)]
    apart = {pair: rounded(float(between[pair])) for pair in above}
    far, near = max(above, key=apart.__getitem__), min(above, key=apart.__getitem__)
    if between[far] - between[near] < 0.01:
        return f"All pairs of layers are about equally unlike: {between[near]:.2f} to {between[far]:.2f} nats a token."
    pair = "the first and the last" if far == (0, number - 1) and number > 2 else f"{far[0] + 1} and {far[1] + 1}"
    return (
        f"Layers {pair} attend least alike ({between[far]:.2f} nats a token), "
        f"layers {near[0] + 1} and {near[1] + 1} most alike ({between[near]:.2f})."
    )


def _draw(between: Between) -> Drawing:
    number = len(between)
    cell = min(56.0, (style.page() - _LEFT - 12) / number)
    known = between[~np.isnan(between)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    # Under a dozen layers the table does not fill the width: in the middle, as a small thing should be.
    left = max(_LEFT, (style.page() - cell * number) / 2)
    made = [text(left - 8, _TOP - 8, "layer", "tick quiet", anchor="end")]
    for a in range(number):
        middle = (a + 0.5) * cell
        made.append(text(left + middle, _TOP - 8, str(a + 1), "tick quiet", anchor="middle"))
        made.append(text(left - 8, _TOP + middle + 4, str(a + 1), "tick quiet", anchor="end"))
        for b in range(number):
            made += _cell(float(between[a, b]), left + b * cell, _TOP + a * cell, cell, low, high)
    return Drawing(_TOP + number * cell + 6, tuple(made))


def _cell(value: float, x: float, y: float, side: float, low: float, high: float) -> list[Element]:
    size = min(13.0, side * 0.4)
    if np.isnan(value):
        return [text(x + side / 2, y + side / 2 + size * 0.35, "–", "quiet", anchor="middle")]
    shade = step((value - low) / (high - low) if high > low else 0.0)
    written = f"{value:.2f}" if side >= 30 else f"{value:.2f}".removeprefix("0")
    letters = text(
        x + side / 2, y + side / 2 + size * 0.35, written, "on-strong" if shade > STEPS * 0.5 else "on-weak", anchor="middle"
    )
    letters.attributes["font-size"] = size
    return [Element("rect", x=x, y=y, width=side - 1, height=side - 1, class_=f"cell step-{shade}"), letters]
