"""The loss without each head, for all heads: headscope beside one full pass a head, on the same texts, in one process.

    python benchmarks/ablation.py [--model bert-8x8] [--model gpt-8x8] [--units 0] [--every 1] [--device cpu] [--repeat 1]

    plain        what one would write instead: a hook that zeroes the head's slice before the output projection, a full pass of the model
                 (its own scaled-dot-product attention) with all logits, the loss of the predicted tokens; batches of 16 texts
    selected     the same, with logits at the predicted positions only
    headscope    what `headscope measure --measure ablation=zero` does: layers below a cut once, heads of a layer together, logits in tiles

All rows predict the same tokens of the same texts with all cores; rows take turns, and the best turn of each counts. Before the table, the
largest difference between headscope's ΔL of a head and the plain one's.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from headscope.corpora import open_corpus
from headscope.models import Model, load
from headscope.runs.cuts import find_cuts
from headscope.runs.draws import draw_tokens
from headscope.tokens import Encoded, batches, chunks
from headscope.tokens.masking import DEFAULT, IGNORED
from headscope.workers import workers

PROJECTIONS = ("attention.output.dense", "self_attn.o_proj")


def projections(model: Model) -> list[nn.Module]:
    return [part for name, part in model.module.named_modules() if name.endswith(PROJECTIONS)]


def rows_of(model: Model, units: int, every: int) -> list[Encoded]:
    found = []
    for chunk in chunks(open_corpus("bundled").documents(), "pair", units or None):
        found += model.encoder.encode(chunk.units, 128)[0]
    return found[::every]


@torch.inference_mode()
def plain(model: Model, rows: Sequence[Encoded], select: bool) -> Tensor:
    """ΔL of every head [layer, head]."""
    sums = torch.zeros(len(projections(model)), model.sites[0].heads, dtype=torch.float64)
    tokens = 0
    for some in batches(rows, 16):
        drawn = draw_tokens(model, some, DEFAULT)
        inputs, labels = model.inputs(drawn.batch), drawn.labels
        whole = _loss(model, inputs, labels, select)
        tokens += int((labels != IGNORED).sum())
        for layer, projection in enumerate(projections(model)):
            for head in range(sums.shape[1]):
                hook = projection.register_forward_pre_hook(lambda _, given, head=head: (_without(given[0], head),))
                sums[layer, head] += _loss(model, inputs, labels, select) - whole
                hook.remove()
    return sums / tokens


def _without(given: Tensor, head: int) -> Tensor:
    cut = given.clone()
    cut[..., head * 32 : (head + 1) * 32] = 0
    return cut


def _loss(model: Model, inputs: dict[str, Tensor], labels: Tensor, select: bool) -> float:
    predicted = labels != IGNORED
    vocabulary: nn.Module = model.module.get_output_embeddings()
    hook = vocabulary.register_forward_pre_hook(lambda _, given: (given[0][predicted],)) if select else None
    outputs = model.module(**inputs)
    if hook is not None:
        hook.remove()
    logits = outputs["logits"] if "logits" in outputs else outputs["prediction_logits"]
    return float(cross_entropy(logits if select else logits[predicted], labels[predicted], reduction="sum"))


def headscope(model: Model, rows: Sequence[Encoded]) -> Tensor:
    sums = torch.zeros(len(model.sites), model.sites[0].heads, dtype=torch.float64)
    tokens = 0
    with workers(model.device) as pool:
        for found in pool.map(lambda some: find_cuts(model, some, DEFAULT), list(batches(rows, 1))):
            for layer, cuts in enumerate(found.values()):
                sums[layer] += (cuts.rise["zero"] * cuts.predicted[:, None]).sum((0, 2)).double()
            tokens += int(cuts.predicted.sum())
    return sums / tokens


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="append")
    parser.add_argument("--units", type=int, default=0, help="the first so many texts of the bundled corpus; 0: all")
    parser.add_argument("--every", type=int, default=1, help="of these, every so manieth")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--repeat", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.model or ["bert-8x8", "gpt-8x8"]:
        ours, theirs = (load(name, device=arguments.device, dtype="float32") for _ in range(2))
        theirs.module.set_attn_implementation("sdpa")
        rows = rows_of(ours, arguments.units, arguments.every)
        ways: dict[str, Callable[[], Tensor]] = {
            "plain": partial(plain, theirs, rows, False),
            "selected": partial(plain, theirs, rows, True),
            "headscope": partial(headscope, ours, rows),
        }
        assert ours.cuts.replays and ours.cuts.tiles  # proven now, not while the clock runs
        best = dict.fromkeys(ways, (float("inf"), float("inf")))
        found = {}
        for _ in range(arguments.repeat):
            for way, work in ways.items():
                wall, own = time.perf_counter(), time.process_time()
                found[way] = work()
                best[way] = min(best[way], (time.perf_counter() - wall, time.process_time() - own))
        apart = float((found["headscope"] - found["plain"]).abs().max())
        tokens = sum(map(len, rows))
        print(
            f"\n{name}: {len(rows)} texts, {tokens:,} tokens, {ours.cuts.passes():.0f} passes for 64 heads; ΔL differ by {apart:.1e}"
        )
        for way, (wall, own) in best.items():
            print(
                f"{way:<12}{wall:9.1f} s  {own:9.1f} s of processor  {best['plain'][0] / wall:6.2f} ×  {best['plain'][1] / own:6.2f} ×"
            )


if __name__ == "__main__":
    main()
