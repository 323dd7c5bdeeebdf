"""All heads of a stack as a table of cells, layers down and heads across, each with its sign; the legend stands below."""

from collections.abc import Callable
from dataclasses import dataclass

from headscope.behaviours import Behaviour
from headscope.figures import style
from headscope.figures.figure import Drawing
from headscope.figures.legend import legend
from headscope.figures.lettering import shortened, width
from headscope.figures.source import Source
from headscope.figures.svg import Element, text
from headscope.findings.claims import claims
from headscope.findings.labels import MIXED, Label, behaviours, vocabulary
from headscope.tables.kind import measures_that
from headscope.types import Head

LEFT, TOP, GAP, LARGEST, SMALL = 42.0, 22.0, 3.0, 84.0, 10.0


@dataclass(frozen=True)
class Cell:
    """Where a head's cell is, and what is known of the head."""

    head: Head
    x: float
    y: float
    side: float
    behaviour: Behaviour | None
    relation: str = ""


@dataclass(frozen=True)
class Labelled:
    """The heads of a stack with their labels, and what those with a label for a relation are right about."""

    shape: tuple[int, int]
    known: tuple[Behaviour, ...]
    labels: dict[Head, Label]
    relations: dict[Head, str]

    @classmethod
    def of(cls, source: Source) -> "Labelled":
        scores, layers_and_heads = source.scores, source.shape()
        labels = {label.head: label for label in behaviours(scores, corpus=source.corpus, stack=source.stack)}
        if not labels:
            source.check(measures_that(lambda about: any(key.label for key in about.keys.values()))[0])
        relations: dict[Head, str] = {}
        for claim in claims(scores).made:
            here = claim.series.stack == (source.stack or next(iter(scores.manifest.model["stacks"])))
            if here and labels[claim.head].label == scores.about(claim.series.measure).behaviour:
                relations.setdefault(claim.head, claim.series.key)
        return cls(layers_and_heads, vocabulary(scores), labels, relations)


def draw_heads(found: Labelled, inside: Callable[[Cell], list[Element]]) -> Drawing:
    """The table; `inside` draws a head's cell under its sign."""
    layers, heads = found.shape
    side = min(LARGEST, (style.page() - LEFT - 12) / heads)
    called = {one.name: one for one in found.known}
    made: list[Element] = [text(LEFT - 6, TOP - 8, "layer", "tick quiet", anchor="end")]
    step = next(step for step in (1, 2, 4, 8, 16, 32, 64) if step * side >= 18)
    made += [
        text(LEFT + (at + 0.5) * side, TOP - 8, str(at + 1), "tick quiet", anchor="middle") for at in range(0, heads, step)
    ]
    made += [
        text(LEFT - 6, TOP + (at + 0.5) * side + 4, str(at + 1), "tick quiet", anchor="end") for at in range(0, layers, step)
    ]
    for head, label in found.labels.items():
        one = called.get(label.label)
        cell = Cell(head, LEFT + head.head * side, TOP + head.layer * side, side - GAP, one, found.relations.get(head, ""))
        made += inside(cell)
    signs, end = legend(found.known, found.labels.values(), LEFT + 6, TOP + layers * side + 22, style.page() - 8)
    return Drawing(end + 10, (*made, *signs))


def sign(cell: Cell, x: float, y: float, size: float) -> list[Element]:
    """A head's sign at a place of its cell, on a ground that keeps what is behind it apart."""
    if cell.behaviour is None or cell.behaviour.name == MIXED:
        return []
    ground = Element("rect", x=x - size - 2, y=y - size - 2, width=2 * size + 4, height=2 * size + 4, rx=2, class_="fill-page")
    return [ground, style.mark(cell.behaviour, x, y, size, f"{cell.head}: {cell.behaviour.words}")]


def relation(cell: Cell) -> list[Element]:
    """What the head is right about, along the bottom of its cell, where there is room."""
    if not cell.relation or cell.side < 26:
        return []
    room = int(cell.side / (SMALL * 0.58))
    written = shortened(cell.relation, max(3, room))
    wide = width(written, SMALL) + 4
    x, y = cell.x + cell.side / 2, cell.y + cell.side - 3
    said = text(x, y, written, "strong", anchor="middle")
    said.attributes["font-size"] = SMALL
    return [Element("rect", x=x - wide / 2, y=y - SMALL, width=wide, height=SMALL + 3, class_="fill-page"), said]
