"""What heads do, in one word each: the vocabulary of labels, with words, signs and colours, read from `behaviours.json`.

Figures, the atlas and the views all draw from it; the pages get it with their data, so that nothing of it is written in TypeScript.
Which head does what is decided elsewhere (findings/labels.py). Standard library only.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from headscope.description import SPECIAL, Description, LabelRule, named
from headscope.errors import HeadscopeError

NEUTRAL = ("#5f6670", "#a0a6ae")  # for a label whose measure gives no colour: on white, on near-black


@dataclass(frozen=True)
class Behaviour:
    """A label as it is drawn: what a legend calls it, the sign that says the same without colour, and its colour on white and on
    near-black. `shape` is the sign as the corners of a polygon around (0, 0) or as "ring"; a sign without one is a letter. `mixed`, which
    is no behaviour, has no colour."""

    name: str
    words: str
    sign: str
    shape: tuple[tuple[float, float], ...] | str
    light: str | None
    dark: str | None

    def to_json(self) -> dict[str, Any]:
        """As a page has it: a page draws the sign, not the shape."""
        return {name: value for name, value in asdict(self).items() if name != "shape"}


def _read() -> tuple[Behaviour, ...]:
    data = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    shapes = [one.pop("shape") for one in data]
    corners = [shape if isinstance(shape, str) else tuple((float(x), float(y)) for x, y in shape) for shape in shapes]
    return tuple(Behaviour(**one, shape=shape) for one, shape in zip(data, corners, strict=True))


BEHAVIOURS = _read()  # in the order of the legend; `mixed` is the last


def vocabulary(measures: Iterable[Description] = (), special: Mapping[str, str] = SPECIAL) -> tuple[Behaviour, ...]:
    """Every behaviour that heads of a run may have, in the order of the legend: ours, those that the run's measures bring of their own,
    and `mixed`. Special tokens are called what the model's tokenizer calls them."""
    *known, mixed = (replace(one, words=named(one.words, special)) for one in BEHAVIOURS)
    found = {one.name: one for one in known}
    for about in measures:
        for key in about.keys.values():
            if key.label is not None and key.label.label not in found:
                found[key.label.label] = _own(key.label, special)
        if about.behaviour and about.behaviour not in found:
            found[about.behaviour] = _own(LabelRule(about.behaviour, 0.0, 0), special)
    found.pop(mixed.name, None)
    return (*found.values(), mixed)


def _own(rule: LabelRule, special: Mapping[str, str]) -> Behaviour:
    """A behaviour that somebody's own measure tells: by its name's first letter and in grey where it says no more."""
    if rule.colour and not re.fullmatch("#[0-9a-fA-F]{6}", rule.colour):
        raise HeadscopeError(
            f"The label '{rule.label}' has the colour '{rule.colour}': write it as #rrggbb, in hexadecimal digits."
        )
    words, sign = named(rule.words or rule.label, special), rule.sign or rule.label[:1].upper()
    light, dark = (rule.colour, lighter(rule.colour)) if rule.colour else NEUTRAL
    return Behaviour(rule.label, words, sign, (), light, dark)


def lighter(colour: str) -> str:
    """A colour for near-black: a quarter of the way to white, so that thin strokes keep their contrast.

    >>> lighter("#004080")
    '#4070a0'
    """
    return "#" + "".join(f"{round(0.75 * int(colour[at : at + 2], 16) + 0.25 * 255):02x}" for at in (1, 3, 5))
