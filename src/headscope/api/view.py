"""Views of attention on a text: heads, the whole model, one head's arithmetic."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from headscope.api.browser import open_page
from headscope.errors import HeadscopeError, unknown_name
from headscope.figures.figure import check_output
from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.views import VIEWS
from headscope.views.head_view import head_view
from headscope.views.model_view import model_view
from headscope.views.neuron_view import neuron_view
from headscope.views.view import SUFFIXES, View

MAKERS: dict[str, Callable[..., View]] = {"head": head_view, "model": model_view, "neuron": neuron_view}


def check_view(kind: str, path: Path | None = None, *, force: bool = False, weights: str = "raw") -> None:
    """Raises where there is no such view or no such weights in it, or where its file can't or must not be written. Touches nothing."""
    if kind not in VIEWS:
        raise unknown_name("view", kind, VIEWS)
    if weights not in (known := (*WEIGHTS, *LAYER_WEIGHTS)):
        raise unknown_name("kind of weights", weights, known)
    if kind == "neuron" and weights != "raw":
        raise HeadscopeError(
            f"A neuron view shows how attention weights come about, and has none of the kind '{weights}': leave --weights out, or choose "
            "--kind head."
        )
    if path is not None:
        check_output(path, SUFFIXES, "view", force=force)


def show_view(made: View) -> tuple[Path, bool]:
    """Writes a view as a page into a folder of its own among the temporary files, and opens it: where it is, and whether it was opened."""
    path = Path(tempfile.mkdtemp(prefix="headscope-")) / "view.html"
    made.save(path)
    return path, open_page(path.as_uri())


__all__ = ["MAKERS", "View", "check_view", "head_view", "model_view", "neuron_view", "show_view"]
