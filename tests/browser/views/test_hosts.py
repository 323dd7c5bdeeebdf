"""What a host may do to a view: hostile strings, broken data, several on a page, a shadow."""

import base64
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from headscope.pages import static
from headscope.views.page import render

HOSTILE = "</script><img src=x onerror=\"document.title='hurt'\"><svg onload=\"document.title='hurt'\">"


def test_hostile_tokens_titles_and_labels_are_shown_and_do_nothing(reader: Any, made: Any, tokens_of: Any) -> None:
    texts = [HOSTILE, " ", "\n", "\u202eright to left", "", "שלום", "日本語", "👩\u200d🔬", "e\u0301", "x" * 500, "__proto__"]
    attention = made(title="toy" + HOSTILE).add("encoder" + HOSTILE, tokens_of(texts), dimensions=4)
    attention.meta["scores"][0].update(stack="encoder" + HOSTILE, words="attends" + HOSTILE, id="id" + HOSTILE)
    attention.meta["labels"] = [{"stack": "encoder" + HOSTILE, "layer": 0, "head": 0, "label": HOSTILE}]
    one = reader(viewport={"width": 400, "height": 800})
    page = one.open(attention)
    for view in ["Head", "Model", "Neuron"]:
        one.view(view)
        if view != "Model":
            shown = page.locator(".hs-left bdi").all_inner_texts()
            assert shown[1:5] == ["␣", "↵", shown[3], "‹empty›"]
            assert shown[3].startswith("‹202E›")
            assert shown[5:9] == texts[5:9]
            assert one.token("left", 0).get_attribute("title") == HOSTILE.replace(" ", "␣")
            one.token("left", 0).hover()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save SVG").click()
        drawing = Path(download.value.path()).read_text(encoding="utf-8")
        assert not {"script", "img", "foreignObject"} & {
            one.tag.split("}")[1] for one in ElementTree.fromstring(drawing).iter()
        }
        assert one.wide() == 0
    assert page.locator("img, main script, svg:not(.hs-sample)").count() == 0
    assert page.title() == "toy" + HOSTILE


def test_two_views_on_one_page_and_in_a_shadow_do_not_know_of_each_other(reader: Any, made: Any, pair: Any, ink: str) -> None:
    attention = made().add("encoder", pair)
    one = reader()
    page = one.page
    page.goto("about:blank")
    module = "data:text/javascript;base64," + base64.b64encode(static("views.js").encode()).decode()
    page.evaluate(
        """async ([module, css, meta, base64]) => {
          const { mount } = await import(module);
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
          const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
          window.mounted = [0, 1, 2].map((at) => {
            const host = document.createElement("div");
            document.body.append(host);
            if (at < 2) return mount(host, JSON.parse(meta), bytes.buffer);
            const shadow = host.attachShadow({ mode: "open" });
            shadow.adoptedStyleSheets = [sheet];
            const inner = document.createElement("div");
            shadow.append(inner);
            return mount(inner, JSON.parse(meta), new DataView(bytes.buffer));
          });
        }""",
        [module, static("views.css"), json.dumps(attention.meta), base64.b64encode(attention.data).decode()],
    )
    one.settle()
    views = page.locator(".headscope-view")
    assert views.count() == 3
    assert all(views.nth(at).locator("canvas.hs-base").evaluate(ink) > 100 for at in range(3))
    views.nth(0).locator(".hs-patch").nth(1).dblclick()
    views.nth(2).get_by_label("layer", exact=True).select_option(label="2")
    assert [views.nth(at).locator("h3").inner_text() for at in range(3)] == [
        "Head 1-2: next token",
        "Layer 1, heads 1 to 3",
        "Layer 2, heads 1 to 3",
    ]
    assert page.evaluate("location.href") == "about:blank"
    assert page.evaluate("[...document.querySelectorAll('.headscope-view [id]')].length") == 0
    page.evaluate("window.mounted.forEach((one) => one.destroy())")
    assert views.count() == 0
    page.emulate_media(color_scheme="dark")
    page.evaluate("location.hash = '#layer=2'")
    one.settle()


def test_broken_data_is_said_to_be_broken(reader: Any, made: Any, pair: Any) -> None:
    attention = made().add("encoder", pair)
    attention.data = attention.data[:-1]
    one = reader()
    path = one.folder / "view.html"
    path.write_text(render(attention.payload()), encoding="utf-8")
    one.page.goto(path.as_uri())
    one.page.wait_for_selector("[role=alert]:not(:empty)")
    assert "could not be drawn: expected 486 bytes of data, got 485" in one.page.locator("[role=alert]").inner_text()
    assert len(one.errors) == 1
    one.errors.clear()
