"""The neuron view: how one row of one head comes about: query, keys, their product by dimension, dot product, softmax."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.head import LINE, TYPE
from headscope.figures.lettering import MONO, cells, plain, shortened, visible
from headscope.figures.svg import Element, text
from headscope.results.scores import Scores
from headscope.ties import highest
from headscope.types import Head
from headscope.views.attention import Attention
from headscope.views.payload import Start, check_vectors_length
from headscope.views.picture import signed
from headscope.views.view import Generate, Heads, View, make_view

if TYPE_CHECKING:
    from headscope.models.given import TokenizerLike
    from headscope.views.view import Source

BLUE, ORANGE = (61, 135, 208), (213, 94, 0)
_MARGIN, _TOP, _GAP, _DOT, _BAR = 12.0, 64.0, 10.0, 52.0, 72.0
_LONGEST = 16  # characters of a token


def neuron_view(
    source: "Source | None" = None,
    text: str | Sequence[str] | None = None,
    second: str | int | None = None,
    *,
    tokenizer: "TokenizerLike | None" = None,
    layer: int | None = None,
    heads: Heads | None = None,
    token: int | str | None = None,
    stack: str | None = None,
    run: Scores | str | Path | None = None,
    max_length: int | None = None,
    generate: int | None = None,
    temperature: float = 0.0,
    seed: int = 0,
) -> View:
    """A neuron view: `neuron_view(model, "text")`, or `neuron_view(attend(model, "text", vectors=True))`, for every model that is
    listened to through the tap. Arguments are those of `head_view`."""
    view = make_view(
        "neuron", draw, source, text, second,
        tokenizer=tokenizer, layer=layer, heads=heads, token=token, stack=stack, run=run, max_length=max_length, arrays={},
        generate=None if generate is None else Generate(generate, temperature, seed), weights="raw",
    )  # fmt: skip
    check_vectors(view.attention)
    return view


def check_vectors(attention: Attention) -> None:
    """Raises where there is nothing to show."""
    if all(one.vectors is None for one in attention.stacks.values()):
        raise HeadscopeError(
            f"A neuron view needs queries and keys, and '{attention.name}' has none: make it with "
            "attend(model, text, vectors=True), of a model that is listened to through the tap."
        )
    longest = max(max(one.maps.shape[2:]) for one in attention.stacks.values())
    check_vectors_length(longest)


def draw(attention: Attention, start: Start) -> Figure:
    """One token's row of one head: by default the second token, since the first is often special."""
    one = attention.stack(start.stack)
    if one.vectors is None:
        raise HeadscopeError("This stack has no queries and keys.")
    layer, (head, *_) = start.heads_of(one)
    token = start.token if start.token is not None else min(1, len(one.queries.texts) - 1)
    query, keys = one.vectors.query[layer, head, token], one.vectors.key[layer, head]
    product = query * keys * np.float32(one.vectors.scaling)
    dots, weights = product.sum(-1), one.maps[layer, head, token]

    size = LINE * TYPE
    longest = min(_LONGEST, max(cells(visible(key)) for key in one.keys.texts))
    left = _MARGIN + longest * size * MONO + _GAP
    strip = (style.WIDTH - left - _MARGIN - 2 * _GAP - _DOT - _BAR) / 2
    second = left + strip + _GAP
    dot = second + strip + _GAP + _DOT
    height = LINE * len(keys)
    made: list[Element] = [
        text(_MARGIN, 26, shortened(one.queries.texts[token], _LONGEST), "token strong"),
        text(left, 10, "query", "tick quiet"),
        signed(query[None], _scale(query), (left, 14.0, strip, LINE - 2), (BLUE, ORANGE)),
        text(left, _TOP - 8, "key", "tick quiet"),
        text(second, _TOP - 8, "query × key", "tick quiet"),
        text(dot, _TOP - 8, "sum", "tick quiet", anchor="end"),
        text(dot + _GAP, _TOP - 8, "weight", "tick quiet"),
        signed(keys, _scale(keys), (left, _TOP, strip, height), (BLUE, ORANGE)),
        signed(product, _scale(product), (second, _TOP, strip, height), (BLUE, ORANGE)),
    ]
    for at, token_text in enumerate(one.keys.texts):
        y = _TOP + (at + 0.5) * LINE
        kind = "token special" if one.keys.special[at] else "token"
        written = text(_MARGIN, y + size * 0.35, shortened(token_text, _LONGEST), kind)
        written.attributes["font-size"] = size
        made += [
            written,
            text(dot, y + 4, f"{dots[at]:.2f}", "tick", anchor="end"),
            Element("rect", x=dot + _GAP, y=y - 5, width=float(weights[at]) * (_BAR - 40), height=10, class_="fill-next"),
            text(style.WIDTH - _MARGIN, y + 4, f"{weights[at]:.2f}", "tick", anchor="end"),
        ]
    most = highest(weights)
    title = (
        f"Head {Head(layer, head)} of {plain(attention.name)}: from {shortened(one.queries.texts[token], 20)} most to "
        f"{shortened(one.keys.texts[most], 20)} ({weights[most]:.2f})."
    )
    caption = (
        f"Of {len(query)} dimensions, blue is above 0 and orange below. Query times key, by dimension and scaled by "
        f"{one.vectors.scaling:.3g}, sums to what the softmax makes weights of; some models add a mask, a bias of positions "
        f"or a cap before it. {len(one.queries.texts)} tokens{one.generated}. {CAVEAT}"
    )
    return Figure("neuron-view", title, caption, Drawing(_TOP + height + 4, tuple(made)))


def _scale(values: np.ndarray) -> float:
    """What is drawn in full colour: the largest but for one in a hundred, so that one dimension does not make all others pale."""
    return float(np.quantile(np.abs(values), 0.99)) or float(np.abs(values).max())
