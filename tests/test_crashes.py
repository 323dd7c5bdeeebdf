"""A test that kills its worker, or hangs, ends or fails the run with its name: shown in a small project with this one's own set-up."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # each starts a process

ROOT = Path(__file__).parent.parent
LIMIT = 240  # seconds; far more than such a run takes, far less than for ever
GOOD = "import pytest\n\n@pytest.mark.parametrize('at', range(6))\ndef test_good(at):\n    pass\n"


@pytest.fixture(scope="module")
def flags() -> list[str]:
    """What `make test` gives to pytest."""
    if shutil.which("make") is None:
        pytest.skip("there is no make here to ask for the flags of pytest")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    said = subprocess.run(["make", "-n", "test-python"], cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    (line,) = [line for line in said.stdout.splitlines() if "-m pytest" in line]
    return shlex.split(line.partition("-m pytest")[2])


@pytest.fixture
def run(tmp_path, flags):
    """Runs one bad test among good ones, in files before and after it: exit status and what was said."""
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "tests").mkdir()

    def start(code: str, *options: str) -> tuple[int, str]:
        for name in ("test_a.py", "test_c.py", "test_d.py"):
            (tmp_path / "tests" / name).write_text(GOOD)
        (tmp_path / "tests" / "test_b.py").write_text(f"{GOOD}\ndef test_bad():\n    {code}\n\ndef test_after():\n    pass\n")
        command = [sys.executable, "-m", "pytest", *flags, *options, "tests"]
        outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        done = subprocess.run(command, cwd=tmp_path, env=outside, capture_output=True, text=True, timeout=LIMIT)
        return done.returncode, done.stdout + done.stderr

    return start


def test_the_tests_run_side_by_side_with_a_limit(flags, pytestconfig):
    assert "-n" in flags and "--dist" in flags
    assert 300 <= float(pytestconfig.getini("timeout")) < float(pytestconfig.getini("faulthandler_timeout"))


@pytest.mark.parametrize("name", ["SIGKILL", "SIGILL"])
def test_a_killed_worker_ends_the_run(run, name):
    status, said = run(f"import os, signal; os.kill(os.getpid(), signal.{name})")
    assert status == 1, said
    assert "FAILED tests/test_b.py::test_bad" in said
    assert said.count("node down") == 1, "no second worker dies of it"
    assert "1 failed" in said


def test_a_worker_killed_before_any_test_ends_the_run(run, tmp_path):
    (tmp_path / "tests" / "conftest.py").write_text(
        "import os, signal\n\ndef pytest_collection_finish(session):\n"
        "    if os.environ.get('PYTEST_XDIST_WORKER') == 'gw0':\n        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    status, said = run("pass")
    assert status != 0 and "gw0" in said, said


def test_a_test_that_hangs_is_named_and_the_others_run(run):
    status, said = run("import time; time.sleep(10_000)", "--timeout=5")
    assert status == 1, said
    assert "FAILED tests/test_b.py::test_bad - Failed: Timeout" in said
    assert f"1 failed, {4 * 6 + 1} passed" in said


def test_a_test_that_hangs_and_hears_no_signal_ends_the_run(run):
    status, said = run("import itertools; sum(itertools.repeat(0))", "--timeout=5", "-o", "faulthandler_timeout=6")
    assert status == 1, said
    assert "FAILED tests/test_b.py::test_bad" in said
