"""What each head counts for in a probe: its learned weights as a map of layers and heads, one for each way of attending."""

import re
from collections.abc import Sequence
from typing import Any

from headscope.errors import HeadscopeError, unknown_name
from headscope.figures.figure import Drawing, Figure
from headscope.figures.lettering import plain
from headscope.figures.style import page
from headscope.figures.svg import Element, group, text
from headscope.tables.probe_source import Summary, records_of, summaries, trainings
from headscope.ties import rounded
from headscope.types import Head

NAME = "probe-weights"
METRIC = "weight"
WAYS = {"u": "from the word to its governor", "w": "from the governor to the word"}
_LEFT, _TOP, _GAP, _WORDS = 40.0, 58.0, 56.0, 230.0

Weights = dict[str, dict[Head, float]]  # by way


def probe_weights(
    given: Any, *, probe: str | None = None, embeddings: str | None = None, model: str | None = None, corpus: str | None = None
) -> Figure:
    """The weights of one probe, by default the one that sees attention alone, averaged over seeds."""
    found = [one for one in summaries(records_of(given), model=model, corpus=corpus) if _weights(one)]
    known = list(dict.fromkeys(one.probe for one in found))
    if not found:
        raise HeadscopeError(f"The figure '{NAME}' needs the weights of a probe that sees attention, and there are none here.")
    if probe is not None and probe not in known:
        raise unknown_name("probe with weights", probe, known)
    chosen = probe or ("attention" if "attention" in known else known[0])
    mine = [one for one in found if one.probe == chosen and embeddings in (None, one.embeddings)]
    if len(mine) != 1:
        kinds = ", ".join(f"{one.model} on {one.corpus} {one.embeddings}".strip() for one in found if one.probe == chosen)
        raise HeadscopeError(
            f"There are weights of several fits of '{chosen}': {kinds}. Say which: with --corpus, or in Python with model=, corpus= "
            "and embeddings=."
        )
    weights = _weights(mine[0])
    return Figure(NAME, _title(weights), _caption(mine[0]), _draw(weights))


def _weights(one: Summary) -> Weights:
    found: Weights = {}
    for (metric, key), number in one.numbers.items():
        match = re.fullmatch(r"([uw]) (\d+-\d+)", key)
        if metric == METRIC and match is not None:
            found.setdefault(match[1], {})[Head.parse(match[2])] = number.value
    return {way: found[way] for way in WAYS if way in found}


def _caption(one: Summary) -> str:
    seeds = f", the mean over {len(one.seeds)} seeds" if len(one.seeds) > 1 else ""
    of = " between average words" if one.embeddings else ""
    return (
        f"A square is what a head counts for{of} in the probe '{one.title}'{seeds}: its area is the size of the weight, "
        "filled where attention speaks for a governor, hollow where it speaks against. All on one scale. Of heads that attend alike, "
        f"any may carry the weight. {plain(one.model)} on {plain(one.corpus)}."
        + "".join(f" {plain(sentence)}" for sentence in trainings([one]))
    )


def _title(weights: Weights) -> str:
    """The heaviest weight in words."""
    way, head = max(
        ((way, head) for way, mine in weights.items() for head in mine), key=lambda at: rounded(abs(weights[at[0]][at[1]]))
    )
    value = weights[way][head]
    if value == 0:
        return "No head has any weight in the probe."
    side = "speaks most for a governor" if value > 0 else "speaks most against a governor"
    return f"Attention {WAYS[way]} under head {head} {side} (weight {value:.2g})."


def _draw(weights: Weights) -> Drawing:
    heads = [head for mine in weights.values() for head in mine]
    layers, across = max(head.layer for head in heads) + 1, max(head.head for head in heads) + 1
    beside = page() >= len(weights) * (_LEFT + _WORDS) + _GAP
    columns = len(weights) if beside else 1
    room = (page() - _LEFT * columns - 12 - _GAP * (columns - 1)) / columns
    cell = min(34.0, room / across)
    largest = max(abs(value) for mine in weights.values() for value in mine.values()) or 1.0
    tall = _TOP + layers * cell + 10
    made: list[Element] = []
    for at, (way, mine) in enumerate(weights.items()):
        left, top = (_LEFT + at * (max(cell * across, _WORDS) + _GAP), 0.0) if beside else (_LEFT, at * (tall + 16))
        made.append(group(*_map(mine, (layers, across), left, cell, largest, WAYS[way], way), y=top))
    return Drawing(tall if beside else len(weights) * (tall + 16) - 16, tuple(made))


def _map(
    mine: dict[Head, float], shape: tuple[int, int], left: float, cell: float, largest: float, heading: str, way: str
) -> list[Element]:
    layers, across = shape
    made = [text(left, 16, f"{heading}", "heading"), text(left - 8, _TOP - 8, "layer", "tick quiet", anchor="end")]
    # The word fits only above the numbers where these stand close together.
    made.append(text(left, _TOP - 24, f"head ({way})", "tick quiet"))
    for head in _numbered(across, cell):
        made.append(text(left + (head + 0.5) * cell, _TOP - 8, str(head + 1), "tick quiet", anchor="middle"))
    for layer in _numbered(layers, cell):
        made.append(text(left - 8, _TOP + (layer + 0.5) * cell + 4, str(layer + 1), "tick quiet", anchor="end"))
    made += [_square(head, value, left, cell, largest) for head, value in sorted(mine.items())]
    return made


def _numbered(number: int, cell: float) -> Sequence[int]:
    """All of so many rows or columns, or where they stand too close every other, every fourth …

    >>> list(_numbered(6, 20.0)), list(_numbered(6, 10.0))
    ([0, 1, 2, 3, 4, 5], [0, 2, 4])
    """
    step = 1
    while step * cell < 18.0:
        step *= 2
    return range(0, number, step)


def _square(head: Head, value: float, left: float, cell: float, largest: float) -> Element:
    side = (cell - 2) * (abs(value) / largest) ** 0.5
    x, y = left + (head.head + 0.5) * cell - side / 2, _TOP + (head.layer + 0.5) * cell - side / 2
    style = "weight fill-syntax" if value > 0 else "box weight line-syntax"
    return Element("rect", Element("title", f"{head}: {value:.3g}"), x=x, y=y, width=side, height=side, class_=style)
