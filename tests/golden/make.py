"""Golden runs: whether headscope still makes what it made at the base commit, to the bit and to the word.

    python tests/golden/make.py              run all cases and compare them with the base (make golden)
    python tests/golden/make.py --quick      the cases marked so (make golden-quick)
    python tests/golden/make.py --case NAME  some cases by name, or by the beginning of it
    python tests/golden/make.py --explain    what differs is made at the base commit, too, and both are shown
    python tests/golden/make.py --record     make the base anew, from the commit that is checked out

The base (tests/golden/base) holds digests of numbers, pages and manifests, and the texts that commands print. Last bits of float32 depend
on processor and torch, so both are stored with it. On another machine the base is first made again: from a work tree of the base commit,
in an environment of its own, from that commit's constraints.txt. Both are kept in .golden/ for the next time.
"""

import argparse
import difflib
import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

from cases import CASES, Outcome  # noqa: E402

BASE, KEPT = HERE / "base", ROOT / ".golden"
RECORD, MACHINE, PRINTED = BASE / "record.json", BASE / "machine.json", BASE / "printed"
WORKERS, THREADS = 2, 1
FLAGS = ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "amx_tile", "amx_bf16")
SHOWN = 40  # differences that are printed of a case

Outcomes = dict[str, Outcome]


def this_machine(python: str = sys.executable) -> dict[str, Any]:
    """What the last bits of a number depend on."""
    facts: dict[str, list[str]] = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        name, _, text = line.partition(":")
        facts.setdefault(name.strip(), text.split())
    flags = {*facts.get("flags", ())}
    processor = [*facts.get("vendor_id", ()), *(f"{name} {' '.join(facts.get(name, ()))}" for name in ("cpu family", "model"))]
    packages = {name: version(name) for name in ("torch", "transformers", "numpy", "scikit-learn")}
    return {
        "processor": " ".join(processor),
        "flags": [flag for flag in FLAGS if flag in flags],
        "threads": THREADS,
        **packages,
    }


class Runner:
    """Runs cases side by side in long-lived workers of one Python, with one tree's headscope."""

    def __init__(self, python: Path | str, source: Path, folder: Path) -> None:
        self.python, self.source, self.folder = str(python), source, folder
        self.outcomes: Outcomes = {}
        self.failed: dict[str, str] = {}

    def run(self, names: Iterable[str]) -> Outcomes:
        """The outcomes of the cases; the longest begin first. Raises where a case fails, once all are done."""
        shutil.rmtree(self.folder, ignore_errors=True)
        waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        for name in sorted(names, key=lambda name: -CASES[name].seconds):
            waiting.put(name)
        threads = [threading.Thread(target=self._work, args=(waiting, number)) for number in range(WORKERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.failed:
            raise SystemExit("\n".join(f"{name}: {error}" for name, error in self.failed.items()))
        return dict(sorted(self.outcomes.items()))

    def _work(self, waiting: "queue.SimpleQueue[str]", number: int) -> None:
        environment = environment_for(self.source)
        arguments = [self.python, str(HERE / "cases.py"), str(self.folder / str(number))]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as worker:
            assert worker.stdin is not None and worker.stdout is not None
            while not waiting.empty():
                try:
                    name = waiting.get_nowait()
                except queue.Empty:
                    break
                began = time.monotonic()
                worker.stdin.write(f"{name}\n")
                worker.stdin.flush()
                answer = json.loads(worker.stdout.readline() or '{"failed": "its process died"}')
                if "failed" in answer:
                    self.failed[name] = answer["failed"]
                else:
                    self.outcomes[name] = answer["outcome"]
                print(f"  {time.monotonic() - began:5.1f} s  {name}", flush=True)
            worker.stdin.close()


def environment_for(source: Path) -> dict[str, str]:
    """One thread, no network, headscope from this tree, and the same words on every machine."""
    quiet = {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "LC_ALL": "C.UTF-8"}
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS"), str(THREADS))
    return {**os.environ, **quiet, **threads, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}


# The base


def record(names: list[str]) -> None:
    """Makes the base anew from this tree, or some of its cases."""
    if git("status", "--porcelain", "--", "src", "constraints.txt"):
        raise SystemExit(
            "The base is of a commit, but src/ or constraints.txt has changes that are not committed. Commit them first."
        )
    machine = {"commit": git("rev-parse", "HEAD"), **this_machine()}
    kept: Outcomes = {}
    if len(names) < len(CASES):
        stored = json.loads(MACHINE.read_text())
        if any(stored[name] != machine[name] for name in machine if name != "commit") or git(
            "diff", "--name-only", stored["commit"], "--", "src", "constraints.txt"
        ):
            raise SystemExit(
                "Some cases alone can only be added to a base of the same code on the same machine: record all of them."
            )
        machine["commit"], kept = stored["commit"], read_record()
    else:
        shutil.rmtree(BASE, ignore_errors=True)
        BASE.mkdir()
        make_checkpoint(sys.executable, ROOT / "src", BASE / "stopped")
    outcomes = kept | Runner(sys.executable, ROOT / "src", KEPT / "runs").run(names)
    MACHINE.write_text(json.dumps(machine, indent=1) + "\n")
    write_record({name: outcomes[name] for name in CASES if name in outcomes})


def write_record(outcomes: Outcomes) -> None:
    """Digests in one file, texts for people in a file for each case."""
    shutil.rmtree(PRINTED, ignore_errors=True)
    PRINTED.mkdir()
    lines = {}
    for name, outcome in outcomes.items():
        printed = {key: text for key, text in outcome.items() if key.startswith("$ ")}
        if printed:
            (PRINTED / file_name(name)).write_text("".join(f"{key}\n{text}\n\f\n" for key, text in printed.items()))
        lines[name] = {key: text for key, text in outcome.items() if key not in printed}
    RECORD.write_text(json.dumps(lines, indent=0, ensure_ascii=False) + "\n")


def read_record() -> Outcomes:
    outcomes: Outcomes = json.loads(RECORD.read_text())
    for name, outcome in outcomes.items():
        path = PRINTED / file_name(name)
        for part in path.read_text().split("\n\f\n")[:-1] if path.exists() else []:
            key, _, text = part.partition("\n")
            outcome[key] = text
    return outcomes


def file_name(case: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in case) + ".txt"


def make_checkpoint(python: Path | str, source: Path, folder: Path) -> None:
    subprocess.run([str(python), str(HERE / "cases.py"), "stop", str(folder)], check=True, env=environment_for(source))


def base_tree(commit: str) -> tuple[Path, Path]:
    """The Python and the source of the base commit, made where they are missing."""
    tree, python = KEPT / "tree", KEPT / "venv" / "bin" / "python"
    if not tree.exists() or git("-C", str(tree), "rev-parse", "HEAD") != commit:
        print(f"Checking out the base commit {commit[:9]} …", flush=True)
        git("worktree", "prune")
        if tree.exists():
            git("worktree", "remove", "--force", str(tree))
        git("worktree", "add", "--detach", str(tree), commit)
    constraints = (tree / "constraints.txt").read_bytes()
    stamp = KEPT / f"venv-{hashlib.sha256(constraints).hexdigest()[:12]}"
    if not stamp.exists():
        print("Installing what its constraints.txt names …", flush=True)
        shutil.rmtree(KEPT / "venv", ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(KEPT / "venv")], check=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, "--constraint", str(tree / "constraints.txt"), f"{tree}[figures,images]"], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "uninstall", "-y", "headscope"], check=True
        )
        # Versions are asked for by name, so the package must be known; its code comes from the tree.
        subprocess.run([*pip, "--no-deps", "--editable", str(tree)], check=True)
        stamp.touch()
    return python, tree / "src"


def remade(commit: str, names: list[str]) -> Outcomes:
    """The base's outcomes on this machine, from those kept here where they are of it."""
    python, source = base_tree(commit)
    own = hashlib.sha256(b"".join((HERE / name).read_bytes() for name in ("cases.py", "families.py", "digests.py"))).hexdigest()
    kept = KEPT / "record.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    where = {"commit": commit, "cases": own, **this_machine()}
    outcomes: Outcomes = known.get("outcomes", {}) if known.get("of") == where else {}
    missing = [name for name in names if name not in outcomes]
    if missing:
        print(f"Making {len(missing)} cases at the base commit, because this machine is not the one of the base …", flush=True)
        outcomes |= Runner(python, source, KEPT / "base-runs").run(missing)
        kept.write_text(json.dumps({"of": where, "outcomes": outcomes}))
    return {name: outcomes[name] for name in names}


# Comparing


def compare(expected: Outcome, outcome: Outcome) -> list[str]:
    """What differs, a line each; of texts the lines that do."""
    lines = []
    for key in sorted({*expected, *outcome}):
        before, after = expected.get(key), outcome.get(key)
        if before == after:
            continue
        if before is not None and after is not None and key.startswith("$ "):
            changed = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
            lines += [key, *(f"    {line}" for line in changed if not line.startswith(("---", "+++", "@@")))]
        else:
            lines.append(f"{key}: {'nothing' if before is None else before} → {'nothing' if after is None else after}")
    return lines


def report(differences: dict[str, list[str]], shown: int) -> None:
    for name, lines in differences.items():
        print(f"\n{name}: {len(lines)} lines differ")
        for line in lines[:shown]:
            print(f"  {line}")
        if len(lines) > shown:
            print(f"  … and {len(lines) - shown} more (--all shows them)")


def explain(commit: str, names: Iterable[str], case_folders: Path) -> None:
    """Makes the cases at the base commit too, and shows in which rows their tables differ."""
    import polars as pl

    python, source = base_tree(commit)
    Runner(python, source, KEPT / "base-runs").run(names)
    for name in names:
        [before, after] = [next(folder.glob(f"*/{file_name(name)[:-4]}")) for folder in (KEPT / "base-runs", case_folders)]
        for table in sorted(after.rglob("*.parquet")):
            old = before / table.relative_to(after)
            if not old.exists():
                continue
            left, right = pl.read_parquet(old), pl.read_parquet(table)
            if left.equals(right, null_equal=True):
                continue
            print(f"\n{name}, {table.relative_to(after)}: {left.height} → {right.height} rows")
            if left.height == right.height:
                for column in (column for column in left.columns if column in right.columns):
                    rows = left[column].ne_missing(right[column]) if left[column].dtype == right[column].dtype else None
                    if rows is not None and rows.any():
                        changed = right.filter(rows).with_columns(left[column].filter(rows).alias(f"{column} before"))
                        print(f"{column}: {rows.sum()} rows\n{changed.head(8)}")


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def chosen(arguments: argparse.Namespace) -> list[str]:
    names = [name for name in CASES if not arguments.quick or CASES[name].quick]
    if arguments.case:
        names = [name for name in names if name.startswith(tuple(arguments.case))]
        if not names:
            raise SystemExit(f"No case begins with {' or '.join(arguments.case)}. Known:\n" + "\n".join(CASES))
    return names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("--quick", "--record", "--explain", "--all"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--case", action="append", metavar="NAME")
    arguments = parser.parse_args()
    names = chosen(arguments)
    began = time.monotonic()
    if arguments.record:
        record(names)
        print(f"Recorded {len(names)} cases in {time.monotonic() - began:.0f} s.")
        return 0
    machine = json.loads(MACHINE.read_text())
    commit = machine.pop("commit")
    here = this_machine()
    stored = read_record()
    known = [name for name in names if name in stored]
    same = machine == here
    expected = stored if same else remade(commit, known)
    if not same:
        what = ", ".join(f"{name} {machine.get(name)} → {here[name]}" for name in here if machine.get(name) != here[name])
        print(f"Not the machine of the base ({what}): compared with the base commit as it runs here.")
    outcomes = Runner(sys.executable, ROOT / "src", KEPT / "runs").run(names)
    compared = ((name, compare(expected[name], outcomes[name])) for name in known)
    differences = {name: lines for name, lines in compared if lines}
    report(differences, 10**9 if arguments.all else SHOWN)
    if arguments.explain and differences:
        explain(commit, list(differences), KEPT / "runs")
    new = [name for name in names if name not in stored]
    print(f"\n{len(known) - len(differences)} of {len(known)} cases are as at {commit[:9]}; {time.monotonic() - began:.0f} s.")
    if new:
        print(f"Not in the base yet: {', '.join(new)}.")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
