"""Draws the first picture of the README from a run: the maps of all heads with one outlined, and that head at work on one sentence.

    headscope report -o ATLAS
    python docs/make.py --run ATLAS

Nothing is chosen by hand but the sentence and the relation: the head is the one that finds direct objects best on held-out documents. A
test draws the picture again from a run of the tests, so that it never shows other numbers than headscope gives.
"""

from collections.abc import Sequence
from pathlib import Path

import headscope as hs
from headscope.answers.predictions import Pointed
from headscope.figures.figure import Drawing, Figure
from headscope.figures.svg import Element, number, text
from headscope.findings.best import Best, best_heads
from headscope.quantities import percent, percent_interval
from headscope.types import Head
from headscope.views.picture import picture

PICTURE = Path(__file__).with_name("hero.svg")
RELATION, SENTENCE, DEPENDENT, GOVERNOR = "obj", "The old king watered his tomatoes.", "tomatoes", "watered"
INK = (46, 118, 194)  # of the maps: dark enough on white, light enough on black
CELL, GAP, TOP = 33.0, 4.0, 44.0
LEFT, MIDDLE = 30.0, 366.0  # where the grid begins, and where the sentence does
BAR, TOKEN = 330.0, 16.5  # the length of 100%, the size of a word


def hero(run: hs.Scores) -> Figure:
    """The picture; its title and caption are for those who cannot see it."""
    [best] = [best for best in best_heads(run, "dependency") if best.key == RELATION]
    model = hs.load("bundled")
    grid, bottom = draw_grid(hs.attend(model, SENTENCE), best.head)
    words = hs.predict(model, best.head, SENTENCE, direction=best.direction)
    title = f"Head {best.head} finds the verb of a direct object"
    elements = (*grid, *draw_sentence(words, title), *draw_bars(best, bottom))
    caption = (
        f"On the left the attention maps of all {run.manifest.heads} heads of {run.manifest.model['name']} on one sentence, with head "
        f"{best.head} outlined. On the right that head at work: from {DEPENDENT} it attends most to {GOVERNOR}."
    )
    return Figure("hero", title, caption, Drawing(bottom + 8, elements), titled=False, captioned=False)


def draw_grid(attention: hs.Attention, outlined: Head) -> tuple[list[Element], float]:
    """Every head's map, layer by layer; and where the grid ends."""
    maps = attention.stack().maps
    layers, heads = maps.shape[:2]
    elements = [text(LEFT, 18, "What each head looks at in a sentence", "heading")]
    elements += [
        text(LEFT + head * (CELL + GAP) + CELL / 2, TOP - 6, f"{head + 1}", "tick quiet", anchor="middle")
        for head in range(heads)
    ]
    for layer in range(layers):
        y = TOP + layer * (CELL + GAP)
        elements.append(text(LEFT - 8, y + CELL / 2 + 4, f"{layer + 1}", "tick quiet", anchor="end"))
        for head in range(heads):
            x = LEFT + head * (CELL + GAP)
            elements.append(Element("rect", x=x, y=y, width=CELL, height=CELL, class_="fill-faint"))
            elements.append(picture(maps[layer, head], x, y, CELL, CELL, INK))
            if Head(layer, head) == outlined:
                elements.append(
                    Element(
                        "rect", x=x - 2, y=y - 2, width=CELL + 4, height=CELL + 4, class_="edges line-syntax", stroke_width=3
                    )
                )
    return elements, TOP + layers * (CELL + GAP)


def draw_sentence(words: Sequence[Pointed], title: str) -> list[Element]:
    """The sentence with one arc, from the dependent to the word that the head attends to most from there."""
    asked = next(word for word in words if word.spelling == DEPENDENT)
    if asked.target is None or asked.weight is None or asked.target_spelling != GOVERNOR:
        raise SystemExit(
            f"From '{DEPENDENT}' head {asked.head} attends most to '{asked.target_spelling}': the picture needs another sentence."
        )
    letter, space = TOKEN * 0.602, TOKEN * 0.42  # widths of a letter in a monospace, and between words
    elements = [text(MIDDLE, 18, title, "heading")]
    middles, x, baseline = [], MIDDLE, 150.0
    for position, word in enumerate(words):
        length = letter * len(word.spelling)
        x += 0 if position == 0 or word.spelling == "." else space
        spelling = text(x, baseline, word.spelling, "token strong" if position in (asked.word, asked.target) else "token")
        spelling.attributes["font-size"] = TOKEN
        elements.append(spelling)
        middles.append(x + length / 2)
        x += length
    start, end, low, high = middles[asked.word], middles[asked.target], baseline - 22, baseline - 84
    arc = f"M{number(start)} {number(low)}C{number(start)} {number(high)} {number(end)} {number(high)} {number(end)} {number(low)}"
    elements.append(Element("path", d=arc, class_="edges line-syntax", stroke_width=3))
    points = f"{number(end - 6)},{number(low - 5)} {number(end + 6)},{number(low - 5)} {number(end)},{number(low + 6)}"
    elements.append(Element("polygon", points=points, class_="fill-syntax"))
    elements.append(text((start + end) / 2, low - 54, f"{100 * asked.weight:.0f}% of its attention", "tick", anchor="middle"))
    return elements


def draw_bars(best: Best, bottom: float) -> list[Element]:
    """How often the head is right, with its interval, above the best fixed rule."""
    held = best.held_out
    assert held is not None and held.low is not None and held.high is not None and held.baseline is not None
    y = bottom - 128
    elements = [text(MIDDLE, y, "Right about the verb of a direct object:", "label quiet")]
    rows = (
        (
            held.value,
            "fill-syntax",
            f"head {best.head}: {percent(held.value, held.low, held.high)}% ({percent_interval(held.low, held.high)})",
        ),
        (held.baseline, "fill-rule", f"guessing by distance alone: {percent(held.baseline, held.low, held.high)}%"),
    )
    for row, (value, fill, words) in enumerate(rows):
        top = y + 12 + row * 52
        elements.append(Element("rect", x=MIDDLE, y=top, width=BAR, height=14, class_="fill-faint"))
        elements.append(Element("rect", x=MIDDLE, y=top, width=BAR * value, height=14, class_=fill))
        elements.append(text(MIDDLE, top + 32, words, "strong" if row == 0 else "quiet"))
    whisker = y + 12 + 7
    low, high = MIDDLE + BAR * held.low, MIDDLE + BAR * held.high
    elements.append(
        Element("path", d=f"M{number(low)} {number(whisker)}H{number(high)}", class_="edges line-ink", stroke_width=1.5)
    )
    elements += [
        Element("path", d=f"M{number(end)} {number(whisker - 4)}v8", class_="edges line-ink", stroke_width=1.5)
        for end in (low, high)
    ]
    return elements
