"""What a view weighs, how long it takes to make and to open, beside BertViz on the same tensors.

    python benchmarks/views.py [--out DIR] [--large]

The maps are the softmax of 3 × a normal sample: as broad as attention gets, and so as hard to compress. Pages are opened in Chromium
where Playwright is installed. BertViz (1.4.1 is meant; `pip install --target FOLDER --no-deps bertviz==1.4.1` and PYTHONPATH=FOLDER
suffice) makes its head view of the same arrays where it can be imported: at 512 tokens only with --large, since its page is then
almost 2 GB. Its pages fetch their libraries from the network, so they are weighed here and not opened.

Exit status 1 if a target is missed, or a weight is further off than stated. --out keeps the pages.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from headscope.views.attention import Attention
from headscope.views.head_view import head_view
from headscope.views.payload import ERROR, quantise, restore

REDRAWS = 30  # a second, at least, while the pointer goes down a column of 128 tokens with 12 heads on
# Redraws a second, the best of three.
HOVER = """async () => {
  const tokens = [...document.querySelectorAll(".hs-left .hs-token")].slice(0, 40);
  const rates = [];
  for (let turn = 0; turn < 3; turn++) {
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 1000) {
      tokens[frames % tokens.length].dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      await new Promise((next) => requestAnimationFrame(next)); // in which the row pointed at is drawn
      frames += 1;
    }
    rates.push((1000 * frames) / (performance.now() - start));
  }
  return Math.max(...rates);
}"""

# Points at a token, or a head, until the page says something of it.
ANSWERS = """async () => {
  const one = document.querySelectorAll(".hs-left .hs-token, .hs-cell")[3];
  const before = document.querySelector(".hs-readout").textContent;
  one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  while (document.querySelector(".hs-readout").textContent === before) await new Promise((next) => requestAnimationFrame(next));
}"""


@dataclass(frozen=True)
class Case:
    """A size of attention, the most its page may weigh in MB, and the most seconds until a view of it can be used."""

    layers: int
    heads: int
    tokens: int
    megabytes: float | None
    head: float | None = None
    model: float | None = None
    large: bool = False  # for BertViz

    def __str__(self) -> str:
        return f"{self.layers} × {self.heads} heads, {self.tokens:,} tokens"


CASES = [
    Case(12, 12, 128, 2.5, head=2.0, model=2.0),
    Case(24, 16, 128, 7.0, head=2.0, model=2.0),
    Case(12, 12, 512, 30.0, head=2.0, large=True),
    Case(1, 12, 2048, None, head=10.0, large=True),
]


def random_maps(layers: int, heads: int, tokens: int) -> np.ndarray:
    """softmax(3·x), x a normal sample; the same every time."""
    maps = 3 * np.random.default_rng(0).standard_normal((layers, heads, tokens, tokens), dtype=np.float32)
    maps -= maps.max(-1, keepdims=True)
    np.exp(maps, out=maps)
    maps /= maps.sum(-1, keepdims=True)
    return maps


def largest_error(maps: np.ndarray) -> float:
    return max(float(np.abs(restore(quantise(layer)).astype(np.float64) - layer).max()) for layer in maps)


class Figures:
    """Lines as they come, and whether every target was met."""

    def __init__(self) -> None:
        self.good = True

    def say(self, what: str, value: str, target: str | None = None, good: bool = True) -> None:
        self.good &= good
        mark = "    " if target is None else "ok  " if good else "MISS"
        print(f"{mark}  {what:<48} {value}" + (f" (target {target})" if target else ""), flush=True)


def weigh(case: Case, folder: Path, figures: Figures) -> Path:
    maps = random_maps(case.layers, case.heads, case.tokens)
    words = [f"token{at}" for at in range(case.tokens)]
    start = time.perf_counter()
    path = folder / f"{case.layers}x{case.heads}-{case.tokens}.html"
    head_view(Attention.from_arrays(maps, words), layer=1).save(path)
    seconds = time.perf_counter() - start
    size, error = path.stat().st_size / 1e6, largest_error(maps)
    limit = None if case.megabytes is None else f"≤ {case.megabytes:g} MB"
    figures.say(
        f"{case}: size", f"{size:.2f} MB, made in {seconds:.1f} s", limit, case.megabytes is None or size <= case.megabytes
    )
    figures.say("    largest error of a weight", f"{error:.5f}", f"≤ {ERROR}", error <= ERROR)
    return path


def weigh_bertviz(case: Case, figures: Figures) -> None:
    """BertViz's head view of the same arrays: how many bytes its HTML is."""
    import torch
    from bertviz import head_view as theirs

    maps = torch.from_numpy(random_maps(case.layers, case.heads, case.tokens))
    words = [f"token{at}" for at in range(case.tokens)]
    start = time.perf_counter()
    made = theirs([layer[None] for layer in maps], words, html_action="return")
    seconds = time.perf_counter() - start
    name = f"    BertViz {metadata.version('bertviz')}"
    figures.say(name, f"{len(made.data.encode()) / 1e6:,.1f} MB, made in {seconds:.1f} s")


def open_page(browser: Any, path: Path, view: str) -> tuple[float, Any]:
    """Seconds until the view answers to the pointer, and its page."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    start = time.perf_counter()
    page.goto(f"{path.as_uri()}#view={view}")
    page.wait_for_selector(".hs-token, .hs-cell", timeout=60_000)
    page.evaluate(ANSWERS)
    return time.perf_counter() - start, page


def clock(case: Case, path: Path, browser: Any, figures: Figures) -> None:
    for view, limit in (("head", case.head), ("model", case.model)):
        if limit is None:
            continue
        seconds, page = min((open_page(browser, path, view) for _ in range(3)), key=lambda one: one[0])
        figures.say(f"    {view} view ready, best of three", f"{seconds:.2f} s", f"≤ {limit:g} s", seconds <= limit)
        if view == "head" and (case.layers, case.tokens) == (12, 128):
            rate = page.evaluate(HOVER)
            figures.say("    redraws a second while pointing", f"{rate:.0f}", f"≥ {REDRAWS}", rate >= REDRAWS)
        for one in browser.contexts:
            one.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="keep the pages here")
    parser.add_argument("--large", action="store_true", help="let BertViz make its large pages too (needs about 16 GB)")
    arguments = parser.parse_args()
    figures = Figures()
    print(
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}: above that many, the seconds are those of a busy machine."
    )
    try:
        import bertviz  # noqa: F401

        beside = True
    except ImportError:
        beside = False
        print("BertViz not installed: its pages are not weighed.")
    try:
        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    except ImportError:
        playwright = browser = None
        print("Playwright not installed: pages are not opened.")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.out or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for case in CASES:
            path = weigh(case, folder, figures)
            if browser is not None:
                clock(case, path, browser, figures)
            if beside and (arguments.large or not case.large):
                weigh_bertviz(case, figures)
    if playwright is not None:
        browser.close()
        playwright.stop()
    sys.exit(0 if figures.good else 1)


if __name__ == "__main__":
    main()
