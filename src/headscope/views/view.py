"""A view: attention, what of it is shown first, and the things it can become: a page, a widget, a drawing.

The three kinds (`head_view`, `model_view`, `neuron_view`) differ in what is shown first and in how they are drawn where nothing moves;
the page can switch between them.
"""

import html
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headscope.errors import HeadscopeError
from headscope.figures.figure import PIXELS, Figure
from headscope.results.scores import Scores, open_run
from headscope.runs.folder import write_whole
from headscope.types import Head
from headscope.views.attention import Attention
from headscope.views.page import render
from headscope.views.payload import Kind, Payload, Start, check_start, payload

if TYPE_CHECKING:
    from headscope.models import Model

SUFFIXES = (".html", ".svg", ".png")
HEIGHT = 640  # pixels of a frame in a notebook
MOST_PIXELS = 32_000  # of a PNG's height: beyond, programs that show pictures give up

Heads = str | int | Head | Iterable[str | int | Head]
Draw = Callable[[Attention, Start], Figure]


@dataclass(frozen=True, eq=False)
class View:
    """What `head_view`, `model_view` and `neuron_view` return. In a notebook it shows itself."""

    attention: Attention
    kind: Kind
    start: Start
    draw: Draw = field(repr=False)
    scores: Scores | None = field(default=None, repr=False)

    @cached_property
    def payload(self) -> Payload:
        """What every host hands to the page."""
        if self.scores is None:
            return payload(self.attention, self.kind, start=self.start)
        from headscope.views.run_scores import check_run, run_behaviours, run_labels, run_scores

        check_run(self.attention, self.scores)
        said = {
            "scores": run_scores(self.attention, self.scores),
            "labels": run_labels(self.attention, self.scores),
            "behaviours": run_behaviours(self.scores),
        }
        return payload(self.attention, self.kind, start=self.start, **said)

    def html(self) -> str:
        """One page that holds all it needs."""
        return render(self.payload)

    def svg(self) -> str:
        """What is shown first, as a drawing."""
        return self._figure.svg

    def save(self, path: str | Path) -> None:
        """Writes .html, .svg or .png, by the file's name, all of it or nothing."""
        path = Path(path)
        check_output(path, force=True)
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

        return widget(self.payload)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """How a notebook shows it: as a widget, and as a frame with the page in it where there is no anywidget."""
        try:
            made = self.widget()
        except HeadscopeError:
            return {"text/plain": repr(self), "text/html": self._repr_html_()}
        return made._repr_mimebundle_(**options)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which may run its script and nothing else."""
        page = html.escape(self.html())
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts allow-downloads" width="100%" height="{HEIGHT}" '
            f'style="border: 0" title="{html.escape(self.payload.meta["title"])}"></iframe>'
        )


def make_view(
    kind: Kind,
    draw: Draw,
    source: Any,
    text: Any,
    second: str | int | None,
    *,
    layer: int | None,
    heads: Heads | None,
    token: int | None,
    stack: str | None,
    run: Scores | str | Path | None,
    max_length: int | None,
    arrays: dict[str, Any],
) -> View:
    """A view of whatever was given: a model and a text, attention, or arrays and their tokens."""
    attention = _attention(kind, source, text, second, max_length, arrays)
    start = _start(layer, heads, token, stack)
    check_start(attention, start)
    scores = open_run(run) if isinstance(run, str | Path) else run
    return View(attention, kind, start, draw, scores)


def _attention(
    kind: Kind, source: Any, text: Any, second: str | int | None, max_length: int | None, arrays: dict[str, Any]
) -> Attention:
    if isinstance(source, Attention):
        if text is not None or second is not None or arrays:
            raise HeadscopeError("Attention has its text already: give nothing but what to show of it.")
        return source
    model = _model(source)
    if model is not None:
        from headscope.views.attend import attend

        if not isinstance(text, str) or isinstance(second, int) or arrays:
            raise HeadscopeError("A model takes a text, or two: head_view(model, 'first text', 'second text').")
        return attend(model, text, second, vectors=kind == "neuron", max_length=max_length)
    if isinstance(second, str):
        raise HeadscopeError(
            "With arrays, the third argument is sentence_b_start, the position of the second text's first token."
        )
    if second is not None:
        arrays = {"sentence_b_start": second} | arrays
    return Attention.from_arrays(source, text, **arrays)


def _model(source: Any) -> "Model | None":
    """A model, or its name; None for anything else. torch is looked for only where there is a chance."""
    if source is None or hasattr(source, "shape") or isinstance(source, tuple | list):
        return None
    from headscope.models import Model, load

    if isinstance(source, str | Path):
        return load(source)
    if not isinstance(source, Model):
        raise HeadscopeError(
            f"A view is of a model (headscope.load), of attention (headscope.attend), or of arrays and tokens, not of "
            f"{type(source).__name__}."
        )
    return source


def _start(layer: int | None, heads: Heads | None, token: int | None, stack: str | None) -> Start:
    """Heads as people write them, "8-10" counted from 1; as numbers, and with `layer`, counted from 0 as BertViz has it."""
    given = [] if heads is None else [heads] if isinstance(heads, str | int | Head) else list(heads)
    numbers: list[int] = []
    for one in given:
        if isinstance(one, int):
            numbers.append(one)
            continue
        head = Head.parse(one) if isinstance(one, str) else one
        if layer is not None and head.layer != layer:
            raise HeadscopeError(f"Heads of one layer are shown at a time: {head} is not of layer {layer + 1}.")
        layer = head.layer
        numbers.append(head.head)
    return Start(stack, layer, tuple(dict.fromkeys(numbers)), token)


def check_output(path: Path, *, force: bool = False) -> None:
    """Raises where a view can't be written, or must not be. Touches nothing."""
    known = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
    if path.suffix.lower() not in SUFFIXES:
        raise HeadscopeError(f"'{path}' can't hold a view: expected a file that ends in {known}.")
    if path.is_dir():
        raise HeadscopeError(f"'{path}' is a folder: a view is a file that ends in {known}.")
    if path.exists() and not force:
        raise HeadscopeError(f"'{path}' is there already. Choose another name, or replace it with --force.")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise HeadscopeError(f"'{path}' can't be written: '{path.parent}' is no folder that can be written to.")
