"""The model view: the layers × heads grid of small maps, every head of the model on one text."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from headscope.figures import style
from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.lettering import plain
from headscope.figures.svg import Element, group, text
from headscope.names import LAYER_WEIGHTS
from headscope.results.scores import Scores
from headscope.views.attention import Attention
from headscope.views.payload import Start
from headscope.views.picture import picture
from headscope.views.view import Arrays, Generate, Heads, View, make_view
from headscope.views.weighting import CAPTIONS, called

if TYPE_CHECKING:
    from headscope.models.given import TokenizerLike
    from headscope.views.view import Source

BLUE = (61, 135, 208)  # seen on white and on near-black
_LEFT, _TOP, _GAP = 40.0, 30.0, 4.0


def model_view(
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
    """A model view: `model_view(model, "text")`, `model_view(attention)`, or as in BertViz `model_view(attentions, tokens)`; `run` is
    a run by whose scores the page can sort the heads. `layer`, `heads` and `token` are what its head view opens with. Other arguments are
    those of `head_view`."""
    return make_view(
        "model", draw, source, text, second,
        tokenizer=tokenizer, layer=layer, heads=heads, token=token, stack=stack, run=run, max_length=max_length, arrays=arrays,
        generate=None if generate is None else Generate(generate, temperature, seed), weights=weights,
    )  # fmt: skip


def draw(attention: Attention, start: Start) -> Figure:
    """Every head's map, a row for each layer."""
    one = attention.stack(start.stack)
    cell = min(96.0, (style.WIDTH - _LEFT - 12) / one.heads)
    side = max(2.0, cell - _GAP)
    made: list[Element] = [text(12, 12, "layer, head", "tick quiet")]
    for head in range(one.heads):
        made.append(text(_LEFT + head * cell + side / 2, _TOP - 6, str(head + 1), "tick quiet", anchor="middle"))
    for layer in range(one.layers):
        y = _TOP + layer * cell
        made.append(text(_LEFT - 8, y + side / 2 + 4, str(layer + 1), "tick quiet", anchor="end"))
        for head in range(one.heads):
            x = _LEFT + head * cell
            made.append(
                group(
                    Element("title", called(attention.weights, layer, head)),
                    picture(one.maps[layer, head], x, y, side, side, BLUE),
                    Element("rect", x=x, y=y, width=side, height=side, class_="box line-rule"),
                )
            )
    name = plain(attention.name)
    where = f"{name}, {attention.stack_name(start.stack)}" if len(attention.stacks) > 1 else name
    unit = "layers" if attention.weights in LAYER_WEIGHTS else "heads"
    title = f"All {one.layers * one.heads} {unit} of {where} on one text."
    caption = (
        f"Each small square is one {unit.removesuffix('s')}'s map: a row for each token being updated, a column for each token it "
        "attends to, the darker the "
        f"larger the weight (on a square-root scale).{CAPTIONS[attention.weights]} "
        f"{len(one.queries.texts)} × {len(one.keys.texts)} tokens{one.generated}. {CAVEAT}"
    )
    return Figure("model-view", title, caption, Drawing(_TOP + one.layers * cell, tuple(made)))
