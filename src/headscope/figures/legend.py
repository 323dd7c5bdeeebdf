"""The signs of behaviours with their words, in as many lines as it takes."""

from collections import Counter
from collections.abc import Iterable

from headscope.behaviours import Behaviour
from headscope.figures import style
from headscope.figures.lettering import width
from headscope.figures.svg import Element, text
from headscope.findings.labels import MIXED, Label


def legend(
    known: Iterable[Behaviour], labels: Iterable[Label], x: float, y: float, right: float
) -> tuple[list[Element], float]:
    """The signs that occur, with how many heads have them, between two edges; and where the last line stands."""
    counted = Counter(label.label for label in labels)
    left, made = x, []
    for one in (one for one in known if counted[one.name]):
        words = f"{one.words} {counted[one.name]}"
        wide = 16 + width(words, style.TICK) + 12
        if x + wide > right and x > left:
            x, y = left, y + 20
        made += [style.mark(one, x, y - 4), text(x + 11, y, words, "tick")]
        x += wide
    return made, y


def clear(known: Iterable[Behaviour], labels: Iterable[Label]) -> str:
    """How many heads have one behaviour with their whole interval, and which is the most frequent, in words; without an interval the score
    itself must do."""
    given = [label.label if label.sure or label.low is None else MIXED for label in labels]
    counted = Counter(name for name in given if name != MIXED)
    if not counted:
        return f"none of {len(given)} heads has one clear behaviour"
    words = {one.name: one.words for one in known}
    (most, number), several = counted.most_common(1)[0], counted.total()
    have = "has" if several == 1 else "have"
    often = f": {words[most]}" if len(counted) == 1 else f", most often: {words[most]} ({number})"
    return f"{several} of {len(given)} heads {have} one clear behaviour{often}"
