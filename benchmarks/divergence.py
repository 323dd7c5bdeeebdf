"""What the divergence between all pairs of heads costs, side by side with the published formula, checked and timed in one run.

    python benchmarks/divergence.py [--heads 144] [--tokens 128] [--repeat 5] [--threads 2] [--no-float16]
    python benchmarks/divergence.py --device cuda [--segments 64]

On a CPU one segment through the compiled road, against the published NumPy formula (PAPER.md: smoothed by 0.999·α + 0.001/n, KL to
the mean both ways, one head against all others at a time) on float32 maps and on float16 maps, as they were published. The rows
take turns, so that whatever else the machine does meets all of them; float16, being slow, has one turn only.

On CUDA the Triton kernel, first checked against the plain version in float64 on maps of many shapes, then timed.

Exit status 1 if a figure is wrong, or a time is over its target at the default size.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from headscope.measures.kernels import compiled, pairwise_divergence, triton_kernel

TARGET_FLOAT32, TARGET_FLOAT16 = 15, 200  # times as fast
TARGET_CUDA = 0.008  # seconds
TOLERANCE = 1e-6  # relative


def published(maps: np.ndarray) -> np.ndarray:
    """Every head against all others at once, in the maps' own precision; maps [head, n, n]."""
    heads, n = maps.shape[:2]
    distances = np.zeros((heads, heads))
    for head in range(heads):
        p = 0.999 * maps[head][None] + 0.001 / n
        q = 0.999 * maps + 0.001 / n
        m = (p + q) / 2
        js = (p * np.log(p / m) + q * np.log(q / m)) / 2
        distances[head] = js.sum(-1).sum(-1)
    return distances


def random_maps(*shape: int, device: str = "cpu") -> torch.Tensor:
    generator = torch.Generator(device).manual_seed(0)
    return (torch.randn(*shape, shape[-1], generator=generator, device=device) * 3).softmax(-1)


def timed(task: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = task()
    return time.perf_counter() - start, result


def worst(got: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest relative difference, off the diagonal."""
    apart = ~torch.eye(got.shape[-1], dtype=torch.bool, device=got.device).expand_as(got)
    return ((got - expected).abs() / expected.clamp_min(1e-300))[apart].max().item()


def verdict(what: str, value: float, limit: float, unit: str, at_least: bool = False) -> bool:
    good = value >= limit if at_least else value <= limit
    print(f"{'ok  ' if good else 'MISS'}  {what:<58} {value:10.4g} {unit} (target {'≥' if at_least else '≤'} {limit:g})")
    return good


def on_cpu(arguments: argparse.Namespace) -> bool:
    torch.set_num_threads(arguments.threads)
    maps = random_maps(1, arguments.heads, arguments.tokens)
    array, half, lengths = maps[0].numpy(), maps[0].numpy().astype(np.float16), [arguments.tokens]
    print(
        f"one segment, {arguments.heads} heads, {arguments.tokens} tokens, {arguments.threads} threads, torch {torch.__version__}"
    )
    rows: dict[str, Callable[[], Any]] = {
        "compiled": lambda: pairwise_divergence(maps, lengths, road="compiled"),
        "compiled, smoothed": lambda: pairwise_divergence(maps, lengths, 0.001, road="compiled"),
        "plain, float32": lambda: pairwise_divergence(maps, lengths, road="plain"),
        "published, float32": lambda: published(array),
    }
    first, _ = timed(rows["compiled"])
    times: dict[str, list[float]] = {name: [] for name in rows}
    found = {}
    for _ in range(arguments.repeat):
        for name, task in rows.items():
            seconds, found[name] = timed(task)
            times[name].append(seconds)
    if arguments.float16:
        times["published, float16"] = [timed(lambda: published(half))[0]]
    print(f"{'compiling and once':<36} {first:9.4f} s")
    for name, seconds in times.items():
        print(f"{name:<36} {min(seconds):9.4f} s best  {statistics.median(seconds):9.4f} s median of {len(seconds)}")

    exact = pairwise_divergence(maps.double(), lengths, road="plain")
    smoothed = pairwise_divergence(maps.double(), lengths, 0.001, road="plain")
    good = [
        not compiled.refusal.given,
        verdict("compiled against plain float64, relative", worst(found["compiled"], exact), TOLERANCE, ""),
        verdict("compiled and smoothed against plain float64, relative", worst(found["compiled, smoothed"], smoothed), TOLERANCE, ""),
        verdict(
            "published float32 against plain float64, relative",
            worst(torch.from_numpy(found["published, float32"])[None], smoothed), 1e-3, "",
        ),
    ]  # fmt: skip
    for name, target in (("published, float32", TARGET_FLOAT32), ("published, float16", TARGET_FLOAT16)):
        if name in times:
            best = min(times[name]) / min(times["compiled"])
            middle = statistics.median(times[name]) / statistics.median(times["compiled"])
            good.append(verdict(f"times as fast as {name}, best turns", best, target, "×", at_least=True))
            good.append(verdict(f"times as fast as {name}, medians", middle, target, "×", at_least=True))
    return all(good)


def on_cuda(arguments: argparse.Namespace) -> bool:
    good = []
    shapes = [(3, 144, 128), (2, 64, 100), (4, 13, 37), (2, 8, 1), (1, 2, 300), (2, 1, 16)]
    for batch, heads, n in shapes:
        for smoothing in (0.0, 0.001):
            lengths = [max(1, n - 3 * b) for b in range(batch)]
            maps = random_maps(batch, heads, n, device="cuda")
            for b, real in enumerate(lengths):
                maps[b, :, :, real:] = 0
                maps[b, :, :real, :real] /= maps[b, :, :real, :real].sum(-1, keepdim=True)
                maps[b, :, real:] = float("nan")  # rows of padding hold anything
            maps[:, heads // 2] = maps[:, 0]  # two equal heads
            got = pairwise_divergence(maps, lengths, smoothing, road="triton")
            expected = pairwise_divergence(maps.double(), lengths, smoothing, road="plain")
            # Nearby rows differ in the last bits of float32 only: what counts beyond 1e-6 is 2e-7 nats a token.
            allowed = TOLERANCE * expected + 2e-7 * torch.tensor(lengths, device="cuda")[:, None, None]
            error = ((got - expected).abs() / allowed).max().item()
            exact = torch.equal(got, got.mT) and not got.diagonal(dim1=-2, dim2=-1).any() and bool((got >= 0).all())
            exact = exact and not got[:, 0, heads // 2].any()
            good += [
                exact,
                verdict(f"[{batch}, {heads}, {n}, {n}], smoothing {smoothing}: share of what is allowed", error, 1, ""),
            ]
            if not exact:
                print("MISS  not symmetric, not 0 for equal heads, or negative")
    maps = random_maps(arguments.segments, arguments.heads, arguments.tokens, device="cuda")
    lengths = [arguments.tokens] * arguments.segments
    few = slice(0, min(4, len(lengths)))
    exact_few = pairwise_divergence(maps[few].double(), lengths[few], road="plain")
    good.append(
        verdict(
            "full size against plain float64, relative",
            worst(pairwise_divergence(maps, lengths)[few], exact_few),
            TOLERANCE,
            "",
        )
    )
    half = pairwise_divergence(maps[few].half(), lengths[few], road="triton")
    wide = pairwise_divergence(maps[few].half().double(), lengths[few], road="plain")
    good.append(verdict("float16 maps against plain float64, relative", worst(half, wide), TOLERANCE, ""))
    kernel, whole = [], []
    for _ in range(max(20, arguments.repeat)):
        torch.cuda.synchronize()
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        began = time.perf_counter()
        start.record()
        pairwise_divergence(maps, lengths)
        stop.record()
        torch.cuda.synchronize()
        whole.append(time.perf_counter() - began)
        kernel.append(start.elapsed_time(stop) / 1000)
    plain_seconds, _ = timed(lambda: (pairwise_divergence(maps[few], lengths[few], road="plain"), torch.cuda.synchronize()))
    print(
        f"{arguments.segments} segments, {arguments.heads} heads, {arguments.tokens} tokens on {torch.cuda.get_device_name()}"
    )
    print(f"triton: best {min(whole) * 1000:.2f} ms, median {statistics.median(whole) * 1000:.2f} ms by the clock;", end=" ")
    print(
        f"best {min(kernel) * 1000:.2f} ms on the device; plain float32: {plain_seconds * 1000 / len(lengths[few]):.1f} ms a segment"
    )
    good.append(verdict("seconds, median by the clock", statistics.median(whole), TARGET_CUDA, "s"))
    if triton_kernel.refusal.given:
        print("MISS  the Triton kernel was refused; the plain version ran in its place")
    return all(good) and not triton_kernel.refusal.given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--heads", type=int, default=144)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--segments", type=int, default=64)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--no-float16", dest="float16", action="store_false")
    arguments = parser.parse_args()
    sys.exit(0 if (on_cuda if arguments.device == "cuda" else on_cpu)(arguments) else 1)


if __name__ == "__main__":
    main()
