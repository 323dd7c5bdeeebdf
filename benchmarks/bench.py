"""What headscope costs, side by side with the bare forward pass, with what one would write by hand, and with BertViz: `make bench`.

    python benchmarks/bench.py [--output benchmarks/RESULTS.md] [--repeat 2]

All in one process, in turns, on the same batches; a few minutes on two cores. Figures that should agree are compared, and the exit status
is 1 where they do not. The table is written with date and set-up; docs/performance.md says what it means. BertViz is weighed where it
can be imported (`pip install --no-deps bertviz`).
"""

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import torch
from lengths import causal_measures, make_model, text
from overhead import compare
from views import random_maps

from headscope.runs.by_row import observe_by_row
from headscope.tallies import Tally
from headscope.tokens import collate
from headscope.views.attention import Attention
from headscope.views.head_view import head_view

AGREES = 1e-5  # a score by two ways
WIDTH = 32  # of a head of the made models
TOKENS, LAYERS, HEADS, LENGTHS = (2, 8, 32), (2, 4, 8), (4, 8, 16), (128, 512, 2048)


def set_up() -> str:
    """Where and with what it was measured."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("torch", "transformers", "numpy"))
    model = _processor() or platform.processor() or platform.machine()
    load = os.getloadavg()[0]
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC with {torch.get_num_threads()} threads on {os.cpu_count()} cores ({model}), "
        f"load {load:.1f} when it began; {packages}, Python {platform.python_version()}, float32."
    )


def _processor() -> str | None:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), None)


def overheads(repeat: int, faults: list[str]) -> Iterator[str]:
    yield "## Over the bare forward pass"
    yield ""
    yield (
        "All surface measures; milliseconds, and times the bare forward pass run in the same way: batches side by side as `headscope "
        "measure` runs them, or one batch alone. Quick: the bare pass with the products that headscope takes on AMD's processors "
        "(`models/products.py`); elsewhere the same as bare. By hand: `output_attentions=True`, maps to NumPy, the same figures."
    )
    yield ""
    yield "| model | batches | tokens | bare | headscope | × bare | quick | headscope × quick | by hand | × bare |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name, said, units, size in (("bundled", "bert-8x8", 128, 16), ("base", "BERT-base's shape", 16, 8)):
        for single in (False, True):
            found = compare(name, units=units, size=size, repeat=repeat, single=single)
            bare, quick = ("bare", "bare, quick") if single else ("bare, side", "side, quick")
            row = "by row" if single else "headscope"
            ms = {one: f"{1e3 * seconds:,.0f} ms" for one, seconds in found.seconds.items()}
            ratios = f"{found.ratio(row, bare):.2f} | {ms[quick]} | {found.ratio(row, quick):.2f} | "
            ratios += f"{ms['by hand']} | {found.ratio('by hand', bare):.2f}"
            yield f"| {said} | {found.batches} of {size} | {found.tokens:,} | {ms[bare]} | {ms[row]} | {ratios} |"
            for what, apart in (("with maps", found.by_maps), ("by hand", found.by_hand)):
                if apart > AGREES:
                    faults.append(f"{said}: scores differ from those {what} by {apart:.1e}")
    yield ""
    yield f"Scores with and without maps, and mean entropies by hand, agree within {AGREES:g}."


def growth(repeat: int) -> Iterator[str]:
    """How cost grows, on models of Llama's kind with random weights: one thing at a time."""
    yield "## How cost grows"
    yield ""
    yield (
        f"Causal models of Llama's kind with random weights; where nothing else is said, 8 layers of 8 heads of width {WIDTH} and one text "
        "of 512 tokens. Milliseconds of the bare forward pass (sdpa), of all surface measures row by row, and the ratio."
    )
    yield ""
    yield "| what grows | | bare | headscope | × bare |"
    yield "|---|---|---|---|---|"
    cases = [("texts", n, 8, 8, n, 512) for n in TOKENS] + [("layers", n, n, 8, 1, 512) for n in LAYERS]
    cases += [("heads", n, 8, n, 1, 512) for n in HEADS] + [("length", n, 8, 8, 1, n) for n in LENGTHS]
    for what, number, layers, heads, units, length in cases:
        bare, ours = _clocked(layers, heads, units, length, repeat)
        yield f"| {what} | {number:,} | {1e3 * bare:,.1f} | {1e3 * ours:,.1f} | {ours / bare:.2f} |"


def _clocked(layers: int, heads: int, units: int, length: int, repeat: int) -> tuple[float, float]:
    width = heads * WIDTH
    shape = {"hidden_size": width, "num_hidden_layers": layers, "num_attention_heads": heads, "intermediate_size": 4 * width}
    tapped, plain = (make_model(shape, "cpu", torch.float32, length) for _ in range(2))
    plain.module.set_attn_implementation("sdpa")
    batch = collate([text(tapped, length)] * units, tapped.encoder, tapped.device)
    measures = causal_measures()

    @torch.inference_mode()
    def bare() -> None:
        plain.body(**plain.inputs(batch))

    def ours() -> None:
        observe_by_row(tapped, measures, batch).add_to(Tally(), "benchmark")

    best = [float("inf"), float("inf")]
    for turn in range(repeat + 1):
        for at, run in enumerate((bare, ours)):
            began = time.perf_counter()
            run()
            if turn:
                best[at] = min(best[at], time.perf_counter() - began)
    return best[0], best[1]


def pages(faults: list[str]) -> Iterator[str]:
    """A head view of the same maps, ours and BertViz's."""
    yield "## A page of 12 × 12 heads, 128 tokens"
    yield ""
    yield "| | bytes | made in | opens offline |"
    yield "|---|---|---|---|"
    maps, words = random_maps(12, 12, 128), [f"token{at}" for at in range(128)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "view.html"
        began = time.perf_counter()
        head_view(Attention.from_arrays(maps, words), layer=1).save(path)
        seconds, size = time.perf_counter() - began, path.stat().st_size
        page = path.read_text(encoding="utf-8")
    if not all(word in page for word in words[::40]):
        faults.append("the page lacks its tokens")
    yield f"| headscope | {size / 1e6:.2f} MB | {seconds:.2f} s | yes |"
    if find_spec("bertviz") is None:
        yield "| BertViz | not installed | | |"
        return
    from bertviz import head_view as theirs

    began = time.perf_counter()
    made = theirs([layer[None] for layer in torch.from_numpy(maps)], words, html_action="return").data
    seconds = time.perf_counter() - began
    offline = "no: it fetches its libraries" if "cdnjs" in made or "requirejs" in made.lower() else "yes"
    yield f"| BertViz {version('bertviz')} | {len(made.encode()) / 1e6:.2f} MB | {seconds:.2f} s | {offline} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("RESULTS.md"))
    parser.add_argument("--repeat", type=int, default=2)
    arguments = parser.parse_args()
    faults: list[str] = []
    lines = ["# Results of `make bench`", "", set_up(), ""]
    for part in (overheads(arguments.repeat, faults), growth(arguments.repeat), pages(faults)):
        for line in part:
            lines.append(line)
            print(line, flush=True)
        lines.append("")
    arguments.output.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    if faults:
        sys.exit("These do not agree: " + "; ".join(faults))


if __name__ == "__main__":
    main()
