"""A view where nothing moves: the picture that a notebook shows in every export, and above a widget until that lives.

The picture is an image inside HTML, since GitHub, Colab, VS Code and nbconvert all show that and run nothing. Of a long text it is the map
of the head that the view opens with: strokes between hundreds of tokens would be megabytes that nobody could read.
"""

import base64
import html

from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.lettering import plain
from headscope.figures.svg import Element, text
from headscope.views.attention import Attention
from headscope.views.payload import Start
from headscope.views.picture import picture
from headscope.views.weighting import CAPTIONS, called

LONG = 60  # tokens; beyond, a page scrolls
CLASS = "headscope-still"  # as web/src/views/widget.ts looks for it
_BLUE = (61, 135, 208)
_LEFT, _TOP, _SIDE = 40.0, 20.0, 480.0


def draw_map(attention: Attention, start: Start) -> Figure:
    """One head's map, large."""
    one = attention.stack(start.stack)
    layer, (head, *_) = start.heads_of(one)
    rows, columns = one.maps.shape[2:]
    width, height = _SIDE * min(1, columns / rows), _SIDE * min(1, rows / columns)
    made = [
        text(_LEFT, _TOP - 6, "attends to →", "tick quiet"),
        text(_LEFT - 8, _TOP + 12, "from", "tick quiet", anchor="end"),
        picture(one.maps[layer, head], _LEFT, _TOP, width, height, _BLUE),
        Element("rect", x=_LEFT, y=_TOP, width=width, height=height, class_="box line-rule"),
    ]
    caption = (
        f"A row for each of {rows} tokens being updated, a column for each of {columns} tokens attended to, the darker the larger the "
        f"weight (on a square-root scale; of neighbours the largest).{CAPTIONS[attention.weights]} {CAVEAT}"
    )
    title = f"{called(attention.weights, layer, head)} of {plain(attention.name)}."
    return Figure("head-map", title, caption, Drawing(_TOP + height + 4, tuple(made)))


def still(figure: Figure, mark: str) -> str:
    """A figure as HTML; a widget of the same mark hides it once it is drawn."""
    data = base64.b64encode(figure.svg.encode()).decode("ascii")
    words = html.escape(figure.title, quote=True)
    return f'<div class="{CLASS} {CLASS}-{mark}"><img src="data:image/svg+xml;base64,{data}" alt="{words}" style="max-width: 100%"></div>'


def is_long(attention: Attention, start: Start) -> bool:
    one = attention.stack(start.stack)
    return max(len(one.queries.texts), len(one.keys.texts)) > LONG
