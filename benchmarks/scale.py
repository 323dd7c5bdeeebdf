"""What workers cost and bring: one process, then Ray with one and two workers of one thread each, over the same units.

    OMP_NUM_THREADS=1 python benchmarks/scale.py [UNITS]

Prints seconds with and without the start of Ray and its workers, and whether the sums are the same to the last bit; then the same with four
workers, and with a worker killed in the middle.
"""

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from headscope.api.measure import planned
from headscope.corpora import open_corpus
from headscope.runs import local
from headscope.runs.ray import Ray
from headscope.runs.ray_cluster import join, load_ray
from headscope.tallies import to_bytes

UNITS = int(sys.argv[1]) if len(sys.argv) > 1 else 2000


class Timed(Ray):
    """Notes when the first worker was ready; may kill a worker after its so-manieth chunk."""

    ready, kill_after = 0.0, 0

    def _greet(self, one):
        super()._greet(one)
        self.ready = self.ready or time.monotonic()

    def measured(self, plan, at, chunks, bar):
        for number, done in enumerate(super().measured(plan, at, chunks, bar), 1):
            yield done
            if number == self.kill_after:
                os.kill(self._members[0].pid, signal.SIGKILL)


def text(folder: Path, units: int) -> str:
    """The bundled documents again and again, two paragraphs each."""
    pairs = [document.paragraphs[:2] for document in open_corpus("bundled").documents() if len(document.paragraphs) > 1]
    path = folder / "repeated.txt"
    with path.open("w") as file:
        for number in range(units):
            file.write("\n".join(pairs[number % len(pairs)]) + "\n\n")
    return str(path)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus = text(Path(folder), UNITS)
        with planned("bundled", corpus, ["offset"], {"max_length": 64}, progress=False) as plan:
            began = time.monotonic()
            alone = local.run(plan, progress=False)
            base = time.monotonic() - began
            print(f"local: {base:.1f} s, {alone.counts[plan.passes[0].name].units} units", flush=True)
            began = time.monotonic()
            join(load_ray(), "ray")
            print(f"Ray started: {time.monotonic() - began:.1f} s", flush=True)
            for number, kill in ((1, 0), (2, 0)):
                show(plan, number, kill, alone, base)
        with planned("bundled", corpus, ["offset"], {"max_length": 64, "limit": 640}, progress=False) as plan:
            began = time.monotonic()
            alone = local.run(plan, progress=False)
            base = time.monotonic() - began
            for number, kill in ((4, 0), (2, 3)):
                show(plan, number, kill, alone, base)


def show(plan, number, kill, alone, base) -> None:
    engine, began = Timed("ray", number), time.monotonic()
    engine.kill_after = kill
    run = local.run(plan, progress=False, engine=engine)
    whole, work = time.monotonic() - began, time.monotonic() - engine.ready
    same = to_bytes(run.tally) == to_bytes(alone.tally) and run.counts == alone.counts
    print(
        f"{number} workers{', one killed' * bool(kill)}: {whole:.1f} s in all, {work:.1f} s from the first worker's start, "
        f"{base / work:.2f} × local; the same bits: {same}; lost {sum(one.restarts for one in engine.workers)}",
        flush=True,
    )
    engine.close()


if __name__ == "__main__":
    main()
