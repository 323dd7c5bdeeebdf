"""A small run with every file that a run can have, to be damaged."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headscope.names import MANIFEST


@pytest.fixture(scope="session")
def made_folder(made_once, made_run) -> Path:
    """Two layers of three heads, numbers made up, page and figures; tests only read it."""

    def fill(place: Path) -> None:
        from headscope.figures import figure_files
        from headscope.report import report_files
        from headscope.runs.folder import RunFolder
        from headscope.runs.seal import sealed

        scores = made_run(2, 3, planted=False, relations=3, words=15, tokens=6)
        with RunFolder(place).locked() as folder:
            folder.publish(sealed(scores.files() | report_files(scores) | figure_files(scores)))

    return made_once("faults", fill)


@pytest.fixture
def run_folder(made_folder, tmp_path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(made_folder, tmp_path / "run"))


@pytest.fixture
def written() -> Callable[[Path, Any], None]:
    """Puts another manifest into a run, with its right digest and no others: what nobody damaged, but somebody else may have written."""
    from headscope.runs.seal import sealed

    def write(folder: Path, manifest: Any) -> None:
        text = json.dumps(manifest).removesuffix("}") + "\n}\n"  # not indented: Python takes ten times as long for that
        (folder / MANIFEST).write_bytes(sealed({MANIFEST: text.encode()})[MANIFEST])

    return write
