"""The atlas of patterns: for each of Vig's patterns the head that follows it most, on all tokens of a text and on one."""

from dataclasses import dataclass

import numpy as np

from headscope.description import named
from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.head import columns, draw_head
from headscope.figures.lettering import wrapped
from headscope.figures.source import LayerScores, Source
from headscope.figures.svg import Element, group, text
from headscope.figures.targets import choose
from headscope.findings.labels import FEWEST, excess
from headscope.findings.wording import listed
from headscope.quantities import Quantity
from headscope.results.sample_text import StackExample
from headscope.results.scores import Scores
from headscope.ties import highest, rounded
from headscope.types import Head

NAME, MEASURE = "patterns", "pattern"
LINE, GAP, BELOW, NARROWEST, FADED, BEHIND = 11.0, 14.0, 16.0, 124.0, 0.65, 0.3
HEADED, TOLD = 15.0, 14.0  # the height of a line of a heading, and of what is said under it
# what a title calls it, a heading where that is too long, and the colour of its strokes
PATTERNS = {
    "next": ("the next word", "", "next"),
    "previous": ("the previous word", "", "previous"),
    "same": ("the same word elsewhere in the text", "the same word", "same"),
    "same-other": ("the same word in the other text", "", "same"),
    "related": ("related words", "", "coreference"),
    "related-other": ("related words in the other text", "", "coreference"),
    "predictive": ("how much words help to predict", "", "syntax"),
    "pieces": ("the other pieces of the word", "", "ink"),
    "delimiter": ("{cls} and {sep}", "", "sep"),
}


@dataclass(frozen=True)
class Best:
    """The head that follows a pattern most, and how much: `excess` is 0 at chance and 1 where it does nothing else; value and chance as
    people read them."""

    key: str
    head: Head
    excess: float
    value: str
    chance: float
    clear: bool  # whether it is so far above chance that it can be named, with its whole interval


def patterns(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Vig's patterns: for each the head that follows it most, on all tokens of a text and on one."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(PATTERNS))
    example = source.example()
    about = scores.about(MEASURE)
    best = [_best(key, one, about.quantity_of(key)) for key, one in found.items()]
    across = max(1, int((style.page() - 24 + GAP) / (NARROWEST + GAP)))
    each = (style.page() - 24 - GAP * (across - 1)) / across
    made: list[Element] = []
    y = 0.0
    for start in range(0, len(best), across):
        row = best[start : start + across]
        heads = [_heading(source, one, each) for one in row]
        top = y + max(map(len, heads)) * HEADED + 2 * TOLD
        ends = [top]
        for at, (one, lines) in enumerate(zip(row, heads, strict=True)):
            elements, end = _draw(one, lines, example, 12 + at * (each + GAP), top, each)
            made += elements
            ends.append(end)
        y = max(ends) + BELOW
    caption = (
        "Each pattern under the head that follows it most: faint strokes from all tokens, on the left, to those they attend to; strong "
        "ones from one token, in a box, with boxes over the words that the pattern names (for related words and for how much words help to "
        "predict, over those that get most). "
        f"Value: the share of attention that follows the pattern over the whole run; r: the correlation of attention with how much a word "
        f"helps to predict. Faded: less than {FEWEST:.0%} of the way from chance to 1. {source.about()}"
    )
    return Figure(NAME, _title(source, best), caption, Drawing(y - BELOW + 4, tuple(made)))


def _best(key: str, scores: LayerScores, quantity: Quantity) -> Best:
    chances = np.zeros(scores.shape) if scores.chance is None else scores.chance
    head = scores.top
    if (chances != chances[0, 0]).any():  # the highest need not be the furthest above chance
        excesses = excess(scores.values, np.where(chances < 1, chances, np.nan))
        head = Head(*map(int, np.unravel_index(highest(excesses), scores.shape)))
    chance = float(chances[head])
    low, high = (None if np.isnan(end[head]) else float(end[head]) for end in (scores.low, scores.high))
    value = float(scores.values[head])
    above, surely_above = (
        (one - chance) / (1 - chance) if chance < 1 else 0.0 for one in (value, value if low is None else low)
    )
    sign = f"{quantity.sign} = " if quantity.sign else ""
    return Best(key, head, above, sign + quantity.digits(value, low, high), quantity.shown(chance), surely_above >= FEWEST)


def _called(source: Source, key: str) -> str:
    return named(PATTERNS[key][0], source.special)


def _title(source: Source, best: list[Best]) -> str:
    clear = [one for one in best if one.clear]
    strongest = max(best, key=lambda one: rounded(one.excess))
    most = f"{_called(source, strongest.key)} (head {strongest.head}, {strongest.value})"
    if not clear:
        return f"No head clearly follows any of the {len(best)} patterns; the nearest to it is {most}."
    missing = [_called(source, one.key) for one in best if not one.clear]
    rest = f"; none clearly follows {listed(missing, 'or')}" if missing else ""
    counted = f"{len(clear)} of the {len(best)} patterns have" if len(clear) != 1 else f"1 of the {len(best)} patterns has"
    counted = f"All {len(best)} patterns have" if len(clear) == len(best) > 1 else counted
    return f"{counted} a head that clearly follows {'them' if len(clear) != 1 else 'it'}, most of all {most}{rest}."


def _heading(source: Source, best: Best, width: float) -> list[str]:
    return wrapped(PATTERNS[best.key][1] or _called(source, best.key), style.TICK * 1.12, width)


def _draw(
    best: Best, heading: list[str], example: StackExample, x: float, top: float, width: float
) -> tuple[list[Element], float]:
    """A pattern's head, under its name and score, which end at `top`; and where it ends."""
    colour = PATTERNS[best.key][2]
    told = [f"{best.head}: {best.value}" if best.clear else f"unclear, {best.head}: {best.value}", f"chance {best.chance:.2g}"]
    first = top - 2 * TOLD - len(heading) * HEADED
    made = [_strong(text(x, first + 12 + at * HEADED, line, "tick heading-of")) for at, line in enumerate(heading)]
    made += [text(x, top - 2 * TOLD + 11 + at * TOLD, line, "tick quiet") for at, line in enumerate(told)]
    weights = example.maps[best.head]
    place = columns(example.queries, example.keys, x, top + 2, width, line=LINE)
    one = choose(best.key, example, weights)
    whole = draw_head(place, example.queries, example.keys, weights, colour)
    if one is None:
        drawn = [*whole, text(x, place.bottom + 12, "no such word in this text", "tick quiet")]
    else:
        behind = group(*(stroke for stroke in whole if stroke.tag == "path"))
        behind.attributes["opacity"] = BEHIND
        query, targets = one
        chosen = draw_head(
            place, example.queries, example.keys, weights, colour, selected=query, targets=targets, numbered=False
        )
        drawn = [behind, *chosen]
    faded = group(*drawn)
    if not best.clear:
        faded.attributes["opacity"] = FADED
    return [*made, faded], place.bottom + (0 if one is not None else 14)


def _strong(element: Element) -> Element:
    element.attributes["class"] = "tick strong"
    return element
