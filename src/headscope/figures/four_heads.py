"""One text under four typical heads: the paper's figure 1, with the heads chosen by the scores."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.head import columns, draw_head
from headscope.figures.lettering import wrapped
from headscope.figures.source import LayerScores, Source
from headscope.figures.svg import Element, text
from headscope.findings.labels import MIXED, Rule, rules
from headscope.findings.wording import listed
from headscope.results.scores import Scores
from headscope.tables.kind import measures_that
from headscope.ties import rounded
from headscope.types import Head

NAME, MOST = "four-heads", 4
NUMBERS = {2: "two", 3: "three", 4: "four"}
LINE, TOP, GAP, BELOW, NARROWEST = 15.0, 52.0, 16.0, 24.0, 150.0
HEADING_LINE, NUMBER_LINE, BOLD = 18.0, 15.0, 1.12  # heights of a line; how much wider a heading's letters are


@dataclass(frozen=True)
class Choice:
    """A typical head: what it is the highest of all heads in, and whether it gets the label for that, with its whole interval."""

    head: Head
    sign: str
    heading: str
    number: str
    words: str
    passed: bool


def four_heads(scores: Scores, corpus: str | None = None, stack: str | None = None) -> Figure:
    """One text under four typical heads: of each kind of label the head that deserves it most."""
    source = Source(NAME, scores, corpus, stack)
    example = source.example()
    chosen = _choose(source)
    across = {0: 1, 1: 1, 2: 2, 3: 2}.get(int((style.page() - 24 + GAP) / (NARROWEST + GAP)), 4)
    each = (style.page() - 24 - GAP * (across - 1)) / across
    headings = [wrapped(one.heading, BOLD * style.HEADING, each - 18) for one in chosen]
    numbers = [wrapped(f"{one.head}: {one.number}", style.TICK, each) for one in chosen]
    below = HEADING_LINE * (max(map(len, headings)) - 1)  # as much for all, so that the texts stand side by side
    top = TOP + below + NUMBER_LINE * (max(map(len, numbers)) - 1)
    made: list[Element] = []
    y = bottom = 0.0
    for at, one in enumerate(chosen):
        y = bottom + BELOW if at and at % across == 0 else y
        x = 12 + at % across * (each + GAP)
        place = columns(example.queries, example.keys, x, y + top, each, line=LINE)
        sign = one.sign if one.sign in style.COLOURS else MIXED
        made += [
            style.mark(sign, x + 6, y + 9.0, 5.5),
            *(text(x + 18, y + 14 + HEADING_LINE * line, words, "heading") for line, words in enumerate(headings[at])),
            *(text(x, y + 34 + below + NUMBER_LINE * line, words, "tick quiet") for line, words in enumerate(numbers[at])),
            *draw_head(place, example.queries, example.keys, example.maps[one.head], _colour(one.sign)),
        ]
        bottom = max(bottom, place.bottom)
    caption = (
        "In each panel, the token being updated is on the left and the tokens it attends to are on the right; the stronger a line, the "
        "larger the weight. Special tokens are grey; the second text is set off by a gap. Each head is the highest of all in its score, "
        "over the whole run; uniform: what attention spread evenly would have; nearest: the score is not high enough for the label. "
        + source.about()
    )
    return Figure(NAME, _title(chosen), caption, Drawing(bottom + 4, tuple(made)))


def _title(chosen: Sequence[Choice]) -> str:
    """What the heads do that get a label for it; of the others, that no head does it."""
    passed, near = ([one for one in chosen if one.passed == whether] for whether in (True, False))
    number = NUMBERS.get(len(chosen), "")
    said = listed([f"{one.head} {one.words}" for one in passed]) if passed else ""
    if not near:
        return f"One text under {f'{number} typical heads' if number else 'a typical head'}: {said}."
    heads = listed([str(one.head) for one in near])
    comes = "comes" if len(near) == 1 else "come"
    missed = f"no head {listed([one.words for one in near], 'or')} enough to be called so; {heads} {comes} nearest"
    return f"One text under {f'{number} heads' if number else 'a head'}: {f'{said}; ' if said else ''}{missed}."


def _colour(sign: str) -> str:
    """A behaviour's own colour; broad's grey is too pale for strokes this thin, and a label of somebody's own has none."""
    return "quiet" if sign == "broad" else sign if sign in style.COLOURS else "ink"


def _choose(source: Source) -> list[Choice]:
    """By the rules that give heads their labels: of each measure the rule that a head passes furthest, then the furthest of the rest;
    four different heads at most, in the order of the rules. A rule whose score this run does not have is left out."""
    scores = source.scores
    mine = [one for one in scores.series() if source.corpus in (None, one.corpus) and source.stack in (None, one.stack)]
    held = {(one.measure, one.key, one.direction) for one in mine}
    told = [rule for rule in rules(scores) if (rule.measure, rule.key, rule.direction) in held]
    if not told:
        source.check(measures_that(lambda about: any(key.label for key in about.keys.values()))[0])
        raise HeadscopeError(
            f"The figure '{NAME}' needs a score that heads get labels from, and nothing in this run gave one a figure."
        )
    found = {rule: source.read(rule.measure, rule.key) for rule in told}
    ranked = sorted(told, key=lambda rule: -rounded(float(found[rule].values[found[rule].top] / rule.threshold)))
    first = list({rule.measure: rule for rule in reversed(ranked)}.values())
    chosen: dict[Head, Rule] = {}
    for rule in sorted(ranked, key=lambda rule: rule not in first):
        if len(chosen) < MOST:
            chosen.setdefault(found[rule].top, rule)
    return [_choice(scores, rule, found[rule]) for rule in told if rule in chosen.values()]


def _choice(scores: Scores, rule: Rule, one: LayerScores) -> Choice:
    about = scores.about(rule.measure)
    does, quantity = about.key(rule.key, rule.direction).does, about.quantity_of(rule.key, rule.direction)
    even = "" if one.even is None else f", uniform {quantity.number(one.even)}"
    low, high = (None if np.isnan(end[one.top]) else float(end[one.top]) for end in (one.low, one.high))
    value = float(one.values[one.top])
    passed = (value if low is None else low) > rule.threshold
    heading = does.removeprefix("attends ")
    number = quantity.number(value, low, high)
    return Choice(one.top, rule.label, heading if passed else f"nearest: {heading}", number + even, does, passed)
