"""The head view: tokens in two columns, lines from the one being updated to those it attends to; some heads of one layer at a time."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from headscope.figures import style
from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.head import FEWEST, LINE, Columns, columns, draw_head
from headscope.figures.lettering import plain, shortened, width
from headscope.figures.svg import Element, number, text
from headscope.results.scores import Scores
from headscope.ties import highest
from headscope.views.attention import Attention, StackAttention
from headscope.views.payload import Start
from headscope.views.view import Arrays, Generate, Heads, View, make_view
from headscope.views.weighting import CAPTIONS, SHARES, called

if TYPE_CHECKING:
    from headscope.models.given import TokenizerLike
    from headscope.views.view import Source

# As web/src/views/palette.ts has them, for a light page; on a dark one they are still seen. By turns a dark and a light one.
HUES = ("#0a4ba0", "#d17f26", "#901c2f", "#03a9b6", "#016123", "#d46ea1", "#702c84", "#989d1d", "#734301", "#9584e5")
DASHES = (None, "9 4", "2 4", "12 3 2 3")
_TOP = 8.0
_MARGIN = 12.0


def head_view(
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
    weights: str | None = None,
    **arrays: Unpack[Arrays],
) -> View:
    """A head view: `head_view(model, "text")`, `head_view(attention)`, or as in BertViz `head_view(attentions, tokens)`.

    A model is a name, a folder, a `Model`, or a live transformers model with its `tokenizer`. `heads` are written "8-10"; numbers are
    heads of `layer`; without both, the view opens with the head that has most to show on the text (docs/views.md). `token` is the token
    whose row is shown first: a word of the text, or a number. Numbers are counted from 1, in BertViz from 0. `run` is a run whose scores
    and labels the page shows beside the heads. With `generate`, a causal model goes on from the text by so many tokens, and each row is
    the attention of the pass that read that token and chose the next; `temperature` 0 takes the likeliest token, more than 0 draws with
    `seed`. `weights` is what the maps are made of at first (`raw`, `norm` or `no-sink`, docs/weights.md); the page can switch. `rollout`
    and `value-zeroing` have one map for a layer. Other arguments are those of `Attention.from_arrays`.

    >>> view = head_view("bundled", "She found the key.", heads="3-5")
    >>> view.start
    Start(stack=None, layer=2, heads=(4,), token=None)
    """
    return make_view(
        "head", draw, source, text, second,
        tokenizer=tokenizer, layer=layer, heads=heads, token=token, stack=stack, run=run, max_length=max_length, arrays=arrays,
        generate=None if generate is None else Generate(generate, temperature, seed), weights=weights,
    )  # fmt: skip


def colour(head: int) -> str:
    """The page's: heads 2k and 2k + 1 share a dash and differ in lightness."""
    return HUES[2 * (head // 2 % (len(HUES) // 2)) + head % 2]


def dash(head: int) -> str | None:
    return DASHES[head // 2 % len(DASHES)]


def draw(attention: Attention, start: Start) -> Figure:
    """The heads that are shown first, over one another; with a token, its row alone."""
    one = attention.stack(start.stack)
    layer, heads = start.heads_of(one)
    alone = len(heads) == 1
    wide = style.WIDTH - 2 * _MARGIN
    top = _TOP if alone else _TOP + 24
    numbered = alone and start.token is not None
    place = columns(one.queries, one.keys, _MARGIN, top, wide, line=LINE, numbered=numbered)
    maps = one.maps[layer]
    if alone:
        targets = None if start.token is None else maps[heads[0], start.token] >= 0.1
        made = draw_head(place, one.queries, one.keys, maps[heads[0]], "next", selected=start.token, targets=targets)
    else:
        nothing = np.zeros(one.maps.shape[2:], dtype=np.float32)
        made = [*_legend(heads), *_strokes(one, layer, heads, start.token, place)]
        made += draw_head(place, one.queries, one.keys, nothing, "next")
    return Figure(
        "head-view",
        _title(attention, one, layer, heads, start),
        _caption(one, start, attention.weights),
        Drawing(place.bottom + 4, tuple(made)),
    )


def _strokes(one: StackAttention, layer: int, heads: tuple[int, ...], token: int | None, place: Columns) -> list[Element]:
    """Strokes of all heads, the strong ones last; those of one head and strength as one path."""
    alike: dict[tuple[float, int], list[str]] = {}
    for head in heads:
        for query, key in np.argwhere(one.maps[layer, head] >= FEWEST):
            if token in (None, int(query)):
                strength = round(float(one.maps[layer, head, query, key]), 2)
                stroke = f"M{number(place.left)} {number(place.queries[query])}L{number(place.right)} {number(place.keys[key])}"
                alike.setdefault((strength, head), []).append(stroke)
    return [
        Element(
            "path",
            d="".join(strokes),
            class_="edges",
            stroke=colour(head),
            stroke_opacity=max(0.01, strength),
            stroke_width=0.5 + 2.5 * strength,
            stroke_dasharray=dash(head),
        )
        for (strength, head), strokes in sorted(alike.items())
    ]


def _legend(heads: tuple[int, ...]) -> list[Element]:
    made, x = [text(_MARGIN, 14, "head", "tick quiet")], _MARGIN + 36
    for head in heads:
        if x > style.WIDTH - 40:
            break  # a model of very many heads: the first of them must do
        made += [
            Element("path", d=f"M{number(x)} 10h24", stroke=colour(head), stroke_width=3, stroke_dasharray=dash(head)),
            text(x + 28, 14, str(head + 1), "tick"),
        ]
        x += 36 + width(str(head + 1), style.TICK)
    return made


def _title(attention: Attention, one: StackAttention, layer: int, heads: tuple[int, ...], start: Start) -> str:
    name = plain(attention.name)
    where = f"{name}, {attention.stack_name(start.stack)}" if len(attention.stacks) > 1 else name
    what = called(attention.weights, layer, heads[0]) if len(heads) == 1 else f"{len(heads)} heads of layer {layer + 1}"
    if start.token is None:
        return f"{what} of {where}."
    row = one.maps[layer, list(heads), start.token].sum(0)
    most = highest(row)
    if not row[most]:
        return f"{what} of {where}: nothing is left of {shortened(one.queries.texts[start.token], 20)} without sinks."
    pair = (shortened(one.queries.texts[start.token], 20), shortened(one.keys.texts[most], 20))
    attends = "attends" if len(heads) == 1 else "attend"
    return f"{what} of {where} {attends} from {pair[0]} most to {pair[1]} ({row[most] / len(heads):.2f}{SHARES[attention.weights]})."


def _caption(one: StackAttention, start: Start, weights: str) -> str:
    which = "" if start.token is None else " Only the chosen token's lines are drawn."
    return (
        "The token being updated is on the left, the tokens it attends to are on the right; the stronger a line, the larger the "
        f"weight, and weights below {FEWEST:g} are left out.{which}{CAPTIONS[weights]} "
        f"{len(one.queries.texts)} tokens{one.generated}. {CAVEAT}"
    )
