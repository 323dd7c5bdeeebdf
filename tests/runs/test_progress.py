"""Progress: one bar over all stages with a time that can be believed, lines in a log, nothing where nothing is wanted. A clock of ours."""

import io
import sys
from contextlib import redirect_stderr
from types import ModuleType, SimpleNamespace

import pytest

from headscope.corpora import open_corpus
from headscope.runs import local, progress
from headscope.runs.options import Options
from headscope.runs.pace import Pace
from headscope.runs.plan import make_measures, make_plan
from headscope.runs.progress import Progress, expect, reading, tell, telling, whole


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def states(self) -> list[str]:
        """What stood on the line, one after another."""
        return [state.strip() for state in self.getvalue().split("\r") if state.strip()]


def run(pace: Pace, clock: Clock, name: str, *, warm: float, steps: int, each: float) -> list[tuple[float, float | None]]:
    """One stage; at every step the seconds that are really gone of it, and those foretold for the whole job."""
    clock.time += warm
    said = []
    for step in range(1, steps + 1):
        clock.time += each
        pace.step(name, step / steps)
        said.append((clock.time, pace.left))
    return said


def test_nothing_is_foretold_before_a_tenth_and_warm_up_does_not_count():
    """A run of 40 s, of which 20 are loading and compiling: what is said is never far from what then happens."""
    clock = Clock()
    pace = Pace({"text": 2.0, "trees": 1.0}, now=clock)
    said = run(pace, clock, "text", warm=20.0, steps=40, each=0.3333)
    said += run(pace, clock, "trees", warm=0.0, steps=20, each=0.3333)
    end = clock.time
    share = [(at + 1) / 60 for at in range(60)]
    assert all((left is None) == (part < 0.1 - 1e-9) for part, (_, left) in zip(share, said, strict=True))
    for now, left in said:
        assert left is None or left == pytest.approx(end - now, abs=0.5)


def test_stages_that_cost_otherwise_than_thought_are_corrected_while_they_run():
    clock = Clock()
    pace = Pace({"a": 1.0, "b": 1.0}, now=clock)
    run(pace, clock, "a", warm=5.0, steps=20, each=1.0)
    said = run(pace, clock, "b", warm=0.0, steps=20, each=3.0)
    for now, left in said[3:]:  # from a tenth of the stage on, its own rate counts
        assert left == pytest.approx(clock.time - now, rel=0.05, abs=0.1)


def test_a_resumed_stage_begins_where_it_was_left():
    clock = Clock()
    pace = Pace({"a": 1.0}, now=clock)
    for step in (60, 61, 62, 63):
        clock.time += 1.0
        pace.step("a", step / 100)
    assert pace.left == pytest.approx(37.0)


def test_nothing_to_do_and_stages_nobody_foretold():
    pace = Pace({})
    pace.step("surprise", 0.5)
    assert (pace.share, pace.left) == (0.0, None)
    assert Pace({"a": 0.0}).left is None


@pytest.fixture
def terminal(monkeypatch):
    made = Terminal()
    monkeypatch.setenv("COLUMNS", "80")
    return made


def job(shown: bool = True) -> None:
    """What `report` does, in small."""
    with whole(shown):
        tell("Loading model…")
        list(reading(range(3), "reading text", shown))
        expect({"text": 3.0, "trees": 1.0})
        for name in ("text", "trees"):
            with Progress(name, 100, shown=shown) as bar:
                for _ in range(10):
                    bar.advance(10, 1000)
        tell("Writing page…")


def test_one_bar_over_all_stages(terminal, monkeypatch):
    monkeypatch.setattr("tqdm.auto.tqdm.mininterval", 0.0, raising=False)
    with redirect_stderr(terminal):
        job()
    states = terminal.states()
    words = " ".join(states)
    for told in ("Loading model…", "Reading text…", "Measuring text", "Measuring trees", "Writing page…"):
        assert told in words, told
    shares = [int(state.split("%")[0].split()[-1]) for state in states if "%" in state]
    assert shares == sorted(shares), "it never goes back"
    assert "tokens/s" not in words and "units" not in words and "\n" not in terminal.getvalue()


def test_a_log_has_lines_for_long_stages_and_no_bar(capsys, monkeypatch):
    job()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "LOG_SECONDS", 0.0)
    job()
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in (lines[0], lines[-1])] == ["text", "trees"]
    assert any(line.startswith("text: 100 units, 10,000 tokens, ") for line in lines)


def test_a_log_foretells_by_the_same_rule(capsys, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    monkeypatch.setattr("headscope.runs.pace.time.monotonic", clock)
    with whole():
        expect({"text": 1.0})
        progress._JOB.get().pace._now = clock
        with Progress("text", 100) as bar:
            clock.time = 100.0  # warm-up
            bar.advance(5, 10)
            clock.time = 120.0
            bar.advance(5, 10)
    lines = capsys.readouterr().err.splitlines()
    assert "left" not in lines[0], "a twentieth is done"
    assert lines[1].endswith("about 6 min left"), "90 units at 4 s each; the 100 s before the first do not count"


def test_what_takes_long_is_told_on_the_bar_or_in_a_log(terminal, capsys, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=clock))

    def copy(shown=True):
        say = telling(shown)
        for megabytes in range(0, 40, 2):
            clock.time += 1
            say(f"Copying: {megabytes} MB")

    with redirect_stderr(terminal), whole():
        copy()
    assert "Copying: 38 MB" in terminal.getvalue() and not capsys.readouterr().err
    with whole():
        copy()
    copy(False)
    assert capsys.readouterr().err == "Copying: 30 MB\n"


def test_quiet_is_quiet(terminal):
    with redirect_stderr(terminal):
        job(shown=False)
    assert terminal.getvalue() == ""


def test_a_job_inside_a_job_is_a_part_of_it(terminal):
    with redirect_stderr(terminal), whole() as outer, whole() as inner:
        assert inner is outer


def test_a_plan_foretells_the_stages_that_then_report(
    bundled, text_file, write_sentences, short_sentences, capsys, monkeypatch
):
    """The names are those that progress then gets, so that no stage is left out of the bar."""
    monkeypatch.setattr(progress, "LOG_SECONDS", 0.0)  # a log then has all of them
    corpora = [open_corpus(text_file(documents=3)), open_corpus(write_sentences(short_sentences[:6]))]
    plan = make_plan(bundled, corpora, make_measures(["offset", "gradient", "dependency"]), Options(max_length=24, limit=4))
    costs = plan.costs(examples=True)
    assert len(costs) == 4 and all(cost > 0 for cost in costs.values())
    with whole() as job:
        job.expect(plan.costs())
        local.run(plan)
        assert job.pace.share == pytest.approx(1.0)
    stages = dict.fromkeys(line.partition(":")[0] for line in capsys.readouterr().err.splitlines())
    assert list(stages) == list(plan.costs())


def test_a_notebook_is_known_by_its_running_kernel(monkeypatch):
    """That somebody has loaded ipykernel does not make a log a notebook."""
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    shells = ModuleType("IPython")
    monkeypatch.setitem(sys.modules, "IPython", shells)
    for shell, moves in ((None, False), (SimpleNamespace(), False), (SimpleNamespace(kernel=1), True)):
        monkeypatch.setattr(shells, "get_ipython", lambda shell=shell: shell, raising=False)
        assert progress._interactive() is moves
