"""A figure as data: nested lists that the page builds element by element, since a page that parses no text as markup is safe from it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from headscope.errors import HeadscopeError
from headscope.figures import FIGURES
from headscope.figures.figure import Figure
from headscope.figures.source import drawn_corpora
from headscope.figures.svg import Element, number
from headscope.report.sections.parts import minus
from headscope.results.scores import Scores

STROKES = "strokes"
_STROKE = {"d", "class", "stroke-opacity", "stroke-width"}


def drawing(figure: Figure, name: str = "", *, wide: bool = False, measure: str = "") -> dict[str, Any]:
    """A figure as nested lists, [tag, attributes, children …], which the page builds element by element; `name` tells apart the figures
    of several corpora or stacks, `wide` ones take the room of two, `measure` is that under whose charts it stands."""
    box = figure.drawing
    return {
        "kind": "drawing",
        "name": figure.name,
        "title": minus(f"{name}: {figure.title}" if name else figure.title),
        "caption": figure.caption,
        "width": box.width,
        "height": round(box.height),
        "wide": wide,
        "measure": measure,
        "nodes": _nodes(box.elements),
    }


def _nodes(children: Iterable[Element | str]) -> list[Any]:
    """Elements and texts. A head on a text has hundreds of strokes of one class that differ in place and strength: these stand together, as
    [STROKES, class, path, opacity, width, path …]."""
    made: list[Any] = []
    for child in children:
        node = _node(child) if isinstance(child, Element) else child
        if isinstance(node, str) or node[0] != "path" or len(node) > 2 or node[1].keys() != _STROKE:
            made.append(node)
            continue
        its = node[1]
        if not made or made[-1][:2] != [STROKES, its["class"]]:
            made.append([STROKES, its["class"]])
        made[-1] += [its[name] for name in ("d", "stroke-opacity", "stroke-width")]
    return made


def _node(element: Element) -> list[Any]:
    attributes = {name: value if isinstance(value, str) else number(value) for name, value in element.attributes.items()}
    return [element.tag, attributes, *_nodes(element.children)]


class Drawings(NamedTuple):
    """The drawings of one figure, and why some could not be made."""

    made: list[dict[str, Any]]
    undrawn: list[str]


def drawings(scores: Scores, name: str, *, wide: bool = False, measure: str = "") -> Drawings:
    """A figure of the run, once for each corpus and stack that it can be drawn of. A run of maps keeps no text to draw heads on, a small
    one no sentence with two words of a relation."""
    entry, stacks = FIGURES[name], list(scores.manifest.model["stacks"])
    corpora: list[str | None] = [None] if entry.together else [*drawn_corpora(scores, annotated=entry.annotated)]
    made, undrawn = [], []
    for corpus, stack in ((one, other) for one in corpora for other in stacks):
        several = [part for part, all_of_them in ((corpus, corpora), (stack, stacks)) if part and len(all_of_them) > 1]
        try:
            figure = entry.draw(scores, corpus=corpus, stack=stack)
        except HeadscopeError as error:
            undrawn.append(str(error))
            continue
        made.append(drawing(figure, ", ".join(several), wide=wide, measure=measure))
    return Drawings(made, list(dict.fromkeys(undrawn)))
