"""What every head does, as a map of the model: a sign for each, and the relation that it is right about."""

from headscope.figures.figure import Figure
from headscope.figures.heads import Cell, Labelled, draw_heads, relation, sign
from headscope.figures.legend import clear
from headscope.figures.source import Source
from headscope.figures.svg import Element
from headscope.findings.wording import capitalised
from headscope.results.scores import Scores

NAME = "behaviours"


def behaviours(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Every head's behaviour, by layer and head."""
    source = Source(NAME, scores, corpus, stack)
    found = Labelled.of(source)
    caption = (
        "Each cell is a head; its sign says what takes most of its attention, or what it is right about significantly more often than the "
        "best fixed rule, with the relation below it. An empty cell is mixed. " + source.about()
    )
    title = capitalised(clear(found.known, found.labels.values())) + "."
    return Figure(NAME, title, caption, draw_heads(found, _cell))


def _cell(cell: Cell) -> list[Element]:
    tint = "" if cell.behaviour is None or cell.behaviour.light is None else f"fill-{cell.behaviour.name}"
    ground = Element("rect", x=cell.x, y=cell.y, width=cell.side, height=cell.side, class_="fill-faint")
    made = [ground]
    if tint:
        made.append(Element("rect", x=cell.x, y=cell.y, width=cell.side, height=cell.side, class_=tint, fill_opacity=0.16))
    size = min(11.0, cell.side * 0.22)
    lifted = 5 if cell.relation and cell.side >= 26 else 0
    drawn = sign(cell, cell.x + cell.side / 2, cell.y + cell.side / 2 - lifted, size)
    return [*made, *drawn[1:], *relation(cell)[1:]]
