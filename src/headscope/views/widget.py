"""A view as an anywidget: one object in Jupyter, VS Code, Colab and marimo. Weights travel as bytes, beside the message and not in it.

The page's module is also the widget's: its default export (web/src/views/widget.ts) is what anywidget calls.
"""

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

    return HeadscopeWidget


def widget(made: Payload, mark: str = "") -> Any:
    """A widget that shows this payload, and hides the picture of this mark."""
    return _class()(meta=made.meta, data=made.data, mark=mark)
