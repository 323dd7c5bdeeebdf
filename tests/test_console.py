"""The one writer: no character that comes from elsewhere moves a cursor or hides, nothing prints beside it, and an output that nobody
reads, that is full, closed or lacks characters ends in a sentence or in nothing, never in a traceback."""

import ast
import csv
import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from headscope import console
from headscope.characters import as_json, one_sentence, printable, printable_lines
from headscope.corpora.reading.faults import Fault
from headscope.errors import HeadscopeError, unknown_name
from headscope.query.language import QueryError
from headscope.runs.progress import Progress, whole
from headscope.tables.table import Table

SOURCE = Path(__file__).parent.parent / "src" / "headscope"

# Clears a screen, in 7 bits and in 8; rings; hides; turns text around; ends a line in four ways; half a character; a hidden letter.
HOSTILE = "a\x1b[2J\x9b31m\x07\x7f\u202e\u2066\u200b\ufeff\u2028\u2029\x85\r\ud83d\U000e0041z"
KEPT = "naïve 日本 \u0645\u06cc\u200c\u062e\u0648 👩\u200d🚀 a\u00a0b"  # joiners and spaces that languages need


def unfit(text: str) -> set[str]:
    """What must not reach a terminal, by its category in Unicode rather than by our own list."""
    shown = text.replace("\n", "").replace("\u200c", "").replace("\u200d", "")
    return {letter for letter in shown if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


def test_nothing_hostile_passes_and_nothing_that_languages_need_goes():
    for fit in (printable, printable_lines, one_sentence, as_json):
        assert not unfit(fit(HOSTILE))
    assert printable(KEPT) == printable_lines(KEPT) == one_sentence(KEPT) == KEPT
    assert printable_lines("a\tb\nc") == "a\tb\nc" and one_sentence("a\tb\r\nc") == "a b  c"


def test_json_is_exact():
    text = HOSTILE.replace("\ud83d", "")
    assert json.loads(as_json({text: [text]})) == {text: [text]}


ERRORS = {
    "a sentence": lambda: HeadscopeError(f"There is no '{HOSTILE}'."),
    "a name": lambda: unknown_name("measure", HOSTILE, ["offset", HOSTILE]),
    "a fault": lambda: Fault(HOSTILE, f"'{HOSTILE}', line 3"),
    "a query": lambda: QueryError("slot", HOSTILE, HOSTILE, 0, 1, known=[HOSTILE], suggestions=[f"x\n{HOSTILE}"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_the_message_of_an_error_is_fit_to_be_shown_by_whatever_shows_it(name):
    """Python itself, a notebook, a log."""
    error = ERRORS[name]()
    assert not unfit(str(error)) and not unfit(repr(error))
    assert str(error).count("\n") == (4 if name == "a query" else 0), "what is quoted adds no line"
    if name != "a query":
        assert str(type(error)(*error.args)) == str(error), "as it crosses processes"


def test_a_table_in_every_form():
    table = Table(HOSTILE, ("head", HOSTILE), [("7-7", f"{HOSTILE}\n{KEPT}")], finding=HOSTILE, notes=(HOSTILE,))
    for form in ("table", "csv", "json"):
        assert not unfit(table.to(form)), form
    assert table.to_text().count("\n") == 7, "no cell adds a line"
    ((_, cell),) = [*csv.reader(io.StringIO(table.to_csv()))][1:]
    assert KEPT in cell and "\n" not in cell
    exact = HOSTILE.replace("\ud83d", "")
    assert json.loads(Table("", ("a",), [(exact,)]).to_json()) == [{"a": exact}]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_names_without_their_tricks(monkeypatch):
    for terminal in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", terminal)
        with whole() as job, Progress(HOSTILE, 1) as bar:
            job.tell(HOSTILE)
            bar.advance(1, 1)
        for _ in console.bar(range(2), desc=HOSTILE, mininterval=0):
            pass
        console.remark(f"Read {HOSTILE}")
        said = terminal.getvalue()
        assert "a\ufffd[2J" in said
        assert not unfit(re.sub("\r|\x1b\\[A", "", said))


def test_what_other_libraries_print_is_made_fit_too(monkeypatch):
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with console.guarded():
        sys.stderr.write(f"UserWarning: {HOSTILE}\n")
        sys.stdout.write(f"{HOSTILE}\n")
    assert not unfit(out.getvalue() + err.getvalue())
    assert sys.stdout is out and sys.stderr is err


MODEL = {"model_type": HOSTILE, "architectures": [HOSTILE]}
COMMANDS = {
    "a model": ["measure", "-m", "model", "-o", "run"],
    "maps": ["measure", "--maps", "maps.npz", "-o", "run"],
    "ids of maps": ["measure", "--maps", "ids.npz", "-o", "run"],
    "a treebank": ["measure", "-c", "broken.conllu", "-o", "run"],
    "a document of JSON": ["measure", "-c", "broken.jsonl", "-o", "run"],
    "a corpus by name": ["measure", "-c", "\x1b[2Jx", "-o", "run"],
    "a run": ["show", "\x1b[2J\u202ex"],
    "runs to merge": ["merge", "bad", "\x9b2Jx", "-o", "out"],
    "runs to follow": ["track", "bad", "bad"],
    "runs to compare": ["compare", "bad", "\x1bx"],
    "a manifest": ["show", "bad"],
    "a figure": ["figure", "bad", "\x1b[2Jx", "-o", "x.svg"],
    "a page": ["gallery", "bad", "-o", "site"],
    "a switch": ["list", "--\x1b[2J"],
    "a kind": ["list", "\x1b[2J"],
    "a head": ["predict", "Go.", "--head", "\x1b[2J"],
}


@pytest.fixture
def hostile_files(tmp_path, monkeypatch):
    """A model, maps, corpora and a run that say hostile things."""
    import numpy as np

    shown = HOSTILE.replace("\ud83d", "")
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text(json.dumps(MODEL))
    for name, line in {
        "maps": {"id": shown, "tokens": ["a"]},
        "ids": {"id": "m", "tokens": ["a", "b"], "words": [shown] * 2, "heads": [9, shown]},
    }.items():
        np.savez(tmp_path / f"{name}.npz", **{"m": np.full((1, 1, 2, 2), 0.5, np.float32)})
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / "broken.conllu").write_text(
        "# sent_id = \x1b[2J\u202e\n1\t\x1b[2J\u202e\t_\t_\t_\t_\t\x9bX\t\u202e\t_\t_\n\n", "utf-8"
    )
    (tmp_path / "broken.jsonl").write_text(json.dumps({"id": shown, "words": shown, shown: 1}) + "\n")
    (tmp_path / "bad").mkdir()
    manifest = {"format": shown, "headscope": shown, "model": {"name": shown}, shown: 1}
    (tmp_path / "bad" / "manifest.json").write_text(json.dumps(manifest))
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_sentences_of_the_command_line(hostile_files, main, name):
    status, output, errors = main(*COMMANDS[name])
    assert status == 2, errors
    assert output == "" and "Traceback" not in errors
    assert not unfit(errors), errors


def prints(tree: ast.AST) -> list[str]:
    """What writes to a terminal by itself: print, echo, a console of rich, a bar of tqdm, write on a standard stream."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            last = called.rpartition(".")[2]
            stream = re.fullmatch(r"(sys\.)?(__)?std(out|err)(__)?(\.buffer)?\.(write|writelines)", called)
            if stream or called in ("print", "pprint") or last in ("echo", "secho", "tqdm", "trange", "Console", "showwarning"):
                found.append(f"line {node.lineno}: {called}")
            if any(one.arg == "file" and "sys.std" in ast.unparse(one.value) for one in node.keywords):
                found.append(f"line {node.lineno}: {called}, file=")
        if isinstance(node, ast.Attribute) and node.attr == "external_write_mode":
            found.append(f"line {node.lineno}: {node.attr}")
    return found


def test_nothing_prints_but_the_one_writer():
    found = {str(path.relative_to(SOURCE)): prints(ast.parse(path.read_text("utf-8"))) for path in SOURCE.rglob("*.py")}
    assert found.pop("console.py")
    assert not {path: lines for path, lines in found.items() if lines}


def test_the_check_sees_what_prints():
    for code in (
        "print('x')", "typer.echo('x')", "sys.stderr.write('x')", "sys.stdout.buffer.write(b'x')", "stderr.write('x')",
        "tqdm.write('x', file=sys.stderr)", "tqdm(range(3))", "Console().print('x')", "dump(x, file=sys.stdout)",
    ):  # fmt: skip
        assert prints(ast.parse(code)), code
    assert not prints(ast.parse("console.data('x'); file.write('x'); console.bar(x)"))


SHOW = ["-m", "headscope", "list", "corpora"]


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line for bash in which `hs` is Python; nothing that it starts can fill a disk."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; ulimit -f 100000; hs='{sys.executable} {' '.join(SHOW)}'; {line}"],
        capture_output=True, text=True, timeout=120, env={**os.environ, **environment},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        ("$hs > /dev/full", 2, "headscope: Standard output can't be written: No space left on device."),
        ("$hs >&-", 2, "headscope: Standard output can't be written: It is closed."),
        ("$hs > /dev/full 2>&1", 2, ""),
        ("$hs 2>&- > /dev/null", 0, ""),
        ("$hs <&- > /dev/null", 0, ""),
        ("$hs >&- 2>&- <&-", 2, ""),
        ("$hs | true", 0, ""),
        ("$hs | head -1 > /dev/null", 0, ""),
        ("$hs --nope 2>&1 | true", 2, ""),
        ("(ulimit -n 10; $hs > /dev/null)", 0, ""),
    ],
)
def test_an_output_that_nobody_reads_that_is_full_or_closed(line, status, words):
    done = shell(line)
    assert done.returncode == status, done.stderr
    assert done.stderr.startswith(words) and done.stderr.count("\n") <= (1 if words else 2), done.stderr
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}], ids=str
)
def test_an_encoding_without_the_characters(environment):
    """Text has escapes, JSON too, and is exact."""
    code = (
        "import sys; from headscope import console\n"
        "from headscope.tables.table import Table\n"
        "with console.guarded(): console.data(Table('', ('a',), [('caf\\u00e9 \\U0001f680',)]).to(sys.argv[1]))"
    )
    said = {}
    for form in ("table", "json"):
        done = subprocess.run([sys.executable, "-c", code, form], capture_output=True, env={**os.environ, **environment})
        assert done.returncode == 0, done.stderr
        said[form] = done.stdout.decode("ascii")
    assert json.loads(said["json"]) == [{"a": "café 🚀"}]
    assert "caf\\u00e9" in said["table"]


@pytest.mark.slow
def test_a_measurement_goes_on_though_nobody_reads_what_it_says(tmp_path, headscope, small_folder):
    """Standard output and standard error are a pipe whose reader has gone before the first word."""
    (tmp_path / "text.txt").write_text("One line.\nAnother one.\n")
    reader, writer = os.pipe()
    os.close(reader)
    command = ["measure", "-m", small_folder, "-c", "text.txt", "--measure", "offset", "-o", "run"]
    with os.fdopen(writer, "w") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "headscope", *map(str, command)], cwd=tmp_path, stdout=gone, stderr=gone, timeout=240
        )
    assert done.returncode == 0
    assert headscope("verify", "run", cwd=tmp_path).returncode == 0


LITTLE_ROOM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000_000, 100_000_000))
from headscope.cli import main
main()
"""


@pytest.mark.slow
def test_600_megabytes_of_address_space(tmp_path):
    (tmp_path / "text.txt").write_text("One line.\nAnother one.\n")
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_ROOM, "measure", "-c", "text.txt", "-o", "run"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr.startswith("headscope: This process may use 600 MB of address space"), (
        done.stderr
    )
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]
