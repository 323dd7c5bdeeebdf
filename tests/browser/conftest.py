"""A browser and made-up payloads for the tests of pages."""

import importlib.util
import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from headscope.behaviours import vocabulary
from headscope.description import SPECIAL
from headscope.quantities import NATS, RATIO, SHARE, TOKENS, Quantity

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
MEASURES: dict[str, tuple[str, Quantity, dict[str, str]]] = {
    "offset": (
        "Attention by relative position",
        SHARE,
        {"-1": "the previous token", "0": "the same token", "+1": "the next token"},
    ),
    "token": ("Attention to special tokens", SHARE, {"cls": "[CLS]", "sep": "[SEP]", "punct": "punctuation"}),
    "token-from-sep": (
        "Attention from [SEP]",
        SHARE,
        {"cls": "[CLS] from [SEP]", "sep": "[SEP] from [SEP]", "punct": "punctuation from [SEP]"},
    ),
    "entropy": ("How broad attention is", NATS, {"all": "broadly", "cls": "broadly from [CLS]"}),
    "peak": ("The largest weight", SHARE, {"all": "one token"}),
    "distance": ("How far away a head attends", TOKENS, {"all": "far away"}),
    "balance": ("Forward or backward", RATIO, {"all": "forward"}),
}

BASELINES = {"nats": 4.63, "tokens": 43.2, "ratio": 0.0}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright: shared_browser.py. Absent, the tests are skipped; with HEADSCOPE_STRICT=1 they fail."""
    missing = pytest.fail if os.environ.get("HEADSCOPE_STRICT") == "1" else pytest.skip
    try:
        from playwright.sync_api import expect, sync_playwright
    except ImportError:
        missing("playwright is not installed")
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        missing("there is no chromium on PATH")
    expect.set_options(timeout=60_000)  # milliseconds; five seconds are too few for a busy machine
    shared = load("shared_browser", Path(__file__).with_name("shared_browser.py"))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=shared.ARGUMENTS)
        yield shared.SharedBrowser(chromium)
        chromium.close()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens the page of the file's `address`; in the end nothing may have gone wrong and nothing may have been asked for."""
    contexts: list[Any] = []
    errors: list[str] = []
    requests: list[str] = []

    def open_page(width: int = 1280, fragment: str = "", **options: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": 800}, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(address + fragment)
        page.wait_for_selector(".map .cell")
        return page

    yield open_page
    for context in contexts:
        assert context.pages[0].evaluate("window.violations") == []
        context.close()
    assert errors == [] and {url.split("#")[0] for url in requests} == {address}


def make_payload(layers: int = 8, heads: int = 8, stacks: tuple[str, ...] = ("encoder",), seed: int = 0) -> dict[str, Any]:
    """A payload with invented numbers: seeded, so that a failure can be seen again."""
    chance = random.Random(seed)
    scores = []
    for stack in stacks:
        for measure, (_, quantity, keys) in MEASURES.items():
            for key, object_ in keys.items():
                scores.append(_score(chance, stack, len(stacks) > 1, measure, key, object_, quantity, layers, heads))
    return {
        "title": f"bert-{layers}x{heads} on the bundled corpus",
        "summary": [f"{len(stacks) * layers * heads} heads", "131 segments", "14,906 tokens", "15 Nov 2026"],
        "findings": [{"text": f"{score['finding']}.", "score": score["id"]} for score in scores[2:12:3]],
        "facts": [["model", f"bundled (bert-{layers}x{heads})"], ["weights", "sha256 " + "0f" * 32], ["seconds", "41.2"]],
        "notes": ["3 paragraphs were cut to 128 tokens", "1 document was empty"],
        "caveat": "Attention shows where a head reads, not why the model answers.",
        "stacks": [{"name": stack, "layers": layers, "heads": heads} for stack in stacks],
        "measures": [
            {
                "name": name,
                "title": title,
                "read": "The mean weight over all tokens of all segments. A head near 1 does little else; "
                "one at the dashes does as well as chance.",
                "formula": "mean over i of α(i, i + d)",
                "quantity": asdict(quantity),
                "unit": "pair",
                "section": name,
                "counts": "",
                "keywords": [],
                "rest": "",
            }
            for name, (title, quantity, _) in MEASURES.items()
        ],
        "special": SPECIAL,
        "behaviours": [one.to_json() for one in vocabulary()],
        "scores": scores,
    }


def _score(
    chance: random.Random,
    stack: str,
    several: bool,
    measure: str,
    key: str,
    object_: str,
    quantity: Quantity,
    layers: int,
    heads: int,
) -> dict[str, Any]:
    scale = {"nats": 4.6, "tokens": 60.0}.get(quantity.name, 1.0)
    shape = (0.5, 4.0) if quantity is SHARE else (2.0, 1.5)
    lowest = -scale if quantity.diverging else 0.0
    value = [[round(lowest + (scale - lowest) * chance.betavariate(*shape), 4) for _ in range(heads)] for _ in range(layers)]
    half = [[scale * chance.uniform(0.004, 0.03) for _ in range(heads)] for _ in range(layers)]
    top = max((number, layer, head) for layer, row in enumerate(value) for head, number in enumerate(row))
    return {
        "id": f"{stack}.{measure}.{key}" if several else f"{measure}.{key}",
        "measure": measure,
        "key": key,
        "direction": None,
        "stack": stack,
        "corpus": "bundled",
        "words": f"attends to {object_}" if quantity is SHARE else f"attends {object_}",
        "finding": f"Head {top[1] + 1}-{top[2] + 1} attends most to {object_}: {top[0]:.2f}",
        "segments": 131,
        "value": value,
        "low": [[max(lowest, v - h) for v, h in zip(*rows, strict=True)] for rows in zip(value, half, strict=True)],
        "high": [[min(scale, v + h) for v, h in zip(*rows, strict=True)] for rows in zip(value, half, strict=True)],
        "baseline": None if measure == "token-from-sep" else {"name": "uniform", "value": BASELINES.get(quantity.name, 0.009)},
    }


@pytest.fixture
def payload() -> Callable[..., dict[str, Any]]:
    return make_payload


@pytest.fixture
def write_page(tmp_path: Path) -> Callable[[dict[str, Any]], str]:
    """Writes a payload's page to disk and gives its file:// address."""
    from headscope.report.page import render

    def write(content: dict[str, Any]) -> str:
        path = tmp_path / "report.html"
        path.write_text(render(content), encoding="utf-8")
        return path.as_uri()

    return write


def load(name: str, path: Path) -> Any:
    """A module by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any], Any]:
    """The page of a run of 12 × 12 heads, with everything that a page can have; its data; and the run."""
    return _atlas(tmp_path_factory, 12, 12, relations=40)


@pytest.fixture(scope="session")
def small_atlas(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any], Any]:
    """The same of 5 × 4 heads and shorter texts: every part of a page, with less in each. For what looks at every element, as axe
    does."""
    return _atlas(tmp_path_factory, 5, 4, relations=6, words=15, tokens=10)


def _atlas(
    tmp_path_factory: pytest.TempPathFactory, layers: int, heads: int, **content: int
) -> tuple[str, dict[str, Any], Any]:
    from headscope.report import payload, render

    run = load("made_run", ROOT / "tests" / "made_run.py").made_run(layers, heads, **content)
    data = payload(run)
    path = tmp_path_factory.mktemp("atlas") / "report.html"
    path.write_text(render(data), encoding="utf-8")
    return path.as_uri(), data, run


@pytest.fixture
def axe() -> Callable[..., list[tuple[Any, ...]]]:
    """What axe finds in a page, or in a part of it, that is serious or worse, or in the order of its headings."""
    if not AXE.is_file():
        missing = pytest.fail if os.environ.get("HEADSCOPE_STRICT") == "1" else pytest.skip
        missing("axe-core is not installed: npm ci in web")

    def find(page: Any, part: str = "html") -> list[tuple[Any, ...]]:
        page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
        run = "(part) => axe.run(part, {resultTypes: ['violations']}).then((result) => result.violations)"
        found = page.evaluate(run, part)
        return [
            (
                one["id"],
                one["impact"],
                len(one["nodes"]),
                one["nodes"][0]["html"][:160],
                one["nodes"][0].get("failureSummary", "")[:300],
            )
            for one in found
            if one["impact"] in ("serious", "critical") or one["id"] in ("heading-order", "landmark-unique")
        ]

    return find
