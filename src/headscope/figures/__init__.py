"""Scores → figures. The contents page: one line a figure, in the order in which a reader meets them."""

import re
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from headscope.errors import HeadscopeError
from headscope.figures.behaviours import behaviours
from headscope.figures.clusters import clusters
from headscope.figures.coreference import coreference
from headscope.figures.entropy import entropy
from headscope.figures.figure import Figure
from headscope.figures.four_heads import four_heads
from headscope.figures.gradient import gradient
from headscope.figures.grid import grid
from headscope.figures.languages import languages
from headscope.figures.layers import layers
from headscope.figures.matter import matter
from headscope.figures.no_op import no_op
from headscope.figures.offsets import offsets
from headscope.figures.parsers import parsers
from headscope.figures.patterns import patterns
from headscope.figures.per_layer import per_layer
from headscope.figures.sentences import sentences
from headscope.figures.source import drawn_corpora
from headscope.figures.style import WIDTH, laid_out
from headscope.figures.tokens import tokens
from headscope.figures.tokens_by_source import tokens_by_source
from headscope.registry import Registry
from headscope.results.scores import Scores


class Draw(Protocol):
    """What makes a figure from a run; it raises where the run lacks what the figure needs."""

    def __call__(self, scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure: ...


class Entry(NamedTuple):
    """A figure's function, and what it shows in one line."""

    draw: Draw
    what: str
    annotated: bool = False  # whether it is of annotated corpora
    together: bool = False  # whether it is of all of them at once


FIGURES: Registry[Entry] = Registry("figure")
FIGURES.add("grid", Entry(grid, "every head's map on one text, coloured by what the head does"))
FIGURES.add("behaviours", Entry(behaviours, "what every head does, as a map of the model"))
FIGURES.add("four-heads", Entry(four_heads, "one text under four typical heads"))
FIGURES.add("offsets", Entry(offsets, "attention to the previous, current and next token, by layer"))
FIGURES.add("tokens", Entry(tokens, "attention to special tokens and punctuation, by layer"))
FIGURES.add("tokens-by-source", Entry(tokens_by_source, "the same from the token that ends a text, and from all others"))
FIGURES.add("gradient", Entry(gradient, "how much the loss depends on attention, by layer and kind of token"))
FIGURES.add("no-op", Entry(no_op, "attention to [SEP], what it moves and how much the loss depends on it, by layer"))
FIGURES.add("entropy", Entry(entropy, "how broadly heads attend, by layer, from all tokens and from the one that opens a text"))
FIGURES.add("per-layer", Entry(per_layer, "what is measured of layers, not of heads"))
FIGURES.add("matter", Entry(matter, "what the model loses without each head, by layer, with what the head does"))
FIGURES.add("clusters", Entry(clusters, "heads in the plane, like ones close together, by behaviour and by layer"))
FIGURES.add("layers", Entry(layers, "how unlike every two layers are"))
FIGURES.add("parsers", Entry(parsers, "the best head of each relation, against the best fixed offset and the paper's", True))
FIGURES.add("languages", Entry(languages, "one head for each relation, in several treebanks side by side", True, True))
FIGURES.add("coreference", Entry(coreference, "how often heads find an antecedent, against rules and the paper's", True))
FIGURES.add("sentences", Entry(sentences, "best and worst cases of the best heads of relations, as sentences", True))
FIGURES.add("patterns", Entry(patterns, "nine patterns, each under the head that follows it most"))


class Made(NamedTuple):
    """A figure of a run under the name of its file, or why it can't be drawn."""

    name: str
    figure: Figure | None
    reason: str = ""


def draw(scores: Scores, name: str, *, corpus: str | None = None, stack: str | None = None, width: float = WIDTH) -> Figure:
    """The figure of that name, laid out for a view box of this width."""
    with laid_out(width):
        return FIGURES[name].draw(scores, corpus=corpus, stack=stack)


def draw_all(scores: Scores, *, corpus: str | None = None, stack: str | None = None, width: float = WIDTH) -> Iterator[Made]:
    """Every figure, or why not. Where the run has several corpora or stacks and none is named, one figure for each, which has
    them in its name."""
    stacks = [stack] if stack is not None else list(scores.manifest.model["stacks"])
    for name, entry in FIGURES.items():
        fitting = drawn_corpora(scores, annotated=entry.annotated)
        corpora = [corpus] if corpus is not None or not fitting or entry.together else fitting
        for one in corpora:
            for place in stacks:
                where = [place] if len(stacks) > 1 else []
                where += [one] if len(corpora) > 1 else []
                full = "-".join([name, *(re.sub(r"[^\w.-]+", "_", part) for part in where)])
                try:
                    yield Made(full, draw(scores, name, corpus=one, stack=place, width=width))
                except HeadscopeError as error:
                    yield Made(full, None, str(error))


def figure_files(scores: Scores) -> dict[str, bytes]:
    """All figures that a run can give, as files of its folder: {"figures/offsets.svg": …}."""
    return {f"figures/{made.name}.svg": made.figure.to_svg() for made in draw_all(scores) if made.figure is not None}


# Of one head, and so not among those that a run gives by itself.
CARD = ("card", "one head to share: its sentence, its numbers and its picture, 1200 × 675 pixels; takes --head")

__all__ = ["CARD", "FIGURES", "Draw", "Entry", "Figure", "Made", "draw", "draw_all", "figure_files"]
