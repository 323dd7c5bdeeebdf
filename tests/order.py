"""The order of the test files. A worker takes the next file when it is done with one, so the long ones come first, and none is left to one
worker alone at the end. Loaded by its path: under importlib mode tests are not a package."""

from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# By seconds of processor time, from 100 down to 12, on a busy machine. A file that is not here is short, or new.
LONGEST = (
    "browser/test_atlas.py",
    "browser/test_cards.py",
    "test_commands_in_docs.py",
    "browser/views/test_notebook.py",
    "test_notebooks.py",
    "test_contributing.py",
    "runs/test_local.py",
    "runs/test_any_engine.py",
    "cli/test_verbs.py",
    "browser/test_report_page.py",
    "attacks/test_corpora.py",
    "api/test_doors.py",
    "browser/views/test_speed.py",
    "test_crashes.py",
    "cli/test_reproduce.py",
    "measures/test_ablation.py",
    "cli/test_examples.py",
    "test_package.py",
    "report/test_sections.py",
    "corpora/test_real_corpora.py",
    "browser/views/test_serve.py",
    "faults/test_forms.py",
    "cli/test_maps.py",
    "answers/test_examples.py",
    "answers/test_confident.py",
    "browser/test_compare_page.py",
    "browser/test_first_screen.py",
    "runs/test_weights.py",
    "figures/test_every_figure.py",
)
LAST = "test_library.py"  # it uses the types that `make lint`, which runs beside the tests, has read


def order(items: list[pytest.Item]) -> Callable[[pytest.Item], tuple[bool, int]]:
    """What to sort these tests by. The file that makes the report comes first of all: it takes a minute, in which the other workers
    would wait for it later on."""
    first = next((item.path for item in items if "report" in getattr(item, "fixturenames", ())), None)
    places = {HERE / name: place for place, name in enumerate(LONGEST)} | {HERE / LAST: len(LONGEST) + 1}
    return lambda item: (item.path != first, places.get(item.path, len(LONGEST)))
