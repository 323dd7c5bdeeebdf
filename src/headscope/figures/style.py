"""How figures look: colours, the signs of the behaviours, type, and the style sheet inside every SVG.

Light by default; dark where the reader's system is (a media query, which the makers of PNG and PDF don't get to see). Colour
never stands alone: a shape, a letter, a dash or a label says the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from headscope.behaviours import BEHAVIOURS, NEUTRAL, Behaviour
from headscope.figures.ramp import ramp
from headscope.figures.svg import Element, number

WIDTH = (
    720.0  # of a figure's view box, unless it is drawn for a narrow column; shown at about 900 pixels, and to be read at 400
)
NARROWEST = 300.0
_PAGE: ContextVar[float] = ContextVar("page", default=WIDTH)
SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
MONOSPACE = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace'
TITLE, HEADING, LABEL, TICK, LEADING = 18.0, 14.0, 13.0, 12.0, 1.4

# name: on white, on near-black. The latter are lighter, so that thin strokes keep their contrast.
COLOURS = {
    "page": ("#ffffff", "#111316"),
    "ink": ("#16181c", "#e9eaec"),
    "quiet": NEUTRAL,
    "rule": ("#d5d9de", "#383d44"),
    "faint": ("#eceef1", "#24282d"),
    **{one.name: (one.light, one.dark) for one in BEHAVIOURS if one.light and one.dark},
}
DASHES = {"sep": "", "punct": "7 3", "cls": "2 3", "other": "9 3 2 3", "ink": ""}

_KNOWN = {one.name: one for one in BEHAVIOURS}


def page() -> float:
    """How wide the view box is that is drawn for now: a layout asks this, and puts less side by side where it is narrow."""
    return _PAGE.get()


@contextmanager
def laid_out(width: float) -> Iterator[None]:
    """What is drawn inside is laid out for a view box of this width."""
    token = _PAGE.set(min(WIDTH, max(NARROWEST, width)))
    try:
        yield
    finally:
        _PAGE.reset(token)


def mark(label: str | Behaviour, x: float, y: float, size: float = 5.0, title: str | None = None) -> Element:
    """A behaviour's sign, centred at a point: a triangle, a letter, a diamond; a hollow ring for "mixed"."""
    made = _sign(_KNOWN[label] if isinstance(label, str) else label, x, y, size)
    return made.add(Element("title", title)) if title else made


def _sign(one: Behaviour, x: float, y: float, size: float) -> Element:
    # The style sheet has a class for each of ours; a colour that a measure brings stands on the mark itself.
    ours = one.name in _KNOWN
    fill, colour = (f"fill-{one.name}", None) if ours else ("own", one.light)
    if isinstance(one.shape, str):
        line = "quiet" if one.light is None else one.name
        return Element("circle", cx=x, cy=y, r=size * (0.75 if one.light is None else 1), class_=f"mark ring line-{line}")
    if one.shape:
        points = " ".join(f"{number(x + size * dx)},{number(y + size * dy)}" for dx, dy in one.shape)
        return Element("polygon", points=points, class_=f"mark {fill}")
    # A comma is a small thing at the bottom of its line: larger, and lifted to the middle.
    scale, drop = (4.4, 0.55) if one.sign == "," else (2.5, 0.9)
    return Element(
        "text",
        one.sign,
        x=x,
        y=y + size * drop,
        class_=f"mark letter {fill}",
        color=colour,
        text_anchor="middle",
        font_size=size * scale,
    )


def _colours(theme: int) -> list[str]:
    rules = [f".fill-{name} {{fill: {pair[theme]}}}" for name, pair in COLOURS.items()]
    rules += [f".line-{name} {{stroke: {pair[theme]}}}" for name, pair in COLOURS.items()]
    rules += [f".step-{at} {{fill: {colour}}}" for at, colour in enumerate(ramp("dark" if theme else "light"))]
    rules += [f"text {{fill: {COLOURS['ink'][theme]}}}", f".halo {{stroke: {COLOURS['page'][theme]}}}"]
    rules += [f".quiet, .special {{fill: {COLOURS['quiet'][theme]}}}", f".even {{stroke: {COLOURS['quiet'][theme]}}}"]
    # On the ramp's strong half, letters take the page's colour.
    rules += [f"text.on-strong {{fill: {'#ffffff' if theme == 0 else '#111316'}}}"]
    return rules


_RULES = [
    f"text {{font-family: {SANS}; font-variant-numeric: tabular-nums; direction: ltr}}",
    f".title {{font-size: {TITLE:g}px; font-weight: 600}}",
    ".small-title {font-weight: 600}",
    f".heading {{font-size: {HEADING:g}px; font-weight: 600}}",
    f".tick {{font-size: {TICK:g}px}}",
    f".token {{font-family: {MONOSPACE}; white-space: pre}}",
    ".letter {font-weight: 700}",
    "text.own {fill: currentColor}",
    ".strong {font-weight: 600}",
    ".halo {paint-order: stroke; stroke-width: 3px; stroke-linejoin: round}",
    "line, polyline, .edges {fill: none}",
    ".rule {stroke-width: 1px}",
    ".interval {stroke-width: 1px; stroke-opacity: 0.55}",
    ".mean {stroke-width: 2.25px; stroke-linejoin: round}",
    ".even {stroke-width: 1.25px; stroke-dasharray: 4 3}",
    ".point {fill-opacity: 0.62}",
    ".ring {fill: none; stroke-width: 1.25px}",
    ".box {fill: none; stroke-width: 1.25px}",
    *(f".dash-{name} {{stroke-dasharray: {dashes}}}" for name, dashes in DASHES.items() if dashes),
]


def sheet(*, dark: bool = True) -> str:
    """The style sheet; without `dark` for makers of PNG and PDF. Every rule is for what lies inside `.headscope` alone, so that
    a figure can stand in somebody's page."""
    # The size is the root's, so that an element may have its own as an attribute, which a rule would override.
    light = f".headscope {{font-size: {LABEL:g}px}} " + _scoped([*_RULES, *_colours(0)])
    return f"{light} @media screen and (prefers-color-scheme: dark) {{{_scoped(_colours(1))}}}" if dark else light


def _scoped(rules: list[str]) -> str:
    made = []
    for rule in rules:
        selectors, body = rule.split(" {", 1)
        made.append(", ".join(f".headscope {one.strip()}" for one in selectors.split(",")) + " {" + body)
    return " ".join(made)
