"""What measuring costs on top of the bare forward pass, side by side in one run.

    python benchmarks/overhead.py [--model bundled | FOLDER | base] [--corpus FILE] [--units 128] [--device cpu] [--repeat 5]

`base` is a BERT of the size of BERT-base (12 × 12 heads, hidden 768) with random weights: the cost does not depend on them.

    bare         the model's own forward pass (scaled-dot-product attention, no maps): the floor
    tap          the same with attention formed by the tap and thrown away
    maps         all surface measures on whole maps, into the tally, one batch after the other
    by row       the same without maps
    bare, side   the bare forward pass with batches side by side, as headscope runs them on a CPU
    bare, quick  the same, one batch after the other, with the products of `models/products`, which headscope takes on AMD's processors
    side, quick  that side by side: against these two, what is measured is all that is counted
    headscope    all surface measures without maps, with batches side by side: what `headscope measure` does
    raw + norm   the same under attention and norm weights together: `headscope measure --weights raw --weights norm`
    by hand      what one would write instead: output_attentions=True, maps to NumPy, the same figures

Every row runs the same batches; rows take turns, and the best turn of each counts. Scores with and without maps, and entropies by hand, are
compared at the end. `--single` takes one batch only, `--profile` shows where the time of `by row` goes, `--rows 'by row;headscope'` times
only these beside `bare`.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
import transformers

from headscope.corpora import open_corpus
from headscope.models import Model, load
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.models.products import quick_products
from headscope.models.weighting import Weights
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.runs.plan import make_measures
from headscope.runs.references import under
from headscope.runs.sums import add_batches
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


def profile(task: Callable[[], None]) -> None:
    """Where the time of a task goes."""
    task()
    with torch.profiler.profile(activities=list(torch.profiler.supported_activities())) as seen:
        task()
    print(seen.key_averages().table(sort_by="self_cpu_time_total", row_limit=28, max_name_column_width=48), flush=True)


@dataclass(frozen=True)
class Compared:
    """The best seconds of every row, over how many batches and tokens, and how far figures are from one another at most."""

    model: Model
    batches: int
    tokens: int
    seconds: dict[str, float]
    by_maps: float  # scores without maps from those with
    by_hand: float  # mean entropies from those by hand

    def ratio(self, name: str, floor: str = "bare") -> float:
        return self.seconds[name] / self.seconds[floor]


def compare(
    name: str,
    *,
    corpus: str = "bundled",
    units: int = 128,
    size: int | None = None,
    device: str = "cpu",
    repeat: int = 5,
    single: bool = False,
    profiled: bool = False,
    only: Sequence[str] = (),
) -> Compared:
    """All rows, or only some beside `bare` and those that agreement is seen by, in turns, on the same batches."""
    tapped, plain, eager = (make_model(name, device) for _ in range(3))
    plain.module.set_attn_implementation("sdpa")
    eager.module.set_attn_implementation("eager")
    size = size or (16 if device == "cpu" else 64)
    ready = []
    for chunk in chunks(open_corpus(corpus).documents(), "pair", units):
        encoded, _ = tapped.encoder.encode(chunk.units, 128)
        ready += [collate(rows, tapped.encoder, tapped.device) for rows in batches(encoded, size)]
    ready = ready[-1:] if single else ready  # the longest of a chunk come last
    asked = [m.without({"predictive"}) for m in make_measures(None) if m.needs == {"maps"} and not m.whole_maps]
    measures = [one for m in asked if (one := under(m, bool(tapped.causal))) is not None]
    tally, both, by_maps, by_row = Tally(), Tally(), Tally(), Tally()
    assert not tapped.values.reason, tapped.values.reason  # found now, not while the clock runs
    print("measures:", ", ".join(m.name for m in measures), flush=True)

    @torch.inference_mode()
    def bare() -> None:
        for batch in ready:
            plain.body(**plain.inputs(batch))

    def tap() -> None:
        for batch in ready:
            tapped.attend(batch, lambda site, call: None)

    def maps() -> None:
        add_batches(by_maps, "benchmark", [observe(tapped, measures, batch) for batch in ready])

    def rows_alone() -> None:
        add_batches(by_row, "benchmark", [observe_by_row(tapped, measures, batch) for batch in ready])

    def bare_quick() -> None:
        with quick_products(plain.device):
            bare()

    @torch.inference_mode()
    def forward(batch: TokenBatch, products: Callable[[], AbstractContextManager[Any]] = nullcontext) -> None:
        with products():
            plain.body(**plain.inputs(batch))

    def bare_side(products: Callable[[], AbstractContextManager[Any]] = nullcontext) -> None:
        with workers(plain.device, len(ready)) as pool:
            for task in [pool.submit(partial(forward, batch, products)) for batch in ready]:
                task.result()

    def headscope(into: Tally = tally, weights: Sequence[Weights] = ("raw",)) -> None:
        with workers(tapped.device, len(ready)) as pool:
            tasks = [pool.submit(partial(observe_by_row, tapped, measures, batch, weights=weights)) for batch in ready]
            add_batches(into, "benchmark", [task.result() for task in tasks])

    entropies: list[np.ndarray] = []

    @torch.inference_mode()
    def hand() -> None:
        entropies.clear()
        for batch in ready:
            attentions = eager.body(**eager.inputs(batch), output_attentions=True).attentions
            found = by_hand(torch.stack(attentions).cpu().numpy(), batch)
            each = len(found) // len(batch.source.lengths)
            entropies.extend(found[each - 3 :: each])

    rows: dict[str, Callable[[], None]] = {
        "bare": bare,
        "tap": tap,
        "maps": maps,
        "by row": rows_alone,
        "bare, side": bare_side,
        "bare, quick": bare_quick,
        "side, quick": partial(bare_side, partial(quick_products, plain.device)),
        "headscope": headscope,
        "raw + norm": partial(headscope, both, ("raw", "norm")),
        "by hand": hand,
    }
    if profiled:
        profile(rows_alone)
    if unknown := set(only) - set(rows):
        raise SystemExit(f"There is no row {sorted(unknown)}; the rows are {', '.join(rows)}.")
    timed = {row for row in rows if not only or row in {"bare", *only}}
    times: dict[str, list[float]] = {row: [] for row in rows if row in timed}
    for turn in range(repeat + 1):
        for row, run in rows.items():
            if turn and row not in timed:
                continue
            began = time.perf_counter()
            run()
            if device != "cpu":
                torch.cuda.synchronize()
            if turn:  # the first turn warms up
                times[row].append(time.perf_counter() - began)
    apart = max(float(abs(by_maps.value(one) - by_row.value(one)).max()) for one in by_maps)
    entropy = next(one for one in by_row if one.measure == "entropy" and one.key == "all" and not one.baseline)
    by_itself = float(abs(np.mean(entropies, 0) - by_row.value(entropy)).max())
    best = {row: min(seconds) for row, seconds in times.items()}
    return Compared(tapped, len(ready), sum(batch.tokens for batch in ready), best, apart, by_itself)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="bundled")
    parser.add_argument("--corpus", default="bundled")
    parser.add_argument("--units", type=int, default=128)
    parser.add_argument("--batch-size", type=int, default=None)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--single", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--rows", default="", help="time only these, as in 'bare, side;headscope'")
    arguments = parser.parse_args()
    found = compare(
        arguments.model,
        corpus=arguments.corpus,
        units=arguments.units,
        size=arguments.batch_size,
        device=arguments.device,
        repeat=arguments.repeat,
        single=arguments.single,
        profiled=arguments.profile,
        only=[row for row in arguments.rows.split(";") if row],
    )
    where = torch.cuda.get_device_name() if arguments.device.startswith("cuda") else f"{torch.get_num_threads()} CPU threads"
    about = f"{found.model.name}, {found.model.stacks}, {found.batches} batches, {found.tokens:,} tokens"
    print(f"{about}, {where}, torch {torch.__version__}")
    for name, best in found.seconds.items():
        print(f"{name:11s} {best * 1e3:9.2f} ms  {found.tokens / best:10,.0f} tokens/s  {found.ratio(name):5.2f} × bare")
    if {"raw + norm", "headscope"} <= found.seconds.keys():
        print(f"raw + norm against raw alone: {found.ratio('raw + norm', 'headscope'):.2f} ×")
    print(
        f"scores without maps differ from those with by at most {found.by_maps:.1e}; mean entropies from those by hand by "
        f"{found.by_hand:.1e}"
    )


if __name__ == "__main__":
    main()
