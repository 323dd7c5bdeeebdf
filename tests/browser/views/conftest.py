"""A browser for the views, and pages made by hand from numbers that a test knows."""

import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from headscope.behaviours import vocabulary
from headscope.views.page import render
from headscope.views.payload import Payload

INK = """(canvas) => {
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
  let ink = 0;
  for (let at = 3; at < pixels.length; at += 4) ink += pixels[at];
  return ink / 255;
}"""
PAIR = ["[CLS]", "straw", "##berries", "grow", "here", "[SEP]", "they", "do", "[SEP]"]
PIECES = [-1, 0, 1, 1, 2, -1, 3, 4, -1]


def tokens(texts: list[str], *, segments: list[int] | None = None, words: list[int] | None = None) -> dict[str, Any]:
    special = [bool(re.fullmatch(r"\[[A-Z]+\]", text)) for text in texts]
    return {
        "texts": texts,
        "special": special,
        "segments": segments or [0] * len(texts),
        "words": words or [-1 if one else at for at, one in enumerate(special)],
    }


class Made:
    """Descriptions and bytes of invented attention; `weights` are what the page can know of it, by stack."""

    def __init__(self, layers: int = 2, heads: int = 3, *, kind: str = "head", title: str = "toy") -> None:
        self.size = (layers, heads)
        self.chance = np.random.default_rng(7)
        self.data = b""
        self.weights: dict[str, Any] = {}
        values = np.round(self.chance.random((layers, heads)), 4).tolist()
        self.meta: dict[str, Any] = {
            "version": 1,
            "kind": kind,
            "title": title,
            "stacks": [],
            "error": 0.00392,
            "scores": [{"id": "offset.+1", "words": "attends to the next token", "stack": "encoder", "value": values}],
            "labels": [{"stack": "encoder", "layer": 0, "head": 1, "label": "next"}],
            "behaviours": [{"name": one.name, "words": one.words, "sign": one.sign} for one in vocabulary()],
            "start": None,
        }

    def add(
        self,
        name: str,
        queries: dict[str, Any],
        keys: dict[str, Any] | None = None,
        *,
        dimensions: int = 0,
        causal: bool = False,
    ) -> "Made":
        keys = queries if keys is None else keys
        layers, heads = self.size
        shape = (layers, heads, len(queries["texts"]), len(keys["texts"]))
        logits = 3 * self.chance.standard_normal(shape, dtype=np.float32)
        query = key = np.zeros(0)
        if dimensions:
            query = 1.5 * self.chance.standard_normal((*shape[:3], dimensions)).astype("<f4")
            key = 1.5 * self.chance.standard_normal((*shape[:2], shape[3], dimensions)).astype("<f4")
            logits = np.einsum("lhqd,lhkd->lhqk", query, key) * dimensions**-0.5
        if causal:
            logits = np.where(np.tril(np.ones(shape[2:], dtype=bool)), logits, -np.inf)
        powers = np.exp(logits - logits.max(-1, keepdims=True))
        steps = np.rint(255 * np.sqrt(powers / powers.sum(-1, keepdims=True))).astype(np.uint8)
        self.weights[name] = (steps / 255.0) ** 2
        stack = {"name": name, "layers": layers, "heads": heads, "queries": queries, "keys": keys, "maps": self._block(steps)}
        vectors = {"query": self._block(query), "key": self._block(key), "scaling": dimensions**-0.5} if dimensions else None
        self.meta["stacks"].append({**stack, "vectors": vectors})
        return self

    def _block(self, array: Any) -> dict[str, Any]:
        self.data += bytes(-len(self.data) % array.itemsize)
        block = {"at": len(self.data), "shape": list(array.shape)}
        self.data += array.tobytes()
        return block

    def payload(self) -> Payload:
        # Weights that repeat nothing: looking for repeats would take the time of the test and save little.
        squeeze = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_HUFFMAN_ONLY)
        return Payload(self.meta, squeeze.compress(self.data) + squeeze.flush())


def long_text(length: int) -> dict[str, Any]:
    return tokens([f"token{at}" for at in range(length)], segments=[int(at >= length // 2) for at in range(length)])


class Reader:
    """A page and everything that went wrong in it."""

    def __init__(self, browser: Any, folder: Path, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        self.folder = folder
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.origin = "file:"  # of pages, and of all that they may ask for
        self.closed = False
        self.errors: list[str] = []
        self.host_says: tuple[str, ...] = ()  # the console's sentences that are not ours, but those of the page that we are in
        self.requests: list[str] = []
        self.page.on(
            "console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, made: Made, fragment: str = "") -> Any:
        path = self.folder / "view.html"
        path.write_text(render(made.payload()), encoding="utf-8")
        self.page.goto(path.as_uri() + fragment)
        self.page.wait_for_selector(".headscope-view .hs-header")
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until two frames have gone by and nothing is being drawn."""
        self.page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
        self.page.wait_for_selector("[aria-busy]", state="detached")

    def ink(self, canvas: str = "canvas.hs-base") -> float:
        """How much has been drawn on a canvas: the sum of its opacities."""
        self.settle()
        return float(self.page.locator(canvas).evaluate(INK))

    def numbers(self, side: str) -> dict[int, float]:
        """The weights written beside a column's tokens."""
        self.settle()
        texts = self.page.locator(f".hs-{side} .hs-weight").all_inner_texts()
        return {at: float(text) for at, text in enumerate(texts) if text}

    def token(self, side: str, at: int) -> Any:
        return self.page.locator(f".hs-{side} .hs-token").nth(at)

    def choose(self, name: str, label: str) -> None:
        self.page.get_by_label(name, exact=True).select_option(label=label)

    def view(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def shows(self, side: str, weights: Any) -> bool:
        """Whether these weights stand beside a column: two decimals, from one in a hundred on."""
        wanted = {at: float(weight) for at, weight in enumerate(weights) if weight >= 0.01}
        shown = self.numbers(side)
        return shown.keys() == wanted.keys() and all(abs(shown[at] - wanted[at]) < 0.0051 for at in wanted)

    def wide(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def close(self) -> None:
        """The end, at which nothing must have gone wrong, and nothing been asked of anybody else."""
        if self.closed:
            return
        self.closed = True
        violations = self.page.evaluate("window.violations")
        self.context.close()
        assert [error for error in self.errors if error not in self.host_says] == []
        assert violations == []
        assert [
            url for url in self.requests if not url.removeprefix("blob:").startswith((self.origin, "data:", "about:"))
        ] == []
        assert len({url.split("#")[0] for url in self.requests if url.startswith("file:")}) <= 1


@pytest.fixture
def reader(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Reader]]:
    readers: list[Reader] = []

    def start(**options: Any) -> Reader:
        readers.append(Reader(browser, tmp_path, **options))
        return readers[-1]

    yield start
    for one in readers:
        one.close()


@pytest.fixture
def made() -> type[Made]:
    return Made


@pytest.fixture
def pair() -> dict[str, Any]:
    """Two short texts; "##berries grow" is a word of two pieces."""
    return tokens(PAIR, segments=[0] * 6 + [1] * 3, words=PIECES)


@pytest.fixture
def tokens_of() -> Callable[..., dict[str, Any]]:
    return tokens


@pytest.fixture
def long_tokens() -> Callable[[int], dict[str, Any]]:
    return long_text


@pytest.fixture
def ink() -> str:
    """A script that says how much has been drawn on a canvas."""
    return INK
