"""Two views in one notebook, in JupyterLab itself: a real server, a real kernel, every cell run in the browser."""

import importlib.util
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TEXT = "The cat sat on the mat because it was warm."
CELLS = [
    "import headscope as hs\nmodel = hs.load('bundled')",
    f"hs.head_view(model, {TEXT!r}, heads='3-5')",
    f"hs.model_view(model, {TEXT!r})",
]
SECONDS = 240  # a busy machine may take a minute for what takes seconds
# What JupyterLab itself says in the console, word for word; all else in it is ours to answer for.
JUPYTERLAB_SAYS = ("Disabling terminals plugin because they are not available on the server",)
OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port=0",
    "--LabApp.extension_manager=readonly",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
]


def write_notebook(path: Path) -> None:
    cells = [
        {"cell_type": "code", "id": f"cell{at}", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
        for at, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.write_text(
        json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8"
    )


def port_of(runtime: Path) -> int | None:
    """Where the server listens, once it has said so; the file is there before it is written."""
    for path in runtime.glob("jpserver-*.json"):
        try:
            return int(json.loads(path.read_text())["port"])
        except ValueError:
            return None
    return None


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in a JupyterLab of its own, which knows nothing of this machine's settings."""
    if importlib.util.find_spec("jupyterlab") is None:
        missing = pytest.fail if os.environ.get("HEADSCOPE_STRICT") == "1" else pytest.skip
        missing("jupyterlab is not installed")
    folder, runtime, token = tmp_path / "notebooks", tmp_path / "runtime", secrets.token_hex(16)
    folder.mkdir()
    write_notebook(folder / "views.ipynb")
    homes = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    settings = {"IPYTHONDIR": str(tmp_path / "ipython"), "JUPYTER_PLATFORM_DIRS": "1", "OMP_NUM_THREADS": "1"}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--ServerApp.root_dir={folder}", f"--IdentityProvider.token={token}"],
            stdout=log, stderr=log, env=os.environ | homes | settings, start_new_session=True,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + SECONDS
        while (port := port_of(runtime)) is None:
            assert server.poll() is None and time.monotonic() < deadline, (tmp_path / "log").read_text()
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/views.ipynb?reset&token={token}"
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(60)  # it ends its kernels first
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def test_two_views_in_one_notebook(reader: Any, notebook: str, ink: str) -> None:
    one = reader(viewport={"width": 1400, "height": 1600})
    one.origin = re.match(r"http://127\.0\.0\.1:\d+/", notebook)[0]
    page = one.page
    one.host_says = JUPYTERLAB_SAYS
    page.set_default_timeout(1000 * SECONDS)
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    expect = pytest.importorskip("playwright.sync_api").expect
    page.goto(notebook)
    page.locator(".jp-Notebook .jp-Cell").nth(len(CELLS) - 1).wait_for()
    page.get_by_text("Python 3 (ipykernel) | Idle").first.wait_for(state="attached")
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    views = page.locator(".jp-OutputArea .headscope-view")
    views.nth(1).locator(".hs-cell").first.wait_for()
    head, model = views.nth(0), views.nth(1)
    head.locator(".hs-token").first.wait_for()
    one.settle()

    # Both draw what Python gave them.
    words = ["[CLS]", "the", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm", ".", "[SEP]"]
    assert views.count() == 2
    assert head.locator(".hs-left bdi").all_inner_texts() == words
    assert head.locator("h3").inner_text() == "Head 3-5"
    assert head.locator("canvas.hs-base").evaluate(ink) > 100
    assert model.locator(".hs-cell").count() == 64
    assert model.locator(".hs-board canvas").evaluate(ink) > 64 * 20 * 20

    # Each has its own controls, and the address is the notebook's.
    head.get_by_label("layer", exact=True).select_option(label="2")
    expect(head.locator("h3")).to_have_text("Head 2-5")
    expect(model.locator("h3")).to_have_text("All 8 × 8 heads: a row for each layer, a column for each head")
    model.locator(".hs-cell").nth(20).dblclick()
    expect(model.locator("h3")).to_have_text("Head 3-5")
    expect(head.locator("h3")).to_have_text("Head 2-5")
    model.locator(".hs-left .hs-token").nth(2).hover()
    expect(model.locator(".hs-readout")).to_contain_text("cat attends to sat")
    expect(head.locator(".hs-readout")).to_contain_text("Point at a token")
    assert "layer=" not in page.evaluate("location.href")

    # Keys go to the view, not to the notebook's cells.
    head.locator(".hs-left .hs-token").nth(1).focus()
    page.keyboard.press("ArrowDown")
    expect(head.locator(".hs-readout")).to_contain_text("cat attends to")
    page.keyboard.press("Enter")
    expect(head.locator(".hs-token[aria-selected=true]")).to_have_count(1)
    assert page.locator(".jp-Notebook .jp-Cell").count() == len(CELLS)

    # The kernel answers when a head is switched off: its model reads the text once more, for this view alone.
    head.get_by_role("button", name="switch off head 2-5").click()
    expect(head.locator("h2")).to_have_text("bert-8x8 without 2-5")
    expect(head.locator("h3.hs-off")).to_have_text("Head 2-5")
    expect(model.locator("h2")).to_have_text("bert-8x8")
    head.get_by_role("button", name="switch on head 2-5").first.click()
    expect(head.locator("h2")).to_have_text("bert-8x8")

    # Nothing went wrong, and nothing was asked of anybody else.
    assert sockets and all(url.startswith(one.origin.replace("http", "ws")) for url in sockets)
    one.close()


PIXELS = """(image) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return colours.size;
}"""


def test_an_exported_notebook_opened_offline_shows_a_picture(browser: Any, tmp_path: Path) -> None:
    """Run, exported by nbconvert, opened in a browser that reaches nobody: the widget is dead, the picture is there."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    exporters = pytest.importorskip("nbconvert")
    write_notebook(tmp_path / "views.ipynb")
    notebook = nbformat.read(tmp_path / "views.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    page_text, _ = exporters.HTMLExporter(template_name="lab").from_notebook_node(notebook)
    (tmp_path / "views.html").write_text(page_text, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    page.goto((tmp_path / "views.html").as_uri(), wait_until="domcontentloaded")
    pictures = page.locator(".headscope-still img")
    assert pictures.count() == 2
    for at in range(2):
        assert pictures.nth(at).is_visible()
        box = pictures.nth(at).bounding_box()
        assert box["width"] > 300 and box["height"] > 200
        assert pictures.nth(at).evaluate(PIXELS) > 50, "strokes and maps of many strengths, not an empty frame"
    assert "Head 3-5" in pictures.first.get_attribute("alt")
    context.close()
