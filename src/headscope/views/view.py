"""A view: attention, what of it is shown first, and the things it can become: a page, a widget, a drawing.

The three kinds (`head_view`, `model_view`, `neuron_view`) differ in what is shown first and in how they are drawn where nothing moves;
the page can switch between them.
"""

import html
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from headscope.errors import HeadscopeError
from headscope.figures.figure import PIXELS, Figure, check_output
from headscope.names import LAYER_WEIGHTS
from headscope.results.open import open_run
from headscope.results.scores import Scores
from headscope.runs.disk import write_whole
from headscope.types import Head
from headscope.urls import local_path
from headscope.views.attention import Attention
from headscope.views.page import render
from headscope.views.payload import Kind, Payload, Start, check_start, check_vectors_length, payload
from headscope.views.still import draw_map, is_long, still
from headscope.views.switch import Again, again, at_hand
from headscope.views.which import word_named

if TYPE_CHECKING:
    from headscope.models.given import ModelLike, TokenizerLike
    from headscope.views.attention import Maps

    Source: TypeAlias = Attention | ModelLike | Maps

SUFFIXES = (".html", ".svg", ".png")
HEIGHT = 640  # pixels of a frame in a notebook
MOST_PIXELS = 32_000  # of a PNG's height: beyond, programs that show pictures give up

Heads: TypeAlias = str | int | Head | Iterable[str | int | Head]
Draw: TypeAlias = Callable[[Attention, Start], Figure]


@dataclass(frozen=True)
class Generate:
    """How a model goes on from the text: by how many tokens, and how each is chosen."""

    count: int
    temperature: float = 0.0
    seed: int = 0


class Arrays(TypedDict, total=False):
    """What `Attention.from_arrays` takes beside maps and tokens."""

    sentence_b_start: int | None
    special: Iterable[int] | None
    words: Sequence[int | None] | None
    name: str
    encoder_attention: "Maps | None"
    decoder_attention: "Maps | None"
    cross_attention: "Maps | None"
    encoder_tokens: Sequence[str] | None
    decoder_tokens: Sequence[str] | None


@dataclass(frozen=True, eq=False)
class View:
    """What `head_view`, `model_view` and `neuron_view` return. In a notebook it shows itself."""

    attention: Attention
    kind: Kind
    start: Start
    draw: Draw = field(repr=False)
    scores: Scores | None = field(default=None, repr=False)
    again: Again | None = field(default=None, repr=False)  # the same without some heads, where the model is at hand

    @cached_property
    def payload(self) -> Payload:
        """What every host hands to the page."""
        if self.scores is None:
            return payload(self.attention, self.kind, start=self.start)
        from headscope.views.run_scores import check_run, run_parts

        sizes = {name: (one.layers, one.heads) for name, one in self.attention.stacks.items()}
        check_run(self.attention.name, sizes, self.scores)
        return payload(self.attention, self.kind, start=self.start, **run_parts(sizes, self.scores))

    def html(self) -> str:
        """One page that holds all it needs."""
        return render(self.payload)

    def svg(self) -> str:
        """What is shown first, as a drawing."""
        return self._figure.svg

    def save(self, path: str | Path) -> None:
        """Writes .html, .svg or .png, by the file's name, all of it or nothing."""
        path = local_path(path)
        check_output(path, SUFFIXES, "view", force=True)
        data = self._bytes(path.suffix.lower())
        write_whole(path, data)

    def _bytes(self, suffix: str) -> bytes:
        if suffix == ".html":
            return self.html().encode()
        if suffix == ".svg":
            return self._figure.to_svg()
        height = (self._figure.drawing.height + 200) * PIXELS
        if height > MOST_PIXELS:
            raise HeadscopeError(
                f"As PNG this view would be {height:,.0f} pixels high, more than {MOST_PIXELS:,}: save it as .svg or .html."
            )
        return self._figure.to_png()

    @cached_property
    def _figure(self) -> Figure:
        return self.draw(self.attention, self.start)

    def widget(self) -> Any:
        """An anywidget for Jupyter, VS Code, Colab and marimo; needs the extra `notebook`."""
        from headscope.views.widget import widget

        return widget(self.payload, self._mark, self.again and (lambda off: self.again(off).payload))

    @cached_property
    def _mark(self) -> str:
        """What a widget knows its own picture by, among others of the notebook."""
        return secrets.token_hex(4)

    def _still(self) -> str:
        """The picture that is shown where nothing runs."""
        long = self.kind == "head" and is_long(self.attention, self.start)
        return still(draw_map(self.attention, self.start) if long else self._figure, self._mark)

    def _ipython_display_(self) -> None:
        """How a notebook shows it: a picture, which every export keeps, and then what is alive, which hides the picture."""
        import IPython.display

        show: Callable[..., None] = IPython.display.display
        try:
            made = self.widget()
        except HeadscopeError:
            return show({"text/plain": repr(self), "text/html": self._repr_html_()}, raw=True)
        show({"text/plain": repr(self), "text/html": self._still()}, raw=True)
        bundle = made._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        # Without a text of its own: where the widget can't live, it leaves nothing behind.
        show({kind: value for kind, value in data.items() if kind != "text/plain"}, raw=True, metadata=metadata)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """For hosts that take one thing alone: the widget with the picture in its place; without anywidget the picture and the page."""
        try:
            made = self.widget()
        except HeadscopeError:
            return {"text/plain": repr(self), "text/html": self._repr_html_()}
        bundle = made._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/plain": repr(self), "text/html": self._still()}, metadata

    def _repr_html_(self) -> str:
        """The picture, and below it the page in a frame of its own, which may run its script and nothing else."""
        page = html.escape(self.html())
        return (
            f"{self._still()}<details><summary>Interactive view</summary>"
            f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads" width="100%" height="{HEIGHT}" '
            f'style="border: 0" title="{html.escape(self.payload.meta["title"])}"></iframe></details>'
        )


def make_view(
    kind: Kind,
    draw: Draw,
    source: "Source | None",
    text: str | Sequence[str] | None,
    second: str | int | None,
    *,
    tokenizer: "TokenizerLike | None",
    layer: int | None,
    heads: Heads | None,
    token: int | str | None,
    stack: str | None,
    run: Scores | str | Path | None,
    max_length: int | None,
    arrays: Arrays,
    generate: Generate | None,
    weights: str | None,
) -> View:
    """A view of whatever was given: a model and a text, attention, or arrays and their tokens."""
    token = int(token) if isinstance(token, str) and token.strip().isdecimal() else token
    start = _start(layer, heads, None if isinstance(token, str) else token, stack)
    scores = open_run(run) if isinstance(run, str | Path) else run
    if scores is not None and weights in LAYER_WEIGHTS:
        raise HeadscopeError(
            f"--run has scores of heads, and --weights {weights} has one map for a layer: leave one of them out."
        )
    attention = _attention(kind, source, text, second, tokenizer, max_length, arrays, generate, weights or "raw")
    attention = attention if weights is None else attention.under(weights)
    if isinstance(token, str):
        start = replace(start, token=word_named(attention.stack(start.stack).queries, token).parts[0])
    check_start(attention, start)

    def make(other: Any) -> View:
        return make_view(
            kind, draw, other, text, second,
            tokenizer=tokenizer, layer=layer, heads=heads, token=token, stack=stack, run=scores, max_length=max_length, arrays=arrays,
            generate=generate, weights=weights,
        )  # fmt: skip

    return View(attention, kind, start, draw, scores, None if _is_there(source) else again(source, make))


def _is_there(source: object) -> bool:
    """Whether this is attention already, or maps of it, and not a model."""
    return isinstance(source, Attention) or source is None or hasattr(source, "shape") or isinstance(source, tuple | list)


def _attention(
    kind: Kind,
    source: Any,
    text: str | Sequence[str] | None,
    second: str | int | None,
    tokenizer: Any,
    max_length: int | None,
    arrays: Arrays,
    generate: Generate | None,
    weights: str,
) -> Attention:
    if generate is not None and _is_there(source):
        raise HeadscopeError("Only a model can go on from a text: leave generate out where the attention is there already.")
    if isinstance(source, Attention):
        if text is not None or second is not None or arrays:
            raise HeadscopeError("Attention has its text already: give nothing but what to show of it.")
        return source
    if _is_there(source):
        return _of_arrays(source, text, second, arrays)
    from headscope.models.given import is_model, opened  # only now: maps that are there already need no torch
    from headscope.views.attend import attend, count_tokens

    if not is_model(source):
        raise HeadscopeError(
            f"A view is of a model (its name, its folder, headscope.load, or live), of attention (headscope.attend), or of arrays and "
            f"tokens, not of {type(source).__name__}."
        )
    if not isinstance(text, str) or isinstance(second, int) or arrays:
        raise HeadscopeError("A model takes a text, or two: head_view(model, 'first text', 'second text').")
    with opened(source, tokenizer) as model:
        vectors = kind == "neuron"
        if vectors and max_length is None:
            check_vectors_length(count_tokens(model, text, second))  # before the pass, which it may be too long for as well
        if generate is None:
            predicts = bool(model.gates) or at_hand(source)
            return attend(model, text, second, vectors=vectors, max_length=max_length, weights=weights, predicts=predicts)
        from headscope.models.continuation import Choice
        from headscope.views import generate as continued

        if second is not None:
            raise HeadscopeError(f"'{model.name}' goes on from one text: leave the second out.")
        choice = Choice(generate.temperature, generate.seed)
        return continued.generate(
            model, text, generate.count, choice=choice, vectors=vectors, max_length=max_length, weights=weights
        )


def _of_arrays(maps: Any, tokens: Sequence[str] | None, second: str | int | None, arrays: Arrays) -> Attention:
    if isinstance(second, str):
        raise HeadscopeError(
            "With arrays, the third argument is sentence_b_start, the position of the second text's first token."
        )
    given: Arrays = arrays if second is None else {"sentence_b_start": second, **arrays}
    return Attention.from_arrays(maps, tokens, **given)


def _start(layer: int | None, heads: Heads | None, token: int | None, stack: str | None) -> Start:
    """What people write, counted from 1 ("8-10", or numbers of heads with `layer`), as it is kept, counted from 0."""
    for name, number in (("layer", layer), ("token", token)):
        if number is not None and number < 1:
            raise HeadscopeError(f"{number} is not a {name}: {name}s are counted from 1.")
    given = [] if heads is None else [heads] if isinstance(heads, str | int | Head) else list(heads)
    at = None if layer is None else layer - 1
    numbers: list[int] = []
    for one in given:
        if isinstance(one, int) or (isinstance(one, str) and one.strip().isdecimal()):
            if layer is None or int(one) < 1:
                raise HeadscopeError(
                    f"'{one}' is not a head: write layer-head, both counted from 1, as in 8-10, or give the layer too."
                )
            numbers.append(int(one) - 1)
            continue
        head = Head.parse(one) if isinstance(one, str) else one
        if at is not None and head.layer != at:
            raise HeadscopeError(f"Heads of one layer are shown at a time: {head} is not of layer {at + 1}.")
        at = head.layer
        numbers.append(head.head)
    return Start(stack, at, tuple(dict.fromkeys(numbers)), None if token is None else token - 1)
