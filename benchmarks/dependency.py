"""What scoring every head as a parser costs on top of the bare forward pass, side by side in one run.

    python benchmarks/dependency.py TREEBANK [--model bundled] [--sentences 2000] [--device cpu] [--repeat 3]

    bare         the model's own forward pass (scaled-dot-product attention, no maps), batches side by side: the floor
    tokens       the same after tokenising every sentence
    headscope    tokenising, alignment, word-level maps, every head, relation and direction, offset baselines, the tally
    intervals    the same, and 95% intervals of every score

All rows run the same batches in the same order; reading the treebank is not counted; rows take turns, and the best turn counts. Beside
the clock's seconds stand those that the processors worked, which another program on the machine changes less.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import torch

from headscope.corpora import open_corpus
from headscope.measures import make
from headscope.models import load
from headscope.runs.accumulate import observe
from headscope.runs.figures import BatchFigures
from headscope.runs.local import PENDING
from headscope.runs.sums import add_batches
from headscope.statistics.intervals import interval
from headscope.tallies import Tally
from headscope.tokens import Encoded, TokenBatch, batches, chunks, collate, encode_annotated
from headscope.workers import workers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("treebank")
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--sentences", type=int, default=2000)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()

    tapped, plain = (load(arguments.model, device=arguments.device, dtype="float32") for _ in range(2))
    plain.module.set_attn_implementation("sdpa")
    size = 16 if arguments.device == "cpu" else 64
    read = list(chunks(open_corpus(arguments.treebank).documents(), "sentence", arguments.sentences))
    measures = [make("dependency")]

    def encoded() -> list[list[Encoded]]:
        ready = []
        for chunk in read:
            rows, _ = encode_annotated(tapped.encoder, chunk.units, 128)
            ready += list(batches(rows, size))
        return ready

    known = encoded()
    collated = [collate(rows, plain.encoder, plain.device) for rows in known]

    @torch.inference_mode()
    def forward(batch: TokenBatch) -> None:
        plain.body(**plain.inputs(batch))

    def pass_over(ready: list[TokenBatch]) -> None:
        with workers(plain.device) as pool:
            for task in [pool.submit(partial(forward, batch)) for batch in ready]:
                task.result()

    def bare() -> None:
        pass_over(collated)

    def tokens() -> None:
        pass_over([collate(rows, plain.encoder, plain.device) for rows in encoded()])

    def one(rows: list[Encoded]) -> BatchFigures:
        return observe(tapped, measures, collate(rows, tapped.encoder, tapped.device))

    def headscope() -> Tally:
        tally = Tally()
        with workers(tapped.device) as pool:
            tasks = [pool.submit(partial(one, rows)) for rows in encoded()]
            for first in range(0, len(tasks), PENDING):  # as a run does
                add_batches(tally, "benchmark", [task.result() for task in tasks[first : first + PENDING]])
        return tally

    def intervals() -> None:
        tally = headscope()
        for series in tally:
            interval(tally.totals(series), tally.weights(series))

    rows: dict[str, Callable[[], object]] = {"bare": bare, "tokens": tokens, "headscope": headscope, "intervals": intervals}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
    for turn in range(arguments.repeat + 1):
        for name, run in rows.items():
            began, worked = time.perf_counter(), time.process_time()
            run()
            if arguments.device != "cpu":
                torch.cuda.synchronize()
            if turn:  # the first turn warms up
                times[name].append((time.perf_counter() - began, time.process_time() - worked))
    number = sum(len(batch) for batch in known)
    print(
        f"{tapped.name}, {number:,} sentences, {sum(b.tokens for b in collated):,} tokens, batches of {size}, {arguments.device}"
    )
    best = {name: (min(wall for wall, _ in taken), min(cpu for _, cpu in taken)) for name, taken in times.items()}
    for name, (wall, cpu) in best.items():
        floor_wall, floor_cpu = best["bare"]
        print(f"{name:12} {wall:8.3f} s {wall / floor_wall:6.2f} ×   processor {cpu:8.3f} s {cpu / floor_cpu:6.2f} ×")


if __name__ == "__main__":
    main()
