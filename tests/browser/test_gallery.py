"""A site of two small runs, from a plain file server: its search, its links, its atlas."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import headscope as hs


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(made_run: Any, tmp_path_factory: Any) -> Any:
    folder = tmp_path_factory.mktemp("gallery") / "site"
    runs = [made_run(5, 4, relations=4), made_run(1, 2, relations=2, planted=False)]
    hs.gallery(runs, folder, progress=False)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (400, "dark")])
def test_from_the_search_to_a_head_to_its_atlas(browser: Any, axe: Any, address: str, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page, errors = context.new_page(), []
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("response", lambda response: errors.append(response.url) if response.status >= 400 else None)

    def narrow() -> bool:
        return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))

    page.goto(address)
    assert page.locator("article").count() == 2 and narrow() and axe(page) == []
    page.fill("#query", "nonsense")
    page.wait_for_selector("#count:has-text('No head has all these words')")
    page.fill("#query", "direct object")
    page.wait_for_selector("#found li")
    assert page.locator("#found li a").first.get_attribute("href") == "made/3-4/", "the planted head"
    page.locator("#found li a").first.click()
    page.wait_for_selector("h1:has-text('head 3-4')")
    page.wait_for_function("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    assert narrow()
    assert axe(page) == []
    page.click("text=Open it in the atlas")
    page.wait_for_selector("aside.card:visible")
    assert page.locator("#card-title").inner_text() == "Head 3-4"
    page.click("text=This head’s own page")
    page.wait_for_selector("h1:has-text('head 3-4')")
    page.go_back()
    page.wait_for_selector("aside.card:visible")
    page.keyboard.press("Escape")
    assert narrow()
    page.click("text=All models")
    page.wait_for_selector("article")
    page.locator("summary").first.click()
    page.click("text='3-4' >> visible=true")
    page.wait_for_selector("h1:has-text('head 3-4')")
    assert page.evaluate("window.violations ?? []") == [] and errors == []
    context.close()
