"""The switch between kinds of weights in a real browser: by keyboard, in the link, on the card, on paper."""

from collections.abc import Callable
from typing import Any

from headscope.report.payload import payload


def test_the_switch_changes_the_page_and_keeps_the_readers_place(
    browser: Any, made_run: Callable[..., Any], write_page: Callable[[dict[str, Any]], str], axe: Callable[[Any], list[Any]]
) -> None:
    made = payload(made_run(5, 4, relations=6, words=15, tokens=10, kinds=("raw", "no-sink")))
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(write_page(made))
    page.wait_for_selector(".map .cell")
    maps = page.locator(".map canvas").evaluate("canvas => canvas.toDataURL()")
    page.locator("#surface > details > summary").click()

    page.locator(".kinds [data-kind=no-sink]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#weights=no-sink"
    assert page.evaluate("document.activeElement.dataset.kind") == "no-sink"
    assert page.locator(".map canvas").evaluate("canvas => canvas.toDataURL()") != maps
    assert page.locator("#surface > details").get_attribute("open") is not None
    assert page.locator("#surface h2 .of-kind").inner_text() == "Without sinks"
    assert "weights without sinks" in page.locator("#surface figure[id] figcaption").last.inner_text()

    # The head that never reads the text has no number anywhere on its card.
    page.evaluate("location.hash = '#weights=no-sink&head=1-2'")
    card = page.locator(".card")
    card.wait_for(state="visible")
    assert "NaN" not in card.inner_text() and "null" not in card.inner_text()
    card.locator("[data-kind=raw]").click()
    assert page.evaluate("location.hash") == "#head=1-2"
    assert card.is_visible()
    assert axe(page) == []

    page.keyboard.press("Escape")
    page.evaluate("location.hash = '#weights=no-sink'")
    page.wait_for_selector("[data-kind=no-sink][aria-pressed=true]")
    page.emulate_media(media="print")
    assert page.locator(".kinds [data-kind=no-sink]").is_visible() and not page.locator(".kinds [data-kind=raw]").is_visible()
    assert wrong == []
    context.close()
