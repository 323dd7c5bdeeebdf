"""The command line as a user meets it, in processes of its own."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import typer

from headscope.cli import app
from headscope.figures import FIGURES
from headscope.measures import MEASURES

README = Path(__file__).parent.parent.parent / "README.md"


@pytest.fixture(scope="module")
def atlas(report) -> Path:
    return report.folder


def test_report_writes_a_whole_run(report, atlas):
    assert report.output == "atlas/report.html\n"
    told = [line for line in report.errors.splitlines() if "units/s" not in line]  # which a busy machine adds
    assert told[0] == "Measured 64 heads of bert-8x8 on bundled (140 segments) and annotated (360 sentences)."
    assert [line[:3] for line in told[1:-1]] == [
        "1. ",
        "2. ",
        "3. ",
        "4. ",
        "5. ",
    ] and "Head 7-5 finds the verb" in report.errors
    assert told[-1] == "Open this page in a browser:"
    names = {p.name for p in atlas.iterdir()}
    assert names == {
        "manifest.json",
        "tally.safetensors",
        "scores.parquet",
        "baselines.parquet",
        "labels.parquet",
        "patterns.parquet",
        "best.parquet",
        "distances.parquet",
        "layers.parquet",
        "clusters.parquet",
        "example.safetensors",
        "examples.parquet",
        "figures",
        "report.html",
    }
    single = {name for name, entry in FIGURES.items() if not entry.together}
    assert {p.stem for p in (atlas / "figures").iterdir()} == single - {"no-op"}, "which needs norm weights too"
    page = (atlas / "report.html").read_text()
    assert "bert-8x8 on the bundled corpus" in page
    assert re.search("Heads 3-5, 3-7, .* mostly attend to the next token", page)
    assert not re.search(r"""(src|href)=["']https?:""", page)


def test_the_known_heads_of_the_bundled_model(atlas, headscope):
    def ranked(score: str) -> dict[str, float]:
        done = headscope("show", atlas, score, "--format", "json", "--top", 64)
        return {row["head"]: row["value"] for row in json.loads(done.stdout)}

    following, previous, entropy = ranked("offset.+1"), ranked("offset.-1"), ranked("entropy.all")
    assert [head for head, value in following.items() if value > 0.8] == ["3-5", "3-7"]
    assert previous["3-4"] > 0.8
    layers = [sum(v for head, v in entropy.items() if head.startswith(f"{n}-")) / 8 for n in range(1, 9)]
    assert layers.index(max(layers)) == 0


def test_show(atlas, headscope):
    brief = headscope("show", atlas).stdout
    assert brief.startswith("bert-8x8 on bundled, annotated · 64 heads · 140 + 360 units")
    assert re.search(r"offset +\+1 .*3-5 0\.97", brief)
    rows = headscope("show", atlas, "3-5", "--format", "csv").stdout.splitlines()
    assert rows[0] == "measure,key,direction,head,value,low,high,rank,baseline"
    assert any(row.startswith("offset,+1,,3-5,0.97") and ",1,0.0087" in row for row in rows)
    wrong = headscope("show", atlas, "9-1")
    assert wrong.returncode == 2 and "There is no head 9-1" in wrong.stderr


def test_shards_on_the_command_line_merge_to_the_same_bytes(tmp_path, headscope, small_folder):
    common = ["measure", "-m", small_folder, "--measure", "offset", "--measure", "peak", "--max-length", 24, "-q"]
    parts = [tmp_path / f"part-{i}" for i in (1, 2, 3)]
    for i, part in enumerate(parts, 1):
        assert headscope(*common, "--shard", f"{i}/3", "-o", part).returncode == 0
    assert headscope(*common, "-o", tmp_path / "whole").stderr == "", "-q says nothing"
    assert headscope("merge", *parts, "-o", tmp_path / "merged").returncode == 0
    for name in ("tally.safetensors", "scores.parquet", "baselines.parquet"):
        assert (tmp_path / "merged" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


@pytest.fixture(scope="module")
def long_run(headscope, tmp_path_factory):
    """The arguments of a run of some seconds, and the sums of one that nobody stopped."""
    place = tmp_path_factory.mktemp("long")
    (place / "text.txt").write_text(
        "\n\n".join(f"Text {d} is short, but names {3 * d} things.\nThey differ." for d in range(2000))
    )
    arguments = ["measure", "-c", place / "text.txt", "--max-length", 24, "--measure", "offset", "--limit", 400, "-o"]
    assert headscope(*arguments, place / "whole").returncode == 0
    return arguments, (place / "whole" / "tally.safetensors").read_bytes()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal_then_resumed(tmp_path, headscope, start, long_run, stop):
    arguments, whole = long_run
    process, said = start(*arguments, tmp_path / "run")
    while not (tmp_path / "run").exists():
        assert process.poll() is None
        time.sleep(0.01)
    child = psutil.Process(process.pid)
    begun = child.cpu_times().user
    while child.cpu_times().user - begun < 0.2:  # in the middle of it, however busy the machine is
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(stop)
    assert process.wait(240) == 130, said()
    assert "--resume" in said() and "Traceback" not in said()
    assert headscope(*arguments, tmp_path / "run", "--resume").returncode == 0
    assert (tmp_path / "run" / "tally.safetensors").read_bytes() == whole


def test_dry_run_and_standard_input(tmp_path, headscope, small_folder):
    model = ("-m", small_folder)
    done = headscope("measure", *model, "-c", "-", "-o", tmp_path / "run", "--dry-run", input="One.\nTwo.\n\nThree.\n")
    assert done.returncode == 0, done.stderr
    assert "Nothing was written" in done.stdout and re.search(r"stdin +pair +2 +2 ", done.stdout)
    assert not (tmp_path / "run").exists()
    done = headscope("measure", *model, "-c", "-", "-o", tmp_path / "run", "--measure", "peak", input="One.\nTwo.\n\nThree.\n")
    assert done.returncode == 0 and json.loads((tmp_path / "run" / "manifest.json").read_text())["units"] == 2


def test_help_answers_at_once(headscope):
    """Without torch, that is; the clock is in benchmarks/."""
    code = (
        "import sys; sys.argv = ['headscope', '--help']\n"
        "from headscope.cli import main\n"
        "try: main()\n"
        "finally: print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "False" in done.stdout.splitlines()[-1]
    for verb in app.registered_commands:
        text = headscope(verb.name, "--help").stdout
        assert text.startswith(f"Usage: headscope {verb.name}") or f"headscope {verb.name}" in text
        assert verb.callback.__doc__.split(".")[0].split(";")[0][:40] in " ".join(text.split())


def test_lists(headscope):
    rows = json.loads(headscope("list", "measures", "--format", "json").stdout)
    assert [row["measure"] for row in rows] == [name for name, _ in MEASURES.items()]
    assert "65 documents" in headscope("list", "corpora").stdout
    assert "bundled" in headscope("list", "models").stdout


def test_a_closed_pipe_is_no_error(atlas):
    command = f"{sys.executable} -m headscope show {atlas} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=os.environ)
    assert done.stderr == "" and "bert-8x8" in done.stdout


def test_without_arguments_it_says_what_to_type_first(headscope):
    done = headscope()
    assert done.returncode == 0 and done.stderr == "" and len(done.stdout.splitlines()) <= 12
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith("  headscope ")]
    assert commands[0] == "headscope report"
    for command in commands:
        name, *words = shlex.split(command)[1:]
        typer.main.get_command(app).commands[name].make_context(name, words)


def test_every_verb_is_in_the_readme():
    text = README.read_text()
    for verb in app.registered_commands:
        assert f"headscope {verb.name}" in text, verb.name


BLOCKS = re.findall(r"^```(console|python)\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_readme_library_form(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it saves a run
    code = next(text for kind, text in BLOCKS if kind == "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 8
    shown = {}
    exec(compile(code, "README.md", "exec"), shown)
    assert shown["scores"].top("offset", "+1")[0].head == "3-5"
