"""Runs the notebooks and keeps their outputs, small: `make notebooks`, or `python notebooks/make.py NAME …`.

Widgets are left out, because they live only as long as their kernel; the picture above each stays. So a notebook shows its results wherever
it is read, and running it brings the views to life.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
WIDGET = "application/vnd.jupyter.widget-view+json"


def run(path: Path) -> Any:
    """A notebook with its outputs, run in an empty folder; an error in it is an error here."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as work:
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": work}}).execute()
    return notebook


def compact(notebook: Any) -> Any:
    """Without what changes from run to run and without widgets."""
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if WIDGET not in one.get("data", {}) and one.get("name") != "stderr"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return notebook


def main(names: list[str]) -> None:
    for path in sorted(HERE.glob("*.ipynb")):
        if names and path.stem not in names:
            continue
        nbformat.write(compact(run(path)), path)
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])
