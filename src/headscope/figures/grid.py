"""Every head at work: its map on the run's text, in the colour of what it does."""

import numpy as np
from jaxtyping import Float

from headscope.figures import style
from headscope.figures.figure import Figure
from headscope.figures.heads import Cell, Labelled, draw_heads, relation, sign
from headscope.figures.legend import clear
from headscope.figures.source import Source
from headscope.figures.svg import Element, number
from headscope.results.scores import Scores

NAME = "grid"
MOST = 32  # rows and columns of a map: longer texts are drawn coarser, each square the largest weight in it
LEVELS = (0.15, 0.3, 0.45, 0.6, 0.8, 1.0)  # of √weight, so that small weights are seen
SMALLEST = 9.0  # a cell that shows a map


def grid(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """All heads' maps on one text, layer by layer, tinted and signed by behaviour."""
    source = Source(NAME, scores, corpus, stack)
    maps, found = source.example().maps, Labelled.of(source)

    def cell(one: Cell) -> list[Element]:
        ground = Element("rect", x=one.x, y=one.y, width=one.side, height=one.side, class_="fill-faint")
        drawn = draw_map(maps[one.head], one.x, one.y, one.side, _colour(one)) if one.side >= SMALLEST else []
        size = min(4.5, one.side * 0.16)
        return [ground, *drawn, *sign(one, one.x + one.side - size - 2, one.y + size + 2, size), *relation(one)]

    caption = (
        "Each cell is a head's attention on one text: rows are the tokens being updated, columns the tokens they attend to, from the first "
        "to the last; the stronger the colour, the larger the weight. Colour and sign say what the head does over the whole corpus; grey "
        "without a sign is mixed. Where it is right about a relation, that is written in. " + source.about()
    )
    title = f"Every head at work on one text: {clear(found.known, found.labels.values())}."
    return Figure(NAME, title, caption, draw_heads(found, cell))


def _colour(cell: Cell) -> str:
    """Broad's grey and that of mixed heads are told apart by the sign; a label of somebody's own has no class."""
    name = "" if cell.behaviour is None else cell.behaviour.name
    return name if name in style.COLOURS and name != "broad" else "quiet"


def draw_map(weights: Float[np.ndarray, "query key"], x: float, y: float, side: float, colour: str) -> list[Element]:
    """A map in a square: runs of equal strength along a row are one stroke, all strokes of one strength one path."""
    small = np.sqrt(_coarse(weights))
    rows, columns = small.shape
    levels = np.searchsorted(np.array(LEVELS), small, side="right")  # 0: not drawn
    paths: dict[int, list[str]] = {}
    for row in range(rows):
        ends = np.flatnonzero(np.diff(levels[row])) + 1
        for start, end in zip([0, *ends.tolist()], [*ends.tolist(), columns], strict=True):
            if level := int(levels[row, start]):
                paths.setdefault(level, []).append(f"M{start} {row}.5h{end - start}")
    scale = f"translate({number(x)} {number(y)}) scale({side / columns:.4g} {side / rows:.4g})"
    return [
        Element(
            "path",
            d="".join(strokes),
            transform=scale,
            class_=f"edges line-{colour}",
            stroke_opacity=LEVELS[level - 1],
            stroke_width=1,
            shape_rendering="crispEdges",
        )
        for level, strokes in sorted(paths.items())
    ]


def _coarse(weights: Float[np.ndarray, "query key"]) -> Float[np.ndarray, "row column"]:
    """At most 32 × 32 squares, each the largest weight in it."""
    made = np.asarray(weights, dtype=np.float64)
    for axis in (0, 1):
        if made.shape[axis] > MOST:
            starts = (np.arange(MOST) * made.shape[axis]) // MOST
            made = np.maximum.reduceat(made, starts, axis=axis)
    return made
