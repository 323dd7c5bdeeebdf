"""The report in a real browser, opened from disk as a reader opens it."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\"><svg onload=\"document.title='hurt'\">"
# Collects what the page is not allowed to do; runs before the page's own script.
UNFOLD = "document.querySelectorAll('details.fold').forEach((box) => (box.open = true))"
# What has the focus: its tag and the figure it is in.
FOCUSED = """() => {
  const element = document.activeElement;
  return element === document.body ? "" : `${element.tagName.toLowerCase()}.${element.closest("figure")?.id ?? ""}`;
}"""


class Reader:
    """A page and everything that went wrong in it."""

    def __init__(self, browser: Any, **options: Any) -> None:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on(
            "console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, address: str) -> Any:
        self.page.goto(address)
        self.page.wait_for_selector(".map .cell")
        return self.page

    def check(self) -> None:
        assert self.errors == []
        assert self.page.evaluate("window.violations") == []
        assert [url for url in self.requests if not url.startswith("file:")] == []
        # The file itself, once per visit, and no file beside it.
        assert len({url.split("#")[0] for url in self.requests}) == 1


@pytest.fixture
def reader(browser: Any) -> Iterator[Callable[..., Reader]]:
    readers: list[Reader] = []

    def start(**options: Any) -> Reader:
        readers.append(Reader(browser, **options))
        return readers[-1]

    yield start
    for one in readers:
        one.check()
        one.context.close()


def colour_by(page: Any, typed: str) -> None:
    """Types into the box and takes the first that is left."""
    page.locator("#colour-by").fill(typed)
    page.keyboard.press("Enter")


def wide(page: Any) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_opens_from_disk_and_draws_every_score(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    assert page.title() == content["title"]
    assert page.locator("figure").count() == len(content["scores"])
    assert page.locator("figure").first.locator(".point").count() == 64
    assert page.locator(".findings ol li").all_inner_texts()[0].startswith(content["findings"][0]["text"])
    assert page.locator(".card").is_hidden()


def test_hostile_strings_are_shown_and_do_nothing(reader: Any, payload: Any, write_page: Any) -> None:
    def poison(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: poison(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [poison(inner) for inner in value]
        return value + HOSTILE if isinstance(value, str) else value

    content = poison(payload(2, 2))
    page = reader(viewport={"width": 400, "height": 800}).open(write_page(content))
    page.locator(".map .cell").first.click()
    page.wait_for_selector(".card:visible")
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")  # all is drawn
    assert wide(page) == 0
    assert page.locator("img, main script, svg[onload]").count() == 0
    assert page.title() == content["title"]
    assert page.locator("h1").inner_text() == content["title"]
    assert page.locator("figure h3").first.inner_text() == content["scores"][0]["finding"]


def test_pointing_shows_the_head_in_every_figure_on_the_screen(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    page.evaluate(UNFOLD)
    page.locator(".map .cell").nth(8 * 2 + 4).focus()  # as pointing does, and stays while the page is scrolled
    number = r"−?[\d.]+"
    written = rf"Head 3-5 {number}( nats| tokens)? \({number}(–| to ){number}\), rank \d+ of 64"
    first = page.locator(".readout").first.inner_text()
    assert re.fullmatch(written, first)
    # The numbers are the payload's: the line of the grid that leads the page, which shows the first finding's score.
    score = next(one for one in content["scores"] if one["id"] == content["findings"][0]["score"])
    assert abs(float(first.split()[2]) - score["value"][2][4]) <= (score["high"][2][4] - score["low"][2][4]) / 2
    assert page.locator("figure").count() == len(content["scores"])
    for figure in page.locator("figure").all():
        figure.scroll_into_view_if_needed()
        page.wait_for_function(
            "(box) => box.querySelector('.frame.pointed').getAttribute('visibility') === 'visible'", arg=figure.element_handle()
        )
        assert re.fullmatch(written, figure.locator(".readout").inner_text())
    page.locator("#find").focus()
    assert page.locator(".readout").first.inner_text().startswith("Highest: head")


def test_pointing_near_a_point_of_a_chart_means_that_head(reader: Any, payload: Any, write_page: Any) -> None:
    page = reader().open(write_page(payload()))
    figure = page.locator("figure").first
    figure.scroll_into_view_if_needed()
    highest = re.search(r"\d+-\d+", figure.locator(".readout").inner_text())
    assert highest is not None
    box = figure.locator(f".point[aria-label^='Head {highest[0]}:']").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] - 4)
    assert figure.locator(".readout").inner_text().startswith(f"Head {highest[0]} ")
    assert figure.locator(".emphasis.pointed .interval").count() == 1
    page.mouse.down()
    page.mouse.up()
    assert page.locator(".card h2").inner_text() == f"Head {highest[0]}"


def test_the_keyboard_alone_reaches_a_head_and_comes_back(reader: Any, payload: Any, write_page: Any) -> None:
    page = reader().open(write_page(payload()))
    page.locator("#colour-by").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    for key in ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"]:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Head 3-2,")
    assert page.locator(".readout").first.inner_text().startswith("Head 3-2 ")
    page.keyboard.press("Enter")
    assert page.locator(".card").is_visible()
    assert page.locator(".card h2").inner_text() == "Head 3-2"
    assert page.evaluate("document.activeElement.id") == "card-title"
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent"))
    assert reached == ["← 3-1", "3-3 →", "Pin", "Close (Esc)"]
    page.keyboard.press("ArrowRight")
    assert page.locator(".card h2").inner_text() == "Head 3-3"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    assert page.locator(".card").is_hidden()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Head 3-2,")


def test_tab_reaches_every_kind_of_control(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload(2, 2)
    page = reader().open(write_page(content))
    page.evaluate(UNFOLD)
    seen = []
    for _ in range(200):
        page.keyboard.press("Tab")
        name = page.evaluate(FOCUSED)
        if name == "":
            break
        seen.append(name)
    # Each once, and nothing that leads nowhere; the table's box is a stop so that it can be scrolled by key.
    assert {name.split(".")[0] for name in seen} == {"rect", "circle", "a", "button", "div", "input", "summary"}
    assert seen.count("rect.") == seen.count("div.") == 1
    for score in content["scores"]:
        assert f"rect.score={score['id']}" in seen
        assert f"circle.score={score['id']}" in seen
    # The search and what chooses the colour; a fold and a link per measure and for two more; a link per finding; the search's examples,
    # a copy and a sort button per column and an opener per head.
    assert seen.count("input.") == 2
    assert seen.count("summary.") == len(content["measures"]) + 2
    assert seen.count("a.") == len(content["findings"]) + len(content["measures"]) + 2
    assert (
        seen.count("button.")
        == page.locator(".find button, .link button, .map .save button").count() + 1 + 1 + len(content["scores"]) + 4
    )


def test_a_click_opens_the_card_and_the_way_back_closes_it(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    page.locator(".map .cell").nth(7).click()
    assert page.evaluate("location.href").endswith("#head=1-8")
    assert page.locator(".card .strip").count() == len(content["scores"])
    ticks = page.locator(".card .strip .other").first.get_attribute("d")
    assert ticks.count("M") == 64
    page.go_back()
    page.wait_for_selector(".card", state="hidden")
    assert "#" not in page.evaluate("location.href")


def test_a_link_opens_the_head_it_names(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload(6, 4, ("encoder", "decoder"))
    mine = sum(score["stack"] == "decoder" for score in content["scores"])
    address = write_page(content)
    page = reader().open(f"{address}#head=decoder/5-2")
    assert page.locator(".card h2").inner_text() == "Head 5-2 of the decoder"
    page.evaluate(UNFOLD)
    assert page.locator(".stacks [aria-pressed=true]").inner_text() == "decoder"
    assert page.locator(".map .frame.selected[visibility=visible]").count() == 1
    assert page.locator("figure[id^='score=encoder'] .frame.selected[visibility=visible]").count() == 0
    assert page.locator("figure[id^='score=decoder'] .frame.selected[visibility=visible]").count() == mine
    page.evaluate("location.hash = '#head=encoder/1-1'")
    page.wait_for_function("document.querySelector('.card h2').textContent === 'Head 1-1 of the encoder'")


def test_a_finding_leads_to_its_chart(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    page.locator(".findings ol a").nth(1).click()
    target = page.locator(f"figure[id='score={content['findings'][1]['score']}']")
    page.wait_for_function(
        "() => { const top = document.querySelector('figure:target')?.getBoundingClientRect().y; return top >= 0 && top < 400; }"
    )
    assert 0 <= target.bounding_box()["y"] < 400
    assert page.evaluate("document.querySelector('figure:target').id") == target.get_attribute("id")


def test_colour_by_changes_what_the_grid_shows(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    first = next(one for one in content["scores"] if one["id"] == content["findings"][0]["score"])
    assert page.locator("#colour-by").input_value() == first["words"]
    colour_by(page, "entropy all")
    value = next(one for one in content["scores"] if one["id"] == "entropy.all")["value"]
    flat = [number for row in value for number in row]
    fills = page.evaluate("[...document.querySelectorAll('.map .cell')].map(cell => getComputedStyle(cell).fill)")
    lightness = [sum(map(int, re.findall(r"\d+", fill))) for fill in fills]
    assert lightness.index(min(lightness)) == flat.index(max(flat))
    assert "entropy" not in page.locator(".map .legend").get_attribute("aria-label")
    assert "nats" in page.locator(".map .legend").get_attribute("aria-label")


def test_a_quantity_that_no_page_knew_is_written_and_drawn_everywhere(reader: Any, payload: Any, write_page: Any) -> None:
    """Mean distance in tokens, between 0 and 60: in the map, its legend, its chart, its line of text, the table and the card."""
    content = payload()
    page = reader().open(f"{write_page(content)}#head=2-3")
    score = next(one for one in content["scores"] if one["measure"] == "distance")
    value, low, high = (score[name][1][2] for name in ("value", "low", "high"))
    colour_by(page, "far away")
    assert page.locator(".map .readout").inner_text().startswith("Head 2-3 ")
    shown = re.search(r"Head 2-3 ([\d.]+) tokens \(([\d.]+)–([\d.]+)\), rank", page.locator(".map .readout").inner_text())
    assert shown is not None
    assert [float(one) for one in shown.groups()] == pytest.approx([value, low, high], abs=0.51 * (high - low))
    assert page.locator(".map .legend text").all_text_contents()[-2:] == ["tokens", "uniform 43"]
    ticks = [float(text) for text in page.locator(".map .legend text").all_text_contents()[:-2]]
    assert ticks[0] == 0 and ticks[-1] >= max(max(row) for row in score["value"]) - 10
    chart = page.locator("figure[id='score=distance.all'] .layers")
    assert chart.locator(".axes text", has_text="tokens").count() == 1
    inside = chart.evaluate("chart => [...chart.querySelectorAll('.point')].every((point) => point.cy.baseVal.value >= 17)")
    assert inside, "the axis holds all points"
    assert "distance, tokens" in page.locator("#heads thead").text_content()
    item = page.locator(".card .strips li", has_text="attends far away")
    assert re.search(r"[\d.]+ tokens \([\d.]+–[\d.]+\) rank \d+ of 64; uniform 43$", item.inner_text())
    titles = page.locator(".card h3").all_inner_texts()
    assert [one["title"] for one in content["measures"]] == titles, "every measure, in the order of the page"


def test_what_has_a_sign_parts_its_colours_at_zero(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader().open(write_page(content))
    colour_by(page, "forward")
    value = [number for row in next(one for one in content["scores"] if one["measure"] == "balance")["value"] for number in row]
    fills = page.evaluate(
        "[...document.querySelectorAll('.map .cell')].map((cell) => getComputedStyle(cell).fill.match(/\\d+/g).map(Number))"
    )
    lowest, highest = fills[value.index(min(value))], fills[value.index(max(value))]
    nearest = fills[min(range(64), key=lambda at: abs(value[at]))]
    assert lowest[0] > lowest[2] + 50 and highest[2] > highest[0] + 50, "orange below, blue above"
    assert min(nearest) > 225, "the page's own colour at zero"


def test_the_table_sorts_and_copies(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    page = reader(permissions=["clipboard-read", "clipboard-write"]).open(write_page(content))
    score = next(one for one in content["scores"] if one["id"] == "offset.+1")
    by_value = sorted(((-v, layer, head) for layer, row in enumerate(score["value"]) for head, v in enumerate(row)))
    page.get_by_text("A table: 64 heads").click()
    page.locator("th button", has_text="+1").click()
    assert page.locator("tbody th").all_inner_texts() == [f"{layer + 1}-{head + 1}" for _, layer, head in by_value]
    page.get_by_role("button", name="Copy as CSV").click()
    page.get_by_text("Copied, 64 heads").wait_for()
    rows = list(csv.DictReader(io.StringIO(page.evaluate("navigator.clipboard.readText()"))))
    assert [float(row["offset.+1"]) for row in rows] == [-value for value, _, _ in by_value]
    assert rows[0].keys() == {"stack", "layer", "head"} | {
        s["id"] + end for s in content["scores"] for end in ("", " low", " high")
    }


@pytest.mark.parametrize(("layers", "heads"), [(8, 8), (12, 12), (24, 16), (32, 32)])
@pytest.mark.parametrize("width", [400, 1280, 2560])
def test_the_page_is_never_wider_than_the_window(
    reader: Any, payload: Any, write_page: Any, layers: int, heads: int, width: int
) -> None:
    content = payload(layers, heads)
    content["title"] = "x" * 300
    page = reader(viewport={"width": width, "height": 800}).open(f"{write_page(content)}#head=2-2")
    assert wide(page) == 0
    if width == 400 and heads <= 16:  # Fits without scrolling even its own box.
        assert page.locator(".map .scroll").first.evaluate("box => box.scrollWidth <= box.clientWidth")
    page.evaluate(UNFOLD)
    assert wide(page) == 0
    if width == 1280:  # Two figures side by side.
        tops = [page.locator(".figures").first.locator("figure").nth(index).bounding_box()["y"] for index in range(2)]
        assert len(set(tops)) == 1


def test_dark_mode_turns_the_ramp(reader: Any, payload: Any, write_page: Any) -> None:
    content = payload()
    address = write_page(content)
    score = next(one for one in content["scores"] if one["id"] == content["findings"][0]["score"])
    flat = [number for row in score["value"] for number in row]
    ends = [flat.index(min(flat)), flat.index(max(flat))]

    def fills(page: Any) -> list[list[int]]:
        texts = [page.locator(".map .cell").nth(end).evaluate("cell => getComputedStyle(cell).fill") for end in ends]
        return [[int(part) for part in re.findall(r"\d+", text)] for text in texts]

    page = reader(color_scheme="dark").open(address)
    low, high = fills(page)
    assert max(low) < 60
    assert high[0] > 180 and high[2] < high[0]  # light, and yellow rather than blue
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(17, 19, 22)"
    page.emulate_media(color_scheme="light")  # The system's setting may change while the page is open.
    low, high = fills(page)
    assert min(low) > 240
    assert high[2] > high[0] and max(high) < 140
    page.emulate_media(color_scheme="dark", media="print")  # Paper is white.
    assert fills(page) == [low, high]
