"""What a large run costs: workers, many documents, and whether the formula of docs/scale.md holds.

    OMP_NUM_THREADS=1 python benchmarks/scale.py [workers] [documents] [cost] [--segments N] [--documents N] [--sizes N,N,N]

Without names all three, in this order:

workers    N segments (2,000) of the bundled model: this process, then Ray with one and two workers of one thread each, and whether the sums
           are the same to the last bit. Workers start one after the other, so a rate is given too for the time in which all were there;
           then 640 segments with four workers, and with one of two workers killed.
documents  N documents (100,000) by `headscope measure` in a process of its own, on each engine: seconds to the first results, memory of the
           driver and of each worker by quarters of the run, seconds to stop (SIGTERM, half way) and to go on with --resume.
           The model is untrained, with two layers of three heads, so that the time is that of reading, tokenising, handing out and adding
           up; the measure is offset, on 32 tokens of each document. Ray has one worker.
cost       three sizes (250, 500, 1,000 segments) by `headscope measure` in a process of its own: seconds foretold by the formula, with the
           rate of `--dry-run` and the time of a run of one segment as start, and seconds taken.

The documents are the bundled ones again and again, two paragraphs each; each has its own number as id.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import torch

from headscope.api.measure import planned
from headscope.api.status import status
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError
from headscope.models.bundled import FOLDER
from headscope.runs import local
from headscope.runs.estimate import estimate
from headscope.runs.inputs import read_chunks
from headscope.runs.ray import Ray
from headscope.runs.ray_cluster import join, load_ray
from headscope.tallies import to_bytes

FEW = 640  # segments of the runs with four workers, and with one that is killed
LENGTH, SHORT = 64, 32  # tokens
WATCHED = 0.25  # seconds between two looks at a run


class Timed(Ray):
    """Notes when workers were ready, and when chunks were done; may kill a worker after its so-manieth chunk."""

    kill_after = 0

    def __init__(self, *given):
        super().__init__(*given)
        self.ready: list[float] = []
        self.done: list[tuple[float, int]] = []  # when, and how many units

    def _greet(self, one):
        super()._greet(one)
        self.ready.append(time.monotonic())

    def measured(self, plan, at, chunks, bar):
        for number, done in enumerate(super().measured(plan, at, chunks, bar), 1):
            self.done.append((time.monotonic(), done.units))
            yield done
            if number == self.kill_after:
                os.kill(self._members[0].pid, signal.SIGKILL)

    def rate(self) -> float:
        """Units a second while all workers were there: from the first chunk that came back after the last of them was ready."""
        after = [(when, units) for when, units in self.done if when > max(self.ready)]
        return sum(units for _, units in after[1:]) / (after[-1][0] - after[0][0]) if len(after) > 1 else float("nan")


def text(folder: Path, documents: int) -> str:
    """So many documents, each of one unit."""
    pairs = [document.paragraphs[:2] for document in open_corpus("bundled").documents() if len(document.paragraphs) > 1]
    path = folder / f"repeated-{documents}.txt"
    with path.open("w") as file:
        for number in range(documents):
            file.write("\n".join(pairs[number % len(pairs)]) + "\n\n")
    return str(path)


def say(words: str) -> None:
    print(words, flush=True)


def workers(folder: Path, segments: int) -> None:
    corpus = text(folder, segments)
    with planned("bundled", corpus, ["offset"], {"max_length": LENGTH}, progress=False) as plan:
        alone, base = timed(plan)
        say(f"local: {base:.1f} s, {alone.counts[plan.passes[0].name].units:,} segments, {torch.get_num_threads()} threads")
        began = time.monotonic()
        join(load_ray("ray"), "ray")
        say(f"Ray started: {time.monotonic() - began:.1f} s")
        (one, slow), (two, fast) = (on_ray(plan, number, 0, alone, base) for number in (1, 2))
        say(f"one worker takes {one / base - 1:+.1%} of the local time more")
        say(f"two are {one / two:.2f} × one from the first worker's start, {fast / slow:.2f} × one while both are there")
    with planned("bundled", corpus, ["offset"], {"max_length": LENGTH, "limit": FEW}, progress=False) as plan:
        alone, base = timed(plan)
        for number, kill in ((4, 0), (2, 3)):
            on_ray(plan, number, kill, alone, base)
    load_ray("ray").shutdown()


def timed(plan):
    began = time.monotonic()
    run = local.run(plan, progress=False)
    return run, time.monotonic() - began


def on_ray(plan, number, kill, alone, base) -> tuple[float, float]:
    """The seconds from when the first worker was ready, and the units a second once all were."""
    engine, began = Timed("ray", number), time.monotonic()
    engine.kill_after = kill
    run = local.run(plan, progress=False, engine=engine)
    whole, work = time.monotonic() - began, time.monotonic() - engine.ready[0]
    same = to_bytes(run.tally) == to_bytes(alone.tally) and run.counts == alone.counts
    say(
        f"{number} workers{', one killed' * bool(kill)}: {whole:.1f} s in all, {work:.1f} s from the first worker's start, "
        f"{engine.rate():.1f} segments/s once all are ready; the same bits: {same}; lost {sum(one.restarts for one in engine.workers)}"
    )
    engine.close()
    return work, engine.rate()


def small_model(folder: Path) -> str:
    """Untrained, two layers of three heads, with the bundled tokenizer."""
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    tokenizer = AutoTokenizer.from_pretrained(FOLDER)
    shape = {"hidden_size": 24, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 3}
    torch.manual_seed(0)
    BertForMaskedLM(BertConfig(vocab_size=len(tokenizer), max_position_embeddings=256, **shape)).save_pretrained(
        folder / "small"
    )
    tokenizer.save_pretrained(folder / "small")
    return str(folder / "small")


class Watched:
    """`headscope measure` in a process of its own, looked at from outside as `headscope status` does."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder, self.began = folder, time.monotonic()
        self.process = subprocess.Popen([sys.executable, "-m", "headscope", "measure", *command, "-o", str(folder), "--quiet"])
        self.samples: list[tuple[float, str, float]] = []  # share, who, megabytes

    def done(self) -> tuple[int, int]:
        """Units done, and all units; notes the memory."""
        try:
            found = status(self.folder)
        except (HeadscopeError, OSError):
            return 0, 0
        if found["state"] != "running" or found["pid"] != self.process.pid:
            return 0, 0
        done, units = found["passes"][0]["done"], found["passes"][0]["units"]
        people = {"driver": self.process.pid} | {f"worker {one['name']}": one["pid"] for one in found["workers"] if one["pid"]}
        for who, pid in people.items():
            try:
                self.samples.append((done / max(1, units), who, psutil.Process(pid).memory_info().rss / 1e6))
            except psutil.Error:
                continue
        return done, units

    def until(self, share: float, above: int = 0) -> float:
        """Seconds from the start until more than so many units, and this share of all, are done, or the process ends."""
        while self.process.poll() is None:
            done, units = self.done()
            if done > above and done >= share * units:
                break
            time.sleep(WATCHED)
        return time.monotonic() - self.began

    def memory(self) -> None:
        for who in sorted({who for _, who, _ in self.samples}):
            quarters = [
                max((size for share, one, size in self.samples if one == who and at / 4 <= share <= (at + 1) / 4), default=0.0)
                for at in range(4)
            ]
            say(f"  memory of {who}, most in each quarter of the run: {', '.join(f'{one:,.0f}' for one in quarters)} MB")


def documents(folder: Path, number: int, engines: list[str]) -> None:
    model, corpus = small_model(folder), text(folder, number)
    say(f"{number:,} documents, {Path(corpus).stat().st_size / 1e6:.0f} MB")
    for engine in engines:
        how = [] if engine == "local" else ["--engine", engine, "--workers", "1"]
        command = ["-m", model, "-c", corpus, "--measure", "offset", "--max-length", str(SHORT), *how]
        place = folder / f"run-{engine}"
        first = Watched(command, place)
        say(f"{engine}: first results after {first.until(0):.1f} s")
        first.until(0.5)
        done, _ = first.done()
        asked = time.monotonic()
        first.process.send_signal(signal.SIGTERM)
        first.process.wait()
        stopped = time.monotonic() - first.began
        say(f"  stopped at {done:,} documents in {time.monotonic() - asked:.1f} s (exit status {first.process.returncode})")
        kept = status(place)["done"][0]["done"]
        again = Watched([*command, "--resume"], place)
        say(f"  {kept:,} were kept; going on after {again.until(0, kept):.1f} s")
        again.until(1.0)
        again.process.wait()
        whole = stopped + time.monotonic() - again.began
        say(
            f"  finished: {status(place)['units']:,} documents in {whole:.1f} s, both parts together, {number / whole:,.0f} a second"
        )
        first.samples += again.samples
        first.memory()


def cost(folder: Path, sizes: list[int]) -> None:
    """seconds = start + text / reading + tokens / rate, beside what `headscope measure` takes in a process of its own."""
    corpus = text(folder, max(sizes))
    length = Path(corpus).stat().st_size
    with planned("bundled", corpus, ["offset"], {"max_length": LENGTH}, progress=False) as plan:
        foretold = estimate(plan)
        one = plan.passes[0]
        began = time.monotonic()
        units = sum(len(chunk.units) for chunk in read_chunks(one.corpus, one.unit, plan.model, plan.options))
        reading = length / (time.monotonic() - began)
    rate = foretold.tokens[0] / foretold.seconds[0]
    start, _ = from_outside(corpus, 1, folder / "cost-1")
    say(f"start {start:.1f} s (a run of one segment), reading {reading / 1e6:.0f} MB/s, rate {rate:,.0f} tokens/s")
    for size in sizes:
        seconds, tokens = from_outside(corpus, size, folder / f"cost-{size}")
        whole = start + length * size / units / reading + tokens / rate
        say(f"{size:,} segments, {tokens:,} tokens: foretold {whole:.1f} s, took {seconds:.1f} s ({whole / seconds - 1:+.0%})")


def from_outside(corpus: str, limit: int, place: Path) -> tuple[float, int]:
    """Seconds and tokens of a run in a process of its own."""
    began = time.monotonic()
    run = Watched(["-c", corpus, "--measure", "offset", "--max-length", str(LENGTH), "--limit", str(limit)], place)
    run.process.wait()
    return time.monotonic() - began, status(place)["tokens"]


def main() -> None:
    parts = {"workers", "documents", "cost"}
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", default=[])
    options.add_argument("--segments", type=int, default=2000)
    options.add_argument("--documents", type=int, default=100_000)
    options.add_argument("--engines", default="local,ray", help="of the part documents")
    options.add_argument("--sizes", default="250,500,1000")
    given = options.parse_args()
    if unknown := {*given.parts} - parts:
        options.error(f"there is no part {', '.join(sorted(unknown))}: expected {', '.join(sorted(parts))}")
    chosen = {*given.parts} or parts
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if "workers" in chosen:
            workers(folder, given.segments)
        if "documents" in chosen:
            documents(folder, given.documents, given.engines.split(","))
        if "cost" in chosen:
            cost(folder, [int(one) for one in given.sizes.split(",")])


if __name__ == "__main__":
    main()
