"""What holds in every view: links, keys, export, narrow and dark screens."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def test_a_link_brings_everything_back_and_changes_are_followed(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    fragment = (
        "#view=head&stack=encoder&layer=2&heads=1,3&token=right:4&filter=A-B&special=hide&renormalise=1&words=1&threshold=0.05"
    )
    page = one.open(made().add("encoder", pair), fragment)
    assert page.locator("h3").inner_text() == "Layer 2, heads 1 and 3"
    assert page.get_by_label("hide special tokens").is_checked()
    assert page.get_by_label("words instead of tokens").is_checked()
    assert page.locator("output").inner_text() == "5%"
    assert page.locator(".hs-right .hs-chosen bdi").all_inner_texts() == ["here"]
    page.evaluate("location.hash = '#view=model&sort=offset.+1'")
    page.wait_for_selector(".hs-cell")
    assert page.get_by_label("order").input_value() == "offset.+1"
    page.locator(".hs-cell").first.dblclick()
    page.wait_for_selector(".hs-left .hs-token")
    assert page.evaluate("location.href").endswith("&sort=offset.+1")


def test_the_keyboard_alone_does_everything(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    press = page.keyboard.press
    focus = lambda: page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")  # noqa: E731
    stops = []
    for _ in range(40):
        press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        stops.append(page.evaluate("document.activeElement.tagName.toLowerCase()"))
        # Whatever has the focus shows it.
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    # Two views, two exports, layer, heads as one stop, all, none, five filters, three ticks, slider, columns, the two
    # words of an arrow, the small maps as one stop.
    assert stops == ["button"] * 4 + ["select"] + ["button"] * 8 + ["input"] * 4 + ["div"] * 2 + ["select"] * 2 + ["button"]
    page.locator(".hs-patch").first.focus()
    press("ArrowRight")
    press("Shift+Enter")
    assert page.locator("h3").inner_text() == "Head 1-2: next token"
    press("ArrowRight")
    press("Enter")
    assert page.locator("h3").inner_text() == "Layer 1, heads 2 and 3"
    one.token("left", 0).focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"]:
        press(key)
    assert focus() == "straw, 2"
    assert one.numbers("left") != {}
    press("Enter")
    press("End")
    press("Shift+Enter")
    assert "token=right:1,8" in page.evaluate("location.href")
    press("Escape")
    assert "token=" not in page.evaluate("location.href")
    page.get_by_role("button", name="Model", exact=True).focus()
    press("Enter")
    page.locator(".hs-cell").first.focus()
    press("ArrowDown")
    press("ArrowRight")
    assert focus() == "Head 2-2"
    press("Enter")
    assert page.locator("h3").inner_text() == "Head 2-2"
    # Where the opened head can be left again.
    assert focus() == "Head"


def test_what_is_on_screen_can_be_saved(reader: Any, made: Any, pair: Any) -> None:
    one = reader(color_scheme="dark")
    page = one.open(made().add("encoder", pair, dimensions=8), "#heads=2,3&token=left:3")
    for view, wanted in [("Head", [*pair["texts"], "heads", "2", "3"]), ("Model", ["1", "2", "3"]), ("Neuron", pair["texts"])]:
        one.view(view)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save SVG").click()
        assert re.fullmatch(r"toy-[\w-]+\.svg", download.value.suggested_filename)
        root = ElementTree.fromstring(Path(download.value.path()).read_text(encoding="utf-8"))
        texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert set(wanted) <= set(texts)
        assert "#ffffff" in {element.get("fill") for element in root.iter()}  # on paper, whatever the screen
        with page.expect_download() as download:
            page.get_by_role("button", name="Save PNG").click()
        header = Path(download.value.path()).read_bytes()[:24]
        assert header[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(header[at : at + 4], "big") for at in (16, 20))
        assert abs(width - 3 * float(root.get("width", 0))) <= 3
        assert abs(height - 3 * float(root.get("height", 0))) <= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_is_never_wider_than_itself(reader: Any, scheme: str, made: Any, long_tokens: Any) -> None:
    one = reader(viewport={"width": 400, "height": 800}, color_scheme=scheme)
    page = one.open(made(12, 12).add("encoder", long_tokens(70), dimensions=64))
    background = "rgb(255, 255, 255)" if scheme == "light" else "rgb(17, 19, 22)"
    for view in ["Head", "Model", "Neuron"]:
        one.view(view)
        assert one.wide() == 0
        assert page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor") == background
        # Nothing but the neuron view's wide rows needs scrolling sideways.
        if view == "Model":
            assert page.locator(".hs-wide").evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0
    page.get_by_role("button", name="Head", exact=True).click()
    gap = one.token("right", 3).bounding_box()["x"] - one.token("left", 3).bounding_box()["x"]
    assert gap > 100


def test_the_system_turning_dark_redraws(reader: Any, made: Any, pair: Any) -> None:
    one = reader()
    page = one.open(made().add("encoder", pair))
    drawn = "(canvas) => canvas.toDataURL()"
    before = page.locator("canvas.hs-base").evaluate(drawn)
    page.emulate_media(color_scheme="dark")
    one.settle()
    assert page.locator("canvas.hs-base").evaluate(drawn) != before
