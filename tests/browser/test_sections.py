"""The sections of the page in a real browser: sorting, copying, the keyboard, printing."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from headscope.figures.figure import Drawing, Figure
from headscope.figures.svg import Element, text
from headscope.report.sections.drawings import drawing
from headscope.report.sections.parts import dot, dots, section, table
from headscope.tables.table import Table

FOCUS = """(() => {
  const part = document.activeElement.closest(".dots, .heads-map, .drawn, .table, .measure");
  return part?.className.baseVal ?? part?.className ?? "";
})()"""
RELATIONS = 40
HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\">"


def with_sections(content: dict[str, Any], name: str = "det") -> dict[str, Any]:
    """A page with every kind of chart and a long table: relation i has its number from 0 to 1, and head 1-1 … 8-8."""
    rows = [
        (f"{name}{i:02d}", 0.01 * (i * 37 % 97), 0.2, f"{i % 8 + 1}-{i // 8 + 1}", 0.5 if i % 2 else None)
        for i in range(RELATIONS)
    ]
    columns = ("relation", "held_out", "low", "head", "paper")
    words = {"relation": "relation", "held_out": "held out, %", "head": "best head", "paper": "BERT-base, %"}
    made = Table("", columns, list(rows), {"held_out": lambda row: f"{100 * row['held_out']:.0f} (20–90)"})
    lines = [
        dot(
            one,
            value,
            value / 2,
            min(1.0, value * 1.2),
            text=f"{one}, head {head}",
            rival=0.4,
            published=0.6,
            head=head,
            stack="encoder",
        )
        for one, value, _, head, _ in rows[:8]
    ]
    figure = Figure("one", "One drawing.", "How to read it.", Drawing(120.0, (
        Element("rect", x=10, y=10, width=50, height=50, class_="fill-next"), text(70, 40, f"token {name}", "token"),
    )))  # fmt: skip
    points = [{"layer": at // 8, "head": at % 8, "x": float(at % 8), "y": float(at // 8)} for at in range(64)]
    chart = {
        "kind": "map",
        "title": "All heads.",
        "caption": "Near is alike.",
        "stack": "encoder",
        "bar": 0.5,
        "points": points,
    }
    content["sections"] = [
        section(
            "parsers", "Heads as parsers", title="Some heads parse.", read="A line is a relation. A dot is a head.",
            charts=[
                dots("Relations.", "Dots are heads.", {"": lines}, value="best head", rival="best offset"),
                drawing(figure, wide=True),
                chart,
            ],
            tables=[table(made, "dependency", "The best head of each relation", words, published=("paper",))],
            formulas={"dependency": "share"},
        ),
        section("entropy", "Entropy", title="Layer 1 is broad.", read="A point is a head. A line is a mean.", measures=["entropy"],
                references={"entropy.all": [3.6, 2.9, None, 2.7]}),
    ]  # fmt: skip
    content["absent"] = [{"name": "Probes", "missing": "No probes were fitted.", "command": "headscope probe -c TRAIN"}]
    return content


@pytest.fixture
def open_page(browser: Any, payload: Any, write_page: Any) -> Iterator[Callable[..., Any]]:
    """Opens the page; at the end nothing may have gone wrong in it, and nothing may have been asked for."""
    contexts: list[Any] = []
    faults: list[str] = []
    requests: list[str] = []

    def start(content: dict[str, Any] | None = None, width: int = 1280, unfolded: bool = True, **options: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": width, "height": 900}, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(write_page(with_sections(payload()) if content is None else content))
        page.wait_for_selector("section.part")
        if unfolded:
            page.evaluate("document.querySelectorAll('details.fold').forEach((box) => (box.open = true))")
        return page

    yield start
    for context in contexts:
        assert context.pages[0].evaluate("window.violations") == []
        context.close()
    assert faults == []
    # Downloads are of what the page itself holds.
    assert not [url for url in requests if not url.startswith(("file:", "blob:"))]


def test_sections_are_there_with_all_their_parts(open_page: Any) -> None:
    page = open_page()
    assert page.locator("section.part h2").all_inner_texts()[:3] == [
        "1 Heads as parsers",
        "2 Entropy",
        "3 Attention by relative position",
    ]
    assert page.locator("#parsers .finding").inner_text() == "Some heads parse."
    assert page.locator("#parsers .dots .line").count() == 8
    assert page.locator("#parsers .heads-map .head").count() == 128
    assert "Probes. No probes were fitted. It would take: headscope probe -c TRAIN" in page.locator("#run").inner_text()
    assert "no explanation" in page.locator("#parsers .caveat").inner_text()
    # A measure with a section is drawn in it, one without after all sections.
    assert page.locator("#entropy figure[id^='score=entropy']").count() == 2
    assert page.locator("section.part").last.locator("figure[id^='score=balance']").count() == 1


def test_a_section_folds_to_its_claim_and_its_picture(open_page: Any) -> None:
    page = open_page(unfolded=False)
    part = page.locator("#parsers")
    assert part.locator(".finding").is_visible() and part.locator(".dots").is_visible()
    assert part.locator("table").is_hidden() and part.locator(".heads-map").first.is_hidden()
    summary = part.locator("summary")
    assert summary.inner_text() == "How to read it, 2 more charts, 1 table"
    summary.focus()
    page.keyboard.press("Enter")
    assert part.locator("table").is_visible() and part.locator(".read").is_visible()
    page.keyboard.press("Enter")
    assert part.locator("table").is_hidden()
    # A link into a fold opens it, one to a section its own.
    page.evaluate("location.hash = '#table=dependency'")
    page.wait_for_function("() => document.querySelector('#parsers > details').open")
    page.wait_for_function("() => document.getElementById('table=dependency').getBoundingClientRect().top < innerHeight")
    page.locator("nav a", has_text="About this run").click()
    page.wait_for_function("() => document.querySelector('#run > details').open")


def test_a_drawing_has_pythons_colours_in_both_themes(open_page: Any) -> None:
    fill = "document.querySelector('.headscope rect').computedStyleMap().get('fill').toString()"
    page = open_page()
    assert page.evaluate(fill) == "rgb(0, 114, 178)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(fill) == "rgb(61, 155, 217)"
    page.emulate_media(color_scheme="dark", media="print")
    assert page.evaluate(fill) == "rgb(0, 114, 178)"


def test_a_table_sorts_by_click_and_by_key(open_page: Any) -> None:
    page = open_page()
    box = page.locator("[id='table=dependency']")
    values = [0.01 * (i * 37 % 97) for i in range(RELATIONS)]
    names = [f"det{i:02d}" for i in sorted(range(RELATIONS), key=lambda i: -values[i])]
    heading = box.get_by_role("button", name="held out")
    heading.click()
    assert box.locator("tbody th:visible").all_inner_texts() == names[:15]
    assert box.locator("th[aria-sort=descending]").inner_text().startswith("held out")
    heading.focus()
    page.keyboard.press("Enter")
    assert box.locator("tbody th:visible").all_inner_texts() == names[::-1][:15]
    assert box.locator("th[aria-sort=ascending]").count() == 1
    more = box.get_by_role("button", name="Show all 40 rows")
    more.focus()
    page.keyboard.press("Space")
    assert box.locator("tbody th:visible").count() == RELATIONS
    assert box.get_by_role("button", name="Show the first 15 rows").get_attribute("aria-expanded") == "true"


def test_a_table_is_copied_and_downloaded_as_it_is_sorted(open_page: Any) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    box = page.locator("[id='table=dependency']")
    box.get_by_role("button", name="held out").click()
    box.get_by_role("button", name="Copy as CSV").click()
    box.get_by_text("Copied, 40 rows").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    rows = list(csv.DictReader(io.StringIO(copied)))
    assert [float(row["held_out"]) for row in rows] == sorted((0.01 * (i * 37 % 97) for i in range(RELATIONS)), reverse=True)
    assert rows[0].keys() == {"relation", "held_out", "low", "head", "paper"}
    with page.expect_download() as saving:
        box.get_by_role("button", name="Download").click()
    assert saving.value.suggested_filename == "dependency.csv"
    assert saving.value.path().read_text() == copied


def test_a_head_in_a_table_opens_its_card_and_stands_out_everywhere(open_page: Any) -> None:
    page = open_page()
    row = page.locator("[id='table=dependency'] tbody tr").nth(2)
    row.hover()
    assert page.locator(".dots .line.pointed").count() == 1
    assert page.locator(".heads-map .pointed").count() == 2
    page.wait_for_function("() => document.querySelectorAll('.heads-map .pointed').length === 2")
    link = row.locator("a")
    link.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("location.href").endswith("#head=3-1")
    assert page.locator(".dots .line.selected").get_attribute("aria-label") == "det02, head 3-1"
    page.wait_for_function("() => document.body.innerText.includes('Head 3-1')")


def test_the_keyboard_reaches_every_kind_of_part(open_page: Any) -> None:
    page = open_page()
    page.locator("#parsers h2").evaluate("heading => { heading.tabIndex = -1; heading.focus(); }")
    seen = []
    for _ in range(90):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUS))
        if seen[-1] == "measure":
            break
    assert {"dots", "heads-map", "drawn wide", "table", "measure"} <= set(seen)
    assert seen.count("dots") == 1 and seen.count("heads-map") == 2  # arrows go on from there


@pytest.mark.parametrize("width", [400, 1280, 2560])
def test_the_page_is_never_wider_than_the_window(open_page: Any, payload: Any, width: int) -> None:
    page = open_page(with_sections(payload(), name="a-relation-with-a-name-that-goes-on-and-on-"), width=width)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    if width == 400:  # the table scrolls in its own box, and its first column stays
        scroll = page.locator("[id='table=dependency'] .scroll")
        name = scroll.locator("tbody th").first
        before = name.bounding_box()["x"]
        scroll.evaluate("box => box.scrollLeft = 200")
        assert abs(name.bounding_box()["x"] - before) < 2
        assert name.bounding_box()["width"] < 220


def test_on_paper_all_rows_are_there_and_no_buttons(open_page: Any) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print")
    box = page.locator("[id='table=dependency']")
    assert box.locator("tbody tr:visible").count() == RELATIONS
    assert box.locator("button:visible").all_inner_texts() == ["relation", "held out, %", "best head", "BERT-base, %"]
    page.set_viewport_size(
        {"width": 703, "height": 1000}
    )  # A4 with margins; what is wider would make the browser shrink every page
    assert page.evaluate("document.documentElement.scrollWidth") <= 703
    data = page.pdf(format="A4")
    assert len(re.findall(rb"/Type /Page\b", data)) >= 3


def test_hostile_words_are_shown_and_do_nothing(open_page: Any, payload: Any) -> None:
    content = payload(2, 2)
    content["sections"] = [
        section(
            "parsers", HOSTILE, title=HOSTILE, read=HOSTILE, formulas={HOSTILE: HOSTILE}, notes=[HOSTILE],
            charts=[
                dots(HOSTILE, HOSTILE, {HOSTILE: [dot(HOSTILE, 0.5, text=HOSTILE, head="1-1", stack="encoder")]}, value=HOSTILE),
                drawing(Figure(HOSTILE, HOSTILE, HOSTILE, Drawing(50.0, (text(1, 20, HOSTILE, "token"),)))),
            ],
            tables=[table(Table("", ("a",), [(HOSTILE,)]), HOSTILE, HOSTILE, {"a": HOSTILE}, notes=[HOSTILE])],
        )
    ]  # fmt: skip
    page = open_page(content, width=400)
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")  # all is drawn
    assert page.locator("img, main script").count() == 0
    assert page.title() == content["title"]
    assert page.locator(".headscope text").text_content() == HOSTILE
    assert page.locator(".data tbody th").inner_text() == HOSTILE
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
