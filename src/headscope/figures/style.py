"""How figures look: the colours and shapes of the behaviours, type, and the style sheet inside every SVG.

Light by default; dark where the reader's system is (a media query, which the makers of PNG and PDF don't get to see). Colour
never stands alone: a shape, a letter, a dash or a label says the same.
"""

from headscope.figures.ramp import ramp
from headscope.figures.svg import Element, number

WIDTH = 720.0  # of every figure's view box; shown at about 900 pixels, and to be read at 400
SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
MONOSPACE = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace'
TITLE, HEADING, LABEL, TICK, LEADING = 18.0, 14.0, 13.0, 12.0, 1.4

# name: on white, on near-black. The latter are lighter, so that thin strokes keep their contrast.
COLOURS = {
    "page": ("#ffffff", "#111316"),
    "ink": ("#16181c", "#e9eaec"),
    "quiet": ("#5f6670", "#a0a6ae"),
    "rule": ("#d5d9de", "#383d44"),
    "faint": ("#eceef1", "#24282d"),
    "next": ("#0072b2", "#3d9bd9"),
    "previous": ("#56b4e9", "#8ad0f5"),
    "broad": ("#999999", "#a3a3a3"),
    "sep": ("#009e73", "#22bd92"),
    "cls": ("#66c2a5", "#86d9bf"),
    "punct": ("#cc79a7", "#dc94bd"),
    "same": ("#e69f00", "#f0b432"),
    "syntax": ("#d55e00", "#ee7f2c"),
    "coreference": ("#7b3294", "#b57fcb"),
}
DASHES = {"sep": "", "punct": "7 3", "cls": "2 3", "other": "9 3 2 3", "ink": ""}

# What a label is called in a legend.
BEHAVIOURS = {
    "next": "next token",
    "previous": "previous token",
    "broad": "broad",
    "sep": "[SEP]",
    "cls": "[CLS]",
    "punct": "punctuation",
    "same": "same word",
    "syntax": "syntax",
    "coreference": "coreference",
    "mixed": "mixed",
}
_SHAPES: dict[str, list[tuple[float, float]]] = {
    "next": [(-0.8, -1), (1, 0), (-0.8, 1)],
    "previous": [(0.8, -1), (-1, 0), (0.8, 1)],
    "broad": [(-1, 0.8), (0, -1), (1, 0.8)],
    "coreference": [(0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)],
}
_LETTERS = {"sep": "S", "cls": "C", "punct": ",", "same": "="}


def mark(label: str, x: float, y: float, size: float = 5.0, title: str | None = None) -> Element:
    """A behaviour's sign, centred at a point: a triangle, a letter, a diamond; a hollow ring for "mixed"."""
    made = _sign(label, x, y, size)
    return made.add(Element("title", title)) if title else made


def _sign(label: str, x: float, y: float, size: float) -> Element:
    if label in _LETTERS:
        # A comma is a small thing at the bottom of its line: larger, and lifted to the middle.
        scale, drop = (4.4, 0.55) if label == "punct" else (2.5, 0.9)
        return Element(
            "text",
            _LETTERS[label],
            x=x,
            y=y + size * drop,
            class_=f"mark letter fill-{label}",
            text_anchor="middle",
            font_size=size * scale,
        )
    if label in _SHAPES:
        points = " ".join(f"{number(x + size * dx)},{number(y + size * dy)}" for dx, dy in _SHAPES[label])
        return Element("polygon", points=points, class_=f"mark fill-{label}")
    ring = "ring line-syntax" if label == "syntax" else "ring line-quiet"
    return Element("circle", cx=x, cy=y, r=size * (1 if label == "syntax" else 0.75), class_=f"mark {ring}")


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
    f".heading {{font-size: {HEADING:g}px; font-weight: 600}}",
    f".tick {{font-size: {TICK:g}px}}",
    f".token {{font-family: {MONOSPACE}; white-space: pre}}",
    ".letter {font-weight: 700}",
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
