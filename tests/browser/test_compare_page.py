"""The page of two runs in a real browser, opened from disk as a reader opens it."""

import csv
import io
import re
from typing import Any

import pytest


@pytest.fixture(scope="module")
def comparison(bundled: Any) -> Any:
    from headscope.api.compare import compare
    from headscope.api.measure import measure

    runs = [measure(bundled, "bundled", ["offset", "token"], limit=60, max_length=size, progress=False) for size in (64, 24)]
    return compare(*runs, match="scores")


@pytest.fixture(scope="module")
def address(comparison: Any, tmp_path_factory: Any) -> str:
    from headscope.report.compare_page import write_page

    path = tmp_path_factory.mktemp("page") / "compare.html"
    write_page(comparison, path)
    return str(path.as_uri())


def wide(page: Any) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
def test_it_draws_every_score_in_any_width_and_theme(opened: Any, comparison: Any, width: int, scheme: str) -> None:
    page = opened(width, color_scheme=scheme)
    assert page.title() == "bert-8x8: max-length 64 / 24"
    assert page.locator("figure").count() == len(comparison.differences) == 6
    assert page.locator("figure .dot").count() == sum(int(one.sure.sum()) for one in comparison.differences)
    assert wide(page) == 0
    page.locator(".map .cell").nth(20).click()
    page.wait_for_selector(".panel:visible")
    assert wide(page) == 0
    # The panel lies along the bottom edge, over the page.
    box = page.locator(".panel").bounding_box()
    assert box["width"] == width and box["y"] + box["height"] == pytest.approx(800, abs=1) and box["y"] > 400


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_difference_has_the_page_s_own_colour(opened: Any, scheme: str) -> None:
    """In the middle of a legend; its ends are far from it, orange below and blue above."""
    page = opened(color_scheme=scheme)
    fills = (
        page.locator("section.measure .legend")
        .first.locator(".step")
        .evaluate_all("steps => steps.map((step) => getComputedStyle(step).fill.match(/\\d+/g).map(Number))")
    )
    background = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    middle = fills[len(fills) // 2]
    assert max(abs(a - b) for a, b in zip(middle, background, strict=True)) < 8
    assert fills[0][0] > fills[0][2] + 50 and fills[-1][2] > fills[-1][0] + 50


def test_pointing_shows_the_head_in_every_figure(opened: Any, comparison: Any) -> None:
    page = opened()
    page.locator(".map .cell").nth(8 * 2 + 4).hover()
    lines = page.locator("figure .readout").all_inner_texts()
    number = r"[−+]?[\d.]+"
    assert all(
        re.fullmatch(
            rf"Head 3-5( and 3-\d)? {number} → {number}, {number} \({number}(–| to ){number}\), (not )?significant", line
        )
        for line in lines
    ), lines
    one = comparison.differences[0]
    assert float(lines[0].split("→")[0].split()[-1]) == pytest.approx(one.value_a[2, 4], abs=0.01)


def test_a_head_by_keyboard_by_link_and_back(opened: Any) -> None:
    page = opened()
    page.locator(".map .cell").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".panel:visible")
    assert page.locator(".panel h2").inner_text().startswith("Head 2-1") and page.evaluate("location.href").endswith(
        "#head=2-1"
    )
    assert page.evaluate("document.activeElement.id") == "panel-title"
    assert page.locator(".panel li").count() == 6
    page.keyboard.press("Escape")
    assert page.locator(".panel").is_hidden()
    assert opened(fragment="#head=7-8").locator(".panel h2").inner_text().startswith("Head 7-8")


def test_the_table_sorts_filters_and_is_copied(opened: Any, comparison: Any) -> None:
    page = opened(permissions=["clipboard-read", "clipboard-write"])
    table = page.locator("#heads")
    table.scroll_into_view_if_needed()
    changes = comparison.changes()
    sure = [change for change in changes if change.sure]
    assert f"100 of {len(sure)} shown" in table.locator("[role=status]").last.inner_text()
    assert str(changes[0].head) in table.locator("tbody tr").first.inner_text()
    table.locator("#table-sure").uncheck()
    table.locator("#table-measure").select_option("token")
    table.locator("thead button", has_text="difference").click()
    largest = max((row for row in changes if row.measure == "token"), key=lambda row: abs(row.difference))
    assert table.locator("tbody tr").first.inner_text().startswith(f"token.{largest.key}\t{largest.head}")
    table.get_by_text("Copy as CSV").click()
    table.get_by_text("Copied, 192 rows").wait_for()
    rows = list(csv.DictReader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    assert len(rows) == 192 and float(rows[0]["difference"]) == pytest.approx(largest.difference, abs=1e-6)
    assert rows[0]["matched"] == str(largest.matched)


def test_choosing_a_score_colours_the_map(opened: Any, comparison: Any) -> None:
    page = opened()
    assert page.locator(".map .dot").count() == 0
    page.locator("#colour-by").select_option("token.sep")
    sure = next(one for one in comparison.differences if one.pair.first.key == "sep").sure
    assert page.locator(".map .dot").count() == int(sure.sum())


def test_a_figure_is_saved_with_its_title_and_its_colours(opened: Any, tmp_path: Any) -> None:
    """Of a dark page too a picture is as it would be printed."""
    import xml.etree.ElementTree as ElementTree

    page = opened(color_scheme="dark")
    figure = page.locator("figure").first
    title = figure.locator("h3").inner_text()
    assert "differ" in title and "changed significantly" not in page.locator("body").inner_text()
    with page.expect_download() as download:
        figure.get_by_role("button", name="SVG").click()
    assert download.value.suggested_filename.startswith("bert-8x8-Attends-to-the-previous-token")
    root = ElementTree.parse(download.value.path()).getroot()
    named = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{named}title") == title and root.find(f"{named}rect").get("fill") == "#ffffff"
    words = [one.text for one in root.iter(f"{named}text")]
    assert {"1", "8", "0"} <= set(words) and any(word.startswith("−") for word in words), "heads, layers and a colour bar"
    assert sum(1 for one in root.iter(f"{named}rect") if one.get("width") == "13") == 64
    with page.expect_download() as download:
        figure.get_by_role("button", name="PNG").click()
    pixels = download.value.path().read_bytes()
    width, height = (int.from_bytes(pixels[at : at + 4], "big") for at in (16, 20))
    assert pixels[:8] == b"\x89PNG\r\n\x1a\n" and (width, height) == (3 * int(root.get("width")), 3 * int(root.get("height")))
