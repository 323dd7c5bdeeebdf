"""A head to share: what it does in a sentence, its strongest numbers with their intervals, and the head at work, 1200 × 675 pixels."""

import re
from dataclasses import dataclass

import numpy as np

from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.axes import Scale
from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.grid import draw_map
from headscope.figures.head import columns, draw_head
from headscope.figures.lettering import plain, width, wrapped
from headscope.figures.size import SCREEN, Size
from headscope.figures.source import Source
from headscope.figures.svg import Element, line, text
from headscope.findings.claims import claims
from headscope.findings.labels import Label, behaviours, rules, vocabulary
from headscope.findings.wording import capitalised, looks
from headscope.results.sample_text import StackExample
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

NAME = "card"
WIDE, HIGH, PIXELS = 800.0, 450.0, 1200
LEFT, MIDDLE, RIGHT, TOP, FOOT = 24.0, 424.0, 776.0, 24.0, 400.0
SENTENCE, LINE, LARGEST, MOST = 20.0, 12.0, 14.0, 2
END, BAR, STEP = MIDDLE - 16, 62.0, 15.0  # where bars end, how tall one is with its words, a further line of these
_AROUND = 30.0  # what a figure adds above and below its drawing


@dataclass(frozen=True)
class Number:
    """A score of the head: what it is in words, its value with its interval, and what it is to be compared with."""

    words: str
    written: str
    value: float
    low: float | None
    high: float | None
    rival: float | None
    rule: str
    most: float  # where the scale ends


def card(scores: Scores, head: Head, sentence: str, *, stack: str | None = None) -> Figure:
    """The card of one head; `sentence` is what is said of it."""
    source = Source(NAME, scores, None, stack)
    layers, heads = source.shape()
    if head.layer >= layers or head.head >= heads:
        raise HeadscopeError(f"There is no head {head}: this model has {layers} layers of {heads} heads.")
    place: Stack = next(name for name in scores.manifest.model["stacks"] if stack in (None, name))
    example = source.example()
    labels = {one.head: one for one in behaviours(scores, stack=place)}
    colour = _colour(labels.get(head))
    model = plain(str(scores.manifest.model["name"]))
    made: list[Element] = [
        _sized(text(LEFT, TOP + 6, f"{model} · layer {head.layer + 1}, head {head.head + 1}", "quiet"), 15.0)
    ]
    known = {one.name: one for one in vocabulary(scores)}
    if head in labels and known[labels[head].label].light is not None:
        made.append(style.mark(known[labels[head].label], MIDDLE - 36, TOP + 1, 8.0))
    y = TOP + 22
    numbers = _numbers(scores, place, head, labels.get(head))[:MOST]
    size = SENTENCE if len(sentence) < 190 else 16.0
    room = FOOT - sum(_tall(one) for one in numbers) - 20 - y
    for row in _fitting(sentence, size * 1.1, MIDDLE - LEFT - 16, int(room / (size * 1.3))):
        y += size * 1.3
        made.append(_sized(text(LEFT, y, row, "strong"), size))
    y = FOOT - sum(_tall(one) for one in numbers)
    for one in numbers:
        made += _bar(one, y, colour)
        y += _tall(one)
    made += _picture(example, head, colour)
    made += [
        line(LEFT, FOOT + 6, RIGHT, FOOT + 6, "rule line-rule"),
        text(LEFT, FOOT + 24, _about(scores, RIGHT - LEFT - 80), "tick quiet"),
        text(RIGHT, FOOT + 24, "headscope", "tick strong", anchor="end"),
    ]
    drawing = Drawing(HIGH - _AROUND, tuple(made), WIDE)
    return Figure(NAME, sentence, CAVEAT, drawing, Size(PIXELS / SCREEN, SCREEN), titled=False, captioned=False)


def _fitting(content: str, size: float, most: float, rows: int) -> list[str]:
    """The text in so many lines. What is too long loses whole sentences from its end: half of one could say the opposite. Where one
    sentence is too long, it ends in dots.

    >>> _fitting("It rises. It does not fall.", 10.0, 60.0, 1), _fitting("one two three", 10.0, 50.0, 1)
    (['It rises.'], ['one two…'])
    """
    sentences = re.split(r"(?<=\.) (?=[A-Z])", content)
    for number in range(len(sentences), 0, -1):
        made = wrapped(" ".join(sentences[:number]), size, most)
        if len(made) <= rows:
            return made
    words = sentences[0].split()
    while len(words) > 1 and len(wrapped(f"{' '.join(words)}…", size, most)) > rows:
        words.pop()
    return wrapped(f"{' '.join(words)}…", size, most)[:rows]


def _about(scores: Scores, most: float) -> str:
    """What bars' lines are, and what the run is of: the names of its corpora, or where these are too many for a line, their number."""
    manifest = scores.manifest
    names = [plain(record.name) for record in manifest.corpora]
    said = [
        f"Thin lines: 95% intervals over documents. {manifest.tokens:,} tokens of {corpora}."
        for corpora in (", ".join(names), f"{len(names)} corpora" if len(names) > 1 else "one corpus")
    ]
    return next((one for one in said if width(one, style.TICK) <= most), said[-1])


def _colour(label: Label | None) -> str:
    """Broad's grey is too pale for strokes this thin; what has no colour of ours is drawn in ink."""
    name = "" if label is None else label.label
    return name if name in style.COLOURS and name != "broad" else "quiet"


def _numbers(scores: Scores, stack: Stack, head: Head, label: Label | None) -> list[Number]:
    """What is claimed of the head, then what its label rests on; of a head without either, where it is furthest above the median."""
    found = []
    for claim in claims(scores).of(stack, head):
        quantity = scores.quantity(claim.series)
        written = quantity.text(claim.value, claim.low, claim.high)
        rule = f"{claim.rule} {quantity.number(claim.baseline, claim.low, claim.high)}"
        words = capitalised(looks(scores, claim.series))
        found.append(Number(words, written, claim.value, claim.low, claim.high, claim.baseline, rule, 1.0))
    rule_of = next((one for one in rules(scores) if label is not None and one.label == label.label), None)
    if rule_of is not None:
        series = [one for one in scores.series() if (one.stack, one.measure, one.key) == (stack, rule_of.measure, rule_of.key)]
        found += [_number(scores, series[0], head, scores.baseline(series[0]), "uniform attention")]
    return found or _unusual(scores, stack, head)


def _unusual(scores: Scores, stack: Stack, head: Head) -> list[Number]:
    """The scores in which a head is furthest above the median of all heads, in standard deviations."""
    ranked = []
    for series in scores.series():
        about = scores.about(series.measure)
        values = scores.value(series)
        if (
            series.stack != stack
            or about.unit != "pair"
            or not scores.quantity(series).percent
            or not np.nanstd(values)
            or np.isnan(values[head])
        ):
            continue
        above = float((values[head] - np.nanmedian(values)) / np.nanstd(values))
        ranked.append((rounded(above), series, float(np.nanmedian(values))))
    ranked.sort(key=lambda one: -one[0])
    return [_number(scores, series, head, median, "the median head") for _, series, median in ranked]


def _number(scores: Scores, series: Series, head: Head, rival: float | None, rule: str) -> Number:
    quantity = scores.quantity(series)
    low, high = (None if np.isnan(end[head]) else float(end[head]) for end in scores.interval(series))
    values = scores.value(series)
    value = float(values[head])
    compared = "" if rival is None else f"{rule} {quantity.number(rival)}"
    most = quantity.high or max(float(np.nanmax(values)), rival or 0.0, high or 0.0)
    written = quantity.text(value, low, high)
    low, high, rival = (None if one is None else quantity.shown(one) for one in (low, high, rival))
    drawn = (quantity.shown(value), low, high, rival, compared, quantity.shown(most))
    return Number(capitalised(scores.key(series).does), written, *drawn)


def _words(one: Number) -> list[str]:
    return _fitting(one.words, style.TICK, END - LEFT, 2)


def _tall(one: Number) -> float:
    return BAR + STEP * (len(_words(one)) - 1)


def _bar(one: Number, y: float, colour: str) -> list[Element]:
    """Words, the number, and a bar to it with its interval and what it is compared with."""
    end = END
    scale = Scale(0.0, one.most, LEFT, end)
    words = _words(one)
    made = [text(LEFT, y + 2 + at * STEP, row, "tick quiet") for at, row in enumerate(words)]
    y += STEP * (len(words) - 1)
    made += [
        Element("rect", x=LEFT, y=y + 10, width=end - LEFT, height=12, class_="fill-faint"),
        Element(
            "rect", x=LEFT, y=y + 10, width=max(0.0, scale(max(0.0, one.value)) - LEFT), height=12, class_=f"fill-{colour}"
        ),
    ]
    if one.low is not None and one.high is not None:
        made.append(line(scale(max(0.0, one.low)), y + 16, scale(min(one.most, one.high)), y + 16, "mean line-ink"))
    if one.rival is not None:
        made.append(line(scale(one.rival), y + 6, scale(one.rival), y + 26, "mean line-quiet"))
    return [*made, text(LEFT, y + 38, one.written, "tick strong"), text(end, y + 38, one.rule, "tick quiet", anchor="end")]


def _picture(example: StackExample, head: Head, colour: str) -> list[Element]:
    """The head on the run's text: tokens and strokes, or where the text is too long for lines that can be read, its map."""
    number = max(len(example.queries.texts), len(example.keys.texts))
    texts = len(set(example.queries.segments))
    height = min(LARGEST, (FOOT - TOP - 12) / (number + 0.7 * (texts - 1)))
    if height >= LINE * 0.8:
        place = columns(example.queries, example.keys, MIDDLE, TOP - 6, RIGHT - MIDDLE, line=height)
        return draw_head(place, example.queries, example.keys, example.maps[head], colour)
    side = FOOT - TOP - 24
    left = RIGHT - side
    ground = Element("rect", x=left, y=TOP, width=side, height=side, class_="fill-faint")
    axis = text(left, TOP + side + 14, "across: tokens attended to; down: tokens being updated", "tick quiet")
    return [ground, *draw_map(example.maps[head], left, TOP, side, colour), axis]


def _sized(element: Element, size: float) -> Element:
    element.attributes["font-size"] = size
    return element
