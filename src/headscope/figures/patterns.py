"""The atlas of patterns: for each of Vig's patterns the head that follows it most, on all tokens of a text and on one."""

from dataclasses import dataclass

import numpy as np

from headscope.description import named
from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.head import columns, draw_head
from headscope.figures.source import LayerScores, Source
from headscope.figures.svg import Element, group, text
from headscope.figures.targets import choose
from headscope.findings.labels import FEWEST
from headscope.findings.wording import listed
from headscope.quantities import shown
from headscope.results.sample_text import StackExample
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head

NAME, MEASURE = "patterns", "pattern"
LINE, TOP, GAP, BETWEEN, FADED = 13.0, 46.0, 24.0, 12.0, 0.65
# what a title calls it, a heading where that is too long, and the colour of its strokes
PATTERNS = {
    "next": ("the next word", "", "next"),
    "previous": ("the previous word", "", "previous"),
    "same": ("the same word elsewhere in the text", "the same word", "same"),
    "same-other": ("the same word in the other text", "", "same"),
    "related": ("related words", "", "coreference"),
    "related-other": ("related words in the other text", "", "coreference"),
    "predictive": ("the words that predict it", "words that predict the word", "syntax"),
    "pieces": ("the other pieces of the word", "", "ink"),
    "delimiter": ("{cls} and {sep}", "", "sep"),
}


@dataclass(frozen=True)
class Best:
    """The head that follows a pattern most, and how much: `excess` is 0 at chance and 1 where it does nothing else."""

    key: str
    head: Head
    excess: float
    value: str
    chance: float

    @property
    def clear(self) -> bool:
        return self.excess >= FEWEST


def patterns(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """Vig's patterns: for each the head that follows it most, on all tokens of a text and on one."""
    source = Source(NAME, scores, corpus, stack)
    found = source.read_some(MEASURE, list(PATTERNS))
    example = source.example()
    best = [_best(key, one) for key, one in found.items()]
    each = (style.WIDTH - 24 - GAP) / 2
    made: list[Element] = []
    y = 0.0
    for start in range(0, len(best), 2):
        ends = []
        for at, one in enumerate(best[start : start + 2]):
            elements, end = _draw(source, one, example, 12 + at * (each + GAP), y, each)
            made += elements
            ends.append(end)
        y = max(ends) + 28
    caption = (
        "Each pattern twice under the head that follows it most: all tokens on the left; on the right, one token, in a box, with the "
        "weights it gives and boxes over the words that the pattern names (for related and predictive words, over those that get most). "
        f"Value: the share of attention that follows the pattern over the whole run. Faded: less than {FEWEST:.0%} of the way from chance "
        f"to 1. {source.about()}"
    )
    return Figure(NAME, _title(source, best), caption, Drawing(y - 20, tuple(made)))


def _best(key: str, scores: LayerScores) -> Best:
    chance = scores.even or 0.0
    head = scores.top  # chance is the same for all heads, so the highest is the furthest above it
    low, high = (None if np.isnan(end[head]) else float(end[head]) for end in (scores.low, scores.high))
    value = float(scores.values[head])
    return Best(key, head, (value - chance) / (1 - chance) if chance < 1 else 0.0, shown(value, low, high), chance)


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


def _draw(source: Source, best: Best, example: StackExample, x: float, y: float, width: float) -> tuple[list[Element], float]:
    """A pattern's two drawings beside each other under its name; and where they end."""
    _, short, colour = PATTERNS[best.key]
    remark = f"{best.head}: {best.value}, chance {best.chance:.2g}"
    made = [
        text(x, y + 14, short or _called(source, best.key), "heading"),
        text(x, y + 33, remark if best.clear else f"no head clearly; best {remark}", "tick quiet"),
    ]
    weights = example.maps[best.head]
    narrow = (width - BETWEEN) * 0.455
    whole = columns(example.queries, example.keys, x, y + TOP, narrow, line=LINE)
    drawn = draw_head(whole, example.queries, example.keys, weights, colour)
    one = choose(best.key, example, weights)
    if one is None:
        drawn.append(text(x + narrow + BETWEEN, y + TOP + 12, "no such word in this text", "tick quiet"))
    else:
        place = columns(
            example.queries, example.keys, x + narrow + BETWEEN, y + TOP, width - narrow - BETWEEN, line=LINE, numbered=True
        )
        drawn += draw_head(place, example.queries, example.keys, weights, colour, selected=one[0], targets=one[1])
    faded = group(*drawn)
    if not best.clear:
        faded.attributes["opacity"] = FADED
    return [*made, faded], whole.bottom
