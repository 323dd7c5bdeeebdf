"""Draws the pictures of docs/views.md and of the README anew.

    headscope report -o RUN
    python docs/images/draw.py RUN

The six patterns are drawn by Python as the static head view draws them; the others are screenshots of saved pages (Chromium and
Playwright). Nothing is chosen by hand: the head of each pattern is the one with the highest score of the run.
"""

import base64
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

import headscope as hs
from headscope.figures import style
from headscope.figures.figure import CAVEAT, Drawing, Figure
from headscope.figures.head import columns, draw_head
from headscope.figures.svg import Element, text
from headscope.types import Head

HERE = Path(__file__).parent
PAIR = ("The cat sat on the mat", "The cat lay on the rug")
# Vig's patterns: what each is called, the score of a run that measures it, its colour, and between which texts strokes are drawn.
PATTERNS = {
    "next word": ("next", "next", None),
    "previous word": ("previous", "previous", None),
    "same word, its own text": ("same", "same", True),
    "same word, other text": ("same-other", "same", False),
    "words that predict it": ("predictive", "syntax", None),
    "delimiters": ("delimiter", "sep", None),
}
LINE, GAP, TOP, MARGIN = 13.0, 28.0, 44.0, 12.0


def six_patterns(run: hs.Scores, attention: hs.Attention) -> Figure:
    """All of Vig's patterns on his pair of sentences, each by the head that follows it most over the whole run."""
    one = attention.stack()
    own = np.equal.outer(one.queries.segments, one.keys.segments)
    ordinary = ~np.logical_or.outer(one.queries.special, one.keys.special)
    each = (style.WIDTH - 2 * MARGIN - 2 * GAP) / 3
    made: list[Element] = []
    y, bottom = 0.0, 0.0
    for at, (name, (key, colour, within)) in enumerate(PATTERNS.items()):
        [best] = run.top("pattern", key, 1)
        head = Head.parse(best.head)
        weights = one.maps[head.layer, head.head]
        if within is not None:
            weights = weights * (own == within) * ordinary
        x = MARGIN + at % 3 * (each + GAP)
        if at == 3:
            y = bottom + GAP
        place = columns(one.queries, one.keys, x, y + TOP, each, line=LINE)
        bottom = place.bottom
        made += [
            text(x, y + 14, name, "heading"),
            text(x, y + 31, f"head {best.head}: {best.value:.2f} over the run", "tick quiet"),
        ]
        made += draw_head(place, one.queries, one.keys, weights, colour)
    caption = (
        "The token being updated is on the left, the tokens it attends to on the right. The number is the share of the head's attention "
        "that follows the pattern over the bundled corpus (for words that predict it, (1 + correlation) / 2). The third and the fourth "
        "picture are of one head, inside each text and across; the third has the word itself too, which the number leaves out. "
        f"{CAVEAT}"
    )
    title = "Six patterns of attention, and the head of the bundled model that follows each most."
    return Figure("six-patterns", title, caption, Drawing(bottom + 4, tuple(made)))


def screenshots(run: hs.Scores, attention: hs.Attention, browser: Any) -> None:
    pages = {
        # the view, its link, the window's width, pixels to one of the page's, what the pointer is on, what the picture ends with
        "head-view": (hs.head_view(attention, run=run), "#layer=5&heads=2", 860, 1.4, ".hs-left .hs-token >> nth=9", ".hs-figure"),
        "model-view": (hs.model_view(attention, run=run), "", 1060, 1.2, ".hs-cell >> nth=20", ".hs-model"),
        "neuron-view": (
            hs.neuron_view(attention, run=run), "#view=neuron&layer=3&heads=5&token=left:3", 1030, 1.2, None, ".hs-neuron",
        ),
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for name, (view, link, width, sharp, pointed, last) in pages.items():
            path = Path(folder) / f"{name}.html"
            view.save(path)
            page = browser.new_page(viewport={"width": width, "height": 1000}, device_scale_factor=sharp, color_scheme="light")
            page.goto(path.as_uri() + link)
            page.wait_for_selector(".hs-token, .hs-cell")
            if pointed:
                page.hover(pointed)
            page.wait_for_timeout(500)
            box = page.locator(last).bounding_box()
            shot = page.screenshot(clip={"x": 0, "y": 0, "width": width, "height": box["y"] + box["height"] + 3})
            page.close()
            write(name, shot, browser)


def write(name: str, picture: bytes, browser: Any, widest: int = 1280, most: int = 256) -> None:
    """The picture with no more colours than `most`, each pixel in the nearest: a fifth of its size, and nobody sees the difference."""
    page = browser.new_page()
    width, height, data = page.evaluate(
        """async ([source, widest]) => {
          const blob = await (await fetch(`data:image/png;base64,${source}`)).blob();
          const whole = await createImageBitmap(blob);
          const image = await createImageBitmap(blob, { resizeWidth: Math.min(widest, whole.width), resizeQuality: "high" });
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          const pixels = context.getImageData(0, 0, image.width, image.height).data;
          let text = "";
          for (let at = 0; at < pixels.length; at += 32768) text += String.fromCharCode(...pixels.subarray(at, at + 32768));
          return [image.width, image.height, btoa(text)];
        }""",
        [base64.b64encode(picture).decode(), widest],
    )
    page.close()
    pixels = np.frombuffer(base64.b64decode(data), np.uint8).reshape(-1, 4)[:, :3]
    colours, which, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    kept = colours[_spread(colours, counts, most)]
    nearest = np.array(
        [int(((kept.astype(int) - colour) ** 2).sum(1).argmin()) for colour in colours.astype(int)], dtype=np.uint8
    )
    rows = np.pad(nearest[which.ravel()].reshape(height, width), ((0, 0), (1, 0)))  # each row begins with its filter: none
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", kept.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    body = b"".join(
        struct.pack(">I", len(one)) + kind + one + struct.pack(">I", zlib.crc32(kind + one)) for kind, one in chunks
    )
    (HERE / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + body)


def _spread(colours: np.ndarray, counts: np.ndarray, most: int) -> np.ndarray:
    """Colours to keep: each time the one that stands most pixels times furthest from those kept."""
    kept = [int(counts.argmax())]
    apart = ((colours.astype(int) - colours[kept[0]]) ** 2).sum(1)
    while len(kept) < min(most, len(colours)) and apart.any():
        kept.append(int((apart * np.sqrt(counts)).argmax()))
        apart = np.minimum(apart, ((colours.astype(int) - colours[kept[-1]].astype(int)) ** 2).sum(1))
    return np.array(kept)


def main() -> None:
    from playwright.sync_api import sync_playwright

    run = hs.open(sys.argv[1])
    attention = hs.attend(hs.load("bundled"), *PAIR, vectors=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        write("six-patterns", six_patterns(run, attention).to_png(), browser, 1080, 48)
        screenshots(run, attention, browser)
        page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
        page.goto((Path(sys.argv[1]) / "report.html").resolve().as_uri())
        page.wait_for_selector(".map canvas")
        write("atlas", page.screenshot(), browser, 1280, 64)
        browser.close()


if __name__ == "__main__":
    main()
