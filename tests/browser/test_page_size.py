"""How much the page of a large run asks of its reader and of the machine: its length, its bytes, pointing at heads, paper."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

FRAMES = "() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))"
CENTRES = """() => [...document.querySelectorAll(".map .cell")].map((cell) => {
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
MARGINS = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")


def _extents() -> Any:
    spec = importlib.util.spec_from_file_location("pdf_pages", Path(__file__).with_name("pdf_pages.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.extents


@pytest.fixture
def page(browser: Any, atlas: Any) -> Any:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(atlas[0])
    page.wait_for_selector(".map canvas")
    yield page
    context.close()


def test_it_is_short_and_small(page: Any, atlas: Any) -> None:
    assert page.evaluate("document.documentElement.scrollHeight") < 8000
    assert Path(atlas[0].removeprefix("file://")).stat().st_size < 6_000_000


def test_pointing_costs_less_than_a_frame(page: Any) -> None:
    """Processor time of the page's thread for a move from one head to another, the best of three turns: other work is not the page's."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        return next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "TaskDuration")

    places = page.evaluate(CENTRES)
    taken = []
    for turn in range(3):
        before = spent()
        for at in range(20):
            page.mouse.move(*places[(13 * at + turn) % len(places)])
            page.evaluate(FRAMES)
        taken.append(1000 * (spent() - before) / 20)
    assert 0 < min(taken) < 16, taken


def test_on_paper_all_is_unfolded_no_page_is_empty_and_figures_are_whole(page: Any) -> None:
    pages = _extents()(page.pdf(format="A4", margin=MARGINS))
    ends = [end for _, end in pages]
    assert len(pages) > 8, "what is folded on the screen is printed"
    assert min(ends[:-1]) > 0.3, [round(end, 2) for end in ends]
    assert page.locator("details.fold[open]").count() == 0, "and folded again afterwards"
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 less these margins
    page.wait_for_function("() => document.querySelectorAll('details.fold:not([open])').length === 0")
    heights = page.locator("figure").evaluate_all("figures => figures.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) > 0 and max(heights) <= 1047
    page.emulate_media(media="screen")
    page.wait_for_function("() => document.querySelectorAll('details.fold[open]').length === 0")
