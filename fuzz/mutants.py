"""Mutation testing: changes one thing in a file of the source, runs the tests near it, and names the changes that no test notices.

    python fuzz/mutants.py FILE TESTS… [-k WORDS] [--every N] [--seconds S]

Needs cosmic-ray, whose operators make the changes: of every operator of arithmetic and comparison one other (+ and −, < and ≤ …), numbers
one more and one less, `not` before conditions, `and` and `or`, True and False, loops that do not run, exceptions that are not caught. Every
test run is a fork of a process that has imported torch, so that a change costs a second and not ten. A change is noticed by a test that
fails, by an import that does, or by taking S seconds of the processor (60). The source is not touched: changes are made in a copy.
"""

import argparse
import contextlib
import difflib
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAIRS = (
    "Binary:Add-Sub Binary:Sub-Add Binary:Mul-Div Binary:Div-Mul Binary:Pow-Mul Binary:FloorDiv-Mul Binary:Mod-Mul Comparison:Eq-NotEq "
    "Comparison:NotEq-Eq Comparison:Lt-LtE Comparison:LtE-Lt Comparison:Gt-GtE Comparison:GtE-Gt Comparison:Is-IsNot Comparison:IsNot-Is"
)
OTHERS = (
    "NumberReplacer AddNot ReplaceAndWithOr ReplaceOrWithAnd ReplaceTrueWithFalse ReplaceFalseWithTrue ZeroIterationForLoop "
    "ExceptionReplacer ReplaceBreakWithContinue ReplaceContinueWithBreak ReplaceUnaryOperator_Delete_USub ReplaceUnaryOperator_Delete_Not "
    "ReplaceUnaryOperator_Delete_Invert"
)


def names() -> list[str]:
    pairs = (pair.split(":") for pair in PAIRS.split())
    return [f"core/Replace{kind}Operator_{ends.replace('-', '_')}" for kind, ends in pairs] + [
        f"core/{one}" for one in OTHERS.split()
    ]


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Every change: what it is called, and the source with it."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    seen = {source}
    for name in names():
        for number in range(10_000):
            changed = mutate_code(source, get_operator(name)(), number)
            if changed is None:
                break
            if changed not in seen:
                seen.add(changed)
                yield f"{name.removeprefix('core/')} {number}", changed


def first_change(before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    changed = [line for line in lines if line[:2] not in ("--", "++")]
    place = changed[0].split()[1].lstrip("-").partition(",")[0]
    return f"line {place}: " + " ⇒ ".join(line[1:].strip() for line in changed[1:])


def passes(arguments: list[str], seconds: int) -> bool:
    """Whether the tests pass, in a fork."""
    child = os.fork()
    if not child:
        status = 3
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            import pytest

            status = int(pytest.main(arguments))
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    if os.WIFSIGNALED(ended) and os.WTERMSIG(ended) not in (signal.SIGXCPU, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT):
        raise KeyboardInterrupt
    if not os.WIFSIGNALED(ended) and os.WEXITSTATUS(ended) in (4, 5):
        raise SystemExit("pytest found no such tests")
    return not os.WIFSIGNALED(ended) and os.WEXITSTATUS(ended) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("-k", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="changes that were tried before")
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    path = asked.file.resolve().relative_to(ROOT)
    place = Path(tempfile.mkdtemp(prefix="headscope-mutants-"))
    shutil.copytree(ROOT / "src", place / "src")
    for name in ("tests", "conftest.py", "pyproject.toml", "docs"):
        (place / name).symlink_to(ROOT / name)
    os.chdir(place)
    os.environ |= {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "PYTHONPATH": str(place / "src"), "HF_HUB_OFFLINE": "1"}
    sys.path[:] = [str(place / "src"), *(one for one in sys.path if not (Path(one) / "headscope").is_dir())]
    sys.dont_write_bytecode = True
    for module in ("torch", "transformers", "polars", "scipy.stats", "sklearn.manifold"):  # pytest imports the rest itself
        with contextlib.suppress(ImportError):
            __import__(module)
    import torch

    torch.set_num_threads(1)
    arguments = ["-x", "-q", "-W", "ignore:Module already imported", "-p", "no:cacheprovider"]
    arguments += ["--basetemp", str(place / "made"), *asked.tests]
    arguments += ["-k", asked.k] if asked.k else []
    target, source = place / path, (place / path).read_text()
    if not passes(arguments, 10 * asked.seconds):
        shutil.rmtree(place, ignore_errors=True)
        raise SystemExit("The tests fail without any change.")
    tried = noticed = 0
    try:
        for number, (name, changed) in enumerate(mutants(source)):
            if number < asked.skip or number % asked.every:
                continue
            target.write_text(changed)
            for stale in (target.parent / "__pycache__").glob(f"{target.stem}.*"):
                stale.unlink()
            tried += 1
            if passes(arguments, asked.seconds):
                print(f"survived  {number} {name}, {first_change(source, changed)}", flush=True)
            else:
                noticed += 1
    finally:
        print(f"{path}: {noticed} of {tried} changes noticed, {tried - noticed} not", flush=True)
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
