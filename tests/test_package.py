"""What is shipped: the wheel has the package and nothing else, the source archive what its list says; and the wheel alone, with the core
dependencies alone, does the main job."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # packing some 40 MB takes seconds

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
EXTRAS = [
    "PIL",
    "vl_convert",
    "anywidget",
    "starlette",
    "uvicorn",
    "pandas",
    "pyarrow",
    "beartype",
    "hypothesis",
    "playwright",
    "psutil",
]


@pytest.fixture(scope="module")
def archives(made_once) -> Path:
    """The wheel and the source archive, as `python -m build` makes them."""
    wheels = pytest.importorskip("hatchling.builders.wheel", reason="hatchling, of the extra dev, builds the archives")
    from hatchling.builders.sdist import SdistBuilder

    def build(place: Path) -> None:
        for builder in (wheels.WheelBuilder, SdistBuilder):
            list(builder(str(ROOT)).build(directory=str(place), versions=["standard"]))

    return made_once("package", build)


def shipped() -> set[str]:
    """All files of the package that are not made by running it."""
    files = (path for path in (SOURCE / "headscope").rglob("*") if path.is_file())
    return {path.relative_to(SOURCE).as_posix() for path in files if "__pycache__" not in path.parts and path.suffix != ".pyc"}


def test_the_wheel_has_the_package_and_nothing_else(archives):
    (path,) = archives.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = set(wheel.namelist())
    inside = {name for name in names if ".dist-info/" not in name}
    assert inside == shipped()
    assert {
        "headscope/py.typed",
        "headscope/models/bundled/bert-8x8/model.safetensors",
        "headscope/views/static/serve.js",
    } <= inside
    assert {name.split(".dist-info/")[1] for name in names - inside} == {
        "METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE",
    }  # fmt: skip


def test_the_source_archive_can_be_built_and_tested_from(archives):
    (path,) = archives.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in shipped()} <= names
    assert {"pyproject.toml", "LICENSE", "README.md", "conftest.py", "tests/conftest.py", "docs/README.md"} <= names
    strange = {
        name for name in names if name.split("/")[0] in (".venv", "atlas", "node_modules", ".git") or "__pycache__" in name
    }
    assert not strange


def test_the_wheel_alone_with_core_dependencies_alone_reports_and_views(archives, tmp_path):
    (path,) = archives.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(tmp_path / "wheel")
    code = (
        "import sys\n"
        f"for name in {EXTRAS!r}: sys.modules[name] = None\n"
        "import headscope; assert headscope.__file__.startswith(sys.argv[1]), headscope.__file__\n"
        "from headscope.cli import main\n"
        "sys.argv = ['headscope', *sys.argv[2:]]\n"
        "main()\n"
    )
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    for words in (
        ["report", "--limit", "2", "--measure", "offset", "-o", "atlas", "-q"],
        ["view", "The old king.", "-o", "view.html"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "wheel"), *words],
            cwd=tmp_path, env=outside | {"PYTHONPATH": str(tmp_path / "wheel")}, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "atlas" / "report.html").is_file() and (tmp_path / "view.html").is_file()
