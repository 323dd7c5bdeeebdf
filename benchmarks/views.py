"""What a view weighs and how long it takes to make, beside BertViz's figures for the same tensors.

    python benchmarks/views.py [--out DIR]

The maps are the softmax of 3 × a normal sample: as broad as attention gets, and so as hard to compress. BertViz is not installed here:
its figures are those that were measured with BertViz 1.4.1 on such maps, and are printed as such. What the page needs until it can be used
is measured in a browser, by tests/browser.

Exit status 1 if a file is larger than its target, or a weight is further off than stated. --out keeps the pages.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from headscope.views.attention import Attention
from headscope.views.head_view import head_view
from headscope.views.payload import ERROR, quantise, restore

# name: layers, heads, tokens, most megabytes, BertViz's (None where it was not measured)
CASES: dict[str, tuple[int, int, int, float | None, float | None]] = {
    "12 × 12 heads, 128 tokens": (12, 12, 128, 2.5, 108.6),
    "24 × 16 heads, 128 tokens": (24, 16, 128, 7.0, None),
    "12 × 12 heads, 512 tokens": (12, 12, 512, 30.0, 1753.0),
    "1 × 12 heads, 2,048 tokens": (1, 12, 2048, None, None),
}


def random_maps(layers: int, heads: int, tokens: int) -> np.ndarray:
    """softmax(3·x), x a normal sample; the same every time."""
    maps = 3 * np.random.default_rng(0).standard_normal((layers, heads, tokens, tokens), dtype=np.float32)
    maps -= maps.max(-1, keepdims=True)
    np.exp(maps, out=maps)
    maps /= maps.sum(-1, keepdims=True)
    return maps


def largest_error(maps: np.ndarray) -> float:
    return max(float(np.abs(restore(quantise(layer)).astype(np.float64) - layer).max()) for layer in maps)


def measure(name: str, folder: Path) -> bool:
    layers, heads, tokens, most, theirs = CASES[name]
    maps = random_maps(layers, heads, tokens)
    words = [f"token{at}" for at in range(tokens)]
    start = time.perf_counter()
    view = head_view(Attention.from_arrays(maps, words), layer=0)
    path = folder / f"{layers}x{heads}-{tokens}.html"
    view.save(path)
    seconds = time.perf_counter() - start
    size, data = path.stat().st_size / 1e6, len(view.payload.data) / 1e6
    error = largest_error(maps)
    good = (most is None or size <= most) and error <= ERROR
    target = "" if most is None else f" (target ≤ {most:g})"
    beside = "" if theirs is None else f"; BertViz 1.4.1: {theirs:,.1f} MB, {theirs / size:.0f} times as much"
    print(
        f"{'ok  ' if good else 'MISS'}  {name:<27} {size:7.2f} MB{target}, of which data {data:.2f} MB before base64; "
        f"made in {seconds:.2f} s; largest error {error:.5f}{beside}"
    )
    return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="keep the pages here")
    arguments = parser.parse_args()
    print(
        "BertViz's figures: 1.4.1, measured elsewhere on such maps; 5.6 s until its head view of 128 tokens could be used, 42.5 s its"
    )
    print("model view, both with its libraries at hand, and blank without a network.")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        good = [measure(name, folder) for name in CASES]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
