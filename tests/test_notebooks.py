"""The notebooks run from their first cell to their last, offline, in a folder of their own; what they claim they assert themselves."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"
PICTURES = {"image/svg+xml", "text/html"}
WRITTEN = {
    "first-look": "first-look.html",
    "heads-as-parsers": "king.svg",
    "induction-heads": "induction.html",
    "watch-a-head-learn": "learning.svg",
    "your-own-model": "my-view.html",
}
SHOWN = {
    "first-look": ("top", "3-5: 0.9"),
    "induction-heads": ("top", "7-4: 0."),
    "heads-as-parsers": ("held-out", "7-5"),
    "watch-a-head-learn": ("when", "7-4 becomes an induction head"),
    "your-own-model": ("compare", "true"),
}


@pytest.fixture(scope="module")
def client() -> Any:
    """Runs notebooks in a kernel of their own."""
    try:
        import ipykernel  # noqa: F401
        from nbclient import NotebookClient
    except ImportError as missing:
        if os.environ.get("HEADSCOPE_STRICT") == "1":
            raise
        pytest.skip(f"needs nbclient and ipykernel: {missing}")
    return NotebookClient


def code_of(notebook: dict[str, Any]) -> dict[str, str]:
    return {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"}


def test_there_are_five():
    assert {path.stem for path in NOTEBOOKS} == {*WRITTEN}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_shows_its_results(path):
    """As `make notebooks` leaves it: read anywhere, it has numbers and a picture; nothing in it is of one machine."""
    notebook = json.loads(path.read_text("utf-8"))
    assert len(notebook["cells"]) <= 12
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    code = code_of(notebook)
    assert any("assert " in text for text in code.values()) and "import headscope as hs" in "".join(code.values())
    outputs = {cell["id"]: cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"}
    shown = [one for cell in outputs.values() for one in cell]
    assert not any(one["output_type"] == "error" or WIDGET in one.get("data", {}) for one in shown)
    cell, words = SHOWN[path.stem]
    assert any(words in "".join(one.get("data", {}).get("text/plain", "")) for one in outputs[cell])
    [picture] = [one["data"] for one in outputs[[*outputs][-1]] if PICTURES & {*one.get("data", {})}]
    assert "image/svg+xml" in picture or "data:image/svg+xml;base64," in "".join(picture["text/html"])
    assert str(Path.home()) not in path.read_text("utf-8") and "/tmp/" not in path.read_text("utf-8")


def test_their_outputs_are_small():
    assert sum(path.stat().st_size for path in NOTEBOOKS) < 600_000


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, client, tmp_path, monkeypatch):
    import nbformat

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    work = tmp_path / "work"
    work.mkdir()
    notebook = nbformat.read(path, as_version=4)
    client(notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(work)}}).execute()
    outputs = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
    assert not any(one.output_type == "error" for cell in outputs.values() for one in cell)
    cell, words = SHOWN[path.stem]
    assert any(words in one.get("data", {}).get("text/plain", "") for one in outputs[cell]), outputs[cell]
    assert (work / WRITTEN[path.stem]).stat().st_size > 1000
    last = [one for one in outputs[[*outputs][-1]] if one.output_type != "stream"]
    assert last and {"application/vnd.jupyter.widget-view+json", "image/svg+xml"} & {*last[-1].data}, "it ends with a picture"
