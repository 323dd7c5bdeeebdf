"""The widget, without a browser: what it keeps, and the module that a notebook is given."""

import base64
import re
import shutil
import subprocess

import pytest

from headscope.errors import HeadscopeError
from headscope.pages import static
from headscope.views import widget as widgets
from headscope.views.head_view import head_view
from headscope.views.model_view import model_view

anywidget = pytest.importorskip("anywidget")


def test_a_widget_keeps_meta_and_bytes(pair):
    view = head_view(pair, heads="3-5")
    made = view.widget()
    state = made.get_state()
    assert state["meta"] == view.payload.meta and state["data"] == view.payload.data
    assert isinstance(state["data"], bytes), "beside the message, not in it"
    assert state["_css"] == static("views.css")
    assert isinstance(made, anywidget.AnyWidget)


def test_several_in_one_notebook(pair):
    first, second = head_view(pair), model_view(pair)
    bundles = [view._repr_mimebundle_() for view in (first, second)]
    ids = {bundle[0]["application/vnd.jupyter.widget-view+json"]["model_id"] for bundle in bundles}
    assert len(ids) == 2


def test_the_module_exports_what_anywidget_calls_and_fetches_nothing(pair):
    source = head_view(pair).widget().get_state()["_esm"]
    assert source == static("views.js")
    assert re.search(r"export\s*\{[^}]*\bas default\b[^}]*\}\s*;?\s*$", source)
    assert not re.search(r"^\s*import\b", source, re.MULTILINE) and not re.search(
        r"\bfetch\(|XMLHttpRequest|\bimport\(", source
    )


def test_the_module_is_javascript(tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on PATH")
    path = tmp_path / "widget.mjs"
    path.write_text(static("views.js"))
    done = subprocess.run([node, "--check", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_without_anywidget_a_notebook_gets_a_picture_and_a_frame(pair, monkeypatch):
    widgets._class.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "anywidget", None)
    view = head_view(pair)
    with pytest.raises(HeadscopeError, match=r"pip install 'headscope\[notebook\]'"):
        view.widget()
    bundle = view._repr_mimebundle_()
    assert bundle["text/html"].startswith('<div class="headscope-still')
    assert '<iframe srcdoc="&lt;!DOCTYPE html&gt;' in bundle["text/html"]
    widgets._class.cache_clear()


def shown_in_a_notebook(view, monkeypatch) -> list[dict]:
    shown: list[dict] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **options: shown.append(data))
    view._ipython_display_()
    return shown


def test_a_picture_comes_first_and_then_the_widget_that_hides_it(pair, monkeypatch):
    view = head_view(pair, heads="3-5")
    picture, alive = shown_in_a_notebook(view, monkeypatch)
    mark = view.widget().get_state()["mark"]
    assert re.fullmatch(r"[0-9a-f]{8}", mark) and f"headscope-still-{mark}" in picture["text/html"]
    encoded = re.search(r"data:image/svg\+xml;base64,([^\"]+)", picture["text/html"])[1]
    assert base64.b64decode(encoded).decode() == view.svg()
    assert [*alive] == ["application/vnd.jupyter.widget-view+json"], "where it can't live, it leaves nothing behind"
    assert head_view(pair)._mark != mark


def test_the_picture_of_a_long_text_is_a_map(make_maps, monkeypatch):
    view = head_view(make_maps(2, 2, 300, 300), [f"<b>{at}" for at in range(300)], name="<i>long</i>")
    picture, _ = shown_in_a_notebook(view, monkeypatch)
    assert len(picture["text/html"]) < 100_000 and "<i>" not in picture["text/html"] and "<b>" not in picture["text/html"]
    encoded = re.search(r"data:image/svg\+xml;base64,([^\"]+)", picture["text/html"])[1]
    assert "A row for each of 300 tokens" in base64.b64decode(encoded).decode()
