"""What every test shares: a quiet, offline set-up, the bundled model loaded once, and the command line as a user runs it."""

import os

os.environ["HF_HUB_OFFLINE"] = "1"  # before transformers is imported: no test may reach for a network

import gc
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from filelock import FileLock

ROOT = Path(__file__).parent.parent
collect_ignore = ["lean", "golden"]  # one stands in for a package, the other is run by `make golden`
SHARED_DATA = ROOT.parent / "shared" / "data"

# `make check` runs the tests that are not slow. Slow is what asks for one of these, and what is marked so by hand: it reads text with
# a model, starts a process or a browser, or needs the data for developing.
SLOW = {"bundled", "small", "untrained", "connected", "report", "server", "browser", "computes", "shared_data"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: not for every day; tests/conftest.py has the rule")
    gc.disable()  # until all is imported


def pytest_collection_finish() -> None:
    """What is imported and collected stays: the collector need not look through it, again and again, for what is not used any more."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SLOW & {*getattr(item, "fixturenames", ())}:
            item.add_marker("slow")
    items.sort(key=_load("order").order(items))


def _load(name: str) -> ModuleType:
    """A module beside this one, by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location(f"headscope_test_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_load("checked").install()

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def bundled():
    """The bundled model; tests must not change it."""
    from headscope.models import load

    return load("bundled")


@pytest.fixture(scope="session")
def small_folder(made_once) -> Path:
    """The folder of `small`, for a process of its own."""

    def make(place: Path) -> None:
        import torch
        from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

        from headscope.models.bundled import FOLDER

        tokenizer = AutoTokenizer.from_pretrained(FOLDER)
        torch.manual_seed(0)
        # Weights so wide that heads differ, and attend to some tokens more than to others.
        shape = {"hidden_size": 24, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 3}
        config = BertConfig(vocab_size=len(tokenizer), max_position_embeddings=256, initializer_range=0.3, **shape)
        BertForMaskedLM(config).save_pretrained(place)
        tokenizer.save_pretrained(place)

    return made_once("small", make)


@pytest.fixture(scope="session")
def small(small_folder):
    """A model of two layers of three heads, untrained, with the bundled tokenizer: for what holds of any model. Tests must not change
    it."""
    from headscope.models import load

    return load(small_folder)


@pytest.fixture(scope="session")
def untrained(bundled):
    """The negative control: a model of the bundled one's kind, smaller, that has learnt nothing."""
    import torch
    from transformers import BertConfig, BertForMaskedLM

    from headscope.models import Model
    from headscope.models.connect import connect

    size = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4, "num_attention_heads": 8}
    torch.manual_seed(0)
    module = BertForMaskedLM(BertConfig(**{**bundled.module.config.to_diff_dict(), **size})).eval().requires_grad_(False)
    return connect(Model("random", module, bundled.encoder))


@pytest.fixture(scope="session")
def computes() -> Callable[[str], None]:
    """Skips a test of what torch can't compute on this processor, with the reason."""
    from headscope.models.processor import trouble

    def check(dtype: str) -> None:
        if why := trouble(dtype):
            pytest.skip(f"torch can't compute in {dtype} on this processor: a trial {why}")

    return check


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The data for developing, beside the checkout; most people don't have it."""
    if not SHARED_DATA.is_dir():
        pytest.skip("needs the shared development data beside the checkout")
    return SHARED_DATA


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], object]], Path]:
    """A folder by its name, filled by whichever worker asks first while the others wait. Tests only read it, and copy what they change."""
    place = tmp_path_factory.getbasetemp()
    place = place.parent if "PYTEST_XDIST_WORKER" in os.environ else place  # each worker has a folder in that of the whole run

    def make(name: str, fill: Callable[[Path], object]) -> Path:
        folder, unfinished = place / f"once-{name}", place / f"once-{name}-unfinished"
        with FileLock(place / f"once-{name}.lock"):
            if not folder.exists():
                shutil.rmtree(unfinished, ignore_errors=True)  # of a worker that failed
                unfinished.mkdir()
                fill(unfinished)
                unfinished.rename(folder)
        return folder

    return make


class Report(NamedTuple):
    """The folder that `headscope report` wrote, and what it said."""

    folder: Path
    output: str
    errors: str


@pytest.fixture(scope="session")
def report(made_once) -> Report:
    """The main job, done once by `python -m headscope report`, in a folder of its own: the bundled model on the bundled corpus."""

    def run(place: Path) -> None:
        command = [sys.executable, "-m", "headscope", "report"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=place)
        assert done.returncode == 0, done.stderr
        (place / "output.txt").write_text(done.stdout)
        (place / "errors.txt").write_text(done.stderr)

    place = made_once("report", run)
    return Report(place / "atlas", (place / "output.txt").read_text(), (place / "errors.txt").read_text())


@pytest.fixture(scope="session")
def server() -> Iterator[Any]:
    """Starts processes of headscope, one at a time: forked.py."""
    server = _load("forked").Server()
    yield server
    server.close()


@pytest.fixture(scope="session")
def headscope(server) -> Command:
    """Runs `headscope …` in a process of its own; with `code`, Python's `-c` where all of headscope is imported already."""

    def run(*arguments: object, timeout: float = 240, input: str = "", **options: Any) -> subprocess.CompletedProcess[str]:
        with (
            tempfile.TemporaryFile("w+") as given,
            tempfile.TemporaryFile("w+") as output,
            tempfile.TemporaryFile("w+") as errors,
        ):
            given.write(input)
            given.seek(0)
            process = server.start([*map(str, arguments)], [given, output, errors], **options)
            process.wait(timeout)
            output.seek(0)
            errors.seek(0)
            return subprocess.CompletedProcess(process.args, process.returncode, output.read(), errors.read())

    return run


@pytest.fixture
def start(server, tmp_path_factory) -> Iterator[Callable[..., tuple[Any, Callable[[], str]]]]:
    """Starts `headscope …` in a process of its own, to be stopped: the process, and what says what it said on standard error."""
    with ExitStack() as files:

        def begin(*arguments: object, **options: Any) -> tuple[Any, Callable[[], str]]:
            nowhere = files.enter_context(Path(os.devnull).open("r+"))
            errors = tmp_path_factory.mktemp("said") / "errors.txt"
            written = files.enter_context(errors.open("w"))
            return server.start([*map(str, arguments)], [nowhere, nowhere, written], **options), errors.read_text

        yield begin


@pytest.fixture
def main(monkeypatch, capsys, bundled) -> Callable[..., tuple[int, str, str]]:
    """The command line inside this process, for the many cases that are about words: exit status, output, errors. The bundled model
    is the one that is loaded already, unless it is asked for in another form."""
    import headscope.models

    load = headscope.models.load

    def remembered(name: str | Path = "bundled", **options: Any) -> Any:
        usual = all(value in (None, False, "auto") for value in options.values())
        return bundled if name == "bundled" and usual and not Path(name).exists() else load(name, **options)

    monkeypatch.setattr(headscope.models, "load", remembered)

    def run(*arguments: object) -> tuple[int, str, str]:
        from headscope.cli import main as entry

        monkeypatch.setattr(sys, "argv", ["headscope", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            entry()
        output, errors = capsys.readouterr()
        return int(stop.value.code or 0), output, errors

    return run


@pytest.fixture(scope="session")
def run_console(headscope) -> Callable[..., int]:
    """Runs every console block of a page, in order, in the current folder; says how many commands these were. Shown output must come
    out, but for `…`; what installs or builds is passed over. `known` is the output of commands that have been run already."""

    def run(page: str, known: dict[str, str] = {}) -> int:  # noqa: B006
        commands = 0
        for text in re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                if command.startswith(("pip ", "make ", "git ")):
                    continue
                name, *arguments = shlex.split(command)
                assert name == "headscope", command
                if command not in known:
                    done = headscope(*arguments)
                    assert done.returncode == 0, (command, done.stderr)
                real = known[command] if command in known else done.stdout + done.stderr
                for line in filter(None, map(str.strip, shown.splitlines())):
                    pattern = re.escape(line).replace("…", ".*")
                    assert re.search(pattern, real), (command, line, real)
                commands += 1
        return commands

    return run


@pytest.fixture
def text_file(tmp_path) -> Callable[..., Path]:
    """A small plain corpus: `documents` documents of `paragraphs` paragraphs, no two of them alike."""

    def make(documents: int = 12, paragraphs: int = 4, name: str = "text.txt") -> Path:
        lines = []
        for d in range(documents):
            lines += [
                f"Paragraph {p} of text {d} is short, but it names {d * p + 1} things. They differ." for p in range(paragraphs)
            ]
            lines.append("")
        path = tmp_path / name
        path.write_text("\n".join(lines))
        return path

    return make


@pytest.fixture(scope="session")
def made_run() -> Callable[..., Any]:
    """tests/made_run.py."""
    return _load("made_run").made_run


@pytest.fixture(scope="session")
def slow() -> Any:
    """tests/intervals_oracle.py: intervals, slowly."""
    return _load("intervals_oracle")


WAYS = {"dependency": ("dependent-to-head", "head-to-dependent"), "idle": ("dependent-to-head", "head-to-dependent")}


@pytest.fixture
def counted() -> Callable[..., Any]:
    """A run from numbers by key: (right [group, direction, layer, head], cases [group], {baseline: right [group]}), the groups being
    `places`, by default the first ones."""

    def make(keys, measure="dependency", *, corpora=("c",), asked=(), places=None, directions=None, shards=("1/1",)) -> Any:
        import numpy as np

        from headscope.results.manifest import CorpusRecord, Manifest
        from headscope.results.scores import Scores
        from headscope.tallies import GROUPS, Tally
        from headscope.types import Series

        tally = Tally()
        ways = directions or WAYS.get(measure, ("",))

        def put(series, right, cases):
            totals, weights = np.zeros((GROUPS, *np.shape(right)[1:])), np.zeros(GROUPS)
            where = np.arange(len(cases)) if places is None else np.array(places)
            totals[where], weights[where] = right, cases
            tally.add(series, totals, weights)

        for corpus in corpora:
            for key, (right, cases, baselines) in keys.items():
                right = np.asarray(right, dtype=float)
                for number, way in enumerate(ways):
                    put(Series(corpus, "encoder", measure, key, way), right[:, number], cases)
                for name, simple in baselines.items():
                    put(
                        Series(corpus, "encoder", measure, key, "", name), np.asarray(simple, dtype=float)[:, None, None], cases
                    )
        shape = list(right.shape[2:])
        records = [CorpusRecord(name, name, "conllu", "0", 3, 9, 90, 0, 0, {}, list(shards)) for name in corpora]
        return Scores(tally, Manifest({"name": "m", "stacks": {"encoder": shape}}, records, {measure: list(asked)}, {}, 1.0))

    return make
