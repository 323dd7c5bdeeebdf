"""A number a line, with its interval, beside what something simpler manages and what was published: rows of dots on one scale."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headscope.figures import style
from headscope.figures.axes import Scale, tick_texts
from headscope.figures.figure import Drawing
from headscope.figures.lettering import width
from headscope.figures.svg import Element, line, number, text
from headscope.quantities import percent, percent_interval

ROW, TOP, HEADING, RADIUS = 19.0, 26.0, 26.0, 4.0


@dataclass(frozen=True)
class Dot:
    """A share with its interval; a label that is somebody's has been made safe (`plain`).

    `rival` is the simpler rule's, `published` the paper's; hollow where it is not `sure`."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    rival: float | None = None
    published: float | None = None
    head: str = ""
    sure: bool = True

    @property
    def written(self) -> str:
        between = percent_interval(self.low, self.high)
        said = percent(self.value, self.low, self.high) + (f" ({between})" if between else "")
        return f"{self.head} · {said}" if self.head else said


def dots(groups: Mapping[str, Sequence[Dot]], *, colour: str, value: str, rival: str = "") -> Drawing:
    """Rows in groups, each under its name where there are several; a legend says what the marks are."""
    every = [one for some in groups.values() for one in some]
    names = min(0.32 * style.page(), max(width(one.label, style.TICK) for one in every) + 10)
    numbers = max(width(one.written, style.TICK) for one in every) + 14
    scale = Scale(0.0, 1.0, 12 + names, style.page() - 12 - numbers)
    ticks = scale.ticks(5 if scale.end - scale.start > 200 else 2)
    made, y = _legend(every, colour, value, rival), TOP
    for name, some in groups.items():
        if len(groups) > 1:
            made.append(text(12, y + 17, name, "tick strong"))
            y += HEADING
        top = y
        made += [line(scale(tick), top, scale(tick), top + ROW * len(some), _rule(tick)) for tick in ticks]
        for one in some:
            made += _row(one, scale, y + ROW / 2, names, colour)
            y += ROW
    for tick, written in zip(ticks, tick_texts([100 * tick for tick in ticks]), strict=True):
        made.append(text(scale(tick), y + 15, f"{written}%", "tick quiet", anchor="middle"))
    return Drawing(y + 24, tuple(made))


def _cut(label: str, room: float) -> str:
    """As much of a name as there is room for."""
    words = label
    while len(words) > 1 and width(words, style.TICK) > room:
        words = words.rstrip("…")[:-1] + "…"
    return words


def _rule(tick: float) -> str:
    return "rule line-rule" if tick == 0 else "rule line-faint"


def _row(one: Dot, scale: Scale, y: float, names: float, colour: str) -> list[Element]:
    made = [text(6 + names, y + 4, _cut(one.label, names), "tick", anchor="end")]
    if one.low is not None and one.high is not None:
        made.append(line(scale(one.low), y, scale(one.high), y, f"mean line-{colour}"))
    if one.rival is not None:
        made.append(line(scale(one.rival), y - 6, scale(one.rival), y + 6, "mean line-quiet"))
    if one.published is not None:
        made.append(_diamond(scale(one.published), y))
    ends = f"{one.label}: {one.written}"
    kind = f"mark fill-{colour}" if one.sure else f"mark fill-page line-{colour} ring-of"
    dot = Element("circle", Element("title", ends), cx=scale(one.value), cy=y, r=RADIUS, class_=kind)
    if not one.sure:
        dot.attributes["stroke-width"] = 1.5
    return [*made, dot, text(style.page() - 12, y + 4, one.written, "tick", anchor="end")]


def _diamond(x: float, y: float) -> Element:
    points = " ".join(f"{number(a)},{number(b)}" for a, b in ((x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)))
    return Element("polygon", points=points, class_="paper fill-page line-quiet")


def _legend(every: Sequence[Dot], colour: str, value: str, rival: str) -> list[Element]:
    """What the marks are, in a line above the rows."""
    x, y = 12.0, 10.0
    made: list[Element] = [Element("circle", cx=x + 4, cy=y, r=RADIUS, class_=f"mark fill-{colour}")]
    for words, sign in ((value, None), (rival, "line"), ("BERT-base in the paper", "diamond")):
        shown = sign is None or (
            any(one.rival is not None for one in every) if sign == "line" else any(one.published is not None for one in every)
        )
        if not shown or not words:
            continue
        made += [line(x + 4, y - 6, x + 4, y + 6, "mean line-quiet")] if sign == "line" else []
        made += [_diamond(x + 4, y)] if sign == "diamond" else []
        made.append(text(x + 14, y + 4, words, "tick quiet"))
        x += 14 + width(words, style.TICK) + 14
    return made
