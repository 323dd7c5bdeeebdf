"""The first screen in a real browser: pictures of all heads, what colours them, the legend that filters, stacks and zoom; by mouse and by
key, with hostile tokens."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\">"
LABELS = ("next", "mixed", "broad", "syntax")
TOKENS = 12
# The colour at the middle of a token's place in a head's picture.
PIXEL = """([layer, head, row, column, layers, heads, tokens]) => {
  const canvas = document.querySelector(".map canvas");
  const [width, height] = [canvas.width / heads, canvas.height / layers];
  const [x, y] = [head * width + ((column + 0.5) / tokens) * width, layer * height + ((row + 0.5) / tokens) * height];
  const one = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  one.drawImage(canvas, -Math.floor(x), -Math.floor(y));
  return [...one.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""
FOUND = "[...document.querySelectorAll('.map .cell')].flatMap((cell, at) => (cell.classList.contains('found') ? [at] : []))"


def with_maps(content: dict[str, Any], tokens: int = TOKENS) -> dict[str, Any]:
    """Every head attends to the next token and nothing else; labels in turn. Tokens are hostile."""
    side = {"texts": ["[CLS]", *[HOSTILE] * (tokens - 2), "[SEP]"], "special": [True, *[False] * (tokens - 2), True]}
    side["segments"] = [0] * tokens
    one = bytes(255 if column == row + 1 else 0 for row in range(tokens) for column in range(tokens))
    content["texts"], content["labels"] = {}, []
    for stack in content["stacks"]:
        every = [(layer, head) for layer in range(stack["layers"]) for head in range(stack["heads"])]
        content["texts"][stack["name"]] = {
            "queries": side,
            "keys": side,
            "maps": base64.b64encode(one * len(every)).decode("ascii"),
        }
        numbers = {"score": 0.9, "margin": 0.4, "low": 0.3, "high": 0.5, "sure": True}
        for at, (layer, head) in enumerate(every):
            content["labels"].append({"stack": stack["name"], "layer": layer, "head": head, "label": LABELS[at % 4], **numbers})
    return content


@pytest.fixture
def visit(browser: Any, payload: Any, write_page: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page with maps; nothing may go wrong meanwhile."""
    contexts, wrong = [], []

    def go(*size: Any, fragment: str = "", **options: Any) -> Any:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(write_page(with_maps(payload(*size))) + fragment)
        page.wait_for_selector(".map .cell")
        return page

    yield go
    for context in contexts:
        context.close()
    assert wrong == []


def pixel(page: Any, layer: int, head: int, row: int, column: int, layers: int = 8, heads: int = 8) -> list[int]:
    return list(page.evaluate(PIXEL, [layer, head, row, column, layers, heads, TOKENS]))


def tabbed(page: Any, to: str) -> None:
    """Presses Tab until what the selector names has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(to) => document.activeElement.matches(to)", to):
            return
    raise AssertionError(f"Tab does not reach {to}")


def test_each_cell_is_the_heads_map_in_the_colour_of_what_it_does(visit: Any) -> None:
    page = visit()
    attended, elsewhere = pixel(page, 0, 0, 3, 4), pixel(page, 0, 0, 3, 9)  # head 1-1 is called "next", which is blue
    assert sum(attended) < 300 < 600 < sum(elsewhere)
    assert elsewhere[2] > elsewhere[0] + 30 and attended[2] > attended[0] + 30
    mixed = pixel(page, 0, 1, 3, 9)
    assert max(mixed) - min(mixed) < 6 and min(mixed) > 245, "a head that does a bit of everything is grey on white"
    # Signs stand in the corners of all but these; the text is quoted as text.
    assert page.locator(".map .chip").count() == 48
    assert "“</script>" in page.locator(".map .lead").inner_text() and page.locator("main img").count() == 0
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => ({PIXEL})([0, 1, 3, 9, 8, 8, {TOKENS}]).every((channel) => channel < 60)")
    page.emulate_media(color_scheme="dark", media="print")  # paper is white
    page.wait_for_function(f"() => ({PIXEL})([0, 1, 3, 9, 8, 8, {TOKENS}]).every((channel) => channel > 245)")


def test_the_legend_filters_by_key_and_the_link_keeps_it(visit: Any) -> None:
    page = visit()
    assert page.evaluate(FOUND) == []
    tabbed(page, ".behaviours button")
    page.keyboard.press("Space")
    pressed = page.locator(".behaviours [aria-pressed=true]")
    assert pressed.inner_text() == "▶ 16 next token"
    assert page.evaluate(FOUND) == list(range(0, 64, 4))
    faded = page.locator(".map .cell").nth(1).evaluate("cell => Number(getComputedStyle(cell).fillOpacity)")
    assert 0.7 < faded < 1, "a veil over the picture"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert len(page.evaluate(FOUND)) == 32
    assert "filter=" in page.evaluate("location.href")
    page.reload()
    page.wait_for_selector(".map .cell")
    assert len(page.evaluate(FOUND)) == 32 and page.locator(".behaviours [aria-pressed=true]").count() == 2
    page.get_by_role("button", name="Show all").press("Enter")
    assert page.evaluate(FOUND) == [] and "#" not in page.evaluate("location.href")
    assert page.evaluate("document.activeElement.closest('.behaviours') !== null"), "the focus is not lost"


def test_colour_by_is_typed_into_and_chosen_by_key(visit: Any) -> None:
    page = visit()
    tabbed(page, "#colour-by")
    options = page.locator("#colour-options [role=option]")
    assert options.count() == 0
    page.keyboard.press("ArrowDown")
    groups = page.locator("#colour-options .group").all_inner_texts()
    assert groups[0] == "Most telling" and len(groups) == 8
    assert page.locator("#colour-options [role=group]").first.locator("[role=option]").count() == 10
    page.keyboard.type("broadly cls")
    assert options.count() == 1 and options.inner_text().startswith("attends broadly from [CLS]")
    page.keyboard.press("Escape")
    assert page.locator("#colour-by").input_value() == "what they do" and page.locator("#colour-options").is_hidden()
    page.keyboard.type("broadly cls")
    page.keyboard.press("Enter")
    assert page.evaluate("location.href").endswith("#colour=entropy.cls")
    assert page.locator(".map canvas").count() == 0
    numbers = page.locator(".map .written text").all_text_contents()
    assert len(numbers) == 64 and all(0 <= float(one) < 5 for one in numbers)
    page.keyboard.press("Tab")  # the focus is where it was, and the grid is next
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.go_back()


def test_a_model_of_several_stacks_shows_them_one_by_one(visit: Any) -> None:
    page = visit(2, 4, ("encoder", "decoder"))
    shown = page.locator(".stacks [aria-pressed=true]")
    assert shown.inner_text() == "encoder"
    page.locator("#colour-by").fill("far away")
    page.keyboard.press("Enter")
    assert page.evaluate("location.href").endswith("#colour=encoder.distance.all")
    page.get_by_role("button", name="decoder", exact=True).click()
    assert shown.inner_text() == "decoder" and "colour=decoder.distance.all" in page.evaluate("location.href")
    page.locator("#colour-by").fill("what they do")
    page.keyboard.press("Enter")
    assert shown.inner_text() == "decoder" and page.locator(".map canvas").count() == 1
    page.locator(".map .cell").nth(5).click()
    assert "head=decoder/2-2" in page.evaluate("location.href")


def test_a_thousand_heads_show_their_maps_when_zoomed(visit: Any) -> None:
    page = visit(32, 32)
    assert page.locator(".map .cell").count() == 1024 and page.locator(".map canvas").count() == 0
    view = page.locator(".map .view")
    before = view.bounding_box()
    page.locator(".map .cell").nth(20 * 32 + 20).focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.locator(".map canvas").count() == 1
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Head 21-21:")
    after, cell = view.bounding_box(), page.locator(".map .cell").nth(20 * 32 + 20).bounding_box()
    assert cell["width"] >= 40
    assert after["width"] <= before["width"] + 1 and after["height"] <= before["height"] + 20, "the box stays, its inside grows"
    assert after["x"] <= cell["x"] <= after["x"] + after["width"] and after["y"] <= cell["y"] <= after["y"] + after["height"]
    # Arrow keys walk on and the box follows; the numbers of layers and heads stay at its edges.
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    cell = page.locator(".map .cell").nth(28 * 32 + 20).bounding_box()
    assert after["y"] <= cell["y"] and cell["y"] + cell["height"] <= after["y"] + after["height"] + 1
    page.wait_for_function(
        "() => { const view = document.querySelector('.map .view'); const rows = view.querySelectorAll('.labels');"
        " return [...rows].every((one) => one.getBoundingClientRect().top <= view.getBoundingClientRect().bottom)"
        " && Math.abs(rows[1].getBoundingClientRect().top - view.getBoundingClientRect().top) < 3; }"
    )
    page.get_by_role("button", name="Zoom out").click()
    page.get_by_role("button", name="Zoom out").click()
    assert page.locator(".map canvas").count() == 0
    assert page.get_by_role("button", name="Zoom out").get_attribute("aria-disabled") == "true"


def test_axe_finds_nothing_serious_while_the_list_is_open(visit: Any, axe: Any) -> None:
    page = visit(4, 4, ("encoder", "decoder"), bypass_csp=True)
    page.locator("#colour-by").click()
    page.locator("#colour-options [role=option]").first.wait_for()
    assert axe(page) == []
