"""A view as an anywidget: one object in Jupyter, VS Code, Colab and marimo. Weights travel as bytes, beside the message and not in it."""

import re
from functools import cache
from typing import Any

from headscope.errors import HeadscopeError
from headscope.views.inflate import INFLATE
from headscope.views.page import static
from headscope.views.payload import Payload

# What joins the page's module to anywidget; `mount` is the module's own.
_RENDER = (
    INFLATE.replace("inflate(", "headscopeInflate(")
    + """
function headscopeRender({ model, el }) {
  const place = document.createElement("div");
  place.className = "headscope-widget";
  el.append(place);
  let [gone, made] = [false, null];
  headscopeInflate(model.get("data")).then((data) => {
    if (!gone) made = MOUNT(place, model.get("meta"), data, { hash: false });
  });
  return () => {
    gone = true;
    made?.destroy();
  };
}
export default { render: headscopeRender };
"""
)
_EXPORT = re.compile(r"export\s*\{([^{}]*)\}\s*;?\s*$")
_MOUNT = re.compile(r"([\w$]+)\s+as\s+mount|(mount)")


@cache
def module() -> str:
    """The page's module with an entry for anywidget in place of its export."""
    source = static("views.js")
    exported = _EXPORT.search(source)
    named = _MOUNT.search(exported[1]) if exported else None
    if exported is None or named is None:
        raise ValueError("views.js does not end with an export of 'mount'")
    return source[: exported.start()] + _RENDER.replace("MOUNT", named[1] or named[2])


@cache
def _class() -> Any:
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError:
        raise HeadscopeError("A widget needs the package anywidget: pip install 'headscope[notebook]'.") from None

    class HeadscopeWidget(anywidget.AnyWidget):
        """What a notebook keeps of a view."""

        _esm = module()
        _css = static("views.css")
        meta = traitlets.Dict().tag(sync=True)
        data = traitlets.Bytes().tag(sync=True)

    return HeadscopeWidget


def widget(made: Payload) -> Any:
    """A widget that shows this payload."""
    return _class()(meta=made.meta, data=made.data)
