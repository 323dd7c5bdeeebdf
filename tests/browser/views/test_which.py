"""Which head does this, in a real browser: an arrow by mouse, by finger and by key, against weights that the test knows."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SOURCE, TARGET = 3, 1  # "grow", which is one word with "##berries" in PIECES, and "straw"


def expected(attention: Any, pair: Any, source: int, target: int) -> list[str]:
    """Every head, by a slow sum over the pieces of the words."""
    words, segments = pair["words"], pair["segments"]

    def pieces(token: int) -> list[int]:
        mine = [at for at, word in enumerate(words) if word == words[token] and segments[at] == segments[token]]
        return mine if words[token] >= 0 else [token]

    maps = attention.weights["encoder"]
    weights = maps[:, :, pieces(source)][..., pieces(target)].sum(-1).mean(-1)
    order = np.argsort(-np.round(weights, 4).ravel(), kind="stable")
    places = [np.unravel_index(at, weights.shape) for at in order]
    return [f"{layer + 1}-{head + 1} {weights[layer, head]:.2f}" for layer, head in places]


def ranked(page: Any) -> list[str]:
    rows = page.locator(".hs-linked li")
    return [
        f"{rows.nth(at).locator('button').inner_text()} {rows.nth(at).locator('b').inner_text()}" for at in range(rows.count())
    ]


def middle(one: Any) -> tuple[float, float]:
    box = one.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_arrow_by_mouse_ranks_the_heads(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention)
    page.mouse.move(*middle(one.token("left", SOURCE)))
    page.mouse.down()
    page.mouse.move(*middle(one.token("right", TARGET)), steps=6)
    assert page.locator(".hs-right .hs-aimed").count() == 1
    page.mouse.up()
    one.settle()
    assert ranked(page) == expected(attention, pair, SOURCE, TARGET)
    assert page.evaluate("location.href").endswith("arrow=3:1") and page.locator(".hs-aimed").count() == 0
    # The drag kept no token, as a click would have; the arrow is drawn, and leads from the one to the other.
    assert page.locator(".hs-token[aria-selected=true]").count() == 0
    line = page.locator(".hs-arrow line").bounding_box()
    assert line["width"] > 20 and page.locator(".hs-arrow").is_visible()
    # A head of the list is shown, and stays ranked.
    page.locator(".hs-linked button").nth(2).click()
    assert page.locator(".hs-linked button").nth(2).get_attribute("aria-pressed") == "true"
    assert page.locator("h3").inner_text().startswith(f"Head {ranked(page)[2].split()[0]}")
    page.reload()
    one.settle()
    assert ranked(page) == expected(attention, pair, SOURCE, TARGET)
    page.get_by_role("button", name="Clear").click()
    assert ranked(page) == [] and "arrow=" not in page.evaluate("location.href")


def test_a_drag_that_ends_elsewhere_asks_nothing(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    for end in (middle(one.token("left", 5)), (1200.0, 880.0)):
        page.mouse.move(*middle(one.token("left", SOURCE)))
        page.mouse.down()
        page.mouse.move(*end, steps=4)
        page.mouse.up()
        one.settle()
        assert ranked(page) == [] and not page.locator(".hs-arrow").is_visible()


def test_an_arrow_by_key_alone(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.open(attention)
    one.token("left", 0).focus()
    for key in ["ArrowDown"] * SOURCE + ["a", "ArrowRight"] + ["ArrowUp"] * (SOURCE - TARGET) + ["a"]:
        page.keyboard.press(key)
    one.settle()
    assert ranked(page) == expected(attention, pair, SOURCE, TARGET)
    page.get_by_label("from", exact=True).select_option(index=1)
    assert ranked(page) == expected(attention, pair, 0, TARGET)


@pytest.mark.parametrize("width", [400, 1280])
def test_an_arrow_by_finger_and_axe(reader: Any, made: Any, pair: Any, width: int) -> None:
    attention = made().add("encoder", pair)
    one = reader(has_touch=True, viewport={"width": width, "height": 900})
    page = one.open(attention)
    one.token("left", SOURCE).scroll_into_view_if_needed()
    (x, y), (to_x, to_y) = middle(one.token("left", SOURCE)), middle(one.token("right", TARGET))
    session = page.context.new_cdp_session(page)
    touch = lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})  # noqa: E731
    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 6):
        touch("touchMove", {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5})
    touch("touchEnd")
    page.wait_for_selector(".hs-linked li")
    assert ranked(page) == expected(attention, pair, SOURCE, TARGET)
    assert one.wide() <= 0
    if not AXE.exists():
        missing = pytest.fail if os.environ.get("HEADSCOPE_STRICT") == "1" else pytest.skip
        missing("axe-core is not installed: npm ci in web")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "axe.run('.hs-which, .hs-columns', {resultTypes: ['violations']}).then((result) => result.violations)"
    )
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")] == []
