"""What measuring costs on top of the bare forward pass, side by side in one run.

    python benchmarks/overhead.py [--model bundled | FOLDER | base] [--corpus FILE] [--units 128] [--device cpu] [--repeat 5]

`base` is a BERT of the size of BERT-base (12 × 12 heads, hidden 768) with random weights: the cost does not depend on them.

    bare         the model's own forward pass (scaled-dot-product attention, no maps): the floor
    tap          the same with attention formed by the tap and thrown away
    measured     all surface measures, into the tally, one batch after the other
    bare, side   the bare forward pass with batches side by side, as headscope runs them on a CPU
    headscope    all surface measures with batches side by side: what `headscope measure` does
    by hand      what one would write instead: output_attentions=True, maps to NumPy, the same figures

Every row runs the same batches; rows take turns, and the best turn of each counts.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import torch
import transformers

from headscope.corpora import open_corpus
from headscope.models import Model, load
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.runs.plan import make_measures
from headscope.tallies import Tally
from headscope.tokens import Encoder, TokenBatch, batches, chunks, collate
from headscope.workers import workers


def make_model(name: str, device: str) -> Model:
    if name != "base":
        return load(name, device=device, dtype="float32")
    torch.manual_seed(0)
    tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDER)
    module = transformers.BertModel(transformers.BertConfig(vocab_size=len(tokenizer))).eval().requires_grad_(False).to(device)
    return connect(Model("base", module, Encoder(tokenizer, 512)))


def by_hand(maps: np.ndarray, batch: TokenBatch) -> list[np.ndarray]:
    """The same figures in plain vectorised NumPy, one text at a time; maps [layer, batch, head, n, n]."""
    found = []
    sides = [t.cpu().numpy() for t in (batch.source.cls, batch.source.sep, batch.source.punct)]
    for unit, n in enumerate(batch.source.lengths):
        alpha = maps[:, unit, :, :n, :n]
        for d in (-1, 0, 1):
            found.append(np.trace(alpha, offset=d, axis1=2, axis2=3) / n)
        sep = sides[1][unit, :n]
        for kind in sides:
            into = alpha[..., kind[unit, :n]].sum(-1)
            found += [into.mean(-1), into[..., sep].mean(-1), into[..., ~sep].mean(-1)]
        entropies = -(alpha * np.log(np.maximum(alpha, 1e-30))).sum(-1)
        found += [entropies.mean(-1), entropies[..., 0], alpha.max(-1).mean(-1)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--corpus", default="bundled")
    parser.add_argument("--units", type=int, default=128)
    parser.add_argument("--batch-size", type=int, default=None)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()

    tapped, plain, eager = (make_model(arguments.model, arguments.device) for _ in range(3))
    plain.module.set_attn_implementation("sdpa")
    eager.module.set_attn_implementation("eager")
    size = arguments.batch_size or (16 if arguments.device == "cpu" else 64)
    ready = []
    for chunk in chunks(open_corpus(arguments.corpus).documents(), "pair", arguments.units):
        encoded, _ = tapped.encoder.encode(chunk.units, 128)
        ready += [collate(rows, tapped.encoder, tapped.device) for rows in batches(encoded, size)]
    measures, tally = [m for m in make_measures(None) if m.needs == {"maps"}], Tally()

    @torch.inference_mode()
    def bare() -> None:
        for batch in ready:
            plain.body(**plain.inputs(batch))

    def tap() -> None:
        for batch in ready:
            tapped.attend(batch, lambda site, call: None)

    def alone() -> None:
        for batch in ready:
            observe(tapped, measures, batch).add_to(tally, "benchmark")

    @torch.inference_mode()
    def forward(batch: TokenBatch) -> None:
        plain.body(**plain.inputs(batch))

    def bare_side() -> None:
        with workers(plain.device) as pool:
            for task in [pool.submit(partial(forward, batch)) for batch in ready]:
                task.result()

    def headscope() -> None:
        with workers(tapped.device) as pool:
            for task in [pool.submit(partial(observe, tapped, measures, batch)) for batch in ready]:
                task.result().add_to(tally, "benchmark")

    @torch.inference_mode()
    def hand() -> None:
        for batch in ready:
            attentions = eager.body(**eager.inputs(batch), output_attentions=True).attentions
            by_hand(torch.stack(attentions).cpu().numpy(), batch)

    rows: dict[str, Callable[[], None]] = {
        "bare": bare,
        "tap": tap,
        "measured": alone,
        "bare, side": bare_side,
        "headscope": headscope,
        "by hand": hand,
    }
    times: dict[str, list[float]] = {name: [] for name in rows}
    for turn in range(arguments.repeat + 1):
        for name, run in rows.items():
            began = time.perf_counter()
            run()
            if arguments.device != "cpu":
                torch.cuda.synchronize()
            if turn:  # the first turn warms up
                times[name].append(time.perf_counter() - began)
    tokens = sum(batch.tokens for batch in ready)
    where = torch.cuda.get_device_name() if arguments.device.startswith("cuda") else f"{torch.get_num_threads()} CPU threads"
    print(
        f"{tapped.name}, {tapped.stacks}, {len(ready)} batches of {size}, {tokens:,} tokens, {where}, torch {torch.__version__}"
    )
    floor = min(times["bare"])
    for name, seconds in times.items():
        best = min(seconds)
        print(f"{name:10s} {best:8.3f} s  {tokens / best:10,.0f} tokens/s  {best / floor:5.2f} × bare")


if __name__ == "__main__":
    main()
