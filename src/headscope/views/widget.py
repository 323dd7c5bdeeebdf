"""A view as an anywidget: one object in Jupyter, VS Code, Colab and marimo. Weights travel as bytes, beside the message and not in it.

The page's module is also the widget's: its default export (web/src/views/widget.ts) is what anywidget calls.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from headscope.errors import HeadscopeError
from headscope.pages import static
from headscope.views.payload import Payload


@cache
def _class() -> Any:
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError:
        raise HeadscopeError("A widget needs the package anywidget: pip install 'headscope[notebook]'.") from None

    class HeadscopeWidget(anywidget.AnyWidget):
        """What a notebook keeps of a view."""

        _esm = static("views.js")
        _css = static("views.css")
        meta = traitlets.Dict().tag(sync=True)
        data = traitlets.Bytes().tag(sync=True)
        mark = traitlets.Unicode().tag(sync=True)  # of the picture that it takes the place of
        live = traitlets.Bool().tag(sync=True)  # whether heads can be switched off
        off = traitlets.List(traitlets.Unicode()).tag(sync=True)  # those that somebody wants off
        problem = traitlets.Unicode().tag(sync=True)  # why that could not be done

    return HeadscopeWidget


def widget(made: Payload, mark: str = "", again: Callable[[Sequence[str]], Payload] | None = None) -> Any:
    """A widget that shows this payload, and hides the picture of this mark. `again` makes the payload without some heads: the widget then
    has switches, and the model answers while the notebook's kernel lives."""
    shown = _class()(meta=made.meta, data=made.data, mark=mark, live=again is not None, off=made.meta["off"])

    def switch(change: Any) -> None:
        assert again is not None
        try:
            other = again(tuple(dict.fromkeys(change["new"])))
        except HeadscopeError as error:
            shown.problem = str(error)
            return
        with shown.hold_sync():
            shown.problem, shown.meta, shown.data = "", other.meta, other.data

    if again is not None:
        shown.observe(switch, "off")
    return shown
